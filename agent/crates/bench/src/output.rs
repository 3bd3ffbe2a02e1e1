//! The JSON Lines that `uring-bench run --output json-lines` prints, version 2.
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
//! A series (a plan, several queue depths, the search of a rate) prints one [`Point`] (`"type":"point"`) before each of
//! its runs, and these lines for each run; it goes on after a run with failed operations, and ends with an error line
//! if one cannot start or is interrupted. The search of a rate ends with a [`Search`] (`"type":"search"`).
//!
//! A run is good only if its result has `interrupted: false` and no `errors`, no error line follows, and
//! the process exited with 0.
//!
//! # Units and semantics
//!
//! - Latencies are nanoseconds, from the moment before the system call that hands the operation to the
//!   kernel (of an open loop: from the intended start) until the completion is seen; sizes are bytes; `…Ms` are milliseconds, `…Ns` nanoseconds.
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
pub const VERSION: u32 = 2;

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
    /// The next run of a series.
    Point(Point),
    /// What the search of a rate came to.
    Search(Search),
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
    /// By which way: "io_uring", "io_uring IOPOLL", "io_uring_cmd", "preadv2 RWF_HIPRI", "null", ….
    pub engine: String,
    /// What is measured.
    pub target: Target,
    /// With which load.
    pub workload: Workload,
    /// In which surroundings.
    pub environment: Environment,
    /// What in the surroundings or the workload is likely to hurt the measurement; for a person.
    pub warnings: Vec<String>,
}

/// The next run of a series.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Point {
    /// Its number, from 0.
    pub index: u32,
    /// How many there are; `null` if that is not known yet.
    pub of: Option<u32>,
    /// What sets it apart from the others.
    pub name: String,
}

/// What the search of the highest rate that meets a latency objective came to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Search {
    /// The objective: "p99.9<1ms".
    pub objective: String,
    /// The rates tried, in order.
    pub steps: Vec<SearchStep>,
    /// The highest rate that met it; `null` if none did.
    pub best_per_second: Option<f64>,
}

/// One rate that was tried.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SearchStep {
    /// Operations per second asked for.
    pub offered_per_second: f64,
    /// Operations per second that completed.
    pub achieved_per_second: f64,
    /// Whether the objective was met and the rate kept.
    pub met: bool,
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
    /// The drives that a volume (md, LVM, device mapper) is made of, as far down as the kernel knows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub members: Vec<Member>,
}

/// A drive that a volume is made of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Member {
    /// Path of its node, or of the partition that belongs to the volume.
    pub path: String,
    /// Serial number of the drive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub serial: Option<String>,
    /// Model of the drive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
}

/// What kind of thing the target is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TargetKind {
    /// A block device: a drive, a namespace, a partition, a volume.
    Block,
    /// A regular file.
    File,
    /// Nothing at all: the null engine measures the program itself.
    None,
}

/// The load, complete enough to repeat it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Workload {
    /// The streams that run side by side, at least one.
    pub streams: Vec<Stream>,
    /// Length of the ramp before the measured window, left out of the result.
    pub ramp_ms: u64,
    /// What ends the run.
    pub until: Until,
    /// Seed of everything drawn by chance, below 2^53 so that every JSON parser keeps it.
    pub seed: u64,
}

/// One stream of operations.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Stream {
    /// Its name, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Order of the offsets.
    pub pattern: Pattern,
    /// Share of reads in percent, 0 to 100.
    pub read_percent: u8,
    /// Sizes of the operations as the command line takes them: "4k", "512:10,4k:90" (percent of the operations).
    pub blocks: String,
    /// The largest of them.
    pub block_bytes_max: u32,
    /// Offsets are multiples of this; of the operation's own size if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub align_bytes: Option<u64>,
    /// Operations in flight in all threads together; at most so many in an open loop.
    pub queue_depth: u64,
    /// Threads, each with an engine of its own.
    pub threads: u32,
    /// When operations start.
    pub load: Load,
    /// Offsets lie in the first `spanBytes` bytes of the target.
    pub span_bytes: u64,
    /// How often each place is used: "uniform", "zipf:1.1", "hotspot:90/10".
    pub distribution: String,
    /// What is written: "incompressible", "compressible:2", "verified".
    pub data: String,
}

/// When operations start.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Load {
    /// As soon as another one has come back. Latency counts from the hand-over to the kernel.
    Closed,
    /// At given times. Latency counts from there, however late the operation really started.
    Open {
        /// In all threads together.
        rate_per_second: f64,
        /// "fixed" or "poisson".
        pace: String,
    },
}

/// What ends a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Until {
    /// So much measured time.
    Elapsed {
        /// Length of the measured window.
        duration_ms: u64,
    },
    /// So many bytes moved.
    Bytes {
        /// In all threads together.
        bytes: u64,
        /// Ends the run before, incomplete.
        at_most_ms: u64,
    },
    /// The span gone through so many times.
    Fills {
        /// Times.
        fills: f64,
        /// Ends the run before, incomplete.
        at_most_ms: u64,
    },
    /// Rounds that no longer differ by more than the SNIA criterion allows.
    SteadyState {
        /// Length of a round.
        round_ms: u64,
        /// Rounds after which it is given up.
        rounds_max: usize,
        /// Rounds that are compared, and that are the result.
        window_rounds: usize,
        /// The figure compared.
        tracked: Tracked,
    },
}

/// The figure of a round that has to become steady.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Tracked {
    /// Operations per second.
    Iops,
    /// Bytes per second.
    Bandwidth,
    /// Mean latency.
    MeanLatency,
}

/// Order of the offsets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pattern {
    /// By chance over the places of the span, with repetition.
    Random,
    /// Ascending; each thread has its own part of the span and starts over at the end of it. The last operation before the
    /// end is shorter if the part is no multiple of the block size.
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
    /// `handed-off`: the driver cannot take operations without blocking, so that a worker thread of the kernel does.
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
    /// The same by stream, in the order of the workload, if it has several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub streams: Vec<SecondStream>,
}

/// One stream in one second.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SecondStream {
    /// Its reads, `null` if it has none.
    pub read: Option<SecondDirection>,
    /// Its writes, `null` if it has none.
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
    /// Check of the result; `null` if nothing completed, and for an open loop, whose depth is not given.
    pub littles_law: Option<LittlesLaw>,
    /// The directions by stream, in the order of the workload, if it has several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub streams: Vec<StreamResult>,
    /// What became of the operations of an open loop.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open_loop: Option<OpenLoop>,
    /// Whether steady state was reached, if the run was to end with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steady_state: Option<SteadyState>,
    /// What the check of verified data found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verification: Option<Verification>,
    /// What makes these figures doubtful; for a person.
    pub warnings: Vec<String>,
}

/// One stream of the result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StreamResult {
    /// Its name, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Its reads, `null` if it has none.
    pub read: Option<DirectionResult>,
    /// Its writes, `null` if it has none.
    pub write: Option<DirectionResult>,
}

/// What became of the operations of an open loop, ramp and measured window together.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OpenLoop {
    /// Operations per second asked for.
    pub offered_per_second: f64,
    /// Operations started.
    pub started: u64,
    /// Of these, later than intended by more than 50 µs. Their latency includes the delay.
    pub late: u64,
    /// The largest delay of a start.
    pub latest_ns: u64,
    /// Due before the end and not started, because as many as allowed were in flight: in no latency.
    pub not_started: u64,
}

/// Whether steady state was reached.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SteadyState {
    /// It was. If not, the result is of the last rounds all the same.
    pub achieved: bool,
    /// The tracked figure of each round, in order.
    pub rounds: Vec<f64>,
    /// Largest minus smallest of the window, as a share of its average.
    pub excursion: Option<f64>,
    /// What the fitted line gains or loses over the window, as a share of its average.
    pub slope_excursion: Option<f64>,
}

/// What the check of verified data found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Verification {
    /// Reads, those of the final reading back included, whose content was known and was as it must be.
    pub matched: u64,
    /// Reads of what this run had not written.
    pub unknown: u64,
    /// Reads that returned something else than what was written.
    pub mismatched: u64,
    /// Byte offset of the first of these.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_mismatch: Option<u64>,
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
    /// Error number of the kernel, if it was the kernel that answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub errno: Option<u16>,
    /// Status of the drive (type and code), if the drive answered itself (passthrough).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nvme_status: Option<u16>,
    /// Its name: "EIO"; "SHORT" for fewer bytes than asked for, "MISMATCH" for other data than written.
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
    /// Queue depth of all threads, each as long as it ran.
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
