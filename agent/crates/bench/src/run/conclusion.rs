//! From what was collected to the result, with everything that makes it doubtful.

mod doubts;

use super::collector::Collector;
use super::outcome::Outcome;
use super::steady::Rounds;
use super::totals::Totals;
use crate::content::Verification;
use crate::errors::ErrorCounts;
use crate::operation::Direction;
use crate::output::{self, Failure, LittlesLaw, OpenLoop, RunResult, Slice, StreamResult};
use crate::summary;
use crate::worker::{ArrivalReport, Cost, Report, Trouble};
use crate::workload::{Load, Until, Workload};
use std::sync::atomic::Ordering;

/// What is known when all threads have ended.
struct Conclusion<'a> {
    workload: &'a Workload,
    reports: &'a [Report],
    totals: Totals,
    elapsed_ns: u64,
    interrupted: bool,
    steady_state: Option<output::SteadyState>,
    /// Operations in the time that the processor's was taken in.
    operations: u64,
    /// By stream.
    slices: Vec<Vec<Slice>>,
}

/// The outcome of the run; `depths` are those of the threads.
pub(super) fn conclude(
    collector: Collector<'_>,
    reports: Vec<Report>,
    depths: &[u16],
    target: &str,
) -> Outcome {
    let end_ns = collector.end_ns.load(Ordering::Relaxed);
    let start_ns = collector.schedule.measure_start_ns();
    let moved_all = reports.iter().all(|report| report.finished_ns.is_some());
    let interrupted = match collector.workload.until() {
        Until::Elapsed(_) => end_ns < collector.schedule.end_ns(),
        Until::Bytes { .. } | Until::Fills { .. } => !moved_all,
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
        reports: &reports,
        totals,
        elapsed_ns,
        interrupted,
        steady_state,
        operations: collector.operations,
        slices,
    };
    let result = conclusion.result(depths, end_ns);
    let latencies = |direction| conclusion.totals.all(direction).map(|done| done.latencies);
    let (read, write) = (latencies(Direction::Read), latencies(Direction::Write));
    let failure = reports
        .into_iter()
        .find_map(|report| report.trouble)
        .map(|trouble| explain(&trouble, target));
    Outcome {
        result,
        failure,
        read,
        write,
    }
}

impl Conclusion<'_> {
    fn result(&self, depths: &[u16], end_ns: u64) -> RunResult {
        let errors = |of: fn(&Report) -> &ErrorCounts| {
            let mut sum = ErrorCounts::default();
            self.reports.iter().for_each(|report| sum.add(of(report)));
            sum.describe()
        };
        let cost = self
            .reports
            .iter()
            .fold(Cost::default(), |sum, report| sum.plus(report.cost));
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
            cpu_user_ns_per_operation: summary::per_operation(cost.user_ns, self.operations),
            cpu_system_ns_per_operation: summary::per_operation(cost.system_ns, self.operations),
            context_switches_per_operation: summary::per_operation(
                cost.voluntary_switches + cost.involuntary_switches,
                self.operations,
            ),
            voluntary_context_switches: cost.voluntary_switches,
            involuntary_context_switches: cost.involuntary_switches,
            errors: errors(|report| &report.errors),
            ramp_errors: errors(|report| &report.ramp_errors),
            littles_law: self.littles_law(depths, end_ns),
            streams: self.streams(),
            slices: match &self.slices[..] {
                [only] => only.clone(),
                _ => Vec::new(),
            },
            open_loop: self.open_loop(),
            steady_state: self.steady_state.clone(),
            verification: self.verification(),
            warnings: Vec::new(),
        };
        result.warnings = self.warnings(&result);
        result
    }

    fn streams(&self) -> Vec<StreamResult> {
        let streams = self.workload.streams();
        if streams.len() == 1 {
            return Vec::new();
        }
        let describe = |done| summary::direction(done, self.elapsed_ns);
        let parts = self.totals.streams().iter();
        streams
            .iter()
            .zip(parts)
            .enumerate()
            .map(|(number, (stream, totals))| StreamResult {
                name: stream.name().map(str::to_owned),
                read: totals.read.as_ref().map(describe),
                write: totals.write.as_ref().map(describe),
                slices: self.slices.get(number).cloned().unwrap_or_default(),
            })
            .collect()
    }

    /// Each thread counts with its depth as long as it ran: one that had moved its share earlier is missing after.
    fn littles_law(&self, depths: &[u16], end_ns: u64) -> Option<LittlesLaw> {
        let closed = |stream: &crate::workload::Stream| stream.load() == Load::Closed;
        if !self.workload.streams().iter().all(closed) || end_ns == 0 {
            return None;
        }
        let share = |report: &Report| report.finished_ns.map_or(1.0, |ns| ns as f64 / end_ns as f64);
        let expected = self
            .reports
            .iter()
            .zip(depths)
            .map(|(report, &depth)| f64::from(depth) * share(report))
            .sum();
        let sum_ns = self.totals.parts().map(|(_, done)| done.latencies.sum_ns()).sum();
        summary::littles_law(sum_ns, self.elapsed_ns, expected)
    }

    fn open_loop(&self) -> Option<OpenLoop> {
        let offered_per_second = self
            .workload
            .streams()
            .iter()
            .filter_map(|stream| match stream.load() {
                Load::Open { rate_per_second, .. } => Some(rate_per_second),
                Load::Closed => None,
            })
            .sum();
        let sum = self
            .reports
            .iter()
            .filter_map(|report| report.arrivals)
            .reduce(|a, b| ArrivalReport {
                due: a.due + b.due,
                started: a.started + b.started,
                late: a.late + b.late,
                latest_ns: a.latest_ns.max(b.latest_ns),
                not_started: a.not_started + b.not_started,
            })?;
        Some(OpenLoop {
            offered_per_second,
            due: sum.due,
            started: sum.started,
            late: sum.late,
            latest_ns: sum.latest_ns,
            not_started: sum.not_started,
        })
    }

    fn verification(&self) -> Option<output::Verification> {
        let found = self.reports.iter().filter_map(|report| report.verification);
        let sum = found.reduce(|mut sum: Verification, found| {
            sum.add(&found);
            sum
        })?;
        Some(output::Verification {
            matched: sum.matched,
            unknown: sum.unknown,
            mismatched: sum.mismatched,
            first_mismatch: sum.first_mismatch,
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
