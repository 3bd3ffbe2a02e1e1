//! Who has a device or file open, by `/proc/*/fd`.

use crate::host::{BlockDevice, DeviceNumber, Host};
use crate::node::generic_number;
use rustix::fs::{AtFlags, CWD, FileType, StatxFlags, statx};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs::{self, Metadata};
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;
use std::time::{Duration, Instant};

/// How long the open files of all processes are looked through.
const LOOK_MAX: Duration = Duration::from_secs(3);
/// How many are looked at.
const OPEN_FILES_MAX: usize = 2_000_000;
/// So many are named; more would fill a page and say nothing new.
const NAMED_MAX: usize = 16;
/// In a process's `stat`: it is a thread of the kernel, which has no open files (`PF_KTHREAD`, include/linux/sched.h).
const KERNEL_THREAD: u64 = 0x0020_0000;
/// The mode of a link in `/proc/*/fd` says what the file is open for.
const OPEN_FOR_WRITING: u32 = 0o200;

/// A process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opener {
    /// Its name, at most 15 bytes as the kernel has it.
    pub name: String,
    /// Its process identifier.
    pub pid: u32,
}

impl fmt::Display for Opener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (process {})", self.name, self.pid)
    }
}

/// Who has it open besides this process, each with what he has open.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Openers {
    /// For writing.
    pub writers: Vec<(String, Opener)>,
    /// For reading alone.
    pub readers: Vec<(String, Opener)>,
    /// Processes whose open files may not be looked at.
    pub unseen: usize,
    /// There were too many to look at all.
    pub is_cut: bool,
}

impl Openers {
    /// What is worth knowing of a look that found no writer.
    pub fn notes(&self) -> Vec<String> {
        let mut notes: Vec<String> = self
            .readers
            .iter()
            .map(|(device, by)| format!("{device} is open for reading by {by}"))
            .collect();
        if self.unseen > 0 {
            notes.push(format!(
                "could not check whether {} other processes have it open: run as root with CAP_SYS_PTRACE",
                self.unseen
            ));
        }
        notes
    }

    fn add(&mut self, device: &str, by: Opener, is_writing: bool) {
        let list = if is_writing {
            &mut self.writers
        } else {
            &mut self.readers
        };
        let entry = (device.to_owned(), by);
        if list.len() < NAMED_MAX && !list.contains(&entry) {
            list.push(entry);
        }
    }
}

/// What is looked for: names by what the kernel knows an open file by.
#[derive(Debug, Default)]
pub(super) struct Sought {
    block: BTreeMap<DeviceNumber, String>,
    character: BTreeMap<DeviceNumber, String>,
    files: BTreeMap<(DeviceNumber, u64), String>,
}

impl Sought {
    /// These devices, and the generic ones of NVMe namespaces.
    pub fn devices(host: &Host, devices: &BTreeSet<BlockDevice>) -> Self {
        let generic = |device: &BlockDevice| {
            let name = device.path().replacen("/dev/nvme", "/dev/ng", 1);
            Some((generic_number(device, host)?, name))
        };
        Sought {
            block: devices
                .iter()
                .map(|device| (device.number, device.path()))
                .collect(),
            character: devices.iter().filter_map(generic).collect(),
            files: BTreeMap::new(),
        }
    }

    /// This file.
    pub fn file(name: &str, metadata: &Metadata) -> Self {
        let key = (DeviceNumber::from_raw(metadata.dev()), metadata.ino());
        Sought {
            files: BTreeMap::from([(key, name.to_owned())]),
            ..Sought::default()
        }
    }

    /// The name of what `link`, an entry of `/proc/*/fd`, is, if it is looked for.
    fn name(&self, link: &Path) -> Option<&str> {
        // A file on a server that does not answer must not be waited for.
        let flags = AtFlags::STATX_DONT_SYNC;
        let found = statx(CWD, link, flags, StatxFlags::TYPE | StatxFlags::INO).ok()?;
        let number = |major: u32, minor: u32| DeviceNumber {
            major: major.into(),
            minor: minor.into(),
        };
        let device = number(found.stx_rdev_major, found.stx_rdev_minor);
        let name = match FileType::from_raw_mode(found.stx_mode.into()) {
            FileType::BlockDevice => self.block.get(&device),
            FileType::CharacterDevice => self.character.get(&device),
            _ => {
                let file_system = number(found.stx_dev_major, found.stx_dev_minor);
                self.files.get(&(file_system, found.stx_ino))
            }
        };
        name.map(String::as_str)
    }
}

/// Looks through the open files of every process but this one.
pub(super) fn of(host: &Host, sought: &Sought) -> io::Result<Openers> {
    let mut openers = Openers::default();
    let began = Instant::now();
    let mut left = OPEN_FILES_MAX;
    for pid in processes(host)? {
        if pid == std::process::id() {
            continue;
        }
        let directory = host.proc.join(pid.to_string());
        match look_through(&directory, pid, sought, &mut left, &mut openers) {
            Ok(()) => {}
            // It ended meanwhile.
            Err(error) if matches!(error.raw_os_error(), Some(libc::ENOENT | libc::ESRCH)) => {}
            Err(_) if is_kernel_thread(&directory) => {}
            Err(_) => openers.unseen += 1,
        }
        if left == 0 || began.elapsed() > LOOK_MAX {
            openers.is_cut = true;
            break;
        }
    }
    Ok(openers)
}

fn processes(host: &Host) -> io::Result<Vec<u32>> {
    let mut processes = Vec::new();
    for entry in fs::read_dir(&host.proc)? {
        processes.extend(
            entry?
                .file_name()
                .to_str()
                .and_then(|name| name.parse::<u32>().ok()),
        );
    }
    Ok(processes)
}

fn look_through(
    process: &Path,
    pid: u32,
    sought: &Sought,
    left: &mut usize,
    openers: &mut Openers,
) -> io::Result<()> {
    for entry in fs::read_dir(process.join("fd"))? {
        *left = left.saturating_sub(1);
        if *left == 0 {
            break;
        }
        let link = entry?.path();
        // Sockets and the like have no path.
        let has_path = fs::read_link(&link).is_ok_and(|path| path.is_absolute());
        let Some(device) = has_path.then(|| sought.name(&link)).flatten() else {
            continue;
        };
        // Closed in this moment: the process has others.
        let Ok(opened) = link.symlink_metadata() else {
            continue;
        };
        let mode = opened.permissions().mode();
        let name = fs::read_to_string(process.join("comm")).unwrap_or_default();
        let by = Opener {
            name: name.trim().to_owned(),
            pid,
        };
        openers.add(device, by, mode & OPEN_FOR_WRITING != 0);
    }
    Ok(())
}

/// The ninth field of `stat`; the second may contain spaces and brackets.
fn is_kernel_thread(process: &Path) -> bool {
    let stat = fs::read_to_string(process.join("stat")).unwrap_or_default();
    let flags = stat
        .rsplit_once(')')
        .and_then(|(_, rest)| rest.split_whitespace().nth(6)?.parse::<u64>().ok());
    flags.is_some_and(|flags| flags & KERNEL_THREAD != 0)
}
