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
//! A plan says of each point where in it it stands, prints a [`Step`] (`"type":"step"`) before what measures nothing, and a
//! [`Finding`] (`"type":"finding"`) when rounds or a search are over. A point that fails prints an error line, and the plan goes
//! on; where one failed, an error line at the end says how many. Several streams measured together are one run under the
//! number of the first of their points.
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
//! - Slow operations of a slice are counted from the same histograms, so that they agree with its percentiles: an operation
//!   is over a threshold if its bucket lies behind the one that the threshold is in. One that took longer by less than 0.1 %
//!   may so not be counted. Slices begin with the measured window and end with its whole seconds.
//! - Processor time by operation is that of the measuring threads, over the operations that completed in the same time. What
//!   others do for them (interrupts, the kernel's worker threads, a thread that submits) is not in it.
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

mod load;
mod plan;
mod result;
mod slice;
mod surroundings;

pub use load::{Load, Pattern, Slices, Stream, Tracked, Until, Workload};
pub use plan::{Finding, Found, Place, Raised, Step};
pub use result::{
    DirectionResult, ErrorCount, LatencyNs, LittlesLaw, OpenLoop, Phase, RunResult, Second, SecondDirection,
    SecondStream, SteadyState, StreamResult, Verification, stream_prefix,
};
pub use slice::{OverThreshold, Slice, SliceDirection};
pub use surroundings::{Environment, Member, PcieLink, Target, TargetKind};

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
    /// The next step of a plan that measures nothing.
    Step(Step),
    /// What a step of a plan that goes by what it measures has come to.
    Finding(Finding),
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
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Point {
    /// Its number, from 0.
    pub index: u32,
    /// How many there are; `null` if that is not known yet.
    pub of: Option<u32>,
    /// What sets it apart from the others.
    pub name: String,
    /// Of a plan: where in it.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
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
    /// Operations per second that were meant to start; by chance not what was asked for at a Poisson pace.
    pub due_per_second: f64,
    /// Operations per second that completed.
    pub achieved_per_second: f64,
    /// Whether the objective was met and as much completed as was due, but for 1 %.
    pub met: bool,
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
    /// Of what kind it is, where a program needs to tell it from others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<FailureKind>,
}

/// Failures that a program needs to tell from others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum FailureKind {
    /// Kernel, driver or drive cannot do what was asked for, and nothing is wrong with them: blocks smaller than its own,
    /// polling without queues for it, passthrough without a generic device. Nothing was measured, and trying again will not help.
    Unsupported,
    /// One that this version of the library does not know.
    #[serde(other)]
    Unknown,
}
