//! Walks a run's steps to its end, and reports all of it.

use std::time::Duration;

use crosspoint_bench::content::Data;
use crosspoint_bench::plan::{DriveSettings, Spec};
use crosspoint_bench::workload::Until;
use crosspoint_wire::{self as wire, PointFinishedEventOutcome, RunFinishedEventOutcome as Outcome};

use super::child::{StopSignal, measure};
use super::invocation::Invocation;
use super::permission::write_right;
use super::prepared::Prepared;
use super::reporter::Reporter;
use super::runs::Runs;
use super::steps::{PlannedPoint, Step};
use crate::link::outbox::once;
use crate::runtime::clock::now_ms;
use crate::work::journal::State;
use crate::work::settings::setting::Setting;

/// The tool says something every second; a drive may stall for as long as the kernel's own timeout (30 s) and more.
const SILENCE_MAX: Duration = Duration::from_secs(90);

/// Why a run ends before its last step.
struct End {
    outcome: Outcome,
    /// For a person.
    reason: String,
}

impl End {
    fn failed(reason: String) -> Self {
        Self {
            outcome: Outcome::Failed,
            reason,
        }
    }

    fn interrupted(reason: String) -> Self {
        Self {
            outcome: Outcome::Interrupted,
            reason,
        }
    }
}

impl Runs {
    /// Walks every step and reports all of it. Call after [`Self::reserve`] and after the journal has the command.
    pub async fn execute(&self, prepared: Prepared, stop: StopSignal) {
        let (run_id, command_id) = (prepared.run_id, prepared.command_id);
        tracing::info!(%run_id, target = %prepared.target.display(), steps = prepared.steps.len(), "run started");
        let started = wire::RunStartedEvent {
            id: once(run_id, "runStarted"),
            run_id,
            sequence: None,
            time_ms: now_ms(),
        };
        self.ledger.report(started).await;
        let walked = self.walk(&prepared, &stop).await;
        self.restores.put_back(run_id, &self.drives).await;
        if let Some(block_name) = prepared.target.file_name().and_then(|name| name.to_str()) {
            self.drives.look_again(block_name);
        }
        let (outcome, reason) = match walked {
            Ok(()) => (Outcome::Complete, None),
            Err(end) if end.outcome == Outcome::Interrupted && self.is_cancelled(run_id) => {
                (Outcome::Cancelled, Some(end.reason))
            }
            Err(end) => (end.outcome, Some(end.reason)),
        };
        tracing::info!(%run_id, %outcome, reason, "run finished");
        // The target is free before the end is told: whoever hears of it may ask for the next run at once.
        drop(prepared);
        self.ledger.finish_run(command_id, run_id, outcome, reason).await;
        self.release(run_id);
    }

    async fn walk(&self, prepared: &Prepared, stop: &StopSignal) -> Result<(), End> {
        for step in &prepared.steps {
            if let Some(reason) = stop.borrow().clone() {
                return Err(End::interrupted(reason));
            }
            match step {
                Step::Set(settings) => self.set(prepared, settings).await?,
                Step::Measure(point) => self.point(prepared, point, stop).await?,
            }
        }
        Ok(())
    }

    /// Makes settings for the rest of the run; one that is refused fails the run, whose figures would mislead.
    async fn set(&self, prepared: &Prepared, settings: &DriveSettings) -> Result<(), End> {
        let Some(target) = &prepared.drive else {
            return Err(End::failed(
                "the target is not a drive and has no settings".to_owned(),
            ));
        };
        let may = self.may_set(settings, &target.drive);
        may.map_err(|reason| End::failed(format!("the settings of the drive were not changed: {reason}")))?;
        for setting in Setting::of_run(settings, target.nsid) {
            let changed = self
                .restores
                .change(prepared.run_id, &self.drives, &target.drive, &setting)
                .await;
            changed.map_err(|failure| {
                End::failed(format!("the {setting} could not be set: {}", failure.reason))
            })?;
        }
        Ok(())
    }

    /// Measures one point.
    async fn point(&self, prepared: &Prepared, point: &PlannedPoint, stop: &StopSignal) -> Result<(), End> {
        if let Err(reason) = self.may_still(prepared, &point.spec).await {
            let reason = format!("{} was not started: {reason}", point.name());
            return Err(End::failed(reason));
        }
        let state = State::AtPoint(Box::new(point.place.clone()));
        let written = self.ledger.write_down(prepared.command_id, state).await;
        written.map_err(End::failed)?;
        let invocation = Invocation {
            uring_bench: self.uring_bench.clone(),
            target: prepared.target.clone(),
            namespace_id: prepared.drive.as_ref().map(|target| target.nsid),
            file_identity: prepared.file,
            write: write_right(prepared, &point.spec),
            document: point.document.clone(),
            silence_max: silence_max(&point.spec),
        };
        let reporter = Reporter {
            runs: self,
            at: &point.place,
            prepared,
        };
        let ending = measure(&invocation, stop.clone(), &reporter).await;
        let asked_to_stop = ending.stopped.clone();
        let event = point.place.finished(ending, now_ms());
        let (outcome, reason) = (event.outcome, event.reason.clone().unwrap_or_default());
        self.ledger.report(event).await;
        match (outcome, asked_to_stop) {
            (PointFinishedEventOutcome::Complete | PointFinishedEventOutcome::Skipped, _) => Ok(()),
            // Whoever ended the run meant all of it, and no one point.
            (PointFinishedEventOutcome::Interrupted, Some(reason)) => Err(End::interrupted(reason)),
            (PointFinishedEventOutcome::Interrupted, None) => {
                Err(End::interrupted(format!("{}: {reason}", point.name())))
            }
            (PointFinishedEventOutcome::Failed, _) => Err(End::failed(format!("{}: {reason}", point.name()))),
        }
    }
}

/// Verified data are read back when all is written, without a word, which takes about as long as writing them did.
fn silence_max(spec: &Spec) -> Duration {
    if spec.stream.data != Data::Verified || !spec.writes() {
        return SILENCE_MAX;
    }
    SILENCE_MAX
        + spec.ramp
        + match &spec.until {
            Until::Elapsed(duration) => *duration,
            Until::Bytes { at_most, .. } | Until::Fills { at_most, .. } => *at_most,
            Until::SteadyState(steady) => steady.longest(),
        }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::steps::{points, tests::read_steps};
    use super::*;

    #[test]
    fn reading_verified_data_back_is_no_silence() {
        let limit = |data: &str, read_percent: u8| {
            let sweep = json!({"kind": "sweep", "pattern": "sequential", "blockBytes": 4096, "readPercent": read_percent,
                "data": data, "rampSeconds": 10, "fills": 2, "durationSeconds": 3600});
            let steps = read_steps(&[sweep]).unwrap();
            let seconds = points(&steps)
                .map(|point| silence_max(&point.spec).as_secs())
                .next();
            seconds.unwrap()
        };
        assert_eq!([limit("incompressible", 0), limit("verified", 100)], [90, 90]);
        assert_eq!(limit("verified", 0), 90 + 10 + 3600);
    }
}
