//! Settings that were changed for a benchmark, with what stood there before: on disk before anything is changed, so
//! that they are put back also after a crash. What cannot be put back (the drive is away, or refuses) is tried again.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use crosspoint_wire::DriveIdentity;
use serde::{Deserialize, Serialize};
use tokio::sync::Notify;
use tokio::time::sleep;
use uuid::Uuid;

use crate::link::backoff::Backoff;
use crate::runtime::locked::locked;
use crate::runtime::off_thread::InTurn;
use crate::telemetry::drives::Drives;
use crate::work::ledger::Failure;
use crate::work::settings::setting::Setting;

/// Time between two tries to put back what could not be, at first and at most.
pub const RETRIES: (Duration, Duration) = (Duration::from_secs(30), Duration::from_secs(3600));

/// How long a change waits until it is on the disk.
const WRITE_LIMIT: Duration = Duration::from_secs(10);

/// See the module.
pub struct Restores {
    path: PathBuf,
    entries: Mutex<Vec<Entry>>,
    /// One change at a time: of two that began with the same list, one would be lost.
    changing: tokio::sync::Mutex<()>,
    file: InTurn,
    left: Notify,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Entry {
    run_id: Uuid,
    drive: DriveIdentity,
    before: Setting,
    /// Its run is over, and it could not be put back.
    #[serde(default)]
    is_left: bool,
}

impl Restores {
    /// Opens the list. A file that cannot be read is reported and left aside: it must not keep the agent from starting.
    #[must_use]
    pub fn open(state_directory: &Path) -> Self {
        let path = state_directory.join("restore.json");
        let entries = match std::fs::read(&path) {
            Ok(bytes) => serde_json::from_slice(&bytes).map_err(|error| error.to_string()),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Vec::new()),
            Err(error) => Err(error.to_string()),
        };
        let entries = entries.unwrap_or_else(|reason| {
            // The next change writes the list anew; what stands in this one is known nowhere else.
            let aside = path.with_extension("json.unreadable");
            let kept = std::fs::rename(&path, &aside).map_or_else(|error| error.to_string(), |()| aside.display().to_string());
            tracing::error!(reason, path = %path.display(), kept, "settings changed for a benchmark cannot be put back");
            Vec::new()
        });
        Self {
            path,
            entries: Mutex::new(entries),
            changing: tokio::sync::Mutex::default(),
            file: InTurn::default(),
            left: Notify::new(),
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
            is_left: false,
        };
        // A later step of the run finds what an earlier one has set: what stood before the run is put back, and only that.
        let is_noted = |kept: &Entry| {
            kept.run_id == run_id && kept.drive == *drive && kept.before.is_of_the_same(&entry.before)
        };
        if !self.entries().iter().any(is_noted) {
            self.update(|entries| entries.push(entry)).await?;
        }
        setting.apply(drives, drive).await
    }

    /// Puts back what a run changed, the last first.
    pub async fn put_back(&self, run_id: Uuid, drives: &Drives) {
        self.put_back_those(drives, |entry| entry.run_id == run_id).await;
    }

    /// Puts back what runs before a crash changed, but for those that go on.
    pub async fn put_back_all_but(&self, going_on: &[Uuid], drives: &Drives) {
        self.put_back_those(drives, |entry| !going_on.contains(&entry.run_id))
            .await;
    }

    /// Puts back those settings of a run that are meant, while it goes on.
    ///
    /// # Errors
    /// Which could not be, for a person. It is tried again after the run.
    pub async fn put_back_of(
        &self,
        run_id: Uuid,
        drives: &Drives,
        is_meant: impl Fn(&Setting) -> bool,
    ) -> Result<(), String> {
        let meant = self.chosen(|entry| entry.run_id == run_id && is_meant(&entry.before));
        for entry in meant.iter().rev() {
            let put_back = self.put_back_one(drives, entry).await;
            put_back.map_err(|reason| format!("the {} could not be put back: {reason}", entry.before))?;
        }
        Ok(())
    }

    /// Tries again what could not be put back, for ever, and longer and longer apart.
    pub async fn keep_trying(&self, drives: &Drives, (first, longest): (Duration, Duration)) {
        let mut backoff = Backoff::new(first, longest);
        loop {
            if !self.entries().iter().any(|entry| entry.is_left) {
                self.left.notified().await;
                backoff.reset();
            }
            sleep(backoff.next_wait()).await;
            let left: Vec<Entry> = self.chosen(|entry| entry.is_left);
            for entry in left.iter().rev() {
                let serial = &entry.drive.serial;
                // Whoever works on the drive now would be disturbed.
                if let Ok(_claim) = drives
                    .claims
                    .take(serial, &format!("a setting of {serial} is being put back"))
                {
                    let _ = self.put_back_one(drives, entry).await;
                }
            }
        }
    }

    async fn put_back_those(&self, drives: &Drives, is_meant: impl Fn(&Entry) -> bool) {
        for entry in self.chosen(is_meant).iter().rev() {
            // Said in the log, and tried again.
            let _ = self.put_back_one(drives, entry).await;
        }
    }

    async fn put_back_one(&self, drives: &Drives, entry: &Entry) -> Result<(), String> {
        let (serial, before) = (&entry.drive.serial, &entry.before);
        let put_back = before.apply(drives, &entry.drive).await;
        let noted = match &put_back {
            Ok(()) => {
                tracing::info!(serial, %before, "put back after the benchmark");
                self.update(|entries| entries.retain(|kept| kept != entry)).await
            }
            Err(failure) => {
                tracing::error!(serial, %before, reason = failure.reason, "could not be put back after the benchmark");
                self.left.notify_one();
                let is_it = |kept: &&mut Entry| *kept == entry;
                self.update(|entries| {
                    entries
                        .iter_mut()
                        .filter(is_it)
                        .for_each(|kept| kept.is_left = true)
                })
                .await
            }
        };
        if let Err(error) = noted {
            tracing::error!(reason = error.reason, "the list of settings to put back");
        }
        put_back.map_err(|failure| failure.reason)
    }

    fn chosen(&self, is_meant: impl Fn(&Entry) -> bool) -> Vec<Entry> {
        let entries = self.entries();
        entries.iter().filter(|entry| is_meant(entry)).cloned().collect()
    }

    async fn update(&self, change: impl FnOnce(&mut Vec<Entry>)) -> Result<(), Failure> {
        let _turn = self.changing.lock().await;
        let mut changed = self.entries().clone();
        change(&mut changed);
        let (path, content) = (self.path.clone(), serde_json::to_vec(&changed));
        let write = move || {
            let content = content.map_err(std::io::Error::from)?;
            crate::runtime::replace_file::replace_file(&path, &content)
        };
        let written = self.file.run(WRITE_LIMIT, write).await;
        let cannot = |reason: String| format!("{} cannot be written: {reason}", self.path.display());
        let hangs = || format!("the disk has not answered for {} s", WRITE_LIMIT.as_secs());
        let written = written.ok_or_else(|| cannot(hangs()))?;
        written.map_err(|error| cannot(error.to_string()))?;
        *self.entries() = changed;
        Ok(())
    }

    fn entries(&self) -> MutexGuard<'_, Vec<Entry>> {
        locked(&self.entries)
    }
}
