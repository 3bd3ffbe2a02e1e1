//! Who shows runs to somebody.

use crosspoint_bench::output::{Failure, Finding, Point, RunResult, Search, Start, Step};
use crosspoint_bench::run::Observer;
use std::io::{self, Write};

/// The calls come in the order of the lines of [`crosspoint_bench::output`].
pub trait Report: Observer {
    /// The next run of a series.
    fn point(&mut self, point: &Point);
    /// The next run is ready; shown when it starts, with the engine's own flags.
    fn begin(&mut self, start: Start);
    /// Its result, after its last second.
    fn result(&mut self, result: &RunResult);
    /// Why a run failed, or none could start.
    fn failure(&mut self, failure: &Failure);
    /// Why a series as a whole is not complete.
    fn incomplete(&mut self, failure: &Failure) {
        self.failure(failure);
    }
    /// What the search of a rate came to.
    fn search(&mut self, search: &Search);
    /// The next step of a plan that measures nothing.
    fn step(&mut self, step: &Step);
    /// What a step of a plan has come to.
    fn finding(&mut self, finding: &Finding);
    /// Nothing more comes.
    fn close(&mut self) {}
}

/// Tells a person why there are no figures, on standard error.
pub(super) fn complain(failure: &Failure) {
    let remedy = failure
        .remedy
        .as_ref()
        .map(|remedy| format!("\n  remedy: {remedy}"))
        .unwrap_or_default();
    let _ = writeln!(io::stderr(), "uring-bench: {}{remedy}", failure.message);
}
