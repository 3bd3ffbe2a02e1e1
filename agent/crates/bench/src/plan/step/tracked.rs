//! What rounds wait for.

use super::ending::{read_criterion, read_tracked};
use super::named::Named;
use crate::plan::field::{Field, PlanError};
use crate::plan::spec::Spec;
use crate::steady_state::Criterion;
use crate::workload::Tracked;

const UNTIL_FIELDS: &[&str] = &[
    "kind",
    "windowRounds",
    "excursionPercent",
    "slopePercent",
    "tracked",
];
const TRACKED_FIELDS: &[&str] = &[
    "metric",
    "stream",
    "pattern",
    "blockBytes",
    "readPercent",
    "threads",
    "queueDepth",
];
/// Most figures that a steady state is judged by.
pub(super) const TRACKED_MAX: usize = 8;

/// Steady state in each of some figures.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::plan) struct Until {
    /// When a figure is steady.
    pub criterion: Criterion,
    /// The figures.
    pub tracked: Vec<TrackedPoint>,
}

/// A figure of one point of the body.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::plan) struct TrackedPoint {
    /// Which figure.
    pub metric: Tracked,
    pub(super) named: Named,
}

impl TrackedPoint {
    /// Whether it is a figure of this point.
    pub fn is_of(&self, spec: &Spec) -> bool {
        self.named.is(spec)
    }
}

pub(super) fn read_until(field: &Field<'_>, rounds_max: usize) -> Result<Until, PlanError> {
    let fields = field.object(UNTIL_FIELDS)?;
    fields.required("kind")?.choice(&[("steadyState", ())])?;
    let criterion = read_criterion(&fields, Some(rounds_max))?;
    let tracked = fields.required("tracked")?.items(TRACKED_MAX)?;
    Ok(Until {
        criterion,
        tracked: tracked.iter().map(read_point).collect::<Result<_, _>>()?,
    })
}

fn read_point(field: &Field<'_>) -> Result<TrackedPoint, PlanError> {
    let fields = field.object(TRACKED_FIELDS)?;
    Ok(TrackedPoint {
        metric: read_tracked(&fields.required("metric")?)?,
        named: Named::read(&fields)?,
    })
}
