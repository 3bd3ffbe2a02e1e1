//! A sector that says where it belongs and how often it was written.
//!
//! Layout, little-endian: magic number, generation (4 bytes each), byte offset, checksum (8 bytes each), then bytes drawn
//! from these. The checksum covers all of it, so that a sector torn in the middle, of another place, of another run
//! or of an older write is told from the right one.

use crate::random::SplitMix64;
use crate::signature::keep_clear;

const MAGIC: u32 = u32::from_le_bytes(*b"XPVD");
const HEADER: usize = 24;

/// Writes the sector of `offset` in its `generation`.
pub(super) fn write(sector: &mut [u8], offset: u64, generation: u32, seed: u64) {
    body_of(offset, generation, seed).fill(&mut sector[HEADER..]);
    keep_clear(sector);
    let (header, body) = sector.split_at_mut(HEADER);
    header[..4].copy_from_slice(&MAGIC.to_le_bytes());
    header[4..8].copy_from_slice(&generation.to_le_bytes());
    header[8..16].copy_from_slice(&offset.to_le_bytes());
    header[16..].copy_from_slice(&checksum(body, offset, generation, seed).to_le_bytes());
}

/// The generation of a sector that belongs at `offset` and is whole; `None` if it does not or is not.
pub(super) fn read(sector: &[u8], offset: u64, seed: u64) -> Option<u32> {
    let (header, body) = sector.split_at_checked(HEADER)?;
    let magic = u32::from_le_bytes(header[..4].try_into().ok()?);
    let generation = u32::from_le_bytes(header[4..8].try_into().ok()?);
    let place = u64::from_le_bytes(header[8..16].try_into().ok()?);
    let sum = u64::from_le_bytes(header[16..].try_into().ok()?);
    let sound = magic == MAGIC && place == offset && sum == checksum(body, offset, generation, seed);
    sound.then_some(generation)
}

fn body_of(offset: u64, generation: u32, seed: u64) -> SplitMix64 {
    SplitMix64::new(seed ^ offset.rotate_left(32) ^ u64::from(generation))
}

/// FNV-1a over words of eight bytes (Fowler, Noll, Vo), of the body and of what the header says.
fn checksum(body: &[u8], offset: u64, generation: u32, seed: u64) -> u64 {
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
    let step = |sum: u64, word: u64| (sum ^ word).wrapping_mul(PRIME).rotate_left(23);
    let mut sum = [seed, offset, u64::from(generation)]
        .into_iter()
        .fold(BASIS, step);
    for chunk in body.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        sum = step(sum, u64::from_le_bytes(word));
    }
    sum
}
