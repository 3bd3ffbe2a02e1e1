//! Who this agent is: an installation id made once, and what enrollment gave it. One file, readable by its owner only.

use std::fs::{DirBuilder, File, OpenOptions, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

use nix::errno::Errno;
use nix::fcntl::{Flock, FlockArg};
use serde::{Deserialize, Serialize};
use tokio::time::{Instant, sleep};
use uuid::Uuid;

use crate::runtime::replace_file::replace_file;

/// A killed agent holds the lock until the kernel has finished its exit; `status` and `doctor` hold it briefly.
const LOCK_PATIENCE: Duration = Duration::from_secs(5);
const LOCK_INTERVAL: Duration = Duration::from_millis(50);

/// What the file holds.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Identity {
    /// Made once.
    pub installation_id: Uuid,
    /// Set before the first enrollment request goes out. A 409 after that may be the echo of an answer that was lost.
    #[serde(default)]
    pub enrollment_sent: bool,
    /// Present once enrolled.
    #[serde(default)]
    pub enrollment: Option<Enrollment>,
}

/// What the server gave.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Enrollment {
    /// Base URL of the server.
    pub server: String,
    /// The host's id there.
    pub host_id: Uuid,
    /// The secret. Never logged.
    pub agent_key: String,
    /// Whoever enrolled this host let its key travel unencrypted to that server.
    #[serde(default)]
    pub allow_plain_http: bool,
}

/// The agent's directory, locked for this process.
pub struct StateDirectory {
    path: PathBuf,
    _lock: Flock<File>,
}

/// The state directory cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StateError {
    /// The file system refused.
    #[error("{path}: {source}. Run as root, or choose another directory with --state-dir")]
    Io {
        /// File or directory.
        path: PathBuf,
        /// The kernel's word.
        source: io::Error,
    },
    /// Another agent has it.
    #[error(
        "{path} is in use by another crosspoint-agent: stop it (systemctl stop crosspoint-agent) or choose another --state-dir"
    )]
    Locked {
        /// The directory.
        path: PathBuf,
    },
    /// The identity file is damaged.
    #[error("{path} is damaged: {source}. Restore it from a backup, or remove it and enroll the host again")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What the parser said.
        source: serde_json::Error,
    },
}

impl StateDirectory {
    /// Makes the directory where it is missing (mode 0700) and locks it. Waits up to 5 s for another process to let go of it.
    ///
    /// # Errors
    /// [`StateError`].
    pub async fn open(path: &Path) -> Result<Self, StateError> {
        let failed = |source| StateError::Io {
            path: path.to_owned(),
            source,
        };
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(path)
            .map_err(failed)?;
        let lock_file = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(false)
            .mode(0o600)
            .open(path.join("lock"))
            .map_err(failed)?;
        Ok(Self {
            path: path.to_owned(),
            _lock: lock(path, lock_file).await?,
        })
    }

    /// The directory.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Reads the identity, or makes one.
    ///
    /// # Errors
    /// [`StateError`].
    pub fn identity(&self) -> Result<Identity, StateError> {
        if let Some(identity) = read_identity(&self.path)? {
            self.keep_to_ourselves()?;
            return Ok(identity);
        }
        let identity = Identity {
            installation_id: Uuid::new_v4(),
            enrollment_sent: false,
            enrollment: None,
        };
        self.save(&identity)?;
        Ok(identity)
    }

    /// A file that was restored from a backup, say, may have become readable by others.
    fn keep_to_ourselves(&self) -> Result<(), StateError> {
        let path = identity_path(&self.path);
        let tighten = |path: &Path| -> io::Result<()> {
            if path.metadata()?.permissions().mode() & 0o077 == 0 {
                return Ok(());
            }
            tracing::warn!(
                path = %path.display(),
                "the file with this host's key could be read by others: corrected. Revoke the key in the browser and enroll again if somebody may have"
            );
            std::fs::set_permissions(path, Permissions::from_mode(0o600))
        };
        tighten(&path).map_err(|source| StateError::Io { path, source })
    }

    /// Replaces the identity file; after a crash it is the old or the new one.
    ///
    /// # Errors
    /// [`StateError`].
    pub fn save(&self, identity: &Identity) -> Result<(), StateError> {
        let path = identity_path(&self.path);
        let json = serde_json::to_vec_pretty(identity).map_err(io::Error::from);
        json.and_then(|json| replace_file(&path, &json))
            .map_err(|source| StateError::Io { path, source })
    }
}

/// Whether an agent holds the state directory at this moment.
#[must_use]
pub fn is_running(state_directory: &Path) -> bool {
    let Ok(file) = File::open(state_directory.join("lock")) else {
        return false;
    };
    // A shared lock is had beside others who only look, but not beside the agent.
    Flock::lock(file, FlockArg::LockSharedNonblock).is_err()
}

/// Locks it for this process, as soon as nobody else has it.
async fn lock(directory: &Path, mut file: File) -> Result<Flock<File>, StateError> {
    let path = directory.to_owned();
    let until = Instant::now() + LOCK_PATIENCE;
    loop {
        match Flock::lock(file, FlockArg::LockExclusiveNonblock) {
            Ok(lock) => return Ok(lock),
            Err((still, Errno::EWOULDBLOCK)) if Instant::now() < until => file = still,
            Err((_, Errno::EWOULDBLOCK)) => return Err(StateError::Locked { path }),
            Err((_, errno)) => {
                return Err(StateError::Io {
                    path,
                    source: errno.into(),
                });
            }
        }
        sleep(LOCK_INTERVAL).await;
    }
}

/// Reads the identity of a state directory without locking it.
///
/// # Errors
/// [`StateError`]; a missing file is `None`.
pub fn read_identity(state_directory: &Path) -> Result<Option<Identity>, StateError> {
    let path = identity_path(state_directory);
    match std::fs::read(&path) {
        Ok(bytes) => serde_json::from_slice(&bytes)
            .map(Some)
            .map_err(|source| StateError::Damaged { path, source }),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(StateError::Io { path, source }),
    }
}

/// Where the key lies.
pub(crate) fn identity_path(state_directory: &Path) -> PathBuf {
    state_directory.join("identity.json")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn makes_an_identity_once_and_keeps_it_to_itself() {
        let parent = tempfile::tempdir().unwrap();
        let path = parent.path().join("state");
        let first = StateDirectory::open(&path).await.unwrap();
        let id = first.identity().unwrap().installation_id;
        assert_eq!(first.identity().unwrap().installation_id, id);
        let mode = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(&path), mode(&path.join("identity.json"))), (0o700, 0o600));
    }

    #[tokio::test]
    async fn a_key_file_that_others_can_read_is_closed_to_them() {
        let parent = tempfile::tempdir().unwrap();
        let directory = StateDirectory::open(parent.path()).await.unwrap();
        let id = directory.identity().unwrap().installation_id;
        let path = identity_path(parent.path());
        std::fs::set_permissions(&path, Permissions::from_mode(0o644)).unwrap();
        assert_eq!(directory.identity().unwrap().installation_id, id);
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    }

    #[tokio::test(start_paused = true)]
    async fn two_agents_cannot_share_a_directory() {
        let parent = tempfile::tempdir().unwrap();
        let _first = StateDirectory::open(parent.path()).await.unwrap();
        let begin = Instant::now();
        assert!(matches!(
            StateDirectory::open(parent.path()).await,
            Err(StateError::Locked { .. })
        ));
        assert_eq!(begin.elapsed(), Duration::from_secs(5));
    }

    #[tokio::test(start_paused = true)]
    async fn an_agent_waits_for_the_end_of_the_one_before() {
        let parent = tempfile::tempdir().unwrap();
        let first = StateDirectory::open(parent.path()).await.unwrap();
        let begin = Instant::now();
        tokio::spawn(async move {
            sleep(Duration::from_millis(4900)).await;
            drop(first);
        });
        StateDirectory::open(parent.path()).await.unwrap();
        assert!(begin.elapsed() >= Duration::from_millis(4900));
    }

    #[tokio::test]
    async fn whether_an_agent_runs_can_be_seen_from_outside() {
        let parent = tempfile::tempdir().unwrap();
        assert!(!is_running(parent.path()));
        let agent = StateDirectory::open(parent.path()).await.unwrap();
        assert!(is_running(parent.path()));
        drop(agent);
        assert!(!is_running(parent.path()));
    }

    #[tokio::test]
    async fn a_damaged_identity_is_an_error_not_a_new_host() {
        let parent = tempfile::tempdir().unwrap();
        std::fs::write(parent.path().join("identity.json"), "{").unwrap();
        let directory = StateDirectory::open(parent.path()).await.unwrap();
        assert!(matches!(directory.identity(), Err(StateError::Damaged { .. })));
    }
}
