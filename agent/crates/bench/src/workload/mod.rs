//! What is read and written, in which order, by which thread: validated once, then generated.
//!
//! A [`Request`] says what a person or plan asks for. [`Workload::fit`] holds it against a target and gives each
//! measuring thread its [`ThreadPlan`]: every operation that its sequence generates lies within the target and is
//! aligned.

mod fit;
mod request;
mod sequence;

pub use crate::random::SplitMix64;
pub use fit::{Limits, WorkloadError};
pub use request::{Depth, Load, Request, SteadyState, StreamRequest, Tracked, Until};
pub use sequence::{Direction, Operation, Region, Sequence};

use crate::arrivals::Arrivals;
use crate::block_mix::BlockMix;
use crate::content::Data;
use crate::distribution::Distribution;
use crate::output::{self, Pattern};
use std::time::Duration;

/// Largest queue depth of a thread; what the kernel accepts as ring entries, with room.
pub const QUEUE_DEPTH_MAX: u32 = 4096;
/// Most threads of a run.
pub const THREADS_MAX: u32 = 1024;
/// Most streams of a run.
pub const STREAMS_MAX: usize = 8;
/// Largest block.
pub const BLOCK_BYTES_MAX: u32 = 64 << 20;
/// Longest measured window or ramp: a week.
pub const DURATION_MAX: Duration = Duration::from_secs(7 * 86_400);
/// Seeds are below this, the largest integer that every JSON parser keeps.
pub const SEED_LIMIT: u64 = 1 << 53;

/// A load that fits its target.
#[derive(Debug, Clone, PartialEq)]
pub struct Workload {
    streams: Vec<Stream>,
    ramp: Duration,
    until: Until,
    seed: u64,
}

/// A stream that fits the target.
#[derive(Debug, Clone, PartialEq)]
pub struct Stream {
    name: Option<String>,
    pattern: Pattern,
    read_percent: u8,
    blocks: BlockMix,
    align_bytes: Option<u64>,
    depths: Vec<u16>,
    load: Load,
    span_bytes: u64,
    distribution: Distribution,
    data: Data,
    /// Bytes that it moves before it ends by itself.
    budget_bytes: Option<u64>,
}

/// What one measuring thread does.
#[derive(Debug, Clone)]
pub struct ThreadPlan {
    /// Number of its stream.
    pub stream: usize,
    /// Operations in flight, at most.
    pub depth: u16,
    /// Its operations.
    pub sequence: Sequence,
    /// The part of the target that no other thread of its stream writes, if that matters.
    pub region: Region,
    /// Largest operation.
    pub block_bytes_max: u32,
    /// When they start; `None` in a closed loop.
    pub arrivals: Option<Arrivals>,
    /// Bytes after which it has done its share.
    pub budget_bytes: Option<u64>,
    /// What it writes.
    pub data: Data,
    /// Seed of what it writes.
    pub data_seed: u64,
    /// Whether it reads, whether it writes.
    pub directions: Directions,
}

/// Which directions a load has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Directions {
    /// Any operation reads.
    pub read: bool,
    /// Any operation writes.
    pub write: bool,
}

impl Workload {
    /// Fits `request` to a target.
    pub fn fit(request: &Request, limits: Limits) -> Result<Self, WorkloadError> {
        fit::fit(request, limits)
    }

    /// The streams.
    pub fn streams(&self) -> &[Stream] {
        &self.streams
    }

    /// Length of the ramp.
    pub fn ramp(&self) -> Duration {
        self.ramp
    }

    /// What ends the run.
    pub fn until(&self) -> &Until {
        &self.until
    }

    /// Longest time that is measured.
    pub fn duration(&self) -> Duration {
        match &self.until {
            Until::Elapsed(duration) => *duration,
            Until::Bytes { at_most, .. } | Until::Fills { at_most, .. } => *at_most,
            Until::SteadyState(steady) => steady.longest(),
        }
    }

    /// Whether any operation reads, whether any writes.
    pub fn directions(&self) -> Directions {
        Directions {
            read: self.streams.iter().any(|stream| stream.directions().read),
            write: self.streams.iter().any(|stream| stream.directions().write),
        }
    }

    /// What each thread does, the same for the same seed.
    pub fn threads(&self) -> Vec<ThreadPlan> {
        let mut threads = Vec::new();
        for (number, stream) in self.streams.iter().enumerate() {
            for index in 0..stream.depths.len() {
                threads.push(self.thread(threads.len() as u64, number, stream, index));
            }
        }
        threads
    }

    /// Thread `index` of `stream`, which is thread `thread` of the run.
    fn thread(&self, thread: u64, number: usize, stream: &Stream, index: usize) -> ThreadPlan {
        let count = stream.depths.len() as u64;
        let region = stream.region(index as u64);
        let mut random = SplitMix64::new(self.seed);
        // A generator of its own for each thread: the seed drawn, then set apart by the thread's number.
        let mut random = SplitMix64::new(
            random
                .next()
                .wrapping_add(thread.wrapping_mul(0xd1b5_4a32_d192_ed03)),
        );
        let arrivals = match stream.load {
            Load::Closed => None,
            Load::Open {
                rate_per_second,
                pace,
            } => Some(
                Arrivals::of_thread(
                    rate_per_second,
                    pace,
                    SplitMix64::new(random.next()),
                    u32::try_from(index).expect("there are at most 1024 threads"),
                    u32::try_from(count).expect("there are at most 1024 threads"),
                )
                .expect("the rate was checked when the load was fitted"),
            ),
        };
        ThreadPlan {
            stream: number,
            depth: stream.depths[index],
            sequence: stream.sequence(region, random),
            region,
            block_bytes_max: stream.blocks.largest(),
            arrivals,
            budget_bytes: stream.budget_bytes.map(|bytes| match stream.pattern {
                // Every thread goes through its own part as often as all of them through the whole.
                Pattern::Sequential => share_of(bytes, region.bytes, stream.span_bytes),
                Pattern::Random => part(bytes, count, index as u64).1,
            }),
            data: stream.data,
            data_seed: self.seed ^ 0xa076_1d64_78bd_642f ^ (thread << 32),
            directions: stream.directions(),
        }
    }

    /// The same load at another rate, if it has a single stream with an open loop.
    pub fn at_rate(&self, rate: f64) -> Self {
        let mut workload = self.clone();
        for stream in &mut workload.streams {
            if let Load::Open { rate_per_second, .. } = &mut stream.load {
                *rate_per_second = rate;
            }
        }
        workload
    }

    /// As the output describes it.
    pub fn describe(&self) -> output::Workload {
        let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        output::Workload {
            streams: self.streams.iter().map(Stream::describe).collect(),
            ramp_ms: millis(self.ramp),
            until: match &self.until {
                Until::Elapsed(duration) => output::Until::Elapsed {
                    duration_ms: millis(*duration),
                },
                Until::Bytes { bytes, at_most } => output::Until::Bytes {
                    bytes: *bytes,
                    at_most_ms: millis(*at_most),
                },
                Until::Fills { thousandths, at_most } => output::Until::Fills {
                    fills: f64::from(*thousandths) / 1000.0,
                    at_most_ms: millis(*at_most),
                },
                Until::SteadyState(steady) => output::Until::SteadyState {
                    round_ms: millis(steady.round),
                    rounds_max: steady.criterion.rounds_max,
                    window_rounds: steady.criterion.window_rounds,
                    tracked: steady.tracked,
                },
            },
            seed: self.seed,
        }
    }
}

impl Stream {
    /// Name in the output.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// When its operations start.
    pub fn load(&self) -> Load {
        self.load
    }

    /// Threads.
    pub fn threads(&self) -> u64 {
        self.depths.len() as u64
    }

    /// Part of the target that it uses, in bytes from the start.
    pub fn span_bytes(&self) -> u64 {
        self.span_bytes
    }

    /// Whether what it reads is held against what it has written.
    pub fn is_verified(&self) -> bool {
        self.data == Data::Verified
    }

    /// Operations in flight in all its threads, at most.
    pub fn depth(&self) -> u64 {
        self.depths.iter().map(|&depth| u64::from(depth)).sum()
    }

    /// Operations in flight in the thread that has most of them.
    pub fn depth_per_thread_max(&self) -> u16 {
        self.depths.iter().copied().max().unwrap_or(0)
    }

    /// Its largest operation.
    pub fn block_bytes_max(&self) -> u32 {
        self.blocks.largest()
    }

    /// Whether it reads, whether it writes.
    pub fn directions(&self) -> Directions {
        Directions {
            read: self.read_percent > 0,
            write: self.read_percent < 100,
        }
    }

    /// Part of the span that thread `index` uses. Threads share the span of a random load; a sequential one is
    /// divided, and so is a verified one, because only who knows all writes to a place can tell what must be there.
    fn region(&self, index: u64) -> Region {
        let whole = Region {
            start: 0,
            bytes: self.span_bytes,
        };
        let divided = self.pattern == Pattern::Sequential || self.data == Data::Verified;
        if !divided || self.depths.len() == 1 {
            return whole;
        }
        let block = u64::from(self.blocks.largest());
        let (first, count) = part(self.span_bytes / block, self.depths.len() as u64, index);
        let is_last = index + 1 == self.depths.len() as u64;
        let tail = if is_last { self.span_bytes % block } else { 0 };
        Region {
            start: first * block,
            bytes: count * block + tail,
        }
    }

    fn sequence(&self, region: Region, random: SplitMix64) -> Sequence {
        match self.pattern {
            Pattern::Sequential => Sequence::sequential(random, region, self.read_percent, &self.blocks),
            Pattern::Random => Sequence::random(
                random,
                region,
                self.read_percent,
                &self.blocks,
                self.align_bytes,
                &self.distribution,
            ),
        }
    }

    fn describe(&self) -> output::Stream {
        output::Stream {
            name: self.name.clone(),
            pattern: self.pattern,
            read_percent: self.read_percent,
            blocks: self.blocks.to_string(),
            block_bytes_max: self.blocks.largest(),
            align_bytes: self.align_bytes,
            queue_depth: self.depth(),
            threads: u32::try_from(self.depths.len()).unwrap_or(u32::MAX),
            load: match self.load {
                Load::Closed => output::Load::Closed,
                Load::Open {
                    rate_per_second,
                    pace,
                } => output::Load::Open {
                    rate_per_second,
                    pace: pace.to_string(),
                },
            },
            span_bytes: self.span_bytes,
            distribution: self.distribution.to_string(),
            data: self.data.to_string(),
        }
    }
}

/// `bytes` times `part` by `whole`.
fn share_of(bytes: u64, part: u64, whole: u64) -> u64 {
    let share = u128::from(bytes) * u128::from(part) / u128::from(whole.max(1));
    u64::try_from(share).unwrap_or(u64::MAX)
}

/// Part number `index` of `total` in `parts` parts that differ by at most one: where it begins, how long it is.
fn part(total: u64, parts: u64, index: u64) -> (u64, u64) {
    let (size, longer) = (total / parts, total % parts);
    (index * size + index.min(longer), size + u64::from(index < longer))
}

#[cfg(test)]
mod tests;
