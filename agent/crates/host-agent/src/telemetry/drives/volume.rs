//! Finds an array by its identity, in sysfs as it is now: its name may have moved to another, and its members may have changed.

use crosspoint_bench::host::Array;
use crosspoint_wire::{DriveIdentity, VolumeMember, VolumeTarget};

use super::known::Drives;
use super::volumes::member_on;

/// A volume as it is assembled now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VolumeFound {
    /// Name of its block device, for example `md0`.
    pub block_name: String,
    /// Firmware of its drives, each once.
    pub firmware: String,
}

impl Drives {
    /// Finds a volume that is to be measured: the only look-up for anything that is done to one.
    ///
    /// # Errors
    /// If it is not in this host now, is not made of just these members, or is not whole.
    pub fn find_volume(&self, wanted: &VolumeTarget) -> Result<VolumeFound, String> {
        let arrays = self
            .arrays()
            .map_err(|error| format!("the md arrays of this host cannot be read: {error}"))?;
        let mut of_uuid = arrays
            .iter()
            .filter(|array| array.uuid.as_deref() == Some(wanted.uuid.as_str()));
        let (Some(array), None) = (of_uuid.next(), of_uuid.next()) else {
            let uuid = &wanted.uuid;
            return Err(format!(
                "there is no array with the UUID {uuid} in this host now, or more than one"
            ));
        };
        if let Some(reason) = array.unfit() {
            return Err(reason);
        }
        let path = array.device.path();
        if array.level != wanted.level {
            return Err(format!("{path} is {} now, and was {}", array.level, wanted.level));
        }
        self.require_members(array, &wanted.members)?;
        let mut firmware = Vec::new();
        for drive in drives_of(wanted) {
            firmware.push(self.find_drive(drive)?.firmware);
        }
        firmware.sort();
        firmware.dedup();
        Ok(VolumeFound {
            block_name: array.device.name.clone(),
            firmware: firmware.join(", "),
        })
    }

    /// Every member must be one that was meant, and every one that was meant must be there.
    fn require_members(&self, array: &Array, wanted: &[VolumeMember]) -> Result<(), String> {
        let controllers = self.sysfs.controllers();
        let mut missing: Vec<&VolumeMember> = wanted.iter().collect();
        for member in &array.members {
            let found = member_on(self.in_use.host(), member, &controllers)?;
            let is_it = |one: &&VolumeMember| {
                one.drive == found.drive && one.nsid == found.nsid && one.partition == found.partition
            };
            let place = missing.iter().position(is_it).ok_or_else(|| {
                format!(
                    "{} has the member {} of drive {}, which it had not when the run was asked for",
                    array.device.path(),
                    found.path,
                    found.drive.serial
                )
            })?;
            missing.swap_remove(place);
        }
        match missing.first() {
            None => Ok(()),
            Some(member) => Err(format!(
                "{} has no member on drive {} any more",
                array.device.path(),
                member.drive.serial
            )),
        }
    }

    /// What is on a volume may have changed, and with it what is on its members.
    pub fn look_again_at_volume(&self, block_name: &str) {
        self.look_again(block_name);
        let host = self.in_use.host();
        let below = host
            .device_named(block_name)
            .and_then(|device| host.below(&device));
        for member in below.unwrap_or_default() {
            self.look_again(&member.name);
        }
    }
}

/// The drives of a volume, each once, in the order of their serials.
#[must_use]
pub fn drives_of(target: &VolumeTarget) -> Vec<&DriveIdentity> {
    let mut drives: Vec<&DriveIdentity> = target.members.iter().map(|member| &member.drive).collect();
    drives.sort_by(|a, b| (&a.serial, &a.model).cmp(&(&b.serial, &b.model)));
    drives.dedup();
    drives
}
