//! What the spool's thread is asked for.

use std::io;
use std::sync::atomic::AtomicU64;

use tokio::sync::oneshot;

use super::pending::{LaneName, Pending};
use super::receipt::{Fate, Receipt};
use super::store::BatchEnd;

/// Events to send together.
#[derive(Debug, Default)]
pub struct Batch {
    /// Each as JSON.
    pub events: Vec<Vec<u8>>,
    /// What to acknowledge once the server has judged them.
    pub end: BatchEnd,
}

/// One wish, and where its answer goes.
pub(super) enum Request {
    Append {
        lane: LaneName,
        payload: Vec<u8>,
        durable: Option<oneshot::Sender<io::Result<Receipt>>>,
    },
    Fate {
        receipt: Receipt,
        answer: oneshot::Sender<Fate>,
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

/// Samples and seconds of runs on their way to the thread, and those that found too many before them.
#[derive(Default)]
pub(super) struct Unwritten {
    pub events: AtomicU64,
    pub dropped: AtomicU64,
}
