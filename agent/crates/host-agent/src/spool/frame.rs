//! One record in a segment file: length, checksum, payload. A write that was cut short by a crash, or that never reached
//! the disk, does not check out and ends the readable part of the file.

use std::io::{self, Read};

/// Length and checksum, four bytes each, little endian.
pub const HEADER_BYTES: u64 = 8;
/// Far above any event of the contract; a larger length can only be garbage.
const PAYLOAD_BYTES_MAX: u32 = 4 * 1024 * 1024;

/// The bytes of one record, or `None` for a payload that is empty or too large to be an event.
pub fn encode(payload: &[u8]) -> Option<Vec<u8>> {
    let length = u32::try_from(payload.len())
        .ok()
        .filter(|length| (1..=PAYLOAD_BYTES_MAX).contains(length))?;
    let mut frame = Vec::with_capacity(payload.len() + 8);
    frame.extend_from_slice(&length.to_le_bytes());
    frame.extend_from_slice(&crc32fast::hash(payload).to_le_bytes());
    frame.extend_from_slice(payload);
    Some(frame)
}

/// Reads the next record; `None` at the end of what is readable.
pub fn decode(reader: &mut impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut header = [0; 8];
    if !filled(reader, &mut header)? {
        return Ok(None);
    }
    let [a, b, c, d, e, f, g, h] = header;
    let (length, checksum) = (u32::from_le_bytes([a, b, c, d]), u32::from_le_bytes([e, f, g, h]));
    if !(1..=PAYLOAD_BYTES_MAX).contains(&length) {
        return Ok(None);
    }
    let mut payload = vec![0; length as usize];
    let is_whole = filled(reader, &mut payload)? && crc32fast::hash(&payload) == checksum;
    Ok(is_whole.then_some(payload))
}

fn filled(reader: &mut impl Read, buffer: &mut [u8]) -> io::Result<bool> {
    match reader.read_exact(buffer) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}
