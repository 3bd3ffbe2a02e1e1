//! A benchmark run: may it run here, and then point after point, to its end, though the server is away.

pub mod child;
pub mod convert;
mod memory;
mod permission;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crosspoint_bench::node::FileIdentity;
use crosspoint_bench::output::{Line, Start};
use crosspoint_wire::{
    self as wire, BenchmarkTarget, PlanPoint, PointFinishedEventOutcome, RunFinishedEventOutcome,
};
use tokio::sync::watch;
use uuid::Uuid;

use crate::guard::claims::Claim;
use crate::guard::scratch_file::{self, Scratch};
use crate::link::outbox::once;
use crate::runtime::clock::now_ms;
use crate::telemetry::drives::Drives;
use crate::work::journal::State;
use crate::work::ledger::Ledger;
use crate::work::restore::Restores;
use crate::work::setting::Setting;
use child::{Invocation, Listener, StopSignal, WriteRight, measure};
use convert::PointRef;
use permission::{device_node, write_right};

/// What runs need, and which are running.
pub struct Runs {
    /// The drives.
    pub drives: Arc<Drives>,
    /// Journal and reports.
    pub ledger: Arc<Ledger>,
    /// Settings to put back after a run.
    pub restores: Arc<Restores>,
    /// uring-bench.
    pub uring_bench: PathBuf,
    /// The policy file.
    pub policy: PathBuf,
    /// The scratch file, once it is made.
    pub scratch: watch::Receiver<Option<Scratch>>,
    running: Mutex<HashMap<Uuid, Running>>,
}

struct Running {
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
    /// Drive that the tool must find behind the path; a path can move to another drive. Absent for a scratch file.
    drive: Option<wire::NamespaceTarget>,
    /// File that the tool must find there, as another may take its place. Absent for a drive.
    file: Option<FileIdentity>,
    firmware: Option<String>,
    points: Vec<PlanPoint>,
    settings: Option<wire::RunSettings>,
    /// Nobody else works on the target meanwhile.
    _claim: Claim,
}

impl Runs {
    /// No run is running yet.
    #[must_use]
    pub fn new(
        drives: Arc<Drives>,
        ledger: Arc<Ledger>,
        restores: Arc<Restores>,
        uring_bench: PathBuf,
        policy: PathBuf,
        scratch: watch::Receiver<Option<Scratch>>,
    ) -> Self {
        Self {
            drives,
            ledger,
            restores,
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
        self.ledger.outbox().spool().has_room_for_runs().await?;
        memory::check(&command.plan.points)?;
        let writes = command.plan.points.iter().any(|point| point.read_percent < 100);
        match command.target.clone() {
            BenchmarkTarget::Namespace(target) => self.prepare_drive(command, target, writes).await,
            BenchmarkTarget::ScratchFile(target) => self.prepare_file(command, &target.path, writes),
        }
    }

    async fn prepare_drive(
        &self,
        command: wire::StartBenchmarkCommand,
        target: wire::NamespaceTarget,
        writes: bool,
    ) -> Result<Prepared, String> {
        let found = self.drives.find_drive(&target.drive)?;
        let block_name = &found.namespace(target.nsid)?.block_name;
        let serial = target.drive.serial.clone();
        if let Some(settings) = &command.settings {
            self.may_set(settings, &target.drive)?;
        }
        let mut write = WriteRight::None;
        if writes {
            self.may_write(&target.drive, block_name).await?;
            if command.confirmed_serial.as_ref() != Some(&serial) {
                return Err(format!(
                    "the plan writes, and nobody confirmed it by typing the serial {serial}"
                ));
            }
            write = WriteRight::Serial(serial.clone());
        }
        let path = device_node(block_name);
        Ok(Prepared {
            _claim: self.claim(&serial, &path)?,
            command_id: command.id,
            run_id: command.run_id,
            target: path,
            write,
            drive: Some(target),
            file: None,
            firmware: Some(found.firmware),
            points: command.plan.points,
            settings: command.settings,
        })
    }

    fn prepare_file(
        &self,
        command: wire::StartBenchmarkCommand,
        path: &str,
        writes: bool,
    ) -> Result<Prepared, String> {
        let offered = self
            .scratch
            .borrow()
            .clone()
            .filter(|scratch| scratch.file.path == path);
        let scratch = offered.ok_or_else(|| format!("this host does not offer the scratch file {path}"))?;
        scratch_file::require(Path::new(path), &scratch.identity).map_err(|error| error.to_string())?;
        let write = if writes {
            WriteRight::File
        } else {
            WriteRight::None
        };
        Ok(Prepared {
            _claim: self.claim(path, Path::new(path))?,
            command_id: command.id,
            run_id: command.run_id,
            target: scratch.file.path.into(),
            write,
            drive: None,
            file: Some(scratch.identity),
            firmware: None,
            points: command.plan.points,
            settings: None,
        })
    }

    fn claim(&self, target: &str, path: &Path) -> Result<Claim, String> {
        let doing = format!("another run is measuring {}", path.display());
        self.drives.claims.take(target, &doing)
    }

    /// Takes the target; from here on no other run starts on it.
    pub fn reserve(&self, prepared: &Prepared) -> StopSignal {
        let (stop, signal) = watch::channel(None);
        let running = Running {
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
        if outcome == RunFinishedEventOutcome::Interrupted
            && self
                .running()
                .get(&run_id)
                .is_some_and(|running| running.is_cancelled)
        {
            outcome = RunFinishedEventOutcome::Cancelled;
        }
        if let Some(block_name) = prepared.target.file_name().and_then(|name| name.to_str()) {
            self.drives.look_again(block_name);
        }
        tracing::info!(%run_id, %outcome, reason, "run finished");
        self.finish(command_id, run_id, outcome, reason).await;
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
        for (command_id, state) in self.ledger.unsettled() {
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
                    self.ledger.interrupt(command_id, reason).await;
                }
                State::Acting { action } => {
                    let reason = format!(
                        "the agent or its host went down during this {action}: how far it came is not known, and it is \
                         not begun again. Look at the drive before you ask again"
                    );
                    self.ledger.interrupt(command_id, reason).await;
                }
                State::Ended(ending) => self.ledger.end(command_id, ending).await,
            }
        }
        self.restores.put_back_all(&self.drives).await;
    }

    async fn finish(
        &self,
        command_id: Uuid,
        run_id: Uuid,
        outcome: RunFinishedEventOutcome,
        reason: Option<String>,
    ) {
        self.ledger.finish_run(command_id, run_id, outcome, reason).await;
    }

    async fn report(&self, event: impl Into<wire::AgentEvent>) {
        self.ledger.report(event).await;
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
                let objection = wrong_drive(
                    &start,
                    self.prepared
                        .drive
                        .as_ref()
                        .map(|target| target.drive.serial.as_str()),
                );
                let firmware = self.prepared.firmware.clone();
                self.runs
                    .report(self.at.started(*start, firmware, now_ms()))
                    .await;
                objection
            }
            Line::Second(second) => {
                let outbox = self.runs.ledger.outbox();
                // A second that finds no room is missing in a chart; the point's result is not touched by it.
                let _ = outbox.second(self.at.second(second, now_ms())).await;
                None
            }
            Line::Result(_) | Line::Error(_) | Line::Point(_) | Line::Search(_) | Line::Unknown => None,
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
