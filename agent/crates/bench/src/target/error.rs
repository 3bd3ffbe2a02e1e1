//! Why a target cannot be used.

use crate::guard::Reason;
use std::io;
use std::path::PathBuf;

/// Why a target cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TargetError {
    /// The system refused.
    #[error("{path}: cannot {step}: {source}", path = path.display())]
    System {
        /// The target.
        path: PathBuf,
        /// What was tried.
        step: &'static str,
        /// What the system said.
        source: io::Error,
    },
    /// It is neither a block device nor a regular file, or an empty one.
    #[error("{path}: {what}", path = path.display())]
    Unsuitable {
        /// The target.
        path: PathBuf,
        /// Why.
        what: &'static str,
        /// What to do.
        remedy: &'static str,
    },
    /// It was not named for writing, or something else was.
    #[error("{path}: {message}", path = path.display())]
    NotNamed {
        /// The target.
        path: PathBuf,
        /// What is missing or wrong.
        message: String,
        /// What to do.
        remedy: String,
    },
    /// It is another device than the NVMe namespace that was meant.
    #[error("{path} is not namespace {nsid}: {found}", path = path.display())]
    OtherNamespace {
        /// The target.
        path: PathBuf,
        /// The namespace that was meant.
        nsid: u32,
        /// What it is.
        found: String,
    },
    /// It is not the md array that was meant, or not whole.
    #[error("{path} cannot be taken for the array {uuid}: {found}", path = path.display())]
    OtherArray {
        /// The target.
        path: PathBuf,
        /// The array that was meant.
        uuid: String,
        /// What it is.
        found: String,
    },
    /// It is another file than the one that was meant.
    #[error("{path} is not the file that was meant: {found}", path = path.display())]
    OtherFile {
        /// The target.
        path: PathBuf,
        /// What it is.
        found: String,
    },
    /// The guard refuses.
    #[error("{path} may not be written: {reasons}", path = path.display(), reasons = list(reasons))]
    Refused {
        /// The target.
        path: PathBuf,
        /// Everything that speaks against it.
        reasons: Vec<Reason>,
    },
}

fn list(reasons: &[Reason]) -> String {
    reasons
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join("; ")
}

/// Whether a program works with the target: what it keeps there is its own, so nothing is said of erasing.
fn is_somebody_at_work(reason: &Reason) -> bool {
    matches!(
        reason,
        Reason::OpenForWriting { .. } | Reason::ForeignIo { .. } | Reason::Claimed
    )
}

impl TargetError {
    /// What a person can do about it.
    pub fn remedy(&self) -> String {
        match self {
            TargetError::System { source, .. } => match source.raw_os_error() {
                Some(libc::ENOENT) => "check the path; `lsblk` lists the block devices",
                Some(libc::EACCES | libc::EPERM) => {
                    "run it as root, or as a member of the group that owns the device (often `disk`)"
                }
                Some(libc::EINVAL) => {
                    "the file system has no direct I/O (tmpfs, some FUSE): choose a file on another one"
                }
                Some(libc::EROFS) => "the device or file system is read-only: choose another, or only read",
                Some(libc::ENXIO | libc::ENODEV | libc::ENOMEDIUM) => {
                    "the device is not there any more: check the kernel log (dmesg)"
                }
                _ => "check the kernel log (dmesg)",
            }
            .into(),
            TargetError::Unsuitable { remedy, .. } => (*remedy).into(),
            TargetError::NotNamed { remedy, .. } => remedy.clone(),
            TargetError::OtherNamespace { .. } => {
                "`nvme list` shows which device is which namespace: give the right one".into()
            }
            TargetError::OtherArray { .. } => {
                "`mdadm --detail` shows what it is and what state it is in: give the right one, or wait until it is in sync"
                    .into()
            }
            TargetError::OtherFile { .. } => {
                "another file has taken its place: name the one that is there now if that is the one you mean"
                    .into()
            }
            TargetError::Refused { reasons, .. } if reasons.iter().all(is_somebody_at_work) => {
                "unmount it or stop the program that uses it, and try again, or choose another target".into()
            }
            TargetError::Refused { .. } => {
                "choose a drive that holds nothing. If this one really is to be erased: unmount and \
                stop what uses it, remove the signatures (`wipefs --all`), and try again"
                    .into()
            }
        }
    }

    /// Error number of the system.
    pub fn errno(&self) -> Option<i32> {
        match self {
            TargetError::System { source, .. } => source.raw_os_error(),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guard::Opener;

    fn refused(reasons: Vec<Reason>) -> String {
        TargetError::Refused {
            path: "/dev/nvme0n1".into(),
            reasons,
        }
        .remedy()
    }

    #[test]
    fn who_is_told_that_a_program_uses_the_target_is_not_told_to_erase_it() {
        let (name, pid) = ("qemu".to_owned(), 7);
        let at_work = Reason::OpenForWriting {
            device: "/dev/nvme0n1".to_owned(),
            by: Opener { name, pid },
        };
        let partition = Reason::Partition {
            partition: "/dev/nvme0n1p1".to_owned(),
        };
        assert!(refused(vec![at_work.clone()]).contains("stop the program"));
        assert!(!refused(vec![at_work.clone()]).contains("wipefs"));
        assert!(refused(vec![at_work, partition]).contains("wipefs"));
    }
}
