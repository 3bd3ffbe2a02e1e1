//! What runs need, and which are running.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard};

use crosspoint_wire::RunFinishedEventOutcome;
use tokio::sync::watch;
use uuid::Uuid;

use super::database::Leftovers;
use super::record::Records;
use super::stop::{Stop, StopSignal};
use crate::guard::scratch_file::Scratch;
use crate::runtime::locked::locked;
use crate::runtime::moment::Clocks;
use crate::telemetry::drives::Drives;
use crate::work::control::Controls;
use crate::work::ledger::Ledger;
use crate::work::settings::restore::Restores;

/// Where runs find what they need.
#[derive(Debug, Clone)]
pub struct Paths {
    /// The agent's state directory.
    pub state_directory: PathBuf,
    /// uring-bench.
    pub uring_bench: PathBuf,
    /// Starts the programs of a database; this program itself if not said otherwise.
    pub launcher: Option<PathBuf>,
}

/// What runs need, and which are running.
pub struct Runs {
    /// The drives.
    pub drives: Arc<Drives>,
    /// Journal and reports.
    pub ledger: Arc<Ledger>,
    /// Settings to put back after a run.
    pub restores: Arc<Restores>,
    /// Purges drives.
    pub controls: Arc<Controls>,
    /// How far runs came.
    pub records: Records,
    /// What was made for databases.
    pub(super) leftovers: Leftovers,
    /// uring-bench.
    pub uring_bench: PathBuf,
    /// Starts the programs of a database; this program itself if not said otherwise.
    pub(super) launcher: Option<PathBuf>,
    /// The policy file.
    pub policy: PathBuf,
    /// This host's clocks, and the server's.
    pub clocks: Arc<Clocks>,
    /// The scratch file, once it is made.
    pub scratch: watch::Receiver<Option<Scratch>>,
    running: Mutex<HashMap<Uuid, Running>>,
}

struct Running {
    /// What asked for it.
    command_id: Uuid,
    stop: watch::Sender<Option<Stop>>,
    /// The points that are being measured at this moment.
    measuring: Vec<u16>,
}

impl Runs {
    /// No run is running yet.
    #[must_use]
    pub fn new(
        controls: Arc<Controls>,
        restores: Arc<Restores>,
        paths: Paths,
        scratch: watch::Receiver<Option<Scratch>>,
        clocks: Arc<Clocks>,
    ) -> Self {
        Self {
            drives: Arc::clone(&controls.drives),
            ledger: Arc::clone(&controls.ledger),
            policy: controls.policy.clone(),
            controls,
            restores,
            records: Records::new(&paths.state_directory, Arc::clone(&clocks)),
            clocks,
            leftovers: Leftovers::new(&paths.state_directory),
            uring_bench: paths.uring_bench,
            launcher: paths.launcher,
            scratch,
            running: Mutex::default(),
        }
    }

    /// Takes a run down as running: from here on it can be stopped.
    pub fn reserve(&self, command_id: Uuid, run_id: Uuid) -> StopSignal {
        let (stop, signal) = watch::channel(None);
        let running = Running {
            command_id,
            stop,
            measuring: Vec::new(),
        };
        self.running().insert(run_id, running);
        signal
    }

    /// Gives the target of a run back that does not start after all.
    pub fn release(&self, run_id: Uuid) {
        self.running().remove(&run_id);
    }

    /// Asks a run to stop in order, and writes down that it did: a purge goes on for hours, and a run whose agent goes down
    /// meanwhile must not go on.
    ///
    /// # Errors
    /// If it is not running here.
    pub async fn cancel(&self, run_id: Uuid, requested_by: &str) -> Result<(), String> {
        let reason = by("Cancelled", requested_by);
        let command_id = self.ask_to_stop(run_id, Stop::Cancel(reason.clone()))?;
        let outcome = RunFinishedEventOutcome::Cancelled;
        self.ledger
            .expect_end(command_id, run_id, outcome, Some(reason))
            .await;
        Ok(())
    }

    fn ask_to_stop(&self, run_id: Uuid, stop: Stop) -> Result<Uuid, String> {
        let running = self.running();
        let run = running.get(&run_id).ok_or_else(|| not_running(run_id))?;
        run.stop.send_replace(Some(stop));
        Ok(run.command_id)
    }

    /// Asks a run to pass over a point that it is measuring, and over those that are measured together with it.
    ///
    /// # Errors
    /// If it is not measuring this point: whoever asked meant no other.
    pub fn skip(&self, run_id: Uuid, point_sequence: u16, requested_by: &str) -> Result<(), String> {
        let running = self.running();
        let run = running.get(&run_id).ok_or_else(|| not_running(run_id))?;
        let number = u32::from(point_sequence) + 1;
        if !run.measuring.contains(&point_sequence) {
            return Err(format!("point {number} is not being measured now"));
        }
        let skipped = Stop::Skip(by("Skipped", requested_by));
        let is_first = run.stop.send_if_modified(|stop| {
            let is_first = stop.is_none();
            stop.get_or_insert(skipped);
            is_first
        });
        is_first
            .then_some(())
            .ok_or_else(|| format!("point {number} is being stopped already"))
    }

    /// Asks every run to stop, because the agent does; they go on when it starts again.
    pub fn suspend_all(&self) {
        for running in self.running().values() {
            running.stop.send_if_modified(|stop| {
                let is_cancelled = matches!(stop, Some(Stop::Cancel(_)));
                if !is_cancelled {
                    *stop = Some(Stop::Suspend);
                }
                !is_cancelled
            });
        }
    }

    /// Whether nothing is running.
    pub fn is_idle(&self) -> bool {
        self.running().is_empty()
    }

    /// Takes down which points are being measured: these can be skipped.
    pub(super) fn measures(&self, run_id: Uuid, sequences: Vec<u16>) {
        if let Some(running) = self.running().get_mut(&run_id) {
            running.measuring = sequences;
        }
    }

    /// Takes down that they are over; that one of them was to be skipped means no other.
    pub(super) fn has_measured(&self, run_id: Uuid) {
        if let Some(running) = self.running().get_mut(&run_id) {
            running.measuring.clear();
            running.stop.send_if_modified(|stop| {
                let is_over = matches!(stop, Some(Stop::Skip(_)));
                if is_over {
                    *stop = None;
                }
                is_over
            });
        }
    }

    fn running(&self) -> MutexGuard<'_, HashMap<Uuid, Running>> {
        locked(&self.running)
    }
}

fn not_running(run_id: Uuid) -> String {
    format!("run {run_id} is not running on this host")
}

fn by(what: &str, person: &str) -> String {
    match person.trim() {
        "" => what.to_owned(),
        person => format!("{what} by {person}"),
    }
}
