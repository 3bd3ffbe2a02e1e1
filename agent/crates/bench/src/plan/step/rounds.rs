//! A body that is measured again and again, until its figures no longer differ.

use super::ending::{TOO_FEW_ROUNDS, read_criterion, read_tracked, rounds};
use super::named::Named;
use super::{Kind, Step, read_body};
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
const TRACKED_MAX: usize = 8;
/// What a body may hold.
const BODY: [Kind; 4] = [Kind::Sweep, Kind::Fill, Kind::Streams, Kind::Idle];

/// The body, and when it has been measured often enough.
#[derive(Debug, Clone, PartialEq)]
pub struct Rounds {
    rounds_max: u32,
    until: Option<Until>,
    steps: Vec<Step>,
}

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
    named: Named,
}

impl TrackedPoint {
    /// Whether it is a figure of this point.
    pub fn is_of(&self, spec: &Spec) -> bool {
        self.named.is(spec)
    }
}

impl Rounds {
    pub(super) fn read(step: &Field<'_>) -> Result<Self, PlanError> {
        let fields = step.object(&["kind", "roundsMax", "until", "steps"])?;
        let most = fields.required("roundsMax")?;
        let rounds_max = rounds(&fields, "roundsMax")?.unwrap_or_default();
        let until = fields.get("until");
        let read = |field: &Field<'_>| read_until(field, rounds_max);
        let read_until = until.as_ref().map(read).transpose()?;
        let steps = read_body(&fields.required("steps")?, "rounds", &BODY)?;
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

    /// Most rounds; exactly so many without a steady state to wait for.
    pub(in crate::plan) fn rounds_max(&self) -> u32 {
        self.rounds_max
    }

    /// What ends it before.
    pub(in crate::plan) fn until(&self) -> Option<&Until> {
        self.until.as_ref()
    }

    /// The body.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }
}

fn read_until(field: &Field<'_>, rounds_max: usize) -> Result<Until, PlanError> {
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
