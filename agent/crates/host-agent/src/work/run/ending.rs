//! How the measurement of a point ended, and what becomes of the point with it.

use crosspoint_bench::output::{Failure, RunResult};
use crosspoint_wire as wire;

/// How the child ended.
#[derive(Debug, Default)]
pub struct Ending {
    /// Its result line, if it printed one.
    pub result: Option<RunResult>,
    /// Its error line, if it printed one.
    pub failure: Option<Failure>,
    /// Why it failed as a process: exit code, signal, silence.
    pub trouble: Option<String>,
    /// Why it was told to stop, if it was.
    pub stopped: Option<String>,
}

impl Ending {
    /// One that came before the tool said anything.
    pub fn of_trouble(trouble: String) -> Self {
        Self {
            trouble: Some(trouble),
            ..Self::default()
        }
    }
}

/// An error of the tool or of the drive weighs more than a stop that was asked for: it must not hide behind it.
pub(super) fn judge(ending: &Ending) -> (wire::PointFinishedEventOutcome, Option<String>) {
    use wire::PointFinishedEventOutcome::{Complete, Failed, Interrupted};
    let errors = ending.result.iter().flat_map(|result| &result.errors);
    let errors: Vec<String> = errors
        .map(|error| format!("{} x {}", error.count, error.name))
        .collect();
    if !errors.is_empty() {
        return (Failed, Some(format!("operations failed: {}", errors.join(", "))));
    }
    if let Some(reason) = &ending.stopped {
        return (Interrupted, Some(reason.clone()));
    }
    if let Some(failure) = &ending.failure {
        let remedy = failure
            .remedy
            .as_ref()
            .map(|remedy| format!(". {remedy}"))
            .unwrap_or_default();
        return (Failed, Some(format!("{}{remedy}", failure.message)));
    }
    if let Some(trouble) = &ending.trouble {
        return (Failed, Some(trouble.clone()));
    }
    match &ending.result {
        None => (Failed, Some("uring-bench ended without a result".to_owned())),
        Some(result) if result.interrupted => (
            Interrupted,
            Some("the measurement ended early: its time limit passed first, or something other than this agent stopped it".to_owned()),
        ),
        Some(_) => (Complete, None),
    }
}
