//! A load as it was asked for, not yet fitted to a target.

use crate::arrivals::Pace;
use crate::block_mix::BlockMix;
use crate::content::Data;
use crate::distribution::Distribution;
use crate::output::Pattern;
pub use crate::output::Tracked;
use crate::quantity::Span;
use crate::steady_state::Criterion;
use std::time::Duration;

/// One or several streams of operations that run side by side on one target.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// The streams, at least one.
    pub streams: Vec<StreamRequest>,
    /// Length of the ramp, which is in no result.
    pub ramp: Duration,
    /// What ends the run.
    pub until: Until,
    /// A run that ends by what it moves is whole as well when its longest time is over: "four fills or 24 hours".
    pub ends_at_limit: bool,
    /// Counts of slow operations by slices of the measured window, if they are asked for.
    pub slices: Option<Slices>,
    /// Seed of everything that is drawn by chance.
    pub seed: u64,
}

/// Slices of the measured window, each with how many operations took longer than each threshold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slices {
    /// Length of a slice, whole seconds; the last one may be shorter.
    pub every: Duration,
    /// The thresholds in nanoseconds, ascending.
    pub over_ns: Vec<u64>,
}

/// One stream: operations of one kind with a depth or a rate of their own.
#[derive(Debug, Clone, PartialEq)]
pub struct StreamRequest {
    /// Name in the output; needed only if there are several.
    pub name: Option<String>,
    /// Order of the offsets.
    pub pattern: Pattern,
    /// Share of reads in percent.
    pub read_percent: u8,
    /// Sizes of the operations.
    pub blocks: BlockMix,
    /// Unit of the offsets; each operation's own size if `None`.
    pub align_bytes: Option<u64>,
    /// Operations in flight.
    pub depth: Depth,
    /// When operations start.
    pub load: Load,
    /// Part of the target that is used.
    pub span: Span,
    /// How often each place is used, in random order.
    pub distribution: Distribution,
    /// What is written.
    pub data: Data,
    /// Over-provisioning that a [`Pattern::Sprandom`] fill assumes, in percent; of no other pattern.
    pub over_provisioning_percent: Option<u8>,
}

/// Operations in flight: all of them in a closed loop, at most so many in an open one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// So many in each thread.
    PerThread {
        /// In each thread.
        depth: u32,
        /// Threads.
        threads: u32,
    },
    /// So many in all, split over threads as evenly as possible.
    Total {
        /// In all threads together.
        depth: u32,
        /// Most threads; never more than there are operations in flight.
        threads_max: u32,
    },
}

impl Depth {
    /// The depth of each thread.
    pub fn of_threads(self) -> Vec<u32> {
        match self {
            Depth::PerThread { depth, threads } => vec![depth; threads as usize],
            Depth::Total { depth, threads_max } => {
                let threads = threads_max.min(depth).max(1);
                (0..threads)
                    .map(|thread| depth / threads + u32::from(thread < depth % threads))
                    .collect()
            }
        }
    }
}

/// When operations start.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Load {
    /// As soon as another one has come back: the depth is constant, the rate is the result.
    Closed,
    /// At times that do not wait for the target: the rate is given, and latency counts from the intended start.
    Open {
        /// Operations per second of all threads together.
        rate_per_second: f64,
        /// Distance between two of them.
        pace: Pace,
    },
}

/// What ends a run.
#[derive(Debug, Clone, PartialEq)]
pub enum Until {
    /// So much time.
    Elapsed(Duration),
    /// So many bytes moved.
    Bytes {
        /// In all threads together.
        bytes: u64,
        /// Ends the run before; incomplete unless [`Request::ends_at_limit`].
        at_most: Duration,
    },
    /// The span gone through so many times.
    Fills {
        /// Thousandths of a fill: 2000 is twice.
        thousandths: u32,
        /// Ends the run before; incomplete unless [`Request::ends_at_limit`].
        at_most: Duration,
    },
    /// Rounds that no longer differ.
    SteadyState(SteadyState),
}

impl Until {
    /// Longest time that is measured.
    pub fn longest(&self) -> Duration {
        match self {
            Until::Elapsed(duration) => *duration,
            Until::Bytes { at_most, .. } | Until::Fills { at_most, .. } => *at_most,
            Until::SteadyState(steady) => steady.longest(),
        }
    }
}

/// Rounds are measured until the last of them no longer differ; these are the result.
#[derive(Debug, Clone, PartialEq)]
pub struct SteadyState {
    /// Length of a round, whole seconds.
    pub round: Duration,
    /// What is compared.
    pub tracked: Tracked,
    /// How much they may differ, and how many rounds there are at most.
    pub criterion: Criterion,
}

impl SteadyState {
    /// How long all rounds together take at most.
    pub fn longest(&self) -> Duration {
        self.round * u32::try_from(self.criterion.rounds_max).unwrap_or(u32::MAX)
    }
}
