//! The JSON Lines that `uring-bench run --output json-lines` prints, version 1.
//!
//! This module is the one definition of that contract: the binary serializes these types and every
//! program that reads the output parses them. One JSON object a line, in this order:
//!
//! 1. one [`Start`] (`"type":"start"`), before the first operation is issued;
//! 2. one [`Second`] (`"type":"second"`) per second of the ramp and of the measured window, in order;
//! 3. one [`RunResult`] (`"type":"result"`), also after an interrupted or failed run, with what was
//!    measured until then;
//! 4. at most one [`Failure`] (`"type":"error"`), always the last line. A run that could not start
//!    prints this line alone.
//!
//! A run is good only if its result has `interrupted: false` and no `errors`, no error line follows, and
//! the process exited with 0.
//!
//! # Units and semantics
//!
//! - Latencies are nanoseconds, from the moment before the system call that hands the operation to the
//!   kernel until the completion is seen; sizes are bytes; `…Ms` are milliseconds, `…Ns` nanoseconds.
//! - An operation belongs to the second in which it **completed**. Those still in flight when the
//!   measured window ends are waited for and not counted.
//! - `null` for a direction means that the workload has no operations of that direction. A direction
//!   without a completed operation has `operations: 0` and `null` where a latency would have to be invented.
//! - Percentiles, `min` and `max` are read from the histogram with the value semantics of HdrHistogram: the
//!   value reported is the highest that is equivalent to the recorded one at three significant digits
//!   (`min`: the lowest), so at most 0.1 % above it. `mean` is exact (the sum of all latencies by
//!   their number), `stddev` is computed from the histogram. All figures agree with what any HdrHistogram
//!   library reads from `histogram`. A percentile with fewer than a handful of operations above it (for
//!   p99.999: fewer than a million operations) is noise; it is up to the reader to say so, the number
//!   is what was recorded.
//! - `histogram` is an HdrHistogram in the V2 encoding, deflate compressed, base64 (standard alphabet, padded):
//!   1 ns to 10 minutes, 3 significant digits. Its total count equals `operations`.
//! - Failed operations are in no histogram and not in `operations`; they are counted in `errors`.
//!
//! # Compatibility
//!
//! `version` in the start line grows when a field changes its meaning or goes away. New fields and new
//! line types may come within a version: ignore what you do not know ([`Line`] parses an unknown
//! `type` as [`Line::Unknown`]).
//!
//! ```
//! use crosspoint_bench::output::Line;
//! let line: Line = serde_json::from_str(r#"{"type":"error","message":"no such device","errno":19}"#).unwrap();
//! assert!(matches!(line, Line::Error(failure) if failure.errno == Some(19)));
//! ```

use serde::{Deserialize, Serialize};

/// The version of this contract.
pub const VERSION: u32 = 1;

/// One line of the output.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Line {
    /// What is about to be measured, where.
    Start(Box<Start>),
    /// One second of the run.
    Second(Second),
    /// The figures of the measured window.
    Result(Box<RunResult>),
    /// Why the run did not start or did not reach its end.
    Error(Failure),
    /// A line of a type that this version of the library does not know. Never printed.
    #[serde(other)]
    Unknown,
}

/// The first line: what is about to be measured.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Start {
    /// [`VERSION`].
    pub version: u32,
    /// Version of the program that measured.
    pub tool_version: String,
    /// What is measured.
    pub target: Target,
    /// With which load.
    pub workload: Workload,
    /// In which surroundings.
    pub environment: Environment,
    /// What in the surroundings or the workload is likely to hurt the measurement; for a person.
    pub warnings: Vec<String>,
}

/// The device or file measured.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Target {
    /// The path with symbolic links resolved.
    pub path: String,
    /// Block device or regular file.
    pub kind: TargetKind,
    /// Size of the device or file.
    pub capacity_bytes: u64,
    /// Serial number of the drive as sysfs has it, trimmed; absent for a file or a device without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub serial: Option<String>,
    /// Model of the drive as sysfs has it, trimmed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// What else uses the target, one sentence each; empty if nothing does. Only reading goes on then.
    pub in_use: Vec<String>,
}

/// What kind of thing the target is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TargetKind {
    /// A block device: a drive, a namespace, a partition, a volume.
    Block,
    /// A regular file.
    File,
}

/// The load, complete enough to repeat it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Workload {
    /// Order of the offsets.
    pub pattern: Pattern,
    /// Share of reads in percent, 0 to 100.
    pub read_percent: u8,
    /// Size of each operation.
    pub block_bytes: u32,
    /// Operations in flight per thread.
    pub queue_depth: u32,
    /// Threads, each with a ring of its own.
    pub threads: u32,
    /// Length of the measured window as asked for.
    pub duration_ms: u64,
    /// Length of the ramp before it, left out of the result.
    pub ramp_ms: u64,
    /// Offsets lie in the first `spanBytes` bytes of the target.
    pub span_bytes: u64,
    /// Seed of the sequence of offsets and directions, below 2^53 so that every JSON parser keeps it.
    pub seed: u64,
}

/// Order of the offsets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pattern {
    /// Uniform over the blocks of the span, with repetition.
    Random,
    /// Ascending; each thread has its own part of the span and starts over at the end of it.
    Sequential,
}

/// What surrounds the measurement and may explain a difference between two of them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Environment {
    /// Kernel release.
    pub kernel: String,
    /// Model name of the processor.
    pub cpu_model: String,
    /// Processors online.
    pub cpu_count: u32,
    /// Frequency governor; all that are in use, joined by a comma.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub governor: Option<String>,
    /// I/O scheduler of the device.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scheduler: Option<String>,
    /// NUMA node of the device.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub numa_node: Option<u32>,
    /// PCI Express link of the device, now and at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pcie_link: Option<PcieLink>,
    /// Logical block size of the device, or of the device under the file.
    pub logical_block_bytes: u32,
    /// Write cache mode as sysfs has it ("write back", "write through").
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub write_cache: Option<String>,
    /// Polled queues of the NVMe driver.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub poll_queues: Option<u32>,
    /// Processor vulnerabilities and their mitigation, those that affect this one, joined by "; ".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mitigations: Option<String>,
    /// What the engine runs with, e.g. `io_uring`, `DEFER_TASKRUN`, `fixed-buffers`, `O_DIRECT`, `cpus=0,1`.
    pub engine_flags: Vec<String>,
}

/// PCI Express link as sysfs describes it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PcieLink {
    /// For example "8.0 GT/s PCIe".
    pub speed: String,
    /// Lanes in use.
    pub width: u32,
    /// Highest speed of the device.
    pub max_speed: String,
    /// Lanes of the device.
    pub max_width: u32,
}

/// Part of the run in which a second lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Before the measured window; in no result.
    Ramp,
    /// The measured window.
    Measure,
}

/// One second of the run. The last of a phase may be shorter.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Second {
    /// Number of the second within its phase, from 0.
    pub second: u32,
    /// Part of the run.
    pub phase: Phase,
    /// Length of this interval: 1 000 000 000 but for the last of a phase. Divide by this for a rate.
    pub elapsed_ns: u64,
    /// Reads completed in it, `null` if the workload has none.
    pub read: Option<SecondDirection>,
    /// Writes completed in it, `null` if the workload has none.
    pub write: Option<SecondDirection>,
}

/// One direction in one second. Latencies are `null` where no operation completed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SecondDirection {
    /// Operations completed.
    pub operations: u64,
    /// Bytes moved by them.
    pub bytes: u64,
    /// Mean latency, exact.
    pub latency_ns_mean: Option<f64>,
    /// Median.
    pub latency_ns_p50: Option<u64>,
    /// 99th percentile.
    pub latency_ns_p99: Option<u64>,
    /// Largest.
    pub latency_ns_max: Option<u64>,
    /// Histogram, see the module.
    pub histogram: String,
}

/// The figures of the measured window.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RunResult {
    /// True if the run ended before its time, by a signal or a failure: the window is shorter than asked for.
    pub interrupted: bool,
    /// Length of the measured window; 0 if the run ended in the ramp.
    pub elapsed_ns: u64,
    /// Reads, `null` if the workload has none.
    pub read: Option<DirectionResult>,
    /// Writes, `null` if the workload has none.
    pub write: Option<DirectionResult>,
    /// Processor time of the measuring threads in user space, within the measured window.
    pub cpu_user_ns: u64,
    /// The same in the kernel, on behalf of these threads (interrupts are not in it).
    pub cpu_system_ns: u64,
    /// Times that a measuring thread gave up the processor by itself (waited), within the measured window.
    pub voluntary_context_switches: u64,
    /// Times that one was taken off the processor, within the measured window.
    pub involuntary_context_switches: u64,
    /// Operations that failed, in the whole run with ramp and end, by error.
    pub errors: Vec<ErrorCount>,
    /// Check of the result; `null` if nothing completed.
    pub littles_law: Option<LittlesLaw>,
    /// What makes these figures doubtful; for a person.
    pub warnings: Vec<String>,
}

/// One direction of the result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DirectionResult {
    /// Operations completed.
    pub operations: u64,
    /// Bytes moved by them.
    pub bytes: u64,
    /// Operations per second.
    pub iops: f64,
    /// Bytes per second.
    pub bytes_per_second: f64,
    /// Latencies, `null` if no operation completed.
    pub latency_ns: Option<LatencyNs>,
    /// Histogram, see the module.
    pub histogram: String,
}

/// Latencies in nanoseconds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LatencyNs {
    /// Smallest.
    pub min: u64,
    /// Largest.
    pub max: u64,
    /// Mean, exact.
    pub mean: f64,
    /// Standard deviation, from the histogram.
    pub stddev: f64,
    /// Median.
    pub p50: u64,
    /// 90th percentile.
    pub p90: u64,
    /// 99th percentile.
    pub p99: u64,
    /// 99.9th percentile.
    pub p999: u64,
    /// 99.99th percentile.
    pub p9999: u64,
    /// 99.999th percentile.
    pub p99999: u64,
}

/// Failed operations of one kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ErrorCount {
    /// Error number of the kernel; 0 for an operation that moved fewer bytes than asked for.
    pub errno: i32,
    /// Its name, e.g. "EIO"; "SHORT" for 0.
    pub name: String,
    /// How many.
    pub count: u64,
}

/// Little's law for a closed loop: operations per second times mean latency is the number in flight.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LittlesLaw {
    /// Mean number of operations in flight that the result implies.
    pub mean_in_flight: f64,
    /// Queue depth times threads.
    pub expected: f64,
    /// Whether the two agree within 10 %. If not, rate and latency cannot both be right, or operations
    /// were stuck when the run ended.
    pub ok: bool,
}

/// Why the run did not start or did not reach its end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Failure {
    /// What happened, to what.
    pub message: String,
    /// What a person can do about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remedy: Option<String>,
    /// Error number of the kernel.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub errno: Option<i32>,
}
