//! The output for a person: what is measured, a bar with live figures, and a table at the end.

use crate::measure::Report;
use crate::signals::Signals;
use crate::table;
use crosspoint_bench::output::{Failure, Phase, RunResult, Second, SecondDirection, Start};
use crosspoint_bench::quantity::{format_ns, format_rate};
use crosspoint_bench::run::Observer;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, Write};
use std::time::Instant;

pub struct Terminal {
    start: Option<Start>,
    signals: Signals,
    /// Draws on standard error, and nothing if that is no terminal.
    bar: ProgressBar,
    started: Instant,
}

impl Terminal {
    pub fn new(start: Option<Start>, signals: Signals) -> Self {
        let length_ms = start
            .as_ref()
            .map_or(0, |start| start.workload.ramp_ms + start.workload.duration_ms);
        let style =
            ProgressStyle::with_template("{bar:30} {percent:>3} %  {msg}").expect("the template is correct");
        let bar = ProgressBar::new(length_ms).with_style(style);
        Terminal {
            start,
            signals,
            bar,
            started: Instant::now(),
        }
    }
}

/// Prints to standard output; if nobody reads it, there is nobody to tell.
fn print(text: &str) {
    let _ = io::stdout().write_all(text.as_bytes());
}

impl Observer for Terminal {
    fn ready(&mut self, engine_flags: &[String]) {
        if let Some(mut start) = self.start.take() {
            start.environment.engine_flags.extend_from_slice(engine_flags);
            print(&table::heading(&start));
        }
        self.started = Instant::now();
    }

    fn second(&mut self, second: Second) {
        let mut figures = Vec::new();
        if second.phase == Phase::Ramp {
            figures.push("ramp".to_owned());
        }
        for (name, direction) in [("read", &second.read), ("write", &second.write)] {
            figures.extend(
                direction
                    .as_ref()
                    .map(|direction| live(name, direction, second.elapsed_ns)),
            );
        }
        self.bar.set_message(figures.join("   "));
    }

    fn stop_requested(&mut self) -> bool {
        self.bar
            .set_position(u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX));
        self.signals.received().is_some()
    }
}

fn live(name: &str, direction: &SecondDirection, elapsed_ns: u64) -> String {
    let iops = direction.operations as f64 * 1e9 / elapsed_ns.max(1) as f64;
    let mean = direction.latency_ns_mean.map_or("-".into(), format_ns);
    format!("{name} {} IOPS, mean {mean}", format_rate(iops))
}

impl Report for Terminal {
    fn result(&mut self, result: &RunResult) {
        self.bar.finish_and_clear();
        print(&table::result(result));
    }

    fn failure(&mut self, failure: &Failure) {
        self.bar.finish_and_clear();
        let remedy = failure
            .remedy
            .as_ref()
            .map(|remedy| format!("\n  remedy: {remedy}"))
            .unwrap_or_default();
        let _ = writeln!(io::stderr(), "uring-bench: {}{remedy}", failure.message);
    }
}
