//! A body that is measured again and again, until its figures no longer differ.

use super::ending::{TOO_FEW_ROUNDS, rounds};
use super::kind::Kind;
use super::tracked::{TRACKED_MAX, Until, read_until};
use super::tree::{ReadBody, Rounds, Step};
use crate::plan::field::{Field, PlanError};

/// What a body may hold.
const BODY: [Kind; 4] = [Kind::Sweep, Kind::Fill, Kind::Streams, Kind::Idle];

impl Rounds {
    pub(super) fn read(step: &Field<'_>, body: ReadBody) -> Result<Self, PlanError> {
        let fields = step.object(&["kind", "roundsMax", "until", "steps"])?;
        let most = fields.required("roundsMax")?;
        let rounds_max = rounds(&fields, "roundsMax")?.unwrap_or_default();
        let until = fields.get("until");
        let read = |field: &Field<'_>| read_until(field, rounds_max);
        let read_until = until.as_ref().map(read).transpose()?;
        let steps = body(&fields.required("steps")?, "rounds", &BODY)?;
        if let (Some(until), Some(field)) = (&read_until, &until) {
            if rounds_max < until.criterion.window_rounds {
                return Err(most.error(TOO_FEW_ROUNDS));
            }
            check_tracked(field, until, &steps)?;
        }
        Ok(Rounds {
            rounds_max: u32::try_from(rounds_max).expect("at most a thousand"),
            until: read_until,
            steps,
        })
    }
}

fn check_tracked(field: &Field<'_>, until: &Until, body: &[Step]) -> Result<(), PlanError> {
    let list = field.any_object()?.required("tracked")?.items(TRACKED_MAX)?;
    for (tracked, item) in until.tracked.iter().zip(list) {
        let counts = body.iter().map(|step| step.count(&tracked.named));
        let count = counts.fold(0_usize, usize::saturating_add);
        if count != 1 {
            return Err(item.error(format_args!(
                "it must name one point of the body, and names {count}"
            )));
        }
    }
    Ok(())
}
