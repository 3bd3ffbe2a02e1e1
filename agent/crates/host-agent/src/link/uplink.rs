//! Delivers what the spool holds, at least once; the server takes each event once.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crosspoint_wire::{RefusedEvent, ReportResponse};
use tokio::sync::watch;
use tokio::time::{Instant, sleep, sleep_until};

use crate::link::backoff::{Backoff, jittered};
use crate::link::server::{CallError, Server};
use crate::link::spool::{Batch, Spool, SpoolError};
use crate::link::status::{Link, LinkFile};
use crate::runtime::clock::now_ms;
use crate::runtime::moment::Clocks;
use crate::runtime::trouble::Trouble;

mod refused;
mod suspect;
mod told;

use refused::{RefusedEvents, event_id};

const EVENTS_MAX: usize = 500;
const BYTES_MAX: usize = 1024 * 1024;
/// A server that asks for longer than this between routine reports is not believed.
const ROUTINE_MAX: Duration = Duration::from_secs(300);
/// Times to wait; shorter in tests.
#[derive(Debug, Clone, Copy)]
pub struct Rhythm {
    /// Samples wait this long for company; results and seconds of runs never wait.
    pub routine: Duration,
    /// First wait after a failure.
    pub retry_first: Duration,
    /// Longest wait after a failure.
    pub retry_longest: Duration,
    /// Wait after the key was refused: it may come back, but hardly soon.
    pub retry_key: Duration,
}

impl Default for Rhythm {
    fn default() -> Self {
        Self {
            routine: Duration::from_secs(5),
            retry_first: Duration::from_secs(1),
            retry_longest: Duration::from_secs(60),
            retry_key: Duration::from_secs(300),
        }
    }
}

/// See the module.
pub struct Uplink {
    spool: Spool,
    server: Server,
    key: String,
    rhythm: Rhythm,
    refused: RefusedEvents,
    link: LinkFile,
    heard: watch::Sender<bool>,
    clocks: Option<Arc<Clocks>>,
    backoff: Backoff,
    /// Shrinks while the server finds batches too large or a single event spoils them.
    events_max: usize,
    /// How often in a row the server failed on what was sent (500).
    faults: u32,
    /// When samples may be sent next.
    routine_due: Instant,
}

impl Uplink {
    /// Sends what is in `spool` to `server`, with the host's key.
    #[must_use]
    pub fn new(spool: Spool, server: Server, key: String, rhythm: Rhythm, state_directory: &Path) -> Self {
        Self {
            spool,
            server,
            key,
            rhythm,
            refused: RefusedEvents::in_directory(state_directory),
            link: LinkFile::new(state_directory),
            heard: watch::Sender::new(false),
            clocks: None,
            backoff: Backoff::new(rhythm.retry_first, rhythm.retry_longest),
            events_max: EVENTS_MAX,
            faults: 0,
            routine_due: Instant::now(),
        }
    }

    /// Tells in the state of the link how it stands with the command journal, too.
    #[must_use]
    pub fn telling(mut self, journal: Trouble) -> Self {
        self.link = self.link.telling(journal);
        self
    }

    /// Takes down by the server's answers what its clock shows, and asks for one before it reports anything.
    #[must_use]
    pub fn hearing(mut self, clocks: Arc<Clocks>) -> Self {
        self.clocks = Some(clocks);
        self
    }

    /// Whether the server has taken a report of this process.
    #[must_use]
    pub fn heard(&self) -> watch::Receiver<bool> {
        self.heard.subscribe()
    }

    /// Sends for ever; ends only when the spool does.
    pub async fn run(mut self) -> SpoolError {
        if self.clocks.is_some() {
            // A server that is away is told of with the first event.
            let _ = self.report(&[]).await;
        }
        loop {
            if let Err(error) = self.wait_for_events().await {
                return error;
            }
            match self.send().await {
                Ok(()) => {}
                Err(SpoolError::Closed) => return SpoolError::Closed,
                Err(error) => {
                    tracing::error!(%error, "the spool cannot be read");
                    sleep(self.backoff.next_wait()).await;
                }
            }
        }
    }

    /// Returns when something is to be sent now: a result or a second of a run at once, samples when their time has come.
    async fn wait_for_events(&self) -> Result<(), SpoolError> {
        loop {
            let pending = self.spool.pending().await?;
            let now = Instant::now();
            let is_urgent = pending.results > 0 || pending.seconds > 0;
            if is_urgent || (pending.samples > 0 && now >= self.routine_due) {
                return Ok(());
            }
            if pending.samples == 0 {
                self.spool.appended().await;
                continue;
            }
            tokio::select! {
                () = sleep_until(self.routine_due) => {}
                () = self.spool.appended() => {}
            }
        }
    }

    async fn send(&mut self) -> Result<(), SpoolError> {
        let batch = self.spool.next_batch(self.events_max, BYTES_MAX).await?;
        if batch.events.is_empty() {
            // Something waits and cannot be had: asking again at once would not help.
            sleep(self.backoff.next_wait()).await;
            return Ok(());
        }
        let answer = self.report(&batch.events).await;
        if !answer.as_ref().is_err_and(CallError::is_fault) {
            self.faults = 0;
        }
        match answer {
            Err(error) if error.is_fault() => self.server_failed(batch, error).await,
            Ok(response) => self.delivered(batch, &response).await,
            Err(error) if error.may_be_of_what_was_sent() => self.divide(batch, error).await,
            Err(error) => self.failed(error).await,
        }
    }

    async fn report(&self, events: &[Vec<u8>]) -> Result<ReportResponse, CallError> {
        let body = request_body(events);
        let report = self.server.report(&self.key, &body);
        match &self.clocks {
            Some(clocks) => clocks.hearing(report, |answer| answer.server_time_ms).await,
            None => report.await,
        }
    }

    async fn delivered(&mut self, batch: Batch, response: &ReportResponse) -> Result<(), SpoolError> {
        for refused in &response.refused {
            self.refused.keep(&batch, refused).await;
        }
        let refused = response.refused.len() as u64;
        self.spool.acknowledge(batch.end, refused).await?;
        if response.accepted > 0 {
            self.heard.send_replace(true);
        }
        self.backoff.reset();
        self.events_max = (self.events_max * 2).min(EVENTS_MAX);
        let asked = Duration::from_millis(response.next_report_after_ms).min(ROUTINE_MAX);
        self.routine_due = Instant::now() + asked.max(self.rhythm.routine);
        self.link.connected(self.spool.pending().await?).await;
        Ok(())
    }

    /// The server does not take the batch as a whole: sends less, down to the one event that it cannot take while it takes
    /// others. One that takes none, or a proxy before it that does not, says nothing about any event.
    async fn divide(&mut self, batch: Batch, error: CallError) -> Result<(), SpoolError> {
        if batch.events.len() > 1 {
            self.events_max = batch.events.len() / 2;
            tracing::info!(events_max = self.events_max, reason = %error, "sending smaller reports");
            return Ok(());
        }
        if self.is_refused_alone(&batch).await? {
            return self.set_aside(batch, error.to_string()).await;
        }
        self.failed(error).await
    }

    /// Gives up on the one event of a batch: it is kept for a person to look at.
    async fn set_aside(&mut self, batch: Batch, reason: String) -> Result<(), SpoolError> {
        let id = batch.events.first().and_then(|event| event_id(event));
        let refused = RefusedEvent {
            id: id.unwrap_or_default(),
            reason,
            errors: Vec::new(),
        };
        if self.refused.keep(&batch, &refused).await {
            return self.spool.acknowledge(batch.end, 1).await;
        }
        // The only copy is not given away: it is tried again.
        sleep(self.backoff.next_wait()).await;
        Ok(())
    }

    async fn failed(&mut self, error: CallError) -> Result<(), SpoolError> {
        let pending = self.spool.pending().await?;
        let wait = match error {
            CallError::Unauthorized(reason) => {
                let wait = jittered(self.rhythm.retry_key);
                tracing::error!(
                    reason,
                    ?wait,
                    "the server rejects this host's key; events are kept on disk. If the host was removed or its key revoked, enroll it again"
                );
                self.link.is(Link::KeyRefused, &reason, pending).await;
                wait
            }
            CallError::Unavailable {
                reason, retry_after, ..
            } => {
                let wait = self.backoff.next_wait_asked(retry_after);
                tracing::warn!(
                    reason,
                    ?wait,
                    "the server is not accepting reports; events are kept on disk"
                );
                self.link.is(Link::Unreachable, &reason, pending).await;
                wait
            }
            other => {
                let wait = self.backoff.next_wait();
                tracing::warn!(reason = %other, ?wait, "a report was not accepted; events are kept on disk");
                self.link.is(Link::Unreachable, &other.to_string(), pending).await;
                wait
            }
        };
        sleep(wait).await;
        Ok(())
    }
}

/// The events are JSON already; parsing them only to write them again would cost more than all else.
fn request_body(events: &[Vec<u8>]) -> Vec<u8> {
    let mut body = format!("{{\"agentTimeMs\":{},\"events\":[", now_ms()).into_bytes();
    for (index, event) in events.iter().enumerate() {
        if index > 0 {
            body.push(b',');
        }
        body.extend_from_slice(event);
    }
    body.extend_from_slice(b"]}");
    body
}
