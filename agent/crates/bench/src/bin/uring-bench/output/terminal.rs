//! The output for a person: what is measured, a bar with live figures, and a table at the end.

use super::heading::heading;
use super::history::{self, History};
use super::report::{Report, complain};
use super::table;
use crate::signals::Signals;
use crosspoint_bench::output::{
    Failure, Finding, Phase, Point, RunResult, Search, Second, SecondDirection, Start, Step, Until,
};
use crosspoint_bench::plan::place;
use crosspoint_bench::quantity::{format_ns, format_rate};
use crosspoint_bench::run::{Observer, Readiness};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, Write};
use std::time::Instant;

pub struct Terminal {
    start: Option<Start>,
    signals: Signals,
    /// Draws on standard error, and nothing if that is no terminal.
    bar: ProgressBar,
    started: Instant,
    history: History,
}

impl Terminal {
    pub fn new(signals: Signals) -> Self {
        Terminal {
            start: None,
            signals,
            bar: ProgressBar::hidden(),
            started: Instant::now(),
            history: History::default(),
        }
    }
}

/// A bar of known length, or, where it is not known when the run ends, the time that has passed.
fn bar(length_ms: Option<u64>) -> ProgressBar {
    match length_ms {
        Some(length_ms) => ProgressBar::new(length_ms).with_style(
            ProgressStyle::with_template("{bar:30} {percent:>3} %  {msg}").expect("the template is correct"),
        ),
        None => ProgressBar::new_spinner()
            .with_style(ProgressStyle::with_template("{elapsed}  {msg}").expect("the template is correct")),
    }
}

fn length_ms(start: &Start) -> Option<u64> {
    match start.workload.until {
        Until::Elapsed { duration_ms } => Some(start.workload.ramp_ms + duration_ms),
        Until::Bytes { .. } | Until::Fills { .. } | Until::SteadyState { .. } => None,
    }
}

/// Prints to standard output; if nobody reads it, there is nobody to tell.
fn print(text: &str) {
    let _ = io::stdout().write_all(text.as_bytes());
}

impl Observer for Terminal {
    fn ready(&mut self, readiness: &Readiness) {
        if let Some(mut start) = self.start.take() {
            readiness.complete(&mut start);
            print(&heading(&start));
            self.bar = bar(length_ms(&start));
        }
        self.history = History::default();
        self.started = Instant::now();
    }

    fn second(&mut self, second: Second) {
        self.history.add(&second);
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
    fn point(&mut self, point: &Point) {
        let of = point.of.map(|of| format!(" of {of}")).unwrap_or_default();
        let place = point.place.as_ref().map(table::place).unwrap_or_default();
        print(&format!(
            "\n=== {}{of}: {place}{} ===\n",
            point.index + 1,
            point.name
        ));
    }

    fn begin(&mut self, start: Start) {
        self.start = Some(start);
    }

    fn result(&mut self, result: &RunResult) {
        self.bar.finish_and_clear();
        print(&table::result(result));
        print(&history::lines(&self.history));
    }

    fn failure(&mut self, failure: &Failure) {
        self.bar.finish_and_clear();
        complain(failure);
    }

    fn search(&mut self, search: &Search) {
        print(&table::search(search));
    }

    fn step(&mut self, step: &Step) {
        print(&format!("\n=== {}: {} ===\n", place(&step.step_path), step.name));
    }

    fn finding(&mut self, finding: &Finding) {
        print(&table::finding(finding));
    }
}
