//! The forms in which a run is shown.

mod document;
mod json_lines;
mod rows;
mod table;
mod terminal;

use crate::cli::Output;
use crate::signals::Signals;
use crosspoint_bench::output::{Failure, Point, RunResult, Search, Start};
use crosspoint_bench::run::Observer;
use std::io::{self, Write};

/// Who shows runs to somebody. The calls come in the order of the lines of [`crosspoint_bench::output`].
pub trait Report: Observer {
    /// The next run of a series.
    fn point(&mut self, point: &Point);
    /// The next run is ready; shown when it starts, with the engine's own flags.
    fn begin(&mut self, start: Start);
    /// Its result, after its last second.
    fn result(&mut self, result: &RunResult);
    /// Why a run failed, or none could start.
    fn failure(&mut self, failure: &Failure);
    /// What the search of a rate came to.
    fn search(&mut self, search: &Search);
    /// Nothing more comes.
    fn close(&mut self) {}
}

/// The form asked for.
pub fn of(output: Output, signals: Signals) -> Box<dyn Report> {
    match output {
        Output::Table => Box::new(terminal::Terminal::new(signals)),
        Output::JsonLines => Box::new(json_lines::JsonLines::new(signals)),
        Output::Json => Box::new(document::Document::new(signals)),
        Output::Csv => Box::new(rows::Rows::csv(signals)),
        Output::Hlog => Box::new(rows::Rows::hlog(signals)),
    }
}

/// Standard output for a program. When nobody reads any more, there is no use in going on, least of all in going on
/// writing to a drive.
struct Sink {
    signals: Signals,
    broken: bool,
}

impl Sink {
    fn new(signals: Signals) -> Self {
        Sink {
            signals,
            broken: false,
        }
    }

    /// Writes with `write`, unless an earlier one has failed.
    fn write(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) {
        if self.broken {
            return;
        }
        let mut stdout = io::stdout().lock();
        if let Err(error) = write(&mut stdout).and_then(|()| stdout.flush()) {
            self.broken = true;
            // If standard error is gone as well, there is nobody left to tell.
            let _ = writeln!(
                io::stderr(),
                "uring-bench: cannot print the figures, the run ends: {error}"
            );
        }
    }

    fn stop_requested(&self) -> bool {
        self.broken || self.signals.received().is_some()
    }
}

/// Tells a person why there are no figures, on standard error.
fn complain(failure: &Failure) {
    let remedy = failure
        .remedy
        .as_ref()
        .map(|remedy| format!("\n  remedy: {remedy}"))
        .unwrap_or_default();
    let _ = writeln!(io::stderr(), "uring-bench: {}{remedy}", failure.message);
}
