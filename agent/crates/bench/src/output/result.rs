//! What was measured.

use super::slice::Slice;
use serde::{Deserialize, Serialize};

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
    /// `cpuUserNs` by operation completed in the same time; `null` if none was.
    #[serde(default)]
    pub cpu_user_ns_per_operation: Option<f64>,
    /// `cpuSystemNs` in the same way.
    #[serde(default)]
    pub cpu_system_ns_per_operation: Option<f64>,
    /// Times that a measuring thread gave up the processor by itself (waited), within the measured window.
    pub voluntary_context_switches: u64,
    /// Times that one was taken off the processor, within the measured window.
    pub involuntary_context_switches: u64,
    /// Both in the same way.
    #[serde(default)]
    pub context_switches_per_operation: Option<f64>,
    /// Operations that failed in the measured window, or came back after it, by error.
    pub errors: Vec<ErrorCount>,
    /// Operations that failed in the ramp, by error.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ramp_errors: Vec<ErrorCount>,
    /// Check of the result; `null` if nothing completed, and for an open loop, whose depth is not given.
    pub littles_law: Option<LittlesLaw>,
    /// The directions by stream, in the order of the workload, if it has several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub streams: Vec<StreamResult>,
    /// Slow operations by slice of the measured window, in order, if they were asked for and there is one stream.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub slices: Vec<Slice>,
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

/// How a warning about one of several streams begins.
#[must_use]
pub fn stream_prefix(name: &str) -> String {
    format!("stream {name}: ")
}

/// One stream of the result. Each thread serves one stream, so that all of this is the stream's own.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StreamResult {
    /// Its name, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Its reads, `null` if it has none.
    pub read: Option<DirectionResult>,
    /// Its writes, `null` if it has none.
    pub write: Option<DirectionResult>,
    /// Its slow operations by slice of the measured window, in order, if they were asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub slices: Vec<Slice>,
    /// As in the whole result.
    #[serde(default)]
    pub cpu_user_ns: u64,
    /// As in the whole result.
    #[serde(default)]
    pub cpu_system_ns: u64,
    /// As in the whole result.
    #[serde(default)]
    pub cpu_user_ns_per_operation: Option<f64>,
    /// As in the whole result.
    #[serde(default)]
    pub cpu_system_ns_per_operation: Option<f64>,
    /// As in the whole result.
    #[serde(default)]
    pub errors: Vec<ErrorCount>,
    /// As in the whole result.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ramp_errors: Vec<ErrorCount>,
    /// As in the whole result, if the stream is a closed loop.
    #[serde(default)]
    pub littles_law: Option<LittlesLaw>,
    /// As in the whole result, if the stream is an open loop.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open_loop: Option<OpenLoop>,
}

/// What became of the operations of an open loop in the measured window.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OpenLoop {
    /// Operations per second asked for.
    pub offered_per_second: f64,
    /// Operations that were meant to start in it. At a Poisson pace more or fewer than the rate by chance.
    pub due: u64,
    /// Operations started in it, those that were due in the ramp already among them.
    pub started: u64,
    /// Of these, later than intended by more than 50 µs. Their latency includes the delay.
    pub late: u64,
    /// The largest delay of a start.
    pub latest_ns: u64,
    /// Due while as many as allowed were in flight, and not started before the end: in no latency.
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
    /// Bytes that the final reading back found as they were written.
    #[serde(default)]
    pub read_back_bytes: u64,
    /// Bytes of the span.
    #[serde(default)]
    pub span_bytes: u64,
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
    /// Whether the two agree within 5 %. If not, rate and latency cannot both be right, or operations
    /// were stuck when the run ended.
    pub ok: bool,
}
