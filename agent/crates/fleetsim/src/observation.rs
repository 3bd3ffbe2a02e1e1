//! What a host says of itself and of its drives beside their health: the events of the protocol, filled in plausibly.

use crosspoint_wire::{
    ControllerFacts, DriveDetails, DriveIdentity, DriveObservation, DriveProblem, DriveProblemKind,
    EnvironmentEvent, EraseFacts, ErrorLogEntry, FirmwareFacts, FirmwareSlot, HostPolicy, LbaFormat,
    Namespace, NumaNode, PowerState,
};

use crate::fleet::{Drive, Fleet, Host, Stay};
use crate::life::Life;
use crate::marks::VERSION;
use crate::model::{CRITICAL_ABOVE_WARNING_KELVIN, Model};
use crate::seed::Seed;
use crate::times::{DAY_MS, WEEK_MS};

const KERNELS: [&str; 4] = [
    "6.1.0-40-amd64",
    "6.8.0-64-generic",
    "5.14.0-570.el9.x86_64",
    "6.12.41+deb13-amd64",
];
const CPUS: [(&str, u32); 3] = [
    ("Intel(R) Xeon(R) Gold 6248 CPU @ 2.50GHz", 40),
    ("AMD EPYC 7543P 32-Core Processor", 64),
    ("Intel(R) Xeon(R) CPU E5-2697 v4 @ 2.30GHz", 36),
];
/// Weeks of the history in which some hosts get another firmware onto their drives.
const UPDATE_WEEKS: [u64; 2] = [4, 9];

/// Who the drive is.
#[must_use]
pub fn identity(drive: &Drive) -> DriveIdentity {
    DriveIdentity {
        model: drive.model.name.to_owned(),
        pci_vendor_id: drive.model.vendor,
        serial: drive.serial.clone(),
    }
}

/// The host's own facts, without the fields that an event has of its own.
#[must_use]
pub fn environment(host: &Host, fleet: &Fleet) -> EnvironmentEvent {
    let seed = host.seed.child("environment", 0);
    let (cpu_model, cpu_count) = *seed.child("cpu", 0).pick(&CPUS);
    let memory_bytes = (128 << seed.child("memory", 0).below(3)) << 30;
    EnvironmentEvent {
        agent_version: VERSION.to_owned(),
        // It carries out no commands.
        architecture: None,
        allowed_cpus: Some(format!("0-{}", cpu_count - 1)),
        booted_ms: Some(booted_ms(host, fleet)),
        cpu_count,
        cpu_model: cpu_model.to_owned(),
        events_dropped: 0,
        events_refused: Some(0),
        governor: Some((*seed.child("governor", 0).pick(&["performance", "powersave"])).to_owned()),
        hostname: host.hostname.clone(),
        id: uuid::Uuid::nil(),
        idle_states: Vec::new(),
        kernel: (*seed.child("kernel", 0).pick(&KERNELS)).to_owned(),
        memory_bytes,
        mitigations: None,
        numa_nodes: numa_nodes(cpu_count, memory_bytes),
        nvme_cli_version: Some("nvme version 2.13 (simulated)".to_owned()),
        nvme_parameters: Vec::new(),
        operating_system: "Simulated Linux".to_owned(),
        policy: policy(),
        sequence: None,
        smt: Some(true),
        time_ms: 0,
        upgrade_obstacle: None,
        uring_bench_version: Some(VERSION.to_owned()),
    }
}

fn booted_ms(host: &Host, fleet: &Fleet) -> u64 {
    let days = host.seed.child("boot", 0).below(200);
    let since_start = fleet.layout.start_ms.saturating_sub(days * DAY_MS);
    host.off.map_or(since_start, |(_, until_ms)| until_ms)
}

/// Two sockets.
fn numa_nodes(cpu_count: u32, memory_bytes: u64) -> Vec<NumaNode> {
    let half = cpu_count / 2;
    let node = |node: u16, first: u32, last: u32| NumaNode {
        node,
        cpus: format!("{first}-{last}"),
        memory_bytes: memory_bytes / 2,
    };
    vec![node(0, 0, half - 1), node(1, half, cpu_count - 1)]
}

/// It allows nothing: there is nothing that a simulated host could do to a drive.
fn policy() -> HostPolicy {
    HostPolicy {
        path: "/etc/crosspoint/policy.toml (simulated)".to_owned(),
        problem: None,
        allow: Vec::new(),
        deny: Vec::new(),
    }
}

/// All drives that are in a host at a time.
#[must_use]
pub fn observations(fleet: &Fleet, host: &Host, time_ms: u64) -> Vec<DriveObservation> {
    fleet
        .stays_in(host)
        .filter(|(drive, stay)| stay.holds(time_ms) && !drive.fate.is_gone_at(time_ms))
        .map(|(drive, stay)| observation(fleet, drive, stay, time_ms))
        .collect()
}

fn observation(fleet: &Fleet, drive: &Drive, stay: Stay, time_ms: u64) -> DriveObservation {
    let Stay { host, slot, .. } = stay;
    let stopped = drive.fate.stopped_ms().is_some_and(|from_ms| time_ms >= from_ms);
    // A narrow link is a finding that has nothing to do with the drive.
    let width = if drive.seed.child("link", u64::from(host)).chance(0.01) {
        2
    } else {
        4
    };
    DriveObservation {
        controller: (!stopped).then(|| controller(drive)),
        controller_name: format!("nvme{slot}"),
        firmware: firmware(fleet, drive, host, time_ms).to_owned(),
        identity: identity(drive),
        link_speed: Some("8.0 GT/s PCIe".to_owned()),
        link_width: Some(width),
        max_link_speed: Some("8.0 GT/s PCIe".to_owned()),
        max_link_width: Some(4),
        namespaces: vec![namespace(drive, slot)],
        numa_node: Some(i32::from(slot % 2 == 1)),
        pci_address: Some(format!("0000:{:02x}:00.0", 16 + slot)),
        problem: stopped.then(not_responding),
        queues: None,
        slot: Some(format!("{}", 1 + slot)),
        transport: "pcie".to_owned(),
    }
}

/// What is said of a drive whose controller does not answer.
#[must_use]
pub fn not_responding() -> DriveProblem {
    DriveProblem {
        kind: DriveProblemKind::NotResponding,
        detail: "nvme smart-log did not answer within 10 s (simulated)".to_owned(),
        remedy: "Nothing to do: this drive is simulated.".to_owned(),
    }
}

/// The revision that a drive runs; hosts update all their drives at once.
#[must_use]
pub fn firmware(fleet: &Fleet, drive: &Drive, host: u32, time_ms: u64) -> &'static str {
    let revisions = drive.model.firmware;
    let seed = fleet.hosts[host as usize].seed;
    let first = drive.seed.child("firmware", 0).below(2);
    let weeks = (time_ms - fleet.layout.start_ms) / WEEK_MS;
    let updates = UPDATE_WEEKS
        .iter()
        .filter(|week| weeks >= **week && seed.child("update", **week).chance(0.25));
    let index = usize::try_from(first).unwrap_or(0) + updates.count();
    revisions[index.min(revisions.len() - 1)]
}

fn controller(drive: &Drive) -> ControllerFacts {
    let Model {
        capacity_bytes,
        warning_kelvin,
        power_milliwatts,
        ..
    } = *drive.model;
    ControllerFacts {
        controller_id: 0,
        critical_temperature_kelvin: Some(warning_kelvin + CRITICAL_ABOVE_WARNING_KELVIN),
        current_power_state: Some(0),
        nvme_version: "1.2.1".to_owned(),
        power_states: vec![PowerState {
            index: 0,
            max_power_milliwatts: Some(power_milliwatts),
            active_power_milliwatts: None,
            idle_power_milliwatts: None,
            entry_latency_us: 0,
            exit_latency_us: 0,
            non_operational: false,
        }],
        several_controllers: Some(false),
        subsystem_nqn: format!("nqn.2014.08.org.nvmexpress:simulated:{}", drive.serial),
        total_capacity_bytes: Some(capacity_bytes.to_string()),
        volatile_write_cache: false,
        warning_temperature_kelvin: Some(warning_kelvin),
    }
}

fn namespace(drive: &Drive, slot: u32) -> Namespace {
    let device = format!("/dev/nvme{slot}n1");
    let format = |index: u8, data_bytes: u64, relative_performance: u8| LbaFormat {
        index,
        data_bytes,
        metadata_bytes: 0,
        relative_performance,
    };
    Namespace {
        nsid: 1,
        current_lba_format: Some(u8::from(drive.seed.child("format", 0).chance(0.7))),
        eui64: None,
        in_use: Vec::new(),
        lba_formats: vec![format(0, 512, 2), format(1, 4096, 0)],
        nguid: None,
        path: Some(device),
        scheduler: Some("none".to_owned()),
        size_bytes: drive.model.capacity_bytes.to_string(),
        uses: Vec::new(),
        utilization_bytes: Some(drive.model.capacity_bytes.to_string()),
    }
}

/// Logs and settings of a drive, as at a time.
#[must_use]
pub fn details(fleet: &Fleet, drive: &Drive, stay: Stay, time_ms: u64) -> DriveDetails {
    let reading = Life::new(fleet, drive, stay).reading(time_ms);
    DriveDetails {
        erase: EraseFacts {
            erase_all_namespaces: false,
            format: true,
            format_all_namespaces: false,
            format_crypto_erase: true,
            sanitize_block_erase: false,
            sanitize_crypto_erase: false,
            sanitize_overwrite: false,
        },
        error_log: error_log(drive.seed, reading.error_entries, reading.media_errors),
        error_log_size: 64,
        firmware: Some(FirmwareFacts {
            activates_without_reset: false,
            active_slot: Some(1),
            first_slot_read_only: false,
            next_slot: None,
            slot_count: 1,
            slots: vec![FirmwareSlot {
                slot: 1,
                revision: firmware(fleet, drive, stay.host, time_ms).to_owned(),
            }],
        }),
        power_governor: None,
        power_limit: None,
        self_test: None,
        thermal_management: None,
        unread: Vec::new(),
        vendor_logs: Vec::new(),
        write_cache_enabled: None,
    }
}

/// As many as there may be new ones in a day.
const ERRORS_LISTED: u64 = 16;

/// The newest entries: unrecovered reads, as many as there are media errors.
pub(crate) fn error_log(seed: Seed, entries: u64, media_errors: u64) -> Vec<ErrorLogEntry> {
    (0..media_errors.min(ERRORS_LISTED))
        .map(|back| ErrorLogEntry {
            command_id: Some(0),
            error_count: (entries - back).to_string(),
            lba: seed.child("lba", entries - back).below(700_000_000).to_string(),
            nsid: 1,
            // Media and Data Integrity Errors, Unrecovered Read Error.
            status: 0x281,
            submission_queue: Some(1),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fleet::tests::demo;

    #[test]
    fn firmware_only_moves_forward_and_some_is_updated() {
        let fleet = demo();
        let place = |drive: &Drive, time_ms| {
            let revision = firmware(&fleet, drive, drive.stays[0].host, time_ms);
            drive
                .model
                .firmware
                .iter()
                .position(|known| *known == revision)
                .unwrap()
        };
        let (start_ms, end_ms) = (fleet.layout.start_ms, fleet.layout.end_ms);
        assert!(
            fleet
                .drives
                .iter()
                .all(|drive| place(drive, start_ms) <= place(drive, end_ms))
        );
        assert!(
            fleet
                .drives
                .iter()
                .any(|drive| place(drive, start_ms) < place(drive, end_ms))
        );
    }

    #[test]
    fn a_drive_that_vanished_is_not_listed_any_more() {
        let fleet = demo();
        let drive = fleet
            .drives
            .iter()
            .find(|drive| drive.fate.vanished_ms().is_some())
            .expect("one that vanished");
        let host = &fleet.hosts[drive.stays[0].host as usize];
        let lists = |time_ms| {
            observations(&fleet, host, time_ms)
                .iter()
                .any(|listed| listed.identity.serial == drive.serial)
        };
        let gone_ms = drive.fate.vanished_ms().unwrap();
        assert!(lists(gone_ms - 1));
        assert!(!lists(gone_ms));
    }

    #[test]
    fn what_is_said_fits_the_contract_and_carries_its_marks() {
        let fleet = demo();
        let host = &fleet.hosts[0];
        let said = environment(host, &fleet);
        assert!(said.hostname.starts_with("sim-") && said.agent_version.contains("simulated"));
        let listed = observations(&fleet, host, fleet.layout.end_ms);
        assert!(
            !listed.is_empty()
                && listed
                    .iter()
                    .all(|drive| drive.identity.serial.starts_with("SIMULATED-"))
        );
    }
}
