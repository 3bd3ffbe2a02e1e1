//! Which point of which run.

use crosspoint_wire::PointSpec;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// A point of a run, with all that is asked of it: what the events of it say, also after a crash.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PointPlace {
    /// The run.
    pub run_id: Uuid,
    /// Its place in the order of measuring, from 0.
    pub sequence: u16,
    /// Where its step stands in the plan: `[1]` is the second step.
    pub step_path: Vec<u8>,
    /// Of a step that repeats its body, from 0.
    pub round: Option<u16>,
    /// All that is asked of it, defaults written out.
    pub spec: PointSpec,
}

impl PointPlace {
    /// Its number for people, who count from 1.
    #[must_use]
    pub fn number(&self) -> u32 {
        u32::from(self.sequence) + 1
    }
}
