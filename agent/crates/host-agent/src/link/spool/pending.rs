//! The lanes of the spool, and what waits in them.

use serde::{Deserialize, Serialize};

/// Which lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LaneName {
    /// Results of benchmarks and outcomes of commands: never dropped.
    Results,
    /// The seconds of benchmarks, for charts: dropped after samples.
    Seconds,
    /// Everything that is sampled again.
    Samples,
}

/// What waits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Pending {
    /// Results and command outcomes not yet with the server.
    pub results: u64,
    /// Seconds of benchmarks not yet with the server.
    pub seconds: u64,
    /// Samples not yet with the server.
    pub samples: u64,
    /// Size of the spool on disk.
    pub bytes: u64,
    /// Size of the results in it.
    pub results_bytes: u64,
    /// Events dropped for want of room since the agent was installed.
    pub events_dropped: u64,
    /// Events that the disk lost since the agent was installed.
    pub events_damaged: u64,
    /// Events that the server refused since the agent was installed.
    pub events_refused: u64,
}
