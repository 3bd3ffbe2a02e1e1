//! From what was collected to the result, with everything that makes it doubtful.

mod doubts;
mod threads;

pub(super) use threads::Thread;

use super::collector::Collector;
use super::outcome::Outcome;
use super::steady::Rounds;
use super::totals::Totals;
use crate::content::Verification;
use crate::operation::Direction;
use crate::output::{self, Failure, LittlesLaw, RunResult, Slice, StreamResult};
use crate::summary;
use crate::worker::Trouble;
use crate::workload::{Load, Stream, Until, Workload};
use std::sync::atomic::Ordering;
use threads::Together;

/// What is known when all threads have ended.
struct Conclusion<'a> {
    workload: &'a Workload,
    threads: &'a [Thread],
    /// When the run ended.
    end_ns: u64,
    totals: Totals,
    elapsed_ns: u64,
    interrupted: bool,
    /// Everything that was to be moved.
    moved_all: bool,
    steady_state: Option<output::SteadyState>,
    /// Operations in the time that the processor's was taken in, by stream.
    operations: Vec<u64>,
    /// By stream.
    slices: Vec<Vec<Slice>>,
}

/// The outcome of the run.
pub(super) fn conclude(collector: Collector<'_>, threads: Vec<Thread>, target: &str) -> Outcome {
    let end_ns = collector.end_ns.load(Ordering::Relaxed);
    let start_ns = collector.schedule.measure_start_ns();
    let moved_all = (threads.iter()).all(|thread| thread.report.finished_ns.is_some());
    let interrupted = match collector.workload.until() {
        Until::Elapsed(_) => end_ns < collector.schedule.end_ns(),
        Until::Bytes { .. } | Until::Fills { .. } => {
            let at_limit = collector.workload.ends_at_limit() && end_ns >= collector.schedule.end_ns();
            !moved_all && !at_limit
        }
        Until::SteadyState(_) => !collector.rounds.as_ref().is_some_and(Rounds::is_over),
    };
    let steady_state = collector.rounds.as_ref().map(Rounds::describe);
    let slices = collector
        .slices
        .as_ref()
        .map_or_else(Vec::new, |slices| slices.streams().to_vec());
    let (totals, elapsed_ns) = match &collector.rounds {
        Some(rounds) => rounds.result(),
        None => (collector.measured, end_ns.saturating_sub(start_ns)),
    };
    let conclusion = Conclusion {
        workload: collector.workload,
        threads: &threads,
        end_ns,
        totals,
        elapsed_ns,
        interrupted,
        moved_all,
        steady_state,
        operations: collector.operations,
        slices,
    };
    let result = conclusion.result();
    let latencies = |direction| conclusion.totals.all(direction).map(|done| done.latencies);
    let (read, write) = (latencies(Direction::Read), latencies(Direction::Write));
    let failure = threads
        .into_iter()
        .find_map(|thread| thread.report.trouble)
        .map(|trouble| explain(&trouble, target));
    Outcome {
        result,
        failure,
        read,
        write,
    }
}

impl Conclusion<'_> {
    fn result(&self) -> RunResult {
        let all = Together::of(self.threads, None);
        let cost = all.cost();
        let operations = self.operations.iter().sum();
        let direction = |direction| {
            let done = self.totals.all(direction)?;
            Some(summary::direction(&done, self.elapsed_ns))
        };
        let mut result = RunResult {
            interrupted: self.interrupted,
            elapsed_ns: self.elapsed_ns,
            read: direction(Direction::Read),
            write: direction(Direction::Write),
            cpu_user_ns: cost.user_ns,
            cpu_system_ns: cost.system_ns,
            cpu_user_ns_per_operation: summary::per_operation(cost.user_ns, operations),
            cpu_system_ns_per_operation: summary::per_operation(cost.system_ns, operations),
            context_switches_per_operation: summary::per_operation(
                cost.voluntary_switches + cost.involuntary_switches,
                operations,
            ),
            voluntary_context_switches: cost.voluntary_switches,
            involuntary_context_switches: cost.involuntary_switches,
            errors: all.errors(|report| &report.errors),
            ramp_errors: all.errors(|report| &report.ramp_errors),
            littles_law: self.littles_law(None),
            streams: self.streams(),
            slices: match &self.slices[..] {
                [only] => only.clone(),
                _ => Vec::new(),
            },
            open_loop: all.open_loop(self.workload.streams().iter()),
            steady_state: self.steady_state.clone(),
            verification: self.verification(),
            warnings: Vec::new(),
        };
        result.warnings = self.warnings(&result);
        result
    }

    fn streams(&self) -> Vec<StreamResult> {
        match self.workload.streams() {
            [_] => Vec::new(),
            several => (0..several.len()).map(|number| self.stream(number)).collect(),
        }
    }

    fn stream(&self, number: usize) -> StreamResult {
        let stream = &self.workload.streams()[number];
        let done = &self.totals.streams()[number];
        let describe = |done| summary::direction(done, self.elapsed_ns);
        let own = Together::of(self.threads, Some(number));
        let cost = own.cost();
        let operations = self.operations[number];
        StreamResult {
            name: stream.name().map(str::to_owned),
            read: done.read.as_ref().map(describe),
            write: done.write.as_ref().map(describe),
            slices: self.slices.get(number).cloned().unwrap_or_default(),
            cpu_user_ns: cost.user_ns,
            cpu_system_ns: cost.system_ns,
            cpu_user_ns_per_operation: summary::per_operation(cost.user_ns, operations),
            cpu_system_ns_per_operation: summary::per_operation(cost.system_ns, operations),
            errors: own.errors(|report| &report.errors),
            ramp_errors: own.errors(|report| &report.ramp_errors),
            littles_law: self.littles_law(Some(number)),
            open_loop: own.open_loop(std::iter::once(stream)),
        }
    }

    /// Of all streams together, or of one; of closed loops only.
    fn littles_law(&self, of: Option<usize>) -> Option<LittlesLaw> {
        let is_meant = |number: usize| of.is_none_or(|stream| stream == number);
        let mut streams =
            (self.workload.streams().iter().enumerate()).filter(|&(number, _)| is_meant(number));
        if !streams.all(|(_, stream)| stream.load() == Load::Closed) || self.end_ns == 0 {
            return None;
        }
        let expected = Together::of(self.threads, of).in_flight(self.end_ns);
        let done = (self.totals.streams().iter().enumerate()).filter(|&(number, _)| is_meant(number));
        let directions = done.flat_map(|(_, stream)| [&stream.read, &stream.write]);
        let sum_ns = directions.flatten().map(|done| done.latencies.sum_ns()).sum();
        summary::littles_law(sum_ns, self.elapsed_ns, expected)
    }

    fn verification(&self) -> Option<output::Verification> {
        let found = self
            .threads
            .iter()
            .filter_map(|thread| thread.report.verification);
        let sum = found.reduce(|mut sum: Verification, found| {
            sum.add(&found);
            sum
        })?;
        Some(output::Verification {
            matched: sum.matched,
            unknown: sum.unknown,
            mismatched: sum.mismatched,
            first_mismatch: sum.first_mismatch,
            read_back_bytes: sum.read_back_bytes,
            span_bytes: self.workload.streams().iter().map(Stream::span_bytes).sum(),
        })
    }
}

fn explain(trouble: &Trouble, target: &str) -> Failure {
    match trouble {
        Trouble::Operations(failed) => failed.explain(target),
        Trouble::Engine(error) => Failure {
            message: format!("{target}: the engine failed: {error}"),
            remedy: Some("check the kernel log (dmesg)".into()),
            errno: error.raw_os_error(),
            kind: None,
        },
        Trouble::Stuck(count) => Failure {
            message: format!("{target}: {count} operations never came back"),
            remedy: Some("the drive or its driver hangs: check the kernel log (dmesg)".into()),
            errno: None,
            kind: None,
        },
    }
}
