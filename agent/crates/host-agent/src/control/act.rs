//! Does what was decided.

use std::time::Duration;

use crosspoint_nvme::cli::{InstalledNvmeCli, NvmeCli};
use crosspoint_nvme::control::{SanitizeMethod, SecureErase, SelfTest};
use crosspoint_wire::{
    self as wire, DriveAction, FormatActionSecureErase, SanitizeActionMethod, SelfTestActionTest,
};

use super::{Controls, Prepared};
use crate::drives::NamespaceHere;
use crate::in_use::Exclusive;
use crate::ledger::Failure;
use crate::setting::Setting;

/// Discarding is quick on most drives; some rewrite their tables for many minutes.
const DISCARD_LIMIT: Duration = Duration::from_secs(3600);

/// What was found, in words, where there is something to say.
pub type Done = Result<Option<String>, Failure>;

impl Controls {
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
            DriveAction::Sanitize(action) => self.sanitize(prepared, action.method).await,
            DriveAction::Discard(_) => self.discard(prepared).await,
        }
    }

    async fn set(&self, prepared: &Prepared, setting: &Setting) -> Done {
        setting.apply(&self.drives, &prepared.drive).await?;
        Ok(None)
    }

    async fn self_test(&self, prepared: &Prepared, test: SelfTestActionTest) -> Done {
        let control = self.drives.find_drive(&prepared.drive)?.control;
        match test {
            SelfTestActionTest::Abort => {
                control.self_test(SelfTest::Abort).await?;
                return Ok(None);
            }
            SelfTestActionTest::Short => control.self_test(SelfTest::Short).await?,
            SelfTestActionTest::Extended => control.self_test(SelfTest::Extended).await?,
        }
        self.watch_self_test(prepared, &control, test == SelfTestActionTest::Extended)
            .await
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
        let held = self.hold(prepared).await?;
        if let Some(claim) = &prepared.claim {
            claim.close();
        }
        self.ledger.progress(prepared.command_id, "formatting", None);
        let format = control.format(action.nsid, action.lba_format, erase);
        let formatted = match before.format_remaining_percent {
            Some(_) => self.watch_format(prepared, &control, action.nsid, format).await,
            None => format.await,
        };
        drop(held);
        formatted?;
        let after = control.identify_namespace(action.nsid).await?.current_lba_format;
        if after != action.lba_format {
            let wanted = action.lba_format;
            return Err(format!(
                "formatted without an error, but the LBA format is {after} and not {wanted}"
            )
            .into());
        }
        Ok(None)
    }

    async fn sanitize(&self, prepared: &Prepared, method: SanitizeActionMethod) -> Done {
        let control = self.drives.find_drive(&prepared.drive)?.control;
        let method = match method {
            SanitizeActionMethod::BlockErase => SanitizeMethod::BlockErase,
            SanitizeActionMethod::Overwrite => SanitizeMethod::Overwrite,
            SanitizeActionMethod::CryptoErase => SanitizeMethod::CryptoErase,
        };
        // Held to the end: nothing can be mounted on what is being erased.
        let _held = self.hold(prepared).await?;
        control.sanitize(method).await?;
        self.watch_sanitize(prepared, &control).await
    }

    /// blkdiscard opens the device for itself alone, so this one must not hold it.
    async fn discard(&self, prepared: &Prepared) -> Done {
        for NamespaceHere { block_name, .. } in self.found_again(prepared)? {
            let path = self.drives.device_path(&block_name).display().to_string();
            self.ledger
                .progress(prepared.command_id, "discarding every block", None);
            let program = InstalledNvmeCli::new("blkdiscard");
            let output = program.run(&path, &[&path], DISCARD_LIMIT).await;
            let output = output.map_err(|error| format!("blkdiscard {path}: {error}"))?;
            if output.exit_code != Some(0) {
                let said: String = output.stderr.chars().take(400).collect();
                return Err(format!("blkdiscard {path} failed: {said}").into());
            }
        }
        Ok(None)
    }

    /// Opens what will be destroyed for this process alone, after making sure that it is still the same: from here
    /// on nothing can be mounted or stacked on it.
    async fn hold(&self, prepared: &Prepared) -> Result<Vec<Exclusive>, Failure> {
        let mut held = Vec::new();
        for NamespaceHere { nsid, block_name } in self.found_again(prepared)? {
            let refused = |reason| {
                format!(
                    "namespace {nsid} of drive {} is in use: {reason}",
                    prepared.drive.serial
                )
            };
            held.push(self.drives.hold(&block_name).await.map_err(refused)?);
        }
        Ok(held)
    }

    /// The namespaces that were judged, under the names that they have now; an error if there are others.
    fn found_again(&self, prepared: &Prepared) -> Result<Vec<NamespaceHere>, Failure> {
        let found = self.drives.find_drive(&prepared.drive)?;
        let judged = &prepared.destroyed;
        if let Some(gone) = judged.iter().find(|judged| !found.namespaces.contains(judged)) {
            return Err(format!(
                "{} belongs to another namespace now; nothing was done",
                gone.block_name
            )
            .into());
        }
        Ok(judged.clone())
    }
}
