//! Making the file, finding it again, and removing it.

use std::fs::OpenOptions;
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use crosspoint_bench::host::Host;
use crosspoint_bench::node::FileIdentity;
use crosspoint_wire::ScratchFile;

use super::fill::fill;
use super::record::Record;
use crate::guard::scratch_file::{Entry, Scratch, ScratchError};

/// Makes the file and fills it with data that no drive can compress, or finds the one made before. Blocks for as
/// long as writing it takes.
///
/// # Errors
/// [`ScratchError`].
pub fn prepare(state_directory: &Path, path: &Path, size_bytes: u64) -> Result<Scratch, ScratchError> {
    let failed = |source| ScratchError::Io {
        path: path.to_owned(),
        source,
    };
    let path = std::path::absolute(path).map_err(failed)?;
    let identity = match made(state_directory, &path, size_bytes)? {
        Some(identity) => identity,
        None => make(state_directory, &path, size_bytes).map_err(failed)?,
    };
    let path = path.canonicalize().map_err(failed)?;
    Ok(Scratch {
        file: ScratchFile {
            file_system: file_system(&path).unwrap_or_else(|| "unknown".to_owned()),
            path: path.display().to_string(),
            size_bytes: size_bytes.to_string(),
        },
        identity,
    })
}

/// The file, if it is there, ours, whole and of the right size. One of ours that is not is removed.
fn made(state_directory: &Path, path: &Path, size_bytes: u64) -> Result<Option<FileIdentity>, ScratchError> {
    let Some(entry) = Entry::open(path)? else {
        return Ok(None);
    };
    let record = Record::read(state_directory)
        .filter(|record| record.path == path && record.file.is_again(&entry.identity));
    let Some(record) = record else {
        return Err(ScratchError::Foreign(path.to_owned()));
    };
    let length = entry.file.metadata().map(|metadata| metadata.len());
    if record.is_filled && record.size_bytes == size_bytes && length.is_ok_and(|length| length == size_bytes)
    {
        return Ok(Some(entry.identity));
    }
    entry.remove().map(|()| None)
}

/// Removes the file, if it is the one that the agent made.
///
/// # Errors
/// [`ScratchError`].
pub fn remove(state_directory: &Path, path: &Path) -> Result<(), ScratchError> {
    let record = Record::read(state_directory);
    match Entry::open(path)? {
        Some(entry) if record.is_some_and(|record| record.file.is_again(&entry.identity)) => entry.remove(),
        Some(_) => Err(ScratchError::Foreign(path.to_owned())),
        None => Err(ScratchError::Io {
            path: path.to_owned(),
            source: io::ErrorKind::NotFound.into(),
        }),
    }
}

fn make(state_directory: &Path, path: &Path, size_bytes: u64) -> io::Result<FileIdentity> {
    tracing::info!(path = %path.display(), size_bytes, "making the scratch file");
    let mut file = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(path)?;
    let mut record = Record {
        path: path.to_owned(),
        file: FileIdentity::of(&file)?,
        size_bytes,
        is_filled: false,
    };
    if !record.file.has_birth_time() {
        tracing::warn!(
            path = %path.display(),
            "the file system does not say when a file was made: the scratch file is known by its inode alone, and a later \
             file that is given the same one would be taken for it"
        );
    }
    // Written down first: after a crash in between, the file is known to be ours and is made again.
    record.write(state_directory)?;
    if let Err(error) = fill(&mut file, size_bytes) {
        // It is left where it is if it cannot be removed, and made again at the next start.
        if let Ok(Some(entry)) = Entry::open(path)
            && entry.identity == record.file
        {
            let _ = entry.remove();
        }
        return Err(error);
    }
    record.is_filled = true;
    record.write(state_directory)?;
    Ok(record.file)
}

/// The type of the file system that a path lies on: the longest mount point that it begins with, and the last of those, which
/// covers the others.
fn file_system(path: &Path) -> Option<String> {
    let mounts = Host::default().mounts().ok()?.into_iter();
    let over = mounts.filter(|mount| path.starts_with(&mount.mount_point));
    over.max_by_key(|mount| mount.mount_point.len())
        .map(|mount| mount.file_system)
}

#[cfg(test)]
mod tests;
