//! What controls need, and what was decided about one command.

use std::path::PathBuf;
use std::sync::Arc;

use crosspoint_wire::{self as wire, DriveAction};
use uuid::Uuid;

use super::action::action_kind;
use crate::guard::claims::Claim;
use crate::telemetry::drives::{Drives, NamespaceHere};
use crate::work::journal::State;
use crate::work::ledger::{Failure, Ledger};

/// What controls need.
pub struct Controls {
    /// The drives.
    pub drives: Arc<Drives>,
    /// Journal and reports.
    pub ledger: Arc<Ledger>,
    /// The policy file.
    pub policy: PathBuf,
    /// Counts the wishes to read everything: a drive is looked at again when something was done to it.
    pub collect_now: tokio::sync::watch::Sender<u64>,
}

/// A command that may be carried out, with everything that was decided about it.
#[derive(Debug)]
pub struct Prepared {
    pub(super) command_id: Uuid,
    pub(super) drive: wire::DriveIdentity,
    pub(super) action: DriveAction,
    /// Namespaces whose data goes; empty where none does.
    pub(super) destroyed: Vec<NamespaceHere>,
    pub(super) extended_self_test_minutes: u16,
    /// Absent where the command must reach a drive that is busy: aborting its self-test.
    pub(super) claim: Option<Arc<Claim>>,
}

impl Prepared {
    /// What the journal says before anything is done.
    #[must_use]
    pub fn state(&self) -> State {
        State::Acting {
            action: action_kind(&self.action),
        }
    }
}

/// What was found, in words, where there is something to say.
pub(super) type Done = Result<Option<String>, Failure>;
