//! What speaks against writing to a target that was opened, or that could not be.

use super::{Target, TargetError};
use crate::guard::{self, Reason, Verdict};
use crate::host::Host;
use crate::node::{DirectContent, Identity};
use crate::output::TargetKind;
use std::path::Path;

impl Target {
    pub(super) fn judge(&self, host: &Host) -> Result<Verdict, TargetError> {
        let content = DirectContent {
            file: &self.file,
            size_bytes: self.capacity_bytes,
            logical_block_bytes: self.logical_block_bytes(),
        };
        if self.kind == TargetKind::Block {
            let device = self.device_or_error()?;
            let mut verdict = guard::judge_device(host, device, &content);
            // Asked of the driver too: sysfs may be another's, as in a container.
            if let Err(error) = Identity::of(&self.file, host) {
                verdict.reasons.push(Reason::Unknown {
                    question: "which device it is",
                    error: error.to_string(),
                });
            }
            return Ok(verdict);
        }
        let metadata = self.file.metadata().map_err(|source| TargetError::System {
            path: self.path.clone(),
            step: "examine it",
            source,
        })?;
        let name = self.path.display().to_string();
        let mut verdict = Verdict {
            reasons: guard::uses_of_file(host, &name, &metadata),
            notes: Vec::new(),
        };
        // The lock stays with the open file, so a second run on the same file is refused as well.
        if self.file.try_lock().is_err() {
            verdict.reasons.push(Reason::Claimed);
        }
        verdict.add_openers(guard::openers_of_file(host, &name, &metadata));
        verdict.reasons.extend(guard::signatures(&content));
        Ok(verdict)
    }
}

/// Why a device could not be opened exclusively, as far as it can be told.
pub(super) fn reasons_of_busy(path: &Path, host: &Host) -> Vec<Reason> {
    let mut reasons = uses_at(path, host);
    reasons.push(Reason::Claimed);
    reasons
}

/// What uses the device at `path`, which could not be opened.
pub(super) fn uses_at(path: &Path, host: &Host) -> Vec<Reason> {
    let device = host.number_at(path).and_then(|number| host.device(number).ok());
    device
        .map(|device| guard::uses_of_device(host, &device))
        .unwrap_or_default()
}
