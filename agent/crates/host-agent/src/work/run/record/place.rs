//! Which action of a plan it was: two versions of the agent may not walk a plan in one way.

use crosspoint_bench::plan::Action;
use serde::{Deserialize, Serialize};

const SELF_TEST: &str = "selfTest";

/// An action, by what can be told of it without its parameters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::work::run) struct ActionPlace {
    action: String,
    step_path: Vec<u32>,
    /// Its points, if it measures.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    sequences: Vec<u32>,
}

impl ActionPlace {
    /// Whether the drive tested itself.
    pub fn is_self_test(&self) -> bool {
        self.action == SELF_TEST
    }

    pub fn of(action: &Action) -> Self {
        let (name, sequences) = match action {
            Action::Set { .. } => ("set", Vec::new()),
            Action::Purge { .. } => ("purge", Vec::new()),
            Action::Idle { .. } => ("idle", Vec::new()),
            Action::SelfTest { .. } => (SELF_TEST, Vec::new()),
            Action::Ask { .. } => ("ask", Vec::new()),
            Action::PutBack { .. } => ("putBack", Vec::new()),
            Action::Transact(point) => ("transact", vec![point.sequence]),
            Action::Measure(measurement) => (
                "measure",
                measurement.points.iter().map(|point| point.sequence).collect(),
            ),
        };
        Self {
            action: name.to_owned(),
            step_path: action.step_path().to_vec(),
            sequences,
        }
    }
}
