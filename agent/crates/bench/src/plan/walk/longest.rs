//! The walk on which nothing fails and nothing becomes steady: what a plan says before it is run.

use super::Walk;
use super::action::Action;
use super::cursor::Cursor;
use super::feedback::{Feedback, Measured, PointOutcome};
use crate::plan::measurement::Measurement;
use crate::plan::plan::Plan;
use crate::plan::point::Point;
use crate::plan::setting::{SettingKind, SettingValue};

impl Plan {
    /// What is done on the longest walk: no rounds become steady, no search fails. Of a setting whose offered values are not
    /// known, the body is walked once.
    pub fn actions(&self, offered: impl Fn(SettingKind) -> Vec<SettingValue>) -> Vec<Action> {
        let mut walk = Walk::new(self);
        let mut actions = Vec::new();
        while let Some(action) = walk.action().cloned() {
            match &action {
                Action::Ask { setting, .. } => match offered(*setting) {
                    values if values.is_empty() => walk.assume_one_value(),
                    values => walk.tell(&Feedback::Offered { values }),
                },
                Action::Measure(measurement) => walk.tell(&unsteady(measurement)),
                _ => walk.tell(&Feedback::Done),
            }
            actions.push(action);
        }
        actions
    }

    /// What is measured on that walk, where it is not known what a drive offers.
    pub fn points(&self) -> Vec<Point> {
        let actions = self.actions(|_| Vec::new()).into_iter();
        let points = actions.flat_map(|action| match action {
            Action::Measure(measurement) => measurement.points,
            _ => Vec::new(),
        });
        points.collect()
    }
}

impl Walk {
    fn assume_one_value(&mut self) {
        let level = self.levels.last_mut();
        if let Some(Cursor::Each(values)) = level.and_then(|level| level.cursor.as_mut()) {
            values.assume_one();
        }
        self.action = self.find();
    }
}

/// All criteria hold, and there is no figure that could become steady.
fn unsteady(measurement: &Measurement) -> Feedback {
    let points = (0..measurement.points.len()).map(|index| Measured {
        outcome: PointOutcome::Complete,
        reason: None,
        operations: 0,
        iops: 0.0,
        bytes_per_second: 0.0,
        mean_latency_ns: None,
        criteria: measurement.criteria_of(index).map(|_| true).collect(),
    });
    Feedback::Measured {
        points: points.collect(),
    }
}
