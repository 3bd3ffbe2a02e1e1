//! What came of an action, and what follows from it.

use super::Walk;
use super::action::Action;
use super::cursor::Cursor;
use super::feedback::{Feedback, Measured, PointOutcome};
use super::step_at;
use super::trials::Verdict;
use crate::plan::measurement::Measurement;
use crate::plan::point::DatabasePoint;
use crate::plan::spec::Purpose;
use crate::plan::step::Step;
use std::sync::Arc;

impl Walk {
    /// Takes what came of `action`; false if figures after it, in the same list, would mislead.
    pub(super) fn take(&mut self, action: &Action, feedback: &Feedback) -> bool {
        if let Action::Measure(measurement) = action {
            return self.take_measured(measurement, feedback);
        }
        if let Action::Transact(point) = action {
            self.take_transacted(point, feedback);
            return true;
        }
        let step_path = action.step_path();
        // It leaves the target as it was: what comes after it does not depend on it. One that a drive has not is no failure.
        if let Action::SelfTest { .. } = action {
            if !matches!(feedback, Feedback::Done | Feedback::Skipped { .. }) {
                self.tally
                    .step_failed(step_path, action.name(), feedback.reason());
            }
            return true;
        }
        let is_done = self.is_done(action, feedback);
        if !is_done {
            self.tally
                .step_failed(step_path, action.name(), feedback.reason());
        }
        match action {
            Action::Purge { method, .. } if is_done => {
                self.state.purge(step_path, format!("purge:{}", method.name()));
            }
            Action::Purge { .. } => self.state.spoil(step_path),
            Action::Set { settings, .. } => {
                if is_done {
                    self.state.settings = self.state.settings.overlaid(settings);
                }
                // Where a value could not be set, its body is left out; the other values have theirs.
                if let Some(Cursor::Each(values)) = self.cursor() {
                    values.set(is_done);
                    return true;
                }
            }
            Action::PutBack { setting, .. } if is_done => {
                if let Some(Cursor::Each(values)) = self.cursor() {
                    values.end();
                    let before = values.before().clone();
                    self.state.settings = self.state.settings.put_back(*setting, &before);
                }
            }
            Action::PutBack { .. }
            | Action::Ask { .. }
            | Action::Idle { .. }
            | Action::SelfTest { .. }
            | Action::Measure(_)
            | Action::Transact(_) => {}
        }
        is_done
    }

    fn is_done(&mut self, action: &Action, feedback: &Feedback) -> bool {
        match (action, feedback) {
            (Action::Ask { .. }, Feedback::Offered { values }) => match self.cursor() {
                Some(Cursor::Each(so_far)) => so_far.offer(values),
                _ => false,
            },
            (Action::Ask { .. }, _) => false,
            (_, feedback) => *feedback == Feedback::Done,
        }
    }

    fn take_measured(&mut self, measurement: &Measurement, feedback: &Feedback) -> bool {
        let points = &measurement.points;
        let measured = measured(points.len(), feedback);
        self.tally.measured(points, &measured);
        let is_complete = measured
            .iter()
            .all(|point| point.outcome == PointOutcome::Complete);
        if let Some(Cursor::Search(trials)) = self.cursor() {
            trials.tell(verdict(measurement, &measured));
        }
        let first = measurement.first();
        let all = Arc::clone(&self.steps);
        for level in &mut self.levels {
            let step = step_at(&all, &level.path());
            if let (Some(Cursor::Rounds(rounds)), Some(Step::Rounds(step))) = (&mut level.cursor, step) {
                rounds.take(step, points, &measured);
            }
        }
        if first.spec.purpose == Purpose::Measure {
            return true;
        }
        match step_at(&all, &first.step_path) {
            Some(Step::Fill(fill)) if is_complete => self.state.add(&first.step_path, fill.word().to_owned()),
            _ => self.state.spoil(&first.step_path),
        }
        is_complete
    }

    /// Whatever came of it, the step has written a database over what was there.
    fn take_transacted(&mut self, point: &DatabasePoint, feedback: &Feedback) {
        self.tally.transacted(point, feedback);
        if let Some(Step::Database(database)) = step_at(&self.steps, &point.step_path) {
            self.state.add(&point.step_path, database.word());
        }
    }

    fn cursor(&mut self) -> Option<&mut Cursor> {
        self.levels.last_mut()?.cursor.as_mut()
    }
}

/// One for each point, whatever was said.
fn measured(points: usize, feedback: &Feedback) -> Vec<Measured> {
    match feedback {
        Feedback::Measured { points: measured } if measured.len() == points => measured.clone(),
        Feedback::Skipped { reason } => {
            vec![Measured::without_figures(PointOutcome::Skipped, reason); points]
        }
        other => vec![Measured::without_figures(PointOutcome::Failed, other.reason()); points],
    }
}

/// A trial that was not measured to its end proves nothing, and neither does one that was not judged by each criterion.
fn verdict(measurement: &Measurement, measured: &[Measured]) -> Verdict {
    let is_whole = |point: &Measured| point.outcome == PointOutcome::Complete;
    let judged = measured.iter().map(|point| point.criteria.len()).sum::<usize>();
    if !measured.iter().all(is_whole) || judged != measurement.criteria.len() {
        return Verdict::Unknown;
    }
    match measured
        .iter()
        .flat_map(|point| &point.criteria)
        .all(|&holds| holds)
    {
        true => Verdict::Passed,
        false => Verdict::Failed,
    }
}
