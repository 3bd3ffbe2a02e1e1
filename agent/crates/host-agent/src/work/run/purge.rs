//! Purges the drive of a run, by the same ways and past the same guards as a person's command.

use crosspoint_bench::plan::{Feedback, PurgeMethod};

use super::prepared::Prepared;
use super::runs::Runs;
use crate::work::control::Purge;

impl Runs {
    /// Policy, typed serial and use of the drive are judged anew. What was begun goes on to its end, whoever asks to stop.
    pub(super) async fn purge(&self, prepared: &Prepared, method: PurgeMethod) -> Feedback {
        let Some(target) = &prepared.drive else {
            return Feedback::Failed {
                reason: "the target is not a drive and cannot be purged".to_owned(),
            };
        };
        let purge = Purge {
            command_id: prepared.command_id,
            drive: target.drive.clone(),
            nsid: target.nsid,
            method,
            confirmed_serial: prepared.confirmed_serial.clone(),
            claim: prepared.claim.clone(),
        };
        match self.controls.purge(purge).await {
            Ok(()) => Feedback::Done,
            Err(failure) => Feedback::Failed {
                reason: format!("the purge failed: {}", failure.reason),
            },
        }
    }
}
