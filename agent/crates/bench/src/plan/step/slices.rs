//! Slices of a measurement, whose slow operations are counted.

use super::ending::longest;
use crate::histogram::LATENCY_NS_MAX;
use crate::plan::field::{Field, Object, PlanError};
use crate::workload::{DURATION_MAX, SLICES_MAX, Slices, THRESHOLDS_MAX, Until};
use std::time::Duration;

/// The slices that a step asks for.
pub(super) fn read_slices(fields: &Object<'_>, until: &Until) -> Result<Option<Slices>, PlanError> {
    let Some(field) = fields.get("slices") else {
        return Ok(None);
    };
    let of = field.object(&["seconds", "overNs"])?;
    let seconds = of.required("seconds")?;
    let slices = Slices {
        every: Duration::from_secs(seconds.whole(1..=DURATION_MAX.as_secs())?),
        over_ns: read_thresholds(&of.required("overNs")?)?,
    };
    check_count(&seconds, &slices, longest(until))?;
    Ok(Some(slices))
}

/// Refuses more slices than a point can report; `at` is to blame.
pub(super) fn check_count(at: &Field<'_>, slices: &Slices, longest: Duration) -> Result<(), PlanError> {
    if longest.as_secs().div_ceil(slices.every.as_secs()) <= SLICES_MAX.into() {
        return Ok(());
    }
    let seconds = longest.as_secs();
    Err(at.error(format_args!(
        "a point of up to {seconds} s would have more than {SLICES_MAX} slices"
    )))
}

fn read_thresholds(field: &Field<'_>) -> Result<Vec<u64>, PlanError> {
    let thresholds = field.differing(THRESHOLDS_MAX, read_latency)?;
    if !thresholds.is_sorted() {
        return Err(field.error("list them in ascending order"));
    }
    Ok(thresholds)
}

/// A latency that a histogram holds.
pub(super) fn read_latency(field: &Field<'_>) -> Result<u64, PlanError> {
    field.whole(1..=LATENCY_NS_MAX)
}
