//! What makes a result doubtful, for a person.

use super::Conclusion;
use crate::operation::Direction;
use crate::output::{OpenLoop, RunResult, stream_prefix};
use crate::run::collector::STOP_NOTICE_NS;
use crate::summary;
use crate::workload::Until;

/// A share of late starts above this is said: the load was not what it was meant to be.
const LATE_SHARE_MAX: f64 = 0.01;

impl Conclusion<'_> {
    pub(super) fn warnings(&self, result: &RunResult) -> Vec<String> {
        let mut warnings = Vec::new();
        warnings.extend(self.ended_early());
        let failed: u64 = result.errors.iter().map(|error| error.count).sum();
        if failed > 0 {
            warnings.push(format!(
                "{failed} operations failed; they are excluded from latencies and rates"
            ));
        }
        warnings.extend(result.ramp_errors.iter().map(|error| {
            format!(
                "{} operations failed with {} in the ramp, before the measured window",
                error.count, error.name
            )
        }));
        if let Some(law) = result.littles_law.as_ref().filter(|law| !law.ok) {
            warnings.push(format!(
                "rate times mean latency gives {:.2} operations in flight instead of {:.2} (Little's law): rate or latency \
                 is not what it seems",
                law.mean_in_flight, law.expected
            ));
        }
        if let Some(state) = result.steady_state.as_ref().filter(|state| !state.achieved) {
            warnings.push(format!(
                "steady state was not reached in {} rounds; the figures are those of the last rounds",
                state.rounds.len()
            ));
        }
        warnings.extend(result.open_loop.as_ref().map(load_not_kept).into_iter().flatten());
        warnings.extend(self.uncounted());
        for (stream, done) in self.workload.streams().iter().zip(self.totals.streams()) {
            for (direction, done) in [(Direction::Read, &done.read), (Direction::Write, &done.write)] {
                let doubts = done
                    .iter()
                    .flat_map(|done| summary::doubts(direction, &done.latencies));
                warnings.extend(doubts.map(|doubt| about(stream.name(), &doubt)));
            }
        }
        warnings
    }

    fn ended_early(&self) -> Option<String> {
        let measured_s = self.elapsed_ns as f64 / 1e9;
        if !self.interrupted {
            let by_limit =
                matches!(self.workload.until(), Until::Bytes { .. } | Until::Fills { .. }) && !self.moved_all;
            return by_limit.then(|| {
                format!("its time limit ended it after {measured_s:.3} s, before everything was moved")
            });
        }
        Some(match self.workload.until() {
            Until::Elapsed(duration) => format!(
                "the run ended early: {measured_s:.3} s of {:.3} s were measured",
                duration.as_secs_f64()
            ),
            Until::Bytes { .. } | Until::Fills { .. } => {
                format!("the run ended after {measured_s:.3} s, before everything was moved")
            }
            Until::SteadyState(_) => {
                format!("the run ended early, the last {measured_s:.3} s are the result")
            }
        })
    }

    fn uncounted(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        let slowest_counted = self
            .totals
            .parts()
            .filter_map(|(_, done)| done.latencies.quantile_ns(1.0))
            .max()
            .unwrap_or(0);
        let slowest_uncounted = self
            .threads
            .iter()
            .map(|thread| thread.report.slowest_uncounted_ns)
            .max()
            .unwrap_or(0);
        if slowest_uncounted > slowest_counted.max(STOP_NOTICE_NS) {
            warnings.push(format!(
                "an operation still in flight at the end took {:.3} ms, longer than any that is counted",
                slowest_uncounted as f64 / 1e6
            ));
        }
        let stalls: u64 = self.threads.iter().map(|thread| thread.report.stalls).sum();
        if stalls > 0 {
            warnings.push(format!(
                "measuring paused {stalls} times because the output was not read fast enough"
            ));
        }
        warnings
    }
}

/// One of several streams is named: what is said of it holds for no other.
fn about(stream: Option<&str>, doubt: &str) -> String {
    stream.map_or_else(
        || doubt.to_owned(),
        |name| format!("{}{doubt}", stream_prefix(name)),
    )
}

fn load_not_kept(open_loop: &OpenLoop) -> Vec<String> {
    let mut warnings = Vec::new();
    if open_loop.not_started > 0 {
        warnings.push(format!(
            "{} operations were due and could not start, because as many as allowed (--qd) were in flight: the target does \
             not keep up with the rate, and their latency would be higher than any that is counted",
            open_loop.not_started
        ));
    }
    let late_share = open_loop.late as f64 / open_loop.started.max(1) as f64;
    if late_share > LATE_SHARE_MAX {
        warnings.push(format!(
            "{:.1} % of the operations started more than 50 µs late, the latest by {:.3} ms; their latency includes it",
            late_share * 100.0,
            open_loop.latest_ns as f64 / 1e6
        ));
    }
    warnings
}
