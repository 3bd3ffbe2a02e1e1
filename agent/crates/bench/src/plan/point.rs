//! What a plan measures.

use crate::engine::Choice;
use crate::workload::Request;

/// Most points of a plan, as in the protocol between agent and server.
pub const POINTS_MAX: usize = 512;

/// One measurement of a plan.
#[derive(Debug, Clone, PartialEq)]
pub struct Point {
    /// What it measures, unlike that of any other point of the plan.
    pub name: String,
    /// By which way.
    pub engine: Choice,
    /// The load.
    pub request: Request,
}
