//! Plans: files that describe many loads, in YAML (JSON is YAML as well). The built-in plans of
//! `packages/catalog` have this form.
//!
//! A file holds one plan or a list of them. A plan has `id`, `name`, `description`, `reads_only` (no point of
//! it may write), a `seed` and `sweeps`. A sweep has one point for each combination of its axes; each axis is a
//! value or a list of values, and they vary in this order, the last one fastest:
//!
//! | axis | values |
//! | --- | --- |
//! | `engine` | `io_uring` (default), `passthrough`, `sync`, `null`, each with `+poll` and `+sqpoll` |
//! | `pattern` | `random`, `sequential` |
//! | `distribution` | `uniform` (default), `zipf:1.1`, `hotspot:90/10` |
//! | `data` | `incompressible` (default), `compressible:2`, `verified` |
//! | `align_bytes` | a size, or `block` (default) for that of each operation |
//! | `block_bytes` or `block_mix` | a size; `"512:10,4k:60,64k:30"` |
//! | `read_percent` | 0 to 100 |
//! | `threads` and `queue_depth`, or `threads_max` and `total_depth` | for each thread, or split over threads |
//! | `rate_per_second` | open loop: operations per second; a closed loop without it |
//!
//! The rest is the same for all points of a sweep: `pace` (`fixed`, `poisson`) of an open loop, `ramp_s`,
//! `span_percent`, and what ends a point: `duration_s` alone, or `fills`, `bytes` or `steady_state`, which
//! `duration_s` then limits.

mod axes;
mod ending;
mod field;
mod name;
mod point;
mod sweep;

pub use field::PlanError;
pub use point::{POINTS_MAX, Point};

use crate::random::SplitMix64;
use crate::workload::SEED_LIMIT;
use field::{Field, Object};
use serde_json::Value;
use serde_saphyr::UserMessageFormatter;
use std::collections::HashSet;

/// Largest plan file, in bytes.
pub const FILE_BYTES_MAX: usize = 1 << 20;
/// Most values of a file, with those that its aliases repeat.
const VALUES_MAX: usize = 20_000;
/// Most plans of a file.
const PLANS_MAX: usize = 256;
const FIELDS: &[&str] = &["id", "name", "description", "reads_only", "seed", "sweeps"];

/// A plan, expanded.
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
    /// What is measured, in this order; at least one.
    pub points: Vec<Point>,
}

/// A file with plans, of which none is checked before it is asked for.
#[derive(Debug, Clone, PartialEq)]
pub struct PlanFile(Value);

impl PlanFile {
    /// Reads the text of a file. JSON is YAML too, so that one reader does for both.
    pub fn parse(text: &str) -> Result<Self, PlanError> {
        if text.len() > FILE_BYTES_MAX {
            return Err(PlanError::of_file(format!(
                "it is larger than {FILE_BYTES_MAX} bytes"
            )));
        }
        let options = serde_saphyr::options! {
            budget: serde_saphyr::budget! { max_nodes: VALUES_MAX },
            with_snippet: false,
        };
        serde_saphyr::from_str_with_options(text, options)
            .map(PlanFile)
            .map_err(|error| PlanError::of_file(error.render_with_formatter(&UserMessageFormatter)))
    }

    /// The plan of this id, or the only one.
    pub fn plan(&self, id: Option<&str>, seed: u64) -> Result<Plan, PlanError> {
        let plans = self.plans()?;
        let ids: Vec<&str> = plans.iter().map(|plan| plan_id(plan)).collect::<Result<_, _>>()?;
        let known = ids.join(", ");
        let index = match id {
            None if plans.len() == 1 => 0,
            None => {
                return Err(PlanError::of_file(format!(
                    "it has several plans: say which of {known}"
                )));
            }
            Some(id) => match ids
                .iter()
                .enumerate()
                .filter(|(_, each)| **each == id)
                .collect::<Vec<_>>()[..]
            {
                [(index, _)] => index,
                [] => {
                    return Err(PlanError::of_file(format!(
                        "it has no plan {id}; there are {known}"
                    )));
                }
                _ => return Err(PlanError::of_file(format!("it has more than one plan {id}"))),
            },
        };
        read_plan(&plans[index], seed)
    }

    fn plans(&self) -> Result<Vec<Field<'_>>, PlanError> {
        let root = Field::root(&self.0);
        match self.0 {
            Value::Array(_) => root.items(PLANS_MAX),
            _ => Ok(vec![root]),
        }
    }
}

fn plan_id<'a>(plan: &Field<'a>) -> Result<&'a str, PlanError> {
    plan.object(FIELDS)?.required("id")?.text()
}

/// Reads a plan whose points draw from `seed`, if it has none of its own.
fn read_plan(plan: &Field<'_>, seed: u64) -> Result<Plan, PlanError> {
    let fields = plan.object(FIELDS)?;
    let description = fields.get("description").map(|field| field.text()).transpose()?;
    let reads_only = fields.get("reads_only").map(|field| field.flag()).transpose()?;
    let seed = fields
        .get("seed")
        .map(|field| field.whole(0..=SEED_LIMIT - 1))
        .transpose()?
        .unwrap_or(seed);
    let plan = Plan {
        id: fields.required("id")?.text()?.to_owned(),
        name: fields.required("name")?.text()?.to_owned(),
        description: description.unwrap_or_default().to_owned(),
        reads_only: reads_only.unwrap_or(false),
        points: read_points(&fields, seed)?,
    };
    let writes = |point: &Point| {
        point
            .request
            .streams
            .iter()
            .any(|stream| stream.read_percent < 100)
    };
    match plan.points.iter().find(|point| writes(point)) {
        Some(point) if plan.reads_only => {
            let message = format!("it says that no point writes, but \"{}\" does", point.name);
            Err(fields.required("reads_only")?.error(message))
        }
        _ => Ok(plan),
    }
}

fn read_points(plan: &Object<'_>, seed: u64) -> Result<Vec<Point>, PlanError> {
    // Each point has a sequence of its own: were it the same one, a point would find in the drive's cache what
    // the one before it had left there.
    let mut seeds = SplitMix64::new(seed);
    let mut points = Vec::new();
    let mut names = HashSet::new();
    for field in plan.required("sweeps")?.items(POINTS_MAX)? {
        let sweep = sweep::Sweep::read(&field)?;
        if points.len() + sweep.len() > POINTS_MAX {
            return Err(field.error(format!(
                "with this sweep the plan has more than {POINTS_MAX} points"
            )));
        }
        for point in sweep.points(|| seeds.below(SEED_LIMIT)) {
            if !names.insert(point.name.clone()) {
                return Err(field.error(format!("another point measures \"{}\" already", point.name)));
            }
            points.push(point);
        }
    }
    Ok(points)
}

#[cfg(test)]
mod tests;
