//! All lines as one JSON document, when everything is over.

use super::report::Report;
use super::sink::Sink;
use crate::signals::Signals;
use crosspoint_bench::output::{Failure, Finding, Point, RunResult, Search, Second, Start, Step, VERSION};
use crosspoint_bench::run::{Observer, Readiness};
use serde::Serialize;
use std::io;

/// The document.
#[derive(Serialize)]
struct Contents {
    version: u32,
    runs: Vec<Run>,
    #[serde(skip_serializing_if = "Option::is_none")]
    search: Option<Search>,
    /// The steps of a plan that measured nothing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    steps: Vec<Step>,
    /// What its other steps have come to.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    findings: Vec<Finding>,
    /// Why nothing could start, or not all.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Failure>,
}

#[derive(Default, Serialize)]
struct Run {
    #[serde(skip_serializing_if = "Option::is_none")]
    point: Option<Point>,
    start: Option<Start>,
    seconds: Vec<Second>,
    result: Option<RunResult>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Failure>,
}

pub struct Document {
    contents: Contents,
    point: Option<Point>,
    sink: Sink,
}

impl Document {
    pub fn new(signals: Signals) -> Self {
        Document {
            contents: Contents {
                version: VERSION,
                runs: Vec::new(),
                search: None,
                steps: Vec::new(),
                findings: Vec::new(),
                error: None,
            },
            point: None,
            sink: Sink::new(signals),
        }
    }

    fn last(&mut self) -> Option<&mut Run> {
        self.contents.runs.last_mut()
    }
}

impl Observer for Document {
    fn ready(&mut self, readiness: &Readiness) {
        if let Some(start) = self.last().and_then(|run| run.start.as_mut()) {
            readiness.complete(start);
        }
    }

    fn second(&mut self, second: Second) {
        if let Some(run) = self.last() {
            run.seconds.push(second);
        }
    }

    fn stop_requested(&mut self) -> bool {
        self.sink.stop_requested()
    }
}

impl Report for Document {
    fn point(&mut self, point: &Point) {
        self.point = Some(point.clone());
    }

    fn begin(&mut self, start: Start) {
        let run = Run {
            point: self.point.take(),
            start: Some(start),
            ..Run::default()
        };
        self.contents.runs.push(run);
    }

    fn result(&mut self, result: &RunResult) {
        if let Some(run) = self.last() {
            run.result = Some(result.clone());
        }
    }

    fn failure(&mut self, failure: &Failure) {
        // One that was announced and could not start has no other figures.
        if let Some(point) = self.point.take() {
            self.contents.runs.push(Run {
                point: Some(point),
                ..Run::default()
            });
        }
        match self.last() {
            Some(run) => run.error = Some(failure.clone()),
            None => self.contents.error = Some(failure.clone()),
        }
    }

    fn incomplete(&mut self, failure: &Failure) {
        self.contents.error = Some(failure.clone());
    }

    fn search(&mut self, search: &Search) {
        self.contents.search = Some(search.clone());
    }

    fn step(&mut self, step: &Step) {
        self.contents.steps.push(step.clone());
    }

    fn finding(&mut self, finding: &Finding) {
        self.contents.findings.push(finding.clone());
    }

    fn close(&mut self) {
        let contents = &self.contents;
        self.sink.write(|stdout| {
            serde_json::to_writer_pretty(&mut *stdout, contents).map_err(io::Error::other)?;
            writeln!(stdout)
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_belongs_to_the_run_that_could_not_start_or_to_all_of_them() {
        let failure = |message: &str| Failure {
            message: message.into(),
            remedy: None,
            errno: None,
            kind: None,
        };
        let mut document = Document::new(Signals::watch().unwrap());
        for index in 0..2 {
            document.point(&Point {
                index,
                of: None,
                name: index.to_string(),
                place: None,
            });
            document.failure(&failure(&format!("run {index}")));
        }
        document.incomplete(&failure("all"));
        let told = |failure: &Option<Failure>| failure.as_ref().unwrap().message.clone();
        let runs = document.contents.runs.iter().map(|run| told(&run.error));
        assert_eq!(runs.collect::<Vec<_>>(), ["run 0", "run 1"]);
        assert_eq!(told(&document.contents.error), "all");
    }
}
