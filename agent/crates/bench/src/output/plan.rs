//! Where in a plan a run stands, and what its steps have come to.

use serde::{Deserialize, Serialize};

/// Where in a plan a run stands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Place {
    /// Its step, and within that the step of its body: `[1]` is the second step.
    pub step_path: Vec<u32>,
    /// Of a step that repeats its body, from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<u32>,
    /// What a search raised.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub raised: Option<Raised>,
}

/// What a search raised, and to what.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Raised {
    /// "rate", "queueDepth" or "threads".
    pub parameter: String,
    /// To what.
    pub value: f64,
    /// What passed before is confirmed, for longer.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub confirms: bool,
}

/// A step that measures nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Step {
    /// Where it stands in the plan.
    pub step_path: Vec<u32>,
    /// What is done; for a person.
    pub name: String,
}

/// What a step that goes by what it measures has come to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Finding {
    /// Where it stands in the plan.
    pub step_path: Vec<u32>,
    /// What.
    #[serde(flatten)]
    pub found: Found,
}

/// What.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Found {
    /// A search is over.
    Search {
        /// "rate", "queueDepth" or "threads".
        parameter: String,
        /// The highest value that passed; `null` if none did, or nothing is known.
        highest: Option<f64>,
        /// A trial was not measured to its end: nothing is known.
        undecided: bool,
    },
    /// Rounds are over.
    Rounds {
        /// How many were measured.
        rounds: u32,
        /// Whether they became steady; `null` where nothing waited for it.
        steady: Option<bool>,
    },
}
