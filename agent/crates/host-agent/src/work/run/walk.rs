//! Walks a run's plan to its end, action by action, and reports all of it.

use std::time::Duration;

use crosspoint_bench::plan::{Action, Feedback, Walk};
use crosspoint_wire::{self as wire, RunCountersEventMoment as Moment, RunFinishedEventOutcome as Outcome};
use tokio::time::sleep;

use super::asked_test::Asked;
use super::database::OpenDatabase;
use super::prepared::Prepared;
use super::record::{ActionPlace, Record};
use super::runs::Runs;
use super::stop::{Stop, StopSignal, asked_to_stop};
use crate::link::outbox::once;
use crate::runtime::clock::now_ms;

/// How far ahead a start may be set; the server does not set it further.
const START_WAIT_MAX: Duration = Duration::from_secs(600);

/// How often an action that goes on is written down to do so.
const ALIVE_EVERY: Duration = Duration::from_secs(60);

/// A run under way: how far it came, here and on disk.
pub(super) struct Course {
    pub walk: Walk,
    pub record: Record,
    /// What the next point is to be read with: that the agent restarted before it.
    pub notes: Vec<String>,
    /// The database of the step that is walked, from its first point to its last.
    pub database: Option<OpenDatabase>,
}

impl Course {
    /// Nothing of it was done yet, or what was done stands in the record.
    pub fn new(walk: Walk, record: Record, notes: Vec<String>) -> Self {
        Self {
            walk,
            record,
            notes,
            database: None,
        }
    }
}

/// Of an action: how often it was begun before, and how many self-tests were done before it.
#[derive(Clone, Copy)]
struct Begun {
    attempt: u8,
    self_tests: usize,
}

/// Why a walk ends before its plan does. Reasons are for a person.
pub(super) enum Break {
    /// By a person.
    Cancelled(String),
    /// Figures after it would mislead, or would not be kept.
    Failed(String),
    /// It could go on, and must not.
    Interrupted(String),
    /// The agent is being stopped: it goes on when that starts again.
    Suspended,
}

impl From<Stop> for Break {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Cancel(reason) => Self::Cancelled(reason),
            Stop::Suspend => Self::Suspended,
            Stop::Skip(reason) => Self::Failed(reason),
        }
    }
}

impl Runs {
    /// Walks a plan to its end and reports all of it. Call after [`Self::reserve`] and after the journal has the command.
    pub(super) async fn execute(&self, prepared: Prepared, mut course: Course, stop: StopSignal) {
        let (run_id, command_id) = (prepared.run_id, prepared.command_id);
        tracing::info!(%run_id, target = %prepared.target.display(), "run started");
        let walked = self.walk(&prepared, &mut course, stop).await;
        let walked = match self.close_database(&prepared, course.database.take()).await {
            Err(reason) if walked.is_ok() => Err(Break::Failed(reason)),
            _ => walked,
        };
        self.restores.put_back(run_id, &self.drives).await;
        if !matches!(walked, Err(Break::Suspended)) {
            self.tell_counters(&prepared, Moment::After).await;
        }
        if let Some(block_name) = prepared.target.file_name().and_then(|name| name.to_str()) {
            self.drives.look_again_at_volume(block_name);
        }
        // The target is free before the end is told: whoever hears of it may ask for the next run at once.
        drop(prepared);
        match ended(walked, &course.walk) {
            Some((outcome, reason)) => {
                tracing::info!(%run_id, %outcome, reason, "run finished");
                self.ledger.finish_run(command_id, run_id, outcome, reason).await;
                self.records.forget(run_id);
            }
            None => {
                course.record.suspend().await;
                tracing::info!(%run_id, "run suspended: it goes on when the agent starts again");
            }
        }
        self.release(run_id);
    }

    async fn walk(
        &self,
        prepared: &Prepared,
        course: &mut Course,
        mut stop: StopSignal,
    ) -> Result<(), Break> {
        until_start(prepared.not_before_ms, &mut stop).await?;
        let started = wire::RunStartedEvent {
            id: once(prepared.run_id, "runStarted"),
            run_id: prepared.run_id,
            sequence: None,
            time_ms: now_ms(),
        };
        self.ledger.report(started).await;
        if course.record.is_fresh() {
            self.tell_counters(prepared, Moment::Before).await;
        }
        self.set_again(prepared, course.walk.settings()).await?;
        let run_id = prepared.run_id;
        let mut told = 0;
        while let Some(action) = course.walk.action().cloned() {
            told = self.tell_findings(run_id, course.walk.findings(), told).await;
            if let Some(reason) = stop.borrow().clone() {
                return Err(reason.into());
            }
            self.end_database(prepared, course, &action).await?;
            self.ledger.require_room().map_err(Break::Failed)?;
            let attempt = course.record.begin_next().await;
            let attempt = attempt.map_err(|reason| refused_to_begin(&action, &reason))?;
            let self_tests = course.record.self_tests();
            let begun = Begun { attempt, self_tests };
            let carried = (&mut course.notes, &mut course.database);
            let work = self.carry_out(prepared, carried, &action, begun, &mut stop);
            let feedback = course.record.alive_during(ALIVE_EVERY, work).await?;
            // What waits in memory to be told is not done: after a crash it would be known nowhere.
            self.ledger.require_room().map_err(Break::Failed)?;
            let noted = course.record.end_of(ActionPlace::of(&action), &feedback).await;
            noted.map_err(Break::Failed)?;
            course.walk.tell(&feedback);
        }
        self.tell_findings(run_id, course.walk.findings(), told).await;
        Ok(())
    }

    /// The database of a step is over before anything else is done on its target.
    async fn end_database(
        &self,
        prepared: &Prepared,
        course: &mut Course,
        next: &Action,
    ) -> Result<(), Break> {
        let serves =
            |open: &OpenDatabase| matches!(next, Action::Transact(_)) && open.serves(next.step_path());
        if course.database.as_ref().is_none_or(serves) {
            return Ok(());
        }
        let closed = self.close_database(prepared, course.database.take()).await;
        closed.map_err(Break::Failed)
    }

    async fn carry_out(
        &self,
        prepared: &Prepared,
        (notes, database): (&mut Vec<String>, &mut Option<OpenDatabase>),
        action: &Action,
        Begun { attempt, self_tests }: Begun,
        stop: &mut StopSignal,
    ) -> Result<Feedback, Break> {
        Ok(match action {
            Action::Set { settings, .. } => self.set(prepared, settings).await,
            Action::PutBack { setting, to, .. } => self.set_back(prepared, *setting, to.as_ref()).await,
            Action::Ask { setting, .. } => self.offered(prepared, *setting).await,
            Action::Purge { method, .. } => self.purge(prepared, *method).await,
            Action::Idle { duration, .. } => {
                self.idle(prepared, *duration, stop).await?;
                Feedback::Done
            }
            Action::Transact(point) => {
                let told = (attempt, std::mem::take(notes));
                self.transact(prepared, point, told, database, stop).await?
            }
            Action::SelfTest { step_path, test } => {
                let asked = Asked {
                    step_path,
                    test: *test,
                    number: self_tests,
                    was_begun: attempt > 0,
                };
                self.self_test(prepared, asked, stop).await?
            }
            Action::Measure(measurement) => {
                let notes = std::mem::take(notes);
                self.measure(prepared, measurement, (attempt, notes), stop)
                    .await?
            }
        })
    }
}

/// How the run ended; `None` if it has not.
fn ended(walked: Result<(), Break>, walk: &Walk) -> Option<(Outcome, Option<String>)> {
    match walked {
        Ok(()) => {
            let conclusion = walk.conclusion();
            let outcome = if conclusion.complete {
                Outcome::Complete
            } else {
                Outcome::Failed
            };
            Some((outcome, conclusion.reason))
        }
        Err(Break::Cancelled(reason)) => Some((Outcome::Cancelled, Some(reason))),
        Err(Break::Failed(reason)) => Some((Outcome::Failed, Some(reason))),
        Err(Break::Interrupted(reason)) => Some((Outcome::Interrupted, Some(reason))),
        Err(Break::Suspended) => None,
    }
}

fn refused_to_begin(action: &Action, reason: &str) -> Break {
    let step: Vec<String> = action
        .step_path()
        .iter()
        .map(|index| (index + 1).to_string())
        .collect();
    Break::Interrupted(format!("step {} of the plan: {reason}", step.join(".")))
}

/// Several runs are begun together by waiting for one moment.
async fn until_start(not_before_ms: Option<u64>, stop: &mut StopSignal) -> Result<(), Break> {
    let ahead = not_before_ms.unwrap_or_default().saturating_sub(now_ms());
    if ahead == 0 {
        return Ok(());
    }
    tokio::select! {
        () = sleep(Duration::from_millis(ahead).min(START_WAIT_MAX)) => Ok(()),
        stopped = asked_to_stop(stop) => Err(stopped.into()),
    }
}
