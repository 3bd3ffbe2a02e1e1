//! What the kernel says of a block device's queue in sysfs (its scheduler, its hardware queues), and takes. It answers under
//! a lock that it also holds while it waits for the drive, as to change the scheduler. With a drive that hangs these
//! files hang too, reading as well as writing; so each is touched off the runtime's thread, and by one thread at most.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use crosspoint_nvme::sysfs::{Controller, Sysfs};
use tokio::time::{Instant, sleep};

use crate::runtime::locked::locked;
use crate::runtime::off_thread::off_thread;

/// Reading takes microseconds; a scan waits no longer for a drive that hangs.
const SCAN_LIMIT: Duration = Duration::from_secs(1);
/// Changing the scheduler waits for the requests under way.
const CHANGE_LIMIT: Duration = Duration::from_secs(10);
const TURN_INTERVAL: Duration = Duration::from_millis(10);

/// See the module.
#[derive(Debug, Clone, Default)]
pub struct QueueFiles {
    /// Block devices that a thread is at, or hangs at.
    busy: Arc<Mutex<BTreeSet<String>>>,
}

/// The right to touch the files of some block devices, until it is dropped.
struct Turn {
    files: QueueFiles,
    block_names: Vec<String>,
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.files.busy().retain(|name| !self.block_names.contains(name));
    }
}

impl QueueFiles {
    /// Adds to controllers what these files say; one that hangs goes without.
    pub async fn complete(&self, sysfs: &Sysfs, found: &[Controller]) -> BTreeMap<String, Controller> {
        let done: Arc<Mutex<BTreeMap<String, Controller>>> = Arc::default();
        let (files, sysfs, found) = (self.clone(), sysfs.clone(), found.to_vec());
        let completed = Arc::clone(&done);
        let work = move || {
            for mut controller in found {
                let names = controller
                    .namespaces
                    .iter()
                    .map(|namespace| namespace.block_name.clone());
                let Some(_turn) = files.take(names.collect()) else {
                    continue;
                };
                sysfs.complete(&mut controller);
                locked(&completed).insert(controller.name.clone(), controller);
            }
        };
        if off_thread(SCAN_LIMIT, work).await.is_none() {
            tracing::warn!(
                "sysfs does not answer for a drive; its scheduler and queues are not known at this moment"
            );
        }
        std::mem::take(&mut *locked(&done))
    }

    /// Does something with the files of one block device.
    ///
    /// # Errors
    /// If they hang, for a person.
    pub async fn touch<T: Send + 'static>(
        &self,
        block_name: &str,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, String> {
        let hangs = || {
            format!(
                "the kernel has not answered for {} s about the queue of {block_name}: the drive is not responding",
                CHANGE_LIMIT.as_secs()
            )
        };
        let turn = self.turn(block_name).await.ok_or_else(hangs)?;
        let done = off_thread(CHANGE_LIMIT, move || {
            let _turn = turn;
            work()
        });
        done.await.ok_or_else(hangs)
    }

    async fn turn(&self, block_name: &str) -> Option<Turn> {
        let patience = Instant::now() + CHANGE_LIMIT;
        loop {
            let turn = self.take(vec![block_name.to_owned()]);
            if turn.is_some() || Instant::now() >= patience {
                return turn;
            }
            sleep(TURN_INTERVAL).await;
        }
    }

    fn take(&self, block_names: Vec<String>) -> Option<Turn> {
        let mut busy = self.busy();
        if block_names.iter().any(|name| busy.contains(name)) {
            return None;
        }
        busy.extend(block_names.iter().cloned());
        Some(Turn {
            files: self.clone(),
            block_names,
        })
    }

    fn busy(&self) -> MutexGuard<'_, BTreeSet<String>> {
        locked(&self.busy)
    }
}
