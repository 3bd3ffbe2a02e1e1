//! A queue of records on disk: numbered segment files, appended at one end, read and removed at the other.

use std::collections::VecDeque;
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::frame;

/// A place between two records.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Position {
    segment: u64,
    offset: u64,
    /// Records of the segment before this place.
    index: u64,
}

struct Segment {
    number: u64,
    bytes: u64,
    records: u64,
}

/// See the module.
pub struct Lane {
    directory: PathBuf,
    segments: VecDeque<Segment>,
    active: Option<File>,
    next_number: u64,
    cursor: Position,
    segment_bytes: u64,
}

impl Lane {
    /// Opens the lane, cuts what a crash left half written, and goes on reading at `cursor`. A segment of that size is
    /// closed; space is given back a segment at a time.
    pub fn open(directory: &Path, cursor: Position, segment_bytes: u64) -> io::Result<Self> {
        std::fs::create_dir_all(directory)?;
        let mut numbers: Vec<u64> = directory
            .read_dir()?
            .filter_map(|entry| {
                entry
                    .ok()?
                    .file_name()
                    .to_str()?
                    .strip_suffix(".log")?
                    .parse()
                    .ok()
            })
            .collect();
        numbers.sort_unstable();

        let mut lane = Self {
            directory: directory.to_owned(),
            segments: VecDeque::new(),
            active: None,
            // Numbers only grow, also past a cursor whose segment is gone, so that a position never means two places.
            next_number: numbers.last().map_or(0, |last| last + 1).max(cursor.segment + 1),
            cursor,
            segment_bytes,
        };
        for number in numbers {
            let segment = lane.check(number)?;
            lane.segments.push_back(segment);
        }
        lane.settle_cursor();
        Ok(lane)
    }

    /// Reads a segment to its last whole record and cuts the rest.
    fn check(&self, number: u64) -> io::Result<Segment> {
        let path = self.path(number);
        let file = OpenOptions::new().read(true).write(true).open(&path)?;
        let length = file.metadata()?.len();
        let mut reader = BufReader::new(&file);
        let mut segment = Segment {
            number,
            bytes: 0,
            records: 0,
        };
        while let Some(payload) = frame::decode(&mut reader)? {
            segment.bytes += frame::HEADER_BYTES + payload.len() as u64;
            segment.records += 1;
        }
        if segment.bytes < length {
            tracing::warn!(
                path = %path.display(), kept_bytes = segment.bytes, cut_bytes = length - segment.bytes,
                "cut a record that was not written to its end"
            );
            file.set_len(segment.bytes)?;
            file.sync_all()?;
        }
        Ok(segment)
    }

    /// Appends a record. It is safe only after [`Self::sync`].
    pub fn append(&mut self, frame: &[u8]) -> io::Result<()> {
        if self.active.is_none()
            || self
                .segments
                .back()
                .is_some_and(|last| last.bytes >= self.segment_bytes)
        {
            self.start_segment()?;
        }
        let (Some(file), Some(segment)) = (&mut self.active, self.segments.back_mut()) else {
            return Err(io::Error::other("no segment to append to"));
        };
        if let Err(error) = file.write_all(frame) {
            // Part of the record may be there; the next one must not come after it.
            file.set_len(segment.bytes)?;
            return Err(error);
        }
        segment.bytes += frame.len() as u64;
        segment.records += 1;
        Ok(())
    }

    fn start_segment(&mut self) -> io::Result<()> {
        self.sync()?;
        let number = self.next_number;
        let file = OpenOptions::new()
            .append(true)
            .create_new(true)
            .open(self.path(number))?;
        File::open(&self.directory)?.sync_all()?;
        self.next_number += 1;
        self.active = Some(file);
        self.segments.push_back(Segment {
            number,
            bytes: 0,
            records: 0,
        });
        self.settle_cursor();
        Ok(())
    }

    /// Waits until what was appended is on the disk.
    pub fn sync(&mut self) -> io::Result<()> {
        self.active.as_ref().map_or(Ok(()), File::sync_data)
    }

    /// Reads up to so many records from the cursor on, and says where the next one is. At least one is
    /// read if there is any, however large.
    pub fn read(&self, records_max: usize, bytes_max: usize) -> io::Result<(Vec<Vec<u8>>, Position)> {
        let (mut records, mut bytes, mut position) = (Vec::new(), 0, self.cursor);
        for segment in self
            .segments
            .iter()
            .filter(|segment| segment.number >= self.cursor.segment)
        {
            if segment.number != position.segment {
                position = Position {
                    segment: segment.number,
                    ..Position::default()
                };
            }
            let mut reader = BufReader::new(File::open(self.path(segment.number))?);
            reader.seek(SeekFrom::Start(position.offset))?;
            while position.index < segment.records {
                if records.len() >= records_max {
                    return Ok((records, position));
                }
                let Some(payload) = frame::decode(&mut reader)? else {
                    break;
                };
                if !records.is_empty() && bytes + payload.len() > bytes_max {
                    return Ok((records, position));
                }
                bytes += payload.len();
                position.offset += frame::HEADER_BYTES + payload.len() as u64;
                position.index += 1;
                records.push(payload);
            }
        }
        Ok((records, position))
    }

    /// Moves the cursor forward to `position` and removes the segments before it.
    pub fn acknowledge(&mut self, position: Position) -> io::Result<()> {
        if position <= self.cursor {
            // Its segment was dropped in the meantime.
            return Ok(());
        }
        self.cursor = position;
        while self
            .segments
            .front()
            .is_some_and(|first| first.number < self.cursor.segment)
        {
            self.remove_first()?;
        }
        // Nothing is left to send: give the space back instead of waiting for the segment to fill up.
        if self.pending() == 0 && self.bytes() >= self.segment_bytes / 4 {
            while !self.segments.is_empty() {
                self.remove_first()?;
            }
        }
        Ok(())
    }

    /// Drops the oldest segment and says how many records that were not sent went with it; `None` if there is none.
    pub fn drop_oldest(&mut self) -> io::Result<Option<u64>> {
        if self.segments.is_empty() {
            return Ok(None);
        }
        let before = self.pending();
        self.remove_first()?;
        Ok(Some(before - self.pending()))
    }

    fn remove_first(&mut self) -> io::Result<()> {
        let Some(first) = self.segments.pop_front() else {
            return Ok(());
        };
        std::fs::remove_file(self.path(first.number))?;
        if self.segments.is_empty() {
            self.active = None;
        }
        if self.cursor.segment <= first.number {
            self.cursor = Position {
                segment: first.number + 1,
                ..Position::default()
            };
        }
        self.settle_cursor();
        Ok(())
    }

    /// Puts the cursor onto a place that exists: a segment may be gone, or shorter after a crash.
    fn settle_cursor(&mut self) {
        let Some(first) = self.segments.front() else {
            return;
        };
        if self.cursor.segment < first.number {
            self.cursor = Position {
                segment: first.number,
                ..Position::default()
            };
        }
        let cut = self
            .segments
            .iter()
            .find(|segment| segment.number == self.cursor.segment);
        if let Some(segment) = cut.filter(|segment| self.cursor.offset > segment.bytes) {
            self.cursor = Position {
                segment: segment.number,
                offset: segment.bytes,
                index: segment.records,
            };
        }
    }

    /// Records that wait.
    pub fn pending(&self) -> u64 {
        let waiting = self
            .segments
            .iter()
            .filter(|segment| segment.number >= self.cursor.segment);
        waiting
            .map(|segment| segment.records)
            .sum::<u64>()
            .saturating_sub(self.sent_of_first())
    }

    fn sent_of_first(&self) -> u64 {
        let is_there = self
            .segments
            .iter()
            .any(|segment| segment.number == self.cursor.segment);
        if is_there { self.cursor.index } else { 0 }
    }

    /// Size on disk.
    pub fn bytes(&self) -> u64 {
        self.segments.iter().map(|segment| segment.bytes).sum()
    }

    /// Where the next record to send is.
    pub fn cursor(&self) -> Position {
        self.cursor
    }

    fn path(&self, number: u64) -> PathBuf {
        self.directory.join(format!("{number:016}.log"))
    }

    #[cfg(test)]
    pub fn with_segment_bytes(mut self, segment_bytes: u64) -> Self {
        self.segment_bytes = segment_bytes;
        self
    }
}
