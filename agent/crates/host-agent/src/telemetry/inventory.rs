//! What a host tells of its drives, its volumes and its scratch file, compared with what it told last.

use crosspoint_wire::{self as wire, ScratchFile};

use crate::guard::in_use::DOES_NOT_ANSWER;

/// What is told.
#[derive(Default, Clone, PartialEq)]
pub(super) struct Inventory {
    pub drives: Vec<wire::DriveObservation>,
    pub scratch_files: Vec<ScratchFile>,
    pub volumes: Vec<wire::Volume>,
}

impl Inventory {
    /// Whether a drive did not even let itself be looked at: it may again.
    pub fn is_uncertain(&self) -> bool {
        let namespaces = self.drives.iter().flat_map(|drive| &drive.namespaces);
        let volumes = self.volumes.iter().map(|volume| &volume.in_use);
        let mut reasons = namespaces
            .map(|namespace| &namespace.in_use)
            .chain(volumes)
            .flatten();
        reasons.any(|reason| reason == DOES_NOT_ANSWER)
    }
}
