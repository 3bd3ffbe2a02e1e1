//! How the figures of a second get from a measuring thread to the collecting one without a lock, an
//! allocation or a pause: the thread hands over a full tally and goes on with an empty one.

use crate::histogram::Latencies;
use crate::operation::{Direction, Directions, Operation};
use crate::recorder::Recorder;
use crossbeam_queue::ArrayQueue;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

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
    pub read: Option<Counted>,
    /// Writes, if the workload has any.
    pub write: Option<Counted>,
}

/// Operations of one direction that have succeeded in one interval, as the measuring thread counts them.
#[derive(Debug, Clone, Default)]
pub struct Counted {
    /// Bytes moved by them.
    pub bytes: u64,
    /// Their latencies.
    pub latencies: Recorder,
}

/// Operations of one direction that have succeeded.
#[derive(Debug, Clone, Default)]
pub struct Done {
    /// Bytes moved by them.
    pub bytes: u64,
    /// Their latencies.
    pub latencies: Latencies,
}

impl Done {
    /// Adds those of `other`.
    pub fn add(&mut self, other: &Done) {
        self.bytes += other.bytes;
        self.latencies.add(&other.latencies);
    }

    /// Adds those that a measuring thread has counted.
    pub fn take(&mut self, counted: &Counted) {
        self.bytes += counted.bytes;
        counted.latencies.add_to(&mut self.latencies);
    }
}

impl Counted {
    /// Forgets everything, keeps the memory.
    pub fn clear(&mut self) {
        self.bytes = 0;
        self.latencies.clear();
    }
}

impl Tally {
    /// One that nothing can be recorded in.
    pub const EMPTY: Tally = Tally {
        interval: 0,
        read: None,
        write: None,
    };

    fn new(directions: Directions) -> Box<Self> {
        Box::new(Tally {
            interval: 0,
            read: directions.read.then(Counted::default),
            write: directions.write.then(Counted::default),
        })
    }

    /// Records one operation that has succeeded.
    #[inline(always)]
    pub fn record(&mut self, operation: Operation, latency_ns: u64) {
        let counted = match operation.direction {
            Direction::Read => &mut self.read,
            Direction::Write => &mut self.write,
        };
        if let Some(counted) = counted {
            counted.bytes += u64::from(operation.length);
            counted.latencies.record(latency_ns);
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
    /// When it ended, once it has.
    finished_ns: AtomicU64,
}

impl Exchange {
    /// Tallies that a thread has in all: those kept ready, and the one that it records in.
    pub const TALLIES: usize = SPARES + 1;

    /// A channel with all the memory it will ever use, and the first tally to record in.
    pub fn new(directions: Directions) -> (Self, Box<Tally>) {
        let exchange = Exchange {
            full: ArrayQueue::new(Self::TALLIES),
            empty: ArrayQueue::new(Self::TALLIES),
            open: AtomicU32::new(0),
            finished_ns: AtomicU64::new(0),
        };
        for _ in 0..SPARES {
            exchange.recycle(Tally::new(directions));
        }
        (exchange, Tally::new(directions))
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

    /// Measuring side: hands over the last tally, `now_ns` after the start of the run.
    pub fn finish(&self, tally: Box<Tally>, now_ns: u64) {
        self.full
            .push(tally)
            .expect("the queue has room for every tally there is");
        self.finished_ns.store(now_ns, Ordering::Relaxed);
        self.open.store(FINISHED, Ordering::Release);
    }

    /// Collecting side: when the measuring side has finished; `None` while it has not.
    pub fn finished_ns(&self) -> Option<u64> {
        (self.open() == FINISHED).then(|| self.finished_ns.load(Ordering::Relaxed))
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
        for counted in [&mut tally.read, &mut tally.write].into_iter().flatten() {
            counted.clear();
        }
        self.empty
            .push(tally)
            .expect("the queue has room for every tally there is");
    }
}
