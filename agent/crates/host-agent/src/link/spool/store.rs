//! The lanes, their common bound, and what is remembered about them.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::frame;
use super::lane::Lane;
use super::pending::{LaneName, Pending};
use super::reading::Position;
use super::receipt::{Fate, Receipt};

/// Where the lanes stand; kept in one small file. Losing it only means that events are sent again, and the server
/// takes each once.
#[derive(Debug, Default, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Bookmark {
    results: Position,
    seconds: Position,
    samples: Position,
    #[serde(flatten)]
    counts: Counts,
}

/// Of events since the agent was installed.
#[derive(Debug, Default, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Counts {
    events_dropped: u64,
    events_damaged: u64,
    events_refused: u64,
}

/// Segments in a full spool at least: what is dropped at once to make room is at most such a part of it.
const SEGMENTS_MIN: u64 = 16;
const SEGMENT_BYTES_MAX: u64 = 4 * 1024 * 1024;

/// The place behind the last record of a batch.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct BatchEnd {
    results: Position,
    seconds: Position,
    samples: Position,
}

/// See the module.
pub struct Store {
    directory: PathBuf,
    results: Lane,
    seconds: Lane,
    samples: Lane,
    counts: Counts,
    bytes_max: u64,
    /// Samples that waited when this was opened, and those that came since.
    samples_taken: u64,
}

impl Store {
    pub fn open(directory: &Path, bytes_max: u64) -> io::Result<Self> {
        std::fs::create_dir_all(directory)?;
        let bookmark: Bookmark = std::fs::read(bookmark_path(directory))
            .ok()
            .and_then(|bytes| serde_json::from_slice(&bytes).ok())
            .unwrap_or_default();
        let segment_bytes = (bytes_max / SEGMENTS_MIN).min(SEGMENT_BYTES_MAX);
        let aside = directory.join("damaged");
        let lane = |name, cursor| Lane::open(&directory.join(name), &aside, cursor, segment_bytes);
        let mut store = Self {
            results: lane("results", bookmark.results)?,
            seconds: lane("seconds", bookmark.seconds)?,
            samples: lane("samples", bookmark.samples)?,
            counts: bookmark.counts,
            directory: directory.to_owned(),
            bytes_max,
            samples_taken: 0,
        };
        store.samples_taken = store.samples.pending();
        store.count_damaged();
        Ok(store)
    }

    /// Appends an event, dropping others where there is no room for it. A result that finds no room is its sender's to
    /// keep; of the others those that find none are dropped and counted.
    pub fn append(&mut self, lane: LaneName, payload: &[u8]) -> io::Result<()> {
        let result = self.append_bounded(lane, payload);
        match (&result, lane) {
            (Ok(()), LaneName::Samples) => self.samples_taken += 1,
            (Err(_), LaneName::Samples | LaneName::Seconds) => self.counts.events_dropped += 1,
            _ => {}
        }
        result
    }

    /// Of the sample that was appended last.
    pub fn receipt(&self) -> Receipt {
        Receipt {
            number: self.samples_taken,
            lost: self.lost(),
        }
    }

    /// What became of a sample since this was opened.
    pub fn fate(&self, receipt: Receipt) -> Fate {
        let left = self.samples_taken.saturating_sub(self.samples.pending());
        if left < receipt.number {
            Fate::Waiting
        } else if self.lost() == receipt.lost {
            Fate::Sent
        } else {
            Fate::MaybeLost
        }
    }

    /// What never came to be judged by the server: it refuses what is of a drive that it has on another host.
    fn lost(&self) -> u64 {
        self.counts.events_dropped + self.counts.events_damaged + self.counts.events_refused
    }

    fn append_bounded(&mut self, lane: LaneName, payload: &[u8]) -> io::Result<()> {
        let frame = frame::encode(payload).ok_or(io::Error::new(
            io::ErrorKind::InvalidInput,
            "the event is empty or too large",
        ))?;
        while self.bytes() + frame.len() as u64 > self.bytes_max {
            if !self.drop_oldest(lane)? {
                return Err(io::ErrorKind::StorageFull.into());
            }
        }
        loop {
            let Err(error) = self.lane(lane).append(&frame) else {
                return Ok(());
            };
            // A full disk: what is worth less makes room, and what is older for what is newer.
            if !is_full(&error) || !self.drop_oldest(lane)? {
                return Err(error);
            }
        }
    }

    /// Counts events that never came as far as the disk.
    pub fn count_dropped(&mut self, events: u64) {
        self.counts.events_dropped += events;
    }

    /// Drops samples before seconds of runs, and results never. False if there is nothing to drop.
    fn drop_oldest(&mut self, wanted_for: LaneName) -> io::Result<bool> {
        let mut dropped = self.samples.drop_oldest()?;
        if dropped.is_none() && wanted_for != LaneName::Samples {
            dropped = self.seconds.drop_oldest()?;
        }
        let Some(dropped) = dropped else { return Ok(false) };
        self.counts.events_dropped += dropped;
        if dropped > 0 {
            tracing::warn!(
                dropped,
                total = self.counts.events_dropped,
                "the spool is full: dropped the oldest events"
            );
        }
        self.write_counts();
        Ok(true)
    }

    /// Takes over what the lanes lost to damage.
    fn count_damaged(&mut self) {
        let lost: u64 = self.lanes_mut().map(Lane::take_lost).sum();
        if lost > 0 {
            self.counts.events_damaged += lost;
            self.write_counts();
        }
    }

    /// On a full disk even the bookmark may find no room; the counts are written with the next one.
    fn write_counts(&self) {
        if let Err(error) = self.write_bookmark() {
            tracing::warn!(%error, "the spool's bookmark could not be written");
        }
    }

    pub fn sync(&mut self) -> io::Result<()> {
        self.lanes_mut().try_for_each(Lane::sync)
    }

    /// The next events to send: results, then seconds of runs, then samples, so that a long queue of what is worth less
    /// holds up nothing.
    pub fn read(&mut self, events_max: usize, bytes_max: usize) -> io::Result<(Vec<Vec<u8>>, BatchEnd)> {
        let read = self.read_lanes(events_max, bytes_max);
        self.count_damaged();
        read
    }

    fn read_lanes(&mut self, events_max: usize, bytes_max: usize) -> io::Result<(Vec<Vec<u8>>, BatchEnd)> {
        let mut batch = Filling {
            events: Vec::new(),
            bytes: 0,
            events_max,
            bytes_max,
            failed: None,
        };
        let end = BatchEnd {
            results: batch.add(&mut self.results),
            seconds: batch.add(&mut self.seconds),
            samples: batch.add(&mut self.samples),
        };
        match batch.failed {
            Some(error) if batch.events.is_empty() => Err(error),
            _ => Ok((batch.events, end)),
        }
    }

    /// Forgets the events before `end`, of which the server refused so many.
    pub fn acknowledge(&mut self, end: BatchEnd, refused: u64) -> io::Result<()> {
        self.counts.events_refused += refused;
        self.results.acknowledge(end.results)?;
        self.seconds.acknowledge(end.seconds)?;
        self.samples.acknowledge(end.samples)?;
        self.write_bookmark()
    }

    pub fn pending(&self) -> Pending {
        Pending {
            results: self.results.pending(),
            seconds: self.seconds.pending(),
            samples: self.samples.pending(),
            bytes: self.bytes(),
            results_bytes: self.results.bytes(),
            events_dropped: self.counts.events_dropped,
            events_damaged: self.counts.events_damaged,
            events_refused: self.counts.events_refused,
        }
    }

    fn bytes(&self) -> u64 {
        self.results.bytes() + self.seconds.bytes() + self.samples.bytes()
    }

    fn lane(&mut self, name: LaneName) -> &mut Lane {
        match name {
            LaneName::Results => &mut self.results,
            LaneName::Seconds => &mut self.seconds,
            LaneName::Samples => &mut self.samples,
        }
    }

    fn lanes_mut(&mut self) -> impl Iterator<Item = &mut Lane> {
        [&mut self.results, &mut self.seconds, &mut self.samples].into_iter()
    }

    fn write_bookmark(&self) -> io::Result<()> {
        let bookmark = Bookmark {
            results: self.results.cursor(),
            seconds: self.seconds.cursor(),
            samples: self.samples.cursor(),
            counts: self.counts,
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
        self.seconds = self.seconds.with_segment_bytes(bytes);
        self.samples = self.samples.with_segment_bytes(bytes);
        self
    }
}

/// A batch as it is filled from lane after lane.
struct Filling {
    events: Vec<Vec<u8>>,
    bytes: usize,
    events_max: usize,
    bytes_max: usize,
    /// A lane that cannot be read holds up no other.
    failed: Option<io::Error>,
}

impl Filling {
    /// Adds what a lane has and there is room for; where the lane's next event is then.
    fn add(&mut self, lane: &mut Lane) -> Position {
        let events_left = self.events_max.saturating_sub(self.events.len());
        let bytes_left = self.bytes_max.saturating_sub(self.bytes);
        if events_left == 0 || (bytes_left == 0 && !self.events.is_empty()) {
            return lane.cursor();
        }
        let (events, position) = match lane.read(events_left, bytes_left) {
            Ok(read) => read,
            Err(error) => {
                tracing::error!(%error, "part of the spool cannot be read");
                self.failed = Some(error);
                return lane.cursor();
            }
        };
        let bytes: usize = events.iter().map(Vec::len).sum();
        // A lane gives at least one record, however large; behind others it may be too much.
        if !self.events.is_empty() && bytes > bytes_left {
            return lane.cursor();
        }
        self.bytes += bytes;
        self.events.extend(events);
        position
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
