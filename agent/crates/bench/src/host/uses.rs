//! What the host itself uses block devices for: mounts, swap, loop devices, btrfs.

use super::{BlockDevice, DeviceNumber, Host};
use crosspoint_nvme::sysfs::stated;
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::PathBuf;

/// A mounted file system.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mount {
    /// Number of its device; major 0 if it has none of its own, as btrfs.
    pub number: DeviceNumber,
    /// What was mounted, as the mounting program said.
    pub source: String,
    /// Type of the file system, as `xfs`.
    pub file_system: String,
    /// Where.
    pub mount_point: String,
}

impl Host {
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

    /// The file systems mounted on `devices`, each with its device. btrfs and others have a number of their own: what was
    /// mounted tells.
    pub fn mounted_on<'a>(
        &self,
        devices: &'a BTreeSet<BlockDevice>,
    ) -> io::Result<Vec<(&'a BlockDevice, Mount)>> {
        let find = |number| devices.iter().find(|device| device.number == number);
        let on = |mount: &Mount| {
            find(mount.number).or_else(|| self.number_at(mount.source.as_ref()).and_then(find))
        };
        let mounts = self.mounts()?.into_iter();
        Ok(mounts.filter_map(|mount| Some((on(&mount)?, mount))).collect())
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
}

/// A line of `/proc/self/mountinfo` (proc_pid_mountinfo(5)).
fn parse_mount(line: &str) -> Option<Mount> {
    let (fields, rest) = line.split_once(" - ")?;
    let mut fields = fields.split(' ').skip(2);
    let number = DeviceNumber::parse(fields.next()?)?;
    let mount_point = unescape(fields.nth(1)?);
    let mut rest = rest.split(' ');
    let file_system = rest.next()?.to_owned();
    let source = unescape(rest.next()?);
    Some(Mount {
        number,
        source,
        file_system,
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
            (
                mount.mount_point.as_str(),
                mount.source.as_str(),
                mount.file_system.as_str()
            ),
            ("/mnt/my disk", r"/dev/root\x", "ext3")
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
