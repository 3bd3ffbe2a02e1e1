//! Finds a drive by its identity, in sysfs as it is now: a path may have moved to another drive.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use crosspoint_nvme::control::DriveControl;
use crosspoint_nvme::sysfs::Controller;
use crosspoint_wire::DriveIdentity;

use super::known::Drives;
use crate::guard::identity::identity;

/// A drive as it is plugged in now.
#[derive(Clone)]
pub struct DriveFound {
    /// Acts on its controller.
    pub control: DriveControl,
    /// Firmware revision.
    pub firmware: String,
    /// Every namespace that the kernel has of it.
    pub namespaces: BTreeSet<NamespaceHere>,
    /// Why there may be more of them, where that is so.
    pub namespaces_missing: Option<String>,
    controller: Controller,
}

/// A namespace and its block device now.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct NamespaceHere {
    /// Namespace identifier.
    pub nsid: u32,
    /// Name of its block device, for example `nvme0n1`.
    pub block_name: String,
}

impl Drives {
    /// Finds a drive that is to be measured, changed or erased: the only look-up for anything that is done to one.
    ///
    /// # Errors
    /// If it is not in this host now, or cannot be told from another.
    pub fn find_drive(&self, wanted: &DriveIdentity) -> Result<DriveFound, String> {
        let controllers = self.sysfs.controllers();
        let own: Vec<_> = controllers
            .iter()
            .filter(|controller| identity(controller) == *wanted)
            .collect();
        let serial = &wanted.serial;
        let controller = match own[..] {
            [] => return Err(format!("there is no drive with serial {serial} in this host now")),
            [controller] => controller,
            // A placeholder serial, or two paths to one drive: acting on the wrong one must not happen.
            [..] => {
                let names: Vec<&str> = own.iter().map(|twin| twin.name.as_str()).collect();
                return Err(format!(
                    "{} controllers in this host ({}) have the serial {serial}: it is not clear which drive is meant, \
                     so nothing is done",
                    own.len(),
                    names.join(", ")
                ));
            }
        };
        Ok(DriveFound {
            control: DriveControl::new(Arc::clone(&self.cli), controller.device_path()),
            firmware: controller.firmware.clone(),
            namespaces_missing: controller.namespaces_missing.clone(),
            controller: controller.clone(),
            namespaces: controller
                .namespaces
                .iter()
                .map(|namespace| NamespaceHere {
                    nsid: namespace.nsid,
                    block_name: namespace.block_name.clone(),
                })
                .collect(),
        })
    }

    /// Whether the drive that was found still has its name: what was read through it is that drive's.
    #[must_use]
    pub fn is_still_there(&self, found: &DriveFound) -> bool {
        self.sysfs.is_still_there(&found.controller)
    }

    /// Where the kernel shows and takes a block device's I/O scheduler.
    #[must_use]
    pub fn scheduler_path(&self, block_name: &str) -> PathBuf {
        self.sysfs
            .root()
            .join("class/block")
            .join(block_name)
            .join("queue/scheduler")
    }
}

impl DriveFound {
    /// Its controller, as sysfs listed it.
    pub(super) fn controller(&self) -> &Controller {
        &self.controller
    }

    /// One of its namespaces.
    ///
    /// # Errors
    /// If the kernel has no block device of it now.
    pub fn namespace(&self, nsid: u32) -> Result<&NamespaceHere, String> {
        self.namespaces
            .iter()
            .find(|namespace| namespace.nsid == nsid)
            .ok_or_else(|| format!("the drive has no namespace {nsid} with a block device in this host now"))
    }
}
