//! A block device, by its number and its directory in sysfs.

use crosspoint_nvme::sysfs::attribute;
use std::fs;
use std::path::{Path, PathBuf};

/// Major and minor number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DeviceNumber {
    /// Major number.
    pub major: u64,
    /// Minor number.
    pub minor: u64,
}

impl DeviceNumber {
    /// From `st_rdev` or `st_dev`.
    pub fn from_raw(raw: u64) -> Self {
        DeviceNumber {
            major: libc::major(raw).into(),
            minor: libc::minor(raw).into(),
        }
    }

    /// From `major:minor`, as sysfs has it.
    pub fn parse(text: &str) -> Option<Self> {
        let (major, minor) = text.trim().split_once(':')?;
        Some(DeviceNumber {
            major: major.parse().ok()?,
            minor: minor.parse().ok()?,
        })
    }
}

/// A block device as sysfs has it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct BlockDevice {
    /// Name in sysfs; a slash in the device's name is a `!` here.
    pub name: String,
    /// Its directory, resolved.
    pub directory: PathBuf,
    /// Its number.
    pub number: DeviceNumber,
}

impl BlockDevice {
    /// The path of its node.
    pub fn path(&self) -> String {
        format!("/dev/{}", self.name.replace('!', "/"))
    }

    /// A file of its directory, trimmed; `None` if it is not there or empty.
    pub fn attribute(&self, name: &str) -> Option<String> {
        attribute(&self.directory.join(name))
    }

    /// Its size.
    pub fn size_bytes(&self) -> Option<u64> {
        // sysfs counts sectors of 512 bytes, whatever the logical blocks are.
        self.attribute("size")?.parse::<u64>().ok()?.checked_mul(512)
    }

    /// Whether it is a partition.
    pub fn is_partition(&self) -> bool {
        self.directory.join("partition").exists()
    }

    /// Size of its logical blocks.
    pub fn logical_block_bytes(&self) -> Option<u32> {
        self.disk_directory()
            .and_then(|disk| attribute(&disk.join("queue/logical_block_size")))?
            .parse()
            .ok()
    }

    /// The directory of the whole disk: its own, or its parent's if it is a partition.
    pub fn disk_directory(&self) -> Option<PathBuf> {
        if self.is_partition() {
            self.directory.parent().map(Path::to_owned)
        } else {
            Some(self.directory.clone())
        }
    }

    /// Serial number of the drive: as NVMe and SCSI have it, from virtio, or from the SCSI page 80h. `None` also where it is
    /// not text: read as text all the same, the serials of two drives could be the same one.
    pub fn serial(&self) -> Option<String> {
        let disk = self.disk_directory()?;
        attribute(&disk.join("device/serial"))
            .or_else(|| attribute(&disk.join("serial")))
            .or_else(|| {
                // SPC-4, 7.8.13: four bytes of header, then the serial number.
                let page = fs::read(disk.join("device/vpd_pg80")).ok()?;
                let text = String::from_utf8_lossy(page.get(4..)?)
                    .trim_matches(['\0', ' '])
                    .to_owned();
                (!text.is_empty()).then_some(text)
            })
            .filter(|serial| !serial.contains(char::REPLACEMENT_CHARACTER))
    }

    /// Model of the drive.
    pub fn model(&self) -> Option<String> {
        attribute(&self.disk_directory()?.join("device/model"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn device(serial: &[u8]) -> (tempfile::TempDir, BlockDevice) {
        let directory = tempfile::tempdir().expect("a directory");
        fs::create_dir(directory.path().join("device")).expect("its device");
        fs::write(directory.path().join("device/serial"), serial).expect("its serial");
        let device = BlockDevice {
            name: "nvme0n1".into(),
            directory: directory.path().to_owned(),
            number: DeviceNumber { major: 259, minor: 0 },
        };
        (directory, device)
    }

    #[test]
    fn a_serial_that_is_no_text_names_no_drive() {
        let of = |bytes: &[u8]| {
            let (_kept, device) = device(bytes);
            device.serial()
        };
        assert_eq!(of(b"PHKS7335 \n"), Some("PHKS7335".into()));
        // Both would read as "S1" and the replacement character: consent for the one would do for the other.
        assert_eq!([of(b"S1\xfe\n"), of(b"S1\xff\n")], [None, None]);
        assert_eq!(of(b"\n"), None);
    }
}
