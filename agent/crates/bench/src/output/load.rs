//! The load of a run.

use serde::{Deserialize, Serialize};

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
    /// Slices of the measured window whose slow operations are counted, if they were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slices: Option<Slices>,
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
    /// Over-provisioning in percent that an sprandom fill assumes; absent of any other load.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over_provisioning_percent: Option<u8>,
}

/// Slices of the measured window, each with how many operations took longer than each threshold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Slices {
    /// Length of a slice.
    pub seconds: u64,
    /// The thresholds, ascending.
    pub over_ns: Vec<u64>,
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
        /// Ends the run before; incomplete, unless it is a point of a sweep.
        at_most_ms: u64,
    },
    /// The span gone through so many times; by an sprandom fill once, with what it overwrites on top.
    Fills {
        /// Times.
        fills: f64,
        /// Ends the run before; incomplete, unless it is a point of a sweep.
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
    /// By chance over the places of the span, each thread in its own part, so that one fill leaves the drive as many random
    /// overwrites would. Only of a load that writes its span once, and some of it twice.
    Sprandom,
}
