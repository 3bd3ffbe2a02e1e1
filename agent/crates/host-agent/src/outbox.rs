//! Makes events and puts them into the spool.

use std::time::{SystemTime, UNIX_EPOCH};

use crosspoint_wire::{AgentEvent, fit};
use uuid::Uuid;

use crate::spool::{LaneName, Spool, SpoolError};

/// Unix milliseconds by this host's clock.
#[must_use]
pub fn now_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

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
}

impl Outbox {
    /// Puts events into this spool.
    #[must_use]
    pub fn new(spool: Spool) -> Self {
        Self { spool }
    }

    /// Takes a benchmark event or the outcome of a command; returns when it is safe.
    ///
    /// # Errors
    /// If the spool cannot take it.
    pub async fn result(&self, event: impl Into<AgentEvent>) -> Result<(), SpoolError> {
        match payload(&event.into()) {
            Some(payload) => self.spool.append(LaneName::Results, payload).await,
            None => Ok(()),
        }
    }

    /// Takes a sample; it is safe within a second.
    pub fn sample(&self, event: impl Into<AgentEvent>) {
        if let Some(payload) = payload(&event.into()) {
            self.spool.append_soon(LaneName::Samples, payload);
        }
    }

    /// The spool itself.
    #[must_use]
    pub fn spool(&self) -> &Spool {
        &self.spool
    }
}

fn payload(event: &AgentEvent) -> Option<Vec<u8>> {
    let fitted = fit(event).and_then(|fitted| {
        if !fitted.shortened.is_empty() {
            tracing::warn!(kind = ?fitted.json["kind"], paths = ?fitted.shortened, "cut texts to the limits of the protocol");
        }
        serde_json::to_vec(&fitted.json)
    });
    fitted
        .inspect_err(|error| tracing::error!(%error, "an event cannot be expressed as JSON"))
        .ok()
}
