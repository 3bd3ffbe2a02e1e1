//! What is to be sent, on disk until the server has it.
//!
//! One thread owns the files. Everything else talks to it through [`Spool`], so that a slow disk never stalls the
//! agent, and many events share one `fsync`. Events lie in three lanes, by what their loss would cost: results of
//! benchmarks and outcomes of commands, the seconds of runs, and samples. When the spool is full, the oldest samples go
//! first, then the oldest seconds; a result never goes; see `store`.

mod frame;
mod lane;
mod reading;
mod segment;
mod store;

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use tokio::sync::{Notify, oneshot};
use tokio::time::timeout;

use serde::{Deserialize, Serialize};
pub use store::BatchEnd;
use store::Store;

/// A sample is on the disk at most this much later.
const SYNC_INTERVAL: Duration = Duration::from_secs(1);
/// Requests that are taken together before the disk is waited for.
const GROUP_MAX: usize = 512;
/// How long a decision waits for a look at the spool.
const LOOK_LIMIT: Duration = Duration::from_secs(10);
/// Samples and seconds of runs that may wait in memory for a disk that hangs.
const UNWRITTEN_MAX: u64 = 4096;

/// A new run is not begun when results that the server has not taken fill more than this part of the spool (one in so
/// many): the rest is for the results of runs under way and the outcomes of commands.
const RESULTS_SHARE: u64 = 2;

/// Which lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LaneName {
    /// Results of benchmarks and outcomes of commands: never dropped.
    Results,
    /// The seconds of benchmarks, for charts: dropped after samples.
    Seconds,
    /// Everything that is sampled again.
    Samples,
}

/// What waits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Pending {
    /// Results and command outcomes not yet with the server.
    pub results: u64,
    /// Seconds of benchmarks not yet with the server.
    pub seconds: u64,
    /// Samples not yet with the server.
    pub samples: u64,
    /// Size of the spool on disk.
    pub bytes: u64,
    /// Size of the results in it.
    pub results_bytes: u64,
    /// Events dropped for want of room since the agent was installed.
    pub events_dropped: u64,
    /// Events that the disk lost since the agent was installed.
    pub events_damaged: u64,
    /// Events that the server refused since the agent was installed.
    pub events_refused: u64,
}

/// Events to send together.
#[derive(Debug, Default)]
pub struct Batch {
    /// Each as JSON.
    pub events: Vec<Vec<u8>>,
    /// What to acknowledge once the server has judged them.
    pub end: BatchEnd,
}

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

enum Request {
    Append {
        lane: LaneName,
        payload: Vec<u8>,
        durable: Option<oneshot::Sender<io::Result<()>>>,
    },
    Read {
        events_max: usize,
        bytes_max: usize,
        answer: oneshot::Sender<io::Result<Batch>>,
    },
    Acknowledge {
        end: BatchEnd,
        refused: u64,
        answer: oneshot::Sender<io::Result<()>>,
    },
    Pending {
        answer: oneshot::Sender<Pending>,
    },
}

/// A handle on the spool; cheap to clone.
#[derive(Clone)]
pub struct Spool {
    requests: Sender<Request>,
    bytes_max: u64,
    appended: Arc<Notify>,
    unwritten: Arc<Unwritten>,
}

/// Samples and seconds of runs on their way to the thread, and those that found too many before them.
#[derive(Default)]
struct Unwritten {
    events: AtomicU64,
    dropped: AtomicU64,
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
            "this host keeps {} results that the server has not taken, {:.1} MB of at most {:.1} MB, and those of another \
             run might find no room: run it when they are delivered, or raise spool_size",
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

/// The thread's loop: takes what is there, writes it, waits for the disk once, then answers all.
fn serve(mut store: Store, inbox: &Receiver<Request>, wake: &Notify, unwritten: &Unwritten) {
    let mut unsynced_since: Option<Instant> = None;
    loop {
        let first = match unsynced_since {
            None => inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(since) => inbox.recv_timeout(SYNC_INTERVAL.saturating_sub(since.elapsed())),
        };
        let is_over = matches!(first, Err(RecvTimeoutError::Disconnected));
        let mut waiting = Vec::new();
        let group = first.into_iter().chain(inbox.try_iter().take(GROUP_MAX));
        for request in group {
            if let Request::Append { lane, .. } = &request
                && *lane != LaneName::Results
            {
                unwritten.events.fetch_sub(1, Ordering::Relaxed);
            }
            store.count_dropped(unwritten.dropped.swap(0, Ordering::Relaxed));
            if handle(&mut store, request, &mut waiting, wake) {
                unsynced_since.get_or_insert_with(Instant::now);
            }
        }
        let is_due = unsynced_since.is_some_and(|since| since.elapsed() >= SYNC_INTERVAL);
        if is_due || is_over || !waiting.is_empty() {
            sync(&mut store, waiting);
            unsynced_since = None;
        }
        if is_over {
            return;
        }
    }
}

type Waiting = Vec<oneshot::Sender<io::Result<()>>>;

/// Carries out one request. True if something was written that is not yet safe.
fn handle(store: &mut Store, request: Request, waiting: &mut Waiting, wake: &Notify) -> bool {
    // An answer that nobody waits for any more is not an error.
    match request {
        Request::Append {
            lane,
            payload,
            durable,
        } => {
            let result = store.append(lane, &payload);
            if let Err(error) = &result {
                tracing::error!(%error, ?lane, "an event could not be spooled and is lost");
            }
            wake.notify_one();
            match (durable, result) {
                (Some(answer), Ok(())) => waiting.push(answer),
                (Some(answer), failed) => drop(answer.send(failed)),
                (None, _) => {}
            }
            return true;
        }
        Request::Read {
            events_max,
            bytes_max,
            answer,
        } => {
            let batch = store
                .read(events_max, bytes_max)
                .map(|(events, end)| Batch { events, end });
            drop(answer.send(batch));
        }
        Request::Acknowledge { end, refused, answer } => drop(answer.send(store.acknowledge(end, refused))),
        Request::Pending { answer } => drop(answer.send(store.pending())),
    }
    false
}

fn sync(store: &mut Store, waiting: Waiting) {
    let result = store.sync();
    if let Err(error) = &result {
        tracing::error!(%error, "the spool could not be written to the disk");
    }
    for answer in waiting {
        let copy = result
            .as_ref()
            .copied()
            .map_err(|error| io::Error::new(error.kind(), error.to_string()));
        drop(answer.send(copy));
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
