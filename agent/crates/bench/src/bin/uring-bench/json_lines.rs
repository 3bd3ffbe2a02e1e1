//! The output for a program: one JSON object a line, as `crosspoint_bench::output` defines it.

use crate::measure::Report;
use crate::signals::Signals;
use crosspoint_bench::output::{Failure, Line, RunResult, Second, Start};
use crosspoint_bench::run::Observer;
use std::io::{self, Write};

pub struct JsonLines {
    start: Option<Start>,
    signals: Signals,
    /// Nobody reads any more: there is no use in going on, least of all in going on writing to a drive.
    broken: bool,
}

impl JsonLines {
    pub fn new(start: Option<Start>, signals: Signals) -> Self {
        JsonLines {
            start,
            signals,
            broken: false,
        }
    }

    fn print(&mut self, line: &Line) {
        if self.broken {
            return;
        }
        let printed = serde_json::to_string(line)
            .map_err(io::Error::other)
            .and_then(|text| {
                let mut stdout = io::stdout().lock();
                writeln!(stdout, "{text}").and_then(|()| stdout.flush())
            });
        if let Err(error) = printed {
            self.broken = true;
            // If standard error is gone as well, there is nobody left to tell.
            let _ = writeln!(
                io::stderr(),
                "uring-bench: cannot print the figures, the run ends: {error}"
            );
        }
    }
}

impl Observer for JsonLines {
    fn ready(&mut self, engine_flags: &[String]) {
        if let Some(mut start) = self.start.take() {
            start.environment.engine_flags.extend_from_slice(engine_flags);
            self.print(&Line::Start(Box::new(start)));
        }
    }

    fn second(&mut self, second: Second) {
        self.print(&Line::Second(second));
    }

    fn stop_requested(&mut self) -> bool {
        self.broken || self.signals.received().is_some()
    }
}

impl Report for JsonLines {
    fn result(&mut self, result: &RunResult) {
        self.print(&Line::Result(Box::new(result.clone())));
    }

    fn failure(&mut self, failure: &Failure) {
        self.print(&Line::Error(failure.clone()));
    }
}
