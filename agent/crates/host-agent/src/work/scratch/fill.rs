//! Filling the scratch file with data that no drive can compress.

use std::fs::File;
use std::io::{self, Write};

use crosspoint_bench::random::SplitMix64;

const CHUNK_BYTES: usize = 1024 * 1024;

/// Writes so many bytes and waits for the disk.
pub(super) fn fill(file: &mut File, size_bytes: u64) -> io::Result<()> {
    let mut random = SplitMix64::new(size_bytes);
    let mut left = size_bytes;
    let mut chunk = vec![0; CHUNK_BYTES];
    while left > 0 {
        for word in chunk.chunks_exact_mut(8) {
            word.copy_from_slice(&random.next().to_le_bytes());
        }
        let length = usize::try_from(left).unwrap_or(usize::MAX).min(CHUNK_BYTES);
        file.write_all(&chunk[..length])?;
        left -= length as u64;
    }
    file.sync_all()
}
