//! A purge as a step of a run: one of the commands that erase a drive, under the claim of the run.

use std::sync::Arc;
use std::time::Duration;

use crosspoint_bench::plan::PurgeMethod;
use crosspoint_nvme::control::FORMAT_LIMIT;
use crosspoint_nvme::decode::SanitizeStatus;
use crosspoint_wire::{
    self as wire, ControlDriveCommand, DriveAction, DriveIdentity, FormatActionSecureErase,
    SanitizeActionMethod,
};
use tokio::time::{Instant, sleep};
use uuid::Uuid;

use super::controls::Controls;
use super::watch::SANITIZE_LIMIT;
use crate::guard::claims::Claim;
use crate::work::ledger::Failure;

/// How often a drive that is busy with an earlier sanitize is asked.
const LOOK_INTERVAL: Duration = Duration::from_secs(10);

/// What a run asks for.
pub struct Purge {
    /// The command that the run stands for: its progress is told.
    pub command_id: Uuid,
    /// Which drive.
    pub drive: DriveIdentity,
    /// Which of its namespaces; a sanitize erases all of them.
    pub nsid: u32,
    /// How.
    pub method: PurgeMethod,
    /// What a person typed.
    pub confirmed_serial: Option<String>,
    /// The run's hold on the drive.
    pub claim: Arc<Claim>,
}

/// How long a drive may be busy with it.
#[must_use]
pub fn longest_purge(method: PurgeMethod) -> Duration {
    match method {
        PurgeMethod::Format | PurgeMethod::Discard => FORMAT_LIMIT,
        PurgeMethod::SanitizeBlock | PurgeMethod::SanitizeCrypto | PurgeMethod::SanitizeOverwrite => {
            SANITIZE_LIMIT
        }
    }
}

impl Controls {
    /// Judges a purge as a command of its own, and carries it out.
    ///
    /// # Errors
    /// Why it was refused, or how it failed.
    pub async fn purge(&self, purge: Purge) -> Result<(), Failure> {
        let action = self.action(&purge).await?;
        let command = ControlDriveCommand {
            id: purge.command_id,
            drive: purge.drive,
            action,
            confirmed_serial: purge.confirmed_serial,
        };
        self.until_sanitized(&command).await?;
        let prepared = self.judge(command, Some(Arc::clone(&purge.claim))).await?;
        let done = self.act(&prepared).await;
        // While it was formatted it was not sampled.
        purge.claim.reopen();
        self.collect_now.send_modify(|wishes| *wishes += 1);
        done.map(drop)
    }

    /// A sanitize goes on in the drive when the host goes down; another one can begin only after it.
    async fn until_sanitized(&self, command: &ControlDriveCommand) -> Result<(), Failure> {
        if !matches!(command.action, DriveAction::Sanitize(_)) {
            return Ok(());
        }
        let began = Instant::now();
        let control = self.drives.find_drive(&command.drive)?.control;
        // What the drive does not tell, its answer to the command will.
        while let Ok(SanitizeStatus::InProgress { percent }) = control.sanitize_status().await {
            if began.elapsed() > SANITIZE_LIMIT {
                return Err("the drive is still busy with an earlier sanitize"
                    .to_owned()
                    .into());
            }
            self.ledger
                .progress(command.id, "an earlier sanitize", Some(percent));
            sleep(LOOK_INTERVAL).await;
        }
        Ok(())
    }

    /// A format keeps the size of the blocks.
    async fn action(&self, purge: &Purge) -> Result<DriveAction, Failure> {
        let sanitize = |method| {
            DriveAction::Sanitize(wire::SanitizeAction {
                method,
                overwrite_passes: None,
            })
        };
        Ok(match purge.method {
            PurgeMethod::Format => {
                let control = self.drives.find_drive(&purge.drive)?.control;
                let lba_format = control.identify_namespace(purge.nsid).await?.current_lba_format;
                DriveAction::Format(wire::FormatAction {
                    lba_format,
                    nsid: purge.nsid,
                    secure_erase: FormatActionSecureErase::UserData,
                })
            }
            PurgeMethod::SanitizeBlock => sanitize(SanitizeActionMethod::BlockErase),
            PurgeMethod::SanitizeCrypto => sanitize(SanitizeActionMethod::CryptoErase),
            PurgeMethod::SanitizeOverwrite => sanitize(SanitizeActionMethod::Overwrite),
            PurgeMethod::Discard => DriveAction::Discard(wire::DiscardAction { nsid: purge.nsid }),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sanitize_is_waited_for_beyond_what_a_format_may_take() {
        assert_eq!(longest_purge(PurgeMethod::Format), FORMAT_LIMIT);
        for sanitize in [PurgeMethod::SanitizeBlock, PurgeMethod::SanitizeOverwrite] {
            assert!(longest_purge(sanitize) >= Duration::from_secs(24 * 3600));
        }
    }
}
