//! The measuring loop on an engine and a clock of our own: every figure is exact.

use super::*;
use crate::output::Pattern;
use crate::quantity::Span;
use crate::workload::{Operation, Request, Workload};
use std::cell::Cell;
use std::collections::VecDeque;
use std::rc::Rc;

#[derive(Clone)]
struct FakeClock(Rc<Cell<u64>>);

impl Clock for FakeClock {
    fn now_ns(&self) -> u64 {
        self.0.get()
    }
}

/// Takes `latency_ns` for each batch; `answer` tells the result of operation number n, `None` for never.
struct FakeEngine<F> {
    clock: FakeClock,
    latency_ns: u64,
    answer: F,
    issued: u64,
    prepared: VecDeque<u16>,
    done: Vec<Completion>,
}

impl<F: Fn(u64) -> Option<i32>> Engine for FakeEngine<F> {
    fn prepare(&mut self, slot: u16, _: Operation) {
        assert!(!self.prepared.contains(&slot));
        self.prepared.push_back(slot);
    }

    fn submit_and_wait(&mut self, timeout: Duration) -> io::Result<()> {
        for slot in self.prepared.drain(..) {
            if let Some(result) = (self.answer)(self.issued) {
                self.done.push(Completion { slot, result });
            }
            self.issued += 1;
        }
        let timeout_ns = u64::try_from(timeout.as_nanos()).unwrap();
        let waited_ns = if self.done.is_empty() {
            timeout_ns
        } else {
            self.latency_ns
        };
        self.clock.0.set(self.clock.0.get() + waited_ns);
        Ok(())
    }

    fn reap(&mut self, completions: &mut Vec<Completion>) {
        completions.append(&mut self.done);
    }
}

struct Measured {
    report: Report,
    /// Interval, reads, sum of their latencies.
    intervals: Vec<(u32, u64, u128)>,
    end_ns: u64,
}

fn measure(latency_ns: u64, ramp_ms: u64, answer: impl Fn(u64) -> Option<i32>) -> Measured {
    let request = Request {
        pattern: Pattern::Random,
        read_percent: 100,
        block_bytes: 4096,
        queue_depth: 4,
        threads: 1,
        duration: Duration::from_secs(1),
        ramp: Duration::from_millis(ramp_ms),
        span: Span::WHOLE,
        seed: 1,
    };
    let workload = Workload::fit(&request, 1 << 30, 512).unwrap();
    let schedule = Schedule::new(workload.ramp(), workload.duration());
    let clock = FakeClock(Rc::default());
    let engine = FakeEngine {
        clock: clock.clone(),
        latency_ns,
        answer,
        issued: 0,
        prepared: VecDeque::new(),
        done: Vec::new(),
    };
    let end_ns = AtomicU64::new(schedule.end_ns());
    let (exchange, tally) = Exchange::new(true, false);
    let worker = Worker::new(
        engine,
        clock,
        workload.sequence(0),
        schedule,
        &end_ns,
        &exchange,
        tally,
        4096,
        4,
    );
    let report = worker.run();
    let intervals = std::iter::from_fn(|| exchange.take())
        .map(|tally| {
            let read = tally.read.as_ref().unwrap();
            (tally.interval, read.count(), read.sum_ns())
        })
        .collect();
    assert_eq!(exchange.open(), u32::MAX, "the worker said that it is finished");
    Measured {
        report,
        intervals,
        end_ns: end_ns.load(Ordering::Relaxed),
    }
}

#[test]
fn every_operation_is_counted_in_the_interval_in_which_it_completed() {
    // Four operations complete at each multiple of 100 µs. The ramp has those at 0.1 to 499.9 ms, the window those
    // at 500 ms to 1499.9 ms; the four that complete at 1500 ms are not counted.
    let measured = measure(100_000, 500, |_| Some(4096));
    assert_eq!(
        measured.intervals,
        [
            (0, 4999 * 4, 4999 * 4 * 100_000),
            (1, 10_000 * 4, 10_000 * 4 * 100_000)
        ]
    );
    assert!(measured.report.trouble.is_none());
    assert_eq!(measured.report.slowest_uncounted_ns, 100_000);
    assert_eq!(measured.end_ns, 1_500_000_000);
}

#[test]
fn an_operation_slower_than_a_second_counts_where_it_completes() {
    // 600 ms each: rounds end at 0.6 s (ramp), 1.2 s, 1.8 s (both in the window from 1 s to 2 s).
    let measured = measure(600_000_000, 1000, |_| Some(4096));
    assert_eq!(
        measured.intervals,
        [(0, 4, 4 * 600_000_000), (1, 8, 8 * 600_000_000)]
    );
}

#[test]
fn failed_and_short_operations_are_counted_apart() {
    // Without ramp the window has 9999 rounds of 4: 39 996 operations. Of each ten one fails and one is short.
    let measured = measure(100_000, 0, |n| match n % 10 {
        3 => Some(-libc::EIO),
        7 => Some(512),
        _ => Some(4096),
    });
    let errors = measured.report.errors.describe();
    // The last 4 of the 40 000 that are issued are stragglers (39 996 to 39 999), of which 39 997 is short.
    assert_eq!(
        errors.iter().map(|e| (e.errno, e.count)).collect::<Vec<_>>(),
        [(0, 4000), (5, 4000)]
    );
    assert_eq!(
        measured.intervals.iter().map(|i| i.1).sum::<u64>(),
        39_996 - 4000 - 3999
    );
    assert!(
        measured.report.trouble.is_none(),
        "single failures do not end a run"
    );
}

#[test]
fn a_vanished_device_ends_the_run_at_once() {
    let measured = measure(100_000, 0, |n| Some(if n < 400 { 4096 } else { -libc::ENODEV }));
    assert!(matches!(
        measured.report.trouble,
        Some(Trouble::Operations(libc::ENODEV))
    ));
    // The 101st round is the first to fail.
    assert_eq!(measured.end_ns, 101 * 100_000);
    assert_eq!(measured.intervals, [(0, 400, 400 * 100_000)]);
}

#[test]
fn failures_without_end_end_the_run() {
    let measured = measure(100_000, 0, |n| Some(if n < 8 { 4096 } else { -libc::EIO }));
    assert!(matches!(
        measured.report.trouble,
        Some(Trouble::Operations(libc::EIO))
    ));
    // 1000 failures are 250 rounds after the first two.
    assert_eq!(measured.end_ns, 252 * 100_000);
}

#[test]
fn operations_that_never_come_back_are_said() {
    // Of each four the last hangs, so that three go on.
    let measured = measure(100_000, 0, |n| (n != 3).then_some(4096));
    assert!(matches!(measured.report.trouble, Some(Trouble::Stuck(1))));
    // Nothing is counted for the hanging one: 4 + 9998 * 3 issued and seen before the end, less the one.
    assert_eq!(measured.intervals.iter().map(|i| i.1).sum::<u64>(), 9999 * 3);
}

#[test]
fn a_target_that_never_answers_does_not_keep_the_run_from_ending() {
    let measured = measure(100_000, 0, |_| None);
    assert!(matches!(measured.report.trouble, Some(Trouble::Stuck(4))));
    assert_eq!(measured.intervals, [(0, 0, 0)]);
}
