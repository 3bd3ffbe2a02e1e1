//! Commands that change, test or erase one drive: may it be done here, and then doing it, once.

mod act;
mod choice;
mod self_test;
mod watch;

use std::path::PathBuf;
use std::sync::Arc;

use crosspoint_nvme::decode::{Capabilities, IdentifyController};
use crosspoint_wire::{self as wire, DriveAction, SanitizeActionMethod, SelfTestActionTest};
use uuid::Uuid;

use crate::guard::claims::Claim;
use crate::guard::policy::{self, ActionKind};
use crate::telemetry::drives::{DriveFound, Drives, NamespaceHere};
use crate::work::journal::State;
use crate::work::ledger::Ledger;

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
    command_id: Uuid,
    drive: wire::DriveIdentity,
    action: DriveAction,
    /// Namespaces whose data goes; empty where none does.
    destroyed: Vec<NamespaceHere>,
    extended_self_test_minutes: u16,
    /// Absent where the command must reach a drive that is busy: aborting its self-test.
    claim: Option<Claim>,
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

impl Controls {
    /// Decides whether a command may be carried out here. An error is the reason to decline it, for a person.
    ///
    /// # Errors
    /// Why not.
    pub async fn prepare(&self, command: wire::ControlDriveCommand) -> Result<Prepared, String> {
        let wire::ControlDriveCommand {
            id,
            drive,
            action,
            confirmed_serial,
        } = command;
        let kind = action_kind(&action);
        let found = self.drives.find_drive(&drive)?;
        policy::require(&self.policy, kind, &drive)?;
        choice::check(&drive, &action)?;
        if kind.is_destructive() && confirmed_serial.as_deref() != Some(drive.serial.as_str()) {
            return Err(format!(
                "a {kind} destroys data, and nobody confirmed it by typing the serial {}",
                drive.serial
            ));
        }
        let claim = match is_abort(&action) {
            true => None,
            false => Some(
                self.drives
                    .claims
                    .take(&drive.serial, &doing(&action, &drive.serial))?,
            ),
        };
        let identify = identify(&found, &action).await?;
        if let Some(what) = identify
            .as_ref()
            .and_then(|identify| lacks(&identify.capabilities, &action))
        {
            return Err(format!("the drive does not have {what}"));
        }
        let destroyed = destroyed(&found, &action, identify.as_ref()).await?;
        self.refuse_in_use(&drive.serial, kind, &destroyed).await?;
        Ok(Prepared {
            command_id: id,
            drive,
            action,
            destroyed,
            extended_self_test_minutes: identify
                .and_then(|identify| identify.capabilities.extended_self_test_minutes)
                .unwrap_or(0),
            claim,
        })
    }

    /// Whatever the policy says: what is in use is not destroyed.
    async fn refuse_in_use(
        &self,
        serial: &str,
        kind: ActionKind,
        destroyed: &[NamespaceHere],
    ) -> Result<(), String> {
        for NamespaceHere { nsid, block_name } in destroyed {
            let reasons = self.drives.reasons_not_to_write(block_name).await;
            if !reasons.is_empty() {
                return Err(format!(
                    "a {kind} destroys namespace {nsid} of drive {serial}, and that is in use: {}",
                    reasons.join("; ")
                ));
            }
        }
        Ok(())
    }

    /// Carries a command out, once. Call after the journal has it.
    pub async fn execute(&self, prepared: Prepared) {
        let (id, drive, action) = (
            prepared.command_id,
            &prepared.drive,
            action_kind(&prepared.action),
        );
        tracing::info!(command = %id, serial = drive.serial, %action, "carrying out a command");
        let result = self.act(&prepared).await;
        self.ledger.settle(id, result).await;
        drop(prepared);
        self.collect_now.send_modify(|wishes| *wishes += 1);
    }
}

/// What the drive says of itself; `None` for actions that need no word of it.
async fn identify(found: &DriveFound, action: &DriveAction) -> Result<Option<IdentifyController>, String> {
    match action {
        DriveAction::SelfTest(_)
        | DriveAction::Format(_)
        | DriveAction::Sanitize(_)
        | DriveAction::Discard(_) => {
            let identify = found.control.identify_controller().await;
            identify.map(Some).map_err(|error| error.to_string())
        }
        DriveAction::SetPowerState(_) | DriveAction::SetPowerGovernor(_) | DriveAction::SetScheduler(_) => {
            Ok(None)
        }
    }
}

/// What the drive would need for an action and does not have.
fn lacks(support: &Capabilities, action: &DriveAction) -> Option<&'static str> {
    match action {
        DriveAction::SelfTest(_) if !support.self_test => Some("Device Self-test"),
        DriveAction::Format(_) if !support.format => Some("Format NVM"),
        DriveAction::Format(format)
            if format.secure_erase == wire::FormatActionSecureErase::Cryptographic
                && !support.format_crypto_erase =>
        {
            Some("cryptographic erase as part of Format NVM")
        }
        DriveAction::Sanitize(sanitize) => match sanitize.method {
            SanitizeActionMethod::BlockErase if !support.sanitize.block_erase => {
                Some("sanitize by block erase")
            }
            SanitizeActionMethod::Overwrite if !support.sanitize.overwrite => Some("sanitize by overwrite"),
            SanitizeActionMethod::CryptoErase if !support.sanitize.crypto_erase => {
                Some("sanitize by crypto erase")
            }
            _ => None,
        },
        _ => None,
    }
}

/// Which namespaces lose their data. A drive that cannot format one namespace alone loses all of them.
async fn destroyed(
    found: &DriveFound,
    action: &DriveAction,
    identify: Option<&IdentifyController>,
) -> Result<Vec<NamespaceHere>, String> {
    let Some(identify) = identify else {
        return Ok(Vec::new());
    };
    match action {
        DriveAction::Format(format) => {
            let support = &identify.capabilities;
            let erases = format.secure_erase != wire::FormatActionSecureErase::None;
            // The namespace itself must be there, or nothing would be known of its use.
            found.namespace(format.nsid)?;
            if support.format_all_namespaces || (erases && support.erase_all_namespaces) {
                return found.all_alone(identify).await;
            }
            found.one_alone(format.nsid, identify).await
        }
        DriveAction::Discard(discard) => found.one_alone(discard.nsid, identify).await,
        DriveAction::Sanitize(_) => found.all_alone(identify).await,
        DriveAction::SetPowerState(_)
        | DriveAction::SetPowerGovernor(_)
        | DriveAction::SetScheduler(_)
        | DriveAction::SelfTest(_) => Ok(Vec::new()),
    }
}

fn action_kind(action: &DriveAction) -> ActionKind {
    match action {
        DriveAction::SetPowerState(_) | DriveAction::SetPowerGovernor(_) => ActionKind::Power,
        DriveAction::SetScheduler(_) => ActionKind::Scheduler,
        DriveAction::SelfTest(_) => ActionKind::SelfTest,
        DriveAction::Format(_) => ActionKind::Format,
        DriveAction::Sanitize(_) => ActionKind::Sanitize,
        DriveAction::Discard(_) => ActionKind::Discard,
    }
}

fn is_abort(action: &DriveAction) -> bool {
    matches!(action, DriveAction::SelfTest(test) if test.test == SelfTestActionTest::Abort)
}

/// For whoever wants the drive meanwhile.
fn doing(action: &DriveAction, serial: &str) -> String {
    match action {
        DriveAction::SetPowerState(_) | DriveAction::SetPowerGovernor(_) | DriveAction::SetScheduler(_) => {
            format!("a setting of {serial} is being changed")
        }
        DriveAction::SelfTest(_) => format!("a self-test of {serial} is running"),
        DriveAction::Format(_) => format!("{serial} is being formatted"),
        DriveAction::Sanitize(_) => format!("{serial} is being sanitized"),
        DriveAction::Discard(_) => format!("the blocks of {serial} are being discarded"),
    }
}
