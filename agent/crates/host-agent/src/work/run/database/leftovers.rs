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

    /// Where mount points are.
    pub(super) fn directory(&self) -> &Path {
        &self.directory
    }

    /// Where a file system is made before it is written to a drive.
    pub(super) fn image(&self, run_id: Uuid) -> PathBuf {
        self.directory.join(format!("{run_id}.image"))
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
        // A crash may have come while it was made.
        let _ = std::fs::remove_file(self.image(run_id));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_run_is_left_once_it_is_forgotten() {
        let state = tempfile::tempdir().unwrap();
        let leftovers = Leftovers::new(state.path());
        let run_id = Uuid::new_v4();
        let leftover = Leftover {
            run_id,
            root: state.path().join("root"),
            made: Made::Directory { inode: None },
        };
        leftovers.write(&leftover).unwrap();
        std::fs::write(leftovers.image(run_id), "half of a file system").unwrap();
        assert_eq!(
            (leftovers.all_but(&[]), leftovers.read(run_id)),
            (vec![run_id], Some(leftover))
        );
        leftovers.forget(run_id);
        assert_eq!(std::fs::read_dir(leftovers.directory()).unwrap().count(), 0);
    }
}
