//! Polls for commands and judges each one.

use std::sync::Arc;
use std::time::Duration;

use crosspoint_wire::{CancelBenchmarkCommand, Command, ControlDriveCommand, Offer};
use tokio::sync::watch;
use tokio::time::{Instant, sleep};
use uuid::Uuid;

use crate::guard::policy::ActionKind;
use crate::link::backoff::{Backoff, jittered};
use crate::link::server::{CallError, POLL, Server};
use crate::link::uplink::Rhythm;
use crate::runtime::clock::now_ms;
use crate::runtime::dating::AGREED_MS;
use crate::runtime::moment::Clocks;
use crate::work::control::Controls;
use crate::work::journal::State;
use crate::work::ledger::Ledger;
use crate::work::run::Runs;
use crate::work::scratch::offer::{ScratchChange, ScratchOffer};
use crate::work::upgrades::Upgrades;

/// Between two polls at least, if the server answers at once without anything new.
const POLL_PAUSE: Duration = Duration::from_secs(1);
/// How long commands wait at most for the results of before to be delivered, and how often that is looked at.
const HEARD_LIMIT: Duration = Duration::from_secs(60);
const HEARD_INTERVAL: Duration = Duration::from_millis(100);

/// See the module.
pub struct Commands {
    /// Benchmarks.
    pub runs: Arc<Runs>,
    /// What acts on drives.
    pub controls: Arc<Controls>,
    /// The scratch file.
    pub scratch: Arc<ScratchOffer>,
    /// Newer programs of this agent.
    pub upgrades: Arc<Upgrades>,
    /// What became of commands.
    pub ledger: Arc<Ledger>,
    /// Told what the server's clock shows.
    pub clocks: Arc<Clocks>,
    /// Counts the wishes to read everything.
    pub collect_now: watch::Sender<u64>,
}

impl Commands {
    /// Polls for ever. The uplink tells the person about a server that is away; this only waits.
    pub async fn run(self, server: Server, key: String, rhythm: Rhythm) {
        let mut backoff = Backoff::new(rhythm.retry_first, rhythm.retry_longest);
        let mut skew_said = false;
        self.until_heard().await;
        // Runs that go on after a restart wait for the first answer, so that is not a long poll.
        let mut poll = Duration::ZERO;
        loop {
            let wait = match server.commands(&key, poll).await {
                Ok(offers) => {
                    backoff.reset();
                    poll = POLL;
                    say_skew(offers.server_time_ms, &mut skew_said);
                    self.clocks.heard(offers.server_time_ms);
                    let mut is_new = false;
                    for offer in offers.offers {
                        is_new |= self.take(by_own_clock(offer, offers.server_time_ms)).await;
                    }
                    self.clocks.asked();
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

    /// What was said before the agent stopped is heard before anything new is asked for: a command that was declined while
    /// the journal could not be written must not be offered again.
    async fn until_heard(&self) {
        let spool = self.ledger.outbox().spool();
        let patience = Instant::now() + HEARD_LIMIT;
        while spool.pending().await.is_ok_and(|pending| pending.results > 0) && Instant::now() < patience {
            sleep(HEARD_INTERVAL).await;
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
                    self.ledger.decline(id, reason).await;
                }
                is_new
            }
            Offer::Command(command) => {
                let is_new = self.is_new(command_id(&command));
                if is_new {
                    let _gate = self.upgrades.gate.lock().await;
                    self.judge(*command).await;
                }
                is_new
            }
        }
    }

    /// The server offers a command again until it has the answer; the answer lies in the spool.
    fn is_new(&self, command_id: Uuid) -> bool {
        !self.ledger.is_known(command_id)
    }

    async fn judge(&self, command: Command) {
        match command {
            Command::StartBenchmark(command) => self.runs.start(command).await,
            Command::CancelBenchmark(command) => self.cancel_benchmark(&command).await,
            Command::CollectNow(command) => {
                if self
                    .ledger
                    .accept(command.id, State::Accepted { run_id: None })
                    .await
                {
                    self.collect_now.send_modify(|wishes| *wishes += 1);
                    self.ledger.settle(command.id, Ok(None)).await;
                }
            }
            Command::ControlDrive(command) => self.control_drive(command).await,
            Command::CreateScratchFile(command) => {
                let prepared = self.scratch.prepare_make(command.size_bytes);
                self.change_scratch(command.id, prepared).await;
            }
            Command::RemoveScratchFile(command) => {
                let prepared = self.scratch.prepare_remove(&command.path);
                self.change_scratch(command.id, prepared).await;
            }
            Command::UpgradeAgent(command) => self.upgrades.take(command).await,
        }
    }

    async fn cancel_benchmark(&self, command: &CancelBenchmarkCommand) {
        let (run_id, person) = (command.run_id, &command.requested_by);
        match command.point_sequence {
            Some(sequence) => {
                if let Err(reason) = self.runs.skip(run_id, sequence, person) {
                    return self.ledger.decline(command.id, reason).await;
                }
            }
            None => {
                if let Err(reason) = self.runs.cancel(run_id, person).await {
                    return self.ledger.decline_unknown_run(command.id, reason).await;
                }
            }
        }
        // A run can be stopped also while nothing can be begun.
        self.ledger.done_at_once(command.id).await;
    }

    async fn control_drive(&self, command: ControlDriveCommand) {
        let id = command.id;
        let prepared = match self.controls.prepare(command).await {
            Ok(prepared) => prepared,
            Err(reason) => return self.ledger.decline(id, reason).await,
        };
        if self.ledger.accept(id, prepared.state()).await {
            let controls = Arc::clone(&self.controls);
            tokio::spawn(async move { controls.execute(prepared).await });
        }
    }

    async fn change_scratch(&self, id: Uuid, prepared: Result<ScratchChange, String>) {
        let change = match prepared {
            Ok(change) => change,
            Err(reason) => return self.ledger.decline(id, reason).await,
        };
        let action = ActionKind::ScratchFile;
        if self.ledger.accept(id, State::Acting { action }).await {
            let (scratch, ledger) = (Arc::clone(&self.scratch), Arc::clone(&self.ledger));
            tokio::spawn(async move {
                let result = scratch.carry_out(change).await;
                ledger.settle(id, result.map(|()| None).map_err(Into::into)).await;
            });
        }
    }
}

/// A start that waits says when by the server's clock; here it is said by this host's.
fn by_own_clock(mut offer: Offer, server_time_ms: u64) -> Offer {
    if let Offer::Command(command) = &mut offer
        && let Command::StartBenchmark(start) = &mut **command
        && let Some(not_before_ms) = &mut start.not_before_ms
    {
        *not_before_ms = now_ms() + not_before_ms.saturating_sub(server_time_ms);
    }
    offer
}

fn command_id(command: &Command) -> Uuid {
    match command {
        Command::StartBenchmark(command) => command.id,
        Command::CancelBenchmark(command) => command.id,
        Command::CollectNow(command) => command.id,
        Command::ControlDrive(command) => command.id,
        Command::CreateScratchFile(command) => command.id,
        Command::RemoveScratchFile(command) => command.id,
        Command::UpgradeAgent(command) => command.id,
    }
}

fn say_skew(server_time_ms: u64, said: &mut bool) {
    let skew_ms = server_time_ms.abs_diff(now_ms());
    if skew_ms > AGREED_MS && !*said {
        tracing::warn!(
            skew_ms,
            "this host's clock differs from the server's: check its time synchronization"
        );
    }
    *said = skew_ms > AGREED_MS;
}
