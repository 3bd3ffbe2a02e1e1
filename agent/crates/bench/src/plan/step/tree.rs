//! The steps of a plan, and what is asked of all of them.

use super::criterion::Criterion;
use super::database::Database;
use super::fill::Fill;
use super::grid::{CONFIRMATIONS_MAX, Grid};
use super::kind::Kind;
use super::named::Named;
use super::purge::PurgeMethod;
use super::self_test::SelfTest;
use super::streams::Streams;
use super::sweep::Sweep;
use super::tracked::Until;
use crate::plan::field::{Field, PlanError};
use crate::plan::point::Parameter;
use crate::plan::setting::{DriveSettings, OFFERED_MAX, SettingKind, SettingValue};
use crate::workload::Slices;
use std::time::Duration;

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
    /// Has the drive test itself.
    SelfTest(SelfTest),
    /// Sends nothing for a time.
    Idle(Duration),
    /// Runs transactions of a database on the target.
    Database(Box<Database>),
}

/// The body, and when it has been measured often enough.
#[derive(Debug, Clone, PartialEq)]
pub struct Rounds {
    pub(super) rounds_max: u32,
    pub(super) until: Option<Until>,
    pub(super) steps: Vec<Step>,
}

/// The values, and the body.
#[derive(Debug, Clone, PartialEq)]
pub struct Each {
    pub(super) setting: SettingKind,
    pub(super) values: Option<Vec<SettingValue>>,
    pub(super) steps: Vec<Step>,
}

/// What is raised over what, and what must hold.
#[derive(Debug, Clone, PartialEq)]
pub struct Search {
    pub(super) raise: Parameter,
    pub(super) grid: Grid,
    pub(super) confirm: Option<Duration>,
    pub(super) criteria: Vec<Criterion>,
    pub(super) steps: Vec<Step>,
}

impl Rounds {
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

impl Each {
    /// The setting.
    pub fn setting(&self) -> SettingKind {
        self.setting
    }

    /// Its values; every one that the drive offers if `None`.
    pub fn values(&self) -> Option<&[SettingValue]> {
        self.values.as_deref()
    }

    /// Each of its values as a setting to be made.
    pub fn settings(&self) -> Vec<DriveSettings> {
        let values = self.values.iter().flatten();
        let settings = values.filter_map(|value| DriveSettings::one(self.setting, value.clone()));
        settings.collect()
    }

    /// The body.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Most values that it goes through.
    pub(super) fn values_max(&self) -> usize {
        self.values.as_ref().map_or(OFFERED_MAX, Vec::len)
    }
}

impl Search {
    /// What is raised.
    pub(in crate::plan) fn raise(&self) -> Parameter {
        self.raise
    }

    /// The values that it may have.
    pub(in crate::plan) fn grid(&self) -> Grid {
        self.grid
    }

    /// The answer is measured once more, for so long.
    pub(in crate::plan) fn confirm(&self) -> Option<Duration> {
        self.confirm
    }

    /// What must hold.
    pub(in crate::plan) fn criteria(&self) -> &[Criterion] {
        &self.criteria
    }

    /// The body, in a list of its own.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    pub(in crate::plan) fn body(&self) -> &Step {
        &self.steps[0]
    }

    /// How often the body is measured at most.
    pub(super) fn measurements_max(&self) -> usize {
        let confirmations = if self.confirm.is_some() {
            CONFIRMATIONS_MAX
        } else {
            0
        };
        self.grid.trials_max().saturating_add(confirmations as usize)
    }
}

/// Reads the steps within a step of this name, which may be of these kinds. The readers of steps that hold others are given it.
pub(super) type ReadBody = fn(&Field<'_>, &'static str, &[Kind]) -> Result<Vec<Step>, PlanError>;

/// Every step of a list with its path, one before those within it.
pub(in crate::plan) fn place_steps<'a>(
    steps: &'a [Step],
    within: &[u32],
    placed: &mut Vec<(Vec<u32>, &'a Step)>,
) {
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
            Step::Purge(_) | Step::Fill(_) | Step::Database(_) => true,
            Step::Sweep(sweep) => sweep.writes(),
            Step::Streams(streams) => streams.writes(),
            _ => false,
        }
    }

    pub(super) fn measures(&self) -> bool {
        matches!(self, Step::Sweep(_) | Step::Streams(_) | Step::Database(_))
            || self.steps().iter().any(Step::measures)
    }

    /// Most points that it can come to, counted from its axes; or more than any plan may have.
    pub(in crate::plan) fn points_max(&self) -> usize {
        let body = || {
            self.steps()
                .iter()
                .map(Step::points_max)
                .fold(0_usize, usize::saturating_add)
        };
        match self {
            Step::Purge(_) | Step::Set(_) | Step::SelfTest(_) | Step::Idle(_) => 0,
            Step::Fill(_) => 1,
            Step::Database(database) => database.len(),
            Step::Sweep(sweep) => sweep.len(),
            Step::Streams(streams) => streams.len(),
            Step::Rounds(rounds) => body().saturating_mul(rounds.rounds_max() as usize),
            Step::Each(each) => body().saturating_mul(each.values_max()),
            Step::Search(search) => body().saturating_mul(search.measurements_max()),
        }
    }

    /// How many of its points have these values.
    pub(super) fn count(&self, named: &Named) -> usize {
        match self {
            Step::Sweep(sweep) => sweep.count(named),
            Step::Streams(streams) => streams.count(named),
            _ => 0,
        }
    }

    pub(super) fn slices(&self) -> Option<&Slices> {
        match self {
            Step::Sweep(sweep) => sweep.slices(),
            Step::Streams(streams) => streams.slices(),
            _ => None,
        }
    }
}
