//! The drives of this host: what sysfs lists, completed by what nvme-cli reads, each drive at its own pace.

mod found;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crosspoint_nvme::cli::NvmeCli;
use crosspoint_nvme::decode::{IdentifyController, IdentifyNamespace, SmartLog};
use crosspoint_nvme::drive::{CALL_LIMIT, DriveReader};
use crosspoint_nvme::sysfs::{self, Sysfs};
use crosspoint_nvme::{Problem, ProblemKind};
use crosspoint_wire as wire;
use tokio::sync::Notify;
use tokio::task::JoinSet;

use crate::claims::Claims;
use crate::in_use::{Exclusive, InUse};

pub use found::{DriveFound, NamespaceHere};

/// See the module.
pub struct Drives {
    sysfs: Sysfs,
    cli: Arc<dyn NvmeCli>,
    in_use: InUse,
    /// Who works on which of them.
    pub claims: Arc<Claims>,
    known: Mutex<BTreeMap<String, Drive>>,
    changed: Notify,
}

#[derive(Clone)]
struct Drive {
    controller: sysfs::Controller,
    identified: Option<Identified>,
    identify_problem: Option<Problem>,
    smart_problem: Option<Problem>,
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
    name: String,
    /// Identity for the event.
    pub identity: wire::DriveIdentity,
    reader: DriveReader,
}

/// A namespace found for a benchmark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamespaceFound {
    /// Name of its block device now.
    pub block_name: String,
    /// Firmware of the drive.
    pub firmware: String,
}

impl Drives {
    /// Drives of this sysfs, read through this nvme-cli.
    #[must_use]
    pub fn new(sysfs: Sysfs, cli: Arc<dyn NvmeCli>, in_use: InUse) -> Self {
        Self {
            sysfs,
            cli,
            in_use,
            claims: Arc::default(),
            known: Mutex::default(),
            changed: Notify::new(),
        }
    }

    /// Compares sysfs with what is known. Returns true if a drive came, went, or looks different; new ones and changed
    /// ones are identified in the background.
    pub fn scan(self: &Arc<Self>) -> bool {
        let found = self.sysfs.controllers();
        let mut known = self.known();
        let before = known.len();
        known.retain(|name, _| found.iter().any(|controller| controller.name == *name));
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
            let is_same = known
                .get(&name)
                .is_some_and(|drive| identity(&drive.controller) == identity(&controller));
            match known.get_mut(&name).filter(|_| is_same) {
                Some(drive) => drive.controller = controller,
                None => drop(known.insert(name.clone(), Drive::new(controller))),
            }
            to_identify.push(name);
        }
        drop(known);
        for name in to_identify {
            self.identify_in_background(name);
        }
        is_changed
    }

    /// Reads every drive's Identify data and power state again, in the background.
    pub fn identify_all(self: &Arc<Self>) {
        let names: Vec<String> = self.known().keys().cloned().collect();
        for name in names {
            self.identify_in_background(name);
        }
    }

    fn identify_in_background(self: &Arc<Self>, name: String) {
        let controller = match self.known().get_mut(&name) {
            Some(drive) if !drive.is_being_identified && !self.claims.is_closed(&drive.controller.serial) => {
                drive.is_being_identified = true;
                drive.controller.clone()
            }
            _ => return,
        };
        let this = Arc::clone(self);
        tokio::spawn(async move {
            let (identified, problem) = this.identify(&controller).await;
            if let Some(drive) = this
                .known()
                .get_mut(&name)
                .filter(|drive| is_same(drive, &controller))
            {
                drive.is_being_identified = false;
                drive.identify_problem = problem;
                // What was once read stays known while a drive does not answer.
                drive.identified = identified
                    .controller
                    .is_some()
                    .then_some(identified)
                    .or(drive.identified.take());
            }
            this.changed.notify_one();
        });
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

    /// The drives to sample now: all but those whose last sample has not come back, and those that answer nothing now.
    pub fn to_sample(&self) -> Vec<Sampled> {
        let mut known = self.known();
        let waiting = known
            .values_mut()
            .filter(|drive| !drive.is_being_sampled && !self.claims.is_closed(&drive.controller.serial));
        let sampled = waiting.map(|drive| {
            drive.is_being_sampled = true;
            Sampled {
                name: drive.controller.name.clone(),
                identity: identity(&drive.controller),
                reader: self.reader(&drive.controller),
            }
        });
        sampled.collect()
    }

    /// Reads the health of one drive, and remembers whether it answered.
    pub async fn sample(&self, sampled: &Sampled) -> Result<SmartLog, Problem> {
        let result = sampled.reader.smart_log().await;
        let mut known = self.known();
        if let Some(drive) = known.get_mut(&sampled.name) {
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
        }
        result
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
            looks.spawn(async move { (name.clone(), in_use.reasons(&name).await) });
        }
        let reasons: BTreeMap<String, Vec<String>> = looks.join_all().await.into_iter().collect();
        drives.iter().map(|drive| observation(drive, &reasons)).collect()
    }

    /// Finds a namespace by the drive's identity, in sysfs as it is now: a path may have moved to another drive.
    pub fn find_namespace(&self, wanted: &wire::DriveIdentity, nsid: u32) -> Result<NamespaceFound, String> {
        let controllers = self.sysfs.controllers();
        let controller = controllers
            .iter()
            .find(|controller| identity(controller) == *wanted);
        let controller = controller
            .ok_or_else(|| format!("there is no drive with serial {} in this host now", wanted.serial))?;
        let namespace = controller
            .namespaces
            .iter()
            .find(|namespace| namespace.nsid == nsid);
        let namespace =
            namespace.ok_or_else(|| format!("drive {} has no namespace {nsid}", wanted.serial))?;
        Ok(NamespaceFound {
            block_name: namespace.block_name.clone(),
            firmware: controller.firmware.clone(),
        })
    }

    /// What speaks against writing to a namespace now.
    pub async fn reasons_not_to_write(&self, block_name: &str) -> Vec<String> {
        self.in_use.reasons(block_name).await
    }

    /// Keeps everybody else from using a namespace.
    ///
    /// # Errors
    /// Who uses it, or why that cannot be found out.
    pub async fn hold(&self, block_name: &str) -> Result<Exclusive, String> {
        self.in_use.hold(block_name).await
    }

    /// The node of a block device.
    #[must_use]
    pub fn device_path(&self, block_name: &str) -> PathBuf {
        self.in_use.device_path(block_name)
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
            is_being_identified: false,
            is_being_sampled: false,
        }
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

fn observation(drive: &Drive, reasons: &BTreeMap<String, Vec<String>>) -> wire::DriveObservation {
    let controller = &drive.controller;
    let identified = drive.identified.as_ref();
    let problem = drive.smart_problem.as_ref().or(drive.identify_problem.as_ref());
    wire::DriveObservation {
        controller: identified.and_then(|identified| controller_facts(identified, controller)),
        controller_name: controller.name.clone(),
        firmware: controller.firmware.clone(),
        identity: identity(controller),
        link_speed: controller.link_speed.clone(),
        link_width: controller.link_width,
        max_link_speed: controller.max_link_speed.clone(),
        max_link_width: controller.max_link_width,
        namespaces: controller
            .namespaces
            .iter()
            .map(|namespace| {
                let data = identified.and_then(|identified| identified.namespaces.get(&namespace.nsid));
                let in_use = reasons.get(&namespace.block_name).cloned().unwrap_or_default();
                namespace_observation(namespace, data, in_use)
            })
            .collect(),
        numa_node: controller.numa_node,
        pci_address: (controller.transport == "pcie").then(|| controller.address.clone()),
        problem: problem.map(wire_problem),
        transport: controller.transport.clone(),
    }
}

fn controller_facts(
    identified: &Identified,
    controller: &sysfs::Controller,
) -> Option<wire::ControllerFacts> {
    let data = identified.controller.as_ref()?;
    let power_states = data.power_states.iter().map(|state| wire::PowerState {
        entry_latency_us: state.entry_latency_us.into(),
        exit_latency_us: state.exit_latency_us.into(),
        index: state.index,
        max_power_milliwatts: state.max_power_milliwatts.map(Into::into),
        non_operational: state.non_operational,
    });
    let nqn = if data.subsystem_nqn.is_empty() {
        &controller.subsystem_nqn
    } else {
        &data.subsystem_nqn
    };
    Some(wire::ControllerFacts {
        controller_id: data.controller_id,
        critical_temperature_kelvin: data.critical_temperature_kelvin,
        current_power_state: identified.power_state,
        nvme_version: data.version.clone(),
        power_states: power_states.collect(),
        subsystem_nqn: nqn.clone(),
        total_capacity_bytes: data.total_capacity_bytes.map(|bytes| bytes.to_string()),
        volatile_write_cache: data.volatile_write_cache,
        warning_temperature_kelvin: data.warning_temperature_kelvin,
    })
}

fn namespace_observation(
    namespace: &sysfs::Namespace,
    data: Option<&IdentifyNamespace>,
    in_use: Vec<String>,
) -> wire::Namespace {
    let formats = data.map_or(&[][..], |data| &data.lba_formats);
    wire::Namespace {
        current_lba_format: data.map(|data| data.current_lba_format),
        eui64: data.and_then(|data| data.eui64.clone()),
        in_use,
        lba_formats: formats
            .iter()
            .map(|format| wire::LbaFormat {
                data_bytes: format.data_bytes,
                index: format.index,
                metadata_bytes: format.metadata_bytes.into(),
                relative_performance: format.relative_performance,
            })
            .collect(),
        nguid: data.and_then(|data| data.nguid.clone()),
        nsid: namespace.nsid,
        path: Some(format!("/dev/{}", namespace.block_name)),
        size_bytes: data
            .map_or(u128::from(namespace.size_bytes), IdentifyNamespace::size_bytes)
            .to_string(),
        utilization_bytes: data.map(|data| data.utilization_bytes().to_string()),
    }
}

/// A problem in the words of the wire.
#[must_use]
pub fn wire_problem(problem: &Problem) -> wire::DriveProblem {
    wire::DriveProblem {
        detail: problem.detail.clone(),
        kind: match problem.kind {
            ProblemKind::NvmeCliMissing => wire::DriveProblemKind::NvmeCliMissing,
            ProblemKind::NoPermission => wire::DriveProblemKind::NoPermission,
            ProblemKind::NotResponding => wire::DriveProblemKind::NotResponding,
            ProblemKind::CommandFailed => wire::DriveProblemKind::CommandFailed,
            ProblemKind::MalformedData => wire::DriveProblemKind::MalformedData,
        },
        remedy: problem.remedy.clone(),
    }
}
