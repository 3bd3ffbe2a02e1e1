//! The seconds of one run in another program's format: comma-separated values, or an HdrHistogram log. What else there
//! is to say goes to standard error.

use super::report::{Report, complain};
use super::sink::Sink;
use crate::signals::Signals;
use crosspoint_bench::export::csv::CsvExport;
use crosspoint_bench::export::hlog::HlogExport;
use crosspoint_bench::output::{Failure, Finding, Point, RunResult, Search, Second, Start, Step};
use crosspoint_bench::run::{Observer, Readiness};
use std::io::{self, Stdout, Write};
use std::time::SystemTime;

pub struct Rows {
    format: Format,
    start: Option<Start>,
    sink: Sink,
}

enum Format {
    Csv(Box<CsvExport<Stdout>>),
    /// Begun with the run.
    Hlog(Option<HlogExport<Stdout>>),
}

impl Rows {
    pub fn csv(signals: Signals) -> Self {
        Rows::new(Format::Csv(Box::new(CsvExport::new(io::stdout()))), signals)
    }

    pub fn hlog(signals: Signals) -> Self {
        Rows::new(Format::Hlog(None), signals)
    }

    fn new(format: Format, signals: Signals) -> Self {
        Rows {
            format,
            start: None,
            sink: Sink::new(signals),
        }
    }
}

impl Observer for Rows {
    fn ready(&mut self, readiness: &Readiness) {
        let Some(mut start) = self.start.take() else {
            return;
        };
        readiness.complete(&mut start);
        if let Format::Hlog(export) = &mut self.format {
            self.sink.write(|_| {
                *export = Some(HlogExport::begin(&start, SystemTime::now(), io::stdout())?);
                Ok(())
            });
        }
    }

    fn second(&mut self, second: Second) {
        let format = &mut self.format;
        self.sink.write(|_| match format {
            Format::Csv(export) => export.second(&second),
            Format::Hlog(Some(export)) => export.second(&second).map_err(io::Error::other),
            Format::Hlog(None) => Ok(()),
        });
    }

    fn stop_requested(&mut self) -> bool {
        self.sink.stop_requested()
    }
}

impl Report for Rows {
    fn point(&mut self, _point: &Point) {}

    fn begin(&mut self, start: Start) {
        for warning in &start.warnings {
            let _ = writeln!(io::stderr(), "warning: {warning}");
        }
        self.start = Some(start);
    }

    fn result(&mut self, result: &RunResult) {
        for warning in &result.warnings {
            let _ = writeln!(io::stderr(), "warning: {warning}");
        }
    }

    fn failure(&mut self, failure: &Failure) {
        complain(failure);
    }

    fn search(&mut self, _search: &Search) {}

    fn step(&mut self, _step: &Step) {}

    fn finding(&mut self, _finding: &Finding) {}
}
