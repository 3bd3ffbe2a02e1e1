//! How far a command came, and how the journal writes that down.

use std::io;

use crosspoint_wire::{CommandEventOutcome, RunFinishedEventOutcome};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::guard::policy::ActionKind;

/// How far a command came.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", tag = "state", rename_all_fields = "camelCase")]
pub enum State {
    /// Taken on; a benchmark has a run, whose record says how far it came.
    Accepted {
        /// The run it stands for.
        run_id: Option<Uuid>,
    },
    /// Changing, testing or erasing a drive.
    Acting {
        /// How; for the words after a crash.
        action: ActionKind,
    },
    /// Getting newer programs of the agent, or trying them: the record of upgrades says how far that came.
    Upgrading {
        /// Which.
        version: String,
    },
    /// Over, and not yet told.
    Ended(Ending),
    /// Declined or done; nothing is left to do.
    Settled,
}

/// How a command ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Ending {
    /// In the words of the protocol.
    pub outcome: CommandEventOutcome,
    /// For a person.
    pub reason: Option<String>,
    /// The controller's status field, where it was the one that refused.
    pub nvme_status: Option<u16>,
    /// The run that ended with it, how, and why.
    pub run: Option<(Uuid, RunFinishedEventOutcome, Option<String>)>,
    /// Of a cancel: there is no such run here.
    #[serde(default)]
    pub is_run_unknown: bool,
}

/// One line of the file.
#[derive(Serialize, Deserialize)]
pub(super) struct Line {
    pub command: Uuid,
    #[serde(flatten)]
    pub state: State,
}

impl Line {
    pub fn to_bytes(&self) -> io::Result<Vec<u8>> {
        let mut bytes = serde_json::to_vec(self)?;
        bytes.push(b'\n');
        Ok(bytes)
    }
}
