//! The walk of a plan, one action at a time: what is next depends on what came of what was before, and on nothing else.

mod action;
mod cursor;
mod feedback;
mod longest;
mod outcome;
mod rounds;
mod state;
mod tally;
mod trials;
mod values;

pub use action::Action;
pub use feedback::{Feedback, Measured, PointOutcome};
pub use tally::Conclusion;

use super::database::DatabaseSpec;
use super::measurement::Measurement;
use super::plan::Plan;
use super::point::{DatabasePoint, Point};
use super::setting::DriveSettings;
use super::step::Step;
use crate::output::{Finding, Found};
use cursor::{Batch, Cursor, Next};
use state::State;
use std::sync::Arc;
use tally::Tally;
use trials::Answer;

/// A plan as it is walked. Whoever walks it does [`action`](Self::action) and [`tell`](Self::tell)s what came of it, once for
/// each, until there is none. The same feedbacks in the same order come to the same place: what a restarted process has
/// written down of a walk is enough to go on with it.
#[derive(Debug, Clone)]
pub struct Walk {
    steps: Arc<[Step]>,
    /// Where it is: in the list of the plan, and within each step in the list of that.
    levels: Vec<Level>,
    action: Option<Action>,
    points: u32,
    state: State,
    tally: Tally,
    findings: Vec<Finding>,
}

/// What a conclusion says where a list of steps was not walked to its end.
const LEFT_OUT: &str = "the steps after it were not run";

/// A list of steps.
#[derive(Debug, Clone)]
struct Level {
    /// The step whose body it is.
    within: Vec<u32>,
    index: u32,
    /// How far the step at `index` is.
    cursor: Option<Cursor>,
}

impl Level {
    fn new(within: Vec<u32>) -> Self {
        Level {
            within,
            index: 0,
            cursor: None,
        }
    }

    fn path(&self) -> Vec<u32> {
        [&self.within[..], &[self.index]].concat()
    }
}

impl Walk {
    /// The walk of `plan`, at its first action.
    pub fn new(plan: &Plan) -> Self {
        let mut walk = Walk {
            steps: plan.steps.clone().into(),
            levels: vec![Level::new(Vec::new())],
            action: None,
            points: 0,
            state: State::default(),
            tally: Tally::default(),
            findings: Vec::new(),
        };
        walk.action = walk.find();
        walk
    }

    /// The walk of `plan` behind these feedbacks.
    pub fn replay(plan: &Plan, feedbacks: impl IntoIterator<Item = Feedback>) -> Self {
        let mut walk = Walk::new(plan);
        feedbacks.into_iter().for_each(|feedback| walk.tell(&feedback));
        walk
    }

    /// What is to be done; `None` at the end.
    pub fn action(&self) -> Option<&Action> {
        self.action.as_ref()
    }

    /// The settings that the plan has made and that are in effect.
    pub fn settings(&self) -> &DriveSettings {
        &self.state.settings
    }

    /// What searches and rounds have come to, in order.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// What the walk has come to.
    pub fn conclusion(&self) -> Conclusion {
        self.tally.conclusion()
    }

    /// What came of [`action`](Self::action). Anything but what an action can come to counts as its failure.
    pub fn tell(&mut self, feedback: &Feedback) {
        let Some(action) = self.action.take() else {
            return;
        };
        let goes_on = self.take(&action, feedback);
        if self.tally.is_hopeless() {
            self.tally.stop("too many failures in a row");
            self.levels.clear();
        } else if !goes_on {
            self.tally.stop(LEFT_OUT);
            match action {
                // Whatever comes after it, in this list or in one around it, would be measured at a setting that nobody knows.
                Action::PutBack { .. } => self.levels.clear(),
                _ => self.end_list(),
            }
        }
        self.action = self.find();
    }

    /// The next action.
    fn find(&mut self) -> Option<Action> {
        let all = Arc::clone(&self.steps);
        loop {
            let level = self.levels.last_mut()?;
            let step_path = level.path();
            let Some(step) = step_at(&all, &step_path) else {
                self.end_list();
                continue;
            };
            let settings = &self.state.settings;
            let cursor = level.cursor.get_or_insert_with(|| Cursor::new(step, settings));
            match cursor.next(step, step_path.clone()) {
                Next::Do(action) => return Some(action),
                Next::Measure(batch) => return Some(self.measure(batch)),
                Next::Transact(spec) => return Some(self.transact(*spec, step_path)),
                Next::Body => self.levels.push(Level::new(step_path)),
                Next::Over => self.end_step(step, step_path),
            }
        }
    }

    /// The rest of the innermost list is left out, or there is none.
    fn end_list(&mut self) {
        self.levels.pop();
        let all = Arc::clone(&self.steps);
        let Some(level) = self.levels.last_mut() else {
            return;
        };
        let step = step_at(&all, &level.path());
        match (&mut level.cursor, step) {
            (Some(Cursor::Rounds(rounds)), Some(Step::Rounds(step))) => rounds.end_round(step),
            (Some(Cursor::Each(values)), _) => values.end_body(),
            _ => {}
        }
    }

    /// A step is over: on to the one behind it.
    fn end_step(&mut self, step: &Step, step_path: Vec<u32>) {
        let Some(level) = self.levels.last_mut() else {
            return;
        };
        level.index += 1;
        match (level.cursor.take(), step) {
            (Some(Cursor::Rounds(rounds)), Step::Rounds(step)) => {
                if let Some(word) = rounds.word(step) {
                    self.state.add(&step_path, word);
                }
                let found = Found::Rounds {
                    rounds: rounds.round(),
                    steady: rounds.is_steady(step),
                };
                self.findings.push(Finding { step_path, found });
            }
            (Some(Cursor::Search(trials)), Step::Search(step)) => {
                let Err(answer) = trials.next() else { return };
                let found = Found::Search {
                    parameter: step.raise().name().to_owned(),
                    highest: answer.highest(),
                    undecided: answer == Answer::Unknown,
                };
                self.findings.push(Finding { step_path, found });
            }
            _ => {}
        }
    }

    /// A point of a database, as things are now: what is before it is of other steps than its own.
    fn transact(&mut self, mut spec: DatabaseSpec, step_path: Vec<u32>) -> Action {
        spec.settings = self.state.settings.clone();
        spec.precondition = self.state.words_but_of(&step_path);
        let sequence = self.points;
        self.points += 1;
        Action::Transact(Box::new(DatabasePoint {
            sequence,
            step_path,
            spec,
        }))
    }

    /// Points of what a step wants measured, as things are now.
    fn measure(&mut self, batch: Batch) -> Action {
        let round = self.levels.iter().rev().find_map(|level| match &level.cursor {
            Some(Cursor::Rounds(rounds)) => Some(rounds.round()),
            _ => None,
        });
        let words = self.state.words();
        let points = batch.specs.into_iter().map(|mut spec| {
            spec.settings = self.state.settings.clone();
            spec.precondition.clone_from(&words);
            let sequence = self.points;
            self.points += 1;
            Point {
                sequence,
                step_path: batch.step_path.clone(),
                round,
                raised: batch.raised,
                spec,
            }
        });
        Action::Measure(Box::new(Measurement {
            points: points.collect(),
            criteria: batch.criteria,
        }))
    }
}

/// The step at a path; `None` behind the last of its list.
fn step_at<'a>(steps: &'a [Step], path: &[u32]) -> Option<&'a Step> {
    let (index, within) = path.split_last()?;
    let list = within
        .iter()
        .try_fold(steps, |list, &index| Some(list.get(index as usize)?.steps()))?;
    list.get(*index as usize)
}
