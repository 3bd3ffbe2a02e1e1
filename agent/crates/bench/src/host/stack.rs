//! What a device is built on, and what is built on it.

use super::{BlockDevice, Host};
use crosspoint_nvme::sysfs::attribute;
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::PathBuf;

/// Longest chain of devices stacked on each other that is followed (partition, md, LUKS, LVM, …).
const STACK_DEPTH_MAX: usize = 16;

impl Host {
    /// What is stacked directly on `device`: device mapper, LVM, md.
    pub fn holders(&self, device: &BlockDevice) -> io::Result<Vec<BlockDevice>> {
        let mut holders = Vec::new();
        for entry in fs::read_dir(device.directory.join("holders"))? {
            holders.push(self.device_named(&entry?.file_name().to_string_lossy())?);
        }
        holders.sort();
        Ok(holders)
    }

    /// What `device` is stacked on.
    fn slaves(&self, device: &BlockDevice) -> io::Result<Vec<BlockDevice>> {
        let entries = match fs::read_dir(device.directory.join("slaves")) {
            Ok(entries) => entries,
            // Partitions have none, nor have some drivers' devices.
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(error),
        };
        let mut slaves = Vec::new();
        for entry in entries {
            slaves.push(self.device_named(&entry?.file_name().to_string_lossy())?);
        }
        slaves.sort();
        Ok(slaves)
    }

    /// Everything that `device` is built on, through every level: the devices that a volume is made of, and their disks.
    pub fn below(&self, device: &BlockDevice) -> io::Result<BTreeSet<BlockDevice>> {
        let mut below = BTreeSet::new();
        // A partition of a volume is built on what the volume is built on.
        let mut level = vec![self.disk(device)?];
        for _ in 0..STACK_DEPTH_MAX {
            let mut next = Vec::new();
            for above in level {
                for slave in self.slaves(&above)? {
                    let disk = self.disk(&slave)?;
                    if below.insert(slave) | below.insert(disk.clone()) {
                        next.push(disk);
                    }
                }
            }
            if next.is_empty() {
                return Ok(below);
            }
            level = next;
        }
        Err(too_deep(device))
    }

    /// The drives (or partitions of drives) that a volume is made of, through every level; empty for a drive.
    pub fn members(&self, device: &BlockDevice) -> io::Result<Vec<BlockDevice>> {
        let mut members = Vec::new();
        let mut level = self.slaves(&self.disk(device)?)?;
        for _ in 0..STACK_DEPTH_MAX {
            let mut next = Vec::new();
            for slave in level {
                match &mut self.slaves(&self.disk(&slave)?)? {
                    none if none.is_empty() => members.push(slave),
                    below => next.append(below),
                }
            }
            if next.is_empty() {
                members.sort();
                members.dedup();
                return Ok(members);
            }
            level = next;
        }
        Err(too_deep(device))
    }

    /// The same namespace through other controllers of its drive: without native multipath each is a device of its own.
    fn other_ways(&self, disk: &BlockDevice) -> io::Result<Vec<BlockDevice>> {
        let (Some(own), Some(nsid)) = (disk.serial(), disk.attribute("nsid")) else {
            return Ok(Vec::new());
        };
        let mut others = Vec::new();
        for entry in fs::read_dir(self.sys.join("class/block"))? {
            let entry = entry?;
            let name = entry.file_name();
            // What is hidden below native multipath has no number; a partition has no identifier.
            let is_namespace = name.to_string_lossy().starts_with("nvme")
                && attribute(&entry.path().join("nsid")).as_ref() == Some(&nsid)
                && entry.path().join("dev").exists();
            if !is_namespace {
                continue;
            }
            let other = match self.device_in(&entry.path()) {
                Ok(other) => other,
                // Pulled in this moment.
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                Err(error) => return Err(error),
            };
            let differs = |attribute: &str| match (disk.attribute(attribute), other.attribute(attribute)) {
                (Some(own), Some(other)) => own != other,
                _ => false,
            };
            if other.number != disk.number
                && other.serial().as_ref() == Some(&own)
                && !differs("device/model")
                && !differs("wwid")
            {
                others.push(other);
            }
        }
        Ok(others)
    }

    /// Everything that would be destroyed or disturbed by writing to `device`: itself, its whole disk, all
    /// partitions of that, whatever is stacked on any of these, and the same of the disk by another way to it; and of a volume,
    /// the same of every disk below it, since what else lies on these may share its blocks.
    pub fn relatives(&self, device: &BlockDevice) -> io::Result<BTreeSet<BlockDevice>> {
        let mut relatives = BTreeSet::new();
        let mut level = vec![self.disk(device)?];
        for below in self.below(device)? {
            level.push(self.disk(&below)?);
        }
        for _ in 0..STACK_DEPTH_MAX {
            let mut next = Vec::new();
            for device in level {
                let mut family = self.partitions(&device)?;
                next.extend(
                    self.other_ways(&device)?
                        .into_iter()
                        .filter(|way| !relatives.contains(way)),
                );
                family.push(device);
                for member in family {
                    if relatives.insert(member.clone()) {
                        next.extend(self.holders(&member)?);
                    }
                }
            }
            if next.is_empty() {
                return Ok(relatives);
            }
            level = next;
        }
        Err(too_deep(device))
    }

    /// With native NVMe multipath, the directories of the paths that the kernel hides below a namespace: `nvme0c1n1` below
    /// `nvme0n1`. What is hidden has no device number.
    pub fn multipath_paths(&self, device: &BlockDevice) -> io::Result<Vec<PathBuf>> {
        let Some((subsystem, namespace)) = device
            .name
            .strip_prefix("nvme")
            .and_then(|numbers| numbers.split_once('n'))
        else {
            return Ok(Vec::new());
        };
        let is_path = |name: &str| {
            let controller = name
                .strip_prefix("nvme")
                .and_then(|rest| rest.strip_prefix(subsystem)?.strip_prefix('c'))
                .and_then(|rest| rest.strip_suffix(namespace)?.strip_suffix('n'));
            controller.is_some_and(|number| number.parse::<u32>().is_ok())
        };
        let mut paths = Vec::new();
        for entry in fs::read_dir(self.sys.join("class/block"))? {
            let entry = entry?;
            if is_path(&entry.file_name().to_string_lossy()) {
                paths.push(entry.path().canonicalize()?);
            }
        }
        paths.sort();
        Ok(paths)
    }
}

fn too_deep(device: &BlockDevice) -> io::Error {
    io::Error::other(format!(
        "{} is part of a stack of more than {STACK_DEPTH_MAX} devices",
        device.path()
    ))
}
