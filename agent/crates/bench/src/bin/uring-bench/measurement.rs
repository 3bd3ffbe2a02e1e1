//! What is measured in one go.

use crosspoint_bench::engine::Choice;
use crosspoint_bench::workload::Request;

/// One run of a series.
#[derive(Debug, Clone, PartialEq)]
pub struct Measurement {
    /// What sets it apart from the others.
    pub name: String,
    /// By which way.
    pub engine: Choice,
    /// The load.
    pub request: Request,
}
