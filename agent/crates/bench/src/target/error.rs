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
                    "the device is not there any more: look at the kernel's log (dmesg)"
                }
                _ => "look at the kernel's log (dmesg)",
            }
            .into(),
            TargetError::Unsuitable { remedy, .. } => (*remedy).into(),
            TargetError::NotNamed { remedy, .. } => remedy.clone(),
            TargetError::OtherNamespace { .. } => {
                "`nvme list` shows which device is which namespace: give the right one".into()
            }
            TargetError::OtherFile { .. } => {
                "somebody has put another file in its place: give the one that is there now, if that is right"
                    .into()
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
