//! What becomes of commands: the journal remembers it on this host, events tell the server. In this order, so that a
//! crash in between makes a word be said again, and nothing be done again. A command is settled when its end is in the
//! spool, and not before.

mod owed;
#[cfg(test)]
mod tests;

use std::io::ErrorKind;
use std::time::Duration;

use crosspoint_nvme::CallError;
use crosspoint_wire::{self as wire, CommandEventOutcome as Outcome, RunFinishedEventOutcome as RunOutcome};
use tokio::time::timeout;
use uuid::Uuid;

use crate::link::outbox::{Outbox, once};
use crate::link::spool::SpoolError;
use crate::runtime::clock::now_ms;
use crate::runtime::trouble::Trouble;
use crate::work::journal::{Ending, Journal, State};
use owed::{Owed, Word};

/// How long a result waits for the disk before it is owed, so that a run can be stopped also while the disk hangs.
const SAY_LIMIT: Duration = Duration::from_secs(10);

/// See the module.
pub struct Ledger {
    journal: Journal,
    outbox: Outbox,
    owed: Owed,
}

/// Why something asked for was not done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// For a person.
    pub reason: String,
    /// The controller's status field, where it was the one that refused.
    pub nvme_status: Option<u16>,
}

impl From<String> for Failure {
    fn from(reason: String) -> Self {
        Self {
            reason,
            nvme_status: None,
        }
    }
}

impl From<CallError> for Failure {
    fn from(error: CallError) -> Self {
        Self {
            reason: error.to_string(),
            nvme_status: error.status().map(crosspoint_nvme::status::Status::field),
        }
    }
}

impl Ledger {
    /// Remembers in this journal, tells through this outbox.
    #[must_use]
    pub fn new(journal: Journal, outbox: Outbox) -> Self {
        Self {
            journal,
            outbox,
            owed: Owed::default(),
        }
    }

    /// Whether a command was judged before.
    #[must_use]
    pub fn is_known(&self, command: Uuid) -> bool {
        self.journal.state(command).is_some() || self.owed.has(command)
    }

    /// Commands that were begun and not ended when the agent stopped, and how far they came.
    #[must_use]
    pub fn unsettled(&self) -> Vec<(Uuid, State)> {
        self.journal.unsettled()
    }

    /// Whether the command journal can be written.
    #[must_use]
    pub fn trouble(&self) -> Trouble {
        self.journal.trouble()
    }

    /// Whether results wait for the spool to take them: then nothing more is begun.
    #[must_use]
    pub fn is_owing(&self) -> bool {
        !self.owed.is_empty()
    }

    /// Says again what the spool did not take, for ever.
    pub async fn pay(&self) {
        self.owed.pay(&self.outbox, &self.journal).await;
    }

    /// Where events go.
    #[must_use]
    pub fn outbox(&self) -> &Outbox {
        &self.outbox
    }

    /// Writes the command down and reports it as accepted. False if that cannot be: then it is declined, and must not be
    /// done.
    pub async fn accept(&self, id: Uuid, state: State) -> bool {
        if let Err(reason) = self.write_down(id, state).await {
            self.decline(id, reason).await;
            return false;
        }
        self.report(command_event(id, Outcome::Accepted, None, None))
            .await;
        true
    }

    /// Reports a command that was carried out at once, and that does no harm if it is carried out again.
    pub async fn done_at_once(&self, id: Uuid) {
        self.report(command_event(id, Outcome::Accepted, None, None))
            .await;
        self.settle(id, Ok(None)).await;
    }

    /// Whether what is begun now could be told.
    ///
    /// # Errors
    /// Why it must not begin, for a person.
    pub fn require_room(&self) -> Result<(), String> {
        if !self.is_owing() {
            return Ok(());
        }
        Err(
            "this host cannot store results at the moment (a full disk, or a spool full of results that the server has \
             not taken), so nothing is started whose result might be lost. See crosspoint-agent doctor"
                .to_owned(),
        )
    }

    /// Writes down how far a command came, before it goes further.
    ///
    /// # Errors
    /// Why it must not go further, for a person.
    pub async fn write_down(&self, id: Uuid, state: State) -> Result<(), String> {
        self.require_room()?;
        self.journal.set(id, state).await.map_err(|error| {
            format!(
                "this host cannot start anything, because its command journal cannot be written ({error}). See \
                 crosspoint-agent doctor"
            )
        })
    }

    /// Reports that the command is not carried out, and why.
    pub async fn decline(&self, id: Uuid, reason: String) {
        tracing::warn!(command = %id, reason, "declined a command");
        self.end(id, ending(Outcome::Declined, Some(reason))).await;
    }

    /// Reports that a run is not cancelled because this host has no such run: with this the server gives it up.
    pub async fn decline_unknown_run(&self, id: Uuid, reason: String) {
        tracing::warn!(command = %id, reason, "declined to cancel a run that is not here");
        let declined = Ending {
            is_run_unknown: true,
            ..ending(Outcome::Declined, Some(reason))
        };
        self.end(id, declined).await;
    }

    /// Reports the end of an accepted command: `Ok` with what was found, if there is something to say.
    pub async fn settle(&self, id: Uuid, result: Result<Option<String>, Failure>) {
        match result {
            Ok(found) => self.end(id, ending(Outcome::Succeeded, found)).await,
            Err(failure) => {
                tracing::warn!(command = %id, reason = failure.reason, "a command failed");
                let failed = Ending {
                    nvme_status: failure.nvme_status,
                    ..ending(Outcome::Failed, Some(failure.reason))
                };
                self.end(id, failed).await;
            }
        }
    }

    /// Reports the end of a run and of the command that asked for it. Written down before it is told: a run that is told to be
    /// over must not go on after a crash.
    pub async fn finish_run(&self, id: Uuid, run_id: Uuid, outcome: RunOutcome, reason: Option<String>) {
        let finished = ending_of_run(run_id, outcome, reason);
        if finished.outcome == Outcome::Failed {
            tracing::warn!(command = %id, reason = finished.reason, "a run failed");
        }
        self.keep_ending(id, &finished).await;
        self.end(id, finished).await;
    }

    /// Writes down how a run is going to end that is still to be wound up; should the agent go down before, its next start tells
    /// that end.
    pub async fn expect_end(&self, id: Uuid, run_id: Uuid, outcome: RunOutcome, reason: Option<String>) {
        if self.journal.state(id) != Some(State::Settled) {
            self.keep_ending(id, &ending_of_run(run_id, outcome, reason))
                .await;
        }
    }

    async fn keep_ending(&self, id: Uuid, ending: &Ending) {
        if let Err(error) = self.journal.set(id, State::Ended(ending.clone())).await {
            tracing::error!(command = %id, %error, "how a run ends is not on the disk: after a crash it would go on");
        }
    }

    /// Reports a command that a crash cut off. It is not done again.
    pub async fn interrupt(&self, id: Uuid, reason: String) {
        self.end(id, ending(Outcome::Interrupted, Some(reason))).await;
    }

    /// Reports how far a command came. Lost rather than kept at any cost: the next report says more.
    pub fn progress(&self, command_id: Uuid, phase: &str, percent: Option<u8>) {
        self.outbox.sample(wire::CommandProgressEvent {
            command_id,
            id: Uuid::new_v4(),
            percent,
            phase: phase.to_owned(),
            sequence: None,
            time_ms: now_ms(),
        });
    }

    /// Reports an event that must not be lost.
    pub async fn report(&self, event: impl Into<wire::AgentEvent>) {
        if let Some(payload) = self.outbox.express(event) {
            let said = self.say(Word {
                payload,
                settles: None,
            });
            if let Err(owed) = said.await {
                self.owe(owed);
            }
        }
    }

    /// Reports the end, then forgets the command; in this order, because the report may be repeated, and never without it.
    pub async fn end(&self, id: Uuid, ending: Ending) {
        let run = ending
            .run
            .clone()
            .map(|(run_id, outcome, reason)| wire::RunFinishedEvent {
                id: once(run_id, "runFinished"),
                outcome,
                reason,
                run_id,
                sequence: None,
                time_ms: now_ms(),
            });
        if let Some(run) = run {
            self.report(run).await;
        }
        let event = wire::CommandEvent {
            run_unknown: ending.is_run_unknown.then_some(true),
            ..command_event(id, ending.outcome, ending.reason.clone(), ending.nvme_status)
        };
        let Some(payload) = self.outbox.express(event) else {
            return self.journal.settle(id).await;
        };
        let last = Word {
            payload,
            settles: Some(id),
        };
        if let Err(owed) = self.say(last).await {
            // Should the agent end before it can be told, the next start tells it.
            let _ = self.journal.set(id, State::Ended(ending)).await;
            self.owe(owed);
        }
    }

    fn owe(&self, word: Word) {
        if !self.owed.add(word) {
            self.outbox.spool().count_lost();
        }
    }

    /// Puts a word into the spool, and settles what it settles.
    ///
    /// # Errors
    /// The word, which is owed.
    async fn say(&self, word: Word) -> Result<(), Word> {
        // What was said first is told first.
        if self.is_owing() {
            return Err(word);
        }
        let kept = timeout(SAY_LIMIT, self.outbox.keep(word.payload.clone()));
        // One that reaches the disk after all is said twice; the server takes it once.
        let hangs = |_| Err(SpoolError::Disk(ErrorKind::TimedOut.into()));
        match kept.await.unwrap_or_else(hangs) {
            Ok(()) => {}
            Err(error) if owed::is_lasting(&error) => tracing::error!(%error, "a result is lost"),
            Err(error) => {
                tracing::error!(%error, "a result could not be spooled; it is kept in memory and tried again");
                return Err(word);
            }
        }
        if let Some(command) = word.settles {
            self.journal.settle(command).await;
        }
        Ok(())
    }
}

fn ending_of_run(run_id: Uuid, outcome: RunOutcome, reason: Option<String>) -> Ending {
    let (of_command, said) = match outcome {
        RunOutcome::Complete | RunOutcome::Cancelled => (Outcome::Succeeded, None),
        RunOutcome::Failed => (Outcome::Failed, reason.clone()),
        RunOutcome::Interrupted => (Outcome::Interrupted, reason.clone()),
    };
    Ending {
        run: Some((run_id, outcome, reason)),
        ..ending(of_command, said)
    }
}

fn ending(outcome: Outcome, reason: Option<String>) -> Ending {
    Ending {
        outcome,
        reason,
        nvme_status: None,
        run: None,
        is_run_unknown: false,
    }
}

fn command_event(
    command_id: Uuid,
    outcome: Outcome,
    reason: Option<String>,
    nvme_status: Option<u16>,
) -> wire::CommandEvent {
    wire::CommandEvent {
        command_id,
        id: once(command_id, &outcome.to_string()),
        nvme_status,
        outcome,
        reason,
        run_unknown: None,
        sequence: None,
        time_ms: now_ms(),
    }
}
