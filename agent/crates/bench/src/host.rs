//! The host's block devices as sysfs and procfs describe them. The roots are given, so that every rule built
//! on this can be tested without the device it is about.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Longest chain of devices stacked on each other that is followed (partition, md, LUKS, LVM, …).
const STACK_DEPTH_MAX: usize = 16;

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

    /// Serial number of the drive: as NVMe and SCSI have it, from virtio, or from the SCSI page 80h.
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
    }

    /// Model of the drive.
    pub fn model(&self) -> Option<String> {
        attribute(&self.disk_directory()?.join("device/model"))
    }
}

/// A file of sysfs, trimmed; `None` if it is not there or empty.
pub fn attribute(path: &Path) -> Option<String> {
    let text = fs::read_to_string(path).ok()?;
    let text = text.trim_matches(|c: char| c.is_whitespace() || c == '\0');
    (!text.is_empty()).then(|| text.to_owned())
}

/// The same where it must be known: `None` only if the file is not there or empty, an error if it cannot be read.
pub fn stated(path: &Path) -> io::Result<Option<String>> {
    match fs::read(path) {
        Ok(text) => {
            let text = String::from_utf8_lossy(&text);
            let text = text.trim_matches(|c: char| c.is_whitespace() || c == '\0');
            Ok((!text.is_empty()).then(|| text.to_owned()))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(io::Error::new(
            error.kind(),
            format!("{}: {error}", path.display()),
        )),
    }
}

/// A mounted file system.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mount {
    /// Number of its device; major 0 if it has none of its own, as btrfs.
    pub number: DeviceNumber,
    /// What was mounted, as the mounting program said.
    pub source: String,
    /// Where.
    pub mount_point: String,
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

    /// Everything that `device` rests on, through every level: the devices that a volume is made of, and their disks.
    pub fn below(&self, device: &BlockDevice) -> io::Result<BTreeSet<BlockDevice>> {
        let mut below = BTreeSet::new();
        // A partition of a volume rests on what the volume rests on.
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

    /// The file systems mounted in this mount namespace.
    pub fn mounts(&self) -> io::Result<Vec<Mount>> {
        let text = fs::read_to_string(self.proc.join("self/mountinfo"))?;
        text.lines()
            .map(|line| {
                parse_mount(line)
                    .ok_or_else(|| io::Error::other(format!("mountinfo has the line \"{line}\"")))
            })
            .collect()
    }

    /// The swap areas in use, devices and files.
    pub fn swaps(&self) -> io::Result<Vec<PathBuf>> {
        match fs::read_to_string(self.proc.join("swaps")) {
            Ok(text) => {
                let areas = text
                    .lines()
                    .skip(1)
                    .filter_map(|line| line.split_whitespace().next());
                Ok(areas.map(|path| PathBuf::from(unescape(path))).collect())
            }
            // A kernel without swap has no such file.
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            Err(error) => Err(error),
        }
    }

    /// The loop devices in use and what each is made of.
    pub fn loops(&self) -> io::Result<Vec<(BlockDevice, PathBuf)>> {
        let mut loops = Vec::new();
        for entry in fs::read_dir(self.sys.join("class/block"))? {
            let path = entry?.path();
            if let Some(backing) = stated(&path.join("loop/backing_file"))? {
                loops.push((self.device_in(&path)?, PathBuf::from(backing)));
            }
        }
        Ok(loops)
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

    /// Names of the devices that mounted btrfs file systems are made of: mountinfo has only the first.
    pub fn btrfs_members(&self) -> io::Result<Vec<String>> {
        let mut members = Vec::new();
        let file_systems = match fs::read_dir(self.sys.join("fs/btrfs")) {
            Ok(file_systems) => file_systems,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(members),
            Err(error) => return Err(error),
        };
        for file_system in file_systems {
            // Besides the file systems there is a directory of features, without devices.
            let devices = match fs::read_dir(file_system?.path().join("devices")) {
                Ok(devices) => devices,
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                Err(error) => return Err(error),
            };
            for device in devices {
                members.push(device?.file_name().to_string_lossy().into_owned());
            }
        }
        Ok(members)
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

fn too_deep(device: &BlockDevice) -> io::Error {
    io::Error::other(format!(
        "{} is part of a stack of more than {STACK_DEPTH_MAX} devices",
        device.path()
    ))
}

/// A line of `/proc/self/mountinfo` (proc_pid_mountinfo(5)).
fn parse_mount(line: &str) -> Option<Mount> {
    let (fields, rest) = line.split_once(" - ")?;
    let mut fields = fields.split(' ').skip(2);
    let number = DeviceNumber::parse(fields.next()?)?;
    let mount_point = unescape(fields.nth(1)?);
    let source = unescape(rest.split(' ').nth(1)?);
    Some(Mount {
        number,
        source,
        mount_point,
    })
}

/// Undoes the kernel's octal escapes of space, tab, newline and backslash (`\040`).
fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        plain.push_str(&rest[..at]);
        let code = rest
            .get(at + 1..at + 4)
            .and_then(|digits| u8::from_str_radix(digits, 8).ok());
        match code {
            Some(code) => {
                plain.push(char::from(code));
                rest = &rest[at + 4..];
            }
            None => {
                plain.push('\\');
                rest = &rest[at + 1..];
            }
        }
    }
    plain.push_str(rest);
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_mountinfo() {
        let mount =
            parse_mount(r"36 35 98:0 /mnt1 /mnt/my\040disk rw,noatime master:1 - ext3 /dev/root\134x rw")
                .unwrap();
        assert_eq!(mount.number, DeviceNumber { major: 98, minor: 0 });
        assert_eq!(
            (mount.mount_point.as_str(), mount.source.as_str()),
            ("/mnt/my disk", r"/dev/root\x")
        );
        // No optional fields.
        assert_eq!(
            parse_mount("1 0 8:1 / /boot rw - ext4 /dev/sda1 rw")
                .unwrap()
                .mount_point,
            "/boot"
        );
        assert_eq!(parse_mount("nonsense"), None);
    }

    #[test]
    fn this_host_can_be_read() {
        let host = Host::default();
        assert!(
            host.mounts()
                .unwrap()
                .iter()
                .any(|mount| mount.mount_point == "/proc")
        );
        host.swaps().unwrap();
        host.loops().unwrap();
        host.btrfs_members().unwrap();
    }
}
