//! Reading steps by their kind.

use super::database::Database;
use super::fill::Fill;
use super::kind::Kind;
use super::nesting;
use super::purge::PurgeMethod;
use super::self_test::SelfTest;
use super::set;
use super::streams::Streams;
use super::sweep::Sweep;
use super::tree::{Each, Rounds, Search, Step, place_steps};
use crate::notation::quoted;
use crate::plan::field::{Field, PlanError};
use crate::plan::point::{POINTS_MAX, place};
use crate::workload::DURATION_MAX;
use std::time::Duration;

/// Most steps of a list.
const STEPS_MAX: usize = 64;
/// Most words about the state of a target.
pub(in crate::plan) const WORDS_MAX: usize = 16;

/// The server makes other steps of it, for the model of the drive.
const GENERATED: &str = "ratedFigures";

/// The steps of a plan.
pub(in crate::plan) fn read_steps(list: &Field<'_>) -> Result<Vec<Step>, PlanError> {
    let steps = read_part(list)?;
    if !steps.iter().any(Step::measures) {
        return Err(list.error("no step measures: give a sweep, streams or search"));
    }
    Ok(steps)
}

/// The steps of a part of a plan, which may have no result.
pub(in crate::plan) fn read_part(list: &Field<'_>) -> Result<Vec<Step>, PlanError> {
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
            Kind::Rounds => Step::Rounds(Rounds::read(field, read_body)?.into()),
            Kind::Each => Step::Each(Each::read(field, read_body)?.into()),
            Kind::Search => Step::Search(Search::read(field, read_body)?.into()),
            Kind::SelfTest => Step::SelfTest(SelfTest::read(field)?),
            Kind::Idle => Step::Idle(read_idle(field)?),
            Kind::Database => Step::Database(Database::read(field)?.into()),
        },
    )
}

fn read_kind(field: &Field<'_>, within: Option<&str>, kinds: &[Kind]) -> Result<Kind, PlanError> {
    let name = field.text()?;
    let known = Kind::ALL.into_iter().find(|kind| kind.name() == name);
    let named = quoted(name);
    match (known, within) {
        (Some(kind), _) if kinds.contains(&kind) => Ok(kind),
        _ if name == GENERATED => Err(field.error(format_args!(
            "the step {named} is for plans that the server launches, and stands in no other step"
        ))),
        (Some(_), Some(within)) => Err(field.error(format_args!(
            "a step {named} cannot stand in {within}: use {}",
            Kind::names(kinds)
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

/// Each purge, fill, rounds and database may add a word to what a point says of the state that it found.
fn check_words(list: &Field<'_>, steps: &[Step]) -> Result<(), PlanError> {
    let mut placed = Vec::new();
    place_steps(steps, &[], &mut placed);
    let mut words = 0;
    for (path, step) in placed {
        match step {
            Step::Purge(_) => words = 1,
            Step::Fill(_) | Step::Rounds(_) | Step::Database(_) => words += 1,
            _ => {}
        }
        if words > WORDS_MAX {
            let at = place(&path);
            let message = format!("more than {WORDS_MAX} steps since the last purge precondition the drive");
            return Err(list.error_within(at.trim_start_matches("steps"), message));
        }
    }
    Ok(())
}
