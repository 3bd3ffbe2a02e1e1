//! What a measurement came to, and whether its criteria hold. Where too little was measured to show that one holds, it does not.

use super::measurement::Measurement;
use super::point::Point;
use super::step::{Criterion, Limit};
use super::walk::{Measured, PointOutcome};
use crate::histogram::decode;
use crate::operation::Direction;
use crate::output::{DirectionResult, ErrorCount, OpenLoop, RunResult, Slice, SliceDirection};
use crate::workload::Load;

const NS_PER_SECOND: f64 = 1e9;

/// What there is of one point in a result.
struct Part<'a> {
    read: Option<&'a DirectionResult>,
    write: Option<&'a DirectionResult>,
    slices: &'a [Slice],
    seconds: f64,
    /// Operations of an open loop that were due and not started before the end.
    not_started: f64,
    errors: &'a [ErrorCount],
}

/// Operations of one direction, and how many of them were slow.
struct Counts {
    operations: f64,
    slow: f64,
    seconds: f64,
}

impl Measurement {
    /// What its points came to, from the result of the process that measured them.
    pub fn measured(&self, result: &RunResult) -> Vec<Measured> {
        let part = |index: usize| self.part(index, result);
        let points = self.points.iter().enumerate().map(|(index, point)| {
            let Some(part) = part(index) else {
                return Measured::without_figures(PointOutcome::Failed, "the result has no such stream");
            };
            let (outcome, reason) = outcome(result, part.errors);
            let directions = || [part.read, part.write].into_iter().flatten();
            let operations = directions().map(|direction| direction.operations).sum();
            Measured {
                outcome,
                reason,
                operations,
                iops: directions().map(|direction| direction.iops).sum(),
                bytes_per_second: directions().map(|direction| direction.bytes_per_second).sum(),
                mean_latency_ns: mean(directions(), operations),
                criteria: self
                    .criteria_of(index)
                    .map(|criterion| holds(criterion, point, &part))
                    .collect(),
            }
        });
        points.collect()
    }

    fn part<'a>(&self, index: usize, result: &'a RunResult) -> Option<Part<'a>> {
        let seconds = result.elapsed_ns as f64 / NS_PER_SECOND;
        let not_started = |open_loop: &Option<OpenLoop>| {
            open_loop
                .as_ref()
                .map_or(0.0, |open_loop| open_loop.not_started as f64)
        };
        if self.points.len() == 1 {
            return Some(Part {
                read: result.read.as_ref(),
                write: result.write.as_ref(),
                slices: &result.slices,
                seconds,
                not_started: not_started(&result.open_loop),
                errors: &result.errors,
            });
        }
        let stream = result.streams.get(index)?;
        Some(Part {
            read: stream.read.as_ref(),
            write: stream.write.as_ref(),
            slices: &stream.slices,
            seconds,
            not_started: not_started(&stream.open_loop),
            errors: &stream.errors,
        })
    }
}

fn outcome(result: &RunResult, errors: &[ErrorCount]) -> (PointOutcome, Option<String>) {
    let failed = |reason: String| (PointOutcome::Failed, Some(reason));
    let mismatched = result.verification.as_ref().map_or(0, |found| found.mismatched);
    if result.interrupted {
        return failed("it was not measured to its end".into());
    }
    if mismatched > 0 {
        return failed(format!(
            "{mismatched} reads returned something else than what was written"
        ));
    }
    match errors.first() {
        Some(error) => failed(format!("{} operations failed with {}", error.count, error.name)),
        None => (PointOutcome::Complete, None),
    }
}

fn mean<'a>(directions: impl Iterator<Item = &'a DirectionResult>, operations: u64) -> Option<f64> {
    let latencies =
        directions.filter_map(|direction| Some((direction.operations, direction.latency_ns.as_ref()?.mean)));
    let sum: f64 = latencies.map(|(operations, mean)| operations as f64 * mean).sum();
    (operations > 0).then(|| sum / operations as f64)
}

/// Whether a criterion holds, in each slice where there are slices.
fn holds(criterion: &Criterion, point: &Point, part: &Part<'_>) -> bool {
    let asked = asked_per_second(criterion, point);
    let mut counts = if point.spec.slices.is_some() {
        part.slices
            .iter()
            .map(|slice| of_slice(criterion, slice))
            .collect()
    } else {
        vec![of_whole(criterion, part)]
    };
    if let Some(Some(last)) = counts.last_mut() {
        // What was due and did not start waited until the end, and is in no latency.
        let seen = last.operations;
        let missing = (asked.unwrap_or(0.0) * last.seconds - seen).clamp(0.0, part.not_started);
        if !matches!(criterion.limit, Limit::Rate { .. }) {
            last.operations += missing;
            last.slow += missing;
        }
    }
    let is_held = |counts: &Option<Counts>| {
        counts
            .as_ref()
            .is_some_and(|counts| is_within(criterion.limit, counts, asked))
    };
    !counts.is_empty() && counts.iter().all(is_held)
}

fn is_within(limit: Limit, counts: &Counts, asked_per_second: Option<f64>) -> bool {
    let &Counts {
        operations,
        slow,
        seconds,
    } = counts;
    match limit {
        Limit::Over { percent_below, .. } => operations > 0.0 && slow * 100.0 < percent_below * operations,
        Limit::Percentile { percentile, .. } => {
            // With fewer operations none of them would lie above the percentile.
            let allowed = (100.0 - percentile) / 100.0 * operations;
            allowed >= 1.0 - 1e-6 && slow <= allowed + 1e-6
        }
        Limit::Rate { percent_at_least } => {
            asked_per_second.is_some_and(|asked| operations * 100.0 >= percent_at_least * asked * seconds)
        }
    }
}

/// Operations per second that an open loop asks for in the direction of a criterion.
fn asked_per_second(criterion: &Criterion, point: &Point) -> Option<f64> {
    let stream = &point.spec.stream;
    let percent = match criterion.direction {
        Direction::Read => stream.read_percent,
        Direction::Write => 100 - stream.read_percent,
    };
    match stream.load {
        Load::Open { rate_per_second, .. } => Some(rate_per_second * f64::from(percent) / 100.0),
        Load::Closed => None,
    }
}

fn of_slice(criterion: &Criterion, slice: &Slice) -> Option<Counts> {
    let direction: &SliceDirection = match criterion.direction {
        Direction::Read => slice.read.as_ref(),
        Direction::Write => slice.write.as_ref(),
    }?;
    let slow = match threshold(criterion.limit) {
        None => 0,
        Some(ns) => {
            direction
                .over
                .iter()
                .find(|over| over.threshold_ns == ns)?
                .operations
        }
    };
    Some(Counts {
        operations: direction.operations as f64,
        slow: slow as f64,
        seconds: f64::from(slice.seconds),
    })
}

fn of_whole(criterion: &Criterion, part: &Part<'_>) -> Option<Counts> {
    let direction = match criterion.direction {
        Direction::Read => part.read,
        Direction::Write => part.write,
    }?;
    let slow = match threshold(criterion.limit) {
        None => 0,
        Some(ns) => {
            let histogram = decode(&direction.histogram).ok()?;
            histogram.len() - histogram.count_between(0, ns)
        }
    };
    Some(Counts {
        operations: direction.operations as f64,
        slow: slow as f64,
        seconds: part.seconds,
    })
}

fn threshold(limit: Limit) -> Option<u64> {
    match limit {
        Limit::Over { over_ns, .. } => Some(over_ns),
        Limit::Percentile { below_ns, .. } => Some(below_ns),
        Limit::Rate { .. } => None,
    }
}
