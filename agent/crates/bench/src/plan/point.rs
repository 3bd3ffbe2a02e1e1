//! What is measured, and where in its plan.

use super::database::DatabaseSpec;
use super::spec::Spec;

/// Most points of a plan, as in the contract between server and agent.
pub const POINTS_MAX: usize = 4096;

/// One measurement of a plan.
#[derive(Debug, Clone, PartialEq)]
pub struct Point {
    /// Its place in the order of measuring, from 0.
    pub sequence: u32,
    /// Where its step stands in the plan: `[1]` is the second step.
    pub step_path: Vec<u32>,
    /// Of the innermost step that repeats its body, counted from 0.
    pub round: Option<u32>,
    /// What a search raised for it.
    pub raised: Option<Raised>,
    /// What is asked of it.
    pub spec: Spec,
}

/// One measurement of a database.
#[derive(Debug, Clone, PartialEq)]
pub struct DatabasePoint {
    /// Its place in the order of measuring among all points of the plan, from 0.
    pub sequence: u32,
    /// Where its step stands in the plan.
    pub step_path: Vec<u32>,
    /// What is asked of it.
    pub spec: DatabaseSpec,
}

/// What a search raises.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Parameter {
    /// A factor of every rate.
    Rate,
    /// The queue depth of each thread.
    QueueDepth,
    /// The number of threads.
    Threads,
}

impl Parameter {
    /// As plans write it.
    pub fn name(self) -> &'static str {
        match self {
            Parameter::Rate => "rate",
            Parameter::QueueDepth => "queueDepth",
            Parameter::Threads => "threads",
        }
    }
}

/// What a search raised for a point, and to what.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Raised {
    /// What.
    pub parameter: Parameter,
    /// To what.
    pub value: f64,
    /// The point confirms what passed before, for longer.
    pub confirms: bool,
}

/// A step's path as errors write it: `steps[1].steps[0]`.
pub fn place(step_path: &[u32]) -> String {
    let steps: Vec<String> = step_path.iter().map(|index| format!("steps[{index}]")).collect();
    steps.join(".")
}
