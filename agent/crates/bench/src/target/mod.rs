//! Opening a target: for reading, whatever it is used for; for writing, only what the [guard]
//! finds unused and empty and what the caller has named twice.
//!
//! For writing the target is opened first, exclusively, and every question is asked about the device or inode
//! that was opened; the same open file then carries the writes. There is no moment in which a path could
//! come to mean something else, or a file system could be mounted, between the check and the write.

mod consent;
mod error;
mod namespace;

pub use consent::WriteConsent;
pub use error::TargetError;

use crate::guard::{self, Reason, Verdict};
use crate::host::{BlockDevice, DeviceNumber, Host};
use crate::node::{DirectContent, Identity};
use crate::output::{self, TargetKind};
use consent::Needed;
use nix::fcntl::{FcntlArg, OFlag, fcntl};
use std::collections::BTreeSet;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Seek, SeekFrom};
use std::os::unix::fs::{FileTypeExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

/// Logical block size taken where the kernel does not tell, as on a file system without a device.
const LOGICAL_BLOCK_BYTES_DEFAULT: u32 = 512;

/// An open target.
#[derive(Debug)]
pub struct Target {
    file: File,
    path: PathBuf,
    kind: TargetKind,
    capacity_bytes: u64,
    /// The device itself, or the one that the file lies on, if it has one.
    device: Option<BlockDevice>,
    in_use: Vec<String>,
    sparse: bool,
    /// What is to be known besides, though it is no reason not to write.
    notes: Vec<String>,
    /// The drives that a volume is made of.
    members: Vec<output::Member>,
}

impl Target {
    /// Opens `path` for reading. What uses it is noted, not refused.
    pub fn open_to_read(path: &Path, host: &Host) -> Result<Self, TargetError> {
        let path = resolve(path)?;
        let options = OpenOptions::new()
            .read(true)
            .custom_flags(libc::O_DIRECT | libc::O_NOFOLLOW)
            .to_owned();
        let mut target = Target::open(path, &options, host)?;
        if target.kind == TargetKind::Block {
            let device = target.device_or_error()?;
            target.in_use = guard::uses_of_device(host, device)
                .iter()
                .map(ToString::to_string)
                .collect();
        }
        Ok(target)
    }

    /// Opens `path` for writing (and reading), if nothing speaks against it and `consent` names it.
    pub fn open_to_write(
        path: &Path,
        consent: Option<&WriteConsent>,
        host: &Host,
    ) -> Result<Self, TargetError> {
        let path = resolve(path)?;
        let kind = kind_of(&path, &metadata(&path)?)?;
        let mut options = OpenOptions::new().read(true).write(true).to_owned();
        let flags = if kind == TargetKind::Block {
            libc::O_DIRECT | libc::O_NOFOLLOW | libc::O_EXCL
        } else {
            libc::O_DIRECT | libc::O_NOFOLLOW
        };
        let mut target = match Target::open(path.clone(), options.custom_flags(flags), host) {
            Err(TargetError::System { source, .. }) if source.raw_os_error() == Some(libc::EBUSY) => {
                return Err(TargetError::Refused {
                    reasons: reasons_of_busy(&path, host),
                    path,
                });
            }
            opened => opened?,
        };
        if target.kind != kind {
            return Err(target.unsuitable("it changed while it was being opened", "try again"));
        }
        target.check_consent(consent)?;
        let Verdict { reasons, notes } = target.judge(host)?;
        if reasons.is_empty() {
            target.notes = notes;
            Ok(target)
        } else {
            Err(TargetError::Refused {
                path: target.path,
                reasons,
            })
        }
    }

    /// Everything that speaks against writing to `path`, and the target itself, opened for reading, if it
    /// could be. Changes nothing.
    pub fn examine(path: &Path, host: &Host) -> Result<(Vec<Reason>, Option<Self>), TargetError> {
        let path = resolve(path)?;
        let block = kind_of(&path, &metadata(&path)?)? == TargetKind::Block;
        let flags = if block {
            libc::O_DIRECT | libc::O_NOFOLLOW | libc::O_EXCL
        } else {
            libc::O_DIRECT | libc::O_NOFOLLOW
        };
        match Target::open(
            path.clone(),
            OpenOptions::new().read(true).custom_flags(flags),
            host,
        ) {
            Err(TargetError::System { source, .. }) if source.raw_os_error() == Some(libc::EBUSY) => Ok((
                reasons_of_busy(&path, host),
                Target::open_to_read(&path, host).ok(),
            )),
            // Without the right to read it, its use can still be told, its content cannot.
            Err(TargetError::System { source, .. })
                if block && matches!(source.raw_os_error(), Some(libc::EACCES | libc::EPERM)) =>
            {
                let mut reasons = uses_at(&path, host);
                reasons.push(Reason::Unknown {
                    question: "what it holds",
                    error: source.to_string(),
                });
                Ok((reasons, None))
            }
            opened => {
                let mut target = opened?;
                let Verdict { reasons, notes } = target.judge(host)?;
                target.notes = notes;
                Ok((reasons, Some(target)))
            }
        }
    }

    fn open(path: PathBuf, options: &OpenOptions, host: &Host) -> Result<Self, TargetError> {
        let expected = metadata(&path)?;
        let kind = kind_of(&path, &expected)?;
        let failed = |step, source| TargetError::System {
            path: path.clone(),
            step,
            source,
        };
        let mut file = options
            .open(&path)
            .map_err(|source| failed("open it for direct I/O", source))?;
        do_not_note_reads(&file);
        let found = file.metadata().map_err(|source| failed("examine it", source))?;
        if (found.dev(), found.ino(), found.rdev()) != (expected.dev(), expected.ino(), expected.rdev()) {
            return Err(TargetError::Unsuitable {
                path,
                what: "it changed while it was being opened",
                remedy: "try again",
            });
        }
        let capacity_bytes = file
            .seek(SeekFrom::End(0))
            .map_err(|source| failed("find its size", source))?;
        let number = if kind == TargetKind::Block {
            found.rdev()
        } else {
            found.dev()
        };
        let device = host.device(DeviceNumber::from_raw(number)).ok();
        let sparse = kind == TargetKind::File && found.blocks() * 512 < capacity_bytes;
        let members = match &device {
            Some(device) if kind == TargetKind::Block => {
                members(host, device).map_err(|source| failed("find what it is made of", source))?
            }
            _ => Vec::new(),
        };
        let target = Target {
            file,
            path,
            kind,
            capacity_bytes,
            device,
            in_use: Vec::new(),
            sparse,
            notes: Vec::new(),
            members,
        };
        if capacity_bytes == 0 {
            return Err(target.unsuitable(
                "it is empty",
                "give a file of the size to be measured (`fallocate -l 1G FILE`, then write it once), or a device with a medium",
            ));
        }
        Ok(target)
    }

    fn unsuitable(&self, what: &'static str, remedy: &'static str) -> TargetError {
        TargetError::Unsuitable {
            path: self.path.clone(),
            what,
            remedy,
        }
    }

    fn device_or_error(&self) -> Result<&BlockDevice, TargetError> {
        self.device.as_ref().ok_or_else(|| {
            self.unsuitable(
                "sysfs does not know this device",
                "mount sysfs on /sys; in a container, pass it in",
            )
        })
    }

    /// Whether `consent` names the very device or file that is open.
    fn check_consent(&self, consent: Option<&WriteConsent>) -> Result<(), TargetError> {
        let needed = self.needed();
        let Err(message) = consent::check(&needed, consent, |path| self.is_at(path)) else {
            return Ok(());
        };
        Err(TargetError::NotNamed {
            path: self.path.clone(),
            message,
            remedy: format!(
                "to allow that its content is overwritten, add {}",
                self.consent_needed()
            ),
        })
    }

    /// The options that name this target for writing.
    pub fn consent_needed(&self) -> String {
        self.needed().to_string()
    }

    fn needed(&self) -> Needed {
        let path = self.path.clone();
        match self.kind {
            TargetKind::File => Needed::File(path),
            TargetKind::Block | TargetKind::None => {
                let serials = self.serials();
                if serials.is_empty() {
                    Needed::Device(path)
                } else {
                    Needed::Serials(serials)
                }
            }
        }
    }

    /// The serial numbers of all drives that writing would touch: its own, or those of a volume's members.
    fn serials(&self) -> BTreeSet<String> {
        let of_members = self.members.iter().filter_map(|member| member.serial.clone());
        self.serial().into_iter().chain(of_members).collect()
    }

    fn is_at(&self, path: &Path) -> bool {
        let (Ok(mine), Ok(theirs)) = (self.file.metadata(), fs::metadata(path)) else {
            return false;
        };
        match self.kind {
            TargetKind::Block => theirs.file_type().is_block_device() && mine.rdev() == theirs.rdev(),
            TargetKind::File | TargetKind::None => (mine.dev(), mine.ino()) == (theirs.dev(), theirs.ino()),
        }
    }

    fn judge(&self, host: &Host) -> Result<Verdict, TargetError> {
        let content = DirectContent {
            file: &self.file,
            size_bytes: self.capacity_bytes,
            logical_block_bytes: self.logical_block_bytes(),
        };
        if self.kind == TargetKind::Block {
            let device = self.device_or_error()?;
            let mut verdict = guard::judge_device(host, device, &content);
            // Asked of the driver too: sysfs may be another's, as in a container.
            if let Err(error) = Identity::of(&self.file, host) {
                verdict.reasons.push(Reason::Unknown {
                    question: "which device it is",
                    error: error.to_string(),
                });
            }
            return Ok(verdict);
        }
        let metadata = self.file.metadata().map_err(|source| TargetError::System {
            path: self.path.clone(),
            step: "examine it",
            source,
        })?;
        let name = self.path.display().to_string();
        let mut verdict = Verdict {
            reasons: guard::uses_of_file(host, &name, &metadata),
            notes: Vec::new(),
        };
        // The lock stays with the open file, so a second run on the same file is refused as well.
        if self.file.try_lock().is_err() {
            verdict.reasons.push(Reason::Claimed);
        }
        verdict.add_openers(guard::openers_of_file(host, &name, &metadata));
        verdict.reasons.extend(guard::signatures(&content));
        Ok(verdict)
    }

    /// The open file.
    pub fn file(&self) -> &File {
        &self.file
    }

    /// The path with symbolic links resolved.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Size of the device or file.
    pub fn capacity_bytes(&self) -> u64 {
        self.capacity_bytes
    }

    /// The device itself, or the one that the file lies on, if it has one.
    pub fn device(&self) -> Option<&BlockDevice> {
        self.device.as_ref()
    }

    /// Size of the logical blocks, to which offsets and lengths must be aligned.
    pub fn logical_block_bytes(&self) -> u32 {
        self.device
            .as_ref()
            .and_then(BlockDevice::logical_block_bytes)
            .unwrap_or(LOGICAL_BLOCK_BYTES_DEFAULT)
    }

    /// Whether the drive is gone: the kernel then lets reads of it come back short and writes find no space.
    pub fn has_vanished(&self) -> bool {
        let size = (&self.file).seek(SeekFrom::End(0));
        self.kind == TargetKind::Block && size.is_ok_and(|bytes| bytes == 0)
    }

    /// What was noticed before writing was allowed.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Whether parts of the file have no place on the medium: reading them measures nothing.
    pub fn is_sparse(&self) -> bool {
        self.sparse
    }

    fn serial(&self) -> Option<String> {
        self.device
            .as_ref()
            .filter(|_| self.kind == TargetKind::Block)
            .and_then(BlockDevice::serial)
    }

    /// As the output describes it.
    pub fn describe(&self) -> output::Target {
        let device = self.device.as_ref().filter(|_| self.kind == TargetKind::Block);
        output::Target {
            path: self.path.display().to_string(),
            kind: self.kind,
            capacity_bytes: self.capacity_bytes,
            serial: self.serial(),
            model: device.and_then(BlockDevice::model),
            in_use: self.in_use.clone(),
            members: self.members.clone(),
        }
    }
}

/// Spares each read the note of its time (`atime`), of which a reader wants nothing. Only the owner may ask for it;
/// anybody else goes on without.
fn do_not_note_reads(file: &File) {
    let Ok(flags) = fcntl(file, FcntlArg::F_GETFL) else {
        return;
    };
    let _ = fcntl(
        file,
        FcntlArg::F_SETFL(OFlag::from_bits_retain(flags) | OFlag::O_NOATIME),
    );
}

/// The drives that `device` is made of, if it is a volume.
fn members(host: &Host, device: &BlockDevice) -> io::Result<Vec<output::Member>> {
    let drives = host.members(device)?;
    Ok(drives
        .iter()
        .map(|drive| output::Member {
            path: drive.path(),
            serial: drive.serial(),
            model: drive.model(),
        })
        .collect())
}

/// Why a device could not be opened exclusively, as far as it can be told.
fn reasons_of_busy(path: &Path, host: &Host) -> Vec<Reason> {
    let mut reasons = uses_at(path, host);
    reasons.push(Reason::Claimed);
    reasons
}

/// What uses the device at `path`, which could not be opened.
fn uses_at(path: &Path, host: &Host) -> Vec<Reason> {
    let device = host.number_at(path).and_then(|number| host.device(number).ok());
    device
        .map(|device| guard::uses_of_device(host, &device))
        .unwrap_or_default()
}

fn resolve(path: &Path) -> Result<PathBuf, TargetError> {
    path.canonicalize().map_err(|source| TargetError::System {
        path: path.to_owned(),
        step: "find it",
        source,
    })
}

fn metadata(path: &Path) -> Result<Metadata, TargetError> {
    fs::metadata(path).map_err(|source| TargetError::System {
        path: path.to_owned(),
        step: "examine it",
        source,
    })
}

fn kind_of(path: &Path, metadata: &Metadata) -> Result<TargetKind, TargetError> {
    let kind = metadata.file_type();
    if kind.is_block_device() {
        Ok(TargetKind::Block)
    } else if kind.is_file() {
        Ok(TargetKind::File)
    } else {
        let path = path.to_owned();
        let (what, remedy) = if kind.is_char_device() {
            (
                "it is a character device",
                "give the block device: for an NVMe drive a namespace such as /dev/nvme0n1",
            )
        } else {
            (
                "it is neither a block device nor a regular file",
                "give a block device or a regular file",
            )
        };
        Err(TargetError::Unsuitable { path, what, remedy })
    }
}
