//! A queue of records on disk: numbered segment files, appended at one end, read and removed at the other.

use std::collections::VecDeque;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::reading::{Broken, Position, Reading};
use super::segment::{Look, Segment};

/// Segments that one reading mends at most before it gives up, to be tried again later.
const REPAIRS_MAX: usize = 16;

/// See the module.
pub struct Lane {
    directory: PathBuf,
    /// Where damaged bytes are put.
    aside: PathBuf,
    /// Records lost to damage since somebody asked.
    lost: u64,
    segments: VecDeque<Segment>,
    active: Option<File>,
    next_number: u64,
    cursor: Position,
    segment_bytes: u64,
}

impl Lane {
    /// Opens the lane, cuts what a crash left half written, puts what is damaged into `aside`, and goes on reading at
    /// `cursor`. A segment of that size is closed; space is given back a segment at a time.
    pub fn open(directory: &Path, aside: &Path, cursor: Position, segment_bytes: u64) -> io::Result<Self> {
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
            aside: aside.to_owned(),
            lost: 0,
            segments: VecDeque::new(),
            active: None,
            // Numbers only grow, also past a cursor whose segment is gone, so that a position never means two places.
            next_number: numbers.last().map_or(0, |last| last + 1).max(cursor.segment + 1),
            cursor,
            segment_bytes,
        };
        let last = numbers.last().copied();
        for number in numbers {
            let segment = lane.check(number, Some(number) == last)?;
            lane.segments.push_back(segment);
        }
        lane.settle_cursor();
        Ok(lane)
    }

    /// Reads a segment to its last whole record, and puts what is damaged out of the way.
    fn check(&mut self, number: u64, may_be_torn: bool) -> io::Result<Segment> {
        let path = self.path(number);
        let is_read = self.cursor.segment == number;
        let look = Look {
            path: &path,
            may_be_torn,
            cursor_offset: if is_read { self.cursor.offset } else { 0 },
            aside: &self.aside,
        };
        let checked = look.check()?;
        self.lost += checked.lost;
        if is_read {
            self.cursor.offset = checked.cursor_offset;
            self.cursor.index = checked.before_cursor;
        }
        Ok(Segment {
            number,
            bytes: checked.bytes,
            records: checked.records,
        })
    }

    /// Mends a segment that turned out to be damaged while it was read.
    fn repair(&mut self, number: u64) -> io::Result<()> {
        let Some(place) = self.segments.iter().position(|segment| segment.number == number) else {
            return Ok(());
        };
        match self.check(number, false) {
            Ok(segment) => self.segments[place] = segment,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let sent = if self.cursor.segment == number {
                    self.cursor.index
                } else {
                    0
                };
                self.lost += self.segments[place].records.saturating_sub(sent);
                tracing::error!(path = %self.path(number).display(), "a file of the spool is gone");
                self.segments.remove(place);
                if place == self.segments.len() {
                    self.active = None;
                }
            }
            Err(error) => return Err(error),
        }
        self.settle_cursor();
        Ok(())
    }

    /// Records lost to damage since the last call.
    pub fn take_lost(&mut self) -> u64 {
        std::mem::take(&mut self.lost)
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
        // Whatever fails below: the next try does not find this file in its way.
        self.next_number += 1;
        let file = OpenOptions::new()
            .append(true)
            .create_new(true)
            .open(self.path(number))?;
        File::open(&self.directory)?.sync_all()?;
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
    /// read if there is any, however large. A damaged one is put out of the way on the way.
    pub fn read(&mut self, records_max: usize, bytes_max: usize) -> io::Result<(Vec<Vec<u8>>, Position)> {
        for _ in 0..REPAIRS_MAX {
            match self.read_whole(records_max, bytes_max) {
                Ok(read) => return Ok(read),
                Err(Broken { segment, error }) => {
                    tracing::error!(segment, reason = %error, "the spool is damaged");
                    self.repair(segment)?;
                }
            }
        }
        Err(io::Error::other(
            "more of the spool is damaged than can be mended at once",
        ))
    }

    fn read_whole(&self, records_max: usize, bytes_max: usize) -> Result<(Vec<Vec<u8>>, Position), Broken> {
        let mut reading = Reading::new(self.cursor, records_max, bytes_max);
        let from_cursor = |segment: &&Segment| segment.number >= self.cursor.segment;
        for segment in self.segments.iter().filter(from_cursor) {
            let broken = |error| Broken {
                segment: segment.number,
                error,
            };
            if !reading
                .take(segment, &self.path(segment.number))
                .map_err(broken)?
            {
                break;
            }
        }
        Ok(reading.into_parts())
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
        let Some(first) = self.segments.front() else {
            return Ok(());
        };
        // One that somebody else removed is as good as removed.
        if let Err(error) = std::fs::remove_file(self.path(first.number))
            && error.kind() != io::ErrorKind::NotFound
        {
            return Err(error);
        }
        let Some(first) = self.segments.pop_front() else {
            return Ok(());
        };
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
