//! The two lanes, their common bound, and what is remembered about them.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::frame;
use super::lane::{Lane, Position};
use super::{LaneName, Pending};

/// Where both lanes stand; kept in one small file. Losing it only means that events are sent again, and the server
/// takes each once.
#[derive(Debug, Default, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Bookmark {
    results: Position,
    samples: Position,
    events_dropped: u64,
    events_refused: u64,
}

/// Segments in a full spool at least: what is dropped at once to make room is at most such a part of it.
const SEGMENTS_MIN: u64 = 16;
const SEGMENT_BYTES_MAX: u64 = 4 * 1024 * 1024;

/// The place behind the last record of a batch.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct BatchEnd {
    results: Position,
    samples: Position,
}

/// See the module.
pub struct Store {
    directory: PathBuf,
    results: Lane,
    samples: Lane,
    events_dropped: u64,
    events_refused: u64,
    bytes_max: u64,
}

impl Store {
    pub fn open(directory: &Path, bytes_max: u64) -> io::Result<Self> {
        std::fs::create_dir_all(directory)?;
        let bookmark: Bookmark = std::fs::read(bookmark_path(directory))
            .ok()
            .and_then(|bytes| serde_json::from_slice(&bytes).ok())
            .unwrap_or_default();
        let segment_bytes = (bytes_max / SEGMENTS_MIN).min(SEGMENT_BYTES_MAX);
        let lane = |name, cursor| Lane::open(&directory.join(name), cursor, segment_bytes);
        Ok(Self {
            results: lane("results", bookmark.results)?,
            samples: lane("samples", bookmark.samples)?,
            events_dropped: bookmark.events_dropped,
            events_refused: bookmark.events_refused,
            directory: directory.to_owned(),
            bytes_max,
        })
    }

    /// Appends an event, dropping the oldest samples where there is no room for it.
    pub fn append(&mut self, lane: LaneName, payload: &[u8]) -> io::Result<()> {
        let result = self.append_bounded(lane, payload);
        if result.is_err() {
            self.events_dropped += 1;
        }
        result
    }

    fn append_bounded(&mut self, lane: LaneName, payload: &[u8]) -> io::Result<()> {
        let frame =
            frame::encode(payload).ok_or_else(|| io::Error::other("the event is empty or too large"))?;
        while self.bytes() + frame.len() as u64 > self.bytes_max {
            if !self.drop_oldest(lane)? {
                return Err(io::ErrorKind::StorageFull.into());
            }
        }
        loop {
            let Err(error) = self.lane(lane).append(&frame) else {
                return Ok(());
            };
            // A full disk: samples make room for results, and older samples for newer ones.
            if !is_full(&error) || !self.drop_oldest(lane)? {
                return Err(error);
            }
        }
    }

    /// Counts events that never came as far as the disk.
    pub fn count_dropped(&mut self, events: u64) {
        self.events_dropped += events;
    }

    /// Drops samples before results, and results only for newer results. False if there is nothing to drop.
    fn drop_oldest(&mut self, wanted_for: LaneName) -> io::Result<bool> {
        let mut dropped = self.samples.drop_oldest()?;
        if dropped.is_none() && wanted_for == LaneName::Results {
            dropped = self.results.drop_oldest()?;
        }
        let Some(dropped) = dropped else { return Ok(false) };
        self.events_dropped += dropped;
        if dropped > 0 {
            tracing::warn!(
                dropped,
                total = self.events_dropped,
                "the spool is full: dropped the oldest events"
            );
        }
        // On a full disk even the bookmark may find no room; the count is written with the next one.
        if let Err(error) = self.write_bookmark() {
            tracing::warn!(%error, "the spool's bookmark could not be written");
        }
        Ok(true)
    }

    pub fn sync(&mut self) -> io::Result<()> {
        self.results.sync()?;
        self.samples.sync()
    }

    /// The next events to send, results first, so that a long queue of samples does not hold up a live run.
    pub fn read(&self, events_max: usize, bytes_max: usize) -> io::Result<(Vec<Vec<u8>>, BatchEnd)> {
        let (mut events, results) = self.results.read(events_max, bytes_max)?;
        let bytes: usize = events.iter().map(Vec::len).sum();
        let mut end = BatchEnd {
            results,
            samples: self.samples.cursor(),
        };
        if events.len() < events_max && bytes < bytes_max {
            let (samples, position) = self.samples.read(events_max - events.len(), bytes_max - bytes)?;
            // A lane gives at least one record, however large; behind results it may be too much.
            let sample_bytes: usize = samples.iter().map(Vec::len).sum();
            if events.is_empty() || bytes + sample_bytes <= bytes_max {
                events.extend(samples);
                end.samples = position;
            }
        }
        Ok((events, end))
    }

    /// Forgets the events before `end`, of which the server refused so many.
    pub fn acknowledge(&mut self, end: BatchEnd, refused: u64) -> io::Result<()> {
        self.events_refused += refused;
        self.results.acknowledge(end.results)?;
        self.samples.acknowledge(end.samples)?;
        self.write_bookmark()
    }

    pub fn pending(&self) -> Pending {
        Pending {
            results: self.results.pending(),
            samples: self.samples.pending(),
            bytes: self.bytes(),
            events_dropped: self.events_dropped,
            events_refused: self.events_refused,
        }
    }

    fn bytes(&self) -> u64 {
        self.results.bytes() + self.samples.bytes()
    }

    fn lane(&mut self, name: LaneName) -> &mut Lane {
        match name {
            LaneName::Results => &mut self.results,
            LaneName::Samples => &mut self.samples,
        }
    }

    fn write_bookmark(&self) -> io::Result<()> {
        let bookmark = Bookmark {
            results: self.results.cursor(),
            samples: self.samples.cursor(),
            events_dropped: self.events_dropped,
            events_refused: self.events_refused,
        };
        let path = bookmark_path(&self.directory);
        let draft = path.with_extension("draft");
        let mut file = std::fs::File::create(&draft)?;
        file.write_all(&serde_json::to_vec(&bookmark)?)?;
        // Renamed before its content is safe, a power loss could leave it empty, and the counts would start over.
        file.sync_all()?;
        std::fs::rename(draft, path)
    }

    #[cfg(test)]
    pub fn with_segment_bytes(mut self, bytes: u64) -> Self {
        self.results = self.results.with_segment_bytes(bytes);
        self.samples = self.samples.with_segment_bytes(bytes);
        self
    }
}

fn is_full(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded
    )
}

fn bookmark_path(directory: &Path) -> PathBuf {
    directory.join("bookmark.json")
}

#[cfg(test)]
mod tests;
