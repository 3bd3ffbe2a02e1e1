//! Watching a run.

use super::readiness::Readiness;
use crate::output::Second;

/// Who watches a run. All methods are called from the thread that called [`run`](super::run()).
pub trait Observer {
    /// Everything is set up and the first operation is about to be issued.
    fn ready(&mut self, readiness: &Readiness);
    /// A second is over.
    fn second(&mut self, second: Second);
    /// Asked many times a second: shall the run end now?
    fn stop_requested(&mut self) -> bool;
}
