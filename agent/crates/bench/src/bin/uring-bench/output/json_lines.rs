//! The output for a program: one JSON object a line, as `crosspoint_bench::output` defines it.

use super::report::Report;
use super::sink::Sink;
use crate::signals::Signals;
use crosspoint_bench::output::{Failure, Finding, Line, Point, RunResult, Search, Second, Start, Step};
use crosspoint_bench::run::{Observer, Readiness};
use std::io;

pub struct JsonLines {
    start: Option<Start>,
    sink: Sink,
}

impl JsonLines {
    pub fn new(signals: Signals) -> Self {
        JsonLines {
            start: None,
            sink: Sink::new(signals),
        }
    }

    fn print(&mut self, line: &Line) {
        self.sink.write(|stdout| {
            let text = serde_json::to_string(line).map_err(io::Error::other)?;
            writeln!(stdout, "{text}")
        });
    }
}

impl Observer for JsonLines {
    fn ready(&mut self, readiness: &Readiness) {
        if let Some(mut start) = self.start.take() {
            readiness.complete(&mut start);
            self.print(&Line::Start(Box::new(start)));
        }
    }

    fn second(&mut self, second: Second) {
        self.print(&Line::Second(second));
    }

    fn stop_requested(&mut self) -> bool {
        self.sink.stop_requested()
    }
}

impl Report for JsonLines {
    fn point(&mut self, point: &Point) {
        self.print(&Line::Point(point.clone()));
    }

    fn begin(&mut self, start: Start) {
        self.start = Some(start);
    }

    fn result(&mut self, result: &RunResult) {
        self.print(&Line::Result(Box::new(result.clone())));
    }

    fn failure(&mut self, failure: &Failure) {
        self.print(&Line::Error(failure.clone()));
    }

    fn search(&mut self, search: &Search) {
        self.print(&Line::Search(search.clone()));
    }

    fn step(&mut self, step: &Step) {
        self.print(&Line::Step(step.clone()));
    }

    fn finding(&mut self, finding: &Finding) {
        self.print(&Line::Finding(finding.clone()));
    }
}
