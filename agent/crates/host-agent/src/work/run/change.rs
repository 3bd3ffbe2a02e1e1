//! Settings of the drive that a plan makes, and puts back.

use crosspoint_bench::plan::{DriveSettings, Feedback, SettingKind, SettingValue};
use crosspoint_wire::NamespaceTarget;

use super::prepared::Prepared;
use super::runs::Runs;
use super::walk::Break;
use crate::work::settings::require_operational;
use crate::work::settings::setting::Setting;

impl Runs {
    /// Makes settings for what comes next.
    pub(super) async fn set(&self, prepared: &Prepared, settings: &DriveSettings) -> Feedback {
        fed_back(self.make(prepared, settings).await)
    }

    /// Makes again what the plan had set when the run was broken off: a drive forgets it with a power cycle, and an agent that
    /// is stopped puts it back.
    pub(super) async fn set_again(&self, prepared: &Prepared, settings: &DriveSettings) -> Result<(), Break> {
        if settings.is_empty() {
            return Ok(());
        }
        let made = self.make(prepared, settings).await;
        made.map_err(|reason| {
            Break::Interrupted(format!("the run could not go on after a restart: {reason}"))
        })
    }

    /// Puts one setting back: to what the plan had set before, or to what it was before the run.
    pub(super) async fn set_back(
        &self,
        prepared: &Prepared,
        kind: SettingKind,
        to: Option<&SettingValue>,
    ) -> Feedback {
        fed_back(match to {
            Some(value) => match DriveSettings::one(kind, value.clone()) {
                Some(settings) => self.make(prepared, &settings).await,
                None => Err("the plan has no such value".to_owned()),
            },
            None => self.make_as_before(prepared, kind).await,
        })
    }

    /// Asks which values of a setting the drive has to offer.
    pub(super) async fn offered(&self, prepared: &Prepared, kind: SettingKind) -> Feedback {
        let offered = match drive(prepared) {
            Ok(target) => self.drives.offered(target, kind).await,
            Err(reason) => Err(reason),
        };
        match offered {
            Ok(values) => Feedback::Offered { values },
            Err(reason) => Feedback::Failed { reason },
        }
    }

    /// All of them, or none: what was changed before one was refused is put back.
    async fn make(&self, prepared: &Prepared, settings: &DriveSettings) -> Result<(), String> {
        let target = drive(prepared)?;
        let may = self.may_set(settings, &target.drive);
        may.map_err(|reason| unchanged(&reason))?;
        if let Some(state) = settings.power_state {
            let can = require_operational(&self.drives, &target.drive, state).await;
            can.map_err(|reason| unchanged(&reason))?;
        }
        let mut before = Vec::new();
        for setting in Setting::of_run(settings, target.nsid) {
            let now = setting.current(&self.drives, &target.drive).await;
            let changed = match now {
                // A drive with but one value may refuse to be set to it.
                Ok(now) if setting.is_met_by(&now) => Ok(()),
                Ok(now) => {
                    before.push(now);
                    let (run_id, drives) = (prepared.run_id, &self.drives);
                    self.restores
                        .change(run_id, drives, &target.drive, &setting)
                        .await
                }
                Err(failure) => Err(failure),
            };
            if let Err(failure) = changed {
                self.undo(target, before).await;
                return Err(format!("the {setting} could not be set: {}", failure.reason));
            }
        }
        Ok(())
    }

    async fn undo(&self, target: &NamespaceTarget, before: Vec<Setting>) {
        for setting in before.into_iter().rev() {
            if let Err(failure) = setting.apply(&self.drives, &target.drive).await {
                // What was before the run is put back at its end all the same.
                let serial = &target.drive.serial;
                tracing::error!(serial, %setting, reason = failure.reason, "could not be put back within the run");
            }
        }
    }

    async fn make_as_before(&self, prepared: &Prepared, kind: SettingKind) -> Result<(), String> {
        let (target, run_id) = (drive(prepared)?, prepared.run_id);
        let is_meant = |setting: &Setting| setting.is_of_kind(kind, target.nsid);
        self.restores.put_back_of(run_id, &self.drives, is_meant).await
    }
}

fn drive(prepared: &Prepared) -> Result<&NamespaceTarget, String> {
    let no_drive = || "the target is not a drive and has no settings".to_owned();
    prepared.drive.as_ref().ok_or_else(no_drive)
}

fn unchanged(reason: &str) -> String {
    format!("the settings of the drive were not changed: {reason}")
}

fn fed_back(result: Result<(), String>) -> Feedback {
    match result {
        Ok(()) => Feedback::Done,
        Err(reason) => Feedback::Failed { reason },
    }
}
