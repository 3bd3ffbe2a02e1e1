//! Reading a lane from a place on.

use std::fs::File;
use std::io::{self, BufReader, Seek, SeekFrom};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::frame::{self, Next};
use super::segment::Segment;

/// A place between two records.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Position {
    /// Number of the segment.
    pub segment: u64,
    /// Bytes of the segment before this place.
    pub offset: u64,
    /// Records of the segment before this place.
    pub index: u64,
}

/// A segment that cannot be read as it was left.
pub struct Broken {
    /// Its number.
    pub segment: u64,
    /// What the file system says, or that the data is not valid.
    pub error: io::Error,
}

/// Records as they are collected.
pub struct Reading {
    records: Vec<Vec<u8>>,
    bytes: usize,
    position: Position,
    records_max: usize,
    bytes_max: usize,
}

impl Reading {
    /// From a place on, up to so many records and bytes.
    pub fn new(position: Position, records_max: usize, bytes_max: usize) -> Self {
        Self {
            records: Vec::new(),
            bytes: 0,
            position,
            records_max,
            bytes_max,
        }
    }

    /// The records, and where the next one is.
    pub fn into_parts(self) -> (Vec<Vec<u8>>, Position) {
        (self.records, self.position)
    }

    /// Takes what a segment has. False if there is no room for more.
    pub fn take(&mut self, segment: &Segment, path: &Path) -> io::Result<bool> {
        if segment.number != self.position.segment {
            self.position = Position {
                segment: segment.number,
                ..Position::default()
            };
        }
        let mut reader = BufReader::new(File::open(path)?);
        reader.seek(SeekFrom::Start(self.position.offset))?;
        while self.position.index < segment.records {
            if self.records.len() >= self.records_max {
                return Ok(false);
            }
            match frame::decode(&mut reader, segment.bytes.saturating_sub(self.position.offset))? {
                Next::Record(payload) => {
                    if !self.records.is_empty() && self.bytes + payload.len() > self.bytes_max {
                        return Ok(false);
                    }
                    self.bytes += payload.len();
                    self.position.offset += frame::HEADER_BYTES + payload.len() as u64;
                    self.position.index += 1;
                    self.records.push(payload);
                }
                Next::Skipped(bytes) => {
                    self.position.offset += bytes;
                    reader.seek(SeekFrom::Start(self.position.offset))?;
                }
                Next::End | Next::Damaged => return Err(io::ErrorKind::InvalidData.into()),
            }
        }
        Ok(true)
    }
}
