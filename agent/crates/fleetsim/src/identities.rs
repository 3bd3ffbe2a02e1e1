//! The file that a fleet is kept in: what it is made from, and the keys by which its hosts are known to a server.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::fleet::Layout;

/// The file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// It cannot be read or written.
    #[error("{path}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// It is not such a file.
    #[error("{path} is not a fleet: {source}")]
    Form {
        /// The file.
        path: PathBuf,
        /// Why.
        source: serde_json::Error,
    },
}

/// A fleet on disk.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FleetFile {
    /// What it is made from.
    pub layout: Layout,
    /// By installation; hosts that are not enrolled are not in it.
    #[serde(default)]
    pub keys: BTreeMap<Uuid, String>,
}

impl FleetFile {
    /// Reads it.
    ///
    /// # Errors
    /// [`FileError`].
    pub fn read(path: &Path) -> Result<Self, FileError> {
        let text = fs::read(path).map_err(|source| FileError::Io {
            path: path.to_owned(),
            source,
        })?;
        serde_json::from_slice(&text).map_err(|source| FileError::Form {
            path: path.to_owned(),
            source,
        })
    }

    /// Writes it, for its owner alone: it holds keys.
    ///
    /// # Errors
    /// [`FileError`].
    pub fn write(&self, path: &Path) -> Result<(), FileError> {
        let text = serde_json::to_vec(self).map_err(|source| FileError::Form {
            path: path.to_owned(),
            source,
        })?;
        let draft = path.with_extension("draft");
        let written = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(true)
            .mode(0o600)
            .open(&draft)
            .and_then(|mut file| file.write_all(&text))
            .and_then(|()| fs::rename(&draft, path));
        written.map_err(|source| FileError::Io {
            path: path.to_owned(),
            source,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn is_read_as_it_was_written_and_by_nobody_else() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("fleet.json");
        let layout = Layout {
            seed: 1,
            hosts: 2,
            drives: 4,
            start_ms: 10,
            end_ms: 20,
        };
        let file = FleetFile {
            layout,
            keys: BTreeMap::from([(Uuid::nil(), "cpk_x".to_owned())]),
        };
        file.write(&path).unwrap();
        assert_eq!(FleetFile::read(&path).unwrap(), file);
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    }
}
