//! Opening a target, and making sure that what was opened is what was meant.

use super::judge::{reasons_of_busy, uses_at};
use super::{Target, TargetError, WriteConsent};
use crate::guard::{self, Reason, Verdict};
use crate::host::{BlockDevice, DeviceNumber, Host};
use crate::output::{self, TargetKind};
use nix::fcntl::{FcntlArg, OFlag, fcntl};
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Seek, SeekFrom};
use std::os::unix::fs::{FileTypeExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

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
                    question: "what it contains",
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
