//! The drives of this host: what sysfs lists, completed by what nvme-cli reads, each drive at its own pace.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crosspoint_nvme::cli::NvmeCli;
use crosspoint_nvme::decode::{IdentifyController, IdentifyNamespace, SmartLog};
use crosspoint_nvme::details::Details;
use crosspoint_nvme::drive::{CALL_LIMIT, DriveReader};
use crosspoint_nvme::sysfs::{self, Sysfs};
use crosspoint_nvme::{Problem, ProblemKind};
use crosspoint_wire as wire;
use tokio::sync::Notify;
use tokio::task::JoinSet;

use crate::guard::claims::Claims;
use crate::guard::in_use::{Access, Exclusive, InUse, Occupancy, Wanted};

mod details;
mod found;
mod observation;
mod queue;
mod reach;

pub use found::{DriveFound, NamespaceHere};
pub use observation::wire_problem;
pub use queue::QueueFiles;

/// A drive whose count of errors moves is read in full, but not more often than this.
const DETAILS_INTERVAL_MIN: Duration = Duration::from_secs(600);

/// How much of a drive is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// Identify and the power state: three children of nvme-cli, and one more for each further namespace.
    Inventory,
    /// Its logs and settings too: at most ten more.
    Everything,
}

/// See the module.
pub struct Drives {
    sysfs: Sysfs,
    cli: Arc<dyn NvmeCli>,
    in_use: InUse,
    /// What the kernel says and takes of their queues.
    pub queue_files: QueueFiles,
    /// Who works on which of them.
    pub claims: Arc<Claims>,
    known: Mutex<BTreeMap<String, Drive>>,
    /// Names in sysfs, and what had them, at the last look.
    names: Mutex<BTreeSet<(String, Option<sysfs::Instance>)>>,
    changed: Notify,
    /// One scan at a time: what an older one saw must not come after what a newer one did.
    scanning: tokio::sync::Mutex<()>,
}

#[derive(Clone)]
struct Drive {
    controller: sysfs::Controller,
    identified: Option<Identified>,
    identify_problem: Option<Problem>,
    smart_problem: Option<Problem>,
    /// Entries that the error log ever had when it was last read.
    error_log_entries: Option<u128>,
    /// Read and not yet handed out.
    unsent_details: Option<wire::DriveDetails>,
    details_read: Option<Instant>,
    is_being_identified: bool,
    is_being_sampled: bool,
}

#[derive(Clone, Default)]
struct Identified {
    controller: Option<IdentifyController>,
    power_state: Option<u8>,
    namespaces: BTreeMap<u32, IdentifyNamespace>,
}

/// A controller to sample, and who it is.
#[derive(Clone)]
pub struct Sampled {
    controller: sysfs::Controller,
    /// Identity for the event.
    pub identity: wire::DriveIdentity,
    reader: DriveReader,
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
            changed: Notify::new(),
            scanning: tokio::sync::Mutex::default(),
        }
    }

    /// Whether controllers or namespaces came or went since the last call; much cheaper than a scan.
    pub fn names_changed(&self) -> bool {
        let now = self.sysfs.names();
        let mut seen = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        let has_changed = *seen != now;
        *seen = now;
        has_changed
    }

    /// Compares sysfs with what is known. Returns true if a drive came, went, or looks different; new ones and changed
    /// ones are identified in the background.
    pub async fn scan(self: &Arc<Self>) -> bool {
        let _turn = self.scanning.lock().await;
        let found = self.controllers().await;
        let mut known = self.known();
        let before = known.len();
        known.retain(|name, drive| {
            let stays = found.iter().any(|controller| controller.name == *name);
            if !stays {
                self.forget_contents(&drive.controller);
            }
            stays
        });
        let mut is_changed = known.len() != before;
        let mut to_identify = Vec::new();
        for controller in found {
            let name = controller.name.clone();
            if known
                .get(&name)
                .is_some_and(|drive| drive.controller == controller)
            {
                continue;
            }
            is_changed = true;
            let before = known.get_mut(&name).filter(|drive| is_same(drive, &controller));
            let same_firmware = before
                .as_ref()
                .is_some_and(|drive| drive.controller.firmware == controller.firmware);
            match before {
                Some(drive) => {
                    if drive.controller.instance != controller.instance {
                        // It was away, and somebody else may have written to it.
                        self.forget_contents(&controller);
                    }
                    drive.controller = controller;
                }
                None => {
                    self.forget_contents(&controller);
                    known.insert(name.clone(), Drive::new(controller));
                }
            }
            let depth = if same_firmware {
                Depth::Inventory
            } else {
                Depth::Everything
            };
            to_identify.push((name, depth));
        }
        drop(known);
        for (name, depth) in to_identify {
            self.identify_in_background(name, depth);
        }
        is_changed
    }

    /// What sysfs says now; what it does not say of a drive that hangs is as it was.
    async fn controllers(&self) -> Vec<sysfs::Controller> {
        let listed = self.sysfs.controllers();
        let mut completed = self.queue_files.complete(&self.sysfs, &listed).await;
        let known = self.known();
        let as_it_was = |mut controller: sysfs::Controller| {
            if let Some(before) = known
                .get(&controller.name)
                .filter(|drive| is_same(drive, &controller))
            {
                controller.take_over(&before.controller);
            }
            controller
        };
        let all = listed.into_iter().map(|controller| {
            completed
                .remove(&controller.name)
                .unwrap_or_else(|| as_it_was(controller))
        });
        all.collect()
    }

    /// Reads every drive again, in the background.
    pub fn identify_all(self: &Arc<Self>, depth: Depth) {
        let names: Vec<String> = self.known().keys().cloned().collect();
        for name in names {
            self.identify_in_background(name, depth);
        }
    }

    fn identify_in_background(self: &Arc<Self>, name: String, depth: Depth) {
        let controller = match self.known().get_mut(&name) {
            Some(drive) if !drive.is_being_identified && !self.claims.is_closed(&drive.controller.serial) => {
                drive.is_being_identified = true;
                drive.controller.clone()
            }
            _ => return,
        };
        let this = Arc::clone(self);
        tokio::spawn(async move {
            let (identified, mut problem) = this.identify(&controller).await;
            let mut read = None;
            if let Some(data) = identified
                .controller
                .as_ref()
                .filter(|_| depth == Depth::Everything)
            {
                match Details::read(&this.reader(&controller), data).await {
                    Ok(details) => read = Some(details::wire_details(&details, data)),
                    Err(silence) => problem = problem.or(Some(silence)),
                }
            }
            let is_its_own = this.sysfs.is_still_there(&controller);
            if let Some(drive) = this
                .known()
                .get_mut(&name)
                .filter(|drive| is_same(drive, &controller))
            {
                match is_its_own {
                    true => drive.take_identified(identified, problem, read),
                    false => drive.is_being_identified = false,
                }
            }
            if !is_its_own {
                this.look_who_is_there(&controller, depth).await;
            }
            this.changed.notify_one();
        });
    }

    /// What was read through a controller's name may be another's, and is dropped: whoever has the name now is read.
    async fn look_who_is_there(self: &Arc<Self>, controller: &sysfs::Controller, depth: Depth) {
        let (name, serial) = (&controller.name, &controller.serial);
        tracing::info!(
            name,
            serial,
            "pulled or exchanged while it was read; nothing of that is kept"
        );
        self.scan().await;
        self.identify_in_background(name.clone(), depth);
        self.changed.notify_one();
    }

    async fn identify(&self, controller: &sysfs::Controller) -> (Identified, Option<Problem>) {
        let reader = self.reader(controller);
        let mut identified = Identified::default();
        match reader.identify_controller().await {
            Ok(data) => identified.controller = Some(data),
            Err(problem) => return (identified, Some(problem)),
        }
        let mut first_problem = None;
        for namespace in &controller.namespaces {
            match reader.identify_namespace(namespace.nsid).await {
                Ok(data) => drop(identified.namespaces.insert(namespace.nsid, data)),
                Err(problem) if problem.kind == ProblemKind::NotResponding => {
                    return (identified, Some(problem));
                }
                Err(problem) => first_problem = first_problem.or(Some(problem)),
            }
        }
        // A drive may refuse to say its power state; that alone is no problem.
        identified.power_state = reader.current_power_state().await.ok();
        (identified, first_problem)
    }

    /// What was read of drives in depth since the last call.
    pub fn take_details(&self) -> Vec<(wire::DriveIdentity, wire::DriveDetails)> {
        let mut known = self.known();
        let read = known
            .values_mut()
            .filter_map(|drive| Some((identity(&drive.controller), drive.unsent_details.take()?)));
        read.collect()
    }

    /// The drives to sample now: all but those whose last sample has not come back, and those that answer nothing now.
    pub fn to_sample(&self) -> Vec<Sampled> {
        let mut known = self.known();
        let waiting = known
            .values_mut()
            .filter(|drive| !drive.is_being_sampled && !self.claims.is_closed(&drive.controller.serial));
        let sampled = waiting.map(|drive| {
            drive.is_being_sampled = true;
            Sampled {
                controller: drive.controller.clone(),
                identity: identity(&drive.controller),
                reader: self.reader(&drive.controller),
            }
        });
        sampled.collect()
    }

    /// Reads the health of one drive, and remembers whether it answered. `None` if its name is no longer its own: what was
    /// read is another drive's, or nobody's.
    pub async fn sample(self: &Arc<Self>, sampled: &Sampled) -> Option<Result<SmartLog, Problem>> {
        let result = sampled.reader.smart_log().await;
        let controller = &sampled.controller;
        if !self.sysfs.is_still_there(controller) {
            if let Some(drive) = self
                .known()
                .get_mut(&controller.name)
                .filter(|drive| is_same(drive, controller))
            {
                drive.is_being_sampled = false;
            }
            self.look_who_is_there(controller, Depth::Inventory).await;
            return None;
        }
        if self.note_sample(controller, &result) {
            self.identify_in_background(controller.name.clone(), Depth::Everything);
        }
        Some(result)
    }

    /// Returns whether there are errors that have not been read.
    fn note_sample(&self, controller: &sysfs::Controller, result: &Result<SmartLog, Problem>) -> bool {
        let mut known = self.known();
        let mut has_new_errors = false;
        if let Some(drive) = known
            .get_mut(&controller.name)
            .filter(|drive| is_same(drive, controller))
        {
            drive.is_being_sampled = false;
            let problem = result.as_ref().err().cloned();
            let kinds = (
                drive.smart_problem.as_ref().map(|p| p.kind),
                problem.as_ref().map(|p| p.kind),
            );
            drive.smart_problem = problem;
            if kinds.0 != kinds.1 {
                self.changed.notify_one();
            }
            if let Ok(log) = result {
                has_new_errors = drive.has_new_errors(log.error_log_entries);
            }
        }
        has_new_errors
    }

    /// Returns when something about a drive may have changed since the last call.
    pub async fn changed(&self) {
        self.changed.notified().await;
    }

    /// Whether a drive is being identified at this moment.
    pub fn is_identifying(&self) -> bool {
        self.known().values().any(|drive| drive.is_being_identified)
    }

    /// Every drive as the wire has it.
    pub async fn observations(&self) -> Vec<wire::DriveObservation> {
        let drives: Vec<Drive> = self.known().values().cloned().collect();
        let mut looks = JoinSet::new();
        for namespace in drives.iter().flat_map(|drive| &drive.controller.namespaces) {
            let (in_use, name) = (self.in_use.clone(), namespace.block_name.clone());
            looks.spawn(async move { (name.clone(), in_use.occupancy(&name).await) });
        }
        let occupancies: BTreeMap<String, Occupancy> = looks.join_all().await.into_iter().collect();
        drives
            .iter()
            .map(|drive| observation::observation(drive, &occupancies))
            .collect()
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

    /// What is on a namespace may have changed: it is looked at again for the next inventory.
    pub fn look_again(&self, block_name: &str) {
        self.in_use.forget_content(block_name);
    }

    fn forget_contents(&self, controller: &sysfs::Controller) {
        for namespace in &controller.namespaces {
            self.in_use.forget_content(&namespace.block_name);
        }
    }

    fn reader(&self, controller: &sysfs::Controller) -> DriveReader {
        DriveReader::new(Arc::clone(&self.cli), controller.device_path(), CALL_LIMIT)
    }

    fn known(&self) -> MutexGuard<'_, BTreeMap<String, Drive>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drive {
    fn new(controller: sysfs::Controller) -> Self {
        Self {
            controller,
            identified: None,
            identify_problem: None,
            smart_problem: None,
            error_log_entries: None,
            unsent_details: None,
            details_read: None,
            is_being_identified: false,
            is_being_sampled: false,
        }
    }

    fn take_identified(
        &mut self,
        identified: Identified,
        problem: Option<Problem>,
        details: Option<wire::DriveDetails>,
    ) {
        self.is_being_identified = false;
        self.identify_problem = problem;
        // What was once read stays known while a drive does not answer.
        self.identified = identified
            .controller
            .is_some()
            .then_some(identified)
            .or(self.identified.take());
        if details.is_some() {
            self.unsent_details = details;
            self.details_read = Some(Instant::now());
        }
    }

    /// True if the count of errors moved since the log was read, and that is a while ago.
    fn has_new_errors(&mut self, error_log_entries: u128) -> bool {
        let read = *self.error_log_entries.get_or_insert(error_log_entries);
        let is_due = self
            .details_read
            .is_none_or(|read| read.elapsed() >= DETAILS_INTERVAL_MIN);
        let has_new = read != error_log_entries && is_due;
        if has_new {
            self.error_log_entries = Some(error_log_entries);
        }
        has_new
    }
}

fn is_same(drive: &Drive, controller: &sysfs::Controller) -> bool {
    identity(&drive.controller) == identity(controller)
}

/// Who a drive is, by sysfs alone, so that it is the same drive also while it does not answer. A fabrics controller has
/// no PCI vendor.
fn identity(controller: &sysfs::Controller) -> wire::DriveIdentity {
    wire::DriveIdentity {
        model: controller.model.clone(),
        pci_vendor_id: controller.pci_vendor_id.unwrap_or_default(),
        serial: controller.serial.clone(),
    }
}
