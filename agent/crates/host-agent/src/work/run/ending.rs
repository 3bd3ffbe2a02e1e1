//! How the measurement of a point ended, and what becomes of the point with it.

use crosspoint_bench::output::{Failure, FailureKind, RunResult, stream_prefix};
use crosspoint_wire::PointFinishedEventOutcome as Outcome;

use super::stop::Stop;

/// How the child ended.
#[derive(Debug, Clone, Default)]
pub struct Ending {
    /// Its result line, if it printed one.
    pub result: Option<RunResult>,
    /// Its error line, if it printed one.
    pub failure: Option<Failure>,
    /// Why it failed as a process: exit code, signal, silence.
    pub trouble: Option<String>,
    /// Why it was told to stop, if it was.
    pub stopped: Option<Stop>,
    /// The trouble is what it measures, not how: nothing else must be measured there.
    pub is_objected_to: bool,
    /// This is the part of one of several streams.
    pub is_part: bool,
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

impl Ending {
    /// That of one of several streams; all of it where there is one. Figures beside a stream that failed are of no use either: where
    /// it has no errors of its own, it has those of the others.
    pub fn of_stream(&self, stream: usize, streams: usize) -> Self {
        let mut part = self.clone();
        if streams == 1 {
            return part;
        }
        part.is_part = true;
        if let Some(result) = &mut part.result {
            let names = result
                .streams
                .iter()
                .enumerate()
                .filter(|(number, _)| *number != stream);
            let others: Vec<String> = names
                .filter_map(|(_, of)| of.name.as_deref().map(stream_prefix))
                .collect();
            result
                .warnings
                .retain(|warning| !others.iter().any(|other| warning.starts_with(other)));
            let own = result.streams.get(stream).cloned().unwrap_or_default();
            result.read = own.read;
            result.write = own.write;
            result.slices = own.slices;
            result.littles_law = own.littles_law;
            result.cpu_user_ns = own.cpu_user_ns;
            result.cpu_system_ns = own.cpu_system_ns;
            if !own.errors.is_empty() {
                result.errors = own.errors;
            }
        }
        part
    }
}

/// An error of the tool or of the drive weighs more than a stop that was asked for: it must not hide behind it.
pub(super) fn judge(ending: &Ending) -> (Outcome, Option<String>) {
    let errors = ending.result.iter().flat_map(|result| &result.errors);
    let errors: Vec<String> = errors
        .map(|error| format!("{} x {}", error.count, error.name))
        .collect();
    if !errors.is_empty() {
        let reason = format!("operations failed: {}", errors.join(", "));
        return (Outcome::Failed, Some(reason));
    }
    match &ending.stopped {
        Some(Stop::Cancel(reason)) => return (Outcome::Interrupted, Some(reason.clone())),
        Some(Stop::Skip(reason)) => return (Outcome::Skipped, Some(reason.clone())),
        Some(Stop::Suspend) => return (Outcome::Interrupted, Some("the agent was stopped".to_owned())),
        None => {}
    }
    if let Some(failure) = &ending.failure {
        return judge_failure(failure, ending.result.is_some());
    }
    if let Some(trouble) = &ending.trouble {
        return (Outcome::Failed, Some(trouble.clone()));
    }
    match &ending.result {
        None => (
            Outcome::Failed,
            Some("uring-bench ended without a result".to_owned()),
        ),
        Some(result) if result.interrupted => (
            Outcome::Interrupted,
            Some("the measurement ended early: its time limit passed first, or something other than this agent stopped it".to_owned()),
        ),
        Some(_) => (Outcome::Complete, None),
    }
}

/// What drive, driver or kernel cannot do is no fault of theirs; once something was measured they could.
fn judge_failure(failure: &Failure, has_result: bool) -> (Outcome, Option<String>) {
    let remedy = failure
        .remedy
        .as_ref()
        .map(|remedy| format!(". {remedy}"))
        .unwrap_or_default();
    let outcome = match failure.kind {
        Some(FailureKind::Unsupported) if !has_result => Outcome::Skipped,
        _ => Outcome::Failed,
    };
    (outcome, Some(format!("{}{remedy}", failure.message)))
}
