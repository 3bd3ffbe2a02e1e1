//! A drive in the words of the wire.

use std::collections::BTreeMap;

use crosspoint_nvme::decode::IdentifyNamespace;
use crosspoint_nvme::{Problem, ProblemKind, sysfs};
use crosspoint_wire as wire;
use tokio::task::JoinSet;

use super::drive::{Drive, Identified};
use super::known::Drives;
use crate::guard::identity::identity;
use crate::guard::in_use::Occupancy;

impl Drives {
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
            .map(|drive| observation(drive, &occupancies))
            .collect()
    }
}

/// A drive and what is on it.
fn observation(drive: &Drive, occupancies: &BTreeMap<String, Occupancy>) -> wire::DriveObservation {
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
                let occupancy = occupancies
                    .get(&namespace.block_name)
                    .cloned()
                    .unwrap_or_default();
                namespace_observation(namespace, data, occupancy)
            })
            .collect(),
        numa_node: controller.numa_node,
        pci_address: (controller.transport == "pcie").then(|| controller.address.clone()),
        problem: problem.map(wire_problem),
        queues: controller.queues.as_ref().map(queues),
        slot: controller.slot.clone(),
        transport: controller.transport.clone(),
    }
}

fn queues(queues: &sysfs::Queues) -> wire::ControllerQueues {
    wire::ControllerQueues {
        cpu_lists: queues.cpu_lists.clone(),
        cpus_sharing_most: queues.cpus_sharing_most as u64,
        poll: queues.poll as u64,
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
        idle_power_milliwatts: state.idle_power_milliwatts.map(Into::into),
        active_power_milliwatts: state.active_power_milliwatts.map(Into::into),
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
        several_controllers: Some(data.capabilities.several_controllers),
        subsystem_nqn: nqn.clone(),
        total_capacity_bytes: data.total_capacity_bytes.map(|bytes| bytes.to_string()),
        volatile_write_cache: data.volatile_write_cache,
        warning_temperature_kelvin: data.warning_temperature_kelvin,
    })
}

fn namespace_observation(
    namespace: &sysfs::Namespace,
    data: Option<&IdentifyNamespace>,
    occupancy: Occupancy,
) -> wire::Namespace {
    let formats = data.map_or(&[][..], |data| &data.lba_formats);
    wire::Namespace {
        current_lba_format: data.map(|data| data.current_lba_format),
        eui64: data.and_then(|data| data.eui64.clone()),
        in_use: occupancy.reasons,
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
        scheduler: namespace.scheduler.clone(),
        uses: occupancy.uses,
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
