//! The collecting thread: merges what the measuring threads hand over, second by second, while they go on.

use super::observer::Observer;
use super::slices::SliceCounts;
use super::steady::Rounds;
use super::totals::Totals;
use crate::clock::{Clock, RunClock};
use crate::exchange::Exchange;
use crate::operation::Direction;
use crate::output::{Phase, Second, SecondStream};
use crate::schedule::Schedule;
use crate::summary;
use crate::workload::{Until, Workload};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, ScopedJoinHandle};
use std::time::Duration;

/// Notice that the threads get of an early end, so that all end at the same instant.
pub(super) const STOP_NOTICE_NS: u64 = 1_000_000;
/// How often figures and the wish to stop are looked for.
const POLL: Duration = Duration::from_millis(20);

/// Merges what the threads hand over.
pub(super) struct Collector<'a> {
    pub(super) workload: &'a Workload,
    pub(super) schedule: Schedule,
    pub(super) end_ns: &'a AtomicU64,
    stop: &'a AtomicBool,
    clock: RunClock,
    /// The next interval to report.
    next: u32,
    /// Intervals that some threads have handed over and others have not.
    pending: BTreeMap<u32, Totals>,
    /// Operations of the whole measured window, in whatever rounds, by stream.
    pub(super) operations: Vec<u64>,
    /// What was done in the measured window.
    pub(super) measured: Totals,
    pub(super) rounds: Option<Rounds<'a>>,
    pub(super) slices: Option<SliceCounts<'a>>,
}

/// A measuring thread as it is seen from here.
pub(super) struct Source<'a> {
    /// Number of its stream.
    pub(super) stream: usize,
    pub(super) exchange: &'a Exchange,
}

impl<'a> Collector<'a> {
    pub(super) fn new(
        workload: &'a Workload,
        schedule: Schedule,
        end_ns: &'a AtomicU64,
        stop: &'a AtomicBool,
        clock: RunClock,
    ) -> Self {
        let rounds = match workload.until() {
            Until::SteadyState(wanted) => Some(Rounds::new(workload, wanted)),
            Until::Elapsed(_) | Until::Bytes { .. } | Until::Fills { .. } => None,
        };
        Collector {
            workload,
            schedule,
            end_ns,
            stop,
            clock,
            next: 0,
            pending: BTreeMap::new(),
            operations: vec![0; workload.streams().len()],
            measured: Totals::new(workload),
            rounds,
            slices: (workload.slices()).map(|wanted| SliceCounts::new(wanted, workload.streams().len())),
        }
    }

    /// Collects until every thread is past its end.
    pub(super) fn collect<T>(
        &mut self,
        sources: &[Source<'_>],
        handles: &[ScopedJoinHandle<'_, T>],
        observer: &mut dyn Observer,
    ) {
        loop {
            self.ask(observer);
            // A thread that ended without saying so has panicked; the others need not go on.
            let ended: Vec<bool> = handles.iter().map(ScopedJoinHandle::is_finished).collect();
            let open: Vec<u32> = sources.iter().map(|source| source.exchange.open()).collect();
            if open
                .iter()
                .zip(&ended)
                .any(|(&open, &ended)| ended && open != u32::MAX)
            {
                self.end_in(0);
            }
            sources.iter().for_each(|source| self.take(source));
            let all_open = open
                .into_iter()
                .zip(ended)
                .map(|(open, ended)| if ended { u32::MAX } else { open })
                .min()
                .unwrap_or(u32::MAX);
            if all_open == u32::MAX {
                self.end_with_the_last(sources);
            }
            self.report_until(all_open, observer);
            if all_open == u32::MAX {
                return;
            }
            thread::sleep(POLL);
        }
    }

    /// Waits for what the threads do after the measurement, which a wish to stop ends as well.
    pub(super) fn wait_for<T>(&self, handles: &[ScopedJoinHandle<'_, T>], observer: &mut dyn Observer) {
        while !handles.iter().all(ScopedJoinHandle::is_finished) {
            self.ask(observer);
            thread::sleep(POLL);
        }
    }

    fn ask(&self, observer: &mut dyn Observer) {
        if !self.stop.load(Ordering::Relaxed) && observer.stop_requested() {
            self.stop.store(true, Ordering::Relaxed);
            self.end_in(STOP_NOTICE_NS);
        }
    }

    fn end_in(&self, notice_ns: u64) {
        let end_ns = self.clock.now_ns().saturating_add(notice_ns);
        self.end_ns.fetch_min(end_ns, Ordering::Relaxed);
    }

    /// If all had moved what they were to move before the time was over, the run ended with the last of them.
    fn end_with_the_last(&self, sources: &[Source<'_>]) {
        let last = sources
            .iter()
            .filter_map(|source| source.exchange.finished_ns())
            .max();
        if let Some(last) = last {
            self.end_ns.fetch_min(last, Ordering::Relaxed);
        }
    }

    fn take(&mut self, source: &Source<'_>) {
        while let Some(tally) = source.exchange.take() {
            let pending = self
                .pending
                .entry(tally.interval)
                .or_insert_with(|| Totals::new(self.workload));
            pending.take(source.stream, &tally);
            source.exchange.recycle(tally);
        }
    }

    /// Reports the intervals before number `open`, those in which nothing completed as well.
    fn report_until(&mut self, open: u32, observer: &mut dyn Observer) {
        while self.next < open.min(self.schedule.intervals()) {
            let end_ns = self.end_ns.load(Ordering::Relaxed);
            let interval = self.schedule.interval(self.next);
            let known = self.pending.remove(&self.next);
            if interval.start_ns >= end_ns && known.is_none() {
                return;
            }
            self.next += 1;
            let totals = known.unwrap_or_else(|| Totals::new(self.workload));
            let elapsed_ns = interval.end_ns.min(end_ns.max(interval.start_ns)) - interval.start_ns;
            if interval.phase == Phase::Measure {
                self.measure(interval.second, &totals, elapsed_ns);
            }
            if interval.start_ns < end_ns {
                observer.second(describe(&totals, interval.second, interval.phase, elapsed_ns));
            }
        }
    }

    fn measure(&mut self, second: u32, totals: &Totals, elapsed_ns: u64) {
        for (sum, stream) in self.operations.iter_mut().zip(totals.streams()) {
            *sum += stream.operations();
        }
        if let Some(slices) = &mut self.slices {
            slices.add(second, totals);
        }
        match &mut self.rounds {
            None => self.measured.add(totals),
            Some(rounds) => {
                if rounds.add(totals, elapsed_ns) {
                    self.end_in(0);
                }
            }
        }
    }
}

fn describe(totals: &Totals, second: u32, phase: Phase, elapsed_ns: u64) -> Second {
    let streams = totals.streams();
    Second {
        second,
        phase,
        elapsed_ns,
        read: totals.all(Direction::Read).as_ref().map(summary::second),
        write: totals.all(Direction::Write).as_ref().map(summary::second),
        streams: if streams.len() == 1 { &[] } else { streams }
            .iter()
            .map(|stream| SecondStream {
                read: stream.read.as_ref().map(summary::second),
                write: stream.write.as_ref().map(summary::second),
            })
            .collect(),
    }
}
