//! Polls for commands and judges each one.

use std::sync::Arc;
use std::time::Duration;

use crosspoint_wire::{Command, CommandEventOutcome, Offer, StartBenchmarkCommand};
use tokio::sync::watch;
use tokio::time::sleep;
use uuid::Uuid;

use crate::backoff::{Backoff, jittered};
use crate::journal::State;
use crate::outbox::now_ms;
use crate::run::Runs;
use crate::server::{CallError, POLL, Server};
use crate::uplink::Rhythm;

/// A difference between the clocks that is worth a word.
const CLOCK_SKEW_MS: u64 = 5000;
/// Between two polls at least, if the server answers at once without anything new.
const POLL_PAUSE: Duration = Duration::from_secs(1);

/// See the module.
pub struct Commands {
    runs: Arc<Runs>,
    collect_now: watch::Sender<u64>,
}

impl Commands {
    /// Carries commands out through `runs`; `collect_now` counts the wishes to read everything.
    #[must_use]
    pub fn new(runs: Arc<Runs>, collect_now: watch::Sender<u64>) -> Self {
        Self { runs, collect_now }
    }

    /// Polls for ever. The uplink tells the person about a server that is away; this only waits.
    pub async fn run(self, server: Server, key: String, rhythm: Rhythm) {
        let mut backoff = Backoff::new(rhythm.retry_first, rhythm.retry_longest);
        let mut skew_said = false;
        loop {
            let wait = match server.commands(&key, POLL).await {
                Ok(offers) => {
                    backoff.reset();
                    say_skew(offers.server_time_ms, &mut skew_said);
                    let mut is_new = false;
                    for offer in offers.offers {
                        is_new |= self.take(offer).await;
                    }
                    if is_new { Duration::ZERO } else { POLL_PAUSE }
                }
                Err(CallError::Unauthorized(_)) => jittered(rhythm.retry_key),
                Err(error) => {
                    tracing::debug!(%error, "no commands");
                    let asked = match error {
                        CallError::Unavailable { retry_after, .. } => retry_after,
                        _ => None,
                    };
                    backoff.next_wait_asked(asked)
                }
            };
            sleep(wait).await;
        }
    }

    /// Judges one offer and starts what it asks for. False if it was judged before.
    pub async fn take(&self, offer: Offer) -> bool {
        match offer {
            Offer::Unanswerable { reason } => {
                tracing::warn!(reason, "ignored");
                false
            }
            Offer::NotUnderstood { id, reason } => {
                let is_new = self.is_new(id);
                if is_new {
                    self.decline(id, reason).await;
                }
                is_new
            }
            Offer::Command(command) => {
                let is_new = self.is_new(command_id(&command));
                if is_new {
                    self.judge(*command).await;
                }
                is_new
            }
        }
    }

    /// The server offers a command again until it has the answer; the answer lies in the spool.
    fn is_new(&self, command_id: Uuid) -> bool {
        self.runs.journal().state(command_id).is_none()
    }

    async fn judge(&self, command: Command) {
        match command {
            Command::StartBenchmark(command) => self.start_benchmark(command).await,
            Command::CancelBenchmark(command) => {
                if !self.runs.cancel(command.run_id) {
                    return self
                        .decline(
                            command.id,
                            format!("run {} is not running on this host", command.run_id),
                        )
                        .await;
                }
                if self.accept(command.id, None).await {
                    self.runs.settle(command.id, Ok(())).await;
                }
            }
            Command::CollectNow(command) => {
                if self.accept(command.id, None).await {
                    self.collect_now.send_modify(|wishes| *wishes += 1);
                    self.runs.settle(command.id, Ok(())).await;
                }
            }
        }
    }

    async fn start_benchmark(&self, command: StartBenchmarkCommand) {
        let (id, run_id) = (command.id, command.run_id);
        let prepared = match self.runs.prepare(command).await {
            Ok(prepared) => prepared,
            Err(reason) => return self.decline(id, reason).await,
        };
        let stop = self.runs.reserve(&prepared);
        if self.accept(id, Some(run_id)).await {
            let runs = Arc::clone(&self.runs);
            tokio::spawn(async move { runs.execute(prepared, stop).await });
        } else {
            self.runs.release(run_id);
        }
    }

    /// Writes the command down and reports it as accepted. False if it cannot be written down: then it must not be done.
    async fn accept(&self, id: Uuid, run_id: Option<Uuid>) -> bool {
        let written = self.runs.journal().set(id, State::Accepted { run_id });
        if let Err(error) = written {
            tracing::error!(%error, "the command journal cannot be written; the command is not carried out");
            return false;
        }
        self.runs
            .report_command(id, CommandEventOutcome::Accepted, None)
            .await;
        true
    }

    async fn decline(&self, id: Uuid, reason: String) {
        tracing::warn!(command = %id, reason, "declined a command");
        self.runs
            .report_command(id, CommandEventOutcome::Declined, Some(reason))
            .await;
        if let Err(error) = self.runs.journal().set(id, State::Settled) {
            tracing::error!(%error, "the command journal cannot be written");
        }
    }
}

fn command_id(command: &Command) -> Uuid {
    match command {
        Command::StartBenchmark(command) => command.id,
        Command::CancelBenchmark(command) => command.id,
        Command::CollectNow(command) => command.id,
    }
}

fn say_skew(server_time_ms: u64, said: &mut bool) {
    let skew_ms = server_time_ms.abs_diff(now_ms());
    if skew_ms > CLOCK_SKEW_MS && !*said {
        tracing::warn!(
            skew_ms,
            "this host's clock differs from the server's: check its time synchronization"
        );
    }
    *said = skew_ms > CLOCK_SKEW_MS;
}
