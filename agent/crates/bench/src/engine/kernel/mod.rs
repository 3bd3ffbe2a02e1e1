//! The engines that talk to the kernel, and their buffers: the one place in this crate with unsafe code, beside the instruction
//! that reads the processor's counter.
//!
//! # Ownership
//! The kernel reads and writes the buffers between submission and completion. They are one anonymous mapping
//! that belongs to the engine, is reached through raw pointers only (no reference into it exists while an
//! operation is in flight in that slot), and is unmapped after the ring is closed; if operations are still in
//! flight then, it is never unmapped. A slot's buffer is touched by us only while the slot is free, which
//! `Buffers` track: it is busy from `claim` to `release`.
#![allow(unsafe_code)]

mod buffers;
mod enter;
mod identify;
mod nop;
mod passthrough;
mod queue;
mod ring;
mod setup;
mod sync;
mod time_limit;

pub use identify::identify_format;
pub use nop::Nop;
pub use passthrough::{Namespace, Passthrough};
pub use ring::Ring;
pub use setup::RingOptions;
pub use sync::{Sync, can_submit_without_blocking};

use crate::output::FailureKind;
use std::io;

/// Why an engine could not be set up.
#[derive(Debug, thiserror::Error)]
pub enum SetupError {
    /// The kernel has no io_uring.
    #[error("this kernel has no io_uring")]
    Missing,
    /// io_uring is there, but not for us.
    #[error("io_uring is switched off for this process")]
    Forbidden,
    /// The kernel, the driver or the drive cannot do what was asked for.
    #[error("{what}")]
    Unsupported {
        /// What it cannot do.
        what: String,
        /// What to do.
        remedy: String,
        /// What the kernel said.
        errno: Option<i32>,
    },
    /// They could, but something stands in the way.
    #[error("{what}")]
    Prevented {
        /// What does.
        what: String,
        /// What to do.
        remedy: String,
        /// What the kernel said.
        errno: Option<i32>,
    },
    /// Anything else.
    #[error("could not {step}: {source}")]
    Failed {
        /// What was tried.
        step: &'static str,
        /// What the kernel said.
        source: io::Error,
    },
}

impl SetupError {
    /// What a person can do about it.
    pub fn remedy(&self) -> String {
        match self {
            SetupError::Missing => "run it on Linux 5.11 or later with CONFIG_IO_URING",
            SetupError::Forbidden => {
                "set the sysctl kernel.io_uring_disabled to 0, or let the container's seccomp profile allow io_uring; \
                 or choose --engine sync"
            }
            SetupError::Unsupported { remedy, .. } | SetupError::Prevented { remedy, .. } => remedy,
            SetupError::Failed { .. } => {
                "lower --qd, --threads or --bs, or raise the limit of locked memory (ulimit -l)"
            }
        }
        .into()
    }

    /// Of what kind it is for a program.
    pub fn kind(&self) -> Option<FailureKind> {
        match self {
            SetupError::Missing | SetupError::Unsupported { .. } => Some(FailureKind::Unsupported),
            SetupError::Forbidden | SetupError::Prevented { .. } | SetupError::Failed { .. } => None,
        }
    }

    /// Error number of the kernel.
    pub fn errno(&self) -> Option<i32> {
        match self {
            SetupError::Missing => Some(libc::ENOSYS),
            SetupError::Forbidden => Some(libc::EPERM),
            SetupError::Unsupported { errno, .. } | SetupError::Prevented { errno, .. } => *errno,
            SetupError::Failed { source, .. } => source.raw_os_error(),
        }
    }
}

#[cfg(test)]
mod tests;
