//! Makes events and puts them into the spool.

use std::io::ErrorKind;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crosspoint_wire::{self as wire, AgentEvent, fit};
use tokio::time::timeout;
use uuid::Uuid;

use crate::link::sequence::Sequence;
use crate::link::spool::{LaneName, Receipt, Spool, SpoolError};
use crate::runtime::locked::locked;
use crate::runtime::moment::Clocks;

/// How long a run waits for the disk with each of its seconds.
const SECOND_LIMIT: Duration = Duration::from_secs(2);
/// How long the sender of a sample that it follows waits for the disk.
const FOLLOWED_LIMIT: Duration = Duration::from_secs(10);

/// The id of an event that can happen only once for `subject` (a run, a command): always the same, so that an agent
/// which crashed between doing and remembering may say it again, and the server still takes it once.
#[must_use]
pub fn once(subject: Uuid, what: &str) -> Uuid {
    Uuid::new_v5(&subject, what.as_bytes())
}

/// Where events go.
#[derive(Clone)]
pub struct Outbox {
    spool: Spool,
    sequence: Arc<Mutex<Sequence>>,
    clocks: Arc<Clocks>,
}

impl Outbox {
    /// Puts events into this spool, numbered by this sequence and dated by the clock that is right.
    #[must_use]
    pub fn new(spool: Spool, sequence: Sequence, clocks: Arc<Clocks>) -> Self {
        let sequence = Arc::new(Mutex::new(sequence));
        Self {
            spool,
            sequence,
            clocks,
        }
    }

    /// Takes a second of a benchmark; returns when it is safe, or after a while: a run goes on beside a disk that hangs.
    ///
    /// # Errors
    /// If the spool cannot take it, and it is dropped and counted, or has not taken it yet.
    pub async fn second(&self, event: wire::PointSecondEvent) -> Result<(), SpoolError> {
        match self.payload(&event.into()) {
            Some(payload) => within(SECOND_LIMIT, self.spool.append(LaneName::Seconds, payload)).await,
            None => Ok(()),
        }
    }

    /// Makes an event ready for the spool, with its number and its date: within the limits of the protocol, and as JSON. `None`
    /// for one that cannot be expressed.
    pub fn express(&self, event: impl Into<AgentEvent>) -> Option<Vec<u8>> {
        self.payload(&event.into())
    }

    /// Takes the result of a benchmark or the outcome of a command, as [`Self::express`] made it; returns when it is safe.
    ///
    /// # Errors
    /// If the spool cannot take it; nothing else keeps it then.
    pub async fn keep(&self, payload: Vec<u8>) -> Result<(), SpoolError> {
        self.spool.append(LaneName::Results, payload).await
    }

    /// Takes a sample; it is safe within a second.
    pub fn sample(&self, event: impl Into<AgentEvent>) {
        if let Some(payload) = self.payload(&event.into()) {
            self.spool.append_soon(LaneName::Samples, payload);
        }
    }

    /// The same of a sample whose sender must know that the spool has it, and what became of it then; waits for the disk a while.
    ///
    /// # Errors
    /// If the spool cannot take it, or has not taken it yet.
    pub async fn followed_sample(&self, event: impl Into<AgentEvent>) -> Result<Receipt, SpoolError> {
        let payload = self.payload(&event.into());
        let payload = payload.ok_or_else(|| SpoolError::Disk(ErrorKind::InvalidData.into()))?;
        within(FOLLOWED_LIMIT, self.spool.append_sample(payload)).await
    }

    /// The spool itself.
    #[must_use]
    pub fn spool(&self) -> &Spool {
        &self.spool
    }

    /// The event as JSON, within the limits of the protocol, with its number and its date.
    fn payload(&self, event: &AgentEvent) -> Option<Vec<u8>> {
        let fitted = fit(event).and_then(|mut fitted| {
            if !fitted.shortened.is_empty() {
                tracing::warn!(kind = ?fitted.json["kind"], paths = ?fitted.shortened, "cut texts to the limits of the protocol");
            }
            let mut sequence = locked(&self.sequence);
            let own_ms = fitted.json["timeMs"].as_u64().unwrap_or_default();
            fitted.json["timeMs"] = self.clocks.event_ms(own_ms).into();
            fitted.json["sequence"] = sequence.take().into();
            serde_json::to_vec(&fitted.json)
        });
        fitted
            .inspect_err(|error| tracing::error!(%error, "an event cannot be expressed as JSON"))
            .ok()
    }
}

async fn within<T>(
    limit: Duration,
    answer: impl Future<Output = Result<T, SpoolError>>,
) -> Result<T, SpoolError> {
    let answer = timeout(limit, answer).await;
    answer.unwrap_or_else(|_| Err(SpoolError::Disk(ErrorKind::TimedOut.into())))
}
