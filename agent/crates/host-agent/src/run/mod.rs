//! A benchmark run: may it run here, and then point after point, to its end, though the server is away.

pub mod child;
pub mod convert;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crosspoint_bench::output::{Line, Start};
use crosspoint_wire::{
    self as wire, BenchmarkTarget, PlanPoint, PointFinishedEventOutcome, RunFinishedEventOutcome,
};
use tokio::sync::watch;
use uuid::Uuid;

use crate::drives::Drives;
use crate::journal::{Journal, State};
use crate::outbox::{Outbox, now_ms, once};
use crate::policy::Policy;
use child::{Invocation, Listener, StopSignal, WriteRight, measure};
use convert::PointRef;

/// What runs need, and which are running.
pub struct Runs {
    /// The drives.
    pub drives: Arc<Drives>,
    /// Where events go.
    pub outbox: Outbox,
    /// The command journal.
    pub journal: Arc<Mutex<Journal>>,
    /// uring-bench.
    pub uring_bench: PathBuf,
    /// The policy file.
    pub policy: PathBuf,
    /// The scratch file, once it is made.
    pub scratch: watch::Receiver<Option<wire::ScratchFile>>,
    running: Mutex<HashMap<Uuid, Running>>,
}

struct Running {
    target: PathBuf,
    /// Two namespaces of one drive are one drive.
    serial: Option<String>,
    stop: watch::Sender<Option<String>>,
    is_cancelled: bool,
}

/// A run that may start, with everything that was decided about it.
#[derive(Debug)]
pub struct Prepared {
    command_id: Uuid,
    run_id: Uuid,
    target: PathBuf,
    write: WriteRight,
    /// Serial that the tool must find behind the path; a path can move to another drive.
    serial: Option<String>,
    firmware: Option<String>,
    points: Vec<PlanPoint>,
}

impl Runs {
    /// No run is running yet.
    #[must_use]
    pub fn new(
        drives: Arc<Drives>,
        outbox: Outbox,
        journal: Arc<Mutex<Journal>>,
        uring_bench: PathBuf,
        policy: PathBuf,
        scratch: watch::Receiver<Option<wire::ScratchFile>>,
    ) -> Self {
        Self {
            drives,
            outbox,
            journal,
            uring_bench,
            policy,
            scratch,
            running: Mutex::default(),
        }
    }

    /// Decides whether a run may start here. An error is the reason to decline it, for a person.
    ///
    /// # Errors
    /// Why not.
    pub async fn prepare(&self, command: wire::StartBenchmarkCommand) -> Result<Prepared, String> {
        let writes = command.plan.points.iter().any(|point| point.read_percent < 100);
        let mut prepared = match &command.target {
            BenchmarkTarget::Namespace(target) => {
                let found = self.drives.find_namespace(&target.drive, target.nsid)?;
                let serial = target.drive.serial.clone();
                let mut write = WriteRight::None;
                if writes {
                    self.may_write(&serial, command.confirmed_serial.as_deref(), &found.block_name)
                        .await?;
                    write = WriteRight::Serial(serial.clone());
                }
                Prepared {
                    command_id: command.id,
                    run_id: command.run_id,
                    target: Path::new("/dev").join(&found.block_name),
                    write,
                    serial: Some(serial),
                    firmware: Some(found.firmware),
                    points: Vec::new(),
                }
            }
            BenchmarkTarget::ScratchFile(target) => {
                let scratch = self
                    .scratch
                    .borrow()
                    .clone()
                    .filter(|scratch| scratch.path == target.path);
                let scratch = scratch
                    .ok_or_else(|| format!("this host does not offer the scratch file {}", target.path))?;
                Prepared {
                    command_id: command.id,
                    run_id: command.run_id,
                    target: scratch.path.into(),
                    write: if writes {
                        WriteRight::File
                    } else {
                        WriteRight::None
                    },
                    serial: None,
                    firmware: None,
                    points: Vec::new(),
                }
            }
        };
        let is_same = |running: &Running| {
            running.target == prepared.target
                || (running.serial.is_some() && running.serial == prepared.serial)
        };
        if self.running().values().any(is_same) {
            return Err(format!(
                "another run is measuring {} at this moment",
                prepared.target.display()
            ));
        }
        prepared.points = command.plan.points;
        Ok(prepared)
    }

    /// Both keys, and no use of the drive. The tool itself checks serial and use again before it writes.
    async fn may_write(&self, serial: &str, confirmed: Option<&str>, block_name: &str) -> Result<(), String> {
        let policy = Policy::read(&self.policy).map_err(|error| error.to_string())?;
        if !policy.allows_writing(serial) {
            return Err(format!(
                "the plan writes, and this host does not allow writing to {serial}: its administrator can add the serial to allow_destructive in {}",
                self.policy.display()
            ));
        }
        if confirmed != Some(serial) {
            return Err(format!(
                "the plan writes, and nobody confirmed it by typing the serial {serial}"
            ));
        }
        let reasons = self.drives.reasons_not_to_write(block_name).await;
        if reasons.is_empty() {
            return Ok(());
        }
        Err(format!(
            "the plan writes, and drive {serial} is in use: {}",
            reasons.join("; ")
        ))
    }

    /// Takes the target; from here on no other run starts on it.
    pub fn reserve(&self, prepared: &Prepared) -> StopSignal {
        let (stop, signal) = watch::channel(None);
        let running = Running {
            target: prepared.target.clone(),
            serial: prepared.serial.clone(),
            stop,
            is_cancelled: false,
        };
        self.running().insert(prepared.run_id, running);
        signal
    }

    /// Gives the target of a run back that does not start after all.
    pub fn release(&self, run_id: Uuid) {
        self.running().remove(&run_id);
    }

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
        self.report(started).await;

        let (mut outcome, mut reason) = (RunFinishedEventOutcome::Complete, None);
        for (point_index, point) in (0u16..).zip(&prepared.points) {
            (outcome, reason) = self
                .point(PointRef { run_id, point_index }, &prepared, point, &stop)
                .await;
            if outcome != RunFinishedEventOutcome::Complete {
                break;
            }
        }
        if outcome == RunFinishedEventOutcome::Interrupted
            && self
                .running()
                .get(&run_id)
                .is_some_and(|running| running.is_cancelled)
        {
            outcome = RunFinishedEventOutcome::Cancelled;
        }
        tracing::info!(%run_id, %outcome, reason, "run finished");
        self.finish(command_id, run_id, outcome, reason).await;
        self.release(run_id);
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
        let state = State::AtPoint {
            run_id: at.run_id,
            point_index: at.point_index,
        };
        if let Err(error) = self.journal().set(prepared.command_id, state) {
            return (
                RunFinishedEventOutcome::Failed,
                Some(format!("the command journal cannot be written: {error}")),
            );
        }
        let invocation = Invocation {
            uring_bench: self.uring_bench.clone(),
            target: prepared.target.clone(),
            write: if point.read_percent < 100 {
                prepared.write.clone()
            } else {
                WriteRight::None
            },
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
        self.report(event).await;
        (outcome, reason)
    }

    /// Asks a run to stop in order. False if it is not running here.
    pub fn cancel(&self, run_id: Uuid) -> bool {
        match self.running().get_mut(&run_id) {
            Some(running) => {
                running.is_cancelled = true;
                running
                    .stop
                    .send_replace(Some("cancelled by the server".to_owned()));
                true
            }
            None => false,
        }
    }

    /// Asks every run to stop, because the agent does.
    pub fn stop_all(&self) {
        for running in self.running().values() {
            running
                .stop
                .send_replace(Some("the agent was stopped".to_owned()));
        }
    }

    /// Whether nothing is running.
    pub fn is_idle(&self) -> bool {
        self.running().is_empty()
    }

    /// Reports the runs that a crash interrupted. Nothing of them is done again.
    pub async fn settle_interrupted(&self) {
        let unsettled = self.journal().unsettled();
        for (command_id, state) in unsettled {
            let reason = "the agent or its host went down during it".to_owned();
            match state {
                State::AtPoint { run_id, point_index } => {
                    let ending = convert::Ending {
                        stopped: Some(reason.clone()),
                        ..convert::Ending::default()
                    };
                    // The server takes an event id once: if the point's real end is already there, this one is ignored.
                    self.report(PointRef { run_id, point_index }.finished(ending, now_ms()))
                        .await;
                    self.finish(
                        command_id,
                        run_id,
                        RunFinishedEventOutcome::Interrupted,
                        Some(reason),
                    )
                    .await;
                }
                State::Accepted { run_id: Some(run_id) } => {
                    self.finish(
                        command_id,
                        run_id,
                        RunFinishedEventOutcome::Interrupted,
                        Some(reason),
                    )
                    .await;
                }
                State::Accepted { run_id: None } | State::Settled => {
                    self.settle(command_id, Err(reason)).await;
                }
            }
        }
    }

    async fn finish(
        &self,
        command_id: Uuid,
        run_id: Uuid,
        outcome: RunFinishedEventOutcome,
        reason: Option<String>,
    ) {
        let is_good = matches!(
            outcome,
            RunFinishedEventOutcome::Complete | RunFinishedEventOutcome::Cancelled
        );
        let result = if is_good {
            Ok(())
        } else {
            Err(reason.clone().unwrap_or_default())
        };
        let id = once(run_id, "runFinished");
        self.report(wire::RunFinishedEvent {
            id,
            outcome,
            reason,
            run_id,
            sequence: None,
            time_ms: now_ms(),
        })
        .await;
        self.settle(command_id, result).await;
    }

    /// Reports the end of a command, then forgets it; in this order, because the report may be repeated.
    pub async fn settle(&self, command_id: Uuid, result: Result<(), String>) {
        let (outcome, reason) = match result {
            Ok(()) => (wire::CommandEventOutcome::Succeeded, None),
            Err(reason) => (wire::CommandEventOutcome::Failed, Some(reason)),
        };
        self.report_command(command_id, outcome, reason).await;
        if let Err(error) = self.journal().set(command_id, State::Settled) {
            tracing::error!(%error, "the command journal cannot be written");
        }
    }

    /// Reports what became of a command.
    pub async fn report_command(
        &self,
        command_id: Uuid,
        outcome: wire::CommandEventOutcome,
        reason: Option<String>,
    ) {
        let id = once(command_id, &outcome.to_string());
        self.report(wire::CommandEvent {
            command_id,
            id,
            outcome,
            reason,
            sequence: None,
            time_ms: now_ms(),
        })
        .await;
    }

    async fn report(&self, event: impl Into<wire::AgentEvent>) {
        if let Err(error) = self.outbox.result(event).await {
            tracing::error!(%error, "a result could not be spooled");
        }
    }

    /// The command journal.
    pub fn journal(&self) -> MutexGuard<'_, Journal> {
        self.journal.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn running(&self) -> MutexGuard<'_, HashMap<Uuid, Running>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Turns the lines of one point into events.
struct Reporter<'a> {
    runs: &'a Runs,
    at: PointRef,
    prepared: &'a Prepared,
}

impl Listener for Reporter<'_> {
    async fn line(&self, line: Line) -> Option<String> {
        match line {
            Line::Start(start) => {
                let objection = wrong_drive(&start, self.prepared.serial.as_deref());
                let firmware = self.prepared.firmware.clone();
                self.runs
                    .report(self.at.started(*start, firmware, now_ms()))
                    .await;
                objection
            }
            Line::Second(second) => {
                self.runs.report(self.at.second(second, now_ms())).await;
                None
            }
            Line::Result(_) | Line::Error(_) | Line::Unknown => None,
        }
    }
}

/// The tool says which serial it found behind the path; figures of another drive would be worse than none.
fn wrong_drive(start: &Start, expected: Option<&str>) -> Option<String> {
    let expected = expected?;
    let found = start.target.serial.as_deref().unwrap_or("no serial");
    (found != expected).then(|| {
        format!(
            "{} belongs to {found} now, not to {expected}: the drives were renamed",
            start.target.path
        )
    })
}
