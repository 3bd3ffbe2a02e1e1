//! A run: the measuring threads, and the collection of what they measure.

mod collector;
mod conclusion;
mod observer;
mod outcome;
mod readiness;
mod slices;
mod steady;
mod totals;

pub use observer::Observer;
pub use outcome::Outcome;
pub use readiness::Readiness;

use crate::clock::{RunClock, Source as ClockSource};
use crate::content::Content;
use crate::engine::Engine;
use crate::engine::kernel::SetupError;
use crate::exchange::{Exchange, Tally};
use crate::schedule::Schedule;
use crate::worker::{Report, Shared, Worker};
use crate::workload::{ThreadPlan, Workload};
use collector::{Collector, Source};
use conclusion::Thread;
use nix::sys::prctl::set_timerslack;
use readiness::{Pinned, Prepared};
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::mpsc;
use std::thread::{self, Scope, ScopedJoinHandle};

/// The kernel may let a wait end so much later than asked for; by default it is 50 µs.
const TIMER_SLACK_NS: u64 = 1;

/// Why a run could not start.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The engine of a thread could not be set up.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A thread could not be started.
    #[error("could not start a thread: {0}")]
    Thread(std::io::Error),
}

/// What a run is told besides its load.
#[derive(Debug, Clone)]
pub struct Settings<'a> {
    /// The target, for a person.
    pub target: &'a str,
    /// Thread number n runs on processor `cpus[n]` alone, if there is one.
    pub cpus: &'a [usize],
    /// Completions to wait for at a time: 1 sees each as soon as it is there, more spares wake-ups at the cost of latency.
    pub batch: u32,
    /// Where the time comes from.
    pub clock: ClockSource,
    /// Size of the target's logical blocks, the unit in which verified data are checked.
    pub logical_block_bytes: u32,
}

/// Runs `workload` with one engine per thread, made by `make_engine` in that thread, which also tells what it runs
/// with.
pub fn run<E: Engine>(
    workload: &Workload,
    settings: &Settings<'_>,
    make_engine: impl Fn(&ThreadPlan) -> Result<(E, Vec<String>), SetupError> + Sync,
    observer: &mut dyn Observer,
) -> Result<Outcome, RunError> {
    let schedule = Schedule::new(workload.ramp(), workload.duration());
    let (end_ns, stop) = (AtomicU64::new(schedule.end_ns()), AtomicBool::new(false));
    let shared = Shared {
        schedule,
        end_ns: &end_ns,
        stop: &stop,
        batch: settings.batch,
    };
    let plans = workload.threads();
    let depths: Vec<u16> = plans.iter().map(|plan| plan.depth).collect();
    let streams: Vec<usize> = plans.iter().map(|plan| plan.stream).collect();
    let (exchanges, tallies): (Vec<_>, Vec<_>) =
        plans.iter().map(|plan| Exchange::new(plan.directions)).unzip();
    thread::scope(|scope| {
        let (ready, readiness) = mpsc::channel();
        let mut gates = Vec::new();
        let mut handles = Vec::new();
        for (number, ((plan, exchange), tally)) in plans.into_iter().zip(&exchanges).zip(tallies).enumerate()
        {
            let part = Part::new(number, plan, exchange, shared, settings);
            let (handle, gate) = spawn(scope, part, tally, &make_engine, ready.clone())?;
            handles.push(handle);
            gates.push(gate);
        }
        drop(ready);
        // An early return drops the gates, at which the waiting threads go home.
        let threads = readiness
            .iter()
            .take(handles.len())
            .collect::<Result<Vec<_>, SetupError>>()?;
        observer.ready(&Readiness::of(threads));
        let clock = settings.clock.start();
        for gate in &gates {
            // A thread that is gone shows when it is joined.
            let _ = gate.send(clock.clone());
        }
        let sources: Vec<Source> = (streams.iter().zip(&exchanges))
            .map(|(&stream, exchange)| Source { stream, exchange })
            .collect();
        let mut collector = Collector::new(workload, schedule, &end_ns, &stop, clock.clone());
        collector.collect(&sources, &handles, observer);
        let doubt = clock.doubt();
        collector.wait_for(&handles, observer);
        let reports = handles.into_iter().filter_map(join);
        let threads = (streams.iter().zip(&depths).zip(reports))
            .map(|((&stream, &depth), report)| Thread {
                stream,
                depth,
                report,
            })
            .collect();
        let mut outcome = conclusion::conclude(collector, threads, settings.target);
        outcome.result.warnings.extend(doubt);
        Ok(outcome)
    })
}

/// A thread that measures once it is sent the clock.
type Spawned<'scope> = (ScopedJoinHandle<'scope, Option<Report>>, mpsc::Sender<RunClock>);

/// Starts the thread of `part`, which tells `ready` when it is, or why it cannot be.
fn spawn<'scope, E: Engine>(
    scope: &'scope Scope<'scope, '_>,
    part: Part<'scope>,
    tally: Box<Tally>,
    make_engine: &'scope (impl Fn(&ThreadPlan) -> Result<(E, Vec<String>), SetupError> + Sync),
    ready: mpsc::Sender<Result<Prepared, SetupError>>,
) -> Result<Spawned<'scope>, RunError> {
    let (gate, start) = mpsc::channel();
    let handle = thread::Builder::new()
        .name(format!("bench-{}", part.number))
        .spawn_scoped(scope, move || part.run(tally, make_engine, &ready, &start))
        .map_err(RunError::Thread)?;
    Ok((handle, gate))
}

/// The report of a thread that has started; a panic in it goes on in ours.
fn join(handle: ScopedJoinHandle<'_, Option<Report>>) -> Option<Report> {
    handle
        .join()
        .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// What one thread is given.
struct Part<'a> {
    number: usize,
    plan: ThreadPlan,
    shared: Shared<'a>,
    exchange: &'a Exchange,
    cpu: Option<usize>,
    sector_bytes: u32,
}

impl<'a> Part<'a> {
    fn new(
        number: usize,
        plan: ThreadPlan,
        exchange: &'a Exchange,
        shared: Shared<'a>,
        settings: &Settings<'_>,
    ) -> Self {
        Part {
            number,
            plan,
            shared,
            exchange,
            cpu: settings.cpus.get(number).copied(),
            sector_bytes: settings.logical_block_bytes,
        }
    }

    fn run<E: Engine>(
        self,
        tally: Box<Tally>,
        make_engine: impl Fn(&ThreadPlan) -> Result<(E, Vec<String>), SetupError>,
        ready: &mpsc::Sender<Result<Prepared, SetupError>>,
        start: &mpsc::Receiver<RunClock>,
    ) -> Option<Report> {
        let pinned = self.cpu.map(Pinned::to);
        // Without it, operations of an open loop start later than intended, and are counted as late.
        let _ = set_timerslack(TIMER_SLACK_NS);
        let (mut engine, flags) = match make_engine(&self.plan) {
            Ok(made) => made,
            Err(error) => {
                // The receiver is gone only if another thread has failed already.
                let _ = ready.send(Err(error));
                return None;
            }
        };
        let content = self.fill(&mut engine);
        let prepared = Prepared {
            thread: self.number,
            flags,
            pinned,
        };
        ready.send(Ok(prepared)).ok()?;
        let clock = start.recv().ok()?;
        let worker = Worker::new(
            engine,
            clock,
            self.plan,
            content,
            self.shared,
            self.exchange,
            tally,
        );
        Some(worker.run())
    }

    /// Fills the buffers, so that none of their pages is touched for the first time while it is measured.
    fn fill(&self, engine: &mut impl Engine) -> Content {
        let plan = &self.plan;
        let mut content = Content::new(
            plan.data,
            plan.data_seed,
            plan.depth,
            plan.region,
            plan.block_bytes_max,
            self.sector_bytes,
        );
        for slot in 0..plan.depth {
            let buffer = engine.buffer(slot);
            if plan.directions.write {
                content.fill(buffer);
            } else {
                buffer.fill(0);
            }
        }
        content
    }
}

#[cfg(test)]
mod tests;
