//! Does what was decided.

use std::sync::Arc;

use crosspoint_nvme::control::{DriveControl, SecureErase};
use crosspoint_wire::{self as wire, DriveAction, FormatActionSecureErase};

use super::action::action_kind;
use super::choice;
use super::controls::{Controls, Done, Prepared};
use super::extent::{destroyed, identify};
use super::watch::Begun;
use crate::guard::in_use::{Access, Exclusive, Wanted};
use crate::telemetry::drives::{DriveFound, NamespaceHere};
use crate::work::ledger::Failure;
use crate::work::settings::setting::Setting;

/// A drive whose namespaces that lose their data are held by this process alone.
struct Held {
    /// Acts on its controller, looked up under the hold: as long as that lasts, the name is not given to another.
    control: DriveControl,
    exclusive: Vec<Exclusive>,
}

impl Controls {
    /// Carries a command out, once. Call after the journal has it.
    pub async fn execute(&self, prepared: Prepared) {
        let (id, drive, action) = (
            prepared.command_id,
            &prepared.drive,
            action_kind(&prepared.action),
        );
        tracing::info!(command = %id, serial = drive.serial, %action, "carrying out a command");
        let result = self.act(&prepared).await;
        // Let go first: who hears of the end may ask for the next at once.
        drop(prepared);
        self.ledger.settle(id, result).await;
        self.collect_now.send_modify(|wishes| *wishes += 1);
    }

    pub(super) async fn act(&self, prepared: &Prepared) -> Done {
        match &prepared.action {
            DriveAction::SetPowerState(action) => {
                let setting = Setting::PowerState {
                    state: action.power_state,
                    hint: action.workload_hint,
                };
                self.set(prepared, &setting).await
            }
            DriveAction::SetPowerGovernor(action) => {
                self.set(prepared, &Setting::PowerGovernor { value: action.value })
                    .await
            }
            DriveAction::SetScheduler(action) => {
                let (nsid, name) = (action.nsid, action.scheduler.clone());
                self.set(prepared, &Setting::Scheduler { nsid, name }).await
            }
            DriveAction::SelfTest(action) => self.self_test(prepared, action.test).await,
            DriveAction::Format(action) => self.format(prepared, action).await,
            DriveAction::Sanitize(action) => self.sanitize(prepared, action).await,
            DriveAction::Discard(_) => self.discard(prepared).await,
        }
    }

    async fn set(&self, prepared: &Prepared, setting: &Setting) -> Done {
        setting.apply(&self.drives, &prepared.drive).await?;
        Ok(None)
    }

    async fn format(&self, prepared: &Prepared, action: &wire::FormatAction) -> Done {
        let control = self.drives.find_drive(&prepared.drive)?.control;
        let erase = match action.secure_erase {
            FormatActionSecureErase::None => SecureErase::None,
            FormatActionSecureErase::UserData => SecureErase::UserData,
            FormatActionSecureErase::Cryptographic => SecureErase::Cryptographic,
        };
        let before = control.identify_namespace(action.nsid).await?;
        let mut offered = before.lba_formats.iter();
        if !offered.any(|format| format.index == action.lba_format) {
            return Err(format!(
                "namespace {} has no LBA format {}",
                action.nsid, action.lba_format
            )
            .into());
        }
        let Held { control, exclusive } = self.hold(prepared, Access::Keep).await?;
        if let Some(claim) = &prepared.claim {
            claim.close();
        }
        self.ledger.progress(prepared.command_id, "formatting", None);
        let format = control.format(action.nsid, action.lba_format, erase);
        let formatted = match before.format_remaining_percent {
            Some(_) => self.watch_format(prepared, &control, action.nsid, format).await,
            None => format.await,
        };
        drop(exclusive);
        formatted?;
        let after = control.identify_namespace(action.nsid).await?.current_lba_format;
        if after != action.lba_format {
            let wanted = action.lba_format;
            return Err(
                format!("the format reported no error, but the LBA format is {after}, not {wanted}").into(),
            );
        }
        Ok(None)
    }

    async fn sanitize(&self, prepared: &Prepared, action: &wire::SanitizeAction) -> Done {
        let method = choice::sanitize_method(action)?;
        // Held to the end: nothing can be mounted on what is being erased.
        let held = self.hold(prepared, Access::Keep).await?;
        let before = held.control.sanitize_status().await?;
        let unanswered = match held.control.sanitize(method).await {
            Ok(()) => None,
            Err(error) if error.is_unanswered() => Some(error.into()),
            Err(error) => return Err(error.into()),
        };
        let begun = Begun { before, unanswered };
        self.watch_sanitize(prepared, &held.control, method, begun).await
    }

    async fn discard(&self, prepared: &Prepared) -> Done {
        let held = self.hold(prepared, Access::Write).await?;
        for namespace in &held.exclusive {
            let (ledger, id) = (Arc::clone(&self.ledger), prepared.command_id);
            let tell = move |percent| ledger.progress(id, "discarding every block", Some(percent));
            namespace.discard(tell).await?;
        }
        Ok(None)
    }

    /// Opens what will be destroyed for this process alone, and makes sure under that hold that it is what was judged and
    /// still unused: from here on nothing can be mounted or stacked on it.
    async fn hold(&self, prepared: &Prepared, access: Access) -> Result<Held, Failure> {
        self.found_again(prepared)?;
        let mut exclusive = Vec::new();
        for NamespaceHere { nsid, block_name } in &prepared.destroyed {
            let wanted = Wanted {
                serial: prepared.drive.serial.clone(),
                model: prepared.drive.model.clone(),
                nsid: *nsid,
            };
            let refused = |reason| {
                format!(
                    "namespace {nsid} of drive {} ({block_name}) was left unchanged: {reason}",
                    prepared.drive.serial
                )
            };
            let held = self.drives.hold(block_name, wanted, access).await;
            exclusive.push(held.map_err(refused)?);
        }
        let found = self.found_again(prepared)?;
        reaches_no_further(prepared, &found).await?;
        let control = found.control;
        Ok(Held { control, exclusive })
    }

    /// The drive as it is plugged in now; an error if the namespaces that were judged have other names.
    fn found_again(&self, prepared: &Prepared) -> Result<DriveFound, Failure> {
        let found = self.drives.find_drive(&prepared.drive)?;
        let judged = &prepared.destroyed;
        if let Some(gone) = judged.iter().find(|judged| !found.namespaces.contains(judged)) {
            return Err(format!(
                "{} belongs to another namespace now; nothing was done",
                gone.block_name
            )
            .into());
        }
        Ok(found)
    }
}

/// Asks the drive again, under the hold, how far the command reaches: a namespace may have been made or shared meanwhile.
async fn reaches_no_further(prepared: &Prepared, found: &DriveFound) -> Result<(), Failure> {
    let identify = identify(found, &prepared.action).await?;
    if destroyed(found, &prepared.action, identify.as_ref()).await? == prepared.destroyed {
        return Ok(());
    }
    Err(
        "the drive's namespaces changed after they were checked; nothing was done"
            .to_owned()
            .into(),
    )
}
