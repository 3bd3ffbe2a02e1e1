//! Settings that were changed for a benchmark, with what stood there before: on disk before anything is changed, so
//! that they are put back also after a crash.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crosspoint_wire::DriveIdentity;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::drives::Drives;
use crate::ledger::Failure;
use crate::setting::Setting;

/// See the module.
pub struct Restores {
    path: PathBuf,
    entries: Mutex<Vec<Entry>>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Entry {
    run_id: Uuid,
    drive: DriveIdentity,
    before: Setting,
}

impl Restores {
    /// Opens the list. A file that cannot be read is reported and left aside: it must not keep the agent from starting.
    #[must_use]
    pub fn open(state_directory: &Path) -> Self {
        let path = state_directory.join("restore.json");
        let entries = std::fs::read(&path).map(|bytes| serde_json::from_slice(&bytes));
        let entries = match entries {
            Ok(Ok(entries)) => entries,
            Ok(Err(error)) => {
                tracing::error!(%error, path = %path.display(), "settings changed for a benchmark cannot be put back");
                Vec::new()
            }
            Err(_) => Vec::new(),
        };
        Self {
            path,
            entries: Mutex::new(entries),
        }
    }

    /// Makes a setting for a run, after writing down what to put back.
    ///
    /// # Errors
    /// [`Failure`]: the setting is not made, or not held by the drive.
    pub async fn change(
        &self,
        run_id: Uuid,
        drives: &Drives,
        drive: &DriveIdentity,
        setting: &Setting,
    ) -> Result<(), Failure> {
        let before = setting.current(drives, drive).await?;
        let entry = Entry {
            run_id,
            drive: drive.clone(),
            before,
        };
        self.update(|entries| entries.push(entry))?;
        setting.apply(drives, drive).await
    }

    /// Puts back what a run changed, the last first.
    pub async fn put_back(&self, run_id: Uuid, drives: &Drives) {
        self.put_back_those(drives, |entry| entry.run_id == run_id).await;
    }

    /// Puts back what runs before a crash changed. What cannot be put back now is tried again at the next start.
    pub async fn put_back_all(&self, drives: &Drives) {
        self.put_back_those(drives, |_| true).await;
    }

    async fn put_back_those(&self, drives: &Drives, is_meant: impl Fn(&Entry) -> bool) {
        let meant: Vec<Entry> = self
            .entries()
            .iter()
            .filter(|entry| is_meant(entry))
            .cloned()
            .collect();
        for entry in meant.into_iter().rev() {
            let (serial, before) = (&entry.drive.serial, &entry.before);
            match before.apply(drives, &entry.drive).await {
                Ok(()) => tracing::info!(serial, %before, "put back after the benchmark"),
                Err(failure) => {
                    tracing::error!(serial, %before, reason = failure.reason, "could not be put back after the benchmark");
                    continue;
                }
            }
            if let Err(error) = self.update(|entries| entries.retain(|kept| *kept != entry)) {
                tracing::error!(reason = error.reason, "the list of settings to put back");
            }
        }
    }

    fn update(&self, change: impl FnOnce(&mut Vec<Entry>)) -> Result<(), Failure> {
        let mut entries = self.entries();
        let mut changed = entries.clone();
        change(&mut changed);
        let written = serde_json::to_vec(&changed)
            .map_err(std::io::Error::from)
            .and_then(|bytes| crate::identity::replace_file(&self.path, &bytes));
        written.map_err(|error| format!("{} cannot be written: {error}", self.path.display()))?;
        *entries = changed;
        Ok(())
    }

    fn entries(&self) -> MutexGuard<'_, Vec<Entry>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
