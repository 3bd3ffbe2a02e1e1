//! What a host has to say, held until the server has taken it: in the rhythm of an agent's uplink.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use crosspoint_agent::link::backoff::Backoff;
use crosspoint_agent::link::server::CallError;
use crosspoint_agent::link::uplink::Rhythm;
use crosspoint_wire::{AgentEvent, ReportRequest};
use tokio::time::Instant;

use crate::chronicle::number;
use crate::courier::{Courier, now_ms};
use crate::watch::{Line, Watch};

/// Events of one report, as of an agent.
const EVENTS_MAX: usize = 500;
/// What a host keeps while it is cut off.
const HELD_MAX: usize = 10_000;
/// A server that asks for longer than this between reports is not believed.
const ROUTINE_MAX: Duration = Duration::from_secs(300);

/// See the module.
pub struct Uplink {
    courier: Courier,
    /// Number of the host.
    host: usize,
    held: VecDeque<AgentEvent>,
    rhythm: Rhythm,
    backoff: Backoff,
    due: Instant,
    watch: Arc<Watch>,
}

impl Uplink {
    /// Of a host with nothing to say yet.
    #[must_use]
    pub fn new(courier: Courier, host: usize, watch: Arc<Watch>) -> Self {
        let rhythm = Rhythm::default();
        Self {
            courier,
            host,
            held: VecDeque::new(),
            rhythm,
            backoff: Backoff::new(rhythm.retry_first, rhythm.retry_longest),
            due: Instant::now(),
            watch,
        }
    }

    /// Takes what the host says, with its numbers; the oldest is dropped where it is too much.
    pub fn say(&mut self, events: Vec<AgentEvent>) {
        let samples = events
            .iter()
            .filter(|event| matches!(event, AgentEvent::Smart(_)))
            .count();
        self.watch.said(events.len(), samples);
        for mut event in events {
            number(&mut event, self.courier.take_number());
            self.held.push_back(event);
        }
        let dropped = self.held.len().saturating_sub(HELD_MAX);
        self.held.drain(..dropped);
        self.watch.dropped(dropped);
    }

    /// When the next report is to be sent; `None` while there is nothing to say.
    #[must_use]
    pub fn due(&self) -> Option<Instant> {
        (!self.held.is_empty()).then_some(self.due)
    }

    /// Sends one report; what became of it decides when the next one is due.
    pub async fn send(&mut self) {
        let count = self.held.len().min(EVENTS_MAX);
        let request = ReportRequest {
            agent_time_ms: now_ms(),
            events: self.held.iter().take(count).cloned().collect(),
        };
        let body = serde_json::to_vec(&request).expect("a generated type can always be written as JSON");
        self.watch.tried(Line::Report);
        let sent = std::time::Instant::now();
        let (server, key) = self.courier.line();
        match server.report(key, &body).await {
            Ok(answer) => {
                self.held.drain(..count);
                self.backoff.reset();
                self.watch
                    .answered(Line::Report, self.host, std::time::Instant::now());
                self.watch.report_took(sent.elapsed());
                self.watch.taken(count, answer.refused.len());
                if let Some(refused) = answer.refused.first() {
                    eprintln!(
                        "{}: an event was refused: {}",
                        self.courier.hostname(),
                        refused.reason
                    );
                }
                let asked = Duration::from_millis(answer.next_report_after_ms).min(ROUTINE_MAX);
                self.due = Instant::now() + asked.max(self.rhythm.routine);
            }
            Err(error) => {
                let asked = match &error {
                    CallError::Unavailable { retry_after, .. } => *retry_after,
                    _ => None,
                };
                self.watch.failed(Line::Report, self.host, asked.is_some());
                self.due = Instant::now() + self.backoff.next_wait_asked(asked);
            }
        }
    }
}
