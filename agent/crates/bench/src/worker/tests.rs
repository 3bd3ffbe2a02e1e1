//! The measuring loop on an engine and a clock of our own: every figure is exact.

use super::*;
use crate::arrivals::Pace;
use crate::engine::Wait;
use crate::exchange::Done;
use crate::objective::kept_up;
use crate::workload::testing::{limits, request, stream};
use crate::workload::{DURATION_MAX, Depth, Load, Request, StreamRequest, Until, Workload};
use std::cell::Cell;
use std::collections::VecDeque;
use std::io;
use std::rc::Rc;

#[derive(Clone)]
struct FakeClock(Rc<Cell<u64>>);

impl Clock for FakeClock {
    fn now_ns(&self) -> u64 {
        self.0.get()
    }
}

/// How long the target takes.
struct Pauses {
    /// For the batch that begins with operation number n.
    latency_ns: Box<dyn Fn(u64) -> u64>,
    /// To give completions back.
    reap_ns: u64,
}

/// Takes its time for each batch; `answer` tells the result of operation number n, `None` for never.
struct FakeEngine<F> {
    clock: FakeClock,
    pauses: Pauses,
    answer: F,
    issued: u64,
    prepared: VecDeque<u16>,
    done: VecDeque<Completion>,
}

impl<F: Fn(u64) -> Option<Outcome>> Engine for FakeEngine<F> {
    fn buffer(&mut self, _: u16) -> &mut [u8] {
        &mut []
    }

    fn prepare(&mut self, slot: u16, _: Operation) {
        assert!(!self.prepared.contains(&slot));
        self.prepared.push_back(slot);
    }

    fn submit(&mut self, wait: Wait) -> io::Result<()> {
        let latency_ns = (self.pauses.latency_ns)(self.issued);
        for slot in self.prepared.drain(..) {
            if let Some(outcome) = (self.answer)(self.issued) {
                self.done.push_back(Completion { slot, outcome });
            }
            self.issued += 1;
        }
        let timeout_ns = u64::try_from(wait.at_most.as_nanos()).unwrap();
        let waited_ns = if self.done.is_empty() {
            // Looking without waiting takes a microsecond here.
            timeout_ns.max(1000)
        } else {
            latency_ns
        };
        self.clock.0.set(self.clock.0.get() + waited_ns);
        Ok(())
    }

    fn completed(&mut self) -> usize {
        self.clock.0.set(self.clock.0.get() + self.pauses.reap_ns);
        self.done.len()
    }

    fn take(&mut self) -> Completion {
        self.done.pop_front().expect("one has come back")
    }
}

struct Measured {
    report: Report,
    /// Interval, reads, sum of their latencies; number 0 is the first of the ramp, if there is one.
    intervals: Vec<(u32, u64, u128)>,
    end_ns: u64,
}

const OK: Option<Outcome> = Some(Outcome::Moved(4096));

fn errno(errno: i32) -> Option<Outcome> {
    Some(Outcome::from_result(-errno))
}

/// Four random reads at a time for a second after a ramp.
fn measure(latency_ns: u64, ramp_ms: u64, answer: impl Fn(u64) -> Option<Outcome>) -> Measured {
    let load = Request {
        ramp: Duration::from_millis(ramp_ms),
        ..request(StreamRequest {
            depth: Depth::PerThread { depth: 4, threads: 1 },
            ..stream()
        })
    };
    measure_load(&load, latency_ns, answer)
}

fn measure_load(load: &Request, latency_ns: u64, answer: impl Fn(u64) -> Option<Outcome>) -> Measured {
    let pauses = Pauses {
        latency_ns: Box::new(move |_| latency_ns),
        reap_ns: 0,
    };
    measure_on(pauses, load, answer)
}

fn measure_on(pauses: Pauses, load: &Request, answer: impl Fn(u64) -> Option<Outcome>) -> Measured {
    let workload = Workload::fit(load, limits(1 << 30)).unwrap();
    let schedule = Schedule::new(workload.ramp(), workload.duration());
    let clock = FakeClock(Rc::default());
    let engine = FakeEngine {
        clock: clock.clone(),
        pauses,
        answer,
        issued: 0,
        prepared: VecDeque::new(),
        done: VecDeque::new(),
    };
    let (end_ns, stop) = (AtomicU64::new(schedule.end_ns()), AtomicBool::new(false));
    let plan = workload.threads().swap_remove(0);
    let (exchange, tally) = Exchange::new(plan.directions);
    let content = Content::new(plan.data, 1, plan.depth, plan.region, 4096, 512);
    let shared = Shared {
        schedule,
        end_ns: &end_ns,
        stop: &stop,
        batch: 1,
    };
    let report = Worker::new(engine, clock, plan, content, shared, &exchange, tally).run();
    let intervals = std::iter::from_fn(|| exchange.take())
        .map(|tally| {
            let mut read = Done::default();
            read.take(tally.read.as_ref().unwrap());
            (tally.interval, read.latencies.count(), read.latencies.sum_ns())
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
    let measured = measure(100_000, 500, |_| OK);
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
    let measured = measure(600_000_000, 1000, |_| OK);
    assert_eq!(
        measured.intervals,
        [(0, 4, 4 * 600_000_000), (1, 8, 8 * 600_000_000)]
    );
}

#[test]
fn failed_and_short_operations_are_counted_apart() {
    // Without ramp the window has 9999 rounds of 4: 39 996 operations. Of each ten one fails and one is short.
    let measured = measure(100_000, 0, |n| match n % 10 {
        3 => errno(libc::EIO),
        7 => Some(Outcome::Moved(512)),
        _ => OK,
    });
    let errors = measured.report.errors.describe();
    // The last 4 of the 40 000 that are issued are stragglers (39 996 to 39 999), of which 39 997 is short.
    assert_eq!(
        errors
            .iter()
            .map(|e| (e.name.as_str(), e.count))
            .collect::<Vec<_>>(),
        [("SHORT", 4000), ("EIO", 4000)]
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
    let measured = measure(100_000, 0, |n| if n < 400 { OK } else { errno(libc::ENODEV) });
    assert!(matches!(
        measured.report.trouble,
        Some(Trouble::Operations(Failed::Errno(19)))
    ));
    // The 101st round is the first to fail.
    assert_eq!(measured.end_ns, 101 * 100_000);
    assert_eq!(measured.intervals, [(0, 400, 400 * 100_000)]);
}

#[test]
fn failures_without_end_end_the_run() {
    let measured = measure(100_000, 0, |n| if n < 8 { OK } else { errno(libc::EIO) });
    assert!(matches!(
        measured.report.trouble,
        Some(Trouble::Operations(Failed::Errno(5)))
    ));
    // 1000 failures are 250 rounds after the first two.
    assert_eq!(measured.end_ns, 252 * 100_000);
}

#[test]
fn operations_that_never_come_back_are_said() {
    // Of each four the last hangs, so that three go on.
    let measured = measure(100_000, 0, |n| if n == 3 { None } else { OK });
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

#[test]
fn all_that_was_to_be_moved_is_counted_and_then_it_ends() {
    // 100 blocks, four at a time: 25 rounds of 100 µs. Nothing is left over.
    let load = Request {
        until: Until::Bytes {
            bytes: 100 * 4096,
            at_most: DURATION_MAX,
        },
        ..request(StreamRequest {
            depth: Depth::PerThread { depth: 4, threads: 1 },
            ..stream()
        })
    };
    let measured = measure_load(&load, 100_000, |_| OK);
    assert_eq!(measured.intervals, [(0, 100, 100 * 100_000)]);
    assert_eq!(measured.report.finished_ns, Some(2_500_000));
    assert_eq!(measured.report.slowest_uncounted_ns, 0);
}

fn open_loop(rate_per_second: f64, depth: u32) -> Request {
    open_loop_at(Pace::Fixed, rate_per_second, depth)
}

fn open_loop_at(pace: Pace, rate_per_second: f64, depth: u32) -> Request {
    request(StreamRequest {
        load: Load::Open {
            rate_per_second,
            pace,
        },
        depth: Depth::PerThread { depth, threads: 1 },
        ..stream()
    })
}

#[test]
fn an_open_loop_keeps_its_rate_and_counts_from_the_intended_start() {
    // Due at 0, 1, … 999 ms, done 100 µs later, all of them before the end at 1 s.
    let measured = measure_load(&open_loop(1000.0, 4), 100_000, |_| OK);
    assert_eq!(measured.intervals, [(0, 1000, 1000 * 100_000)]);
    let arrivals = measured.report.arrivals.unwrap();
    assert_eq!((arrivals.started, arrivals.not_started), (1000, 0));
    assert_eq!((arrivals.late, arrivals.latest_ns), (0, 0));
}

#[test]
fn what_a_stall_delays_is_late_from_its_own_start_on() {
    // One at a time at 1000 per second on a target that takes 10 ms: due at 0, 1, 2 … ms, started at 0, 10, 20 … ms. The
    // operation number n is done at 10 (n + 1) ms and was due at n ms: 10 + 9 n ms. 99 are done before the end at 1 s.
    let measured = measure_load(&open_loop(1000.0, 1), 10_000_000, |_| OK);
    let sum_ms: u128 = (0..99).map(|n| 10 + 9 * n).sum();
    assert_eq!(measured.intervals, [(0, 99, sum_ms * 1_000_000)]);
    let arrivals = measured.report.arrivals.unwrap();
    // The hundredth was due at 99 ms and started at 990 ms; the other 900 that were due never did.
    assert_eq!((arrivals.started, arrivals.not_started), (100, 900));
    assert_eq!((arrivals.late, arrivals.latest_ns), (99, 891_000_000));
}

#[test]
fn a_rate_that_nothing_keeps_up_with_is_counted_without_drawing_each_arrival() {
    // One a nanosecond: a minute of it would take many minutes to draw.
    for pace in [Pace::Fixed, Pace::Poisson] {
        let began = std::time::Instant::now();
        let measured = measure_load(&open_loop_at(pace, 1e9, 4), 10_000_000, |_| OK);
        let arrivals = measured.report.arrivals.unwrap();
        // Four of them every 10 ms, within a second; at first fewer are due.
        assert!((390..=400).contains(&arrivals.started), "{}", arrivals.started);
        assert!(arrivals.due.abs_diff(1_000_000_000) < 10_000, "{}", arrivals.due);
        assert_eq!(arrivals.not_started, arrivals.due - arrivals.started);
        assert!(began.elapsed() < Duration::from_secs(4), "{:?}", began.elapsed());
    }
}

#[test]
fn what_is_due_after_the_last_look_and_finds_a_slot_free_has_not_failed_to_start() {
    // A look each 10 ms, the last one before the end at 990 ms. Of 32 slots 10 are taken then (due at 981 to 990 ms), so that
    // what is due at 991 to 996 ms would have had one.
    let load = Request {
        until: Until::Elapsed(Duration::from_millis(997)),
        ..open_loop(1000.0, 32)
    };
    let measured = measure_load(&load, 10_000_000, |_| OK);
    let arrivals = measured.report.arrivals.unwrap();
    assert_eq!((arrivals.started, arrivals.not_started), (991, 0));
}

#[test]
fn what_waits_while_every_slot_is_taken_has_failed_to_start_though_one_is_free_at_the_end() {
    // One at a time. The slot of the 99th is seen to be free again at 990 ms, 500 ns before the end, and its taking back
    // lasts a microsecond. Meanwhile what was due from 99 ms on has waited in vain, and so has what was due at 990 ms.
    let load = Request {
        until: Until::Elapsed(Duration::from_nanos(990_098_500)),
        ..open_loop(1000.0, 1)
    };
    let pauses = Pauses {
        latency_ns: Box::new(|_| 10_000_000),
        reap_ns: 1000,
    };
    let measured = measure_on(pauses, &load, |_| OK);
    let arrivals = measured.report.arrivals.unwrap();
    assert_eq!((arrivals.started, arrivals.not_started), (99, 892));
}

#[test]
fn the_ramp_is_in_no_count() {
    // One at a time at 1000 per second, each done after 10 µs; but the 501st, in the middle of the ramp, takes 100 ms, and those
    // behind it start late. The first 300 fail.
    let load = Request {
        ramp: Duration::from_secs(1),
        ..open_loop(1000.0, 1)
    };
    let pauses = Pauses {
        latency_ns: Box::new(|n| if n == 500 { 100_000_000 } else { 10_000 }),
        reap_ns: 0,
    };
    let measured = measure_on(pauses, &load, |n| if n < 300 { errno(libc::EIO) } else { OK });
    let arrivals = measured.report.arrivals.unwrap();
    assert_eq!((arrivals.started, arrivals.not_started), (1000, 0));
    assert_eq!((arrivals.late, arrivals.latest_ns), (0, 0));
    assert_eq!(measured.report.errors.describe(), []);
    let in_ramp = measured.report.ramp_errors.describe();
    assert_eq!((in_ramp[0].name.as_str(), in_ramp[0].count), ("EIO", 300));
}

/// How many of so many trials of a second, drawn by different seeds, are taken for one of a drive that falls behind, by what was due
/// and by the rate asked for.
fn taken_for_behind(trials: u64, rate_per_second: f64, depth: u32, latency_ns: u64) -> (usize, usize) {
    let trials = (0..trials).map(|seed| {
        let load = Request {
            seed,
            ..open_loop_at(Pace::Poisson, rate_per_second, depth)
        };
        let measured = measure_load(&load, latency_ns, |_| OK);
        let due = measured.report.arrivals.unwrap().due;
        let completed = measured.intervals[0].1;
        (
            !kept_up(due, completed),
            (completed as f64) < rate_per_second * 0.99,
        )
    });
    let trials: Vec<_> = trials.collect();
    let count = |of: fn(&(bool, bool)) -> bool| trials.iter().filter(|trial| of(trial)).count();
    (count(|trial| trial.0), count(|trial| trial.1))
}

#[test]
fn chance_does_not_make_a_drive_fall_behind() {
    // 4500 arrivals a second by chance are fewer than 4455 in a quarter of all seconds (deviation sqrt(4500) = 67, 45 is
    // 0.67 of it): 25.1 % by the normal distribution, 50 of 200 with a deviation of 6; of these seeds it is 55. The
    // drive keeps up with all of them.
    let (behind, behind_the_rate) = taken_for_behind(200, 4500.0, 64, 10_000);
    assert_eq!(behind, 0);
    assert_eq!(behind_the_rate, 55);
    // One that does 4000 a second, one after the other, has no trial that passes.
    assert_eq!(taken_for_behind(20, 4500.0, 1, 250_000).0, 20);
}
