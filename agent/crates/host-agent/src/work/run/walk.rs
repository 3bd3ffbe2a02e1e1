//! Walks a run's points to its end, and reports all of it.

use crosspoint_wire::{self as wire, PlanPoint, PointFinishedEventOutcome, RunFinishedEventOutcome};

use super::child::{StopSignal, measure};
use super::events::PointRef;
use super::invocation::Invocation;
use super::permission::write_right;
use super::prepared::Prepared;
use super::reporter::Reporter;
use super::runs::Runs;
use crate::link::outbox::once;
use crate::runtime::clock::now_ms;
use crate::work::journal::State;
use crate::work::setting::Setting;

impl Runs {
    /// Runs every point and reports all of it. Call after [`Self::reserve`] and after the journal has the command.
    pub async fn execute(&self, prepared: Prepared, stop: StopSignal) {
        let (run_id, command_id) = (prepared.run_id, prepared.command_id);
        tracing::info!(%run_id, target = %prepared.target.display(), points = prepared.points.len(), "run started");
        let started = wire::RunStartedEvent {
            id: once(run_id, "runStarted"),
            run_id,
            sequence: None,
            time_ms: now_ms(),
        };
        self.ledger.report(started).await;

        let (mut outcome, mut reason) = self.change_settings(&prepared).await;
        for (point_index, point) in (0u16..).zip(&prepared.points) {
            if outcome != RunFinishedEventOutcome::Complete {
                break;
            }
            (outcome, reason) = self
                .point(PointRef { run_id, point_index }, &prepared, point, &stop)
                .await;
        }
        self.restores.put_back(run_id, &self.drives).await;
        if outcome == RunFinishedEventOutcome::Interrupted && self.is_cancelled(run_id) {
            outcome = RunFinishedEventOutcome::Cancelled;
        }
        if let Some(block_name) = prepared.target.file_name().and_then(|name| name.to_str()) {
            self.drives.look_again(block_name);
        }
        tracing::info!(%run_id, %outcome, reason, "run finished");
        self.ledger.finish_run(command_id, run_id, outcome, reason).await;
        self.release(run_id);
    }

    /// Makes the settings that the run asks for; one that is refused fails the run, whose figures would mislead.
    async fn change_settings(&self, prepared: &Prepared) -> (RunFinishedEventOutcome, Option<String>) {
        let (Some(settings), Some(target)) = (&prepared.settings, &prepared.drive) else {
            return (RunFinishedEventOutcome::Complete, None);
        };
        for setting in Setting::of_run(settings, target.nsid) {
            let changed = self
                .restores
                .change(prepared.run_id, &self.drives, &target.drive, &setting)
                .await;
            if let Err(failure) = changed {
                let reason = format!("the {setting} could not be set: {}", failure.reason);
                return (RunFinishedEventOutcome::Failed, Some(reason));
            }
        }
        (RunFinishedEventOutcome::Complete, None)
    }

    /// Measures one point; the outcome is the run's if it ends here.
    async fn point(
        &self,
        at: PointRef,
        prepared: &Prepared,
        point: &PlanPoint,
        stop: &StopSignal,
    ) -> (RunFinishedEventOutcome, Option<String>) {
        if let Some(reason) = stop.borrow().clone() {
            return (RunFinishedEventOutcome::Interrupted, Some(reason));
        }
        if let Err(reason) = self.may_still(prepared, point).await {
            let reason = format!(
                "point {} ({}) was not started: {reason}",
                at.point_index + 1,
                point.name
            );
            return (RunFinishedEventOutcome::Failed, Some(reason));
        }
        let state = State::AtPoint {
            run_id: at.run_id,
            point_index: at.point_index,
        };
        if let Err(reason) = self.ledger.write_down(prepared.command_id, state).await {
            return (RunFinishedEventOutcome::Failed, Some(reason));
        }
        let invocation = Invocation {
            uring_bench: self.uring_bench.clone(),
            target: prepared.target.clone(),
            namespace_id: prepared.drive.as_ref().map(|target| target.nsid),
            file_identity: prepared.file,
            write: write_right(prepared, point),
            point: point.clone(),
        };
        let ending = measure(
            &invocation,
            stop.clone(),
            &Reporter {
                runs: self,
                at,
                prepared,
            },
        )
        .await;
        let event = at.finished(ending, now_ms());
        let outcome = match event.outcome {
            PointFinishedEventOutcome::Complete => RunFinishedEventOutcome::Complete,
            PointFinishedEventOutcome::Interrupted => RunFinishedEventOutcome::Interrupted,
            PointFinishedEventOutcome::Failed => RunFinishedEventOutcome::Failed,
        };
        let reason = event
            .reason
            .as_ref()
            .map(|reason| format!("point {} ({}): {reason}", at.point_index + 1, point.name));
        self.ledger.report(event).await;
        (outcome, reason)
    }
}
