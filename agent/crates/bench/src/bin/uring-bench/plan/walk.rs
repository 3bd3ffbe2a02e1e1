//! Walking a plan: measuring, waiting, discarding, and telling the walk what came of it.

use super::list::{describe, place_of};
use crate::cli::PlanArguments;
use crate::exit;
use crate::measure::{exit_code, measure};
use crate::measurement::Measurement;
use crate::output::Report;
use crate::prepare::Bench;
use crate::signals::Signals;
use crate::stop::Stop;
use crosspoint_bench::output::{self, Failure, FailureKind};
use crosspoint_bench::plan::{Action, Feedback, Measurement as Planned, Plan, Walk};
use crosspoint_bench::random::SplitMix64;
use crosspoint_bench::workload::SEED_LIMIT;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How often a pause looks whether it is to end.
const LOOK_AGAIN: Duration = Duration::from_millis(50);

/// Walks a plan; returns the exit code.
pub fn walk(
    plan: &Plan,
    arguments: &PlanArguments,
    seed: u64,
    report: &mut dyn Report,
    signals: &Signals,
) -> Result<u8, Stop> {
    // Each measurement has a sequence of its own: were it the same one, it would find in the drive's cache what the one
    // before had left there.
    let mut seeds = SplitMix64::new(seed);
    let longest: Vec<Measurement> = plan
        .actions(|_| Vec::new())
        .iter()
        .filter_map(|action| match action {
            Action::Measure(planned) => Some(measurement(planned, 0)),
            _ => None,
        })
        .collect();
    let bench = Bench::open(&arguments.target, &arguments.how, &longest, plan.writes())?;
    // All are fitted before the first one starts: a mistake in the last shows at once. What the target cannot do is skipped in
    // its turn.
    for point in &longest {
        match bench.fit(&point.request) {
            Err(stop) if !is_skipped(&stop, longest.len() > 1) => return Err(stop),
            _ => {}
        }
    }
    let mut walking = Walking {
        bench,
        report,
        signals,
        is_series: longest.len() > 1,
        of: u32::try_from(plan.points().len())
            .ok()
            .filter(|_| !plan.goes_by_results()),
        code: exit::GOOD,
    };
    let mut walk = Walk::new(plan);
    let mut found = 0;
    while let Some(action) = walk.action().cloned() {
        let Some(feedback) = walking.act(&action, seeds.below(SEED_LIMIT))? else {
            return Ok(walking.code);
        };
        walk.tell(&feedback);
        walk.findings()[found..]
            .iter()
            .for_each(|finding| walking.report.finding(finding));
        found = walk.findings().len();
    }
    Ok(walking.conclude(&walk))
}

fn measurement(planned: &Planned, seed: u64) -> Measurement {
    Measurement {
        name: planned.name(),
        engine: planned.engine(),
        request: planned.request(seed),
    }
}

/// Whether a point that cannot be measured is left out, as an agent does: the others of its plan can be.
fn is_skipped(stop: &Stop, is_series: bool) -> bool {
    is_series && stop.failure.kind == Some(FailureKind::Unsupported)
}

struct Walking<'a> {
    bench: Bench<'a>,
    report: &'a mut dyn Report,
    signals: &'a Signals,
    /// There is more than one measurement.
    is_series: bool,
    /// How many points there are, if that does not depend on what comes of them.
    of: Option<u32>,
    code: u8,
}

impl Walking<'_> {
    /// What came of an action; nothing if the walk is to end with it.
    fn act(&mut self, action: &Action, seed: u64) -> Result<Option<Feedback>, Stop> {
        if let Action::Measure(planned) = action {
            return self.measure(planned, seed);
        }
        self.report.step(&output::Step {
            step_path: action.step_path().to_vec(),
            name: describe(action),
        });
        let done = match action {
            Action::Idle { duration, .. } => self.idle(*duration),
            Action::Purge { .. } => {
                self.bench.discard()?;
                true
            }
            // A plan with such a step has been refused.
            Action::Set { .. }
            | Action::Ask { .. }
            | Action::PutBack { .. }
            | Action::SelfTest { .. }
            | Action::Measure(_)
            | Action::Transact(_) => false,
        };
        if done && self.signals.received().is_none() {
            return Ok(Some(Feedback::Done));
        }
        self.code = self
            .signals
            .received()
            .map_or(exit::INCOMPLETE, |signal| 128 + signal);
        Ok(None)
    }

    fn measure(&mut self, planned: &Planned, seed: u64) -> Result<Option<Feedback>, Stop> {
        let first = planned.first();
        if self.is_series {
            self.report.point(&output::Point {
                index: first.sequence,
                of: self.of,
                name: planned.name(),
                place: Some(place_of(first)),
            });
        }
        let Measurement { engine, request, .. } = measurement(planned, seed);
        let outcome = match self
            .bench
            .fit(&request)
            .and_then(|workload| measure(&self.bench, engine, workload, self.report))
        {
            Ok(outcome) => outcome,
            Err(stop) if is_skipped(&stop, self.is_series) => {
                self.report.step(&output::Step {
                    step_path: first.step_path.clone(),
                    name: format!("skipped: {}", stop.failure.message),
                });
                return Ok(Some(Feedback::Skipped {
                    reason: stop.failure.message,
                }));
            }
            // The first one shows whether there is any use in going on.
            Err(stop) if first.sequence == 0 => return Err(stop),
            Err(stop) => {
                self.report.failure(&stop.failure);
                self.code = self.code.max(exit::INCOMPLETE);
                return Ok(Some(Feedback::Failed {
                    reason: stop.failure.message,
                }));
            }
        };
        self.code = self.code.max(exit_code(&outcome, self.signals));
        if self.signals.received().is_some() || self.report.stop_requested() {
            return Ok(None);
        }
        Ok(Some(match &outcome.failure {
            Some(failure) => Feedback::Failed {
                reason: failure.message.clone(),
            },
            None => Feedback::Measured {
                points: planned.measured(&outcome.result),
            },
        }))
    }

    /// Sends nothing; false if it was to end before.
    fn idle(&mut self, duration: Duration) -> bool {
        let end = Instant::now() + duration;
        while Instant::now() < end {
            if self.report.stop_requested() {
                return false;
            }
            sleep(LOOK_AGAIN.min(end - Instant::now()));
        }
        true
    }

    fn conclude(&mut self, walk: &Walk) -> u8 {
        let conclusion = walk.conclusion();
        if let (Some(reason), true) = (conclusion.reason, conclusion.points > 1) {
            self.report.incomplete(&Failure {
                message: reason,
                remedy: None,
                errno: None,
                kind: None,
            });
        }
        if conclusion.complete && conclusion.skipped < conclusion.points {
            self.code
        } else {
            self.code.max(exit::INCOMPLETE)
        }
    }
}
