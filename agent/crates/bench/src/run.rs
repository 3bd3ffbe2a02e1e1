//! A run: the measuring threads, and the collection of what they measure.

use crate::engine::Engine;
use crate::errors::{self, ErrorCounts};
use crate::exchange::{Exchange, Tally};
use crate::histogram::Latencies;
use crate::output::{Failure, Phase, RunResult, Second};
use crate::ring::RingError;
use crate::schedule::Schedule;
use crate::summary;
use crate::worker::{Cost, MonotonicClock, Report, Trouble, Worker};
use crate::workload::Workload;
use nix::sched::{CpuSet, sched_setaffinity};
use nix::unistd::Pid;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread::{self, ScopedJoinHandle};
use std::time::{Duration, Instant};

/// How often the collecting thread looks for figures and for the wish to stop.
const POLL: Duration = Duration::from_millis(20);
/// Notice that the threads get of an early end, so that all end at the same instant.
const STOP_NOTICE_NS: u64 = 1_000_000;

/// Who watches a run. All methods are called from the thread that called [`run`].
pub trait Observer {
    /// Everything is set up and the first operation is about to be issued. `engine_flags` is what the engine
    /// runs with.
    fn ready(&mut self, engine_flags: &[String]);
    /// A second is over.
    fn second(&mut self, second: Second);
    /// Asked many times a second: shall the run end now?
    fn stop_requested(&mut self) -> bool;
}

/// What a run came to.
#[derive(Debug)]
pub struct Outcome {
    /// The figures, of as much as was measured.
    pub result: RunResult,
    /// Why it ended before its time, if not by request.
    pub failure: Option<Failure>,
}

/// Why a run could not start.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The engine of a thread could not be set up.
    #[error(transparent)]
    Ring(#[from] RingError),
    /// A thread could not be started.
    #[error("could not start a thread: {0}")]
    Thread(std::io::Error),
}

/// Runs `workload` on `target_name` with one engine per thread, made by `make_engine` in that thread, which
/// also tells what it runs with. Thread number n runs on processor `cpus[n]` alone, if there is one.
pub fn run<E: Engine>(
    workload: &Workload,
    target_name: &str,
    cpus: &[usize],
    make_engine: impl Fn(u32) -> Result<(E, Vec<String>), RingError> + Sync,
    observer: &mut dyn Observer,
) -> Result<Outcome, RunError> {
    let schedule = Schedule::new(workload.ramp(), workload.duration());
    let end_ns = AtomicU64::new(schedule.end_ns());
    let (exchanges, tallies): (Vec<_>, Vec<_>) = (0..workload.threads())
        .map(|_| Exchange::new(workload.reads(), workload.writes()))
        .unzip();
    thread::scope(|scope| {
        let (ready, readiness) = mpsc::channel();
        let mut gates = Vec::new();
        let mut handles = Vec::new();
        for ((thread, exchange), tally) in (0..).zip(&exchanges).zip(tallies) {
            let (gate, start) = mpsc::channel();
            let (ready, make_engine, end_ns) = (ready.clone(), &make_engine, &end_ns);
            let part = Part {
                thread,
                workload,
                schedule,
                end_ns,
                exchange,
                cpu: cpus.get(thread as usize).copied(),
            };
            let body = move || part.run(tally, make_engine, &ready, &start);
            let name = format!("bench-{thread}");
            handles.push(
                thread::Builder::new()
                    .name(name)
                    .spawn_scoped(scope, body)
                    .map_err(RunError::Thread)?,
            );
            gates.push(gate);
        }
        drop(ready);
        // An early return drops the gates, at which the waiting threads go home.
        let flags = readiness
            .iter()
            .take(handles.len())
            .collect::<Result<Vec<_>, RingError>>()?;
        observer.ready(flags.first().map_or(&[], Vec::as_slice));
        let start = Instant::now();
        for gate in &gates {
            // A thread that is gone shows when it is joined.
            let _ = gate.send(start);
        }
        let collection =
            Collector::new(workload, schedule, &end_ns, start).collect(&exchanges, &handles, observer);
        let reports = handles.into_iter().filter_map(join).collect();
        Ok(collection.conclude(reports, target_name))
    })
}

/// The report of a thread that has started; a panic in it goes on in ours.
fn join(handle: ScopedJoinHandle<'_, Option<Report>>) -> Option<Report> {
    handle
        .join()
        .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// What one thread is given.
struct Part<'a> {
    thread: u32,
    workload: &'a Workload,
    schedule: Schedule,
    end_ns: &'a AtomicU64,
    exchange: &'a Exchange,
    cpu: Option<usize>,
}

impl Part<'_> {
    fn run<E: Engine>(
        self,
        tally: Box<Tally>,
        make_engine: impl Fn(u32) -> Result<(E, Vec<String>), RingError>,
        ready: &mpsc::Sender<Result<Vec<String>, RingError>>,
        start: &mpsc::Receiver<Instant>,
    ) -> Option<Report> {
        if let Some(cpu) = self.cpu {
            pin(cpu);
        }
        let engine = match make_engine(self.thread) {
            Ok((engine, flags)) => ready.send(Ok(flags)).ok().map(|()| engine)?,
            Err(error) => {
                // The receiver is gone only if another thread has failed already.
                let _ = ready.send(Err(error));
                return None;
            }
        };
        let start = start.recv().ok()?;
        let depth = u16::try_from(self.workload.queue_depth()).expect("a workload's depth is at most 4096");
        let worker = Worker::new(
            engine,
            MonotonicClock(start),
            self.workload.sequence(self.thread),
            self.schedule,
            self.end_ns,
            self.exchange,
            tally,
            self.workload.block_bytes(),
            depth,
        );
        Some(worker.run())
    }
}

/// Keeps the calling thread on one processor. Without the right to, it goes on unpinned: slower at worst.
fn pin(cpu: usize) {
    let mut set = CpuSet::new();
    if set.set(cpu).is_ok() {
        let _ = sched_setaffinity(Pid::from_raw(0), &set);
    }
}

/// Merges what the threads hand over.
struct Collector<'a> {
    workload: &'a Workload,
    schedule: Schedule,
    end_ns: &'a AtomicU64,
    start: Instant,
    /// The next interval to report.
    next: u32,
    /// Intervals that some threads have handed over and others have not.
    pending: BTreeMap<u32, Totals>,
    measured: Totals,
    stop_requested: bool,
}

/// Latencies of all threads, per direction of the workload.
struct Totals {
    read: Option<Latencies>,
    write: Option<Latencies>,
}

impl Totals {
    fn new(workload: &Workload) -> Self {
        Totals {
            read: workload.reads().then(Latencies::new),
            write: workload.writes().then(Latencies::new),
        }
    }

    fn add(&mut self, read: Option<&Latencies>, write: Option<&Latencies>) {
        for (mine, theirs) in [(&mut self.read, read), (&mut self.write, write)] {
            if let (Some(mine), Some(theirs)) = (mine, theirs) {
                mine.add(theirs);
            }
        }
    }

    fn directions(&self) -> impl Iterator<Item = (&'static str, &Latencies)> {
        [("read", &self.read), ("write", &self.write)]
            .into_iter()
            .filter_map(|(name, l)| Some((name, l.as_ref()?)))
    }
}

impl<'a> Collector<'a> {
    fn new(workload: &'a Workload, schedule: Schedule, end_ns: &'a AtomicU64, start: Instant) -> Self {
        let measured = Totals::new(workload);
        let pending = BTreeMap::new();
        Collector {
            workload,
            schedule,
            end_ns,
            start,
            next: 0,
            pending,
            measured,
            stop_requested: false,
        }
    }

    /// Collects until every thread is past its end.
    fn collect<T>(
        mut self,
        exchanges: &[Exchange],
        handles: &[ScopedJoinHandle<'_, T>],
        observer: &mut dyn Observer,
    ) -> Self {
        loop {
            if !self.stop_requested && observer.stop_requested() {
                self.stop_requested = true;
                self.end_in(STOP_NOTICE_NS);
            }
            // A thread that ended without saying so has panicked; the others need not go on.
            let ended: Vec<bool> = handles.iter().map(ScopedJoinHandle::is_finished).collect();
            let open: Vec<u32> = exchanges.iter().map(Exchange::open).collect();
            if open
                .iter()
                .zip(&ended)
                .any(|(&open, &ended)| ended && open != u32::MAX)
            {
                self.end_in(0);
            }
            exchanges.iter().for_each(|exchange| self.take(exchange));
            let all_open = open
                .into_iter()
                .zip(ended)
                .map(|(open, ended)| if ended { u32::MAX } else { open })
                .min();
            self.report_until(all_open.unwrap_or(u32::MAX), observer);
            if all_open == Some(u32::MAX) {
                return self;
            }
            thread::sleep(POLL);
        }
    }

    fn end_in(&self, notice_ns: u64) {
        let now_ns = u64::try_from(self.start.elapsed().as_nanos()).unwrap_or(u64::MAX);
        self.end_ns
            .fetch_min(now_ns.saturating_add(notice_ns), Ordering::Relaxed);
    }

    fn take(&mut self, exchange: &Exchange) {
        while let Some(tally) = exchange.take() {
            let pending = self
                .pending
                .entry(tally.interval)
                .or_insert_with(|| Totals::new(self.workload));
            pending.add(tally.read.as_ref(), tally.write.as_ref());
            exchange.recycle(tally);
        }
    }

    /// Reports the intervals before number `open`, those in which nothing completed as well.
    fn report_until(&mut self, open: u32, observer: &mut dyn Observer) {
        let end_ns = self.end_ns.load(Ordering::Relaxed);
        while self.next < open.min(self.schedule.intervals()) {
            let totals = self
                .pending
                .remove(&self.next)
                .unwrap_or_else(|| Totals::new(self.workload));
            let interval = self.schedule.interval(self.next);
            self.next += 1;
            if interval.phase == Phase::Measure {
                self.measured.add(totals.read.as_ref(), totals.write.as_ref());
            }
            if interval.start_ns >= end_ns {
                continue;
            }
            let describe = |latencies: &Latencies| summary::second(latencies, self.workload.block_bytes());
            observer.second(Second {
                second: interval.second,
                phase: interval.phase,
                elapsed_ns: interval.end_ns.min(end_ns) - interval.start_ns,
                read: totals.read.as_ref().map(describe),
                write: totals.write.as_ref().map(describe),
            });
        }
    }

    fn conclude(self, reports: Vec<Report>, target_name: &str) -> Outcome {
        let end_ns = self.end_ns.load(Ordering::Relaxed);
        let elapsed_ns = end_ns.saturating_sub(self.schedule.measure_start_ns());
        let mut errors = ErrorCounts::default();
        reports.iter().for_each(|report| errors.add(&report.errors));
        let cost = reports
            .iter()
            .fold(Cost::default(), |sum, report| sum.plus(report.cost));
        let sum_ns = self
            .measured
            .directions()
            .map(|(_, latencies)| latencies.sum_ns())
            .sum();
        let in_flight = u64::from(self.workload.queue_depth()) * u64::from(self.workload.threads());
        let littles_law = summary::littles_law(sum_ns, elapsed_ns, in_flight);
        let describe =
            |latencies: &Latencies| summary::direction(latencies, self.workload.block_bytes(), elapsed_ns);
        let mut result = RunResult {
            interrupted: end_ns < self.schedule.end_ns(),
            elapsed_ns,
            read: self.measured.read.as_ref().map(describe),
            write: self.measured.write.as_ref().map(describe),
            cpu_user_ns: cost.user_ns,
            cpu_system_ns: cost.system_ns,
            voluntary_context_switches: cost.voluntary_switches,
            involuntary_context_switches: cost.involuntary_switches,
            errors: errors.describe(),
            littles_law,
            warnings: Vec::new(),
        };
        result.warnings = self.warnings(&result, &reports);
        let failure = reports
            .into_iter()
            .find_map(|report| report.trouble)
            .map(|trouble| explain(&trouble, target_name));
        Outcome { result, failure }
    }

    fn warnings(&self, result: &RunResult, reports: &[Report]) -> Vec<String> {
        let mut warnings = Vec::new();
        if result.interrupted {
            warnings.push(format!(
                "the run ended early: {:.3} s of {:.3} s were measured",
                result.elapsed_ns as f64 / 1e9,
                self.workload.duration().as_secs_f64()
            ));
        }
        let failed: u64 = result.errors.iter().map(|error| error.count).sum();
        if failed > 0 {
            warnings.push(format!(
                "{failed} operations failed and are in no latency and no rate"
            ));
        }
        if let Some(law) = result.littles_law.as_ref().filter(|law| !law.ok) {
            warnings.push(format!(
                "rate times mean latency gives {:.2} operations in flight instead of {:.0} (Little's law): rate or latency \
                 is not what it seems",
                law.mean_in_flight, law.expected
            ));
        }
        let slowest_counted = self
            .measured
            .directions()
            .filter_map(|(_, l)| l.quantile_ns(1.0))
            .max()
            .unwrap_or(0);
        let slowest_uncounted = reports
            .iter()
            .map(|report| report.slowest_uncounted_ns)
            .max()
            .unwrap_or(0);
        if slowest_uncounted > slowest_counted.max(STOP_NOTICE_NS) {
            warnings.push(format!(
                "an operation still in flight at the end took {:.3} ms, longer than any that is counted",
                slowest_uncounted as f64 / 1e6
            ));
        }
        let stalls: u64 = reports.iter().map(|report| report.stalls).sum();
        if stalls > 0 {
            warnings.push(format!(
                "measuring paused {stalls} times because the output was not read fast enough"
            ));
        }
        warnings.extend(
            self.measured
                .directions()
                .flat_map(|(name, latencies)| summary::doubts(name, latencies)),
        );
        warnings
    }
}

fn explain(trouble: &Trouble, target_name: &str) -> Failure {
    match trouble {
        Trouble::Operations(errno) => errors::explain(*errno, target_name),
        Trouble::Ring(error) => Failure {
            message: format!("{target_name}: io_uring failed: {error}"),
            remedy: Some("look at the kernel's log (dmesg)".into()),
            errno: error.raw_os_error(),
        },
        Trouble::Stuck(count) => Failure {
            message: format!("{target_name}: {count} operations never came back"),
            remedy: Some("the drive or its driver hangs: look at the kernel's log (dmesg)".into()),
            errno: None,
        },
    }
}
