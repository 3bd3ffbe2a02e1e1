//! Slow operations by slice of the measured window.

use serde::{Deserialize, Serialize};

/// One slice of the measured window.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Slice {
    /// The second of the measured window at which it begins.
    pub start_second: u32,
    /// Its length; the last one may be shorter than the others. A second that was cut short counts as one.
    pub seconds: u32,
    /// Reads completed in it, absent if there are none in the load.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub read: Option<SliceDirection>,
    /// Writes completed in it, absent if there are none in the load.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub write: Option<SliceDirection>,
}

/// One direction in one slice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SliceDirection {
    /// Operations completed.
    pub operations: u64,
    /// How many of them were slow, for each threshold asked for, ascending.
    pub over: Vec<OverThreshold>,
}

/// Operations that took longer than a threshold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OverThreshold {
    /// The threshold.
    pub threshold_ns: u64,
    /// Operations that took longer, as far as the histogram tells: see the module.
    pub operations: u64,
}
