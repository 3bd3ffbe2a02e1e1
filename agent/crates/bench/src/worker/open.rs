//! The open loop: operations start at times that do not wait for the target, and latency counts from there.
//!
//! A target that stalls makes operations late; in a closed loop none would have started meanwhile, and the stall would
//! be in one latency instead of in all that it concerned ("coordinated omission").

use super::{ArrivalReport, WAIT, Worker};
use crate::arrivals::Arrivals;
use crate::clock::Clock;
use crate::engine::{Engine, Wait};
use std::io;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// A start later than intended by more than this is counted as late.
pub(super) const LATE_NS: u64 = 50_000;
/// A wait shorter than this is spent looking: waking up from a sleep takes longer than it is worth.
const LOOK_NS: u64 = 60_000;

/// Arrivals left over at the end that are drawn one by one at most; how many lie behind them is counted by the rate. By then
/// chance moves a sum of them by three in a thousand.
const DRAWN_MAX: u64 = 100_000;

/// The arrivals and what became of them.
struct Queue {
    arrivals: Arrivals,
    /// When the next operation is meant to start.
    due_ns: u64,
    free: Vec<u16>,
    /// Every slot was taken until then, as far as is known: what was due before and has not started had to wait.
    full_until_ns: u64,
    /// What starts before is in no count.
    measure_start_ns: u64,
    report: ArrivalReport,
}

impl<E: Engine, C: Clock> Worker<'_, E, C> {
    pub(super) fn open_loop(&mut self, mut arrivals: Arrivals) -> io::Result<()> {
        let due_ns = arrivals.next_ns();
        let mut queue = Queue {
            arrivals,
            due_ns,
            free: (0..self.plan.depth).rev().collect(),
            full_until_ns: 0,
            measure_start_ns: self.shared.schedule.measure_start_ns(),
            report: ArrivalReport::default(),
        };
        let outcome = self.serve(&mut queue);
        let end_ns = self.shared.end_ns.load(Ordering::Relaxed);
        queue.count_the_rest(end_ns, self.budget_bytes);
        self.report.arrivals = Some(queue.report);
        outcome
    }

    fn serve(&mut self, queue: &mut Queue) -> io::Result<()> {
        loop {
            let mut now_ns = self.clock.now_ns();
            if self.is_over(now_ns) {
                return Ok(());
            }
            while queue.due_ns <= now_ns && self.budget_bytes > 0 {
                let Some(slot) = queue.free.pop() else { break };
                self.start(slot, Some(queue.due_ns));
                queue.started(now_ns);
            }
            self.engine.submit(queue.wait(now_ns))?;
            now_ns = self.clock.now_ns();
            if self.is_over(now_ns) {
                return Ok(());
            }
            if queue.free.is_empty() {
                queue.full_until_ns = now_ns;
            }
            for _ in 0..self.engine.completed() {
                let completion = self.engine.take();
                self.complete(completion, now_ns);
                queue.free.push(completion.slot);
            }
            if self.budget_bytes == 0 && self.in_flight == 0 {
                return Ok(());
            }
        }
    }
}

impl Queue {
    fn started(&mut self, now_ns: u64) {
        if now_ns >= self.measure_start_ns {
            let delay_ns = now_ns - self.due_ns;
            self.report.started += 1;
            self.report.late += u64::from(delay_ns > LATE_NS);
            self.report.latest_ns = self.report.latest_ns.max(delay_ns);
        }
        self.next();
    }

    /// Goes on to the next arrival.
    fn next(&mut self) {
        self.report.due += u64::from(self.due_ns >= self.measure_start_ns);
        self.due_ns = self.arrivals.next_ns();
    }

    /// Until something comes back or the next operation is due, whichever is first.
    fn wait(&self, now_ns: u64) -> Wait {
        if self.free.is_empty() {
            return Wait {
                completions: 1,
                at_most: WAIT,
            };
        }
        match self.due_ns.saturating_sub(now_ns) {
            left_ns if left_ns < LOOK_NS => Wait::NOT,
            left_ns => Wait {
                completions: 1,
                at_most: WAIT.min(Duration::from_nanos(left_ns - LOOK_NS / 2)),
            },
        }
    }

    /// Counts what was due and has not started. What came due while no slot was free could not; what came due after that
    /// would have had a slot, had there been another look before the end.
    fn count_the_rest(&mut self, end_ns: u64, budget_bytes: u64) {
        let full_until_ns = if self.free.is_empty() {
            end_ns
        } else {
            self.full_until_ns.min(end_ns)
        };
        if budget_bytes == 0 {
            return;
        }
        self.pass(self.measure_start_ns.min(end_ns));
        let not_started = self.pass(full_until_ns);
        self.report.due += not_started + self.pass(end_ns);
        self.report.not_started += not_started;
    }

    /// Goes on to the first arrival at `until_ns` or after it, and says how many it went past. Only so many are drawn one by
    /// one: this holds up the thread's end, and at a rate far above what a target keeps up with they are countless.
    fn pass(&mut self, until_ns: u64) -> u64 {
        for passed in 0..DRAWN_MAX {
            if self.due_ns >= until_ns {
                return passed;
            }
            self.due_ns = self.arrivals.next_ns();
        }
        if self.due_ns >= until_ns {
            return DRAWN_MAX;
        }
        // The one that is due is the first of those that are skipped.
        let skipped = self.arrivals.skip(until_ns - self.due_ns);
        self.due_ns = self.arrivals.next_ns().max(until_ns);
        DRAWN_MAX + skipped
    }
}
