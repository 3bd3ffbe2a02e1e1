//! The steps of a plan, read by their kind.

use super::field::{Field, PlanError};
use super::point::POINTS_MAX;
use super::set::DriveSettings;
use super::sweep::Sweep;
use crate::notation::quoted;

/// Most steps of a plan.
const STEPS_MAX: usize = 64;

/// One step of a plan.
#[derive(Debug, Clone, PartialEq)]
pub enum Step {
    /// Sets something of the drive for the rest of the plan.
    Set(DriveSettings),
    /// Measures every combination of its axes.
    Sweep(Box<Sweep>),
}

pub(super) fn read_steps(list: &Field<'_>) -> Result<Vec<Step>, PlanError> {
    let mut steps = Vec::new();
    let mut points = 0;
    for field in list.items(STEPS_MAX)? {
        let step = read_step(&field)?;
        if let Step::Sweep(sweep) = &step {
            points += sweep.len();
        }
        if points > POINTS_MAX {
            return Err(field.error(format!(
                "with this step the plan has more than {POINTS_MAX} points"
            )));
        }
        steps.push(step);
    }
    if points == 0 {
        return Err(list.error("no step measures: give a sweep"));
    }
    Ok(steps)
}

fn read_step(field: &Field<'_>) -> Result<Step, PlanError> {
    let kind = field.any_object()?.required("kind")?;
    match kind.text()? {
        "sweep" => Sweep::read(field).map(|sweep| Step::Sweep(Box::new(sweep))),
        "set" => DriveSettings::read(field).map(Step::Set),
        unknown => Err(kind.error(format!(
            "there is no step {} in this version: use sweep or set, or update Crosspoint",
            quoted(unknown)
        ))),
    }
}
