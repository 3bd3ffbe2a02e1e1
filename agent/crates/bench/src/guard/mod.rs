//! May this target be written? Everything that speaks against it, found before the first byte is written.
//!
//! A device is refused if it, its whole disk, any partition of that disk, or anything stacked on one of these (LVM,
//! md, LUKS and other device mapper devices) is mounted, is swap, belongs to a mounted btrfs, has a holder, or
//! backs a loop device; of a volume, if that is true of anything on the drives that it rests on, since device mapper lets two
//! volumes share blocks; if it is read-only; if the kernel knows partitions on it; or if its own bytes carry a
//! signature ([`signature`]). A partition may be written although its disk has a partition table and
//! partitions beside it, if nothing on that disk is in use.
//!
//! A file is refused if it is swap, backs a loop device, is locked by another program, or carries a signature: then it
//! is the image of somebody's disk.
//!
//! What cannot be found out is a reason to refuse. [`crate::target`] asks these questions of a device that it
//! has already opened exclusively, so that nothing can change between the answer and the first write. That exclusive
//! opening also covers what sysfs does not show: mounts in other mount namespaces, and ZFS.

pub mod signature;

use crate::host::{BlockDevice, DeviceNumber, Host};
use signature::{Content, Signature};
use std::collections::BTreeSet;
use std::fmt;
use std::fs::{self, Metadata};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;

/// One thing that speaks against writing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// A file system on it is mounted.
    Mounted {
        /// The device mounted.
        device: String,
        /// Where.
        mount_point: String,
    },
    /// It is a swap area in use.
    Swap {
        /// The device or file.
        area: String,
    },
    /// A device is stacked on it.
    Held {
        /// The device below.
        device: String,
        /// The device above.
        holder: String,
    },
    /// It belongs to a mounted btrfs file system.
    BtrfsMember {
        /// The device.
        device: String,
    },
    /// A loop device is made of it.
    BacksLoop {
        /// The device or file.
        device: String,
        /// The loop device.
        loop_device: String,
    },
    /// Somebody has opened it exclusively or locked it.
    Claimed,
    /// The kernel knows a partition on it.
    Partition {
        /// The partition.
        partition: String,
    },
    /// Its bytes say that it holds something.
    Signature(Signature),
    /// It cannot be written at all.
    ReadOnly,
    /// A question could not be answered.
    Unknown {
        /// Which question.
        question: &'static str,
        /// Why.
        error: String,
    },
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Mounted { device, mount_point } => write!(f, "{device} is mounted on {mount_point}"),
            Reason::Swap { area } => write!(f, "{area} is swap space in use"),
            Reason::Held { device, holder } => {
                write!(f, "{device} is part of {holder} (LVM, md or device mapper)")
            }
            Reason::BtrfsMember { device } => write!(f, "{device} belongs to a mounted btrfs file system"),
            Reason::BacksLoop { device, loop_device } => write!(f, "{device} backs {loop_device}"),
            Reason::Claimed => write!(f, "another program or file system has it open for itself"),
            Reason::Partition { partition } => write!(f, "it has the partition {partition}"),
            Reason::Signature(found) => write!(
                f,
                "it carries the signature of: {} (at byte {})",
                found.name, found.offset
            ),
            Reason::ReadOnly => write!(f, "it is read-only"),
            Reason::Unknown { question, error } => write!(f, "it could not be found out {question}: {error}"),
        }
    }
}

/// Everything that uses `device` or its relatives at this moment.
pub fn uses_of_device(host: &Host, device: &BlockDevice) -> Vec<Reason> {
    let relatives = match host.relatives(device) {
        Ok(relatives) => relatives,
        Err(error) => return vec![unknown("what is stacked on it", &error)],
    };
    let mut reasons = Vec::new();
    let mut ask = |question, answer: io::Result<Vec<Reason>>| match answer {
        Ok(found) => reasons.extend(found),
        Err(error) => reasons.push(unknown(question, &error)),
    };
    ask("what is mounted", mounted(host, &relatives));
    ask("what is swap", swap(host, &relatives));
    ask("what is stacked on it", held(host, device, &relatives));
    ask("what btrfs uses", btrfs(host, &relatives));
    ask("what loop devices are made of", looped(host, &relatives));
    reasons
}

/// What speaks against writing to `device` besides its use: its state and its content.
pub fn contents_of_device(host: &Host, device: &BlockDevice, content: &impl Content) -> Vec<Reason> {
    let mut reasons = Vec::new();
    match device.attribute("ro").as_deref() {
        Some("0") => {}
        Some(_) => reasons.push(Reason::ReadOnly),
        None => reasons.push(unknown(
            "whether it is read-only",
            &io::Error::other("sysfs does not say"),
        )),
    }
    if !device.is_partition() {
        match host.partitions(device) {
            Ok(found) => reasons.extend(found.iter().map(|p| Reason::Partition { partition: p.path() })),
            Err(error) => reasons.push(unknown("whether it has partitions", &error)),
        }
    }
    reasons.extend(signatures(content));
    reasons
}

/// Everything that speaks against writing to the file with this `metadata`, apart from its content.
pub fn uses_of_file(host: &Host, name: &str, metadata: &Metadata) -> Vec<Reason> {
    let is_it = |path: &PathBuf| {
        fs::metadata(path).is_ok_and(|other| (other.dev(), other.ino()) == (metadata.dev(), metadata.ino()))
    };
    let mut reasons = Vec::new();
    match host.swaps() {
        Ok(swaps) if swaps.iter().any(is_it) => reasons.push(Reason::Swap { area: name.into() }),
        Ok(_) => {}
        Err(error) => reasons.push(unknown("what is swap", &error)),
    }
    match host.loops() {
        Ok(loops) => reasons.extend(loops.iter().filter(|(_, backing)| is_it(backing)).map(
            |(loop_device, _)| Reason::BacksLoop {
                device: name.into(),
                loop_device: loop_device.path(),
            },
        )),
        Err(error) => reasons.push(unknown("what loop devices are made of", &error)),
    }
    reasons
}

/// The signatures on `content`.
pub fn signatures(content: &impl Content) -> Vec<Reason> {
    match signature::find(content) {
        Ok(found) => found.into_iter().map(Reason::Signature).collect(),
        Err(error) => vec![unknown("what it holds", &error)],
    }
}

fn unknown(question: &'static str, error: &io::Error) -> Reason {
    Reason::Unknown {
        question,
        error: error.to_string(),
    }
}

fn find(relatives: &BTreeSet<BlockDevice>, number: DeviceNumber) -> Option<&BlockDevice> {
    relatives.iter().find(|relative| relative.number == number)
}

fn mounted(host: &Host, relatives: &BTreeSet<BlockDevice>) -> io::Result<Vec<Reason>> {
    let mut reasons = Vec::new();
    for mount in host.mounts()? {
        // btrfs and others have a number of their own: what was mounted tells.
        let by_source = || {
            host.number_at(mount.source.as_ref())
                .and_then(|number| find(relatives, number))
        };
        if let Some(device) = find(relatives, mount.number).or_else(by_source) {
            reasons.push(Reason::Mounted {
                device: device.path(),
                mount_point: mount.mount_point,
            });
        }
    }
    Ok(reasons)
}

fn swap(host: &Host, relatives: &BTreeSet<BlockDevice>) -> io::Result<Vec<Reason>> {
    let devices = host
        .swaps()?
        .into_iter()
        .filter_map(|path| find(relatives, host.number_at(&path)?));
    Ok(devices
        .map(|device| Reason::Swap { area: device.path() })
        .collect())
}

/// Holders, but for those by which a volume itself rests on its drives.
fn held(host: &Host, target: &BlockDevice, relatives: &BTreeSet<BlockDevice>) -> io::Result<Vec<Reason>> {
    let mut own = host.below(target)?;
    own.insert(host.disk(target)?);
    let mut reasons = Vec::new();
    for device in relatives {
        let holders = host.holders(device)?.into_iter();
        reasons.extend(
            holders
                .filter(|holder| !own.contains(holder))
                .map(|holder| Reason::Held {
                    device: device.path(),
                    holder: holder.path(),
                }),
        );
    }
    Ok(reasons)
}

fn btrfs(host: &Host, relatives: &BTreeSet<BlockDevice>) -> io::Result<Vec<Reason>> {
    let members = host.btrfs_members()?;
    let used = relatives
        .iter()
        .filter(|relative| members.contains(&relative.name));
    Ok(used
        .map(|device| Reason::BtrfsMember {
            device: device.path(),
        })
        .collect())
}

fn looped(host: &Host, relatives: &BTreeSet<BlockDevice>) -> io::Result<Vec<Reason>> {
    let mut reasons = Vec::new();
    for (loop_device, backing) in host.loops()? {
        if let Some(device) = host
            .number_at(&backing)
            .and_then(|number| find(relatives, number))
        {
            reasons.push(Reason::BacksLoop {
                device: device.path(),
                loop_device: loop_device.path(),
            });
        }
    }
    Ok(reasons)
}

#[cfg(test)]
mod tests;
