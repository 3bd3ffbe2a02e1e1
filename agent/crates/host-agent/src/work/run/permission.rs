//! May a run do what it asks for? Judged when it is offered, and its target again before each point, as it is then: between
//! two points of a long run a person edits the policy, mounts a file system, or exchanges a drive.

use std::path::{Path, PathBuf};

use crosspoint_bench::plan::{DriveSettings, Measurement, SettingKind};
use crosspoint_wire::{DriveIdentity, NamespaceTarget};

use super::invocation::WriteRight;
use super::prepared::Prepared;
use super::runs::Runs;
use crate::guard::policy::{self, ActionKind};
use crate::guard::scratch_file;
use crate::work::settings::require_documented_governor;

impl Runs {
    /// Settings for a run ask the same of the policy as those that a person changes by hand.
    pub(super) fn may_set(&self, settings: &DriveSettings, drive: &DriveIdentity) -> Result<(), String> {
        if settings.power_state.is_some() || settings.power_governor.is_some() {
            policy::require(&self.policy, ActionKind::Power, drive)?;
        }
        if let Some(value) = settings.power_governor {
            require_documented_governor(drive, value)?;
        }
        if settings.scheduler.is_some() {
            policy::require(&self.policy, ActionKind::Scheduler, drive)?;
        }
        Ok(())
    }

    /// The same of values that the drive is only asked for.
    pub(super) fn may_set_any(&self, kind: SettingKind) -> Result<(), String> {
        let action = match kind {
            SettingKind::PowerState | SettingKind::PowerGovernor => ActionKind::Power,
            SettingKind::Scheduler => ActionKind::Scheduler,
        };
        policy::require_harmless(&self.policy, action)
    }

    /// The host's key, and no use of the drive. The tool itself checks serial and use again before it writes.
    pub(super) async fn may_write(&self, drive: &DriveIdentity, block_name: &str) -> Result<(), String> {
        policy::require(&self.policy, ActionKind::Write, drive)
            .map_err(|reason| format!("the plan writes, and {reason}"))?;
        let reasons = self.drives.reasons_not_to_write(block_name).await;
        if reasons.is_empty() {
            return Ok(());
        }
        Err(format!(
            "the plan writes, and drive {} is in use: {}",
            drive.serial,
            reasons.join("; ")
        ))
    }

    /// Judges the target anew for one measurement. Of a scratch file it is enough that it is still the one that the agent made.
    pub(super) async fn may_still(
        &self,
        prepared: &Prepared,
        measurement: &Measurement,
    ) -> Result<(), String> {
        if let Some(volume) = &prepared.volume {
            return self.may_still_on_volume(prepared, volume, measurement).await;
        }
        let Some((target, block_name)) = self.still_there(prepared)? else {
            return Ok(());
        };
        match write_right(prepared, measurement) {
            WriteRight::None => Ok(()),
            WriteRight::Serials(_) | WriteRight::File => self.may_write(&target.drive, &block_name).await,
        }
    }

    /// The same for a point of a database. While its file system is mounted it is the one that uses the drive.
    pub(super) async fn may_transact(&self, prepared: &Prepared, is_open: bool) -> Result<(), String> {
        let Some((target, block_name)) = self.still_there(prepared)? else {
            return policy::require_harmless(&self.policy, ActionKind::ScratchFile);
        };
        if !is_open {
            return self.may_write(&target.drive, &block_name).await;
        }
        policy::require(&self.policy, ActionKind::Write, &target.drive)
            .map_err(|reason| format!("the plan writes, and {reason}"))
    }

    /// The namespace where it was when the run started; of a file nothing but that it is the same.
    fn still_there<'a>(
        &self,
        prepared: &'a Prepared,
    ) -> Result<Option<(&'a NamespaceTarget, String)>, String> {
        if let Some(identity) = &prepared.file {
            scratch_file::require(&prepared.target, identity).map_err(|error| error.to_string())?;
        }
        let Some(target) = &prepared.drive else {
            return Ok(None);
        };
        let block_name = self.block_name(target)?;
        if device_node(&block_name) != prepared.target {
            let before = prepared.target.file_name().unwrap_or_default();
            return Err(format!(
                "namespace {} of drive {} is now {block_name}; it was {} when the run started",
                target.nsid,
                target.drive.serial,
                before.display()
            ));
        }
        Ok(Some((target, block_name)))
    }

    pub(super) fn block_name(&self, target: &NamespaceTarget) -> Result<String, String> {
        let found = self.drives.find_drive(&target.drive)?;
        Ok(found.namespace(target.nsid)?.block_name.clone())
    }
}

/// What one measurement may do: no more than it needs.
pub(super) fn write_right(prepared: &Prepared, measurement: &Measurement) -> WriteRight {
    if measurement.writes() {
        prepared.write.clone()
    } else {
        WriteRight::None
    }
}

/// The node that the tool opens.
pub(super) fn device_node(block_name: &str) -> PathBuf {
    Path::new("/dev").join(block_name)
}
