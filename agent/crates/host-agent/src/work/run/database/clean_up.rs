//! Takes away what was made for a database.

use std::time::Duration;

use tokio::time::{Instant, sleep};
use uuid::Uuid;

use super::leftovers::{Leftovers, Made};
use super::{directory_site, drive_site};
use crate::telemetry::drives::Drives;

/// How long a drive may take to appear after a boot, and how often that is looked at.
const PATIENCE: Duration = Duration::from_secs(120);
const LOOK_INTERVAL: Duration = Duration::from_secs(1);

impl Leftovers {
    /// Takes away what was made for a run. Of what is not there any more, nothing is touched.
    ///
    /// # Errors
    /// What is left, for a person; the next start of the agent tries again.
    pub async fn remove(&self, run_id: Uuid, drives: &Drives) -> Result<(), String> {
        let Some(leftover) = self.read(run_id) else {
            return Ok(());
        };
        match &leftover.made {
            Made::Directory { inode } => directory_site::remove(&leftover.root, *inode).await?,
            Made::FileSystem {
                drive,
                nsid,
                file_system,
            } => {
                let made = drive_site::FileSystem {
                    drive: drive.clone(),
                    nsid: *nsid,
                    uuid: *file_system,
                };
                drive_site::remove(&leftover.root, &made, drives).await?;
            }
        }
        self.forget(run_id);
        Ok(())
    }

    /// The same of one run whose drive may not be there yet.
    pub async fn remove_with_patience(&self, run_id: Uuid, drives: &Drives) {
        let patience = Instant::now() + PATIENCE;
        while let Err(reason) = self.remove(run_id, drives).await {
            if Instant::now() > patience {
                tracing::error!(%run_id, reason, "something of a database is left");
                return;
            }
            sleep(LOOK_INTERVAL).await;
        }
    }
}
