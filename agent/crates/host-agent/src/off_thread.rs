//! Work that may wait for a disk or a drive, off the one thread on which everything else runs.

use std::time::Duration;

/// Does the work on a thread of its own and waits for it, but not longer than the limit; then it goes on by itself.
/// `None` if it was not done by then. Whoever calls this again and again sees to it that hanging work does not pile up.
pub async fn off_thread<T: Send + 'static>(
    limit: Duration,
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    let work = tokio::task::spawn_blocking(work);
    tokio::time::timeout(limit, work).await.ok()?.ok()
}
