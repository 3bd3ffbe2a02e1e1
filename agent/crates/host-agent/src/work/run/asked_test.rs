//! A self-test that a plan asks for.

use crosspoint_bench::plan::SelfTest;

/// A self-test of a plan, and which of the run's it is.
pub(super) struct Asked<'a> {
    pub step_path: &'a [u32],
    pub test: SelfTest,
    pub number: usize,
    /// It was begun before the agent went down.
    pub was_begun: bool,
}
