//! What each measuring thread does.

use super::Workload;
use super::request::Load;
use super::sequence::Sequence;
use super::sprandom;
use super::stream::{Stream, part};
use crate::arrivals::Arrivals;
use crate::content::Data;
use crate::operation::{Directions, Region};
use crate::output::Pattern;
use crate::random::SplitMix64;

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

impl Workload {
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
                    u32::try_from(index).expect("there are at most 256 threads"),
                    u32::try_from(count).expect("there are at most 256 threads"),
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
                // Its physical space once, which is more than its span.
                Pattern::Sprandom => sprandom::bytes_written(
                    region,
                    stream.blocks.largest(),
                    stream.assumed_over_provisioning(),
                ),
                Pattern::Random => part(bytes, count, index as u64).1,
            }),
            data: stream.data,
            data_seed: self.seed ^ 0xa076_1d64_78bd_642f ^ (thread << 32),
            directions: stream.directions(),
        }
    }
}

/// `bytes` times `part` by `whole`.
fn share_of(bytes: u64, part: u64, whole: u64) -> u64 {
    let share = u128::from(bytes) * u128::from(part) / u128::from(whole.max(1));
    u64::try_from(share).unwrap_or(u64::MAX)
}
