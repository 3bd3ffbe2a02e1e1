// Generated from packages/protocol/schema/agent-v1.json by generate-wire. Do not edit.
#![allow(missing_docs, clippy::all, clippy::pedantic)]

///`BenchmarkEnvironment`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct BenchmarkEnvironment {
    #[serde(rename = "cpuCount", skip_serializing_if = "::std::option::Option::is_none")]
    pub cpu_count: ::std::option::Option<u32>,
    #[serde(rename = "cpuModel", skip_serializing_if = "::std::option::Option::is_none")]
    pub cpu_model: ::std::option::Option<::std::string::String>,
    #[serde(rename = "engineFlags")]
    pub engine_flags: ::std::vec::Vec<::std::string::String>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub firmware: ::std::option::Option<::std::string::String>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub governor: ::std::option::Option<::std::string::String>,
    #[serde(rename = "inUse")]
    pub in_use: ::std::vec::Vec<::std::string::String>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub kernel: ::std::option::Option<::std::string::String>,
    #[serde(
        rename = "logicalBlockBytes",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub logical_block_bytes: ::std::option::Option<u64>,
    #[serde(
        rename = "maxPcieLink",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub max_pcie_link: ::std::option::Option<::std::string::String>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub mitigations: ::std::option::Option<::std::string::String>,
    #[serde(rename = "numaNode", skip_serializing_if = "::std::option::Option::is_none")]
    pub numa_node: ::std::option::Option<i32>,
    #[serde(rename = "pcieLink", skip_serializing_if = "::std::option::Option::is_none")]
    pub pcie_link: ::std::option::Option<::std::string::String>,
    #[serde(rename = "pollQueues", skip_serializing_if = "::std::option::Option::is_none")]
    pub poll_queues: ::std::option::Option<u64>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub scheduler: ::std::option::Option<::std::string::String>,
    #[serde(rename = "toolVersion")]
    pub tool_version: ::std::string::String,
    #[serde(rename = "writeCache", skip_serializing_if = "::std::option::Option::is_none")]
    pub write_cache: ::std::option::Option<::std::string::String>,
}
///`BenchmarkPlan`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct BenchmarkPlan {
    ///What it is for.
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub description: ::std::option::Option<::std::string::String>,
    ///Its name for programs.
    pub id: ::std::string::String,
    ///Its name for people.
    pub name: ::std::string::String,
    ///No point may write.
    #[serde(rename = "readsOnly")]
    pub reads_only: bool,
    pub steps: ::std::vec::Vec<PlanStep>,
}
///`BytesEnding`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct BytesEnding {
    pub bytes: ::std::string::String,
    #[serde(rename = "durationSeconds")]
    pub duration_seconds: u32,
}
///`CancelBenchmarkCommand`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct CancelBenchmarkCommand {
    pub id: ::uuid::Uuid,
    #[serde(
        rename = "pointSequence",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub point_sequence: ::std::option::Option<u16>,
    #[serde(rename = "requestedBy")]
    pub requested_by: ::std::string::String,
    #[serde(rename = "runId")]
    pub run_id: ::uuid::Uuid,
}
///`ClosedLoad`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
#[serde(transparent)]
pub struct ClosedLoad(pub ::serde_json::Map<::std::string::String, ::serde_json::Value>);
impl ::std::ops::Deref for ClosedLoad {
    type Target = ::serde_json::Map<::std::string::String, ::serde_json::Value>;
    fn deref(&self) -> &::serde_json::Map<::std::string::String, ::serde_json::Value> {
        &self.0
    }
}
impl ::std::convert::From<ClosedLoad> for ::serde_json::Map<::std::string::String, ::serde_json::Value> {
    fn from(value: ClosedLoad) -> Self {
        value.0
    }
}
impl ::std::convert::From<::serde_json::Map<::std::string::String, ::serde_json::Value>> for ClosedLoad {
    fn from(value: ::serde_json::Map<::std::string::String, ::serde_json::Value>) -> Self {
        Self(value)
    }
}
///`CollectNowCommand`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct CollectNowCommand {
    pub id: ::uuid::Uuid,
}
///`CommandEvent`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct CommandEvent {
    #[serde(rename = "commandId")]
    pub command_id: ::uuid::Uuid,
    pub id: ::uuid::Uuid,
    #[serde(rename = "nvmeStatus", skip_serializing_if = "::std::option::Option::is_none")]
    pub nvme_status: ::std::option::Option<u16>,
    pub outcome: CommandEventOutcome,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub reason: ::std::option::Option<::std::string::String>,
    #[serde(rename = "runUnknown", skip_serializing_if = "::std::option::Option::is_none")]
    pub run_unknown: ::std::option::Option<bool>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub sequence: ::std::option::Option<u64>,
    #[serde(rename = "timeMs")]
    pub time_ms: u64,
}
///`CommandEventOutcome`
#[derive(
    ::serde::Deserialize, ::serde::Serialize, Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd,
)]
pub enum CommandEventOutcome {
    #[serde(rename = "accepted")]
    Accepted,
    #[serde(rename = "declined")]
    Declined,
    #[serde(rename = "succeeded")]
    Succeeded,
    #[serde(rename = "failed")]
    Failed,
    #[serde(rename = "interrupted")]
    Interrupted,
}
impl ::std::fmt::Display for CommandEventOutcome {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        match *self {
            Self::Accepted => f.write_str("accepted"),
            Self::Declined => f.write_str("declined"),
            Self::Succeeded => f.write_str("succeeded"),
            Self::Failed => f.write_str("failed"),
            Self::Interrupted => f.write_str("interrupted"),
        }
    }
}
impl ::std::str::FromStr for CommandEventOutcome {
    type Err = self::error::ConversionError;
    fn from_str(value: &str) -> ::std::result::Result<Self, self::error::ConversionError> {
        match value {
            "accepted" => Ok(Self::Accepted),
            "declined" => Ok(Self::Declined),
            "succeeded" => Ok(Self::Succeeded),
            "failed" => Ok(Self::Failed),
            "interrupted" => Ok(Self::Interrupted),
            _ => Err("invalid value".into()),
        }
    }
}
impl ::std::convert::TryFrom<&str> for CommandEventOutcome {
    type Error = self::error::ConversionError;
    fn try_from(value: &str) -> ::std::result::Result<Self, self::error::ConversionError> {
        value.parse()
    }
}
impl ::std::convert::TryFrom<::std::string::String> for CommandEventOutcome {
    type Error = self::error::ConversionError;
    fn try_from(value: ::std::string::String) -> ::std::result::Result<Self, self::error::ConversionError> {
        value.parse()
    }
}
///`CommandProgressEvent`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct CommandProgressEvent {
    #[serde(rename = "commandId")]
    pub command_id: ::uuid::Uuid,
    pub id: ::uuid::Uuid,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub percent: ::std::option::Option<u8>,
    pub phase: ::std::string::String,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub sequence: ::std::option::Option<u64>,
    #[serde(rename = "timeMs")]
    pub time_ms: u64,
}
///`CommandsResponse`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct CommandsResponse {
    pub commands: ::std::vec::Vec<crate::generated::Command>,
    #[serde(rename = "serverTimeMs")]
    pub server_time_ms: u64,
}
///`ControlDriveCommand`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct ControlDriveCommand {
    pub action: crate::generated::DriveAction,
    #[serde(
        rename = "confirmedSerial",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub confirmed_serial: ::std::option::Option<::std::string::String>,
    pub drive: DriveIdentity,
    pub id: ::uuid::Uuid,
}
///`ControllerFacts`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct ControllerFacts {
    #[serde(rename = "controllerId")]
    pub controller_id: u16,
    #[serde(
        rename = "criticalTemperatureKelvin",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub critical_temperature_kelvin: ::std::option::Option<u16>,
    #[serde(
        rename = "currentPowerState",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub current_power_state: ::std::option::Option<u8>,
    #[serde(rename = "nvmeVersion")]
    pub nvme_version: ::std::string::String,
    #[serde(rename = "powerStates")]
    pub power_states: ::std::vec::Vec<PowerState>,
    #[serde(
        rename = "severalControllers",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub several_controllers: ::std::option::Option<bool>,
    #[serde(rename = "subsystemNqn")]
    pub subsystem_nqn: ::std::string::String,
    #[serde(
        rename = "totalCapacityBytes",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub total_capacity_bytes: ::std::option::Option<::std::string::String>,
    #[serde(rename = "volatileWriteCache")]
    pub volatile_write_cache: bool,
    #[serde(
        rename = "warningTemperatureKelvin",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub warning_temperature_kelvin: ::std::option::Option<u16>,
}
///`ControllerQueues`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct ControllerQueues {
    #[serde(rename = "cpuLists")]
    pub cpu_lists: ::std::vec::Vec<::std::string::String>,
    #[serde(rename = "cpusSharingMost")]
    pub cpus_sharing_most: u64,
    pub poll: u64,
}
///`CreateScratchFileCommand`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct CreateScratchFileCommand {
    pub id: ::uuid::Uuid,
    #[serde(rename = "sizeBytes")]
    pub size_bytes: u64,
}
///`CrosspointWire`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
#[serde(transparent)]
pub struct CrosspointWire(pub ::serde_json::Value);
impl ::std::ops::Deref for CrosspointWire {
    type Target = ::serde_json::Value;
    fn deref(&self) -> &::serde_json::Value {
        &self.0
    }
}
impl ::std::convert::From<CrosspointWire> for ::serde_json::Value {
    fn from(value: CrosspointWire) -> Self {
        value.0
    }
}
impl ::std::convert::From<::serde_json::Value> for CrosspointWire {
    fn from(value: ::serde_json::Value) -> Self {
        Self(value)
    }
}
///`DatabaseEnvironment`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct DatabaseEnvironment {
    #[serde(rename = "cpuCount", skip_serializing_if = "::std::option::Option::is_none")]
    pub cpu_count: ::std::option::Option<u32>,
    #[serde(rename = "cpuModel", skip_serializing_if = "::std::option::Option::is_none")]
    pub cpu_model: ::std::option::Option<::std::string::String>,
    #[serde(rename = "databaseBytes")]
    pub database_bytes: u64,
    #[serde(rename = "fileSystem")]
    pub file_system: ::std::string::String,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub firmware: ::std::option::Option<::std::string::String>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub kernel: ::std::option::Option<::std::string::String>,
    #[serde(rename = "memoryBytes")]
    pub memory_bytes: u64,
    #[serde(rename = "serverVersion")]
    pub server_version: ::std::string::String,
    pub settings: ::std::vec::Vec<::std::string::String>,
}
///`DatabasePointFinishedEvent`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct DatabasePointFinishedEvent {
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub attempt: ::std::option::Option<u8>,
    pub database: DatabaseSpec,
    #[serde(rename = "elapsedNs")]
    pub elapsed_ns: u64,
    pub id: ::uuid::Uuid,
    pub outcome: DatabasePointFinishedEventOutcome,
    #[serde(rename = "pointSequence")]
    pub point_sequence: u16,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub reason: ::std::option::Option<::std::string::String>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub result: ::std::option::Option<DatabaseResult>,
    #[serde(rename = "runId")]
    pub run_id: ::uuid::Uuid,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub sequence: ::std::option::Option<u64>,
    #[serde(rename = "stepPath")]
    pub step_path: ::std::vec::Vec<u8>,
    #[serde(rename = "timeMs")]
    pub time_ms: u64,
    pub warnings: ::std::vec::Vec<::std::string::String>,
}
///`DatabasePointFinishedEventOutcome`
#[derive(
    ::serde::Deserialize, ::serde::Serialize, Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd,
)]
pub enum DatabasePointFinishedEventOutcome {
    #[serde(rename = "complete")]
    Complete,
    #[serde(rename = "interrupted")]
    Interrupted,
    #[serde(rename = "failed")]
    Failed,
    #[serde(rename = "skipped")]
    Skipped,
}
impl ::std::fmt::Display for DatabasePointFinishedEventOutcome {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        match *self {
            Self::Complete => f.write_str("complete"),
            Self::Interrupted => f.write_str("interrupted"),
            Self::Failed => f.write_str("failed"),
            Self::Skipped => f.write_str("skipped"),
        }
    }
}
impl ::std::str::FromStr for DatabasePointFinishedEventOutcome {
    type Err = self::error::ConversionError;
    fn from_str(value: &str) -> ::std::result::Result<Self, self::error::ConversionError> {
        match value {
            "complete" => Ok(Self::Complete),
            "interrupted" => Ok(Self::Interrupted),
            "failed" => Ok(Self::Failed),
            "skipped" => Ok(Self::Skipped),
            _ => Err("invalid value".into()),
        }
    }
}
impl ::std::convert::TryFrom<&str> for DatabasePointFinishedEventOutcome {
    type Error = self::error::ConversionError;
    fn try_from(value: &str) -> ::std::result::Result<Self, self::error::ConversionError> {
        value.parse()
    }
}
impl ::std::convert::TryFrom<::std::string::String> for DatabasePointFinishedEventOutcome {
    type Error = self::error::ConversionError;
    fn try_from(value: ::std::string::String) -> ::std::result::Result<Self, self::error::ConversionError> {
        value.parse()
    }
}
///`DatabasePointStartedEvent`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct DatabasePointStartedEvent {
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub attempt: ::std::option::Option<u8>,
    pub database: DatabaseSpec,
    pub environment: DatabaseEnvironment,
    pub id: ::uuid::Uuid,
    #[serde(rename = "pointSequence")]
    pub point_sequence: u16,
    #[serde(rename = "runId")]
    pub run_id: ::uuid::Uuid,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub sequence: ::std::option::Option<u64>,
    #[serde(rename = "stepPath")]
    pub step_path: ::std::vec::Vec<u8>,
    #[serde(rename = "timeMs")]
    pub time_ms: u64,
    pub warnings: ::std::vec::Vec<::std::string::String>,
}
///`DatabaseResult`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct DatabaseResult {
    pub failed: u64,
    pub histogram: ::std::string::String,
    #[serde(rename = "intervalSeconds")]
    pub interval_seconds: u32,
    #[serde(
        rename = "latencyNsMax",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub latency_ns_max: ::std::option::Option<u64>,
    #[serde(
        rename = "latencyNsMean",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub latency_ns_mean: ::std::option::Option<f64>,
    #[serde(
        rename = "latencyNsMin",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub latency_ns_min: ::std::option::Option<u64>,
    #[serde(
        rename = "latencyNsStddev",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub latency_ns_stddev: ::std::option::Option<f64>,
    pub timeline: ::std::vec::Vec<u64>,
    pub transactions: u64,
    #[serde(rename = "transactionsPerSecond")]
    pub transactions_per_second: f64,
}
///`DatabaseSpec`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct DatabaseSpec {
    pub benchmark: DatabaseSpecBenchmark,
    pub clients: u16,
    #[serde(rename = "durationSeconds")]
    pub duration_seconds: u32,
    pub precondition: ::std::vec::Vec<::std::string::String>,
    #[serde(rename = "rampSeconds")]
    pub ramp_seconds: u32,
    pub scale: u32,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub settings: ::std::option::Option<PointSettings>,
    #[serde(rename = "sizeGib")]
    pub size_gib: f64,
    pub system: DatabaseSpecSystem,
}
///`DatabaseSpecBenchmark`
#[derive(
    ::serde::Deserialize, ::serde::Serialize, Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd,
)]
pub enum DatabaseSpecBenchmark {
    #[serde(rename = "tpcbLike")]
    TpcbLike,
    #[serde(rename = "selectOnly")]
    SelectOnly,
}
impl ::std::fmt::Display for DatabaseSpecBenchmark {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        match *self {
            Self::TpcbLike => f.write_str("tpcbLike"),
            Self::SelectOnly => f.write_str("selectOnly"),
        }
    }
}
impl ::std::str::FromStr for DatabaseSpecBenchmark {
    type Err = self::error::ConversionError;
    fn from_str(value: &str) -> ::std::result::Result<Self, self::error::ConversionError> {
        match value {
            "tpcbLike" => Ok(Self::TpcbLike),
            "selectOnly" => Ok(Self::SelectOnly),
            _ => Err("invalid value".into()),
        }
    }
}
impl ::std::convert::TryFrom<&str> for DatabaseSpecBenchmark {
    type Error = self::error::ConversionError;
    fn try_from(value: &str) -> ::std::result::Result<Self, self::error::ConversionError> {
        value.parse()
    }
}
impl ::std::convert::TryFrom<::std::string::String> for DatabaseSpecBenchmark {
    type Error = self::error::ConversionError;
    fn try_from(value: ::std::string::String) -> ::std::result::Result<Self, self::error::ConversionError> {
        value.parse()
    }
}
///`DatabaseSpecSystem`
#[derive(
    ::serde::Deserialize, ::serde::Serialize, Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd,
)]
pub enum DatabaseSpecSystem {
    #[serde(rename = "postgresql")]
    Postgresql,
}
impl ::std::fmt::Display for DatabaseSpecSystem {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        match *self {
            Self::Postgresql => f.write_str("postgresql"),
        }
    }
}
impl ::std::str::FromStr for DatabaseSpecSystem {
    type Err = self::error::ConversionError;
    fn from_str(value: &str) -> ::std::result::Result<Self, self::error::ConversionError> {
        match value {
            "postgresql" => Ok(Self::Postgresql),
            _ => Err("invalid value".into()),
        }
    }
}
impl ::std::convert::TryFrom<&str> for DatabaseSpecSystem {
    type Error = self::error::ConversionError;
    fn try_from(value: &str) -> ::std::result::Result<Self, self::error::ConversionError> {
        value.parse()
    }
}
impl ::std::convert::TryFrom<::std::string::String> for DatabaseSpecSystem {
    type Error = self::error::ConversionError;
    fn try_from(value: ::std::string::String) -> ::std::result::Result<Self, self::error::ConversionError> {
        value.parse()
    }
}
///`DepthPerThread`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct DepthPerThread {
    #[serde(rename = "queueDepth")]
    pub queue_depth: u16,
    pub threads: u16,
}
///`DepthTotal`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct DepthTotal {
    #[serde(rename = "threadsMax")]
    pub threads_max: u16,
    #[serde(rename = "totalDepth")]
    pub total_depth: u32,
}
///`DiscardAction`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct DiscardAction {
    pub nsid: u32,
}
///`DriveDetails`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct DriveDetails {
    pub erase: EraseFacts,
    #[serde(rename = "errorLog")]
    pub error_log: ::std::vec::Vec<ErrorLogEntry>,
    #[serde(rename = "errorLogSize")]
    pub error_log_size: u64,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub firmware: ::std::option::Option<FirmwareFacts>,
    #[serde(
        rename = "powerGovernor",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub power_governor: ::std::option::Option<PowerGovernor>,
    #[serde(rename = "powerLimit", skip_serializing_if = "::std::option::Option::is_none")]
    pub power_limit: ::std::option::Option<u32>,
    #[serde(rename = "selfTest", skip_serializing_if = "::std::option::Option::is_none")]
    pub self_test: ::std::option::Option<SelfTestFacts>,
    #[serde(
        rename = "thermalManagement",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub thermal_management: ::std::option::Option<ThermalManagement>,
    pub unread: ::std::vec::Vec<::std::string::String>,
    #[serde(rename = "vendorLogs")]
    pub vendor_logs: ::std::vec::Vec<VendorLog>,
    #[serde(
        rename = "writeCacheEnabled",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub write_cache_enabled: ::std::option::Option<bool>,
}
///`DriveDetailsEvent`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct DriveDetailsEvent {
    pub details: DriveDetails,
    pub drive: DriveIdentity,
    pub id: ::uuid::Uuid,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub sequence: ::std::option::Option<u64>,
    #[serde(rename = "timeMs")]
    pub time_ms: u64,
}
///`DriveIdentity`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct DriveIdentity {
    pub model: ::std::string::String,
    #[serde(rename = "pciVendorId")]
    pub pci_vendor_id: u16,
    pub serial: ::std::string::String,
}
///`DriveLogName`
#[derive(
    ::serde::Deserialize, ::serde::Serialize, Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd,
)]
pub enum DriveLogName {
    #[serde(rename = "smart")]
    Smart,
    #[serde(rename = "errors")]
    Errors,
    #[serde(rename = "selfTests")]
    SelfTests,
    #[serde(rename = "ocp")]
    Ocp,
    #[serde(rename = "intel")]
    Intel,
    #[serde(rename = "namespaces")]
    Namespaces,
    #[serde(rename = "kernel")]
    Kernel,
    #[serde(rename = "link")]
    Link,
}
impl ::std::fmt::Display for DriveLogName {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        match *self {
            Self::Smart => f.write_str("smart"),
            Self::Errors => f.write_str("errors"),
            Self::SelfTests => f.write_str("selfTests"),
            Self::Ocp => f.write_str("ocp"),
            Self::Intel => f.write_str("intel"),
            Self::Namespaces => f.write_str("namespaces"),
            Self::Kernel => f.write_str("kernel"),
            Self::Link => f.write_str("link"),
        }
    }
}
impl ::std::str::FromStr for DriveLogName {
    type Err = self::error::ConversionError;
    fn from_str(value: &str) -> ::std::result::Result<Self, self::error::ConversionError> {
        match value {
            "smart" => Ok(Self::Smart),
            "errors" => Ok(Self::Errors),
            "selfTests" => Ok(Self::SelfTests),
            "ocp" => Ok(Self::Ocp),
            "intel" => Ok(Self::Intel),
            "namespaces" => Ok(Self::Namespaces),
            "kernel" => Ok(Self::Kernel),
            "link" => Ok(Self::Link),
            _ => Err("invalid value".into()),
        }
    }
}
impl ::std::convert::TryFrom<&str> for DriveLogName {
    type Error = self::error::ConversionError;
    fn try_from(value: &str) -> ::std::result::Result<Self, self::error::ConversionError> {
        value.parse()
    }
}
impl ::std::convert::TryFrom<::std::string::String> for DriveLogName {
    type Error = self::error::ConversionError;
    fn try_from(value: ::std::string::String) -> ::std::result::Result<Self, self::error::ConversionError> {
        value.parse()
    }
}
///`DriveLogs`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct DriveLogs {
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub boot: ::std::option::Option<::uuid::Uuid>,
    #[serde(
        rename = "dataUnitsWritten",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub data_units_written: ::std::option::Option<::std::string::String>,
    #[serde(
        rename = "enduranceGroupWarning",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub endurance_group_warning: ::std::option::Option<u8>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub errors: ::std::option::Option<ErrorNews>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub kernel: ::std::option::Option<KernelCounters>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub link: ::std::option::Option<LinkCounters>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub media: ::std::option::Option<MediaCounters>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub namespaces: ::std::option::Option<ReadOnlyNamespaces>,
    #[serde(rename = "selfTests", skip_serializing_if = "::std::option::Option::is_none")]
    pub self_tests: ::std::option::Option<SelfTestResults>,
    pub unread: ::std::vec::Vec<UnreadLog>,
}
///`DriveLogsEvent`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct DriveLogsEvent {
    pub drive: DriveIdentity,
    pub id: ::uuid::Uuid,
    pub logs: DriveLogs,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub sequence: ::std::option::Option<u64>,
    #[serde(rename = "timeMs")]
    pub time_ms: u64,
}
///`DriveObservation`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct DriveObservation {
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub controller: ::std::option::Option<ControllerFacts>,
    #[serde(rename = "controllerName")]
    pub controller_name: ::std::string::String,
    pub firmware: ::std::string::String,
    pub identity: DriveIdentity,
    #[serde(rename = "linkSpeed", skip_serializing_if = "::std::option::Option::is_none")]
    pub link_speed: ::std::option::Option<::std::string::String>,
    #[serde(rename = "linkWidth", skip_serializing_if = "::std::option::Option::is_none")]
    pub link_width: ::std::option::Option<u8>,
    #[serde(
        rename = "maxLinkSpeed",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub max_link_speed: ::std::option::Option<::std::string::String>,
    #[serde(
        rename = "maxLinkWidth",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub max_link_width: ::std::option::Option<u8>,
    pub namespaces: ::std::vec::Vec<Namespace>,
    #[serde(rename = "numaNode", skip_serializing_if = "::std::option::Option::is_none")]
    pub numa_node: ::std::option::Option<i32>,
    #[serde(rename = "pciAddress", skip_serializing_if = "::std::option::Option::is_none")]
    pub pci_address: ::std::option::Option<::std::string::String>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub problem: ::std::option::Option<DriveProblem>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub queues: ::std::option::Option<ControllerQueues>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub slot: ::std::option::Option<::std::string::String>,
    pub transport: ::std::string::String,
}
///`DriveProblem`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct DriveProblem {
    pub detail: ::std::string::String,
    pub kind: DriveProblemKind,
    pub remedy: ::std::string::String,
}
///`DriveProblemEvent`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct DriveProblemEvent {
    pub drive: DriveIdentity,
    pub id: ::uuid::Uuid,
    pub problem: DriveProblem,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub sequence: ::std::option::Option<u64>,
    #[serde(rename = "timeMs")]
    pub time_ms: u64,
}
///`DriveProblemKind`
#[derive(
    ::serde::Deserialize, ::serde::Serialize, Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd,
)]
pub enum DriveProblemKind {
    #[serde(rename = "nvmeCliMissing")]
    NvmeCliMissing,
    #[serde(rename = "noPermission")]
    NoPermission,
    #[serde(rename = "notResponding")]
    NotResponding,
    #[serde(rename = "commandFailed")]
    CommandFailed,
    #[serde(rename = "malformedData")]
    MalformedData,
}
impl ::std::fmt::Display for DriveProblemKind {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        match *self {
            Self::NvmeCliMissing => f.write_str("nvmeCliMissing"),
            Self::NoPermission => f.write_str("noPermission"),
            Self::NotResponding => f.write_str("notResponding"),
            Self::CommandFailed => f.write_str("commandFailed"),
            Self::MalformedData => f.write_str("malformedData"),
        }
    }
}
impl ::std::str::FromStr for DriveProblemKind {
    type Err = self::error::ConversionError;
    fn from_str(value: &str) -> ::std::result::Result<Self, self::error::ConversionError> {
        match value {
            "nvmeCliMissing" => Ok(Self::NvmeCliMissing),
            "noPermission" => Ok(Self::NoPermission),
            "notResponding" => Ok(Self::NotResponding),
            "commandFailed" => Ok(Self::CommandFailed),
            "malformedData" => Ok(Self::MalformedData),
            _ => Err("invalid value".into()),
        }
    }
}
impl ::std::convert::TryFrom<&str> for DriveProblemKind {
    type Error = self::error::ConversionError;
    fn try_from(value: &str) -> ::std::result::Result<Self, self::error::ConversionError> {
        value.parse()
    }
}
impl ::std::convert::TryFrom<::std::string::String> for DriveProblemKind {
    type Error = self::error::ConversionError;
    fn try_from(value: ::std::string::String) -> ::std::result::Result<Self, self::error::ConversionError> {
        value.parse()
    }
}
///`DurationEnding`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct DurationEnding {
    #[serde(rename = "durationSeconds")]
    pub duration_seconds: u32,
}
///`EnrollRequest`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct EnrollRequest {
    #[serde(rename = "agentVersion")]
    pub agent_version: ::std::string::String,
    pub hostname: ::std::string::String,
    #[serde(rename = "installationId")]
    pub installation_id: ::uuid::Uuid,
    pub token: ::std::string::String,
}
///`EnrollResponse`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct EnrollResponse {
    #[serde(rename = "agentKey")]
    pub agent_key: ::std::string::String,
    #[serde(rename = "hostId")]
    pub host_id: ::uuid::Uuid,
    #[serde(rename = "serverTimeMs")]
    pub server_time_ms: u64,
}
///`EnvironmentEvent`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct EnvironmentEvent {
    #[serde(rename = "agentVersion")]
    pub agent_version: ::std::string::String,
    #[serde(
        rename = "allowedCpus",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub allowed_cpus: ::std::option::Option<::std::string::String>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub architecture: ::std::option::Option<::std::string::String>,
    #[serde(rename = "bootedMs", skip_serializing_if = "::std::option::Option::is_none")]
    pub booted_ms: ::std::option::Option<u64>,
    #[serde(rename = "cpuCount")]
    pub cpu_count: u32,
    #[serde(rename = "cpuModel")]
    pub cpu_model: ::std::string::String,
    #[serde(rename = "eventsDropped")]
    pub events_dropped: u64,
    #[serde(
        rename = "eventsRefused",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub events_refused: ::std::option::Option<u64>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub governor: ::std::option::Option<::std::string::String>,
    pub hostname: ::std::string::String,
    pub id: ::uuid::Uuid,
    #[serde(
        rename = "idleStates",
        default,
        skip_serializing_if = "::std::vec::Vec::is_empty"
    )]
    pub idle_states: ::std::vec::Vec<IdleState>,
    pub kernel: ::std::string::String,
    #[serde(rename = "memoryBytes")]
    pub memory_bytes: u64,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub mitigations: ::std::option::Option<::std::string::String>,
    #[serde(
        rename = "numaNodes",
        default,
        skip_serializing_if = "::std::vec::Vec::is_empty"
    )]
    pub numa_nodes: ::std::vec::Vec<NumaNode>,
    #[serde(
        rename = "nvmeCliVersion",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub nvme_cli_version: ::std::option::Option<::std::string::String>,
    #[serde(
        rename = "nvmeParameters",
        default,
        skip_serializing_if = "::std::vec::Vec::is_empty"
    )]
    pub nvme_parameters: ::std::vec::Vec<ModuleParameter>,
    #[serde(rename = "operatingSystem")]
    pub operating_system: ::std::string::String,
    pub policy: HostPolicy,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub sequence: ::std::option::Option<u64>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub smt: ::std::option::Option<bool>,
    #[serde(rename = "timeMs")]
    pub time_ms: u64,
    #[serde(
        rename = "upgradeObstacle",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub upgrade_obstacle: ::std::option::Option<::std::string::String>,
    #[serde(
        rename = "uringBenchVersion",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub uring_bench_version: ::std::option::Option<::std::string::String>,
}
///`EraseFacts`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct EraseFacts {
    #[serde(rename = "eraseAllNamespaces")]
    pub erase_all_namespaces: bool,
    pub format: bool,
    #[serde(rename = "formatAllNamespaces")]
    pub format_all_namespaces: bool,
    #[serde(rename = "formatCryptoErase")]
    pub format_crypto_erase: bool,
    #[serde(rename = "sanitizeBlockErase")]
    pub sanitize_block_erase: bool,
    #[serde(rename = "sanitizeCryptoErase")]
    pub sanitize_crypto_erase: bool,
    #[serde(rename = "sanitizeOverwrite")]
    pub sanitize_overwrite: bool,
}
///`ErrorLogEntry`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct ErrorLogEntry {
    #[serde(rename = "commandId", skip_serializing_if = "::std::option::Option::is_none")]
    pub command_id: ::std::option::Option<u16>,
    #[serde(rename = "errorCount")]
    pub error_count: ::std::string::String,
    pub lba: ::std::string::String,
    pub nsid: u32,
    pub status: u16,
    #[serde(
        rename = "submissionQueue",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub submission_queue: ::std::option::Option<u16>,
}
///`ErrorNews`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct ErrorNews {
    pub entries: ::std::vec::Vec<ErrorLogEntry>,
    #[serde(rename = "newestCount")]
    pub newest_count: ::std::string::String,
}
///`ErrorResponse`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct ErrorResponse {
    pub error: ErrorResponseError,
}
///`ErrorResponseError`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct ErrorResponseError {
    pub code: ::std::string::String,
    #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
    pub errors: ::std::vec::Vec<FieldError>,
    pub message: ::std::string::String,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub remedy: ::std::option::Option<::std::string::String>,
}
///`FieldError`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct FieldError {
    pub message: ::std::string::String,
    pub path: ::std::string::String,
}
///`FillsEnding`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct FillsEnding {
    #[serde(rename = "durationSeconds")]
    pub duration_seconds: u32,
    pub fills: f64,
}
///`FirmwareFacts`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct FirmwareFacts {
    #[serde(rename = "activatesWithoutReset")]
    pub activates_without_reset: bool,
    #[serde(rename = "activeSlot", skip_serializing_if = "::std::option::Option::is_none")]
    pub active_slot: ::std::option::Option<u8>,
    #[serde(rename = "firstSlotReadOnly")]
    pub first_slot_read_only: bool,
    #[serde(rename = "nextSlot", skip_serializing_if = "::std::option::Option::is_none")]
    pub next_slot: ::std::option::Option<u8>,
    #[serde(rename = "slotCount")]
    pub slot_count: u8,
    pub slots: ::std::vec::Vec<FirmwareSlot>,
}
///`FirmwareSlot`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct FirmwareSlot {
    pub revision: ::std::string::String,
    pub slot: u8,
}
///`FormatAction`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct FormatAction {
    #[serde(rename = "lbaFormat")]
    pub lba_format: u8,
    pub nsid: u32,
    #[serde(rename = "secureErase")]
    pub secure_erase: FormatActionSecureErase,
}
///`FormatActionSecureErase`
#[derive(
    ::serde::Deserialize, ::serde::Serialize, Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd,
)]
pub enum FormatActionSecureErase {
    #[serde(rename = "none")]
    None,
    #[serde(rename = "userData")]
    UserData,
    #[serde(rename = "cryptographic")]
    Cryptographic,
}
impl ::std::fmt::Display for FormatActionSecureErase {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        match *self {
            Self::None => f.write_str("none"),
            Self::UserData => f.write_str("userData"),
            Self::Cryptographic => f.write_str("cryptographic"),
        }
    }
}
impl ::std::str::FromStr for FormatActionSecureErase {
    type Err = self::error::ConversionError;
    fn from_str(value: &str) -> ::std::result::Result<Self, self::error::ConversionError> {
        match value {
            "none" => Ok(Self::None),
            "userData" => Ok(Self::UserData),
            "cryptographic" => Ok(Self::Cryptographic),
            _ => Err("invalid value".into()),
        }
    }
}
impl ::std::convert::TryFrom<&str> for FormatActionSecureErase {
    type Error = self::error::ConversionError;
    fn try_from(value: &str) -> ::std::result::Result<Self, self::error::ConversionError> {
        value.parse()
    }
}
impl ::std::convert::TryFrom<::std::string::String> for FormatActionSecureErase {
    type Error = self::error::ConversionError;
    fn try_from(value: ::std::string::String) -> ::std::result::Result<Self, self::error::ConversionError> {
        value.parse()
    }
}
///`HostPolicy`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct HostPolicy {
    pub allow: ::std::vec::Vec<PolicyRule>,
    pub deny: ::std::vec::Vec<::std::string::String>,
    pub path: ::std::string::String,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub problem: ::std::option::Option<::std::string::String>,
}
///`IdleState`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct IdleState {
    pub enabled: bool,
    #[serde(rename = "exitLatencyUs")]
    pub exit_latency_us: u64,
    pub name: ::std::string::String,
}
///`InventoryEvent`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct InventoryEvent {
    pub drives: ::std::vec::Vec<DriveObservation>,
    pub id: ::uuid::Uuid,
    #[serde(rename = "scratchFiles")]
    pub scratch_files: ::std::vec::Vec<ScratchFile>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub sequence: ::std::option::Option<u64>,
    #[serde(rename = "timeMs")]
    pub time_ms: u64,
    #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
    pub volumes: ::std::vec::Vec<Volume>,
}
///`IoError`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct IoError {
    pub count: u64,
    pub errno: u16,
    pub name: ::std::string::String,
}
///`KernelCounters`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
pub struct KernelCounters {
    #[serde(
        rename = "failedCommands",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub failed_commands: ::std::option::Option<u64>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub resets: ::std::option::Option<u64>,
}
///`LbaFormat`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct LbaFormat {
    #[serde(rename = "dataBytes")]
    pub data_bytes: u64,
    pub index: u8,
    #[serde(rename = "metadataBytes")]
    pub metadata_bytes: u64,
    #[serde(rename = "relativePerformance")]
    pub relative_performance: u8,
}
///`LinkCounters`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
pub struct LinkCounters {
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub drive: ::std::option::Option<LinkErrors>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub port: ::std::option::Option<LinkErrors>,
}
///`LinkErrors`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct LinkErrors {
    pub correctable: u64,
    pub fatal: u64,
    #[serde(rename = "nonFatal")]
    pub non_fatal: u64,
}
///`LittlesLaw`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct LittlesLaw {
    pub expected: f64,
    #[serde(rename = "meanInFlight")]
    pub mean_in_flight: f64,
    pub ok: bool,
}
///`MediaCounters`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct MediaCounters {
    #[serde(rename = "badBlocks", skip_serializing_if = "::std::option::Option::is_none")]
    pub bad_blocks: ::std::option::Option<::std::string::String>,
    #[serde(rename = "bytesRead", skip_serializing_if = "::std::option::Option::is_none")]
    pub bytes_read: ::std::option::Option<::std::string::String>,
    #[serde(
        rename = "bytesWritten",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub bytes_written: ::std::option::Option<::std::string::String>,
    #[serde(
        rename = "capacitorPercent",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub capacitor_percent: ::std::option::Option<u16>,
    #[serde(
        rename = "dieFailureTolerance",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub die_failure_tolerance: ::std::option::Option<u16>,
    #[serde(
        rename = "diesOffline",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub dies_offline: ::std::option::Option<u16>,
    #[serde(
        rename = "endToEndErrors",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub end_to_end_errors: ::std::option::Option<::std::string::String>,
    #[serde(
        rename = "incompleteShutdowns",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub incomplete_shutdowns: ::std::option::Option<::std::string::String>,
    #[serde(
        rename = "linkCorrectableErrors",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub link_correctable_errors: ::std::option::Option<::std::string::String>,
    pub log: MediaCountersLog,
}
///`MediaCountersLog`
#[derive(
    ::serde::Deserialize, ::serde::Serialize, Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd,
)]
pub enum MediaCountersLog {
    #[serde(rename = "ocp")]
    Ocp,
    #[serde(rename = "intel")]
    Intel,
}
impl ::std::fmt::Display for MediaCountersLog {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        match *self {
            Self::Ocp => f.write_str("ocp"),
            Self::Intel => f.write_str("intel"),
        }
    }
}
impl ::std::str::FromStr for MediaCountersLog {
    type Err = self::error::ConversionError;
    fn from_str(value: &str) -> ::std::result::Result<Self, self::error::ConversionError> {
        match value {
            "ocp" => Ok(Self::Ocp),
            "intel" => Ok(Self::Intel),
            _ => Err("invalid value".into()),
        }
    }
}
impl ::std::convert::TryFrom<&str> for MediaCountersLog {
    type Error = self::error::ConversionError;
    fn try_from(value: &str) -> ::std::result::Result<Self, self::error::ConversionError> {
        value.parse()
    }
}
impl ::std::convert::TryFrom<::std::string::String> for MediaCountersLog {
    type Error = self::error::ConversionError;
    fn try_from(value: ::std::string::String) -> ::std::result::Result<Self, self::error::ConversionError> {
        value.parse()
    }
}
///`ModuleParameter`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct ModuleParameter {
    pub name: ::std::string::String,
    pub value: ::std::string::String,
}
///`Namespace`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct Namespace {
    #[serde(
        rename = "currentLbaFormat",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub current_lba_format: ::std::option::Option<u8>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub eui64: ::std::option::Option<::std::string::String>,
    #[serde(rename = "inUse")]
    pub in_use: ::std::vec::Vec<::std::string::String>,
    #[serde(rename = "lbaFormats")]
    pub lba_formats: ::std::vec::Vec<LbaFormat>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub nguid: ::std::option::Option<::std::string::String>,
    pub nsid: u32,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub path: ::std::option::Option<::std::string::String>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub scheduler: ::std::option::Option<::std::string::String>,
    #[serde(rename = "sizeBytes")]
    pub size_bytes: ::std::string::String,
    #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
    pub uses: ::std::vec::Vec<NamespaceUse>,
    #[serde(
        rename = "utilizationBytes",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub utilization_bytes: ::std::option::Option<::std::string::String>,
}
///`NamespaceMount`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct NamespaceMount {
    #[serde(rename = "fileSystem")]
    pub file_system: ::std::string::String,
    pub path: ::std::string::String,
}
///`NamespaceTarget`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct NamespaceTarget {
    pub drive: DriveIdentity,
    pub nsid: u32,
}
///`NamespaceUse`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct NamespaceUse {
    pub device: ::std::string::String,
    pub kind: NamespaceUseKind,
    pub mounts: ::std::vec::Vec<NamespaceMount>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub name: ::std::option::Option<::std::string::String>,
    #[serde(rename = "sizeBytes")]
    pub size_bytes: ::std::string::String,
    pub swap: bool,
}
///`NamespaceUseKind`
#[derive(
    ::serde::Deserialize, ::serde::Serialize, Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd,
)]
pub enum NamespaceUseKind {
    #[serde(rename = "disk")]
    Disk,
    #[serde(rename = "partition")]
    Partition,
    #[serde(rename = "lvm")]
    Lvm,
    #[serde(rename = "crypt")]
    Crypt,
    #[serde(rename = "md")]
    Md,
    #[serde(rename = "deviceMapper")]
    DeviceMapper,
    #[serde(rename = "other")]
    Other,
}
impl ::std::fmt::Display for NamespaceUseKind {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        match *self {
            Self::Disk => f.write_str("disk"),
            Self::Partition => f.write_str("partition"),
            Self::Lvm => f.write_str("lvm"),
            Self::Crypt => f.write_str("crypt"),
            Self::Md => f.write_str("md"),
            Self::DeviceMapper => f.write_str("deviceMapper"),
            Self::Other => f.write_str("other"),
        }
    }
}
impl ::std::str::FromStr for NamespaceUseKind {
    type Err = self::error::ConversionError;
    fn from_str(value: &str) -> ::std::result::Result<Self, self::error::ConversionError> {
        match value {
            "disk" => Ok(Self::Disk),
            "partition" => Ok(Self::Partition),
            "lvm" => Ok(Self::Lvm),
            "crypt" => Ok(Self::Crypt),
            "md" => Ok(Self::Md),
            "deviceMapper" => Ok(Self::DeviceMapper),
            "other" => Ok(Self::Other),
            _ => Err("invalid value".into()),
        }
    }
}
impl ::std::convert::TryFrom<&str> for NamespaceUseKind {
    type Error = self::error::ConversionError;
    fn try_from(value: &str) -> ::std::result::Result<Self, self::error::ConversionError> {
        value.parse()
    }
}
impl ::std::convert::TryFrom<::std::string::String> for NamespaceUseKind {
    type Error = self::error::ConversionError;
    fn try_from(value: ::std::string::String) -> ::std::result::Result<Self, self::error::ConversionError> {
        value.parse()
    }
}
///`NumaNode`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct NumaNode {
    pub cpus: ::std::string::String,
    #[serde(rename = "memoryBytes")]
    pub memory_bytes: u64,
    pub node: u16,
}
///`ObservedMember`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct ObservedMember {
    pub drive: DriveIdentity,
    pub nsid: u32,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub partition: ::std::option::Option<u16>,
    pub path: ::std::string::String,
    pub state: ::std::string::String,
}
///`OpenLoad`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct OpenLoad {
    pub pace: OpenLoadPace,
    #[serde(rename = "ratePerSecond")]
    pub rate_per_second: f64,
}
///`OpenLoadPace`
#[derive(
    ::serde::Deserialize, ::serde::Serialize, Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd,
)]
pub enum OpenLoadPace {
    #[serde(rename = "fixed")]
    Fixed,
    #[serde(rename = "poisson")]
    Poisson,
}
impl ::std::fmt::Display for OpenLoadPace {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        match *self {
            Self::Fixed => f.write_str("fixed"),
            Self::Poisson => f.write_str("poisson"),
        }
    }
}
impl ::std::str::FromStr for OpenLoadPace {
    type Err = self::error::ConversionError;
    fn from_str(value: &str) -> ::std::result::Result<Self, self::error::ConversionError> {
        match value {
            "fixed" => Ok(Self::Fixed),
            "poisson" => Ok(Self::Poisson),
            _ => Err("invalid value".into()),
        }
    }
}
impl ::std::convert::TryFrom<&str> for OpenLoadPace {
    type Error = self::error::ConversionError;
    fn try_from(value: &str) -> ::std::result::Result<Self, self::error::ConversionError> {
        value.parse()
    }
}
impl ::std::convert::TryFrom<::std::string::String> for OpenLoadPace {
    type Error = self::error::ConversionError;
    fn try_from(value: ::std::string::String) -> ::std::result::Result<Self, self::error::ConversionError> {
        value.parse()
    }
}
///`PlanStep`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
#[serde(transparent)]
pub struct PlanStep(pub ::serde_json::Map<::std::string::String, ::serde_json::Value>);
impl ::std::ops::Deref for PlanStep {
    type Target = ::serde_json::Map<::std::string::String, ::serde_json::Value>;
    fn deref(&self) -> &::serde_json::Map<::std::string::String, ::serde_json::Value> {
        &self.0
    }
}
impl ::std::convert::From<PlanStep> for ::serde_json::Map<::std::string::String, ::serde_json::Value> {
    fn from(value: PlanStep) -> Self {
        value.0
    }
}
impl ::std::convert::From<::serde_json::Map<::std::string::String, ::serde_json::Value>> for PlanStep {
    fn from(value: ::serde_json::Map<::std::string::String, ::serde_json::Value>) -> Self {
        Self(value)
    }
}
///`PointDirection`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct PointDirection {
    pub bytes: ::std::string::String,
    #[serde(rename = "bytesPerSecond")]
    pub bytes_per_second: f64,
    pub histogram: ::std::string::String,
    pub iops: f64,
    #[serde(
        rename = "latencyNsMax",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub latency_ns_max: ::std::option::Option<u64>,
    #[serde(
        rename = "latencyNsMean",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub latency_ns_mean: ::std::option::Option<f64>,
    #[serde(
        rename = "latencyNsMin",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub latency_ns_min: ::std::option::Option<u64>,
    #[serde(
        rename = "latencyNsStddev",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub latency_ns_stddev: ::std::option::Option<f64>,
    pub operations: u64,
}
///`PointFinishedEvent`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct PointFinishedEvent {
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub attempt: ::std::option::Option<u8>,
    #[serde(
        rename = "cpuSystemNs",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub cpu_system_ns: ::std::option::Option<u64>,
    #[serde(rename = "cpuUserNs", skip_serializing_if = "::std::option::Option::is_none")]
    pub cpu_user_ns: ::std::option::Option<u64>,
    #[serde(rename = "elapsedNs")]
    pub elapsed_ns: u64,
    pub errors: ::std::vec::Vec<IoError>,
    pub id: ::uuid::Uuid,
    #[serde(
        rename = "involuntaryContextSwitches",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub involuntary_context_switches: ::std::option::Option<u64>,
    #[serde(rename = "littlesLaw", skip_serializing_if = "::std::option::Option::is_none")]
    pub littles_law: ::std::option::Option<LittlesLaw>,
    pub outcome: PointFinishedEventOutcome,
    #[serde(rename = "pointSequence")]
    pub point_sequence: u16,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub raised: ::std::option::Option<RaisedParameter>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub read: ::std::option::Option<PointDirection>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub reason: ::std::option::Option<::std::string::String>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub round: ::std::option::Option<u16>,
    #[serde(rename = "runId")]
    pub run_id: ::uuid::Uuid,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub sequence: ::std::option::Option<u64>,
    #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
    pub slices: ::std::vec::Vec<PointSlice>,
    pub spec: PointSpec,
    #[serde(rename = "stepPath")]
    pub step_path: ::std::vec::Vec<u8>,
    #[serde(rename = "timeMs")]
    pub time_ms: u64,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub verification: ::std::option::Option<Verification>,
    #[serde(
        rename = "voluntaryContextSwitches",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub voluntary_context_switches: ::std::option::Option<u64>,
    pub warnings: ::std::vec::Vec<::std::string::String>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub write: ::std::option::Option<PointDirection>,
}
///`PointFinishedEventOutcome`
#[derive(
    ::serde::Deserialize, ::serde::Serialize, Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd,
)]
pub enum PointFinishedEventOutcome {
    #[serde(rename = "complete")]
    Complete,
    #[serde(rename = "interrupted")]
    Interrupted,
    #[serde(rename = "failed")]
    Failed,
    #[serde(rename = "skipped")]
    Skipped,
}
impl ::std::fmt::Display for PointFinishedEventOutcome {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        match *self {
            Self::Complete => f.write_str("complete"),
            Self::Interrupted => f.write_str("interrupted"),
            Self::Failed => f.write_str("failed"),
            Self::Skipped => f.write_str("skipped"),
        }
    }
}
impl ::std::str::FromStr for PointFinishedEventOutcome {
    type Err = self::error::ConversionError;
    fn from_str(value: &str) -> ::std::result::Result<Self, self::error::ConversionError> {
        match value {
            "complete" => Ok(Self::Complete),
            "interrupted" => Ok(Self::Interrupted),
            "failed" => Ok(Self::Failed),
            "skipped" => Ok(Self::Skipped),
            _ => Err("invalid value".into()),
        }
    }
}
impl ::std::convert::TryFrom<&str> for PointFinishedEventOutcome {
    type Error = self::error::ConversionError;
    fn try_from(value: &str) -> ::std::result::Result<Self, self::error::ConversionError> {
        value.parse()
    }
}
impl ::std::convert::TryFrom<::std::string::String> for PointFinishedEventOutcome {
    type Error = self::error::ConversionError;
    fn try_from(value: ::std::string::String) -> ::std::result::Result<Self, self::error::ConversionError> {
        value.parse()
    }
}
///`PointSecondEvent`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct PointSecondEvent {
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub attempt: ::std::option::Option<u8>,
    #[serde(rename = "elapsedNs")]
    pub elapsed_ns: u64,
    pub id: ::uuid::Uuid,
    pub phase: PointSecondEventPhase,
    #[serde(rename = "pointSequence")]
    pub point_sequence: u16,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub read: ::std::option::Option<SecondDirection>,
    #[serde(rename = "runId")]
    pub run_id: ::uuid::Uuid,
    pub second: u32,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub sequence: ::std::option::Option<u64>,
    #[serde(rename = "timeMs")]
    pub time_ms: u64,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub write: ::std::option::Option<SecondDirection>,
}
///`PointSecondEventPhase`
#[derive(
    ::serde::Deserialize, ::serde::Serialize, Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd,
)]
pub enum PointSecondEventPhase {
    #[serde(rename = "ramp")]
    Ramp,
    #[serde(rename = "measure")]
    Measure,
}
impl ::std::fmt::Display for PointSecondEventPhase {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        match *self {
            Self::Ramp => f.write_str("ramp"),
            Self::Measure => f.write_str("measure"),
        }
    }
}
impl ::std::str::FromStr for PointSecondEventPhase {
    type Err = self::error::ConversionError;
    fn from_str(value: &str) -> ::std::result::Result<Self, self::error::ConversionError> {
        match value {
            "ramp" => Ok(Self::Ramp),
            "measure" => Ok(Self::Measure),
            _ => Err("invalid value".into()),
        }
    }
}
impl ::std::convert::TryFrom<&str> for PointSecondEventPhase {
    type Error = self::error::ConversionError;
    fn try_from(value: &str) -> ::std::result::Result<Self, self::error::ConversionError> {
        value.parse()
    }
}
impl ::std::convert::TryFrom<::std::string::String> for PointSecondEventPhase {
    type Error = self::error::ConversionError;
    fn try_from(value: ::std::string::String) -> ::std::result::Result<Self, self::error::ConversionError> {
        value.parse()
    }
}
///`PointSettings`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
pub struct PointSettings {
    ///Value of Intel's power governor.
    #[serde(
        rename = "powerGovernor",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub power_governor: ::std::option::Option<u8>,
    ///NVMe power state.
    #[serde(rename = "powerState", skip_serializing_if = "::std::option::Option::is_none")]
    pub power_state: ::std::option::Option<u8>,
    ///Name of the kernel's I/O scheduler.
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub scheduler: ::std::option::Option<::std::string::String>,
}
///`PointSlice`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct PointSlice {
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub read: ::std::option::Option<SliceDirection>,
    pub seconds: f64,
    #[serde(rename = "startSecond")]
    pub start_second: u32,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub write: ::std::option::Option<SliceDirection>,
}
///`PointSpec`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct PointSpec {
    #[serde(rename = "alignBytes", skip_serializing_if = "::std::option::Option::is_none")]
    pub align_bytes: ::std::option::Option<u32>,
    #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
    pub beside: ::std::vec::Vec<StreamSpec>,
    #[serde(rename = "blockBytes", skip_serializing_if = "::std::option::Option::is_none")]
    pub block_bytes: ::std::option::Option<u32>,
    #[serde(rename = "blockMix", skip_serializing_if = "::std::option::Option::is_none")]
    pub block_mix: ::std::option::Option<::std::string::String>,
    pub data: ::std::string::String,
    pub depth: crate::generated::PointDepth,
    pub distribution: ::std::string::String,
    pub ending: crate::generated::PointEnding,
    pub engine: ::std::string::String,
    pub load: crate::generated::PointLoad,
    #[serde(
        rename = "overProvisioningPercent",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub over_provisioning_percent: ::std::option::Option<u8>,
    pub pattern: PointSpecPattern,
    pub precondition: ::std::vec::Vec<::std::string::String>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub purpose: ::std::option::Option<PointSpecPurpose>,
    #[serde(rename = "rampSeconds")]
    pub ramp_seconds: u32,
    #[serde(rename = "readPercent")]
    pub read_percent: u8,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub settings: ::std::option::Option<PointSettings>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub slices: ::std::option::Option<SliceSpec>,
    #[serde(rename = "spanPercent")]
    pub span_percent: u8,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub stream: ::std::option::Option<::std::string::String>,
}
///`PointSpecPattern`
#[derive(
    ::serde::Deserialize, ::serde::Serialize, Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd,
)]
pub enum PointSpecPattern {
    #[serde(rename = "random")]
    Random,
    #[serde(rename = "sequential")]
    Sequential,
    #[serde(rename = "sprandom")]
    Sprandom,
}
impl ::std::fmt::Display for PointSpecPattern {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        match *self {
            Self::Random => f.write_str("random"),
            Self::Sequential => f.write_str("sequential"),
            Self::Sprandom => f.write_str("sprandom"),
        }
    }
}
impl ::std::str::FromStr for PointSpecPattern {
    type Err = self::error::ConversionError;
    fn from_str(value: &str) -> ::std::result::Result<Self, self::error::ConversionError> {
        match value {
            "random" => Ok(Self::Random),
            "sequential" => Ok(Self::Sequential),
            "sprandom" => Ok(Self::Sprandom),
            _ => Err("invalid value".into()),
        }
    }
}
impl ::std::convert::TryFrom<&str> for PointSpecPattern {
    type Error = self::error::ConversionError;
    fn try_from(value: &str) -> ::std::result::Result<Self, self::error::ConversionError> {
        value.parse()
    }
}
impl ::std::convert::TryFrom<::std::string::String> for PointSpecPattern {
    type Error = self::error::ConversionError;
    fn try_from(value: ::std::string::String) -> ::std::result::Result<Self, self::error::ConversionError> {
        value.parse()
    }
}
///`PointSpecPurpose`
#[derive(
    ::serde::Deserialize, ::serde::Serialize, Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd,
)]
pub enum PointSpecPurpose {
    #[serde(rename = "measure")]
    Measure,
    #[serde(rename = "precondition")]
    Precondition,
}
impl ::std::fmt::Display for PointSpecPurpose {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        match *self {
            Self::Measure => f.write_str("measure"),
            Self::Precondition => f.write_str("precondition"),
        }
    }
}
impl ::std::str::FromStr for PointSpecPurpose {
    type Err = self::error::ConversionError;
    fn from_str(value: &str) -> ::std::result::Result<Self, self::error::ConversionError> {
        match value {
            "measure" => Ok(Self::Measure),
            "precondition" => Ok(Self::Precondition),
            _ => Err("invalid value".into()),
        }
    }
}
impl ::std::convert::TryFrom<&str> for PointSpecPurpose {
    type Error = self::error::ConversionError;
    fn try_from(value: &str) -> ::std::result::Result<Self, self::error::ConversionError> {
        value.parse()
    }
}
impl ::std::convert::TryFrom<::std::string::String> for PointSpecPurpose {
    type Error = self::error::ConversionError;
    fn try_from(value: ::std::string::String) -> ::std::result::Result<Self, self::error::ConversionError> {
        value.parse()
    }
}
///`PointStartedEvent`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct PointStartedEvent {
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub attempt: ::std::option::Option<u8>,
    pub environment: BenchmarkEnvironment,
    pub id: ::uuid::Uuid,
    #[serde(rename = "pointSequence")]
    pub point_sequence: u16,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub raised: ::std::option::Option<RaisedParameter>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub round: ::std::option::Option<u16>,
    #[serde(rename = "runId")]
    pub run_id: ::uuid::Uuid,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub sequence: ::std::option::Option<u64>,
    pub spec: PointSpec,
    #[serde(rename = "stepPath")]
    pub step_path: ::std::vec::Vec<u8>,
    #[serde(rename = "timeMs")]
    pub time_ms: u64,
    pub warnings: ::std::vec::Vec<::std::string::String>,
}
///`PolicyRule`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct PolicyRule {
    pub actions: ::std::vec::Vec<::std::string::String>,
    pub models: ::std::vec::Vec<::std::string::String>,
    pub serials: ::std::vec::Vec<::std::string::String>,
}
///`PowerGovernor`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct PowerGovernor {
    pub settings: ::std::vec::Vec<PowerGovernorSetting>,
    pub value: u8,
}
///`PowerGovernorSetting`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct PowerGovernorSetting {
    #[serde(rename = "maxPowerMilliwatts")]
    pub max_power_milliwatts: u64,
    pub value: u8,
}
///`PowerState`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct PowerState {
    #[serde(
        rename = "activePowerMilliwatts",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub active_power_milliwatts: ::std::option::Option<u64>,
    #[serde(rename = "entryLatencyUs")]
    pub entry_latency_us: u64,
    #[serde(rename = "exitLatencyUs")]
    pub exit_latency_us: u64,
    #[serde(
        rename = "idlePowerMilliwatts",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub idle_power_milliwatts: ::std::option::Option<u64>,
    pub index: u8,
    #[serde(
        rename = "maxPowerMilliwatts",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub max_power_milliwatts: ::std::option::Option<u64>,
    #[serde(rename = "nonOperational")]
    pub non_operational: bool,
}
///`RaisedParameter`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct RaisedParameter {
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub confirms: ::std::option::Option<bool>,
    pub parameter: RaisedParameterParameter,
    pub value: f64,
}
///`RaisedParameterParameter`
#[derive(
    ::serde::Deserialize, ::serde::Serialize, Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd,
)]
pub enum RaisedParameterParameter {
    #[serde(rename = "rate")]
    Rate,
    #[serde(rename = "queueDepth")]
    QueueDepth,
    #[serde(rename = "threads")]
    Threads,
}
impl ::std::fmt::Display for RaisedParameterParameter {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        match *self {
            Self::Rate => f.write_str("rate"),
            Self::QueueDepth => f.write_str("queueDepth"),
            Self::Threads => f.write_str("threads"),
        }
    }
}
impl ::std::str::FromStr for RaisedParameterParameter {
    type Err = self::error::ConversionError;
    fn from_str(value: &str) -> ::std::result::Result<Self, self::error::ConversionError> {
        match value {
            "rate" => Ok(Self::Rate),
            "queueDepth" => Ok(Self::QueueDepth),
            "threads" => Ok(Self::Threads),
            _ => Err("invalid value".into()),
        }
    }
}
impl ::std::convert::TryFrom<&str> for RaisedParameterParameter {
    type Error = self::error::ConversionError;
    fn try_from(value: &str) -> ::std::result::Result<Self, self::error::ConversionError> {
        value.parse()
    }
}
impl ::std::convert::TryFrom<::std::string::String> for RaisedParameterParameter {
    type Error = self::error::ConversionError;
    fn try_from(value: ::std::string::String) -> ::std::result::Result<Self, self::error::ConversionError> {
        value.parse()
    }
}
///`ReadOnlyNamespaces`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct ReadOnlyNamespaces {
    #[serde(rename = "readOnly")]
    pub read_only: ::std::vec::Vec<u32>,
}
///`RefusedEvent`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct RefusedEvent {
    pub errors: ::std::vec::Vec<FieldError>,
    pub id: ::uuid::Uuid,
    pub reason: ::std::string::String,
}
///`RemoveScratchFileCommand`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct RemoveScratchFileCommand {
    pub id: ::uuid::Uuid,
    pub path: ::std::string::String,
}
///`ReportRequest`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct ReportRequest {
    #[serde(rename = "agentTimeMs")]
    pub agent_time_ms: u64,
    pub events: ::std::vec::Vec<crate::generated::AgentEvent>,
}
///`ReportResponse`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct ReportResponse {
    pub accepted: u64,
    #[serde(rename = "nextReportAfterMs")]
    pub next_report_after_ms: u64,
    pub refused: ::std::vec::Vec<RefusedEvent>,
    #[serde(rename = "serverTimeMs")]
    pub server_time_ms: u64,
}
///`RoundsFinding`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct RoundsFinding {
    pub rounds: u16,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub steady: ::std::option::Option<bool>,
}
///`RunCountersEvent`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct RunCountersEvent {
    #[serde(rename = "errorLog")]
    pub error_log: ::std::vec::Vec<ErrorLogEntry>,
    pub id: ::uuid::Uuid,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub log: ::std::option::Option<SmartLog>,
    pub moment: RunCountersEventMoment,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub problem: ::std::option::Option<::std::string::String>,
    #[serde(rename = "runId")]
    pub run_id: ::uuid::Uuid,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub sequence: ::std::option::Option<u64>,
    #[serde(rename = "timeMs")]
    pub time_ms: u64,
    #[serde(rename = "vendorLogs")]
    pub vendor_logs: ::std::vec::Vec<VendorLog>,
}
///`RunCountersEventMoment`
#[derive(
    ::serde::Deserialize, ::serde::Serialize, Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd,
)]
pub enum RunCountersEventMoment {
    #[serde(rename = "before")]
    Before,
    #[serde(rename = "after")]
    After,
}
impl ::std::fmt::Display for RunCountersEventMoment {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        match *self {
            Self::Before => f.write_str("before"),
            Self::After => f.write_str("after"),
        }
    }
}
impl ::std::str::FromStr for RunCountersEventMoment {
    type Err = self::error::ConversionError;
    fn from_str(value: &str) -> ::std::result::Result<Self, self::error::ConversionError> {
        match value {
            "before" => Ok(Self::Before),
            "after" => Ok(Self::After),
            _ => Err("invalid value".into()),
        }
    }
}
impl ::std::convert::TryFrom<&str> for RunCountersEventMoment {
    type Error = self::error::ConversionError;
    fn try_from(value: &str) -> ::std::result::Result<Self, self::error::ConversionError> {
        value.parse()
    }
}
impl ::std::convert::TryFrom<::std::string::String> for RunCountersEventMoment {
    type Error = self::error::ConversionError;
    fn try_from(value: ::std::string::String) -> ::std::result::Result<Self, self::error::ConversionError> {
        value.parse()
    }
}
///`RunFindingEvent`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct RunFindingEvent {
    pub id: ::uuid::Uuid,
    pub number: u16,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub rounds: ::std::option::Option<RoundsFinding>,
    #[serde(rename = "runId")]
    pub run_id: ::uuid::Uuid,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub search: ::std::option::Option<SearchFinding>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub sequence: ::std::option::Option<u64>,
    #[serde(rename = "stepPath")]
    pub step_path: ::std::vec::Vec<u8>,
    #[serde(rename = "timeMs")]
    pub time_ms: u64,
}
///`RunFinishedEvent`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct RunFinishedEvent {
    pub id: ::uuid::Uuid,
    pub outcome: RunFinishedEventOutcome,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub reason: ::std::option::Option<::std::string::String>,
    #[serde(rename = "runId")]
    pub run_id: ::uuid::Uuid,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub sequence: ::std::option::Option<u64>,
    #[serde(rename = "timeMs")]
    pub time_ms: u64,
}
///`RunFinishedEventOutcome`
#[derive(
    ::serde::Deserialize, ::serde::Serialize, Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd,
)]
pub enum RunFinishedEventOutcome {
    #[serde(rename = "complete")]
    Complete,
    #[serde(rename = "cancelled")]
    Cancelled,
    #[serde(rename = "failed")]
    Failed,
    #[serde(rename = "interrupted")]
    Interrupted,
}
impl ::std::fmt::Display for RunFinishedEventOutcome {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        match *self {
            Self::Complete => f.write_str("complete"),
            Self::Cancelled => f.write_str("cancelled"),
            Self::Failed => f.write_str("failed"),
            Self::Interrupted => f.write_str("interrupted"),
        }
    }
}
impl ::std::str::FromStr for RunFinishedEventOutcome {
    type Err = self::error::ConversionError;
    fn from_str(value: &str) -> ::std::result::Result<Self, self::error::ConversionError> {
        match value {
            "complete" => Ok(Self::Complete),
            "cancelled" => Ok(Self::Cancelled),
            "failed" => Ok(Self::Failed),
            "interrupted" => Ok(Self::Interrupted),
            _ => Err("invalid value".into()),
        }
    }
}
impl ::std::convert::TryFrom<&str> for RunFinishedEventOutcome {
    type Error = self::error::ConversionError;
    fn try_from(value: &str) -> ::std::result::Result<Self, self::error::ConversionError> {
        value.parse()
    }
}
impl ::std::convert::TryFrom<::std::string::String> for RunFinishedEventOutcome {
    type Error = self::error::ConversionError;
    fn try_from(value: ::std::string::String) -> ::std::result::Result<Self, self::error::ConversionError> {
        value.parse()
    }
}
///`RunSelfTestEvent`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct RunSelfTestEvent {
    pub id: ::uuid::Uuid,
    pub number: u16,
    pub outcome: RunSelfTestEventOutcome,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub reason: ::std::option::Option<::std::string::String>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub result: ::std::option::Option<SelfTestResult>,
    #[serde(rename = "runId")]
    pub run_id: ::uuid::Uuid,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub sequence: ::std::option::Option<u64>,
    #[serde(rename = "stepPath")]
    pub step_path: ::std::vec::Vec<u8>,
    pub test: RunSelfTestEventTest,
    #[serde(rename = "timeMs")]
    pub time_ms: u64,
}
///`RunSelfTestEventOutcome`
#[derive(
    ::serde::Deserialize, ::serde::Serialize, Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd,
)]
pub enum RunSelfTestEventOutcome {
    #[serde(rename = "passed")]
    Passed,
    #[serde(rename = "failed")]
    Failed,
    #[serde(rename = "skipped")]
    Skipped,
    #[serde(rename = "unfinished")]
    Unfinished,
}
impl ::std::fmt::Display for RunSelfTestEventOutcome {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        match *self {
            Self::Passed => f.write_str("passed"),
            Self::Failed => f.write_str("failed"),
            Self::Skipped => f.write_str("skipped"),
            Self::Unfinished => f.write_str("unfinished"),
        }
    }
}
impl ::std::str::FromStr for RunSelfTestEventOutcome {
    type Err = self::error::ConversionError;
    fn from_str(value: &str) -> ::std::result::Result<Self, self::error::ConversionError> {
        match value {
            "passed" => Ok(Self::Passed),
            "failed" => Ok(Self::Failed),
            "skipped" => Ok(Self::Skipped),
            "unfinished" => Ok(Self::Unfinished),
            _ => Err("invalid value".into()),
        }
    }
}
impl ::std::convert::TryFrom<&str> for RunSelfTestEventOutcome {
    type Error = self::error::ConversionError;
    fn try_from(value: &str) -> ::std::result::Result<Self, self::error::ConversionError> {
        value.parse()
    }
}
impl ::std::convert::TryFrom<::std::string::String> for RunSelfTestEventOutcome {
    type Error = self::error::ConversionError;
    fn try_from(value: ::std::string::String) -> ::std::result::Result<Self, self::error::ConversionError> {
        value.parse()
    }
}
///`RunSelfTestEventTest`
#[derive(
    ::serde::Deserialize, ::serde::Serialize, Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd,
)]
pub enum RunSelfTestEventTest {
    #[serde(rename = "short")]
    Short,
    #[serde(rename = "extended")]
    Extended,
}
impl ::std::fmt::Display for RunSelfTestEventTest {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        match *self {
            Self::Short => f.write_str("short"),
            Self::Extended => f.write_str("extended"),
        }
    }
}
impl ::std::str::FromStr for RunSelfTestEventTest {
    type Err = self::error::ConversionError;
    fn from_str(value: &str) -> ::std::result::Result<Self, self::error::ConversionError> {
        match value {
            "short" => Ok(Self::Short),
            "extended" => Ok(Self::Extended),
            _ => Err("invalid value".into()),
        }
    }
}
impl ::std::convert::TryFrom<&str> for RunSelfTestEventTest {
    type Error = self::error::ConversionError;
    fn try_from(value: &str) -> ::std::result::Result<Self, self::error::ConversionError> {
        value.parse()
    }
}
impl ::std::convert::TryFrom<::std::string::String> for RunSelfTestEventTest {
    type Error = self::error::ConversionError;
    fn try_from(value: ::std::string::String) -> ::std::result::Result<Self, self::error::ConversionError> {
        value.parse()
    }
}
///`RunStartedEvent`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct RunStartedEvent {
    pub id: ::uuid::Uuid,
    #[serde(rename = "runId")]
    pub run_id: ::uuid::Uuid,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub sequence: ::std::option::Option<u64>,
    #[serde(rename = "timeMs")]
    pub time_ms: u64,
}
///`RunningSelfTest`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct RunningSelfTest {
    pub code: u8,
    pub percent: u8,
}
///`SanitizeAction`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct SanitizeAction {
    pub method: SanitizeActionMethod,
    #[serde(
        rename = "overwritePasses",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub overwrite_passes: ::std::option::Option<u8>,
}
///`SanitizeActionMethod`
#[derive(
    ::serde::Deserialize, ::serde::Serialize, Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd,
)]
pub enum SanitizeActionMethod {
    #[serde(rename = "blockErase")]
    BlockErase,
    #[serde(rename = "overwrite")]
    Overwrite,
    #[serde(rename = "cryptoErase")]
    CryptoErase,
}
impl ::std::fmt::Display for SanitizeActionMethod {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        match *self {
            Self::BlockErase => f.write_str("blockErase"),
            Self::Overwrite => f.write_str("overwrite"),
            Self::CryptoErase => f.write_str("cryptoErase"),
        }
    }
}
impl ::std::str::FromStr for SanitizeActionMethod {
    type Err = self::error::ConversionError;
    fn from_str(value: &str) -> ::std::result::Result<Self, self::error::ConversionError> {
        match value {
            "blockErase" => Ok(Self::BlockErase),
            "overwrite" => Ok(Self::Overwrite),
            "cryptoErase" => Ok(Self::CryptoErase),
            _ => Err("invalid value".into()),
        }
    }
}
impl ::std::convert::TryFrom<&str> for SanitizeActionMethod {
    type Error = self::error::ConversionError;
    fn try_from(value: &str) -> ::std::result::Result<Self, self::error::ConversionError> {
        value.parse()
    }
}
impl ::std::convert::TryFrom<::std::string::String> for SanitizeActionMethod {
    type Error = self::error::ConversionError;
    fn try_from(value: ::std::string::String) -> ::std::result::Result<Self, self::error::ConversionError> {
        value.parse()
    }
}
///`ScratchFile`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct ScratchFile {
    #[serde(rename = "fileSystem")]
    pub file_system: ::std::string::String,
    pub path: ::std::string::String,
    #[serde(rename = "sizeBytes")]
    pub size_bytes: ::std::string::String,
}
///`ScratchFileTarget`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct ScratchFileTarget {
    pub path: ::std::string::String,
}
///`SearchFinding`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct SearchFinding {
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub highest: ::std::option::Option<f64>,
    pub parameter: SearchFindingParameter,
    pub undecided: bool,
}
///`SearchFindingParameter`
#[derive(
    ::serde::Deserialize, ::serde::Serialize, Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd,
)]
pub enum SearchFindingParameter {
    #[serde(rename = "rate")]
    Rate,
    #[serde(rename = "queueDepth")]
    QueueDepth,
    #[serde(rename = "threads")]
    Threads,
}
impl ::std::fmt::Display for SearchFindingParameter {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        match *self {
            Self::Rate => f.write_str("rate"),
            Self::QueueDepth => f.write_str("queueDepth"),
            Self::Threads => f.write_str("threads"),
        }
    }
}
impl ::std::str::FromStr for SearchFindingParameter {
    type Err = self::error::ConversionError;
    fn from_str(value: &str) -> ::std::result::Result<Self, self::error::ConversionError> {
        match value {
            "rate" => Ok(Self::Rate),
            "queueDepth" => Ok(Self::QueueDepth),
            "threads" => Ok(Self::Threads),
            _ => Err("invalid value".into()),
        }
    }
}
impl ::std::convert::TryFrom<&str> for SearchFindingParameter {
    type Error = self::error::ConversionError;
    fn try_from(value: &str) -> ::std::result::Result<Self, self::error::ConversionError> {
        value.parse()
    }
}
impl ::std::convert::TryFrom<::std::string::String> for SearchFindingParameter {
    type Error = self::error::ConversionError;
    fn try_from(value: ::std::string::String) -> ::std::result::Result<Self, self::error::ConversionError> {
        value.parse()
    }
}
///`SecondDirection`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct SecondDirection {
    pub bytes: u64,
    pub histogram: ::std::string::String,
    #[serde(
        rename = "latencyNsMax",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub latency_ns_max: ::std::option::Option<u64>,
    #[serde(
        rename = "latencyNsMean",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub latency_ns_mean: ::std::option::Option<u64>,
    #[serde(
        rename = "latencyNsP50",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub latency_ns_p50: ::std::option::Option<u64>,
    #[serde(
        rename = "latencyNsP99",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub latency_ns_p99: ::std::option::Option<u64>,
    pub operations: u64,
}
///`SelfTestAction`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct SelfTestAction {
    pub test: SelfTestActionTest,
}
///`SelfTestActionTest`
#[derive(
    ::serde::Deserialize, ::serde::Serialize, Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd,
)]
pub enum SelfTestActionTest {
    #[serde(rename = "short")]
    Short,
    #[serde(rename = "extended")]
    Extended,
    #[serde(rename = "abort")]
    Abort,
}
impl ::std::fmt::Display for SelfTestActionTest {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        match *self {
            Self::Short => f.write_str("short"),
            Self::Extended => f.write_str("extended"),
            Self::Abort => f.write_str("abort"),
        }
    }
}
impl ::std::str::FromStr for SelfTestActionTest {
    type Err = self::error::ConversionError;
    fn from_str(value: &str) -> ::std::result::Result<Self, self::error::ConversionError> {
        match value {
            "short" => Ok(Self::Short),
            "extended" => Ok(Self::Extended),
            "abort" => Ok(Self::Abort),
            _ => Err("invalid value".into()),
        }
    }
}
impl ::std::convert::TryFrom<&str> for SelfTestActionTest {
    type Error = self::error::ConversionError;
    fn try_from(value: &str) -> ::std::result::Result<Self, self::error::ConversionError> {
        value.parse()
    }
}
impl ::std::convert::TryFrom<::std::string::String> for SelfTestActionTest {
    type Error = self::error::ConversionError;
    fn try_from(value: ::std::string::String) -> ::std::result::Result<Self, self::error::ConversionError> {
        value.parse()
    }
}
///`SelfTestFacts`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct SelfTestFacts {
    #[serde(
        rename = "extendedMinutes",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub extended_minutes: ::std::option::Option<u64>,
    pub results: ::std::vec::Vec<SelfTestResult>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub running: ::std::option::Option<RunningSelfTest>,
}
///`SelfTestResult`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct SelfTestResult {
    pub code: u8,
    #[serde(
        rename = "failedSegment",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub failed_segment: ::std::option::Option<u8>,
    #[serde(rename = "failingLba", skip_serializing_if = "::std::option::Option::is_none")]
    pub failing_lba: ::std::option::Option<::std::string::String>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub nsid: ::std::option::Option<u32>,
    #[serde(rename = "powerOnHours")]
    pub power_on_hours: ::std::string::String,
    pub result: u8,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub status: ::std::option::Option<u16>,
}
///`SelfTestResults`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct SelfTestResults {
    pub results: ::std::vec::Vec<SelfTestResult>,
}
///`SetPowerGovernorAction`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct SetPowerGovernorAction {
    pub value: u8,
}
///`SetPowerStateAction`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct SetPowerStateAction {
    #[serde(rename = "powerState")]
    pub power_state: u8,
    #[serde(
        rename = "workloadHint",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub workload_hint: ::std::option::Option<u8>,
}
///`SetSchedulerAction`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct SetSchedulerAction {
    pub nsid: u32,
    pub scheduler: ::std::string::String,
}
///`SliceDirection`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct SliceDirection {
    pub operations: u64,
    pub over: ::std::vec::Vec<SliceThreshold>,
}
///`SliceSpec`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct SliceSpec {
    ///Latencies in nanoseconds, ascending: the operations of each slice that took longer are counted.
    #[serde(rename = "overNs")]
    pub over_ns: ::std::vec::Vec<u64>,
    ///Length of a slice in seconds; the last may be shorter.
    pub seconds: u32,
}
///`SliceThreshold`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct SliceThreshold {
    pub operations: u64,
    #[serde(rename = "thresholdNs")]
    pub threshold_ns: u64,
}
///`SmartEvent`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct SmartEvent {
    pub drive: DriveIdentity,
    pub id: ::uuid::Uuid,
    pub log: SmartLog,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub sequence: ::std::option::Option<u64>,
    #[serde(rename = "timeMs")]
    pub time_ms: u64,
}
///`SmartLog`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct SmartLog {
    #[serde(rename = "availableSparePercent")]
    pub available_spare_percent: u8,
    #[serde(rename = "availableSpareThresholdPercent")]
    pub available_spare_threshold_percent: u8,
    #[serde(rename = "compositeTemperatureKelvin")]
    pub composite_temperature_kelvin: u16,
    #[serde(rename = "controllerBusyTimeMinutes")]
    pub controller_busy_time_minutes: ::std::string::String,
    #[serde(rename = "criticalTemperatureTimeMinutes")]
    pub critical_temperature_time_minutes: u64,
    #[serde(rename = "criticalWarning")]
    pub critical_warning: u8,
    #[serde(rename = "dataUnitsRead")]
    pub data_units_read: ::std::string::String,
    #[serde(rename = "dataUnitsWritten")]
    pub data_units_written: ::std::string::String,
    #[serde(rename = "errorLogEntries")]
    pub error_log_entries: ::std::string::String,
    #[serde(rename = "hostReadCommands")]
    pub host_read_commands: ::std::string::String,
    #[serde(rename = "hostWriteCommands")]
    pub host_write_commands: ::std::string::String,
    #[serde(rename = "mediaErrors")]
    pub media_errors: ::std::string::String,
    #[serde(rename = "percentageUsed")]
    pub percentage_used: u8,
    #[serde(rename = "powerCycles")]
    pub power_cycles: ::std::string::String,
    #[serde(rename = "powerOnHours")]
    pub power_on_hours: ::std::string::String,
    #[serde(rename = "temperatureSensorsKelvin")]
    pub temperature_sensors_kelvin: ::std::vec::Vec<u16>,
    #[serde(
        rename = "thermalManagement1Seconds",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub thermal_management1_seconds: ::std::option::Option<u64>,
    #[serde(
        rename = "thermalManagement1Transitions",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub thermal_management1_transitions: ::std::option::Option<u64>,
    #[serde(
        rename = "thermalManagement2Seconds",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub thermal_management2_seconds: ::std::option::Option<u64>,
    #[serde(
        rename = "thermalManagement2Transitions",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub thermal_management2_transitions: ::std::option::Option<u64>,
    #[serde(rename = "unsafeShutdowns")]
    pub unsafe_shutdowns: ::std::string::String,
    #[serde(rename = "warningTemperatureTimeMinutes")]
    pub warning_temperature_time_minutes: u64,
}
///`StartBenchmarkCommand`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct StartBenchmarkCommand {
    #[serde(
        rename = "confirmedSerial",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub confirmed_serial: ::std::option::Option<::std::string::String>,
    pub id: ::uuid::Uuid,
    #[serde(
        rename = "notBeforeMs",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub not_before_ms: ::std::option::Option<u64>,
    #[serde(
        rename = "parallelOnHost",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub parallel_on_host: ::std::option::Option<bool>,
    pub plan: BenchmarkPlan,
    #[serde(rename = "runId")]
    pub run_id: ::uuid::Uuid,
    pub target: crate::generated::BenchmarkTarget,
}
///`SteadyStateEnding`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct SteadyStateEnding {
    #[serde(rename = "excursionPercent")]
    pub excursion_percent: u8,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub reached: ::std::option::Option<bool>,
    #[serde(rename = "roundSeconds")]
    pub round_seconds: u32,
    #[serde(rename = "roundsMax")]
    pub rounds_max: u16,
    #[serde(rename = "slopePercent")]
    pub slope_percent: u8,
    pub tracked: SteadyStateEndingTracked,
    #[serde(rename = "windowRounds")]
    pub window_rounds: u16,
}
///`SteadyStateEndingTracked`
#[derive(
    ::serde::Deserialize, ::serde::Serialize, Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd,
)]
pub enum SteadyStateEndingTracked {
    #[serde(rename = "iops")]
    Iops,
    #[serde(rename = "bandwidth")]
    Bandwidth,
    #[serde(rename = "meanLatency")]
    MeanLatency,
}
impl ::std::fmt::Display for SteadyStateEndingTracked {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        match *self {
            Self::Iops => f.write_str("iops"),
            Self::Bandwidth => f.write_str("bandwidth"),
            Self::MeanLatency => f.write_str("meanLatency"),
        }
    }
}
impl ::std::str::FromStr for SteadyStateEndingTracked {
    type Err = self::error::ConversionError;
    fn from_str(value: &str) -> ::std::result::Result<Self, self::error::ConversionError> {
        match value {
            "iops" => Ok(Self::Iops),
            "bandwidth" => Ok(Self::Bandwidth),
            "meanLatency" => Ok(Self::MeanLatency),
            _ => Err("invalid value".into()),
        }
    }
}
impl ::std::convert::TryFrom<&str> for SteadyStateEndingTracked {
    type Error = self::error::ConversionError;
    fn try_from(value: &str) -> ::std::result::Result<Self, self::error::ConversionError> {
        value.parse()
    }
}
impl ::std::convert::TryFrom<::std::string::String> for SteadyStateEndingTracked {
    type Error = self::error::ConversionError;
    fn try_from(value: ::std::string::String) -> ::std::result::Result<Self, self::error::ConversionError> {
        value.parse()
    }
}
///`StreamSpec`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct StreamSpec {
    #[serde(rename = "alignBytes", skip_serializing_if = "::std::option::Option::is_none")]
    pub align_bytes: ::std::option::Option<u32>,
    #[serde(rename = "blockBytes", skip_serializing_if = "::std::option::Option::is_none")]
    pub block_bytes: ::std::option::Option<u32>,
    #[serde(rename = "blockMix", skip_serializing_if = "::std::option::Option::is_none")]
    pub block_mix: ::std::option::Option<::std::string::String>,
    pub data: ::std::string::String,
    pub depth: crate::generated::PointDepth,
    pub distribution: ::std::string::String,
    pub load: crate::generated::PointLoad,
    pub name: ::std::string::String,
    pub pattern: StreamSpecPattern,
    #[serde(rename = "readPercent")]
    pub read_percent: u8,
    #[serde(rename = "spanPercent")]
    pub span_percent: u8,
}
///`StreamSpecPattern`
#[derive(
    ::serde::Deserialize, ::serde::Serialize, Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd,
)]
pub enum StreamSpecPattern {
    #[serde(rename = "random")]
    Random,
    #[serde(rename = "sequential")]
    Sequential,
}
impl ::std::fmt::Display for StreamSpecPattern {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        match *self {
            Self::Random => f.write_str("random"),
            Self::Sequential => f.write_str("sequential"),
        }
    }
}
impl ::std::str::FromStr for StreamSpecPattern {
    type Err = self::error::ConversionError;
    fn from_str(value: &str) -> ::std::result::Result<Self, self::error::ConversionError> {
        match value {
            "random" => Ok(Self::Random),
            "sequential" => Ok(Self::Sequential),
            _ => Err("invalid value".into()),
        }
    }
}
impl ::std::convert::TryFrom<&str> for StreamSpecPattern {
    type Error = self::error::ConversionError;
    fn try_from(value: &str) -> ::std::result::Result<Self, self::error::ConversionError> {
        value.parse()
    }
}
impl ::std::convert::TryFrom<::std::string::String> for StreamSpecPattern {
    type Error = self::error::ConversionError;
    fn try_from(value: ::std::string::String) -> ::std::result::Result<Self, self::error::ConversionError> {
        value.parse()
    }
}
///`ThermalManagement`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct ThermalManagement {
    #[serde(
        rename = "heavyKelvin",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub heavy_kelvin: ::std::option::Option<u16>,
    #[serde(
        rename = "lightKelvin",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub light_kelvin: ::std::option::Option<u16>,
    #[serde(rename = "maximumKelvin")]
    pub maximum_kelvin: u16,
    #[serde(rename = "minimumKelvin")]
    pub minimum_kelvin: u16,
}
///`UnreadLog`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct UnreadLog {
    pub log: DriveLogName,
    pub reason: ::std::string::String,
}
///`UpgradeAgentCommand`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct UpgradeAgentCommand {
    pub bytes: u32,
    pub id: ::uuid::Uuid,
    pub name: ::std::string::String,
    pub sha256: ::std::string::String,
    pub version: ::std::string::String,
}
///`VendorAttribute`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct VendorAttribute {
    pub name: ::std::string::String,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub normalized: ::std::option::Option<u8>,
    pub unit: VendorAttributeUnit,
    pub value: ::std::string::String,
}
///`VendorAttributeUnit`
#[derive(
    ::serde::Deserialize, ::serde::Serialize, Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd,
)]
pub enum VendorAttributeUnit {
    #[serde(rename = "count")]
    Count,
    #[serde(rename = "bytes")]
    Bytes,
    #[serde(rename = "percent")]
    Percent,
    #[serde(rename = "millipercent")]
    Millipercent,
    #[serde(rename = "minutes")]
    Minutes,
}
impl ::std::fmt::Display for VendorAttributeUnit {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        match *self {
            Self::Count => f.write_str("count"),
            Self::Bytes => f.write_str("bytes"),
            Self::Percent => f.write_str("percent"),
            Self::Millipercent => f.write_str("millipercent"),
            Self::Minutes => f.write_str("minutes"),
        }
    }
}
impl ::std::str::FromStr for VendorAttributeUnit {
    type Err = self::error::ConversionError;
    fn from_str(value: &str) -> ::std::result::Result<Self, self::error::ConversionError> {
        match value {
            "count" => Ok(Self::Count),
            "bytes" => Ok(Self::Bytes),
            "percent" => Ok(Self::Percent),
            "millipercent" => Ok(Self::Millipercent),
            "minutes" => Ok(Self::Minutes),
            _ => Err("invalid value".into()),
        }
    }
}
impl ::std::convert::TryFrom<&str> for VendorAttributeUnit {
    type Error = self::error::ConversionError;
    fn try_from(value: &str) -> ::std::result::Result<Self, self::error::ConversionError> {
        value.parse()
    }
}
impl ::std::convert::TryFrom<::std::string::String> for VendorAttributeUnit {
    type Error = self::error::ConversionError;
    fn try_from(value: ::std::string::String) -> ::std::result::Result<Self, self::error::ConversionError> {
        value.parse()
    }
}
///`VendorLog`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct VendorLog {
    pub attributes: ::std::vec::Vec<VendorAttribute>,
    pub identifier: u8,
    pub name: ::std::string::String,
}
///`Verification`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct Verification {
    #[serde(
        rename = "firstMismatchBytes",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub first_mismatch_bytes: ::std::option::Option<::std::string::String>,
    pub matched: u64,
    pub mismatched: u64,
    #[serde(rename = "readBackBytes")]
    pub read_back_bytes: ::std::string::String,
    #[serde(rename = "spanBytes")]
    pub span_bytes: ::std::string::String,
    pub unknown: u64,
}
///`Volume`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct Volume {
    #[serde(rename = "chunkBytes", skip_serializing_if = "::std::option::Option::is_none")]
    pub chunk_bytes: ::std::option::Option<u64>,
    #[serde(rename = "inUse")]
    pub in_use: ::std::vec::Vec<::std::string::String>,
    pub level: ::std::string::String,
    #[serde(
        rename = "logicalBlockBytes",
        skip_serializing_if = "::std::option::Option::is_none"
    )]
    pub logical_block_bytes: ::std::option::Option<u64>,
    pub members: ::std::vec::Vec<ObservedMember>,
    pub name: ::std::string::String,
    #[serde(rename = "sizeBytes")]
    pub size_bytes: ::std::string::String,
    pub state: VolumeState,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub unusable: ::std::option::Option<::std::string::String>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub uuid: ::std::option::Option<::std::string::String>,
}
///`VolumeMember`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct VolumeMember {
    pub drive: DriveIdentity,
    pub nsid: u32,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub partition: ::std::option::Option<u16>,
}
///`VolumeState`
#[derive(
    ::serde::Deserialize, ::serde::Serialize, Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd,
)]
pub enum VolumeState {
    #[serde(rename = "clean")]
    Clean,
    #[serde(rename = "degraded")]
    Degraded,
    #[serde(rename = "resyncing")]
    Resyncing,
    #[serde(rename = "inactive")]
    Inactive,
}
impl ::std::fmt::Display for VolumeState {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        match *self {
            Self::Clean => f.write_str("clean"),
            Self::Degraded => f.write_str("degraded"),
            Self::Resyncing => f.write_str("resyncing"),
            Self::Inactive => f.write_str("inactive"),
        }
    }
}
impl ::std::str::FromStr for VolumeState {
    type Err = self::error::ConversionError;
    fn from_str(value: &str) -> ::std::result::Result<Self, self::error::ConversionError> {
        match value {
            "clean" => Ok(Self::Clean),
            "degraded" => Ok(Self::Degraded),
            "resyncing" => Ok(Self::Resyncing),
            "inactive" => Ok(Self::Inactive),
            _ => Err("invalid value".into()),
        }
    }
}
impl ::std::convert::TryFrom<&str> for VolumeState {
    type Error = self::error::ConversionError;
    fn try_from(value: &str) -> ::std::result::Result<Self, self::error::ConversionError> {
        value.parse()
    }
}
impl ::std::convert::TryFrom<::std::string::String> for VolumeState {
    type Error = self::error::ConversionError;
    fn try_from(value: ::std::string::String) -> ::std::result::Result<Self, self::error::ConversionError> {
        value.parse()
    }
}
///`VolumeTarget`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct VolumeTarget {
    pub level: ::std::string::String,
    pub members: ::std::vec::Vec<VolumeMember>,
    pub uuid: ::std::string::String,
}
/// Error types.
pub mod error {
    /// Error from a `TryFrom` or `FromStr` implementation.
    pub struct ConversionError(::std::borrow::Cow<'static, str>);
    impl ::std::error::Error for ConversionError {}
    impl ::std::fmt::Display for ConversionError {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> Result<(), ::std::fmt::Error> {
            ::std::fmt::Display::fmt(&self.0, f)
        }
    }
    impl ::std::fmt::Debug for ConversionError {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> Result<(), ::std::fmt::Error> {
            ::std::fmt::Debug::fmt(&self.0, f)
        }
    }
    impl From<&'static str> for ConversionError {
        fn from(value: &'static str) -> Self {
            Self(value.into())
        }
    }
    impl From<String> for ConversionError {
        fn from(value: String) -> Self {
            Self(value.into())
        }
    }
}
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
#[serde(tag = "kind")]
pub enum AgentEvent {
    #[serde(rename = "inventory")]
    Inventory(InventoryEvent),
    #[serde(rename = "environment")]
    Environment(EnvironmentEvent),
    #[serde(rename = "smart")]
    Smart(SmartEvent),
    #[serde(rename = "driveProblem")]
    DriveProblem(DriveProblemEvent),
    #[serde(rename = "driveDetails")]
    DriveDetails(DriveDetailsEvent),
    #[serde(rename = "driveLogs")]
    DriveLogs(DriveLogsEvent),
    #[serde(rename = "command")]
    Command(CommandEvent),
    #[serde(rename = "commandProgress")]
    CommandProgress(CommandProgressEvent),
    #[serde(rename = "runStarted")]
    RunStarted(RunStartedEvent),
    #[serde(rename = "pointStarted")]
    PointStarted(PointStartedEvent),
    #[serde(rename = "pointSecond")]
    PointSecond(PointSecondEvent),
    #[serde(rename = "pointFinished")]
    PointFinished(PointFinishedEvent),
    #[serde(rename = "runCounters")]
    RunCounters(RunCountersEvent),
    #[serde(rename = "runSelfTest")]
    RunSelfTest(RunSelfTestEvent),
    #[serde(rename = "databasePointStarted")]
    DatabasePointStarted(DatabasePointStartedEvent),
    #[serde(rename = "databasePointFinished")]
    DatabasePointFinished(DatabasePointFinishedEvent),
    #[serde(rename = "runFinding")]
    RunFinding(RunFindingEvent),
    #[serde(rename = "runFinished")]
    RunFinished(RunFinishedEvent),
}
impl From<InventoryEvent> for AgentEvent {
    fn from(value: InventoryEvent) -> Self {
        Self::Inventory(value)
    }
}
impl From<EnvironmentEvent> for AgentEvent {
    fn from(value: EnvironmentEvent) -> Self {
        Self::Environment(value)
    }
}
impl From<SmartEvent> for AgentEvent {
    fn from(value: SmartEvent) -> Self {
        Self::Smart(value)
    }
}
impl From<DriveProblemEvent> for AgentEvent {
    fn from(value: DriveProblemEvent) -> Self {
        Self::DriveProblem(value)
    }
}
impl From<DriveDetailsEvent> for AgentEvent {
    fn from(value: DriveDetailsEvent) -> Self {
        Self::DriveDetails(value)
    }
}
impl From<DriveLogsEvent> for AgentEvent {
    fn from(value: DriveLogsEvent) -> Self {
        Self::DriveLogs(value)
    }
}
impl From<CommandEvent> for AgentEvent {
    fn from(value: CommandEvent) -> Self {
        Self::Command(value)
    }
}
impl From<CommandProgressEvent> for AgentEvent {
    fn from(value: CommandProgressEvent) -> Self {
        Self::CommandProgress(value)
    }
}
impl From<RunStartedEvent> for AgentEvent {
    fn from(value: RunStartedEvent) -> Self {
        Self::RunStarted(value)
    }
}
impl From<PointStartedEvent> for AgentEvent {
    fn from(value: PointStartedEvent) -> Self {
        Self::PointStarted(value)
    }
}
impl From<PointSecondEvent> for AgentEvent {
    fn from(value: PointSecondEvent) -> Self {
        Self::PointSecond(value)
    }
}
impl From<PointFinishedEvent> for AgentEvent {
    fn from(value: PointFinishedEvent) -> Self {
        Self::PointFinished(value)
    }
}
impl From<RunCountersEvent> for AgentEvent {
    fn from(value: RunCountersEvent) -> Self {
        Self::RunCounters(value)
    }
}
impl From<RunSelfTestEvent> for AgentEvent {
    fn from(value: RunSelfTestEvent) -> Self {
        Self::RunSelfTest(value)
    }
}
impl From<DatabasePointStartedEvent> for AgentEvent {
    fn from(value: DatabasePointStartedEvent) -> Self {
        Self::DatabasePointStarted(value)
    }
}
impl From<DatabasePointFinishedEvent> for AgentEvent {
    fn from(value: DatabasePointFinishedEvent) -> Self {
        Self::DatabasePointFinished(value)
    }
}
impl From<RunFindingEvent> for AgentEvent {
    fn from(value: RunFindingEvent) -> Self {
        Self::RunFinding(value)
    }
}
impl From<RunFinishedEvent> for AgentEvent {
    fn from(value: RunFinishedEvent) -> Self {
        Self::RunFinished(value)
    }
}
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
#[serde(tag = "kind")]
pub enum BenchmarkTarget {
    #[serde(rename = "namespace")]
    Namespace(NamespaceTarget),
    #[serde(rename = "scratchFile")]
    ScratchFile(ScratchFileTarget),
    #[serde(rename = "volume")]
    Volume(VolumeTarget),
}
impl From<NamespaceTarget> for BenchmarkTarget {
    fn from(value: NamespaceTarget) -> Self {
        Self::Namespace(value)
    }
}
impl From<ScratchFileTarget> for BenchmarkTarget {
    fn from(value: ScratchFileTarget) -> Self {
        Self::ScratchFile(value)
    }
}
impl From<VolumeTarget> for BenchmarkTarget {
    fn from(value: VolumeTarget) -> Self {
        Self::Volume(value)
    }
}
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
#[serde(tag = "kind")]
pub enum Command {
    #[serde(rename = "startBenchmark")]
    StartBenchmark(StartBenchmarkCommand),
    #[serde(rename = "cancelBenchmark")]
    CancelBenchmark(CancelBenchmarkCommand),
    #[serde(rename = "collectNow")]
    CollectNow(CollectNowCommand),
    #[serde(rename = "controlDrive")]
    ControlDrive(ControlDriveCommand),
    #[serde(rename = "createScratchFile")]
    CreateScratchFile(CreateScratchFileCommand),
    #[serde(rename = "removeScratchFile")]
    RemoveScratchFile(RemoveScratchFileCommand),
    #[serde(rename = "upgradeAgent")]
    UpgradeAgent(UpgradeAgentCommand),
}
impl From<StartBenchmarkCommand> for Command {
    fn from(value: StartBenchmarkCommand) -> Self {
        Self::StartBenchmark(value)
    }
}
impl From<CancelBenchmarkCommand> for Command {
    fn from(value: CancelBenchmarkCommand) -> Self {
        Self::CancelBenchmark(value)
    }
}
impl From<CollectNowCommand> for Command {
    fn from(value: CollectNowCommand) -> Self {
        Self::CollectNow(value)
    }
}
impl From<ControlDriveCommand> for Command {
    fn from(value: ControlDriveCommand) -> Self {
        Self::ControlDrive(value)
    }
}
impl From<CreateScratchFileCommand> for Command {
    fn from(value: CreateScratchFileCommand) -> Self {
        Self::CreateScratchFile(value)
    }
}
impl From<RemoveScratchFileCommand> for Command {
    fn from(value: RemoveScratchFileCommand) -> Self {
        Self::RemoveScratchFile(value)
    }
}
impl From<UpgradeAgentCommand> for Command {
    fn from(value: UpgradeAgentCommand) -> Self {
        Self::UpgradeAgent(value)
    }
}
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
#[serde(tag = "kind")]
pub enum DriveAction {
    #[serde(rename = "setPowerState")]
    SetPowerState(SetPowerStateAction),
    #[serde(rename = "setPowerGovernor")]
    SetPowerGovernor(SetPowerGovernorAction),
    #[serde(rename = "setScheduler")]
    SetScheduler(SetSchedulerAction),
    #[serde(rename = "selfTest")]
    SelfTest(SelfTestAction),
    #[serde(rename = "format")]
    Format(FormatAction),
    #[serde(rename = "sanitize")]
    Sanitize(SanitizeAction),
    #[serde(rename = "discard")]
    Discard(DiscardAction),
}
impl From<SetPowerStateAction> for DriveAction {
    fn from(value: SetPowerStateAction) -> Self {
        Self::SetPowerState(value)
    }
}
impl From<SetPowerGovernorAction> for DriveAction {
    fn from(value: SetPowerGovernorAction) -> Self {
        Self::SetPowerGovernor(value)
    }
}
impl From<SetSchedulerAction> for DriveAction {
    fn from(value: SetSchedulerAction) -> Self {
        Self::SetScheduler(value)
    }
}
impl From<SelfTestAction> for DriveAction {
    fn from(value: SelfTestAction) -> Self {
        Self::SelfTest(value)
    }
}
impl From<FormatAction> for DriveAction {
    fn from(value: FormatAction) -> Self {
        Self::Format(value)
    }
}
impl From<SanitizeAction> for DriveAction {
    fn from(value: SanitizeAction) -> Self {
        Self::Sanitize(value)
    }
}
impl From<DiscardAction> for DriveAction {
    fn from(value: DiscardAction) -> Self {
        Self::Discard(value)
    }
}
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
#[serde(tag = "kind")]
pub enum PointDepth {
    #[serde(rename = "perThread")]
    PerThread(DepthPerThread),
    #[serde(rename = "total")]
    Total(DepthTotal),
}
impl From<DepthPerThread> for PointDepth {
    fn from(value: DepthPerThread) -> Self {
        Self::PerThread(value)
    }
}
impl From<DepthTotal> for PointDepth {
    fn from(value: DepthTotal) -> Self {
        Self::Total(value)
    }
}
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
#[serde(tag = "kind")]
pub enum PointEnding {
    #[serde(rename = "duration")]
    Duration(DurationEnding),
    #[serde(rename = "fills")]
    Fills(FillsEnding),
    #[serde(rename = "bytes")]
    Bytes(BytesEnding),
    #[serde(rename = "steadyState")]
    SteadyState(SteadyStateEnding),
}
impl From<DurationEnding> for PointEnding {
    fn from(value: DurationEnding) -> Self {
        Self::Duration(value)
    }
}
impl From<FillsEnding> for PointEnding {
    fn from(value: FillsEnding) -> Self {
        Self::Fills(value)
    }
}
impl From<BytesEnding> for PointEnding {
    fn from(value: BytesEnding) -> Self {
        Self::Bytes(value)
    }
}
impl From<SteadyStateEnding> for PointEnding {
    fn from(value: SteadyStateEnding) -> Self {
        Self::SteadyState(value)
    }
}
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
#[serde(tag = "kind")]
pub enum PointLoad {
    #[serde(rename = "closed")]
    Closed(ClosedLoad),
    #[serde(rename = "open")]
    Open(OpenLoad),
}
impl From<ClosedLoad> for PointLoad {
    fn from(value: ClosedLoad) -> Self {
        Self::Closed(value)
    }
}
impl From<OpenLoad> for PointLoad {
    fn from(value: OpenLoad) -> Self {
        Self::Open(value)
    }
}
