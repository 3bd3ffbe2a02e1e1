//! What ends a point: time, what it has moved, or steady state.

use super::axes::{read_bytes, read_percent};
use crate::plan::field::{Field, Object, PlanError};
use crate::steady_state::Criterion;
use crate::workload::{DURATION_MAX, SteadyState, Tracked, Until};
use std::time::Duration;

const STEADY_STATE_FIELDS: &[&str] = &[
    "roundSeconds",
    "tracked",
    "windowRounds",
    "excursionPercent",
    "slopePercent",
    "roundsMax",
];

/// Rounds that end before there are enough of them to judge.
pub(super) const TOO_FEW_ROUNDS: &str =
    "roundsMax is below windowRounds: there would never be enough rounds to judge";
/// Most rounds on the way to steady state.
const ROUNDS_MAX: u64 = 1_000;
/// Most times that a point goes through its span.
const FILLS_MAX: f64 = 1_000.0;
/// Length of a round if not said otherwise.
const ROUND_DEFAULT: Duration = Duration::from_secs(60);

/// Whole seconds, at least `least`.
pub(super) fn seconds(fields: &Object<'_>, name: &str, least: u64) -> Result<Option<Duration>, PlanError> {
    let read = |field: Field<'_>| {
        field
            .whole(least..=DURATION_MAX.as_secs())
            .map(Duration::from_secs)
    };
    fields.get(name).map(read).transpose()
}

pub(super) fn read_until(fields: &Object<'_>) -> Result<Until, PlanError> {
    let duration = seconds(fields, "durationSeconds", 1)?;
    let at_most = duration.unwrap_or(DURATION_MAX);
    match (
        fields.get("fills"),
        fields.get("bytes"),
        fields.get("steadyState"),
    ) {
        (None, None, None) => duration.map(Until::Elapsed).ok_or_else(|| {
            fields.error("nothing ends a point: give durationSeconds, fills, bytes or steadyState")
        }),
        (Some(fills), None, None) => Ok(Until::Fills {
            thousandths: read_thousandths(&fills)?,
            at_most,
        }),
        (None, Some(bytes), None) => Ok(Until::Bytes {
            bytes: read_bytes(&bytes)?,
            at_most,
        }),
        (None, None, Some(steady_state)) if duration.is_none() => {
            read_steady_state(&steady_state).map(Until::SteadyState)
        }
        (None, None, Some(steady_state)) => {
            Err(steady_state.error("its rounds say how long it takes: leave durationSeconds out"))
        }
        _ => Err(fields.error("only one of fills, bytes and steadyState can end a point")),
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "at most a million thousandths, and at least one"
)]
pub(super) fn read_thousandths(fills: &Field<'_>) -> Result<u32, PlanError> {
    let thousandths = fills.number(0.001..=FILLS_MAX)? * 1000.0;
    Ok(thousandths.round() as u32)
}

fn read_steady_state(field: &Field<'_>) -> Result<SteadyState, PlanError> {
    let fields = field.object(STEADY_STATE_FIELDS)?;
    let steady_state = SteadyState {
        round: seconds(&fields, "roundSeconds", 1)?.unwrap_or(ROUND_DEFAULT),
        tracked: fields
            .get("tracked")
            .map_or(Ok(Tracked::Iops), |field| read_tracked(&field))?,
        criterion: read_criterion(&fields, rounds(&fields, "roundsMax")?)?,
    };
    if steady_state.criterion.rounds_max < steady_state.criterion.window_rounds {
        return Err(field.error(TOO_FEW_ROUNDS));
    }
    Ok(steady_state)
}

/// When rounds no longer differ; the default is that of the specification.
pub(super) fn read_criterion(fields: &Object<'_>, rounds_max: Option<usize>) -> Result<Criterion, PlanError> {
    let default = Criterion::default();
    let share = |name: &str, default: f64| match fields.get(name) {
        Some(field) => read_percent(&field).map(|percent| f64::from(percent) / 100.0),
        None => Ok(default),
    };
    Ok(Criterion {
        window_rounds: rounds(fields, "windowRounds")?.unwrap_or(default.window_rounds),
        excursion_max: share("excursionPercent", default.excursion_max)?,
        slope_excursion_max: share("slopePercent", default.slope_excursion_max)?,
        rounds_max: rounds_max.unwrap_or(default.rounds_max),
    })
}

/// A number of rounds.
pub(super) fn rounds(fields: &Object<'_>, name: &str) -> Result<Option<usize>, PlanError> {
    let read = |field: Field<'_>| {
        let rounds = field.whole(2..=ROUNDS_MAX)?;
        Ok(usize::try_from(rounds).expect("at most a thousand"))
    };
    fields.get(name).map(read).transpose()
}

pub(super) fn read_tracked(field: &Field<'_>) -> Result<Tracked, PlanError> {
    field.choice(&[
        ("iops", Tracked::Iops),
        ("bandwidth", Tracked::Bandwidth),
        ("meanLatency", Tracked::MeanLatency),
    ])
}

/// How long a point is measured at most.
pub(super) fn longest(until: &Until) -> Duration {
    match until {
        Until::Elapsed(duration) => *duration,
        Until::Bytes { at_most, .. } | Until::Fills { at_most, .. } => *at_most,
        Until::SteadyState(steady) => steady.longest(),
    }
}
