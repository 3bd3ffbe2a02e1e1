//! A file system that the agent itself puts on a namespace, and takes away again: written through the held file, and known by
//! the number in its superblock.

use std::fs::File;
use std::io;
use std::ops::Range;
use std::os::fd::AsRawFd;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crosspoint_bench::guard::{Reason, contents_of_device};
use nix::unistd::{Whence, lseek64};
use uuid::Uuid;

use super::hold::{Access, Exclusive, Wanted};
use super::{DOES_NOT_ANSWER, InUse};

/// Metadata of a new file system: some megabytes per terabyte.
const WRITE_LIMIT: Duration = Duration::from_secs(600);
const ERASE_LIMIT: Duration = Duration::from_secs(60);
/// Alignment and granularity of what is written past the page cache; no drive has larger blocks.
const BLOCK_BYTES: usize = 4096;
const PIECE_BYTES: usize = 1 << 20;
/// Where the superblock of ext4 has its magic number and its UUID.
const EXT_MAGIC: (usize, [u8; 2]) = (1080, [0x53, 0xef]);
const EXT_UUID: usize = 1024 + 0x68;
/// The sector with its magic number and UUID: what looks like another signature in it is its own.
const SECTOR: Range<u64> = 1024..1536;
/// What is overwritten to take it away: the superblock, and what stands before it.
const HEAD_BYTES: usize = 65_536;

/// A buffer that the kernel takes past the page cache.
struct Aligned {
    bytes: Vec<u8>,
    offset: usize,
    length: usize,
}

impl Aligned {
    fn new(length: usize) -> Self {
        let bytes = vec![0; length + BLOCK_BYTES];
        let offset = bytes.as_ptr().align_offset(BLOCK_BYTES);
        Self {
            bytes,
            offset,
            length,
        }
    }

    fn all(&mut self) -> &mut [u8] {
        &mut self.bytes[self.offset..self.offset + self.length]
    }
}

impl Exclusive {
    /// Size of the namespace.
    #[must_use]
    pub fn size_bytes(&self) -> u64 {
        self.size_bytes
    }

    /// Writes an image of the same size, without its holes.
    ///
    /// # Errors
    /// The kernel's word.
    pub async fn write_image(&self, image: File) -> Result<(), String> {
        let device = Arc::clone(&self.file);
        let work = tokio::task::spawn_blocking(move || copy(&image, &device));
        match tokio::time::timeout(WRITE_LIMIT, work).await {
            Ok(Ok(done)) => done.map_err(|error| format!("the file system was not written: {error}")),
            _ => Err(DOES_NOT_ANSWER.to_owned()),
        }
    }

    /// The same device without the hold: not by its name, but as it is open.
    ///
    /// # Errors
    /// The kernel's word.
    pub fn open_again(&self) -> Result<File, String> {
        let path = format!("/proc/self/fd/{}", self.file.as_raw_fd());
        File::open(Path::new(&path))
            .map_err(|error| format!("the held namespace cannot be opened again: {error}"))
    }
}

fn copy(image: &File, device: &File) -> io::Result<()> {
    let length = image.metadata()?.len();
    let mut buffer = Aligned::new(PIECE_BYTES);
    let mut position = 0;
    while let Some(data) = seek(image, position, Whence::SeekData)? {
        let end = seek(image, data, Whence::SeekHole)?.unwrap_or(length);
        let mut at = data - data % BLOCK_BYTES as u64;
        while at < end {
            let size = usize::try_from((end - at).min(PIECE_BYTES as u64)).unwrap_or(PIECE_BYTES);
            let whole = size.next_multiple_of(BLOCK_BYTES);
            let piece = &mut buffer.all()[..whole];
            piece.fill(0);
            image.read_exact_at(&mut piece[..size], at)?;
            device.write_all_at(piece, at)?;
            at += whole as u64;
        }
        position = end;
    }
    device.sync_all()
}

fn seek(file: &File, from: u64, whence: Whence) -> io::Result<Option<u64>> {
    match lseek64(file, i64::try_from(from).map_err(io::Error::other)?, whence) {
        Ok(found) => Ok(u64::try_from(found).ok()),
        Err(nix::errno::Errno::ENXIO) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

impl InUse {
    /// Overwrites the superblock of the agent's own file system, under a hold and after the identity of the device was asked.
    /// False, and nothing written, if another file system is there, or none.
    ///
    /// # Errors
    /// Why it could not be held or written.
    pub async fn erase_own(&self, block_name: &str, wanted: Wanted, uuid: Uuid) -> Result<bool, String> {
        let (this, name) = (self.clone(), block_name.to_owned());
        let work = tokio::task::spawn_blocking(move || this.erase_own_now(&name, &wanted, uuid));
        match tokio::time::timeout(ERASE_LIMIT, work).await {
            Ok(Ok(erased)) => erased,
            _ => Err(DOES_NOT_ANSWER.to_owned()),
        }
    }

    fn erase_own_now(&self, block_name: &str, wanted: &Wanted, uuid: Uuid) -> Result<bool, String> {
        let (file, identity) = self.open_wanted(block_name, wanted, Access::Write)?;
        let said = |error: io::Error| format!("{block_name}: {error}");
        let mut head = Aligned::new(HEAD_BYTES);
        file.read_exact_at(head.all(), 0).map_err(said)?;
        if !is_own(head.all(), uuid) {
            return Ok(false);
        }
        let content = Self::content(&identity.device, &file).map_err(said)?;
        let others = foreign(contents_of_device(&self.host, &identity.device, &content));
        if !others.is_empty() {
            return Err(format!(
                "the file system of a database was left on {block_name}: {}",
                others.join("; ")
            ));
        }
        erase(&file, head).map_err(said)?;
        Ok(true)
    }
}

fn erase(device: &File, mut head: Aligned) -> io::Result<()> {
    head.all().fill(0);
    device.write_all_at(head.all(), 0)?;
    device.sync_all()
}

/// What is not the agent's own. The bytes of its superblock may look like another one by chance.
fn foreign(reasons: Vec<Reason>) -> Vec<String> {
    let is_own =
        |reason: &Reason| matches!(reason, Reason::Signature(found) if SECTOR.contains(&found.offset));
    let others = reasons.into_iter().filter(|reason| !is_own(reason));
    others.map(|reason| reason.to_string()).collect()
}

fn is_own(head: &[u8], uuid: Uuid) -> bool {
    let (at, magic) = EXT_MAGIC;
    head[at..at + 2] == magic && head[EXT_UUID..EXT_UUID + 16] == *uuid.as_bytes()
}

#[cfg(test)]
mod tests;
