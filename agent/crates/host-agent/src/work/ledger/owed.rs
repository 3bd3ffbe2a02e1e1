//! What the spool did not take. It is said again until it does, in the order in which it was first said, and a command is
//! settled only with its last word. Held in memory, within bounds: while something is owed, no new command is begun.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::sleep;
use uuid::Uuid;

use crate::link::backoff::Backoff;
use crate::link::outbox::Outbox;
use crate::link::spool::SpoolError;
use crate::runtime::locked::locked;
use crate::work::journal::Journal;

/// Words that are owed at most. Those under way when the spool fails are few: one command or run a drive.
const WORDS_MAX: usize = 1024;
/// The size of them all; the result of a point has some 10 KiB.
const BYTES_MAX: usize = 32 * 1024 * 1024;
/// Time between two tries, at first and at most.
const RETRIES: (Duration, Duration) = (Duration::from_millis(500), Duration::from_secs(30));

/// See the module.
#[derive(Default)]
pub struct Owed {
    words: Mutex<VecDeque<Word>>,
    added: Notify,
}

/// Something that must reach the spool.
pub struct Word {
    /// The event.
    pub payload: Vec<u8>,
    /// The command that is over with it.
    pub settles: Option<Uuid>,
}

impl Owed {
    /// Whether nothing is owed.
    pub fn is_empty(&self) -> bool {
        self.words().is_empty()
    }

    /// Whether the end of this command is.
    pub fn has(&self, command: Uuid) -> bool {
        self.words().iter().any(|word| word.settles == Some(command))
    }

    /// Adds one to what is said again. False if there is no room for it either: then it is lost.
    pub fn add(&self, word: Word) -> bool {
        let mut words = self.words();
        let bytes: usize = words.iter().map(|word| word.payload.len()).sum();
        if words.len() >= WORDS_MAX || bytes + word.payload.len() > BYTES_MAX {
            tracing::error!("a result is lost: the spool takes none, and too many wait in memory already");
            return false;
        }
        words.push_back(word);
        self.added.notify_one();
        true
    }

    /// Says again what is owed, for ever.
    pub async fn pay(&self, outbox: &Outbox, journal: &Journal) {
        let mut backoff = Backoff::new(RETRIES.0, RETRIES.1);
        loop {
            let Some(payload) = self.first() else {
                self.added.notified().await;
                continue;
            };
            match outbox.keep(payload).await {
                Ok(()) => {
                    backoff.reset();
                    self.pay_first(journal).await;
                }
                Err(SpoolError::Closed) => return,
                Err(error) if is_lasting(&error) => {
                    tracing::error!(%error, "a result is lost");
                    self.pay_first(journal).await;
                }
                Err(_) => sleep(backoff.next_wait()).await,
            }
        }
    }

    async fn pay_first(&self, journal: &Journal) {
        // Taken out first, it would be owed by nobody and settled by nobody for a moment.
        let settles = self.words().front().and_then(|word| word.settles);
        if let Some(command) = settles {
            journal.settle(command).await;
        }
        self.words().pop_front();
    }

    fn first(&self) -> Option<Vec<u8>> {
        self.words().front().map(|word| word.payload.clone())
    }

    fn words(&self) -> MutexGuard<'_, VecDeque<Word>> {
        locked(&self.words)
    }
}

/// An event that the spool would never take.
pub fn is_lasting(error: &SpoolError) -> bool {
    matches!(error, SpoolError::Disk(error) if error.kind() == std::io::ErrorKind::InvalidInput)
}
