//! The steps of a plan, read by their kind.

mod axes;
mod criterion;
mod each;
mod ending;
mod fill;
mod grid;
mod load;
mod named;
mod nesting;
mod purge;
mod rounds;
mod search;
mod set;
mod slices;
mod streams;
mod sweep;

pub use criterion::{Criterion, Limit};
pub use each::Each;
pub use fill::Fill;
pub use purge::PurgeMethod;
pub use rounds::Rounds;
pub use search::Search;
pub use streams::Streams;
pub use sweep::Sweep;

pub(super) use each::OFFERED_MAX;
pub(super) use grid::{Grid, round6};
pub(super) use search::CONFIRMATIONS_MAX;

use super::field::{Field, PlanError, either};
use super::point::POINTS_MAX;
use super::setting::DriveSettings;
use crate::notation::quoted;
use crate::workload::{DURATION_MAX, Slices};
use named::Named;
use std::time::Duration;

/// Most steps of a list.
const STEPS_MAX: usize = 64;
/// Most words about the state of a target.
pub(super) const WORDS_MAX: usize = 16;
/// Kinds of the language that this version does not know yet.
const LATER: [&str; 1] = ["database"];

/// One step of a plan.
#[derive(Debug, Clone, PartialEq)]
pub enum Step {
    /// Destroys all that the target holds.
    Purge(PurgeMethod),
    /// Sets something of the drive for the rest of the plan.
    Set(DriveSettings),
    /// Writes the target over, to bring it into a state.
    Fill(Box<Fill>),
    /// Measures every combination of its axes.
    Sweep(Box<Sweep>),
    /// Measures several loads at once.
    Streams(Box<Streams>),
    /// Its body again and again.
    Rounds(Box<Rounds>),
    /// Its body once for every value of a setting.
    Each(Box<Each>),
    /// Raises a parameter of its body until a criterion fails.
    Search(Box<Search>),
    /// Sends nothing for a time.
    Idle(Duration),
}

/// The kinds of step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Purge,
    Set,
    Fill,
    Sweep,
    Streams,
    Rounds,
    Each,
    Search,
    Idle,
}

impl Kind {
    const ALL: [Kind; 9] = [
        Kind::Purge,
        Kind::Set,
        Kind::Fill,
        Kind::Sweep,
        Kind::Streams,
        Kind::Rounds,
        Kind::Each,
        Kind::Search,
        Kind::Idle,
    ];

    fn name(self) -> &'static str {
        match self {
            Kind::Purge => "purge",
            Kind::Set => "set",
            Kind::Fill => "fill",
            Kind::Sweep => "sweep",
            Kind::Streams => "streams",
            Kind::Rounds => "rounds",
            Kind::Each => "each",
            Kind::Search => "search",
            Kind::Idle => "idle",
        }
    }

    fn names(kinds: &[Kind]) -> String {
        let names: Vec<&str> = kinds.iter().map(|kind| kind.name()).collect();
        either(&names)
    }
}

/// The steps of a plan.
pub(super) fn read_steps(list: &Field<'_>) -> Result<Vec<Step>, PlanError> {
    nesting::check(list)?;
    let fields = list.items(STEPS_MAX)?;
    let read = |field| read_step(field, None, &Kind::ALL);
    let steps = fields.iter().map(read).collect::<Result<Vec<Step>, _>>()?;
    let mut points = 0_usize;
    for (step, field) in steps.iter().zip(&fields) {
        points = points.saturating_add(step.points_max());
        if points > POINTS_MAX {
            return Err(field.error(format!(
                "with this step the plan has more than {POINTS_MAX} points"
            )));
        }
    }
    check_words(list, &steps)?;
    if !steps.iter().any(Step::measures) {
        return Err(list.error("no step measures: give a sweep, streams or search"));
    }
    Ok(steps)
}

/// The steps in a step, which may be of these kinds.
fn read_body(list: &Field<'_>, within: &'static str, kinds: &[Kind]) -> Result<Vec<Step>, PlanError> {
    let read = |field: &Field<'_>| read_step(field, Some(within), kinds);
    list.items(STEPS_MAX)?.iter().map(read).collect()
}

fn read_step(field: &Field<'_>, within: Option<&str>, kinds: &[Kind]) -> Result<Step, PlanError> {
    Ok(
        match read_kind(&field.any_object()?.required("kind")?, within, kinds)? {
            Kind::Purge => Step::Purge(PurgeMethod::read(field)?),
            Kind::Set => Step::Set(set::read_set(field)?),
            Kind::Fill => Step::Fill(Fill::read(field)?.into()),
            Kind::Sweep => Step::Sweep(Sweep::read(field)?.into()),
            Kind::Streams => Step::Streams(Streams::read(field)?.into()),
            Kind::Rounds => Step::Rounds(Rounds::read(field)?.into()),
            Kind::Each => Step::Each(Each::read(field)?.into()),
            Kind::Search => Step::Search(Search::read(field)?.into()),
            Kind::Idle => Step::Idle(read_idle(field)?),
        },
    )
}

fn read_kind(field: &Field<'_>, within: Option<&str>, kinds: &[Kind]) -> Result<Kind, PlanError> {
    let name = field.text()?;
    let known = Kind::ALL.into_iter().find(|kind| kind.name() == name);
    let named = quoted(name);
    match (known, within) {
        (Some(kind), _) if kinds.contains(&kind) => Ok(kind),
        (Some(_), Some(within)) => Err(field.error(format_args!(
            "a step {named} cannot stand in {within}: use {}",
            Kind::names(kinds)
        ))),
        _ if LATER.contains(&name) => Err(field.error(format_args!(
            "the step {named} is not in this version: update Crosspoint"
        ))),
        _ => Err(field.error(format_args!(
            "there is no step {named} in this version: use {}, or update Crosspoint",
            Kind::names(&Kind::ALL)
        ))),
    }
}

fn read_idle(step: &Field<'_>) -> Result<Duration, PlanError> {
    let fields = step.object(&["kind", "seconds"])?;
    let seconds = fields.required("seconds")?.whole(1..=DURATION_MAX.as_secs())?;
    Ok(Duration::from_secs(seconds))
}

/// Each purge, fill and rounds may add a word to what a point says of the state that it found.
fn check_words(list: &Field<'_>, steps: &[Step]) -> Result<(), PlanError> {
    let mut placed = Vec::new();
    place_steps(steps, &[], &mut placed);
    let mut words = 0;
    for (path, step) in placed {
        match step {
            Step::Purge(_) => words = 1,
            Step::Fill(_) | Step::Rounds(_) => words += 1,
            _ => {}
        }
        if words > WORDS_MAX {
            let place = super::point::place(&path);
            let message = format!("more than {WORDS_MAX} steps since the last purge precondition the drive");
            return Err(list.error_within(place.trim_start_matches("steps"), message));
        }
    }
    Ok(())
}

/// Every step of a list with its path, one before those within it.
pub(super) fn place_steps<'a>(steps: &'a [Step], within: &[u32], placed: &mut Vec<(Vec<u32>, &'a Step)>) {
    for (step, index) in steps.iter().zip(0..) {
        let path = [within, &[index]].concat();
        placed.push((path.clone(), step));
        place_steps(step.steps(), &path, placed);
    }
}

impl Step {
    /// The steps within it.
    pub fn steps(&self) -> &[Step] {
        match self {
            Step::Rounds(rounds) => rounds.steps(),
            Step::Each(each) => each.steps(),
            Step::Search(search) => search.steps(),
            _ => &[],
        }
    }

    /// Whether it may change a byte of the target by itself, without the steps within it.
    pub fn writes(&self) -> bool {
        match self {
            Step::Purge(_) | Step::Fill(_) => true,
            Step::Sweep(sweep) => sweep.writes(),
            Step::Streams(streams) => streams.writes(),
            _ => false,
        }
    }

    fn measures(&self) -> bool {
        matches!(self, Step::Sweep(_) | Step::Streams(_)) || self.steps().iter().any(Step::measures)
    }

    /// Most points that it can come to, counted from its axes; or more than any plan may have.
    pub(super) fn points_max(&self) -> usize {
        let body = || {
            self.steps()
                .iter()
                .map(Step::points_max)
                .fold(0_usize, usize::saturating_add)
        };
        match self {
            Step::Purge(_) | Step::Set(_) | Step::Idle(_) => 0,
            Step::Fill(_) => 1,
            Step::Sweep(sweep) => sweep.len(),
            Step::Streams(streams) => streams.len(),
            Step::Rounds(rounds) => body().saturating_mul(rounds.rounds_max() as usize),
            Step::Each(each) => body().saturating_mul(each.values_max()),
            Step::Search(search) => body().saturating_mul(search.measurements_max()),
        }
    }

    /// How many of its points have these values.
    fn count(&self, named: &Named) -> usize {
        match self {
            Step::Sweep(sweep) => sweep.count(named),
            Step::Streams(streams) => streams.count(named),
            _ => 0,
        }
    }

    fn slices(&self) -> Option<&Slices> {
        match self {
            Step::Sweep(sweep) => sweep.slices(),
            Step::Streams(streams) => streams.slices(),
            _ => None,
        }
    }
}
