//! What runs need, and which are running.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard};

use tokio::sync::watch;
use uuid::Uuid;

use super::child::StopSignal;
use crate::guard::scratch_file::Scratch;
use crate::runtime::locked::locked;
use crate::telemetry::drives::Drives;
use crate::work::ledger::Ledger;
use crate::work::settings::restore::Restores;

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

    /// Takes a run down as running: from here on it can be stopped.
    pub fn reserve(&self, run_id: Uuid) -> StopSignal {
        let (stop, signal) = watch::channel(None);
        let running = Running {
            stop,
            is_cancelled: false,
        };
        self.running().insert(run_id, running);
        signal
    }

    /// Gives the target of a run back that does not start after all.
    pub fn release(&self, run_id: Uuid) {
        self.running().remove(&run_id);
    }

    /// Asks a run to stop in order. False if it is not running here.
    pub fn cancel(&self, run_id: Uuid, requested_by: &str) -> bool {
        match self.running().get_mut(&run_id) {
            Some(running) => {
                running.is_cancelled = true;
                running.stop.send_replace(Some(cancelled_by(requested_by)));
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

    /// Whether a person asked for the end of this run.
    pub(super) fn is_cancelled(&self, run_id: Uuid) -> bool {
        self.running()
            .get(&run_id)
            .is_some_and(|running| running.is_cancelled)
    }

    fn running(&self) -> MutexGuard<'_, HashMap<Uuid, Running>> {
        locked(&self.running)
    }
}

fn cancelled_by(person: &str) -> String {
    match person.trim() {
        "" => "Cancelled".to_owned(),
        person => format!("Cancelled by {person}"),
    }
}
