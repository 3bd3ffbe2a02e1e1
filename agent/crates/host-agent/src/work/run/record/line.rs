//! The lines of a record.

use crosspoint_bench::plan::Feedback;
use crosspoint_wire::StartBenchmarkCommand;
use serde::{Deserialize, Serialize};

use super::mark::NamespaceMark;
use super::place::ActionPlace;
use crate::runtime::moment::Moment;

/// Grows when a line changes its meaning.
pub(super) const VERSION: u32 = 2;

/// One line, and when it was written.
#[derive(Serialize, Deserialize)]
pub(super) struct Line {
    #[serde(flatten)]
    pub word: Word,
    #[serde(flatten)]
    pub moment: Moment,
}

/// What it says.
#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub(super) enum Word {
    /// The first: what was asked for, and of which namespace.
    Run {
        version: u32,
        command: Box<StartBenchmarkCommand>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        namespace: Option<NamespaceMark>,
    },
    /// The next action begins.
    Begun,
    /// It still goes on.
    Alive,
    /// The agent was stopped in order during it.
    Suspended,
    /// It is over.
    Done { place: ActionPlace, feedback: Feedback },
}
