//! One record in a segment file: length, checksum, payload. What a crash cut short, what never reached the disk and what
//! the disk lost does not check out.

use std::io::{self, Read};

/// Length and checksum, four bytes each, little endian.
pub const HEADER_BYTES: u64 = 8;
/// Far above any event of the contract; a larger length can only be garbage.
const PAYLOAD_BYTES_MAX: u32 = 4 * 1024 * 1024;
/// Set in the length of a header that stands for damaged bytes, itself included: they are skipped.
const SKIP_BIT: u32 = 1 << 31;
/// Bytes that are summed up at most to find the next record behind a damaged one; far more than a segment holds.
const SEARCHED_BYTES_MAX: usize = 256 * 1024 * 1024;

/// What stands at a place of a segment.
#[derive(Debug, PartialEq, Eq)]
pub enum Next {
    /// A whole record.
    Record(Vec<u8>),
    /// So many bytes that were found damaged before.
    Skipped(u64),
    /// Nothing more.
    End,
    /// Bytes that are no record.
    Damaged,
}

/// The bytes of one record, or `None` for a payload that is empty or too large to be an event.
pub fn encode(payload: &[u8]) -> Option<Vec<u8>> {
    let length = u32::try_from(payload.len())
        .ok()
        .filter(|length| is_length(*length))?;
    let mut frame = Vec::with_capacity(payload.len() + 8);
    frame.extend_from_slice(&length.to_le_bytes());
    frame.extend_from_slice(&crc32fast::hash(payload).to_le_bytes());
    frame.extend_from_slice(payload);
    Some(frame)
}

/// The header to write over the first of so many damaged bytes, at least [`HEADER_BYTES`].
pub fn skip(damaged_bytes: u64) -> Option<[u8; 8]> {
    let length = u32::try_from(damaged_bytes)
        .ok()
        .filter(|length| length & SKIP_BIT == 0)?;
    let length = (length | SKIP_BIT).to_le_bytes();
    let [a, b, c, d] = length;
    let [e, f, g, h] = crc32fast::hash(&length).to_le_bytes();
    Some([a, b, c, d, e, f, g, h])
}

/// Reads what comes next in a segment of which so many bytes are left.
pub fn decode(reader: &mut impl Read, left: u64) -> io::Result<Next> {
    if left == 0 {
        return Ok(Next::End);
    }
    let mut header = [0; 8];
    if !filled(reader, &mut header)? {
        return Ok(Next::Damaged);
    }
    let (length, checksum) = parts(header);
    if length & SKIP_BIT != 0 {
        let bytes = u64::from(length & !SKIP_BIT);
        let is_whole = crc32fast::hash(&length.to_le_bytes()) == checksum;
        let is_ours = is_whole && (HEADER_BYTES..=left).contains(&bytes);
        return Ok(if is_ours {
            Next::Skipped(bytes)
        } else {
            Next::Damaged
        });
    }
    if !is_length(length) || HEADER_BYTES + u64::from(length) > left {
        return Ok(Next::Damaged);
    }
    let mut payload = vec![0; length as usize];
    let is_whole = filled(reader, &mut payload)? && crc32fast::hash(&payload) == checksum;
    Ok(if is_whole {
        Next::Record(payload)
    } else {
        Next::Damaged
    })
}

/// Where the first whole record behind a damaged one begins, which had a header at least.
pub fn find_behind(bytes: &[u8]) -> Option<usize> {
    let mut searched = 0;
    (8..bytes.len().saturating_sub(8)).find(|start| {
        let Some(length) = claimed(&bytes[*start..]) else {
            return false;
        };
        searched += length;
        let mut rest = &bytes[*start..];
        let left = rest.len() as u64;
        searched <= SEARCHED_BYTES_MAX && matches!(decode(&mut rest, left), Ok(Next::Record(_)))
    })
}

/// Records that damaged bytes were, going by the lengths in them; at least one.
pub fn count(mut damaged: &[u8]) -> u64 {
    let mut records = 0;
    while let Some(length) = claimed(damaged) {
        records += 1;
        damaged = &damaged[8 + length..];
    }
    records.max(1)
}

/// Whether bytes at the end of a segment are the beginning of a record and not all of it, as a crash leaves them: also
/// zeros, where the file had grown and its content had not reached the disk.
pub fn is_torn(tail: &[u8]) -> bool {
    let header: Option<[u8; 8]> = tail.get(..8).and_then(|header| header.try_into().ok());
    let is_cut = header.is_none_or(|header| is_length(parts(header).0) && claimed(tail).is_none());
    is_cut || tail.iter().all(|byte| *byte == 0)
}

/// The length that a header claims, if all of such a record could be there.
fn claimed(bytes: &[u8]) -> Option<usize> {
    let header: [u8; 8] = bytes.get(..8)?.try_into().ok()?;
    let length = parts(header).0;
    (is_length(length) && bytes.len() - 8 >= length as usize).then_some(length as usize)
}

fn parts([a, b, c, d, e, f, g, h]: [u8; 8]) -> (u32, u32) {
    (u32::from_le_bytes([a, b, c, d]), u32::from_le_bytes([e, f, g, h]))
}

fn is_length(length: u32) -> bool {
    (1..=PAYLOAD_BYTES_MAX).contains(&length)
}

fn filled(reader: &mut impl Read, buffer: &mut [u8]) -> io::Result<bool> {
    match reader.read_exact(buffer) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}
