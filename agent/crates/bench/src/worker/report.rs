//! What a measuring thread has to say.

use super::Cost;
use crate::content::Verification;
use crate::errors::{ErrorCounts, Failed};
use std::io;

/// Why a thread ended the run before its time.
#[derive(Debug)]
pub enum Trouble {
    /// Operations fail in this way, and going on is pointless.
    Operations(Failed),
    /// The engine itself failed.
    Engine(io::Error),
    /// So many operations never came back.
    Stuck(usize),
}

/// What a thread has to say at its end, apart from the tallies it handed over.
#[derive(Debug, Default)]
pub struct Report {
    /// Processor use within the measured window.
    pub cost: Cost,
    /// Operations that failed from the start of the measured window on, until the last one was back.
    pub errors: ErrorCounts,
    /// Those that failed before.
    pub ramp_errors: ErrorCounts,
    /// Why it ended the run, if it did.
    pub trouble: Option<Trouble>,
    /// When it had moved all that it was to move; `None` if time ended it.
    pub finished_ns: Option<u64>,
    /// Longest latency among the operations still in flight at the end, which are not counted.
    pub slowest_uncounted_ns: u64,
    /// How often it had to wait for the collecting thread.
    pub stalls: u64,
    /// What became of the arrivals of an open loop.
    pub arrivals: Option<ArrivalReport>,
    /// What the check of verified data found.
    pub verification: Option<Verification>,
}

/// What became of the arrivals of an open loop in the measured window.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ArrivalReport {
    /// Operations that were meant to start.
    pub due: u64,
    /// Operations started.
    pub started: u64,
    /// Of these, later than intended by more than 50 µs.
    pub late: u64,
    /// The largest delay of a start.
    pub latest_ns: u64,
    /// Due while as many as allowed were in flight, and not started before the end.
    pub not_started: u64,
}
