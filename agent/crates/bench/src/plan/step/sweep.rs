//! A sweep: its axes, and the points that they span.

use super::axes::{axis, read_engine};
use super::ending::{read_until, seconds};
use super::load::{Axes, pick};
use super::named::Named;
use super::slices::read_slices;
use crate::engine::Choice;
use crate::plan::field::{Field, PlanError};
use crate::plan::point::POINTS_MAX;
use crate::plan::setting::DriveSettings;
use crate::plan::spec::{Purpose, Spec};
use crate::workload::{Slices, Until};
use std::time::Duration;

const FIELDS: &[&str] = &[
    "kind",
    "engine",
    "pattern",
    "distribution",
    "data",
    "alignBytes",
    "blockBytes",
    "blockMix",
    "readPercent",
    "threads",
    "queueDepth",
    "threadsMax",
    "totalDepth",
    "ratePerSecond",
    "pace",
    "spanPercent",
    "rampSeconds",
    "durationSeconds",
    "fills",
    "bytes",
    "steadyState",
    "slices",
];

/// The axes of a sweep, and what all of its points share.
#[derive(Debug, Clone, PartialEq)]
pub struct Sweep {
    engines: Vec<Choice>,
    axes: Axes,
    ramp: Duration,
    until: Until,
    slices: Option<Slices>,
}

impl Sweep {
    pub(super) fn read(step: &Field<'_>) -> Result<Self, PlanError> {
        let fields = step.object(FIELDS)?;
        let engines = axis(&fields, "engine", Choice::DEFAULT, read_engine)?;
        let axes = Axes::read(&fields)?;
        let until = read_until(&fields)?;
        let sweep = Sweep {
            engines,
            axes,
            ramp: seconds(&fields, "rampSeconds", 0)?.unwrap_or_default(),
            slices: read_slices(&fields, &until)?,
            until,
        };
        if sweep.len() > POINTS_MAX {
            return Err(step.error(format!("its axes multiply to more than {POINTS_MAX} points")));
        }
        Ok(sweep)
    }

    /// Number of points, or more than any plan may have.
    pub(in crate::plan) fn len(&self) -> usize {
        self.engines.len().saturating_mul(self.axes.len())
    }

    pub(super) fn writes(&self) -> bool {
        self.axes.writes()
    }

    pub(super) fn slices(&self) -> Option<&Slices> {
        self.slices.as_ref()
    }

    /// How many points have these values.
    pub(super) fn count(&self, named: &Named) -> usize {
        let of_engine = if named.has_stream(None) {
            self.axes.count(named)
        } else {
            0
        };
        self.engines.len().saturating_mul(of_engine)
    }

    /// What is asked of a point, in the order of measuring; the settings and the state of the target are for the walk to say.
    pub(in crate::plan) fn spec(&self, index: usize) -> Spec {
        let mut rest = index;
        let stream = self.axes.pick(&mut rest);
        Spec {
            purpose: Purpose::Measure,
            engine: pick(&self.engines, &mut rest),
            stream,
            beside: Vec::new(),
            ramp: self.ramp,
            until: self.until.clone(),
            slices: self.slices.clone(),
            settings: DriveSettings::default(),
            precondition: Vec::new(),
        }
    }
}
