//! Whether the slices that are asked for can be counted.

use super::refusal::{WorkloadError, outside, refuse};
use crate::histogram::{LATENCY_NS_MAX, LATENCY_NS_MIN};
use crate::workload::bounds::{DURATION_MAX, SLICES_MAX, THRESHOLDS_MAX};
use crate::workload::request::{Request, Slices, Until};

/// Slices that a result can hold, of thresholds that a histogram tells apart.
pub(super) fn check_slices(request: &Request) -> Result<(), WorkloadError> {
    let Some(Slices { every, over_ns }) = &request.slices else {
        return Ok(());
    };
    if every.subsec_nanos() != 0 || every.is_zero() || *every > DURATION_MAX {
        return outside("the length of a slice", "whole seconds, at least one");
    }
    let ascending = over_ns.is_sorted_by(|a, b| a < b);
    let in_range = |ns: &u64| (LATENCY_NS_MIN..=LATENCY_NS_MAX).contains(ns);
    if !(1..=THRESHOLDS_MAX).contains(&over_ns.len()) || !ascending || !over_ns.iter().all(in_range) {
        return outside(
            "the latencies that are slow",
            format!("1 to {THRESHOLDS_MAX} of 1 ns to 10 minutes, ascending"),
        );
    }
    if matches!(request.until, Until::SteadyState(_)) {
        return refuse(
            "a run that ends with steady state has no slices: only its last rounds are the result",
            "give a duration, or leave the slices out",
        );
    }
    if request.until.longest().as_nanos().div_ceil(every.as_nanos()) > u128::from(SLICES_MAX) {
        return refuse(
            format!(
                "a run of up to {} s has more than {SLICES_MAX} slices",
                request.until.longest().as_secs()
            ),
            "give longer slices, or a shorter duration",
        );
    }
    Ok(())
}
