//! What a device's own bytes say about it: partition tables, file systems, volume managers, swap, encryption.
//!
//! Read here rather than by a crate: the crates for this bind libblkid, which cannot be part of a static binary,
//! or cover partition tables alone. The table has the magic numbers of libblkid (util-linux,
//! `libblkid/src/superblocks` and `partitions`; all of them but Atari's and the mainframe's partition tables) and those of some
//! who write to drives past the kernel. A doubtful match is taken for a match: a refusal too many can be cleared by the drive's
//! owner with `wipefs`, a missing one cannot be undone. Only where the magic number is so short that chance writes it, the
//! structure around it must be possible too: then `wipefs` would find nothing to clear.

mod place;
mod short;
mod table;

pub use short::{CLEAR_AT_START, keep_clear};

use place::Place;
use short::SHORT;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::io;
use table::KIB;

/// Bytes of a device.
pub trait Content {
    /// How many there are.
    fn size_bytes(&self) -> u64;
    /// Reads exactly `buffer`.
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()>;
}

impl Content for [u8] {
    fn size_bytes(&self) -> u64 {
        self.len() as u64
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        let start = usize::try_from(offset).map_err(io::Error::other)?;
        let bytes = self
            .get(start..start + buffer.len())
            .ok_or(io::ErrorKind::UnexpectedEof)?;
        buffer.copy_from_slice(bytes);
        Ok(())
    }
}

/// A signature found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signature {
    /// What it belongs to.
    pub name: &'static str,
    /// Where its magic number lies.
    pub offset: u64,
}

/// All signatures on `content`. An error means that it could not be told.
pub fn find(content: &(impl Content + ?Sized)) -> io::Result<Vec<Signature>> {
    let mut blocks = Blocks::of(content);
    let mut found: Vec<Signature> = Vec::new();
    let mut add = |name, offset| {
        if !found.iter().any(|signature| signature.name == name) {
            found.push(Signature { name, offset });
        }
    };
    for (name, place, magic) in table::signatures() {
        if let Some((offset, bytes)) = blocks.at(place, magic.len())?
            && bytes == magic
        {
            add(name, offset);
        }
    }
    for short in SHORT {
        if let Some((offset, bytes)) = blocks.at(short.start, short.bytes)?
            && bytes[short.magic_at..short.magic_at + 2] == short.magic
            && (short.is_plausible)(&bytes)
        {
            add(short.name, offset + short.magic_at as u64);
        }
    }
    if !found.iter().any(|signature| signature.name == table::XFS_LOG) {
        found.extend(find_xfs_log(content)?);
    }
    found.extend(find_zfs(content)?);
    Ok(found)
}

/// The log of an XFS on another device. It is a ring: once it has come round, its first record begins in any of the first
/// sectors (`xlog_rec_header`, fs/xfs/libxfs/xfs_log_format.h; a record has 256 KiB at most).
fn find_xfs_log(content: &(impl Content + ?Sized)) -> io::Result<Option<Signature>> {
    const SECTOR_BYTES: usize = 512;
    const LOOKED_AT_BYTES: u64 = 256 * KIB;
    let length = content.size_bytes().min(LOOKED_AT_BYTES);
    let mut start = vec![0; usize::try_from(length).map_err(io::Error::other)?];
    content.read_at(0, &mut start)?;
    // The version is 1 or 2. By the magic number alone chance would write one in eight million fills, and wipefs finds none.
    let is_record =
        |sector: &[u8]| sector.starts_with(table::XFS_LOG_MAGIC) && matches!(sector[8..12], [0, 0, 0, 1 | 2]);
    let found = start.chunks_exact(SECTOR_BYTES).position(is_record);
    Ok(found.map(|sector| Signature {
        name: table::XFS_LOG,
        offset: (sector * SECTOR_BYTES) as u64,
    }))
}

/// Reads each block of a content once, though many signatures may lie in it.
struct Blocks<'a, C: ?Sized> {
    content: &'a C,
    read: BTreeMap<u64, Vec<u8>>,
}

impl<'a, C: Content + ?Sized> Blocks<'a, C> {
    const BLOCK_BYTES: u64 = 4096;

    fn of(content: &'a C) -> Self {
        Blocks {
            content,
            read: BTreeMap::new(),
        }
    }

    /// So many bytes at a place, and its offset; `None` if the content ends before.
    fn at(&mut self, place: Place, length: usize) -> io::Result<Option<(u64, Vec<u8>)>> {
        let size_bytes = self.content.size_bytes();
        let Some(start) = place.offset(size_bytes) else {
            return Ok(None);
        };
        let end = start + length as u64;
        if end > size_bytes {
            return Ok(None);
        }
        let mut bytes = Vec::with_capacity(length);
        let mut at = start;
        while at < end {
            let block = at / Self::BLOCK_BYTES * Self::BLOCK_BYTES;
            let (from, to) = (at - block, end.min(block + Self::BLOCK_BYTES) - block);
            let range = usize::try_from(from).map_err(io::Error::other)?
                ..usize::try_from(to).map_err(io::Error::other)?;
            bytes.extend_from_slice(&self.block(block)?[range]);
            at = block + to;
        }
        Ok(Some((start, bytes)))
    }

    /// The block at this offset, which the end of the content may cut off.
    fn block(&mut self, offset: u64) -> io::Result<&[u8]> {
        match self.read.entry(offset) {
            Entry::Occupied(known) => Ok(known.into_mut()),
            Entry::Vacant(unread) => {
                let length = (self.content.size_bytes() - offset).min(Self::BLOCK_BYTES);
                let mut bytes = vec![0; usize::try_from(length).map_err(io::Error::other)?];
                self.content.read_at(offset, &mut bytes)?;
                Ok(unread.insert(bytes))
            }
        }
    }
}

/// ZFS keeps four labels of 256 KiB, two at the start and two at the end, each with a ring of uberblocks in
/// its second half (On-Disk Specification, chapter 1).
fn find_zfs(content: &(impl Content + ?Sized)) -> io::Result<Option<Signature>> {
    const LABEL_BYTES: u64 = 256 * KIB;
    const UBERBLOCK_STEP: u64 = KIB;
    const MAGIC: u64 = 0x00ba_b10c;
    let end = content.size_bytes() / LABEL_BYTES * LABEL_BYTES;
    let mut ring = vec![0_u8; 128 * 1024];
    for label in [
        Some(0),
        Some(LABEL_BYTES),
        end.checked_sub(2 * LABEL_BYTES),
        end.checked_sub(LABEL_BYTES),
    ] {
        let Some(label) = label.filter(|label| label + LABEL_BYTES <= end) else {
            continue;
        };
        content.read_at(label + LABEL_BYTES / 2, &mut ring)?;
        for (slot, uberblock) in (0_u64..).zip(ring.chunks_exact(1024)) {
            let magic = u64::from_le_bytes(uberblock[..8].try_into().expect("eight bytes"));
            if magic == MAGIC || magic.swap_bytes() == MAGIC {
                let offset = label + LABEL_BYTES / 2 + slot * UBERBLOCK_STEP;
                return Ok(Some(Signature {
                    name: "ZFS pool member",
                    offset,
                }));
            }
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests;
