//! The events of a point of a database.

use crosspoint_bench::plan::DatabasePoint;
use crosspoint_wire::{
    self as wire, DatabaseEnvironment, DatabasePointFinishedEventOutcome as Outcome, DatabaseResult,
    DatabaseSpec,
};
use uuid::Uuid;

use super::super::stop::Stop;
use super::child::Broken;
use super::pgbench::Measured;
use crate::link::outbox::once;
use crate::runtime::clock::now_ms;

/// As the contract has it.
const INTERVALS_MAX: usize = 3600;
const NS_PER_SECOND: f64 = 1e9;

/// A point of a run, as its events name it.
#[derive(Debug, Clone)]
pub(in crate::work::run) struct DatabasePlace {
    run_id: Uuid,
    pub sequence: u16,
    step_path: Vec<u8>,
    database: DatabaseSpec,
    attempt: u8,
    notes: Vec<String>,
}

impl DatabasePlace {
    /// # Errors
    /// If it cannot be reported.
    pub fn of(point: &DatabasePoint, run_id: Uuid, attempt: u8, notes: Vec<String>) -> Result<Self, String> {
        let too_far = |_| format!("point {} is beyond what this agent can report", point.sequence);
        let path: Result<Vec<u8>, _> = point.step_path.iter().map(|&index| u8::try_from(index)).collect();
        let database = serde_json::from_value(point.spec.describe())
            .map_err(|error| format!("{} cannot be reported: {error}", point.spec))?;
        Ok(Self {
            run_id,
            sequence: u16::try_from(point.sequence).map_err(too_far)?,
            step_path: path.map_err(too_far)?,
            database,
            attempt,
            notes,
        })
    }

    fn event_id(&self, what: &str) -> Uuid {
        once(self.run_id, &format!("{what}/{}/{}", self.sequence, self.attempt))
    }

    fn attempt(&self) -> Option<u8> {
        (self.attempt > 0).then_some(self.attempt)
    }

    fn warnings(&self, others: Vec<String>) -> Vec<String> {
        self.notes.iter().cloned().chain(others).collect()
    }

    /// Transactions begin.
    pub fn started(
        &self,
        environment: DatabaseEnvironment,
        warnings: Vec<String>,
    ) -> wire::DatabasePointStartedEvent {
        wire::DatabasePointStartedEvent {
            attempt: self.attempt(),
            database: self.database.clone(),
            environment,
            id: self.event_id("databasePointStarted"),
            point_sequence: self.sequence,
            run_id: self.run_id,
            sequence: None,
            step_path: self.step_path.clone(),
            time_ms: now_ms(),
            warnings: self.warnings(warnings),
        }
    }

    /// However it ended.
    pub fn finished(
        &self,
        measured: &Result<Measured, Broken>,
        warnings: Vec<String>,
    ) -> wire::DatabasePointFinishedEvent {
        let (outcome, reason) = outcome(measured);
        let result = measured.as_ref().ok().map(result);
        wire::DatabasePointFinishedEvent {
            attempt: self.attempt(),
            database: self.database.clone(),
            elapsed_ns: measured.as_ref().map_or(0, elapsed_ns),
            id: self.event_id("databasePointFinished"),
            outcome,
            point_sequence: self.sequence,
            reason,
            result,
            run_id: self.run_id,
            sequence: None,
            step_path: self.step_path.clone(),
            time_ms: now_ms(),
            warnings: self.warnings(warnings),
        }
    }
}

fn outcome(measured: &Result<Measured, Broken>) -> (Outcome, Option<String>) {
    match measured {
        Ok(_) => (Outcome::Complete, None),
        Err(Broken::Failed(reason)) => (Outcome::Failed, Some(reason.clone())),
        Err(Broken::Stopped(Stop::Skip(reason))) => (Outcome::Skipped, Some(reason.clone())),
        Err(Broken::Stopped(Stop::Cancel(reason))) => (Outcome::Interrupted, Some(reason.clone())),
        Err(Broken::Stopped(Stop::Suspend)) => {
            (Outcome::Interrupted, Some("the agent was stopped".to_owned()))
        }
    }
}

/// The time by which pgbench itself divides its transactions.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "not negative; the cast saturates, and NaN becomes 0"
)]
fn elapsed_ns(measured: &Measured) -> u64 {
    let summary = &measured.summary;
    if summary.transactions_per_second <= 0.0 {
        return 0;
    }
    (summary.transactions as f64 / summary.transactions_per_second * NS_PER_SECOND).round() as u64
}

fn result(measured: &Measured) -> DatabaseResult {
    let Measured {
        transactions,
        summary,
    } = measured;
    let latencies = &transactions.latencies;
    let histogram = latencies.histogram();
    let has_any = latencies.count() > 0;
    let (interval_seconds, timeline) = transactions.timeline(INTERVALS_MAX);
    DatabaseResult {
        failed: summary.failed.max(transactions.failed),
        histogram: latencies.encode(),
        interval_seconds,
        latency_ns_max: has_any.then(|| histogram.max()),
        latency_ns_mean: latencies.mean_ns(),
        latency_ns_min: has_any.then(|| histogram.min()),
        latency_ns_stddev: transactions.stddev_ns(),
        timeline,
        transactions: summary.transactions,
        transactions_per_second: summary.transactions_per_second,
    }
}
