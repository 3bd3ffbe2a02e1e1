//! What comes of a run.

use crate::histogram::Latencies;
use crate::output::{Failure, RunResult};

/// What a run came to.
#[derive(Debug)]
pub struct Outcome {
    /// The figures, of as much as was measured.
    pub result: RunResult,
    /// Why it ended before its time, if not by request.
    pub failure: Option<Failure>,
    /// Latencies of all reads of the result, if the load has any.
    pub read: Option<Latencies>,
    /// Latencies of all writes of the result, if the load has any.
    pub write: Option<Latencies>,
}
