//! One measuring thread: keeps operations in flight, times every one of them, and does nothing else.
//!
//! It allocates nothing once it runs, takes no lock and makes no system call but the engine's (the clock is read
//! without one). It is generic over engine and clock, so the tests below drive it with exact times.

mod closed;
mod cost;
mod drain;
mod open;
mod read_back;
mod report;

pub use cost::Cost;
pub use report::{ArrivalReport, Report, Trouble};

use crate::clock::Clock;
use crate::content::Content;
use crate::engine::{Completion, Engine, Outcome};
use crate::errors::{ErrorCounts, FAILURES_IN_A_ROW_MAX, Failed};
use crate::exchange::{Exchange, Tally};
use crate::operation::{Direction, Operation};
use crate::schedule::Schedule;
use crate::workload::ThreadPlan;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// How long a wait for a completion lasts at most, so that the end of the run is noticed on a slow target.
const WAIT: Duration = Duration::from_millis(100);

/// What all threads of a run share.
#[derive(Debug, Clone, Copy)]
pub struct Shared<'a> {
    /// The times of the run.
    pub schedule: Schedule,
    /// End of the run; anyone may move it forward to end it early.
    pub end_ns: &'a AtomicU64,
    /// Somebody wants it to end: what comes after the measurement is left out as well.
    pub stop: &'a AtomicBool,
    /// Completions to wait for at a time.
    pub batch: u32,
}

/// One measuring thread.
pub struct Worker<'a, E, C> {
    engine: E,
    clock: C,
    shared: Shared<'a>,
    exchange: &'a Exchange,
    plan: ThreadPlan,
    content: Content,
    /// Whether buffers matter: anything is written or checked.
    touches_buffers: bool,
    tally: Box<Tally>,
    slots: Box<[Slot]>,
    /// Slots prepared for the next submission.
    prepared: Vec<u16>,
    in_flight: usize,
    /// Bytes that may still be started.
    budget_bytes: u64,
    interval_end_ns: u64,
    failures_in_a_row: u32,
    cost_at_start: Option<Cost>,
    report: Report,
}

/// The operation in a slot.
#[derive(Debug, Clone, Copy)]
struct Slot {
    started_ns: u64,
    operation: Operation,
}

const EMPTY_SLOT: Slot = Slot {
    started_ns: 0,
    operation: Operation {
        direction: Direction::Read,
        length: 0,
        offset: 0,
    },
};

impl<'a, E: Engine, C: Clock> Worker<'a, E, C> {
    /// A thread with all its memory: it carries out `plan`, writes `content` and hands its figures to `exchange`.
    pub fn new(
        engine: E,
        clock: C,
        plan: ThreadPlan,
        content: Content,
        shared: Shared<'a>,
        exchange: &'a Exchange,
        tally: Box<Tally>,
    ) -> Self {
        let depth = usize::from(plan.depth);
        Worker {
            engine,
            clock,
            touches_buffers: plan.directions.write || content.verification().is_some(),
            budget_bytes: plan.budget_bytes.unwrap_or(u64::MAX),
            interval_end_ns: shared.schedule.interval(0).end_ns,
            shared,
            exchange,
            plan,
            content,
            tally,
            slots: vec![EMPTY_SLOT; depth].into_boxed_slice(),
            prepared: Vec::with_capacity(depth),
            in_flight: 0,
            failures_in_a_row: 0,
            cost_at_start: None,
            report: Report::default(),
        }
    }

    /// Runs to the end of the schedule or of what is to be moved, or until someone moves the end.
    pub fn run(mut self) -> Report {
        if self.shared.schedule.ramp_intervals() == 0 {
            self.cost_at_start = Some(Cost::now());
        }
        let measured = match self.plan.arrivals.take() {
            None => self.closed_loop(),
            Some(arrivals) => self.open_loop(arrivals),
        };
        if let Some(at_start) = self.cost_at_start {
            self.report.cost = Cost::now().since(at_start);
        }
        if let Err(error) = measured {
            self.end_run();
            self.report.trouble = Some(Trouble::Engine(error));
            return self.leave();
        }
        if self.in_flight == 0 && self.budget_bytes == 0 {
            self.report.finished_ns = Some(self.clock.now_ns());
        }
        // The last figures go out before the wait for stragglers and the reading back.
        let last = std::mem::replace(&mut self.tally, Box::new(Tally::EMPTY));
        self.exchange.finish(last, self.clock.now_ns());
        self.drain();
        if self.report.trouble.is_none() {
            self.read_back();
        }
        self.report.verification = self.content.verification();
        self.report
    }

    /// Starts the next operation in a free `slot`. Its time is set when it is handed over, or is `intended_ns`.
    #[inline(always)]
    fn start(&mut self, slot: u16, intended_ns: Option<u64>) {
        let operation = self.plan.sequence.next_operation();
        self.budget_bytes = self.budget_bytes.saturating_sub(u64::from(operation.length));
        self.prepare(slot, operation);
        match intended_ns {
            Some(intended_ns) => self.slots[usize::from(slot)].started_ns = intended_ns,
            None => self.prepared.push(slot),
        }
    }

    /// Inlined by order: an operation that is passed through memory is written in parts and read as a whole, for which the
    /// processor waits until the parts have left its store buffer; 15 to 20 ns for each operation.
    #[inline(always)]
    fn prepare(&mut self, slot: u16, operation: Operation) {
        if self.touches_buffers {
            let buffer = &mut self.engine.buffer(slot)[..operation.length as usize];
            self.content.before(slot, operation, buffer);
        }
        self.slots[usize::from(slot)].operation = operation;
        self.in_flight += 1;
        self.engine.prepare(slot, operation);
    }

    /// Takes note of an operation that has come back, at `now_ns`.
    #[inline(always)]
    fn complete(&mut self, completion: Completion, now_ns: u64) {
        let slot = self.slots[usize::from(completion.slot)];
        self.in_flight -= 1;
        match self.settle(completion, slot.operation) {
            None => {
                self.failures_in_a_row = 0;
                // An open loop's operation may come back before it was meant to start only by a fault of the clock.
                let latency_ns = now_ns.saturating_sub(slot.started_ns);
                self.tally.record(slot.operation, latency_ns);
            }
            Some(failed) => self.count_failure(failed, now_ns),
        }
    }

    /// How an operation has failed, if it has: by itself, or by bringing something else than was written.
    #[inline(always)]
    fn settle(&mut self, completion: Completion, operation: Operation) -> Option<Failed> {
        let failed = match completion.outcome {
            Outcome::Moved(bytes) if bytes == operation.length => None,
            Outcome::Moved(_) => Some(Failed::Short),
            Outcome::Errno(errno) => Some(Failed::Errno(errno)),
            Outcome::Nvme(status) => Some(Failed::Nvme(status)),
        };
        if self.touches_buffers {
            let buffer = &self.engine.buffer(completion.slot)[..operation.length as usize];
            if !self
                .content
                .after(completion.slot, operation, failed.is_none(), buffer)
            {
                return Some(Failed::Mismatch);
            }
        }
        failed
    }

    #[cold]
    fn count_failure(&mut self, failed: Failed, now_ns: u64) {
        self.errors_at(now_ns).count(failed);
        self.failures_in_a_row += 1;
        if failed.ends_the_run() || self.failures_in_a_row >= FAILURES_IN_A_ROW_MAX {
            self.report.trouble.get_or_insert(Trouble::Operations(failed));
            self.end_run();
        }
    }

    /// Where a failure that is seen at `now_ns` is counted: what comes back after the end belongs to the phase that ended.
    fn errors_at(&mut self, now_ns: u64) -> &mut ErrorCounts {
        let last_ns = self.shared.end_ns.load(Ordering::Relaxed);
        if now_ns.min(last_ns) < self.shared.schedule.measure_start_ns() {
            &mut self.report.ramp_errors
        } else {
            &mut self.report.errors
        }
    }

    /// Whether the run is over at `now_ns`; if not, and a second is, hands over its tally.
    #[inline]
    fn is_over(&mut self, now_ns: u64) -> bool {
        if now_ns >= self.shared.end_ns.load(Ordering::Relaxed) {
            return true;
        }
        if now_ns >= self.interval_end_ns {
            self.next_interval(now_ns);
        }
        false
    }

    /// Hands over the tally of the interval that is over.
    #[cold]
    fn next_interval(&mut self, now_ns: u64) {
        let schedule = self.shared.schedule;
        let next = schedule.index_at(now_ns);
        if self.cost_at_start.is_none() && now_ns >= schedule.measure_start_ns() {
            self.cost_at_start = Some(Cost::now());
        }
        self.report.stalls += u64::from(self.exchange.hand_over(&mut self.tally, next));
        self.interval_end_ns = schedule.interval(next).end_ns;
    }

    /// Ends the run for all threads.
    fn end_run(&self) {
        self.shared
            .end_ns
            .fetch_min(self.clock.now_ns(), Ordering::Relaxed);
    }

    fn leave(mut self) -> Report {
        self.exchange.finish(self.tally, self.clock.now_ns());
        self.report.verification = self.content.verification();
        self.report
    }
}

#[cfg(test)]
mod tests;
