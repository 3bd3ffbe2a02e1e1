//! What is read and written, in which order: validated once, then generated without a ring, a clock or a file.

use crate::output::{self, Pattern};
use crate::quantity::{Span, format_bytes};
pub use crate::random::SplitMix64;
use std::time::Duration;

/// Largest queue depth of a thread; what the kernel accepts as ring entries, with room.
pub const QUEUE_DEPTH_MAX: u32 = 4096;
/// Most threads of a run.
pub const THREADS_MAX: u32 = 1024;
/// Largest block.
pub const BLOCK_BYTES_MAX: u32 = 64 << 20;
/// Longest measured window or ramp: a week.
pub const DURATION_MAX: Duration = Duration::from_secs(7 * 86_400);
/// Seeds are below this, the largest integer that every JSON parser keeps.
pub const SEED_LIMIT: u64 = 1 << 53;

/// Direction of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    /// From the target into memory.
    Read,
    /// From memory to the target.
    Write,
}

/// One operation to issue; its length is the workload's block size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Operation {
    /// Read or write.
    pub direction: Direction,
    /// Byte offset on the target, a multiple of the block size.
    pub offset: u64,
}

/// A load as it was asked for, not yet fitted to a target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// Order of the offsets.
    pub pattern: Pattern,
    /// Share of reads in percent.
    pub read_percent: u8,
    /// Size of each operation.
    pub block_bytes: u64,
    /// Operations in flight per thread.
    pub queue_depth: u32,
    /// Threads.
    pub threads: u32,
    /// Length of the measured window.
    pub duration: Duration,
    /// Length of the ramp before it.
    pub ramp: Duration,
    /// Part of the target that is used.
    pub span: Span,
    /// Seed of the sequence.
    pub seed: u64,
}

/// Why a load does not fit its target.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct WorkloadError {
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub remedy: String,
}

/// A load that fits its target: every operation it generates lies within the target and is aligned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Workload {
    pattern: Pattern,
    read_percent: u8,
    block_bytes: u32,
    queue_depth: u32,
    threads: u32,
    duration: Duration,
    ramp: Duration,
    span_blocks: u64,
    seed: u64,
}

impl Workload {
    /// Fits `request` to a target of `capacity_bytes` with logical blocks of `logical_block_bytes`.
    pub fn fit(
        request: &Request,
        capacity_bytes: u64,
        logical_block_bytes: u32,
    ) -> Result<Self, WorkloadError> {
        check_limits(request)?;
        let block_bytes = check_block(request.block_bytes, logical_block_bytes)?;
        let span_bytes = request.span.bytes_of(capacity_bytes);
        if span_bytes > capacity_bytes {
            return Err(WorkloadError {
                message: format!(
                    "a span of {} reaches past the end of the target ({})",
                    format_bytes(span_bytes),
                    format_bytes(capacity_bytes)
                ),
                remedy: "give a smaller --span, or one in percent".into(),
            });
        }
        let span_blocks = span_bytes / u64::from(block_bytes);
        let needed = match request.pattern {
            Pattern::Random => 1,
            Pattern::Sequential => u64::from(request.threads),
        };
        if span_blocks < needed {
            return Err(WorkloadError {
                message: format!(
                    "a span of {span_bytes} bytes has {span_blocks} blocks of {block_bytes} bytes, at least {needed} are needed"
                ),
                remedy: "give a larger --span, a smaller --bs or fewer --threads".into(),
            });
        }
        Ok(Workload {
            pattern: request.pattern,
            read_percent: request.read_percent,
            block_bytes,
            queue_depth: request.queue_depth,
            threads: request.threads,
            duration: request.duration,
            ramp: request.ramp,
            span_blocks,
            seed: request.seed,
        })
    }

    /// Size of each operation.
    pub fn block_bytes(&self) -> u32 {
        self.block_bytes
    }

    /// Operations in flight per thread.
    pub fn queue_depth(&self) -> u32 {
        self.queue_depth
    }

    /// Threads.
    pub fn threads(&self) -> u32 {
        self.threads
    }

    /// Length of the measured window.
    pub fn duration(&self) -> Duration {
        self.duration
    }

    /// Length of the ramp.
    pub fn ramp(&self) -> Duration {
        self.ramp
    }

    /// Whether any operation reads.
    pub fn reads(&self) -> bool {
        self.read_percent > 0
    }

    /// Whether any operation writes.
    pub fn writes(&self) -> bool {
        self.read_percent < 100
    }

    /// The bytes from the start of the target in which all operations lie.
    pub fn span_bytes(&self) -> u64 {
        self.span_blocks * u64::from(self.block_bytes)
    }

    /// The operations of thread number `thread`, the same for the same seed.
    pub fn sequence(&self, thread: u32) -> Sequence {
        // A generator of its own for each thread: the seed drawn, then set apart by the thread's number.
        let drawn = SplitMix64::new(self.seed).next();
        let random =
            SplitMix64::new(drawn.wrapping_add(u64::from(thread).wrapping_mul(0xd1b5_4a32_d192_ed03)));
        let (first, count) = match self.pattern {
            Pattern::Random => (0, self.span_blocks),
            Pattern::Sequential => part(self.span_blocks, u64::from(self.threads), u64::from(thread)),
        };
        Sequence {
            random,
            order: match self.pattern {
                Pattern::Random => Order::Random,
                Pattern::Sequential => Order::Sequential {
                    next_read: 0,
                    next_write: 0,
                },
            },
            first_block: first,
            blocks: count,
            block_bytes: u64::from(self.block_bytes),
            read_percent: u64::from(self.read_percent),
        }
    }

    /// A generator for the bytes that thread number `thread` writes.
    pub fn data(&self, thread: u32) -> SplitMix64 {
        SplitMix64::new(self.seed ^ 0xa076_1d64_78bd_642f ^ (u64::from(thread) << 32))
    }

    /// As the output describes it.
    pub fn describe(&self) -> output::Workload {
        let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        output::Workload {
            pattern: self.pattern,
            read_percent: self.read_percent,
            block_bytes: self.block_bytes,
            queue_depth: self.queue_depth,
            threads: self.threads,
            duration_ms: millis(self.duration),
            ramp_ms: millis(self.ramp),
            span_bytes: self.span_bytes(),
            seed: self.seed,
        }
    }
}

fn check_limits(request: &Request) -> Result<(), WorkloadError> {
    let outside = |what: &str, range: String| {
        Err(WorkloadError {
            message: format!("{what} is out of range"),
            remedy: format!("it may be {range}"),
        })
    };
    if request.read_percent > 100 {
        return outside("the share of reads", "0 to 100 percent".into());
    }
    if !(1..=QUEUE_DEPTH_MAX).contains(&request.queue_depth) {
        return outside("the queue depth", format!("1 to {QUEUE_DEPTH_MAX}"));
    }
    if !(1..=THREADS_MAX).contains(&request.threads) {
        return outside("the number of threads", format!("1 to {THREADS_MAX}"));
    }
    if !(Duration::from_millis(1)..=DURATION_MAX).contains(&request.duration) {
        return outside("the duration", "1 ms to 7 days".into());
    }
    if request.ramp > DURATION_MAX {
        return outside("the ramp", "at most 7 days".into());
    }
    if request.seed >= SEED_LIMIT {
        return outside("the seed", format!("at most {}", SEED_LIMIT - 1));
    }
    Ok(())
}

fn check_block(block_bytes: u64, logical_block_bytes: u32) -> Result<u32, WorkloadError> {
    let block = u32::try_from(block_bytes)
        .ok()
        .filter(|bytes| (1..=BLOCK_BYTES_MAX).contains(bytes));
    match block {
        None => Err(WorkloadError {
            message: format!("a block size of {} is out of range", format_bytes(block_bytes)),
            remedy: format!(
                "it may be {logical_block_bytes} bytes to {}",
                format_bytes(u64::from(BLOCK_BYTES_MAX))
            ),
        }),
        Some(bytes) if !bytes.is_multiple_of(logical_block_bytes) => Err(WorkloadError {
            message: format!(
                "a block size of {bytes} bytes is not a multiple of the target's logical block of {logical_block_bytes} bytes"
            ),
            remedy: format!("give a --bs that is a multiple of {logical_block_bytes}"),
        }),
        Some(bytes) => Ok(bytes),
    }
}

/// Part number `index` of `total` blocks in `parts` parts that differ by at most one block: first block, count.
fn part(total: u64, parts: u64, index: u64) -> (u64, u64) {
    let (size, longer) = (total / parts, total % parts);
    (index * size + index.min(longer), size + u64::from(index < longer))
}

/// The endless sequence of operations of one thread.
#[derive(Debug, Clone)]
pub struct Sequence {
    random: SplitMix64,
    order: Order,
    first_block: u64,
    blocks: u64,
    block_bytes: u64,
    read_percent: u64,
}

/// Where the next operation lies. Reads and writes of a sequential mix advance separately, as in fio.
#[derive(Debug, Clone)]
enum Order {
    Random,
    Sequential { next_read: u64, next_write: u64 },
}

impl Sequence {
    /// The next operation.
    #[inline]
    pub fn next_operation(&mut self) -> Operation {
        let direction = self.next_direction();
        let block = match &mut self.order {
            Order::Random => self.random.below(self.blocks),
            Order::Sequential {
                next_read,
                next_write,
            } => {
                let next = if direction == Direction::Read {
                    next_read
                } else {
                    next_write
                };
                let block = *next;
                *next = if block + 1 == self.blocks { 0 } else { block + 1 };
                block
            }
        };
        Operation {
            direction,
            offset: (self.first_block + block) * self.block_bytes,
        }
    }

    #[inline]
    fn next_direction(&mut self) -> Direction {
        match self.read_percent {
            100 => Direction::Read,
            0 => Direction::Write,
            percent if self.random.below(100) < percent => Direction::Read,
            _ => Direction::Write,
        }
    }
}

#[cfg(test)]
mod tests;
