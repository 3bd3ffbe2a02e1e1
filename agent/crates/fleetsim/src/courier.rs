//! Delivers events of a host as its agent's uplink would: numbered, in reports, again while the server is away.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crosspoint_agent::link::backoff::Backoff;
use crosspoint_agent::link::server::{CallError, Server};
use crosspoint_wire::{AgentEvent, ReportRequest};

use crate::chronicle::{is_sample, number};

/// Events of one report; the contract allows 1,000.
const EVENTS_MAX: usize = 250;
/// A server that is away is given up after this.
const PATIENCE: Duration = Duration::from_secs(120);

/// A report did not arrive.
#[derive(Debug, thiserror::Error)]
pub enum DeliveryError {
    /// The server refused it, or was away for too long.
    #[error("a report of {hostname} was not taken: {source}")]
    Call {
        /// Of whom.
        hostname: String,
        /// Why.
        source: CallError,
    },
    /// The server refused events.
    #[error("{count} events of {hostname} were refused, the first because: {reason}")]
    Refused {
        /// Of whom.
        hostname: String,
        /// How many.
        count: usize,
        /// Why.
        reason: String,
    },
}

/// One host's way to the server.
#[derive(Clone)]
pub struct Courier {
    server: Server,
    key: Arc<str>,
    hostname: Arc<str>,
    /// Its count of events; it begins at the time in milliseconds, as an agent's does that lost its file, and so grows over
    /// restarts.
    next: Arc<AtomicU64>,
}

impl Courier {
    /// For a host with this key.
    #[must_use]
    pub fn new(server: Server, key: &str, hostname: &str) -> Self {
        let next = Arc::new(AtomicU64::new(now_ms()));
        Self {
            server,
            key: key.into(),
            hostname: hostname.into(),
            next,
        }
    }

    /// The same with a count that begins elsewhere: what is told again then has the numbers that it had.
    #[must_use]
    pub fn counting_from(self, first: u64) -> Self {
        self.next.store(first, Ordering::Relaxed);
        self
    }

    /// The server and the key, for what is no report.
    #[must_use]
    pub fn line(&self) -> (&Server, &str) {
        (&self.server, &self.key)
    }

    /// Name of the host.
    #[must_use]
    pub fn hostname(&self) -> &str {
        &self.hostname
    }

    /// The next number of its count.
    pub fn take_number(&self) -> u64 {
        self.next.fetch_add(1, Ordering::Relaxed)
    }

    /// Delivers events in their order, samples in reports of their own: a server takes those together with other hosts'. Returns how
    /// many there were. Every one must be taken.
    ///
    /// # Errors
    /// [`DeliveryError`].
    pub async fn deliver(&self, mut events: Vec<AgentEvent>) -> Result<usize, DeliveryError> {
        for event in &mut events {
            number(event, self.take_number());
        }
        for together in events.chunk_by(|before, after| is_sample(before) == is_sample(after)) {
            self.deliver_together(together).await?;
        }
        Ok(events.len())
    }

    async fn deliver_together(&self, events: &[AgentEvent]) -> Result<(), DeliveryError> {
        let mut left = events;
        let mut size = EVENTS_MAX;
        while !left.is_empty() {
            let (now, later) = left.split_at(size.min(left.len()));
            match self.report(now).await {
                Ok(()) => left = later,
                Err(DeliveryError::Call {
                    source: CallError::TooLarge,
                    ..
                }) if size > 1 => size = size.div_ceil(2),
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    async fn report(&self, events: &[AgentEvent]) -> Result<(), DeliveryError> {
        let mut backoff = Backoff::new(Duration::from_millis(200), Duration::from_secs(10));
        let begun = Instant::now();
        loop {
            let request = ReportRequest {
                agent_time_ms: now_ms(),
                events: events.to_vec(),
            };
            let body = serde_json::to_vec(&request).expect("a generated type can always be written as JSON");
            match self.server.report(&self.key, &body).await {
                Ok(answer) if answer.refused.is_empty() => return Ok(()),
                Ok(answer) => return Err(self.refused(answer.refused.len(), &answer.refused[0].reason)),
                Err(CallError::Unavailable { retry_after, .. }) if begun.elapsed() < PATIENCE => {
                    tokio::time::sleep(backoff.next_wait_asked(retry_after)).await;
                }
                Err(source) => {
                    return Err(DeliveryError::Call {
                        hostname: self.hostname.to_string(),
                        source,
                    });
                }
            }
        }
    }

    fn refused(&self, count: usize, reason: &str) -> DeliveryError {
        DeliveryError::Refused {
            hostname: self.hostname.to_string(),
            count,
            reason: reason.to_owned(),
        }
    }
}

/// The time, in unix milliseconds.
#[must_use]
pub fn now_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}
