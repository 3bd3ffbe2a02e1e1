//! An opened device node: which device it is, by its own number and by what the kernel says of that number. Nothing here
//! goes by a path, which may lead to another device a moment later.
//!
//! While a node is open its number is not given to another device, so what is found out here stays true.

mod direct;
mod file;
mod ioctl;

pub use direct::DirectContent;
pub use file::FileIdentity;

use crate::host::{BlockDevice, DeviceNumber, Host, attribute};
use std::fmt;
use std::fs::File;
use std::io;
use std::ops::Range;
use std::os::unix::fs::{FileTypeExt, MetadataExt};

/// Which device an opened block device node is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// As sysfs has the node's number.
    pub device: BlockDevice,
    /// Namespace identifier, if it is an NVMe namespace or a part of one.
    pub nsid: Option<u32>,
    /// Serial number of the drive, if it has one.
    pub serial: Option<String>,
    /// Model of the drive, if it has one.
    pub model: Option<String>,
}

/// Which namespace was meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Expected<'a> {
    /// Serial number of the drive.
    pub serial: &'a str,
    /// Its model, where the caller knows it.
    pub model: Option<&'a str>,
    /// Namespace identifier.
    pub nsid: u32,
}

/// In what an opened device differs from the one that was meant.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("it belongs to another namespace now: its {what} is {found} and not {expected}")]
pub struct Mismatch {
    what: &'static str,
    found: String,
    expected: String,
}

impl Identity {
    /// Which device `file` is. An error if it is no block device, or if the kernel's words for it disagree.
    pub fn of(file: &File, host: &Host) -> io::Result<Self> {
        let metadata = file.metadata()?;
        if !metadata.file_type().is_block_device() {
            return Err(io::Error::other("it is not a block device"));
        }
        let identity = Self::of_number(DeviceNumber::from_raw(metadata.rdev()), host)?;
        let Some(listed) = identity.nsid else {
            return Ok(identity);
        };
        let said = ioctl::namespace_id(file)?;
        if said != listed {
            return Err(io::Error::other(format!(
                "its driver says that it is namespace {said}, and sysfs that {} is namespace {listed}",
                identity.device.path()
            )));
        }
        Ok(identity)
    }

    /// The device of this number, by sysfs alone.
    pub fn of_number(number: DeviceNumber, host: &Host) -> io::Result<Self> {
        let device = host.device(number)?;
        let nsid = host.disk(&device)?.attribute("nsid");
        let nsid = nsid.map(|text| text.parse().map_err(|_| no_nsid(&device, &text)));
        Ok(Identity {
            nsid: nsid.transpose()?,
            serial: device.serial(),
            model: device.model(),
            device,
        })
    }

    /// Whether it is the namespace that was meant, as a whole.
    pub fn check(&self, expected: &Expected<'_>) -> Result<(), Mismatch> {
        same("serial", self.serial.as_deref(), &expected.serial)?;
        if let Some(model) = &expected.model {
            same("model", self.model.as_deref(), model)?;
        }
        same("NSID", self.nsid, &expected.nsid)?;
        if self.device.is_partition() {
            return Err(Mismatch {
                what: "device",
                found: format!("the partition {}", self.device.path()),
                expected: "a whole namespace".into(),
            });
        }
        Ok(())
    }
}

fn same<T: fmt::Display + PartialEq>(
    what: &'static str,
    found: Option<T>,
    expected: &T,
) -> Result<(), Mismatch> {
    match found {
        Some(found) if found == *expected => Ok(()),
        found => Err(Mismatch {
            what,
            found: found.map_or_else(|| "not known".into(), |found| found.to_string()),
            expected: expected.to_string(),
        }),
    }
}

fn no_nsid(device: &BlockDevice, text: &str) -> io::Error {
    io::Error::other(format!(
        "sysfs says that {} has the NSID \"{text}\"",
        device.path()
    ))
}

/// Makes sure that the generic device `generic` (`/dev/ng0n1`) is the same namespace as the block device `block`, which is
/// held open: their numbers must have the same controller in sysfs, and their drivers must name the same NSID.
pub fn check_generic(generic: &File, block: &File, host: &Host) -> io::Result<()> {
    let metadata = generic.metadata()?;
    if !metadata.file_type().is_char_device() {
        return Err(io::Error::other("it is not a character device"));
    }
    let number = DeviceNumber::from_raw(metadata.rdev());
    let identity = Identity::of(block, host)?;
    let entry = host
        .sys
        .join(format!("dev/char/{}:{}", number.major, number.minor));
    let ours = identity.device.directory.join("device").canonicalize()?;
    let theirs = entry.join("device").canonicalize()?;
    if ours != theirs {
        return Err(io::Error::other(format!(
            "it belongs to {}, and {} to {}",
            theirs.display(),
            identity.device.path(),
            ours.display()
        )));
    }
    let said = ioctl::namespace_id(generic)?;
    if Some(said) != identity.nsid {
        return Err(io::Error::other(format!(
            "it is namespace {said}, and {} is another",
            identity.device.path()
        )));
    }
    Ok(())
}

/// The number of the generic device beside a whole NVMe namespace, if the kernel has one.
pub fn generic_number(device: &BlockDevice, host: &Host) -> Option<DeviceNumber> {
    let suffix = device.name.strip_prefix("nvme")?;
    let entry = host.sys.join(format!("class/nvme-generic/ng{suffix}"));
    let ours = device.directory.join("device").canonicalize().ok()?;
    let is_beside = entry.join("device").canonicalize().ok()? == ours;
    is_beside.then(|| DeviceNumber::parse(&attribute(&entry.join("dev"))?))?
}

/// Discards these bytes of a block device that is open for writing, aligned to its logical blocks.
pub fn discard(file: &File, bytes: &Range<u64>) -> io::Result<()> {
    ioctl::discard(file, bytes)
}

/// A whole device is discarded in pieces of this many bytes, so that it can be ended between two of them. Drives discard in
/// units that are powers of two and far smaller.
pub const DISCARD_PIECE_BYTES: u64 = 32 << 30;

#[cfg(test)]
mod tests;
