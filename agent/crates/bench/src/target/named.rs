//! Whether the caller has named this very target for writing.

use super::consent::{self, Needed};
use super::{Target, TargetError, WriteConsent};
use crate::output::TargetKind;
use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::Path;

impl Target {
    /// Whether `consent` names the very device or file that is open.
    pub(super) fn check_consent(&self, consent: Option<&WriteConsent>) -> Result<(), TargetError> {
        let needed = self.needed();
        let Err(message) = consent::check(&needed, consent, |path| self.is_at(path)) else {
            return Ok(());
        };
        Err(TargetError::NotNamed {
            path: self.path.clone(),
            message,
            remedy: format!(
                "to allow its content to be overwritten, add {}",
                self.consent_needed()
            ),
        })
    }

    /// The options that name this target for writing.
    pub fn consent_needed(&self) -> String {
        self.needed().to_string()
    }

    fn needed(&self) -> Needed {
        let path = self.path.clone();
        match self.kind {
            TargetKind::File => Needed::File(path),
            TargetKind::Block | TargetKind::None => {
                let serials = self.serials();
                if serials.is_empty() {
                    Needed::Device(path)
                } else {
                    Needed::Serials(serials)
                }
            }
        }
    }

    /// The serial numbers of all drives that writing would touch: its own, or those of a volume's members.
    fn serials(&self) -> BTreeSet<String> {
        let of_members = self.members.iter().filter_map(|member| member.serial.clone());
        self.serial().into_iter().chain(of_members).collect()
    }

    fn is_at(&self, path: &Path) -> bool {
        let (Ok(mine), Ok(theirs)) = (self.file.metadata(), fs::metadata(path)) else {
            return false;
        };
        match self.kind {
            TargetKind::Block => theirs.file_type().is_block_device() && mine.rdev() == theirs.rdev(),
            TargetKind::File | TargetKind::None => (mine.dev(), mine.ino()) == (theirs.dev(), theirs.ino()),
        }
    }
}
