//! Where the files of a database are: a directory of its own, on a file system of the target.

use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use nix::sys::statvfs::statvfs;

use super::process::{Account, Starter};

/// This share of a file system is left free.
const FREE_SHARE: u64 = 20;
/// A scale of pgbench takes this much, and as much again for the log, dead rows and the history of transactions.
const BYTES_PER_SCALE: u64 = 2 * 15 * 1024 * 1024;
/// For what every server has, whatever its database: catalogs and the first segments of its log.
const BYTES_LEAST: u64 = 512 * 1024 * 1024;
/// Longest path of a socket, with its end.
const SOCKET_PATH_BYTES_MAX: usize = 107;

/// A place that was made for one database, and is taken away with it.
#[derive(Debug, Clone)]
pub(in crate::work::run) struct Site {
    pub root: PathBuf,
    pub starter: Starter,
    /// For a person: which file system, and where.
    pub file_system: String,
}

impl Site {
    /// Directories of the user that runs the database. `root` is there.
    pub fn furnish(
        root: &Path,
        account: Account,
        launcher: PathBuf,
        file_system: String,
    ) -> Result<Self, String> {
        let said = |path: &Path, error: std::io::Error| {
            format!(
                "{} cannot be given to the database's user ({error}): see \"A database on the drive\" in operations.md",
                path.display()
            )
        };
        account.own(root).map_err(|error| said(root, error))?;
        let site = Self {
            root: root.to_owned(),
            starter: Starter {
                launcher,
                account,
                directory: root.to_owned(),
            },
            file_system,
        };
        for directory in [site.data(), site.socket(), site.logs()] {
            let made = std::fs::DirBuilder::new().mode(0o700).create(&directory);
            made.and_then(|()| account.own(&directory))
                .map_err(|error| said(&directory, error))?;
        }
        let socket = site.socket().join(".s.PGSQL.5432");
        if socket.as_os_str().len() > SOCKET_PATH_BYTES_MAX {
            return Err(format!(
                "{} is too long for the path of a socket: use a scratch file or a state directory with a shorter path",
                socket.display()
            ));
        }
        Ok(site)
    }

    pub fn data(&self) -> PathBuf {
        self.root.join("data")
    }

    pub fn socket(&self) -> PathBuf {
        self.root.join("s")
    }

    pub fn logs(&self) -> PathBuf {
        self.root.join("log")
    }

    /// Whether the file system still has the room that is left free.
    pub fn require_room(&self) -> Result<(), String> {
        require_free(&self.root, 0)
    }
}

/// Refuses a database that its file system has no room for.
///
/// # Errors
/// For a person.
pub(super) fn require_room_for(directory: &Path, scale: u32) -> Result<(), String> {
    require_free(directory, BYTES_LEAST + u64::from(scale) * BYTES_PER_SCALE)
}

fn require_free(directory: &Path, bytes: u64) -> Result<(), String> {
    let space = statvfs(directory).map_err(|error| format!("{}: {error}", directory.display()))?;
    let block = space.fragment_size();
    let (free, total) = (space.blocks_available() * block, space.blocks() * block);
    match free.checked_sub(bytes) {
        Some(left) if left >= total / FREE_SHARE => Ok(()),
        _ if bytes == 0 => Err(format!(
            "{} has only {free} bytes free: the database stopped before it filled its file system",
            directory.display()
        )),
        _ => Err(format!(
            "{} has {free} bytes free; the database may take {bytes}, and a {FREE_SHARE}th of the file system is left free",
            directory.display()
        )),
    }
}

/// Another user than the agent's must be able to reach a directory.
///
/// # Errors
/// Which directory it cannot pass.
pub(super) fn require_passable(root: &Path, account: Account) -> Result<(), String> {
    let closed = root.ancestors().skip(1).find(|directory| {
        directory.metadata().is_ok_and(|metadata| {
            let mode = metadata.permissions().mode();
            let is_own = metadata.uid() == account.uid.as_raw();
            !(is_own && mode & 0o100 != 0) && mode & 0o001 == 0
        })
    });
    match closed {
        None => Ok(()),
        Some(directory) => Err(format!(
            "the user of the database cannot pass the directory {}: see \"A database on the drive\" in operations.md",
            directory.display()
        )),
    }
}
