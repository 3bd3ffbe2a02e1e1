//! What walking a plan comes to.

use super::set::DriveSettings;
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
    /// Of a step that repeats its body, counted from 0.
    pub round: Option<u32>,
    /// What is asked of it.
    pub spec: Spec,
}

/// What is to be done next.
#[derive(Debug, Clone, PartialEq)]
pub enum Action {
    /// A setting of the drive for what comes after.
    Set {
        /// Where its step stands in the plan.
        step_path: Vec<u32>,
        /// What is set.
        settings: DriveSettings,
    },
    /// A measurement.
    Measure(Box<Point>),
}

/// A step's path as errors write it: `steps[1].steps[0]`.
pub fn place(step_path: &[u32]) -> String {
    let steps: Vec<String> = step_path.iter().map(|index| format!("steps[{index}]")).collect();
    steps.join(".")
}
