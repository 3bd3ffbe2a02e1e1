//! How much memory a load takes, and how much it may take: a benchmark that asks for more than its host has to spare makes the kernel
//! kill somebody, and drives that are worth measuring have a database beside them.

mod budget;

pub use budget::{Budget, first_to_be_killed, memory_bytes};

use crate::content::Content;
use crate::errors::ErrorCounts;
use crate::exchange::Exchange;
use crate::histogram::Latencies;
use crate::operation::Region;
use crate::quantity::format_bytes;
use crate::workload::{Stream, Until, Workload, WorkloadError};

/// Buffers are laid out in pages.
const PAGE_BYTES: u128 = 4096;
/// What the kernel keeps for each page of a buffer: its entry in the page table, and where it lies for a registered buffer.
const PER_PAGE_BYTES: u128 = 32;
/// What each operation in flight takes besides its buffer: entries of the largest kind in both queues, of which there may be
/// twice as many as operations, and what the thread notes of it.
const PER_OPERATION_BYTES: u128 = 512;
/// What each thread takes besides: its stack as far as it is used, its sequence.
const PER_THREAD_BYTES: u128 = 128 * 1024;
/// Sums of a second that the collecting thread keeps while some threads are ahead of others, and those of the run.
const COLLECTED_SECONDS: u128 = 8;

/// The memory that a load takes, in bytes. Bounded from above where it depends on the kernel.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Demand {
    /// The buffers.
    buffers: u128,
    /// The accounts of verified data, and of an sprandom fill.
    ledger: u128,
    /// Histograms and whatever else each thread has.
    threads: u128,
}

/// What there may be any number of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Threads {
    /// Threads.
    pub count: u64,
    /// Operations in flight in each.
    pub depth: u64,
    /// Bytes of the largest.
    pub block_bytes: u64,
    /// Kinds of operations: 1 if all read or all write, 2 if some read and some write.
    pub directions: u64,
}

impl Demand {
    /// Of threads that do the same. Whatever the numbers, it does not overflow: what is too much stays too much.
    pub fn of_threads(threads: Threads) -> Self {
        let count = u128::from(threads.count);
        let pages = u128::from(threads.block_bytes).div_ceil(PAGE_BYTES);
        let of_operation = pages
            .saturating_mul(PAGE_BYTES + PER_PAGE_BYTES)
            .saturating_add(PER_OPERATION_BYTES);
        let tallies = Exchange::TALLIES as u128 * u128::from(threads.directions);
        let of_thread = tallies
            .saturating_mul(Latencies::MEMORY_BYTES.into())
            .saturating_add(2 * u128::from(ErrorCounts::MEMORY_BYTES) + PER_THREAD_BYTES);
        Demand {
            buffers: count
                .saturating_mul(threads.depth.into())
                .saturating_mul(of_operation),
            ledger: 0,
            threads: count.saturating_mul(of_thread),
        }
    }

    /// Of a whole load.
    pub fn of(workload: &Workload) -> Self {
        let window_rounds = match workload.until() {
            Until::SteadyState(steady) => steady.criterion.window_rounds as u128,
            Until::Elapsed(_) | Until::Bytes { .. } | Until::Fills { .. } => 0,
        };
        let mut sum = Demand::default();
        for stream in workload.streams() {
            let of_stream = Demand::of_stream(stream);
            sum.buffers = sum.buffers.saturating_add(of_stream.buffers);
            sum.ledger = sum.ledger.saturating_add(of_stream.ledger);
            let collected = (COLLECTED_SECONDS + window_rounds)
                .saturating_mul(directions(stream).into())
                .saturating_mul(Latencies::MEMORY_BYTES.into());
            sum.threads = (sum.threads)
                .saturating_add(of_stream.threads)
                .saturating_add(collected);
        }
        sum
    }

    fn of_stream(stream: &Stream) -> Self {
        let whole = Region {
            start: 0,
            bytes: stream.span_bytes(),
        };
        let verified = if stream.is_verified() {
            Content::ledger_bytes(whole, stream.block_bytes_max()).into()
        } else {
            0
        };
        Demand {
            ledger: verified + u128::from(stream.sprandom_account_bytes()),
            ..Demand::of_threads(Threads {
                count: stream.threads(),
                depth: stream.depth_per_thread_max().into(),
                block_bytes: stream.block_bytes_max().into(),
                directions: directions(stream),
            })
        }
    }

    /// In bytes; what is more than can be counted is the largest number.
    pub fn bytes(&self) -> u64 {
        let sum = self
            .buffers
            .saturating_add(self.ledger)
            .saturating_add(self.threads);
        u64::try_from(sum).unwrap_or(u64::MAX)
    }

    /// Whether the budget allows it.
    ///
    /// # Errors
    /// What is asked for, what may be taken, and what to lower.
    pub fn admit(&self, budget: &Budget) -> Result<(), WorkloadError> {
        if self.bytes() <= budget.bytes() {
            return Ok(());
        }
        Err(WorkloadError {
            message: format!(
                "the load takes {} of memory, and at most {} may be taken: {}",
                format_bytes(self.bytes()),
                format_bytes(budget.bytes()),
                budget.reason()
            ),
            remedy: self.remedy().into(),
            kind: None,
        })
    }

    fn remedy(&self) -> &'static str {
        if self.ledger > self.buffers.max(self.threads) {
            "give a smaller span or larger blocks: verified data and sprandom fills need an account of blocks"
        } else if self.threads > self.buffers {
            "give fewer threads: each has histograms of its own"
        } else {
            "lower the queue depth, the block size or the number of threads: their product is the memory for buffers"
        }
    }
}

fn directions(stream: &Stream) -> u64 {
    let directions = stream.directions();
    u64::from(directions.read) + u64::from(directions.write)
}

#[cfg(test)]
mod tests;
