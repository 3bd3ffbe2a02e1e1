//! What was done, by stream and direction.

use crate::exchange::{Done, Tally};
use crate::operation::{Direction, Directions};
use crate::workload::Workload;

/// What was done, by stream and direction.
#[derive(Debug, Clone)]
pub(super) struct Totals(Vec<OfStream>);

/// The directions of one stream.
#[derive(Debug, Clone)]
pub(super) struct OfStream {
    pub(super) read: Option<Done>,
    pub(super) write: Option<Done>,
}

impl OfStream {
    fn new(directions: Directions) -> Self {
        OfStream {
            read: directions.read.then(Done::default),
            write: directions.write.then(Done::default),
        }
    }

    fn add(&mut self, read: Option<&Done>, write: Option<&Done>) {
        for (mine, theirs) in [(&mut self.read, read), (&mut self.write, write)] {
            if let (Some(mine), Some(theirs)) = (mine, theirs) {
                mine.add(theirs);
            }
        }
    }

    /// Operations of both directions.
    pub(super) fn operations(&self) -> u64 {
        let directions = [&self.read, &self.write].into_iter().flatten();
        directions.map(|done| done.latencies.count()).sum()
    }

    fn of(&self, direction: Direction) -> Option<&Done> {
        match direction {
            Direction::Read => self.read.as_ref(),
            Direction::Write => self.write.as_ref(),
        }
    }
}

impl Totals {
    pub(super) fn new(workload: &Workload) -> Self {
        let streams = workload.streams().iter();
        Totals(streams.map(|stream| OfStream::new(stream.directions())).collect())
    }

    /// Adds what a thread of `stream` handed over.
    pub(super) fn take(&mut self, stream: usize, tally: &Tally) {
        let of_stream = &mut self.0[stream];
        for (mine, counted) in [
            (&mut of_stream.read, &tally.read),
            (&mut of_stream.write, &tally.write),
        ] {
            if let (Some(mine), Some(counted)) = (mine, counted) {
                mine.take(counted);
            }
        }
    }

    pub(super) fn add(&mut self, other: &Totals) {
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            mine.add(theirs.read.as_ref(), theirs.write.as_ref());
        }
    }

    /// The streams, in the order of the workload.
    pub(super) fn streams(&self) -> &[OfStream] {
        &self.0
    }

    /// All streams together; `None` for a direction that none of them has.
    pub(super) fn all(&self, direction: Direction) -> Option<Done> {
        let mut parts = self.0.iter().filter_map(|stream| stream.of(direction));
        let mut sum = parts.next()?.clone();
        parts.for_each(|part| sum.add(part));
        Some(sum)
    }

    /// Operations of all streams and directions.
    pub(super) fn operations(&self) -> u64 {
        self.0.iter().map(OfStream::operations).sum()
    }

    /// Every part: stream by stream, read before write.
    pub(super) fn parts(&self) -> impl Iterator<Item = (Direction, &Done)> {
        self.0.iter().flat_map(|stream| {
            let read = stream.read.iter().map(|done| (Direction::Read, done));
            read.chain(stream.write.iter().map(|done| (Direction::Write, done)))
        })
    }
}
