//! What a walk has come to.

use super::feedback::{Feedback, Measured, PointOutcome};
use crate::plan::point::{DatabasePoint, Point, place};
use crate::plan::spec::Purpose;

/// So many failures in a row end a run: what fails is not a point but the drive, or the host.
const FAILURES_IN_ROW_MAX: u32 = 8;
/// Most reasons that a conclusion repeats, and most characters of each.
const REASONS_MAX: usize = 3;
const REASON_CHARS_MAX: usize = 300;

/// What a walk came to, as far as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conclusion {
    /// Every step was done and every point was complete, or skipped for a stated reason.
    pub complete: bool,
    /// What was not, for a person.
    pub reason: Option<String>,
    /// Points so far, of whatever outcome.
    pub points: u32,
    /// Of these, failed.
    pub failed: u32,
    /// Of these, skipped.
    pub skipped: u32,
}

/// What there is to count.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Tally {
    points: u32,
    failed: u32,
    skipped: u32,
    in_row: u32,
    steps_failed: u32,
    reasons: Vec<String>,
    /// Why steps were left out, or it ended before its last one.
    stopped: Option<String>,
}

impl Tally {
    /// Counts the points of a measurement.
    pub(super) fn measured(&mut self, points: &[Point], measured: &[Measured]) {
        let count = |outcome| measured.iter().filter(|point| point.outcome == outcome).count();
        let counts = [PointOutcome::Failed, PointOutcome::Skipped]
            .map(|outcome| u32::try_from(count(outcome)).expect("a measurement has at most eight points"));
        self.points += u32::try_from(measured.len()).expect("a measurement has at most eight points");
        self.failed += counts[0];
        self.skipped += counts[1];
        match counts {
            [0, 0] => self.in_row = 0,
            [0, _] => {}
            _ => self.in_row += 1,
        }
        for (point, measured) in points.iter().zip(measured) {
            let is_missed = point.spec.purpose == Purpose::Precondition;
            if measured.outcome == PointOutcome::Failed
                || (is_missed && measured.outcome == PointOutcome::Skipped)
            {
                let reason = measured.reason.as_deref().unwrap_or("it failed");
                self.remember(&format!(
                    "point {} ({}): {reason}",
                    point.sequence + 1,
                    point.spec
                ));
            }
        }
    }

    /// Counts a point of a database.
    pub(super) fn transacted(&mut self, point: &DatabasePoint, feedback: &Feedback) {
        self.points += 1;
        match feedback {
            Feedback::Done => self.in_row = 0,
            Feedback::Skipped { .. } => self.skipped += 1,
            _ => {
                self.in_row += 1;
                self.failed += 1;
                self.remember(&format!(
                    "point {} ({}): {}",
                    point.sequence + 1,
                    point.spec,
                    feedback.reason()
                ));
            }
        }
    }

    /// Counts a step that could not be done.
    pub(super) fn step_failed(&mut self, step_path: &[u32], what: &str, reason: &str) {
        self.in_row += 1;
        self.steps_failed += 1;
        self.remember(&format!("{} ({what}): {reason}", place(step_path)));
    }

    fn remember(&mut self, reason: &str) {
        if self.reasons.len() < REASONS_MAX {
            self.reasons.push(reason.chars().take(REASON_CHARS_MAX).collect());
        }
    }

    /// Says that steps are left out, or that the walk ends here.
    pub(super) fn stop(&mut self, reason: &str) {
        self.stopped = Some(reason.to_owned());
    }

    /// Whether so many failures came in a row that there is no use in going on.
    pub(super) fn is_hopeless(&self) -> bool {
        self.in_row >= FAILURES_IN_ROW_MAX
    }

    pub(super) fn conclusion(&self) -> Conclusion {
        let points = |count: u32| if count == 1 { "point" } else { "points" };
        let steps = |count: u32| if count == 1 { "step" } else { "steps" };
        let mut parts = Vec::new();
        if self.failed > 0 {
            parts.push(format!(
                "{} of {} {} failed",
                self.failed,
                self.points,
                points(self.points)
            ));
        }
        if self.steps_failed > 0 {
            parts.push(format!(
                "{} {} failed",
                self.steps_failed,
                steps(self.steps_failed)
            ));
        }
        parts.extend(self.stopped.clone());
        let complete = parts.is_empty();
        let reason = format!("{}: {}", parts.join("; "), self.reasons.join("; "));
        Conclusion {
            complete,
            reason: (!complete).then_some(reason),
            points: self.points,
            failed: self.failed,
            skipped: self.skipped,
        }
    }
}
