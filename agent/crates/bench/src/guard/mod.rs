//! May this target be written? Everything that speaks against it, found before the first byte is written.
//!
//! A device is refused if it, its whole disk, any partition of that disk, or anything stacked on one of these (LVM,
//! md, LUKS and other device mapper devices) is mounted, is swap, belongs to a mounted btrfs, has a holder, or
//! backs a loop device; of a volume, if that is true of anything on the drives that it is built on, since device mapper lets two
//! volumes share blocks; if it is read-only; if the kernel knows partitions on it; or if its own bytes carry a
//! signature ([`crate::signature`]). A partition may be written although its disk has a partition table and
//! partitions beside it, if nothing on that disk is in use.
//!
//! A file is refused if it is swap, backs a loop device, is locked by another program, or carries a signature: then it
//! is the image of somebody's disk.
//!
//! Others open a device without claiming it: QEMU, the kernel's NVMe and SCSI targets, SPDK, databases. So what the kernel
//! exports is asked of configfs, who has it open of `/proc`, and when nothing else speaks against it, its I/O counters are
//! watched under the exclusive hold: whoever moves bytes there is a user, whatever the path (ADR 0023).
//!
//! What cannot be found out is a reason to refuse, but for the open files of processes that may not be looked at: that is
//! noted. [`crate::target`] asks these questions of a device that it
//! has already opened exclusively, so that nothing can change between the answer and the first write. That exclusive
//! opening also covers what sysfs does not show: mounts in other mount namespaces, and ZFS.

mod exports;
mod openers;
mod reason;
mod traffic;

pub use openers::{Opener, Openers};
pub use reason::{Reason, Traffic};

use crate::host::{BlockDevice, DeviceNumber, Host};
use crate::signature::{self, Content};
use std::collections::BTreeSet;
use std::fs::{self, Metadata};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;

/// Everything that uses `device` or its relatives at this moment.
pub fn uses_of_device(host: &Host, device: &BlockDevice) -> Vec<Reason> {
    let relatives = match host.relatives(device) {
        Ok(relatives) => relatives,
        Err(error) => return vec![Reason::unknown("what is stacked on it", &error)],
    };
    let mut reasons = Vec::new();
    let mut ask = |question, answer: io::Result<Vec<Reason>>| match answer {
        Ok(found) => reasons.extend(found),
        Err(error) => reasons.push(Reason::unknown(question, &error)),
    };
    ask("what is mounted", mounted(host, &relatives));
    ask("which areas are swap", swap(host, &relatives));
    ask("what is stacked on it", held(host, device, &relatives));
    ask("which devices btrfs uses", btrfs(host, &relatives));
    ask("what backs the loop devices", looped(host, &relatives));
    ask("what is exported", exports::of_devices(host, &relatives));
    reasons
}

/// Which processes have `device` or its relatives open, or the generic device of one that is an NVMe namespace. Those that
/// claim nothing, as QEMU, SPDK and databases on raw devices, show here and nowhere else.
pub fn openers_of_device(host: &Host, device: &BlockDevice) -> io::Result<Openers> {
    openers::of(host, &openers::Sought::devices(host, &host.relatives(device)?))
}

/// Which processes have the file with this `metadata` open.
pub fn openers_of_file(host: &Host, name: &str, metadata: &Metadata) -> io::Result<Openers> {
    openers::of(host, &openers::Sought::file(name, metadata))
}

/// Watches the I/O counters of `device` and its relatives for a second, while this process lets it alone. For a device that
/// is held exclusively: it finds who uses it through something that [`openers_of_device`] cannot see, such as another
/// process namespace or a kernel module. Reads alone, as of udev, which looks at a drive whenever a writer closes it, are
/// watched for up to three seconds, and count if they do not end. So do the few writes to its members by which an md array with
/// redundancy keeps its books after it was written, for up to fifteen.
pub fn foreign_io(host: &Host, device: &BlockDevice) -> Vec<Reason> {
    let found = host
        .relatives(device)
        .and_then(|relatives| Ok((relatives, host.members_with_books(device)?)));
    match found {
        Ok((relatives, members)) => {
            traffic::foreign(host, &relatives, &members, || std::thread::sleep(reason::WATCH))
        }
        Err(error) => vec![Reason::unknown("what is stacked on it", &error)],
    }
}

/// What was found out about a target that is to be written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Verdict {
    /// What speaks against it; empty if it may be written.
    pub reasons: Vec<Reason>,
    /// What does not, and is to be known.
    pub notes: Vec<String>,
}

impl Verdict {
    /// Adds who has it open: writers are reasons, readers are notes.
    pub fn add_openers(&mut self, found: io::Result<Openers>) {
        match found {
            Ok(openers) => {
                self.notes.extend(openers.notes());
                if openers.is_cut {
                    let cause = "there are too many open files to check them all in time; try again when the host is less busy";
                    self.reasons.push(Reason::unknown(
                        "which processes have it open",
                        &io::Error::other(cause),
                    ));
                }
                let writers = openers.writers.into_iter();
                self.reasons
                    .extend(writers.map(|(device, by)| Reason::OpenForWriting { device, by }));
            }
            Err(error) => self
                .reasons
                .push(Reason::unknown("which processes have it open", &error)),
        }
    }
}

/// Everything that can be found out about writing to `device`, which this process holds exclusively and does not use
/// meanwhile. Takes a second if nothing speaks against it.
pub fn judge_device(host: &Host, device: &BlockDevice, content: &impl Content) -> Verdict {
    let mut verdict = Verdict {
        reasons: uses_of_device(host, device),
        notes: Vec::new(),
    };
    verdict.reasons.extend(contents_of_device(host, device, content));
    verdict.add_openers(openers_of_device(host, device));
    if verdict.reasons.is_empty() {
        verdict.reasons = foreign_io(host, device);
    }
    verdict
}

/// What speaks against writing to `device` besides its use: its state and its content.
pub fn contents_of_device(host: &Host, device: &BlockDevice, content: &impl Content) -> Vec<Reason> {
    let mut reasons = Vec::new();
    match device.attribute("ro").as_deref() {
        Some("0") => {}
        Some(_) => reasons.push(Reason::ReadOnly),
        None => reasons.push(Reason::unknown(
            "whether it is read-only",
            &io::Error::other("sysfs does not say"),
        )),
    }
    if !device.is_partition() {
        match host.partitions(device) {
            Ok(found) => reasons.extend(found.iter().map(|p| Reason::Partition { partition: p.path() })),
            Err(error) => reasons.push(Reason::unknown("whether it has partitions", &error)),
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
        Err(error) => reasons.push(Reason::unknown("which areas are swap", &error)),
    }
    match host.loops() {
        Ok(loops) => reasons.extend(loops.iter().filter(|(_, backing)| is_it(backing)).map(
            |(loop_device, _)| Reason::BacksLoop {
                device: name.into(),
                loop_device: loop_device.path(),
            },
        )),
        Err(error) => reasons.push(Reason::unknown("what backs the loop devices", &error)),
    }
    match exports::of_file(host, name, metadata) {
        Ok(found) => reasons.extend(found),
        Err(error) => reasons.push(Reason::unknown("what is exported", &error)),
    }
    reasons
}

/// The signatures on `content`.
pub fn signatures(content: &impl Content) -> Vec<Reason> {
    match signature::find(content) {
        Ok(found) => found.into_iter().map(Reason::Signature).collect(),
        Err(error) => vec![Reason::unknown("what it contains", &error)],
    }
}

fn find(relatives: &BTreeSet<BlockDevice>, number: DeviceNumber) -> Option<&BlockDevice> {
    relatives.iter().find(|relative| relative.number == number)
}

fn mounted(host: &Host, relatives: &BTreeSet<BlockDevice>) -> io::Result<Vec<Reason>> {
    let mounts = host.mounted_on(relatives)?.into_iter();
    Ok(mounts
        .map(|(device, mount)| Reason::Mounted {
            device: device.path(),
            mount_point: mount.mount_point,
        })
        .collect())
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

/// Holders, except those that a volume itself is made of.
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
