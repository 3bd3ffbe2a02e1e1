//! Slow operations by slice of the measured window, counted from the histograms of its seconds.

use super::totals::{OfStream, Totals};
use crate::exchange::Done;
use crate::output::{OverThreshold, Slice, SliceDirection};
use crate::workload::Slices;

/// The slices of every stream, as far as they have been measured.
pub(super) struct SliceCounts<'a> {
    wanted: &'a Slices,
    /// By stream, in the order of the workload.
    streams: Vec<Vec<Slice>>,
}

impl<'a> SliceCounts<'a> {
    pub(super) fn new(wanted: &'a Slices, streams: usize) -> Self {
        SliceCounts {
            wanted,
            streams: vec![Vec::new(); streams],
        }
    }

    /// Adds a second of the measured window. They come in order, none left out.
    pub(super) fn add(&mut self, second: u32, totals: &Totals) {
        let every = u32::try_from(self.wanted.every.as_secs()).expect("a slice is at most a week");
        for (slices, of_stream) in self.streams.iter_mut().zip(totals.streams()) {
            if second.is_multiple_of(every) {
                slices.push(self.wanted.begin(second, of_stream));
            }
            let slice = slices.last_mut().expect("the window begins with second 0");
            slice.seconds += 1;
            let directions = [
                (&mut slice.read, &of_stream.read),
                (&mut slice.write, &of_stream.write),
            ];
            for (slice, done) in directions {
                if let (Some(slice), Some(done)) = (slice, done) {
                    add(slice, done);
                }
            }
        }
    }

    /// Those of each stream.
    pub(super) fn streams(&self) -> &[Vec<Slice>] {
        &self.streams
    }
}

impl Slices {
    /// An empty slice with the directions of a stream.
    fn begin(&self, start_second: u32, of_stream: &OfStream) -> Slice {
        let direction = |done: &Option<Done>| {
            done.is_some().then(|| SliceDirection {
                operations: 0,
                over: (self.over_ns.iter())
                    .map(|&threshold_ns| OverThreshold {
                        threshold_ns,
                        operations: 0,
                    })
                    .collect(),
            })
        };
        Slice {
            start_second,
            seconds: 0,
            read: direction(&of_stream.read),
            write: direction(&of_stream.write),
        }
    }
}

fn add(slice: &mut SliceDirection, done: &Done) {
    slice.operations += done.latencies.count();
    for over in &mut slice.over {
        over.operations += done.latencies.count_over(over.threshold_ns);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exchange::Counted;
    use crate::workload::testing::{limits, request, stream};
    use crate::workload::{StreamRequest, Workload};
    use std::time::Duration;

    #[test]
    fn seconds_are_counted_into_slices_and_the_last_may_be_shorter() {
        let load = request(StreamRequest {
            read_percent: 50,
            ..stream()
        });
        let workload = Workload::fit(&load, limits(1 << 20)).unwrap();
        let wanted = Slices {
            every: Duration::from_secs(2),
            over_ns: vec![1_000, 2_000_000],
        };
        let mut counts = SliceCounts::new(&wanted, 1);
        // Second n has n + 1 reads of 1 µs, which is not over 1 µs, and of 3 ms, which is over both; and no write.
        for second in 0..3 {
            let mut totals = Totals::new(&workload);
            let mut tally = crate::exchange::Tally {
                interval: second,
                read: Some(Counted::default()),
                write: Some(Counted::default()),
            };
            let reads = tally.read.as_mut().unwrap();
            for _ in 0..=second {
                reads.latencies.record(1_000);
                reads.latencies.record(3_000_000);
            }
            totals.take(0, &tally);
            counts.add(second, &totals);
        }
        let described: Vec<_> = counts.streams()[0]
            .iter()
            .map(|slice| {
                let of = |direction: &Option<SliceDirection>| {
                    let direction = direction.as_ref().unwrap();
                    let over: Vec<u64> = direction.over.iter().map(|over| over.operations).collect();
                    (direction.operations, over)
                };
                (
                    slice.start_second,
                    slice.seconds,
                    of(&slice.read),
                    of(&slice.write),
                )
            })
            .collect();
        assert_eq!(
            described,
            [
                (0, 2, (6, vec![3, 3]), (0, vec![0, 0])),
                (2, 1, (6, vec![3, 3]), (0, vec![0, 0])),
            ]
        );
    }
}
