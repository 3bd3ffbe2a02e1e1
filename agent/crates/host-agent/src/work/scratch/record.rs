//! What the agent remembers of the file that it made.

use std::io;
use std::path::{Path, PathBuf};

use crosspoint_bench::node::FileIdentity;
use serde::{Deserialize, Serialize};

use crate::runtime::replace_file::replace_file;

/// Which file the agent made; by its inode and its birth, because anybody may put another under its name.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Record {
    pub path: PathBuf,
    #[serde(flatten)]
    pub file: FileIdentity,
    pub size_bytes: u64,
    pub is_filled: bool,
}

impl Record {
    /// What is remembered, if anything is.
    pub fn read(state_directory: &Path) -> Option<Self> {
        serde_json::from_slice(&std::fs::read(record_path(state_directory)).ok()?).ok()
    }

    /// Writes it down.
    ///
    /// # Errors
    /// The file system's word.
    pub fn write(&self, state_directory: &Path) -> io::Result<()> {
        replace_file(&record_path(state_directory), &serde_json::to_vec(self)?)
    }
}

/// The file that the agent made last, and its size; also one that it did not finish.
#[must_use]
pub fn recorded(state_directory: &Path) -> Option<(PathBuf, u64)> {
    let record = Record::read(state_directory)?;
    record.path.exists().then_some((record.path, record.size_bytes))
}

fn record_path(state_directory: &Path) -> PathBuf {
    state_directory.join("scratch.json")
}
