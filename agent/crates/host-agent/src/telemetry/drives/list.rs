//! What sysfs lists, compared with what is known.

use std::collections::BTreeMap;

use crosspoint_nvme::sysfs;

use super::depth::Depth;
use super::drive::Drive;
use super::known::Drives;

use crate::runtime::locked::locked;

/// What a look at sysfs found.
pub(super) struct Changes {
    /// A drive came, went, or looks different.
    pub is_changed: bool,
    /// Controllers to read, and how much of each.
    pub to_identify: Vec<(String, Depth)>,
}

impl Drives {
    /// Whether controllers or namespaces came or went since the last call; much cheaper than a scan.
    pub fn names_changed(&self) -> bool {
        let now = self.sysfs.names();
        let mut seen = locked(&self.names);
        let has_changed = *seen != now;
        *seen = now;
        has_changed
    }

    /// Compares sysfs with what is known, and takes it over.
    pub(super) async fn compare(&self) -> Changes {
        let found = self.controllers().await;
        self.slots.note(&found);
        let mut known = self.known();
        let before = known.len();
        known.retain(|name, drive| {
            let stays = found.iter().any(|controller| controller.name == *name);
            if !stays {
                self.forget_contents(&drive.controller);
            }
            stays
        });
        let mut changes = Changes {
            is_changed: known.len() != before,
            to_identify: Vec::new(),
        };
        for controller in found {
            let is_as_it_was = |drive: &Drive| drive.controller == controller;
            if !known.get(&controller.name).is_some_and(is_as_it_was) {
                changes.is_changed = true;
                let name = controller.name.clone();
                let depth = self.take_over(&mut known, controller);
                changes.to_identify.push((name, depth));
            }
        }
        changes
    }

    /// Remembers a controller that is new or looks different, and says how much of it is to be read.
    fn take_over(&self, known: &mut BTreeMap<String, Drive>, controller: sysfs::Controller) -> Depth {
        let Some(drive) = known
            .get_mut(&controller.name)
            .filter(|drive| drive.is(&controller))
        else {
            self.forget_contents(&controller);
            known.insert(controller.name.clone(), Drive::new(controller));
            return Depth::Everything;
        };
        if drive.controller.instance != controller.instance {
            // It was away, and somebody else may have written to it.
            self.forget_contents(&controller);
        }
        let has_same_firmware = drive.controller.firmware == controller.firmware;
        drive.controller = controller;
        if has_same_firmware {
            Depth::Inventory
        } else {
            Depth::Everything
        }
    }

    /// What sysfs says now; what it does not say of a drive that hangs is as it was.
    async fn controllers(&self) -> Vec<sysfs::Controller> {
        let listed = self.sysfs.controllers();
        let mut completed = self.queue_files.complete(&self.sysfs, &listed).await;
        let known = self.known();
        let as_it_was = |mut controller: sysfs::Controller| {
            if let Some(before) = known.get(&controller.name).filter(|drive| drive.is(&controller)) {
                controller.take_over(&before.controller);
            }
            controller
        };
        let all = listed.into_iter().map(|controller| {
            completed
                .remove(&controller.name)
                .unwrap_or_else(|| as_it_was(controller))
        });
        all.collect()
    }
}
