//! The rounds of a body, and whether their figures still differ.

use super::feedback::{Measured, PointOutcome};
use crate::plan::point::Point;
use crate::plan::step::Rounds;
use crate::workload::Tracked;

/// Rounds as far as they are.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct RoundsSoFar {
    round: u32,
    is_over: bool,
    figures: Vec<Figure>,
}

/// One tracked figure.
#[derive(Debug, Clone, Default, PartialEq)]
struct Figure {
    /// Of the last rounds without a gap.
    rounds: Vec<f64>,
    /// Of this round, as far as it is known.
    latest: Option<f64>,
    is_steady: bool,
}

impl RoundsSoFar {
    pub(super) fn new(step: &Rounds) -> Self {
        RoundsSoFar {
            round: 0,
            is_over: false,
            figures: vec![Figure::default(); step.until().map_or(0, |until| until.tracked.len())],
        }
    }

    /// The round that is measured.
    pub(super) fn round(&self) -> u32 {
        self.round
    }

    pub(super) fn is_over(&self) -> bool {
        self.is_over
    }

    /// Whether all figures have become steady; `None` where nothing waits for it.
    pub(super) fn is_steady(&self, step: &Rounds) -> Option<bool> {
        step.until()?;
        Some(self.figures.iter().all(|figure| figure.is_steady))
    }

    /// Takes what the points of a measurement of this round came to.
    pub(super) fn take(&mut self, step: &Rounds, points: &[Point], measured: &[Measured]) {
        let Some(until) = step.until() else { return };
        for (figure, tracked) in self.figures.iter_mut().zip(&until.tracked) {
            for (point, measured) in points.iter().zip(measured) {
                if tracked.is_of(&point.spec) && measured.outcome == PointOutcome::Complete {
                    figure.latest = value(measured, tracked.metric);
                }
            }
        }
    }

    /// A round is over.
    pub(super) fn end_round(&mut self, step: &Rounds) {
        self.round += 1;
        for figure in &mut self.figures {
            match figure.latest.take() {
                Some(value) => figure.rounds.push(value),
                // Rounds on both sides of a gap are no window.
                None => figure.rounds.clear(),
            }
            let verdict = step
                .until()
                .and_then(|until| until.criterion.judge(&figure.rounds));
            figure.is_steady = verdict.is_some_and(|verdict| verdict.achieved);
        }
        self.is_over = self.round >= step.rounds_max() || self.is_steady(step) == Some(true);
    }

    /// What points after the rounds say of the state that they found.
    pub(super) fn word(&self, step: &Rounds) -> Option<String> {
        let mut metrics: Vec<&str> = Vec::new();
        for tracked in &step.until()?.tracked {
            let name = name(tracked.metric);
            if !metrics.contains(&name) {
                metrics.push(name);
            }
        }
        let is_steady = self.is_steady(step)?;
        let state = if is_steady { "steady" } else { "notSteady" };
        Some(format!("{state}:{}", metrics.join(":")))
    }
}

fn value(measured: &Measured, metric: Tracked) -> Option<f64> {
    match metric {
        Tracked::Iops => Some(measured.iops),
        Tracked::Bandwidth => Some(measured.bytes_per_second),
        Tracked::MeanLatency => measured.mean_latency_ns,
    }
}

fn name(metric: Tracked) -> &'static str {
    match metric {
        Tracked::Iops => "iops",
        Tracked::Bandwidth => "bandwidth",
        Tracked::MeanLatency => "meanLatency",
    }
}
