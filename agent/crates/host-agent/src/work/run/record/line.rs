//! The lines of a record.

use crosspoint_bench::plan::Feedback;
use crosspoint_wire::StartBenchmarkCommand;
use serde::{Deserialize, Serialize};

use super::place::ActionPlace;

/// Grows when a line changes its meaning.
pub(super) const VERSION: u32 = 1;

/// One line.
#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub(super) enum Line {
    /// The first: what was asked for.
    Run {
        version: u32,
        command: Box<StartBenchmarkCommand>,
        time_ms: u64,
    },
    /// The next action begins.
    Begun { time_ms: u64 },
    /// The agent was stopped in order during it.
    Suspended { time_ms: u64 },
    /// It is over.
    Done {
        place: ActionPlace,
        feedback: Feedback,
        time_ms: u64,
    },
}

impl Line {
    pub fn time_ms(&self) -> u64 {
        match self {
            Self::Run { time_ms, .. }
            | Self::Begun { time_ms }
            | Self::Suspended { time_ms }
            | Self::Done { time_ms, .. } => *time_ms,
        }
    }
}
