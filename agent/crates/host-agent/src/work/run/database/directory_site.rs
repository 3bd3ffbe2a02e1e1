//! A database in a directory beside the scratch file: on the same file system, and so on the same drive, without a layer between.

use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

use uuid::Uuid;

use super::leftovers::{Leftover, Leftovers, Made};
use super::process::Account;
use super::site::{Site, require_passable, require_room_for};
use crate::runtime::off_thread::off_thread;

/// Removing gigabytes takes seconds.
const REMOVE_LIMIT: Duration = Duration::from_secs(120);

/// Makes it.
///
/// # Errors
/// For a person.
pub(in crate::work::run) fn make(
    scratch: &Path,
    run_id: Uuid,
    scale: u32,
    launcher: PathBuf,
    leftovers: &Leftovers,
) -> Result<Site, String> {
    let account = Account::find()?;
    let beside = scratch.parent().unwrap_or(Path::new("/"));
    let root = beside.join(format!(
        "crosspoint-database-{}",
        &run_id.simple().to_string()[..12]
    ));
    require_room_for(beside, scale)?;
    require_passable(&root, account)?;
    let mut leftover = Leftover {
        run_id,
        root: root.clone(),
        made: Made::Directory { inode: None },
    };
    leftovers.write(&leftover)?;
    let said = |error: std::io::Error| format!("{}: {error}", root.display());
    std::fs::DirBuilder::new()
        .mode(0o700)
        .create(&root)
        .map_err(said)?;
    let inode = root.symlink_metadata().map_err(said)?.ino();
    leftover.made = Made::Directory { inode: Some(inode) };
    leftovers.write(&leftover)?;
    let file_system = format!("a directory beside the scratch file, {}", root.display());
    Site::furnish(&root, account, launcher, file_system)
}

/// Removes it, if it is the one that was made; one that was not told apart yet only if it is empty.
///
/// # Errors
/// What is left.
pub(super) async fn remove(root: &Path, inode: Option<u64>) -> Result<(), String> {
    let (path, named) = (root.to_owned(), root.display().to_string());
    let work = move || {
        let metadata = match path.symlink_metadata() {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
            found => found?,
        };
        match inode {
            Some(inode) if metadata.is_dir() && metadata.ino() == inode => std::fs::remove_dir_all(&path),
            // Another one took its place: it is nobody's to remove.
            Some(_) => Ok(()),
            None => std::fs::remove_dir(&path),
        }
    };
    match off_thread(REMOVE_LIMIT, work).await {
        Some(done) => done.map_err(|error| format!("{named}: {error}")),
        None => Err(format!(
            "{named} was not removed within {} s",
            REMOVE_LIMIT.as_secs()
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn nothing_is_removed_but_the_directory_that_was_made() {
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path().join("database");
        assert_eq!(remove(&root, Some(1)).await, Ok(()));
        std::fs::create_dir_all(root.join("data")).unwrap();
        let inode = root.metadata().unwrap().ino();
        assert_eq!(remove(&root, Some(inode + 1)).await, Ok(()));
        assert!(root.exists(), "another directory stays");
        assert!(
            remove(&root, None).await.is_err(),
            "one that nobody knows is not emptied"
        );
        let away = directory.path().join("away");
        std::fs::rename(&root, &away).unwrap();
        std::os::unix::fs::symlink(&away, &root).unwrap();
        assert_eq!(remove(&root, Some(inode)).await, Ok(()));
        assert!(away.join("data").exists(), "no link is followed");
        assert_eq!(remove(&away, Some(inode)).await, Ok(()));
        assert!(!away.exists());
    }
}
