//! Plans: what is done to a target, step by step. One language for the plans of `packages/catalog`, the contract between
//! server and agent, and the plan files of `uring-bench`, in YAML or JSON (JSON is YAML as well); one plan a file.
//!
//! A plan has `id`, `name`, `description`, `readsOnly` (no point of it may write) and `steps`, which are walked in order. It
//! may say with `follows` and `departs` which method it is after; these are for people and not looked at here.
//!
//! A step says with `kind` what it is:
//!
//! - `sweep`: one point for each combination of its axes. An axis is a value or a list of values, and they vary in this
//!   order, the last one fastest:
//!
//!   | axis | values |
//!   | --- | --- |
//!   | `engine` | `io_uring` (default), `passthrough`, `sync`, `null`, each with `+poll` and `+sqpoll` |
//!   | `pattern` | `random`, `sequential` |
//!   | `distribution` | `uniform` (default), `zipf:1.1`, `hotspot:90/10` |
//!   | `data` | `incompressible` (default), `compressible:2`, `verified` |
//!   | `alignBytes` | a size, or `block` (default) for that of each operation |
//!   | `blockBytes` or `blockMix` | a size; `"512:10,4k:60,64k:30"` |
//!   | `readPercent` | 0 to 100 |
//!   | `threads` and `queueDepth`, or `threadsMax` and `totalDepth` | for each thread, or split over threads |
//!   | `ratePerSecond` | open loop: operations per second; a closed loop without it |
//!
//!   The rest is the same for all points of a sweep: `pace` (`fixed`, `poisson`) of an open loop, `rampSeconds`,
//!   `spanPercent`, and what ends a point: `durationSeconds` alone, or `fills`, `bytes` or `steadyState`, the first two of
//!   which `durationSeconds` then limits.
//! - `set`: a setting of the drive for the rest of the plan, put back afterwards: `powerState`, `powerGovernor`,
//!   `scheduler`. Only an agent can do it.
//!
//! [`Plan::actions`] walks the steps. A [`Point`] is known by its place in that order and says with its [`Spec`] all that is
//! asked of it, defaults written out.

mod axes;
mod document;
mod ending;
mod field;
mod point;
mod set;
mod spec;
mod step;
mod sweep;
mod wire;

pub use document::FILE_BYTES_MAX;
pub use field::PlanError;
pub use point::{Action, POINTS_MAX, Point, place};
pub use set::DriveSettings;
pub use spec::Spec;
pub use step::Step;
pub use sweep::Sweep;

use field::Field;
use serde_json::Value;

const FIELDS: &[&str] = &[
    "id",
    "name",
    "description",
    "readsOnly",
    "steps",
    "follows",
    "departs",
];

/// A plan.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// Its name for programs.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// What it is for.
    pub description: String,
    /// No point writes.
    pub reads_only: bool,
    /// What is done, in this order; at least one.
    pub steps: Vec<Step>,
}

impl Plan {
    /// Reads the text of a file.
    pub fn parse(text: &str) -> Result<Self, PlanError> {
        Self::read(&document::parse(text)?)
    }

    /// Reads a document.
    pub fn read(document: &Value) -> Result<Self, PlanError> {
        let fields = Field::root(document).object(FIELDS)?;
        let description = fields.get("description").map(|field| field.text()).transpose()?;
        let reads_only = fields.get("readsOnly").map(|field| field.flag()).transpose()?;
        let plan = Plan {
            id: fields.required("id")?.text()?.to_owned(),
            name: fields.required("name")?.text()?.to_owned(),
            description: description.unwrap_or_default().to_owned(),
            reads_only: reads_only.unwrap_or(false),
            steps: step::read_steps(&fields.required("steps")?)?,
        };
        match plan.points().iter().find(|point| point.spec.writes()) {
            Some(point) if plan.reads_only => {
                let step = place(&point.step_path);
                let message = format!("it says that no point writes, but {step} does");
                Err(fields.required("readsOnly")?.error(message))
            }
            _ => Ok(plan),
        }
    }

    /// What is done, in order.
    pub fn actions(&self) -> Vec<Action> {
        let mut actions = Vec::new();
        let mut sequence = 0..;
        for (step, index) in self.steps.iter().zip(0..) {
            let step_path = vec![index];
            match step {
                Step::Set(settings) => actions.push(Action::Set {
                    step_path,
                    settings: settings.clone(),
                }),
                Step::Sweep(sweep) => {
                    let points = sweep.specs().zip(&mut sequence).map(|(spec, sequence)| Point {
                        sequence,
                        step_path: step_path.clone(),
                        round: None,
                        spec,
                    });
                    actions.extend(points.map(|point| Action::Measure(Box::new(point))));
                }
            }
        }
        actions
    }

    /// What is measured, in order.
    pub fn points(&self) -> Vec<Point> {
        let points = self.actions().into_iter().filter_map(|action| match action {
            Action::Measure(point) => Some(*point),
            Action::Set { .. } => None,
        });
        points.collect()
    }
}

#[cfg(test)]
mod tests;
