//! The thread that owns the files.

use std::io;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use tokio::sync::{Notify, oneshot};

use super::pending::LaneName;
use super::receipt::Receipt;
use super::request::{Batch, Request, Unwritten};
use super::store::Store;

/// A sample is on the disk at most this much later.
const SYNC_INTERVAL: Duration = Duration::from_secs(1);
/// Requests that are taken together before the disk is waited for.
const GROUP_MAX: usize = 512;
/// The thread's loop: takes what is there, writes it, waits for the disk once, then answers all.
pub(super) fn serve(mut store: Store, inbox: &Receiver<Request>, wake: &Notify, unwritten: &Unwritten) {
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

type Waiting = Vec<(oneshot::Sender<io::Result<Receipt>>, Receipt)>;

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
                (Some(answer), Ok(())) => waiting.push((answer, store.receipt())),
                (Some(answer), Err(error)) => drop(answer.send(Err(error))),
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
        Request::Fate { receipt, answer } => drop(answer.send(store.fate(receipt))),
    }
    false
}

fn sync(store: &mut Store, waiting: Waiting) {
    let result = store.sync();
    if let Err(error) = &result {
        tracing::error!(%error, "the spool could not be written to the disk");
    }
    for (answer, receipt) in waiting {
        let copy = result
            .as_ref()
            .map(|()| receipt)
            .map_err(|error| io::Error::new(error.kind(), error.to_string()));
        drop(answer.send(copy));
    }
}
