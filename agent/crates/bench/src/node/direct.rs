//! Reading past the page cache.

use crate::signature::Content;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;

/// Alignment of memory that suits any device.
const MEMORY_ALIGNMENT: usize = 4096;

/// The bytes of a device or file that is open for direct I/O: what is on the medium, and not what a page cache has of it.
#[derive(Debug)]
pub struct DirectContent<'a> {
    /// Opened with `O_DIRECT`.
    pub file: &'a File,
    /// Its size.
    pub size_bytes: u64,
    /// Offsets and lengths of direct reads are multiples of this.
    pub logical_block_bytes: u32,
}

impl Content for DirectContent<'_> {
    fn size_bytes(&self) -> u64 {
        self.size_bytes
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        let block = u64::from(self.logical_block_bytes.max(1));
        let start = offset / block * block;
        let end = (offset + buffer.len() as u64).next_multiple_of(block);
        let length = usize::try_from(end - start).map_err(io::Error::other)?;
        let mut memory = vec![0_u8; length + MEMORY_ALIGNMENT];
        let skip = memory.as_ptr().align_offset(MEMORY_ALIGNMENT);
        let aligned = &mut memory[skip..skip + length];
        let mut filled = 0;
        // The last block of a file may be cut off, so a short read is the end and not an error by itself.
        while filled < length {
            match self.file.read_at(&mut aligned[filled..], start + filled as u64)? {
                0 => break,
                read => filled += read,
            }
        }
        let from = usize::try_from(offset - start).map_err(io::Error::other)?;
        let wanted = aligned[..filled]
            .get(from..from + buffer.len())
            .ok_or(io::ErrorKind::UnexpectedEof)?;
        buffer.copy_from_slice(wanted);
        Ok(())
    }
}
