//! What carries operations to the target: the seam between the measuring loop and the kernel.

use crate::workload::Operation;
use std::io;
use std::time::Duration;

/// An operation that came back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Completion {
    /// The slot it was prepared in; free again.
    pub slot: u16,
    /// Bytes moved, or the negative error number.
    pub result: i32,
}

/// Carries operations to the target and back. Each slot has a buffer and one operation at a time.
///
/// The measuring loop knows nothing else of an engine, so that it can be tested with one that has no
/// kernel under it.
pub trait Engine {
    /// Readies `operation` in a free `slot`. It is handed over by the next [`Engine::submit_and_wait`].
    fn prepare(&mut self, slot: u16, operation: Operation);

    /// Hands over everything prepared and waits until at least one operation has come back or `timeout` is
    /// over. Coming back without a completion is no error.
    fn submit_and_wait(&mut self, timeout: Duration) -> io::Result<()>;

    /// Moves every operation that has come back into `completions`.
    fn reap(&mut self, completions: &mut Vec<Completion>);
}
