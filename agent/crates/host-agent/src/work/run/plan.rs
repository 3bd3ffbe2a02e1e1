//! A plan as the agent walks it: read by the one parser of plans, and refused with that parser's error.

use std::path::Path;

use crosspoint_bench::engine::Kind;
use crosspoint_bench::plan::{Plan, Step};
use crosspoint_wire::BenchmarkPlan;
use uuid::Uuid;

use super::place::{PointPlace, name};

/// Reads a plan.
///
/// # Errors
/// What this agent cannot read or do, and where it stands in the plan.
pub(super) fn read(plan: &BenchmarkPlan, run_id: Uuid) -> Result<Plan, String> {
    let cannot = |reason: &dyn std::fmt::Display| format!("this agent cannot read the plan: {reason}");
    let document = serde_json::to_value(plan).map_err(|error| cannot(&error))?;
    let plan = Plan::read(&document).map_err(|error| cannot(&error))?;
    for point in plan.points() {
        if point.spec.engine.kind == Kind::Null {
            return Err(format!(
                "{} measures uring-bench itself and no drive: choose another engine than null",
                name(&point)
            ));
        }
        PointPlace::of(&point, run_id)?;
    }
    Ok(plan)
}

/// Whether it runs a database.
pub(super) fn has_database(plan: &Plan) -> bool {
    plan.placed_steps()
        .iter()
        .any(|(_, step)| matches!(step, Step::Database(_)))
}

/// Refuses for a file what only a drive has: figures measured without it would be taken for figures with it.
///
/// # Errors
/// For a person.
pub(super) fn require_no_drive(plan: &Plan, file: &Path) -> Result<(), String> {
    let kind = if !plan.offered().is_empty() {
        "each"
    } else if !plan.settings().is_empty() {
        "set"
    } else if !plan.purges().is_empty() {
        "purge"
    } else {
        return Ok(());
    };
    Err(format!(
        "the plan has a step \"{kind}\" for a drive, and {} is a file: remove the step, or choose a drive",
        file.display()
    ))
}

#[cfg(test)]
pub(super) mod tests;
