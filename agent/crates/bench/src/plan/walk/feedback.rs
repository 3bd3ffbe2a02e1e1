//! What came of an action: small, and all that a walk goes by, so that the same feedbacks repeat the same walk.

use crate::plan::setting::SettingValue;
use serde::{Deserialize, Serialize};

/// What came of an action.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Feedback {
    /// It was done.
    Done,
    /// It was not done, or not whole. Of a measurement: none of its points was measured to its end.
    Failed {
        /// For a person.
        reason: String,
    },
    /// It was left out on purpose. Of a measurement: all of its points.
    Skipped {
        /// For a person.
        reason: String,
    },
    /// What the drive offers of the setting that was asked for.
    Offered {
        /// The values, in the order in which they are tried.
        values: Vec<SettingValue>,
    },
    /// What the points of a measurement came to, in their order.
    Measured {
        /// One for each.
        points: Vec<Measured>,
    },
}

impl Feedback {
    /// Why it was not done, for a person.
    pub(super) fn reason(&self) -> &str {
        match self {
            Feedback::Failed { reason } | Feedback::Skipped { reason } => reason,
            Feedback::Done | Feedback::Offered { .. } | Feedback::Measured { .. } => {
                "nothing usable came of it"
            }
        }
    }
}

/// How a point ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum PointOutcome {
    /// It was measured to its end.
    Complete,
    /// It was not, or it cannot be relied on.
    Failed,
    /// It was left out on purpose.
    Skipped,
}

/// What a point came to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Measured {
    /// How it ended.
    pub outcome: PointOutcome,
    /// Why, if it is not complete; for a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Operations completed.
    pub operations: u64,
    /// Operations per second.
    pub iops: f64,
    /// Bytes per second.
    pub bytes_per_second: f64,
    /// Mean latency of all operations.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mean_latency_ns: Option<f64>,
    /// Whether each criterion of the measurement that is about this point holds, in their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub criteria: Vec<bool>,
}

impl Measured {
    /// A point that was not measured.
    pub fn without_figures(outcome: PointOutcome, reason: &str) -> Self {
        Measured {
            outcome,
            reason: Some(reason.to_owned()),
            operations: 0,
            iops: 0.0,
            bytes_per_second: 0.0,
            mean_latency_ns: None,
            criteria: Vec::new(),
        }
    }
}
