//! Which namespace, array or file a target is, for a caller that means one: a path may have come to lead to another since.

use super::{Target, TargetError};
use crate::host::Host;
use crate::node::{FileIdentity, Identity};

impl Target {
    /// Makes sure that the open device is the NVMe namespace of this identifier, as a whole: by the number of the open node in
    /// sysfs, and by the word of its driver.
    pub fn require_namespace(&self, nsid: u32, host: &Host) -> Result<(), TargetError> {
        let found = match Identity::of(&self.file, host) {
            Ok(identity) if identity.device.is_partition() => "it is a partition".to_owned(),
            Ok(identity) if identity.nsid == Some(nsid) => return Ok(()),
            Ok(identity) => identity.nsid.map_or_else(
                || "it is not an NVMe namespace".to_owned(),
                |found| format!("it is namespace {found}"),
            ),
            Err(error) => error.to_string(),
        };
        Err(TargetError::OtherNamespace {
            path: self.path.clone(),
            nsid,
            found,
        })
    }

    /// Makes sure that the open device is the md array of this UUID, as a whole, with all its members in step.
    pub fn require_array(&self, uuid: &str, host: &Host) -> Result<(), TargetError> {
        let array = Identity::of(&self.file, host).and_then(|identity| host.array(&identity.device));
        let found = match array {
            Ok(Some(array)) => match (array.uuid.as_deref(), array.unfit()) {
                (Some(found), None) if found == uuid => return Ok(()),
                (Some(found), Some(reason)) if found == uuid => reason,
                (found, _) => format!("its UUID is {}", found.unwrap_or("not known")),
            },
            Ok(None) => "it is no md array".to_owned(),
            Err(error) => error.to_string(),
        };
        Err(TargetError::OtherArray {
            path: self.path.clone(),
            uuid: uuid.to_owned(),
            found,
        })
    }

    /// Makes sure that the open file is this one.
    pub fn require_file(&self, meant: &FileIdentity) -> Result<(), TargetError> {
        let found = match FileIdentity::of(&self.file) {
            Ok(identity) if identity == *meant => return Ok(()),
            Ok(identity) => format!("it is {identity} (device:inode:born), and {meant} was meant"),
            Err(error) => error.to_string(),
        };
        Err(TargetError::OtherFile {
            path: self.path.clone(),
            found,
        })
    }
}
