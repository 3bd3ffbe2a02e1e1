//! Work that may wait for a disk or a drive, off the one thread on which everything else runs.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Mutex;
use tokio::time::timeout;

/// Does the work on a thread of its own and waits for it, but not longer than the limit; then it goes on by itself.
/// `None` if it was not done by then. Whoever calls this again and again sees to it that hanging work does not pile up.
pub async fn off_thread<T: Send + 'static>(
    limit: Duration,
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    let work = tokio::task::spawn_blocking(work);
    timeout(limit, work).await.ok()?.ok()
}

/// Work on one file, in turn. While an earlier piece hangs, no other is begun: none overtakes another, and none piles up.
#[derive(Debug, Clone, Default)]
pub struct InTurn(Arc<Mutex<()>>);

impl InTurn {
    /// Does the work off the thread when its turn has come. `None` if it could not begin, or was not done, within the
    /// limit; what was begun goes on by itself.
    pub async fn run<T: Send + 'static>(
        &self,
        limit: Duration,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let turn = timeout(limit, Arc::clone(&self.0).lock_owned()).await.ok()?;
        off_thread(limit, move || {
            let _turn = turn;
            work()
        })
        .await
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[tokio::test]
    async fn what_hangs_is_given_up_after_its_limit_and_nothing_overtakes_it() {
        let (let_go, held) = channel();
        let limit = Duration::from_millis(50);
        let files = InTurn::default();
        assert_eq!(files.run(limit, move || held.recv().is_ok()).await, None);
        assert_eq!(files.run(limit, || "begun").await, None, "while the first hangs");
        let_go.send(()).unwrap();
        assert_eq!(
            files.run(Duration::from_secs(10), || "begun").await,
            Some("begun")
        );
    }
}
