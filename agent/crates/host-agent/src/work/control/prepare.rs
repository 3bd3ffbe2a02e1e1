//! May it be done here?

use std::sync::Arc;

use crosspoint_wire as wire;

use super::action::{action_kind, doing, is_abort};
use super::choice;
use super::controls::{Controls, Prepared};
use super::extent::{destroyed, identify, lacks};
use crate::guard::claims::Claim;
use crate::guard::policy::{self, ActionKind};
use crate::telemetry::drives::NamespaceHere;

impl Controls {
    /// Decides whether a command may be carried out here. An error is the reason to decline it, for a person.
    ///
    /// # Errors
    /// Why not.
    pub async fn prepare(&self, command: wire::ControlDriveCommand) -> Result<Prepared, String> {
        self.judge(command, None).await
    }

    /// The same of one who may hold the drive already.
    pub(super) async fn judge(
        &self,
        command: wire::ControlDriveCommand,
        held: Option<Arc<Claim>>,
    ) -> Result<Prepared, String> {
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
                "{kind} destroys data, and was not confirmed by typing the serial {}",
                drive.serial
            ));
        }
        let claim = match held {
            Some(held) => Some(held),
            None if is_abort(&action) => None,
            None => {
                let doing = doing(&action, &drive.serial);
                Some(Arc::new(self.drives.claims.take(&drive.serial, &doing)?))
            }
        };
        let identify = identify(&found, &action).await?;
        if let Some(what) = identify
            .as_ref()
            .and_then(|identify| lacks(&identify.capabilities, &action))
        {
            return Err(format!("the drive does not support {what}"));
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
                    "{kind} would destroy namespace {nsid} of drive {serial}, which is in use: {}",
                    reasons.join("; ")
                ));
            }
        }
        Ok(())
    }
}
