//! The measuring loop of one thread: keeps the queue full, times every operation, and does nothing else.
//!
//! It allocates nothing, takes no lock and makes no system call but the ring's (the clock is read through
//! the vDSO). It is generic over engine and clock, so the tests below drive it with exact times.

use crate::engine::{Completion, Engine};
use crate::errors::{self, ErrorCounts, FAILURES_IN_A_ROW_MAX};
use crate::exchange::{Exchange, Tally};
use crate::schedule::Schedule;
use crate::workload::{Direction, Sequence};
use nix::sys::resource::{Usage, UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How long a wait for a completion lasts at most, so that the end of the run is noticed on a slow target.
const WAIT: Duration = Duration::from_millis(100);
/// How long operations in flight are waited for after the end. The kernel's NVMe driver gives one up after
/// 30 s and a reset; after twice that, with room, it will not come back.
const DRAIN_NS_MAX: u64 = 90_000_000_000;

/// The time since the start of the run.
pub trait Clock {
    /// Nanoseconds since the start.
    fn now_ns(&self) -> u64;
}

/// The system's monotonic clock.
#[derive(Debug, Clone, Copy)]
pub struct MonotonicClock(pub Instant);

impl Clock for MonotonicClock {
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "2^64 ns are 584 years")]
    fn now_ns(&self) -> u64 {
        self.0.elapsed().as_nanos() as u64
    }
}

/// What a thread used of the processor.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Cost {
    /// Nanoseconds in user space.
    pub user_ns: u64,
    /// Nanoseconds in the kernel.
    pub system_ns: u64,
    /// Times it gave up the processor.
    pub voluntary_switches: u64,
    /// Times it was taken off the processor.
    pub involuntary_switches: u64,
}

impl Cost {
    /// Of the calling thread since it began.
    fn now() -> Self {
        let Ok(usage) = getrusage(UsageWho::RUSAGE_THREAD) else {
            return Cost::default();
        };
        let count = |value: i64| u64::try_from(value).unwrap_or(0);
        let ns = |time: fn(&Usage) -> nix::sys::time::TimeVal| count(time(&usage).num_nanoseconds());
        Cost {
            user_ns: ns(Usage::user_time),
            system_ns: ns(Usage::system_time),
            voluntary_switches: count(usage.voluntary_context_switches()),
            involuntary_switches: count(usage.involuntary_context_switches()),
        }
    }

    fn since(self, earlier: Cost) -> Cost {
        Cost {
            user_ns: self.user_ns.saturating_sub(earlier.user_ns),
            system_ns: self.system_ns.saturating_sub(earlier.system_ns),
            voluntary_switches: self.voluntary_switches.saturating_sub(earlier.voluntary_switches),
            involuntary_switches: self
                .involuntary_switches
                .saturating_sub(earlier.involuntary_switches),
        }
    }

    /// Both together.
    pub fn plus(self, other: Cost) -> Cost {
        Cost {
            user_ns: self.user_ns + other.user_ns,
            system_ns: self.system_ns + other.system_ns,
            voluntary_switches: self.voluntary_switches + other.voluntary_switches,
            involuntary_switches: self.involuntary_switches + other.involuntary_switches,
        }
    }
}

/// Why a thread ended the run before its time.
#[derive(Debug)]
pub enum Trouble {
    /// Operations fail with this error number (0: move too few bytes), and going on is pointless.
    Operations(i32),
    /// The ring itself failed.
    Ring(io::Error),
    /// So many operations never came back.
    Stuck(usize),
}

/// What a thread has to say at its end, apart from the tallies it handed over.
#[derive(Debug)]
pub struct Report {
    /// Processor use within the measured window.
    pub cost: Cost,
    /// Failed operations, all phases.
    pub errors: ErrorCounts,
    /// Why it ended the run, if it did.
    pub trouble: Option<Trouble>,
    /// Longest latency among the operations still in flight at the end, which are not counted.
    pub slowest_uncounted_ns: u64,
    /// How often it had to wait for the collecting thread.
    pub stalls: u64,
}

/// One measuring thread.
pub struct Worker<'a, E, C> {
    engine: E,
    clock: C,
    sequence: Sequence,
    schedule: Schedule,
    /// End of the run; anyone may move it forward to end it early.
    end_ns: &'a AtomicU64,
    exchange: &'a Exchange,
    tally: Box<Tally>,
    block_bytes: i32,
    slots: Box<[Slot]>,
    /// Slots prepared for the next submission.
    prepared: Vec<u16>,
    completions: Vec<Completion>,
    failures_in_a_row: u32,
    cost_at_start: Option<Cost>,
    report: Report,
}

#[derive(Debug, Clone, Copy)]
struct Slot {
    submitted_ns: u64,
    direction: Direction,
}

impl<'a, E: Engine, C: Clock> Worker<'a, E, C> {
    /// A thread with `depth` operations in flight, all memory allocated.
    #[expect(
        clippy::too_many_arguments,
        reason = "each is a part of its own, made by a different module"
    )]
    pub fn new(
        engine: E,
        clock: C,
        sequence: Sequence,
        schedule: Schedule,
        end_ns: &'a AtomicU64,
        exchange: &'a Exchange,
        tally: Box<Tally>,
        block_bytes: u32,
        depth: u16,
    ) -> Self {
        Worker {
            engine,
            clock,
            sequence,
            schedule,
            end_ns,
            exchange,
            tally,
            block_bytes: i32::try_from(block_bytes).expect("a workload's blocks are at most 64 MiB"),
            slots: vec![
                Slot {
                    submitted_ns: 0,
                    direction: Direction::Read
                };
                usize::from(depth)
            ]
            .into_boxed_slice(),
            prepared: Vec::with_capacity(usize::from(depth)),
            completions: Vec::with_capacity(usize::from(depth)),
            failures_in_a_row: 0,
            cost_at_start: None,
            report: Report {
                cost: Cost::default(),
                errors: ErrorCounts::default(),
                trouble: None,
                slowest_uncounted_ns: 0,
                stalls: 0,
            },
        }
    }

    /// Runs to the end of the schedule, or until someone moves the end.
    pub fn run(mut self) -> Report {
        if self.schedule.ramp_intervals() == 0 {
            self.cost_at_start = Some(Cost::now());
        }
        let measured = self.measure();
        if let Some(at_start) = self.cost_at_start {
            self.report.cost = Cost::now().since(at_start);
        }
        match measured {
            Ok(()) => {
                // The last figures go out before the wait for stragglers.
                self.exchange.finish(self.tally);
                let stragglers = Stragglers {
                    clock: &self.clock,
                    slots: &self.slots,
                    block_bytes: self.block_bytes,
                };
                stragglers.wait_for(&mut self.engine, &mut self.completions, &mut self.report);
            }
            Err(error) => {
                self.end_run();
                self.report.trouble = Some(Trouble::Ring(error));
                self.exchange.finish(self.tally);
            }
        }
        self.report
    }

    /// The loop. Times are read just before operations are handed over and just after some came back.
    fn measure(&mut self) -> io::Result<()> {
        for slot in 0..self.slots.len() {
            self.prepare_next(u16::try_from(slot).expect("the depth is a u16"));
        }
        let mut interval_end_ns = self.schedule.interval(0).end_ns;
        loop {
            let submitted_ns = self.clock.now_ns();
            for &slot in &self.prepared {
                self.slots[usize::from(slot)].submitted_ns = submitted_ns;
            }
            self.prepared.clear();
            self.engine.submit_and_wait(WAIT)?;
            let now_ns = self.clock.now_ns();
            if now_ns >= self.end_ns.load(Ordering::Relaxed) {
                return Ok(());
            }
            if now_ns >= interval_end_ns {
                interval_end_ns = self.next_interval(now_ns);
            }
            self.take_completions(now_ns);
        }
    }

    #[inline]
    fn prepare_next(&mut self, slot: u16) {
        let operation = self.sequence.next_operation();
        self.slots[usize::from(slot)].direction = operation.direction;
        self.engine.prepare(slot, operation);
        self.prepared.push(slot);
    }

    #[inline]
    fn take_completions(&mut self, now_ns: u64) {
        self.engine.reap(&mut self.completions);
        for index in 0..self.completions.len() {
            let completion = self.completions[index];
            let slot = self.slots[usize::from(completion.slot)];
            if completion.result == self.block_bytes {
                self.failures_in_a_row = 0;
                self.tally.record(slot.direction, now_ns - slot.submitted_ns);
            } else {
                self.count_failure(completion.result);
            }
            self.prepare_next(completion.slot);
        }
        self.completions.clear();
    }

    #[cold]
    fn count_failure(&mut self, result: i32) {
        let errno = errno_of(result);
        self.report.errors.count(errno);
        self.failures_in_a_row += 1;
        if errors::ends_the_run(errno) || self.failures_in_a_row >= FAILURES_IN_A_ROW_MAX {
            self.report.trouble.get_or_insert(Trouble::Operations(errno));
            self.end_run();
        }
    }

    /// Hands over the tally of the interval that is over, and returns the end of the one `now_ns` lies in.
    #[cold]
    fn next_interval(&mut self, now_ns: u64) -> u64 {
        let next = self.schedule.index_at(now_ns);
        if self.cost_at_start.is_none() && now_ns >= self.schedule.measure_start_ns() {
            self.cost_at_start = Some(Cost::now());
        }
        self.report.stalls += u64::from(self.exchange.hand_over(&mut self.tally, next));
        self.schedule.interval(next).end_ns
    }

    /// Ends the run for all threads.
    fn end_run(&self) {
        self.end_ns.fetch_min(self.clock.now_ns(), Ordering::Relaxed);
    }
}

/// The operations in flight at the end of the run.
struct Stragglers<'a, C> {
    clock: &'a C,
    slots: &'a [Slot],
    block_bytes: i32,
}

impl<C: Clock> Stragglers<'_, C> {
    /// Waits until all are back: a buffer may not go away while the kernel writes to it, and an operation that
    /// takes for ever must not be missed just because the run is over.
    fn wait_for(&self, engine: &mut impl Engine, completions: &mut Vec<Completion>, report: &mut Report) {
        let mut missing = self.slots.len();
        let give_up_ns = self.clock.now_ns() + DRAIN_NS_MAX;
        loop {
            completions.clear();
            engine.reap(completions);
            let now_ns = self.clock.now_ns();
            for completion in completions.iter() {
                missing -= 1;
                let latency_ns = now_ns - self.slots[usize::from(completion.slot)].submitted_ns;
                report.slowest_uncounted_ns = report.slowest_uncounted_ns.max(latency_ns);
                if completion.result != self.block_bytes {
                    report.errors.count(errno_of(completion.result));
                }
            }
            if missing == 0 {
                return;
            }
            if now_ns >= give_up_ns || engine.submit_and_wait(WAIT).is_err() {
                report.trouble = Some(Trouble::Stuck(missing));
                return;
            }
        }
    }
}

/// The error number of an operation that did not move all its bytes.
fn errno_of(result: i32) -> i32 {
    if result < 0 { -result } else { 0 }
}

#[cfg(test)]
mod tests;
