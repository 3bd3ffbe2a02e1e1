//! What was made for databases, written down before it is made: after a crash it is taken away by the next agent.

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use crosspoint_wire::DriveIdentity;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::runtime::replace_file::replace_file;

/// The records, in the agent's state directory.
#[derive(Debug, Clone)]
pub(in crate::work::run) struct Leftovers {
    directory: PathBuf,
}

/// What was made for the database of one run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Leftover {
    pub run_id: Uuid,
    /// Directory of the database, or the mount point of its file system.
    pub root: PathBuf,
    pub made: Made,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub(super) enum Made {
    /// A directory beside a scratch file; without an inode it was not there yet.
    Directory { inode: Option<u64> },
    /// A file system over a whole namespace, known by the number that it was given.
    FileSystem {
        drive: DriveIdentity,
        nsid: u32,
        file_system: Uuid,
    },
}

impl Leftovers {
    /// In the agent's state directory.
    pub fn new(state_directory: &Path) -> Self {
        Self {
            directory: state_directory.join("database"),
        }
    }

    /// Where mount points and images are.
    pub(super) fn directory(&self) -> &Path {
        &self.directory
    }

    /// Writes down what is made.
    ///
    /// # Errors
    /// For a person: then nothing must be made.
    pub(super) fn write(&self, leftover: &Leftover) -> Result<(), String> {
        let path = self.path(leftover.run_id);
        let bytes = serde_json::to_vec(leftover).map_err(|error| error.to_string())?;
        std::fs::create_dir_all(&self.directory)
            // The user of a database passes it on the way to a mount point.
            .and_then(|()| std::fs::set_permissions(&self.directory, Permissions::from_mode(0o711)))
            .and_then(|()| replace_file(&path, &bytes))
            .map_err(|error| format!("{}: {error}", path.display()))
    }

    pub(super) fn read(&self, run_id: Uuid) -> Option<Leftover> {
        serde_json::from_slice(&std::fs::read(self.path(run_id)).ok()?).ok()
    }

    pub(super) fn forget(&self, run_id: Uuid) {
        let _ = std::fs::remove_file(self.path(run_id));
    }

    fn path(&self, run_id: Uuid) -> PathBuf {
        self.directory.join(format!("{run_id}.json"))
    }

    /// The runs of which something is left, but for these.
    pub fn all_but(&self, kept: &[Uuid]) -> Vec<Uuid> {
        let mut left = self.run_ids();
        left.retain(|run_id| !kept.contains(run_id));
        left
    }

    fn run_ids(&self) -> Vec<Uuid> {
        let entries = std::fs::read_dir(&self.directory).into_iter().flatten().flatten();
        entries
            .filter_map(|entry| entry.file_name().to_str()?.strip_suffix(".json")?.parse().ok())
            .collect()
    }
}
