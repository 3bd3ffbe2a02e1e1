//! How far a step is.

use super::action::Action;
use super::rounds::RoundsSoFar;
use super::trials::{Trial, Trials};
use super::values::{self, ValuesSoFar};
use crate::plan::database::DatabaseSpec;
use crate::plan::point::{Parameter, Raised};
use crate::plan::setting::DriveSettings;
use crate::plan::spec::Spec;
use crate::plan::step::{Criterion, Search, Step, round6};
use crate::workload::{self, Depth, StreamRequest, Until};

/// How far a step is.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Cursor {
    /// A step of one action, not yet asked for.
    Ahead,
    /// A step that has asked for all that it does.
    Behind,
    /// The next point of a sweep.
    Sweep(usize),
    /// The next number of clients.
    Database(usize),
    Rounds(RoundsSoFar),
    Each(ValuesSoFar),
    Search(Trials),
}

/// What a step wants next.
pub(super) enum Next {
    Do(Action),
    Measure(Batch),
    Transact(Box<DatabaseSpec>),
    /// Its body, from the beginning.
    Body,
    Over,
}

/// What is to be measured at once.
pub(super) struct Batch {
    pub step_path: Vec<u32>,
    pub specs: Vec<Spec>,
    pub raised: Option<Raised>,
    pub criteria: Vec<Criterion>,
}

impl Cursor {
    pub(super) fn new(step: &Step, settings: &DriveSettings) -> Self {
        match step {
            Step::Sweep(_) => Cursor::Sweep(0),
            Step::Database(_) => Cursor::Database(0),
            Step::Rounds(rounds) => Cursor::Rounds(RoundsSoFar::new(rounds)),
            Step::Each(each) => Cursor::Each(ValuesSoFar::new(each, settings)),
            Step::Search(search) => Cursor::Search(Trials::new(search.grid(), search.confirm().is_some())),
            Step::Purge(_)
            | Step::Set(_)
            | Step::Fill(_)
            | Step::Streams(_)
            | Step::SelfTest(_)
            | Step::Idle(_) => Cursor::Ahead,
        }
    }

    pub(super) fn next(&mut self, step: &Step, step_path: Vec<u32>) -> Next {
        match (self, step) {
            (cursor @ Cursor::Ahead, _) => {
                *cursor = Cursor::Behind;
                of_one_action(step, step_path)
            }
            (Cursor::Sweep(next), Step::Sweep(sweep)) if *next < sweep.len() => {
                *next += 1;
                measure(step_path, vec![sweep.spec(*next - 1)])
            }
            (Cursor::Database(next), Step::Database(database)) => match database.spec(*next) {
                Some(spec) => {
                    *next += 1;
                    Next::Transact(Box::new(spec))
                }
                None => Next::Over,
            },
            (Cursor::Rounds(rounds), _) if !rounds.is_over() => Next::Body,
            (Cursor::Each(values), _) => of_values(values, step_path),
            (Cursor::Search(trials), Step::Search(search)) => match trials.next() {
                Ok(trial) => of_trial(search, trial, &step_path),
                Err(_) => Next::Over,
            },
            _ => Next::Over,
        }
    }
}

fn of_one_action(step: &Step, step_path: Vec<u32>) -> Next {
    match step {
        Step::Purge(method) => Next::Do(Action::Purge {
            step_path,
            method: *method,
        }),
        Step::Set(settings) => Next::Do(Action::Set {
            step_path,
            settings: settings.clone(),
        }),
        Step::Idle(duration) => Next::Do(Action::Idle {
            step_path,
            duration: *duration,
        }),
        Step::SelfTest(test) => Next::Do(Action::SelfTest {
            step_path,
            test: *test,
        }),
        Step::Fill(fill) => measure(step_path, vec![fill.spec()]),
        Step::Streams(streams) => measure(step_path, streams.specs()),
        Step::Sweep(_) | Step::Rounds(_) | Step::Each(_) | Step::Search(_) | Step::Database(_) => Next::Over,
    }
}

fn measure(step_path: Vec<u32>, specs: Vec<Spec>) -> Next {
    Next::Measure(Batch {
        step_path,
        specs,
        raised: None,
        criteria: Vec::new(),
    })
}

fn of_values(values: &mut ValuesSoFar, step_path: Vec<u32>) -> Next {
    let setting = values.setting();
    match values.next() {
        values::Next::Ask => Next::Do(Action::Ask { step_path, setting }),
        values::Next::Set(settings) => Next::Do(Action::Set { step_path, settings }),
        values::Next::PutBack => Next::Do(Action::PutBack {
            step_path,
            setting,
            to: values.before().get(setting),
        }),
        values::Next::Body => Next::Body,
        values::Next::Over => Next::Over,
    }
}

/// The body of a search at the value of a trial.
fn of_trial(search: &Search, trial: Trial, step_path: &[u32]) -> Next {
    let mut specs = match search.body() {
        Step::Sweep(sweep) => vec![sweep.spec(0)],
        Step::Streams(streams) => streams.specs(),
        _ => Vec::new(),
    };
    for spec in &mut specs {
        raise(&mut spec.stream, search.raise(), trial.value);
        for other in &mut spec.beside {
            raise(other, search.raise(), trial.value);
        }
        if let (true, Some(longer)) = (trial.confirms, search.confirm()) {
            spec.until = Until::Elapsed(longer);
        }
    }
    Next::Measure(Batch {
        step_path: [step_path, &[0]].concat(),
        specs,
        raised: Some(Raised {
            parameter: search.raise(),
            value: trial.value,
            confirms: trial.confirms,
        }),
        criteria: search.criteria().to_vec(),
    })
}

fn raise(stream: &mut StreamRequest, parameter: Parameter, value: f64) {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "whole, and bounded by the largest depth and number of threads when it was read"
    )]
    let whole = value as u32;
    match (parameter, &mut stream.load, &mut stream.depth) {
        (Parameter::Rate, workload::Load::Open { rate_per_second, .. }, _) => {
            *rate_per_second = round6(*rate_per_second * value)
        }
        (Parameter::QueueDepth, _, Depth::PerThread { depth, .. }) => *depth = whole,
        (Parameter::Threads, _, Depth::PerThread { threads, .. }) => *threads = whole,
        _ => {}
    }
}
