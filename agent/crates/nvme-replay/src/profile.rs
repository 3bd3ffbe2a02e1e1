//! What a profile says: one controller with its namespaces, its logs, its features, and its place in the host.

mod place;

pub use place::Place;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A profile: one file, one controller.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// Where the figures are from, and which are made up.
    pub note: String,
    /// How it answers.
    #[serde(default)]
    pub behaviour: Behaviour,
    /// Values of features by their number in hexadecimal (`"0x02"`); one that is not here is refused.
    #[serde(default)]
    pub features: BTreeMap<String, u32>,
    /// Features (`"0x02"`) that are reported and cannot be changed.
    #[serde(default)]
    pub unchangeable: Vec<String>,
    /// Revisions of firmware slots 1 to 7; an empty text is an empty slot.
    #[serde(default)]
    pub firmware_slots: Vec<String>,
    /// Raw values of the Intel log CAh by attribute number in hexadecimal (`"0xab"`); a controller without any has no such log.
    #[serde(default)]
    pub intel_attributes: BTreeMap<String, u64>,
    /// Identify Controller.
    pub controller: Controller,
    /// SMART / Health.
    #[serde(default)]
    pub smart: Smart,
    /// Where it is plugged in.
    #[serde(default)]
    pub place: Place,
    /// The newest first.
    #[serde(default)]
    pub error_log: Vec<ErrorEntry>,
    /// What it does by itself at the moment.
    #[serde(default)]
    pub work: Work,
    /// The newest first.
    #[serde(default)]
    pub self_tests: Vec<SelfTest>,
    /// OCP log C0h; a controller without it does not support that log.
    pub ocp: Option<Ocp>,
    /// Logs (`"0x06"`) that come otherwise than they should.
    #[serde(default)]
    pub broken_logs: BTreeMap<String, BrokenLog>,
    /// Namespace 1 and following.
    pub namespaces: Vec<Namespace>,
}

/// How a log comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum BrokenLog {
    /// Not at all, though the controller claims to have it.
    Refused,
    /// Half of it.
    Short,
    /// With all bits clear.
    Zero,
    /// With all bits set.
    Ones,
}

/// How a controller answers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Behaviour {
    /// As it should.
    #[default]
    Answers,
    /// Never.
    Hangs,
    /// With an Internal Error.
    Refuses,
}

/// Identify Controller, by the abbreviations of the specification where there is no better word.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Controller {
    /// VID.
    pub pci_vendor_id: u16,
    /// MN.
    pub model: String,
    /// SN.
    pub serial: String,
    /// FR.
    pub firmware: String,
    /// VER, for example `[1, 2, 0]`.
    pub version: [u8; 3],
    /// CNTLID.
    #[serde(default)]
    pub controller_id: u16,
    /// CMIC: bit 1 several controllers.
    #[serde(default)]
    pub cmic: u8,
    /// Identifiers of the other controllers of its subsystem.
    #[serde(default)]
    pub other_controllers: Vec<u16>,
    /// SUBNQN.
    #[serde(default)]
    pub subsystem_nqn: String,
    /// TNVMCAP in bytes.
    #[serde(default)]
    pub total_capacity_bytes: u64,
    /// WCTEMP in kelvin.
    #[serde(default)]
    pub warning_temperature_kelvin: u16,
    /// CCTEMP in kelvin.
    #[serde(default)]
    pub critical_temperature_kelvin: u16,
    /// OACS: bit 1 format, bit 3 namespace management, bit 4 self-test.
    #[serde(default)]
    pub oacs: u16,
    /// LPA: bit 5 supported log pages (00h) and effects of features (12h).
    #[serde(default)]
    pub lpa: u8,
    /// FRMW: bits 3:1 number of slots.
    #[serde(default)]
    pub frmw: u8,
    /// ELPE, zero-based.
    #[serde(default)]
    pub elpe: u8,
    /// EDSTT in minutes.
    #[serde(default)]
    pub extended_self_test_minutes: u16,
    /// HCTMA.
    #[serde(default)]
    pub hctma: u16,
    /// MNTMT in kelvin.
    #[serde(default)]
    pub mntmt: u16,
    /// MXTMT in kelvin.
    #[serde(default)]
    pub mxtmt: u16,
    /// SANICAP: bit 0 crypto, 1 block, 2 overwrite.
    #[serde(default)]
    pub sanicap: u32,
    /// FNA.
    #[serde(default)]
    pub fna: u8,
    /// VWC.
    #[serde(default)]
    pub vwc: u8,
    /// Power states 0 and following.
    pub power_states: Vec<PowerState>,
}

/// A power state descriptor.
#[derive(Debug, Clone, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct PowerState {
    /// MP.
    pub max_power_milliwatts: u32,
    /// IDLP.
    pub idle_power_milliwatts: u32,
    /// ACTP.
    pub active_power_milliwatts: u32,
    /// NOPS.
    pub non_operational: bool,
    /// ENLAT.
    pub entry_latency_us: u32,
    /// EXLAT.
    pub exit_latency_us: u32,
}

/// A namespace.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Namespace {
    /// Its size; a format keeps it.
    pub size_bytes: u64,
    /// Index of the format in use.
    pub current_format: u8,
    /// Data bytes, metadata bytes, relative performance (0 best to 3 degraded).
    pub formats: Vec<[u32; 3]>,
    /// EUI64, 16 hexadecimal digits.
    #[serde(default)]
    pub eui64: String,
    /// NMIC: bit 0 shared.
    #[serde(default)]
    pub nmic: u8,
    /// It exists, and no controller of this host has it.
    #[serde(default)]
    pub is_detached: bool,
}

/// SMART / Health Information.
#[derive(Debug, Clone, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
#[allow(missing_docs, reason = "the specification's names")]
pub struct Smart {
    pub critical_warning: u8,
    pub temperature_kelvin: u16,
    pub available_spare_percent: u8,
    pub available_spare_threshold_percent: u8,
    pub percentage_used: u8,
    pub data_units_read: u64,
    pub data_units_written: u64,
    pub host_read_commands: u64,
    pub host_write_commands: u64,
    pub controller_busy_time_minutes: u64,
    pub power_cycles: u64,
    pub power_on_hours: u64,
    pub unsafe_shutdowns: u64,
    pub media_errors: u64,
    pub error_log_entries: u64,
    pub warning_temperature_time_minutes: u32,
    pub critical_temperature_time_minutes: u32,
    pub temperature_sensors_kelvin: Vec<u16>,
    pub thermal_management_1_transitions: u32,
    pub thermal_management_2_transitions: u32,
    pub thermal_management_1_seconds: u32,
    pub thermal_management_2_seconds: u32,
}

/// An entry of the error log.
#[derive(Debug, Clone, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
#[allow(missing_docs, reason = "the specification's names")]
pub struct ErrorEntry {
    pub error_count: u64,
    pub submission_queue: u16,
    pub command_id: u16,
    /// Status field without the phase tag: code type and code.
    pub status: u16,
    pub lba: u64,
    pub nsid: u32,
}

/// A result of the self-test log.
#[derive(Debug, Clone, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
#[allow(missing_docs, reason = "the specification's names")]
pub struct SelfTest {
    /// 1 short, 2 extended.
    pub code: u8,
    /// 0 passed, 1 aborted, 7 failed in a segment.
    pub result: u8,
    pub segment: u8,
    pub power_on_hours: u64,
    pub failing_lba: Option<u64>,
}

/// Self-test and sanitize under way.
#[derive(Debug, Clone, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Work {
    /// Code of the running self-test; 0 is none.
    pub self_test: u8,
    /// How far it is.
    pub self_test_percent: u8,
    /// Percent that it comes further with each look at its log, whoever looks; a step as of all long work where not given. With 0 it
    /// stands still however often somebody looks, until [`Self::self_test_percent`] is changed.
    pub self_test_step: Option<u8>,
    /// How it will end.
    pub self_test_result: u8,
    /// How many looks at its log it is late: with showing that a test began, and again with its result.
    pub self_test_lag: u8,
    /// Looks until it shows the next thing.
    pub self_test_lag_left: u8,
    /// SSTAT: 0 never, 1 done, 2 running, 3 failed.
    pub sanitize: u8,
    /// How many looks at its log it is late with showing that a sanitize began.
    pub sanitize_lag: u8,
    /// Looks until it shows it.
    pub sanitize_lag_left: u8,
    /// How far it is.
    pub sanitize_percent: u8,
    /// Whether it will fail.
    pub sanitize_fails: bool,
    /// FPI: percent that a format has still to do; a drive without it does not say.
    pub format_remaining_percent: Option<u8>,
}

/// The fields of OCP log C0h that are replayed.
#[derive(Debug, Clone, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
#[allow(missing_docs, reason = "the specification's names")]
pub struct Ocp {
    pub physical_media_units_written: u64,
    pub physical_media_units_read: u64,
    pub bad_user_blocks: u64,
    pub uncorrectable_read_errors: u64,
    pub thermal_throttling_events: u8,
    pub pcie_correctable_errors: u64,
    pub incomplete_shutdowns: u32,
    pub capacitor_health: u16,
    pub end_to_end_errors: u32,
    pub media_dies: u16,
    pub die_failure_tolerance: u16,
    pub media_dies_offline: u16,
}
