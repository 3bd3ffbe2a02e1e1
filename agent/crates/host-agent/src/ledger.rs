//! What becomes of commands: the journal remembers it on this host, events tell the server. In this order, so that a
//! crash in between makes a word be said again, and nothing be done again.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crosspoint_nvme::control::ControlError;
use crosspoint_wire::{self as wire, CommandEventOutcome as Outcome};
use uuid::Uuid;

use crate::journal::{Journal, State};
use crate::outbox::{Outbox, now_ms, once};

/// See the module.
pub struct Ledger {
    journal: Mutex<Journal>,
    outbox: Outbox,
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

impl From<ControlError> for Failure {
    fn from(error: ControlError) -> Self {
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
            journal: Mutex::new(journal),
            outbox,
        }
    }

    /// The command journal.
    pub fn journal(&self) -> MutexGuard<'_, Journal> {
        self.journal.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Where events go.
    #[must_use]
    pub fn outbox(&self) -> &Outbox {
        &self.outbox
    }

    /// Writes the command down and reports it as accepted. False if it cannot be written down: then it must not be done.
    pub async fn accept(&self, id: Uuid, state: State) -> bool {
        let written = self.journal().set(id, state);
        if let Err(error) = written {
            tracing::error!(%error, "the command journal cannot be written; the command is not carried out");
            return false;
        }
        self.report_outcome(id, Outcome::Accepted, None, None).await;
        true
    }

    /// Reports that the command is not carried out, and why.
    pub async fn decline(&self, id: Uuid, reason: String) {
        tracing::warn!(command = %id, reason, "declined a command");
        self.end(id, Outcome::Declined, Some(reason), None).await;
    }

    /// Reports the end of an accepted command: `Ok` with what was found, if there is something to say.
    pub async fn settle(&self, id: Uuid, result: Result<Option<String>, Failure>) {
        match result {
            Ok(found) => self.end(id, Outcome::Succeeded, found, None).await,
            Err(failure) => {
                tracing::warn!(command = %id, reason = failure.reason, "a command failed");
                self.end(id, Outcome::Failed, Some(failure.reason), failure.nvme_status)
                    .await;
            }
        }
    }

    /// Reports a command that a crash cut off. It is not done again.
    pub async fn interrupt(&self, id: Uuid, reason: String) {
        self.end(id, Outcome::Interrupted, Some(reason), None).await;
    }

    /// Reports how far a command came. Lost rather than kept at any cost: the next word says more.
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
        if let Err(error) = self.outbox.result(event).await {
            tracing::error!(%error, "a result could not be spooled");
        }
    }

    /// Reports the end, then forgets the command; in this order, because the report may be repeated.
    async fn end(&self, id: Uuid, outcome: Outcome, reason: Option<String>, nvme_status: Option<u16>) {
        self.report_outcome(id, outcome, reason, nvme_status).await;
        if let Err(error) = self.journal().set(id, State::Settled) {
            tracing::error!(%error, "the command journal cannot be written");
        }
    }

    async fn report_outcome(
        &self,
        command_id: Uuid,
        outcome: Outcome,
        reason: Option<String>,
        nvme_status: Option<u16>,
    ) {
        self.report(wire::CommandEvent {
            command_id,
            id: once(command_id, &outcome.to_string()),
            nvme_status,
            outcome,
            reason,
            sequence: None,
            time_ms: now_ms(),
        })
        .await;
    }
}
