//! What is to be sent, on disk until the server has it.
//!
//! One thread owns the files. Everything else talks to it through [`Spool`], so that a slow disk never stalls the
//! agent, and many events share one `fsync`. Events lie in three lanes, by what their loss would cost: results of
//! benchmarks and outcomes of commands, the seconds of runs, and samples. When the spool is full, the oldest samples go
//! first, then the oldest seconds; a result never goes; see `store`.

mod frame;
mod lane;
mod pending;
mod reading;
mod receipt;
mod request;
mod segment;
mod store;
mod thread;

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

use tokio::sync::{Notify, oneshot};
use tokio::time::timeout;

pub use pending::{LaneName, Pending};
pub use receipt::{Fate, Receipt};
pub use request::Batch;
use request::{Request, Unwritten};
pub use store::BatchEnd;
use store::Store;
use thread::serve;

/// How long a decision waits for a look at the spool.
const LOOK_LIMIT: Duration = Duration::from_secs(10);
/// Samples and seconds of runs that may wait in memory for a disk that hangs.
const UNWRITTEN_MAX: u64 = 4096;

/// A new run is not begun when results that the server has not taken fill more than this part of the spool (one in so
/// many): the rest is for the results of runs under way and the outcomes of commands.
const RESULTS_SHARE: u64 = 2;

/// The spool cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SpoolError {
    /// The disk refused.
    #[error("the spool cannot be read or written: {0}")]
    Disk(#[from] io::Error),
    /// The thread that owns the files has ended.
    #[error("the spool is closed")]
    Closed,
}

/// A handle on the spool; cheap to clone.
#[derive(Clone)]
pub struct Spool {
    requests: Sender<Request>,
    bytes_max: u64,
    appended: Arc<Notify>,
    unwritten: Arc<Unwritten>,
}

impl Spool {
    /// Opens the spool in `directory` and starts its thread, which ends with the last handle.
    ///
    /// # Errors
    /// If the directory cannot be used.
    pub fn open(directory: &Path, bytes_max: u64) -> Result<Self, SpoolError> {
        let store = Store::open(directory, bytes_max)?;
        let (requests, inbox) = channel();
        let appended = Arc::new(Notify::new());
        let unwritten = Arc::<Unwritten>::default();
        let (wake, counts) = (Arc::clone(&appended), Arc::clone(&unwritten));
        std::thread::Builder::new()
            .name("spool".to_owned())
            .spawn(move || serve(store, &inbox, &wake, &counts))?;
        Ok(Self {
            requests,
            bytes_max,
            appended,
            unwritten,
        })
    }

    /// Appends an event and returns when it is on the disk.
    ///
    /// # Errors
    /// If it could not be written.
    pub async fn append(&self, lane: LaneName, payload: Vec<u8>) -> Result<(), SpoolError> {
        self.append_durably(lane, payload).await.map(drop)
    }

    /// Appends a sample and returns when it is on the disk, with what to ask its [`Fate`] by.
    ///
    /// # Errors
    /// If it could not be written.
    pub async fn append_sample(&self, payload: Vec<u8>) -> Result<Receipt, SpoolError> {
        self.append_durably(LaneName::Samples, payload).await
    }

    /// What became of a sample that this handle, or another of the same process, took.
    ///
    /// # Errors
    /// [`SpoolError::Closed`] only.
    pub async fn fate(&self, receipt: Receipt) -> Result<Fate, SpoolError> {
        self.ask(|answer| Request::Fate { receipt, answer }).await
    }

    async fn append_durably(&self, lane: LaneName, payload: Vec<u8>) -> Result<Receipt, SpoolError> {
        if !self.may_wait(lane) {
            return Err(SpoolError::Disk(io::ErrorKind::TimedOut.into()));
        }
        self.ask(|answer| Request::Append {
            lane,
            payload,
            durable: Some(answer),
        })
        .await?
        .map_err(Into::into)
    }

    /// Appends an event that is on the disk within a second. Problems are logged. While the disk hangs, only so many
    /// wait in memory; the rest is dropped and counted.
    pub fn append_soon(&self, lane: LaneName, payload: Vec<u8>) {
        if !self.may_wait(lane) {
            return;
        }
        let _ = self.requests.send(Request::Append {
            lane,
            payload,
            durable: None,
        });
    }

    /// Whether one more event may wait for the disk. Results always may: whoever has one waits for it, and begins nothing
    /// more.
    fn may_wait(&self, lane: LaneName) -> bool {
        if lane == LaneName::Results {
            return true;
        }
        let is_room = self.unwritten.events.fetch_add(1, Ordering::Relaxed) < UNWRITTEN_MAX;
        if !is_room {
            self.unwritten.events.fetch_sub(1, Ordering::Relaxed);
            self.unwritten.dropped.fetch_add(1, Ordering::Relaxed);
        }
        is_room
    }

    /// Counts an event that its sender could not keep until the spool took it.
    pub fn count_lost(&self) {
        self.unwritten.dropped.fetch_add(1, Ordering::Relaxed);
    }

    /// The next events to send; empty if nothing waits.
    ///
    /// # Errors
    /// If the files cannot be read.
    pub async fn next_batch(&self, events_max: usize, bytes_max: usize) -> Result<Batch, SpoolError> {
        self.ask(|answer| Request::Read {
            events_max,
            bytes_max,
            answer,
        })
        .await?
        .map_err(Into::into)
    }

    /// Forgets the events of a batch: the server has judged them, and refused so many.
    ///
    /// # Errors
    /// If the files cannot be written; the events are sent again then.
    pub async fn acknowledge(&self, end: BatchEnd, refused: u64) -> Result<(), SpoolError> {
        self.ask(|answer| Request::Acknowledge { end, refused, answer })
            .await?
            .map_err(Into::into)
    }

    /// What waits.
    ///
    /// # Errors
    /// [`SpoolError::Closed`] only.
    pub async fn pending(&self) -> Result<Pending, SpoolError> {
        self.ask(|answer| Request::Pending { answer }).await
    }

    /// Whether the results of one more run will find room, since results are never dropped.
    ///
    /// # Errors
    /// Why not, for a person.
    pub async fn has_room_for_runs(&self) -> Result<(), String> {
        let hangs = || {
            format!(
                "the disk of this host's spool has not answered for {} s",
                LOOK_LIMIT.as_secs()
            )
        };
        let pending = timeout(LOOK_LIMIT, self.pending()).await.map_err(|_| hangs())?;
        let pending = pending.map_err(|error| error.to_string())?;
        if pending.results_bytes <= self.bytes_max / RESULTS_SHARE {
            return Ok(());
        }
        let megabytes = |bytes: u64| bytes as f64 / 1e6;
        Err(format!(
            "this host holds {} results that the server has not taken ({:.1} MB of at most {:.1} MB), and those of \
             another run might not fit: try again when they are delivered, or raise spool_size",
            pending.results,
            megabytes(pending.results_bytes),
            megabytes(self.bytes_max)
        ))
    }

    /// Returns when something was appended since the last call.
    pub async fn appended(&self) {
        self.appended.notified().await;
    }

    async fn ask<T>(&self, request: impl FnOnce(oneshot::Sender<T>) -> Request) -> Result<T, SpoolError> {
        let (sender, answer) = oneshot::channel();
        self.requests
            .send(request(sender))
            .map_err(|_| SpoolError::Closed)?;
        answer.await.map_err(|_| SpoolError::Closed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn keeps_what_was_appended_over_a_restart_and_wakes_the_reader() {
        let directory = tempfile::tempdir().unwrap();
        let spool = Spool::open(directory.path(), 1 << 20).unwrap();
        spool.append_soon(LaneName::Samples, b"sample".to_vec());
        spool.append(LaneName::Results, b"result".to_vec()).await.unwrap();
        spool.appended().await;
        drop(spool);

        let spool = Spool::open(directory.path(), 1 << 20).unwrap();
        let pending = spool.pending().await.unwrap();
        assert_eq!((pending.results, pending.samples), (1, 1));
        let batch = spool.next_batch(10, 1000).await.unwrap();
        assert_eq!(batch.events, [b"result".to_vec(), b"sample".to_vec()]);
        spool.acknowledge(batch.end, 0).await.unwrap();
        assert!(spool.next_batch(10, 1000).await.unwrap().events.is_empty());
    }

    #[tokio::test]
    async fn a_run_is_not_begun_where_its_results_might_find_no_room() {
        let directory = tempfile::tempdir().unwrap();
        let spool = Spool::open(directory.path(), 1000).unwrap();
        // A record is its payload and 8 bytes: 500 bytes are half of the spool.
        spool.append(LaneName::Results, vec![b'r'; 492]).await.unwrap();
        assert_eq!(spool.has_room_for_runs().await, Ok(()));
        spool.append(LaneName::Results, vec![b'r'; 1]).await.unwrap();
        let reason = spool.has_room_for_runs().await.unwrap_err();
        assert!(
            reason.contains("2 results that the server has not taken"),
            "{reason}"
        );
        let batch = spool.next_batch(10, 10_000).await.unwrap();
        spool.acknowledge(batch.end, 0).await.unwrap();
        assert_eq!(spool.has_room_for_runs().await, Ok(()));
    }
}
