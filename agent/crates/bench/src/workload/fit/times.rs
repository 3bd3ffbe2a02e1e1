//! Whether the times of a run and what ends it make sense.

use super::refusal::{WorkloadError, outside, refuse};
use crate::workload::bounds::{DURATION_MAX, SEED_LIMIT};
use crate::workload::request::{Request, Until};
use std::time::Duration;

pub(super) fn check_times(request: &Request) -> Result<(), WorkloadError> {
    let in_range = |time: &Duration| (Duration::from_millis(1)..=DURATION_MAX).contains(time);
    if request.seed >= SEED_LIMIT {
        return outside("the seed", format!("at most {}", SEED_LIMIT - 1));
    }
    if request.ramp > DURATION_MAX {
        return outside("the ramp", "at most 7 days");
    }
    match &request.until {
        Until::Elapsed(time) if !in_range(time) => outside("the duration", "1 ms to 7 days"),
        Until::Bytes { at_most, .. } | Until::Fills { at_most, .. } if !in_range(at_most) => {
            outside("the duration", "1 ms to 7 days")
        }
        Until::Bytes { bytes: 0, .. } | Until::Fills { thousandths: 0, .. } => {
            outside("the amount to move", "more than nothing")
        }
        Until::Bytes { .. } | Until::Fills { .. } if !request.ramp.is_zero() => refuse(
            "a run that ends after a number of bytes or fills has no ramp: what the ramp moves would not be counted",
            "leave the ramp out",
        ),
        Until::SteadyState(steady) if steady.round.subsec_nanos() != 0 || steady.round.is_zero() => {
            outside("the length of a round", "whole seconds, at least one")
        }
        Until::SteadyState(steady) if steady.longest() > DURATION_MAX => {
            outside("the length of all rounds together", "at most 7 days")
        }
        _ => Ok(()),
    }
}
