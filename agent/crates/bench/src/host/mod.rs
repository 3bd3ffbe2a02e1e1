//! The host's block devices as sysfs and procfs describe them. The roots are given, so that every rule built
//! on this can be tested without the device it is about.

mod array;
mod device;
mod stack;
mod uses;

pub use array::{Array, ArrayMember, ArrayState};
pub use crosspoint_nvme::sysfs::{attribute, stated};
pub use device::{BlockDevice, DeviceNumber};
pub use uses::Mount;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Where the kernel describes itself.
#[derive(Debug, Clone)]
pub struct Host {
    /// Normally `/sys`.
    pub sys: PathBuf,
    /// Normally `/proc`.
    pub proc: PathBuf,
}

impl Default for Host {
    fn default() -> Self {
        Host {
            sys: "/sys".into(),
            proc: "/proc".into(),
        }
    }
}

impl Host {
    /// The device of this number.
    pub fn device(&self, number: DeviceNumber) -> io::Result<BlockDevice> {
        self.device_in(
            &self
                .sys
                .join(format!("dev/block/{}:{}", number.major, number.minor)),
        )
    }

    /// The device of this name in sysfs.
    pub fn device_named(&self, name: &str) -> io::Result<BlockDevice> {
        self.device_in(&self.sys.join("class/block").join(name))
    }

    fn device_in(&self, directory: &Path) -> io::Result<BlockDevice> {
        let naming =
            |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", directory.display()));
        let directory = directory.canonicalize().map_err(naming)?;
        let name = directory
            .file_name()
            .map(|name| name.to_string_lossy().into_owned())
            .unwrap_or_default();
        let number = fs::read_to_string(directory.join("dev")).map_err(naming)?;
        let number = DeviceNumber::parse(&number)
            .ok_or_else(|| naming(io::Error::other(format!("\"{number}\" is no device number"))))?;
        Ok(BlockDevice {
            name,
            directory,
            number,
        })
    }

    /// The whole disk that `device` is or is a part of.
    pub fn disk(&self, device: &BlockDevice) -> io::Result<BlockDevice> {
        match device.disk_directory() {
            Some(directory) if device.is_partition() => self.device_in(&directory),
            _ => Ok(device.clone()),
        }
    }

    /// The partitions of a whole disk that the kernel knows.
    pub fn partitions(&self, disk: &BlockDevice) -> io::Result<Vec<BlockDevice>> {
        let mut partitions = Vec::new();
        for entry in fs::read_dir(&disk.directory)? {
            let path = entry?.path();
            if path.join("partition").exists() {
                partitions.push(self.device_in(&path)?);
            }
        }
        partitions.sort();
        Ok(partitions)
    }

    /// The number of the block device at `path`, a node or a link to one; by its name in sysfs if there is no node.
    pub fn number_at(&self, path: &Path) -> Option<DeviceNumber> {
        use std::os::unix::fs::{FileTypeExt, MetadataExt};
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        match fs::metadata(&path) {
            Ok(metadata) if metadata.file_type().is_block_device() => {
                Some(DeviceNumber::from_raw(metadata.rdev()))
            }
            Ok(_) => None,
            Err(_) => {
                let name = path
                    .strip_prefix("/dev")
                    .ok()?
                    .to_string_lossy()
                    .replace('/', "!");
                self.device_named(&name).ok().map(|device| device.number)
            }
        }
    }
}
