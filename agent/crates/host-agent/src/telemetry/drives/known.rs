//! What all of it stands on: the ways to a drive, and what is known of each.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard};

use crosspoint_bench::host::Array;
use crosspoint_nvme::cli::NvmeCli;
use crosspoint_nvme::drive::{CALL_LIMIT, DriveReader};
use crosspoint_nvme::sysfs::{self, Sysfs};
use tokio::sync::Notify;
use uuid::Uuid;

use super::drive::Drive;
use super::queue::QueueFiles;
use super::slots::Slots;
use crate::guard::claims::Claims;
use crate::guard::in_use::{Access, Exclusive, InUse, Wanted};
use crate::runtime::locked::locked;

/// The drives of this host.
pub struct Drives {
    pub(super) sysfs: Sysfs,
    pub(super) cli: Arc<dyn NvmeCli>,
    pub(super) in_use: InUse,
    /// What the kernel says and takes of their queues.
    pub queue_files: QueueFiles,
    /// Who works on which of them.
    pub claims: Arc<Claims>,
    pub(super) known: Mutex<BTreeMap<String, Drive>>,
    /// Names in sysfs, and what had them, at the last look.
    pub(super) names: Mutex<BTreeSet<(String, Option<sysfs::Instance>)>>,
    /// The md arrays at the last look.
    pub(super) arrays_seen: Mutex<Vec<Array>>,
    pub(super) slots: Slots,
    pub(super) changed: Notify,
    /// One scan at a time: what an older one saw must not come after what a newer one did.
    pub(super) scanning: tokio::sync::Mutex<()>,
}

impl Drives {
    /// Drives of this sysfs, read through this nvme-cli.
    #[must_use]
    pub fn new(sysfs: Sysfs, cli: Arc<dyn NvmeCli>, in_use: InUse) -> Self {
        Self {
            sysfs,
            cli,
            in_use,
            queue_files: QueueFiles::default(),
            claims: Arc::default(),
            known: Mutex::default(),
            names: Mutex::default(),
            arrays_seen: Mutex::default(),
            slots: Slots::default(),
            changed: Notify::new(),
            scanning: tokio::sync::Mutex::default(),
        }
    }

    /// Returns when something about a drive may have changed since the last call.
    pub async fn changed(&self) {
        self.changed.notified().await;
    }

    /// Whether a drive is being identified at this moment.
    pub fn is_identifying(&self) -> bool {
        self.known().values().any(|drive| drive.is_being_identified)
    }

    /// What speaks against writing to a namespace now.
    pub async fn reasons_not_to_write(&self, block_name: &str) -> Vec<String> {
        self.in_use.reasons(block_name).await
    }

    /// Keeps everybody else from using a namespace that is to be destroyed, once it is sure that it is the wanted one.
    ///
    /// # Errors
    /// Who uses it, that it is another, or why that cannot be found out.
    pub async fn hold(&self, block_name: &str, wanted: Wanted, access: Access) -> Result<Exclusive, String> {
        self.in_use.hold(block_name, wanted, access).await
    }

    /// Takes the agent's own file system away from a namespace; false if it is not there.
    ///
    /// # Errors
    /// Why it could not be held or written.
    pub async fn erase_own(
        &self,
        block_name: &str,
        wanted: Wanted,
        file_system: Uuid,
    ) -> Result<bool, String> {
        self.in_use.erase_own(block_name, wanted, file_system).await
    }

    /// What is on a namespace may have changed: it is looked at again for the next inventory.
    pub fn look_again(&self, block_name: &str) {
        self.in_use.forget_content(block_name);
    }

    pub(super) fn forget_contents(&self, controller: &sysfs::Controller) {
        for namespace in &controller.namespaces {
            self.in_use.forget_content(&namespace.block_name);
        }
    }

    pub(super) fn reader(&self, controller: &sysfs::Controller) -> DriveReader {
        DriveReader::new(Arc::clone(&self.cli), controller.device_path(), CALL_LIMIT)
    }

    pub(super) fn known(&self) -> MutexGuard<'_, BTreeMap<String, Drive>> {
        locked(&self.known)
    }
}
