//! Opening a target: for reading, whatever it is used for; for writing, only what the [guard](crate::guard)
//! finds unused and empty and what the caller has named twice.
//!
//! For writing the target is opened first, exclusively, and every question is asked about the device or inode
//! that was opened; the same open file then carries the writes. There is no moment in which a path could
//! come to mean something else, or a file system could be mounted, between the check and the write.

mod consent;
mod error;
mod judge;
mod named;
mod namespace;
mod open;

pub use consent::WriteConsent;
pub use error::TargetError;

use crate::host::BlockDevice;
use crate::node::{self, DISCARD_PIECE_BYTES};
use crate::output::{self, TargetKind};
use nix::fcntl::{FallocateFlags, fallocate};
use std::fs::File;
use std::io::{self, Seek, SeekFrom};
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

    /// The open file.
    pub fn file(&self) -> &File {
        &self.file
    }

    /// Discards all that it holds: every block of a device, the blocks of a file on its file system. It must be open for
    /// writing.
    pub fn discard(&self) -> Result<(), TargetError> {
        let discarded = match self.kind {
            TargetKind::Block => self.discard_blocks(),
            _ => self.punch(),
        };
        discarded.map_err(|source| TargetError::System {
            path: self.path.clone(),
            step: "discard it",
            source,
        })
    }

    fn discard_blocks(&self) -> io::Result<()> {
        let mut start = 0;
        while start < self.capacity_bytes {
            let end = self.capacity_bytes.min(start + DISCARD_PIECE_BYTES);
            node::discard(&self.file, &(start..end))?;
            start = end;
        }
        Ok(())
    }

    fn punch(&self) -> io::Result<()> {
        let bytes = i64::try_from(self.capacity_bytes).map_err(io::Error::other)?;
        let flags = FallocateFlags::FALLOC_FL_PUNCH_HOLE | FallocateFlags::FALLOC_FL_KEEP_SIZE;
        Ok(fallocate(&self.file, flags, 0, bytes)?)
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
