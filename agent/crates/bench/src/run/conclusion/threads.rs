//! What measuring threads have to say together: all of a run, or those of one stream.

use crate::errors::ErrorCounts;
use crate::output::{ErrorCount, OpenLoop};
use crate::worker::{ArrivalReport, Cost, Report};
use crate::workload::{Load, Stream};

/// A measuring thread that has ended.
pub(in crate::run) struct Thread {
    /// Number of the stream that it serves.
    pub(in crate::run) stream: usize,
    /// Its depth.
    pub(in crate::run) depth: u16,
    pub(in crate::run) report: Report,
}

/// Some of the threads.
pub(super) struct Together<'a>(Vec<&'a Thread>);

impl<'a> Together<'a> {
    /// All threads, or those of one stream.
    pub(super) fn of(threads: &'a [Thread], stream: Option<usize>) -> Self {
        let serves = |thread: &&Thread| stream.is_none_or(|stream| thread.stream == stream);
        Together(threads.iter().filter(serves).collect())
    }

    fn reports(&self) -> impl Iterator<Item = &Report> {
        self.0.iter().map(|thread| &thread.report)
    }

    pub(super) fn errors(&self, of: fn(&Report) -> &ErrorCounts) -> Vec<ErrorCount> {
        let mut sum = ErrorCounts::default();
        self.reports().for_each(|report| sum.add(of(report)));
        sum.describe()
    }

    pub(super) fn cost(&self) -> Cost {
        self.reports()
            .fold(Cost::default(), |sum, report| sum.plus(report.cost))
    }

    /// Operations in flight in a closed loop that ended at `end_ns`. Each thread counts with its depth as long as it ran: one
    /// that had moved its share earlier is missing after.
    pub(super) fn in_flight(&self, end_ns: u64) -> f64 {
        let share = |report: &Report| report.finished_ns.map_or(1.0, |ns| ns as f64 / end_ns as f64);
        let threads = self.0.iter();
        threads
            .map(|thread| f64::from(thread.depth) * share(&thread.report))
            .sum()
    }

    /// What became of the arrivals of the open loops among `streams`, which these threads serve.
    pub(super) fn open_loop<'s>(&self, streams: impl Iterator<Item = &'s Stream>) -> Option<OpenLoop> {
        let offered_per_second = streams
            .filter_map(|stream| match stream.load() {
                Load::Open { rate_per_second, .. } => Some(rate_per_second),
                Load::Closed => None,
            })
            .sum();
        let arrivals = self.reports().filter_map(|report| report.arrivals);
        let sum = arrivals.reduce(|a, b| ArrivalReport {
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
}
