//! A plan as the agent walks it: read by the one parser of plans, and refused with that parser's error.

use std::path::Path;

use crosspoint_bench::engine::Kind;
use crosspoint_bench::plan::{self as bench, Action, DriveSettings, Measurement, Plan, Spec, place};
use crosspoint_wire::BenchmarkPlan;
use serde_json::Value;
use uuid::Uuid;

use crate::work::place::PointPlace;

/// One step of a run.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Step {
    /// Settings of the drive, for the rest of the run.
    Set(DriveSettings),
    /// A measurement.
    Measure(Box<PlannedPoint>),
}

/// One measurement, in the words of the wire and in those of the tool.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct PlannedPoint {
    pub place: PointPlace,
    pub spec: Spec,
    /// What the tool is told.
    pub document: Value,
}

impl PlannedPoint {
    /// What it is called where people read of it.
    pub fn name(&self) -> String {
        format!("point {} ({})", self.place.number(), self.spec)
    }
}

/// Reads a plan.
///
/// # Errors
/// What this agent cannot read or do, and where it stands in the plan.
pub(super) fn read(plan: &BenchmarkPlan, run_id: Uuid) -> Result<Vec<Step>, String> {
    let cannot = |reason: &dyn std::fmt::Display| format!("this agent cannot read the plan: {reason}");
    let document = serde_json::to_value(plan).map_err(|error| cannot(&error))?;
    let plan = Plan::read(&document).map_err(|error| cannot(&error))?;
    for (path, step) in plan.placed_steps() {
        if !matches!(step, bench::Step::Set(_) | bench::Step::Sweep(_)) {
            let place = place(&path);
            return Err(format!("this agent cannot do {place} of the plan: update it"));
        }
    }
    let steps = plan.actions(|_| Vec::new()).into_iter();
    let steps = steps.filter_map(|action| match action {
        Action::Set { settings, .. } => Some(Ok(Step::Set(settings))),
        Action::Measure(point) => Some(planned(&point, run_id).map(|point| Step::Measure(Box::new(point)))),
        _ => None,
    });
    steps.collect()
}

fn planned(measurement: &Measurement, run_id: Uuid) -> Result<PlannedPoint, String> {
    let point = measurement.first().clone();
    let too_far = |_| format!("point {} is beyond what this agent can report", point.sequence);
    let spec = serde_json::from_value(point.spec.describe())
        .map_err(|error| format!("{} cannot be reported: {error}", point.spec))?;
    let path: Result<Vec<u8>, _> = point.step_path.iter().map(|&index| u8::try_from(index)).collect();
    let planned = PlannedPoint {
        place: PointPlace {
            run_id,
            sequence: u16::try_from(point.sequence).map_err(too_far)?,
            step_path: path.map_err(too_far)?,
            round: point.round.map(u16::try_from).transpose().map_err(too_far)?,
            spec,
        },
        spec: point.spec,
        document: measurement.document(),
    };
    if planned.spec.engine.kind == Kind::Null {
        return Err(format!(
            "{} measures uring-bench itself and no drive: choose another engine than null",
            planned.name()
        ));
    }
    Ok(planned)
}

/// The points among the steps.
pub(super) fn points(steps: &[Step]) -> impl Iterator<Item = &PlannedPoint> {
    steps.iter().filter_map(|step| match step {
        Step::Measure(point) => Some(&**point),
        Step::Set(_) => None,
    })
}

/// The settings among the steps.
pub(super) fn settings(steps: &[Step]) -> impl Iterator<Item = &DriveSettings> {
    steps.iter().filter_map(|step| match step {
        Step::Set(settings) => Some(settings),
        Step::Measure(_) => None,
    })
}

/// Refuses settings for a file, which has none: figures measured without them would be taken for figures with them.
///
/// # Errors
/// For a person.
pub(super) fn require_no_settings(steps: &[Step], file: &Path) -> Result<(), String> {
    match settings(steps).next() {
        None => Ok(()),
        Some(_) => Err(format!(
            "the plan has a step \"set\" for a drive, and {} is a file: remove the step, or choose a drive",
            file.display()
        )),
    }
}

#[cfg(test)]
pub(super) mod tests;
