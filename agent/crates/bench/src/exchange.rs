//! How the figures of a second get from a measuring thread to the collecting one without a lock, an
//! allocation or a pause: the thread hands over a full tally and goes on with an empty one.

use crate::histogram::Latencies;
use crate::workload::Direction;
use crossbeam_queue::ArrayQueue;
use std::sync::atomic::{AtomicU32, Ordering};

/// Empty tallies kept ready per thread: so many seconds the collecting thread may be late.
const SPARES: usize = 3;
/// [`Exchange::finish`] has been called.
const FINISHED: u32 = u32::MAX;

/// What completed in one interval.
#[derive(Debug)]
pub struct Tally {
    /// Number of the interval in the run's schedule.
    pub interval: u32,
    /// Reads, if the workload has any.
    pub read: Option<Latencies>,
    /// Writes, if the workload has any.
    pub write: Option<Latencies>,
}

impl Tally {
    fn new(reads: bool, writes: bool) -> Box<Self> {
        Box::new(Tally {
            interval: 0,
            read: reads.then(Latencies::new),
            write: writes.then(Latencies::new),
        })
    }

    /// Records one completed operation.
    #[inline]
    pub fn record(&mut self, direction: Direction, latency_ns: u64) {
        let latencies = match direction {
            Direction::Read => &mut self.read,
            Direction::Write => &mut self.write,
        };
        if let Some(latencies) = latencies {
            latencies.record(latency_ns);
        }
    }
}

/// The channel of one measuring thread.
#[derive(Debug)]
pub struct Exchange {
    full: ArrayQueue<Box<Tally>>,
    empty: ArrayQueue<Box<Tally>>,
    /// Interval that the thread is in; all before it have been handed over.
    open: AtomicU32,
}

impl Exchange {
    /// A channel with all the memory it will ever use, and the first tally to record in.
    pub fn new(reads: bool, writes: bool) -> (Self, Box<Tally>) {
        let exchange = Exchange {
            full: ArrayQueue::new(SPARES + 1),
            empty: ArrayQueue::new(SPARES + 1),
            open: AtomicU32::new(0),
        };
        for _ in 0..SPARES {
            exchange.recycle(Tally::new(reads, writes));
        }
        (exchange, Tally::new(reads, writes))
    }

    /// Measuring side: hands over `tally` and continues in interval `next`. True if it had to wait for an
    /// empty tally, because the collecting thread is more than three seconds late.
    pub fn hand_over(&self, tally: &mut Box<Tally>, next: u32) -> bool {
        let mut waited = false;
        let mut fresh = loop {
            if let Some(fresh) = self.empty.pop() {
                break fresh;
            }
            waited = true;
            std::thread::yield_now();
        };
        fresh.interval = next;
        let full = std::mem::replace(tally, fresh);
        self.full
            .push(full)
            .expect("the queue has room for every tally there is");
        self.open.store(next, Ordering::Release);
        waited
    }

    /// Measuring side: hands over the last tally.
    pub fn finish(&self, tally: Box<Tally>) {
        self.full
            .push(tally)
            .expect("the queue has room for every tally there is");
        self.open.store(FINISHED, Ordering::Release);
    }

    /// Collecting side: the first interval that may still grow. Read this before [`Exchange::take`]: then every
    /// interval before it is among those taken.
    pub fn open(&self) -> u32 {
        self.open.load(Ordering::Acquire)
    }

    /// Collecting side: a tally handed over.
    pub fn take(&self) -> Option<Box<Tally>> {
        self.full.pop()
    }

    /// Collecting side: gives a tally back, emptied.
    pub fn recycle(&self, mut tally: Box<Tally>) {
        for latencies in [&mut tally.read, &mut tally.write].into_iter().flatten() {
            latencies.clear();
        }
        self.empty
            .push(tally)
            .expect("the queue has room for every tally there is");
    }
}
