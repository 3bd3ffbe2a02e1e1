//! The command `run`.

use crate::cli::RunArguments;
use crate::measure::{series, with_report};
use crate::search;

/// Measures one load, or one after the other; returns the exit code.
pub fn run(arguments: &RunArguments) -> u8 {
    let points = arguments.measurements();
    if arguments.objective.is_some() {
        return with_report(&arguments.how, points.len(), |report, signals| {
            search::run(arguments, &points, report, signals)
        });
    }
    series(&arguments.target, &arguments.how, &points)
}
