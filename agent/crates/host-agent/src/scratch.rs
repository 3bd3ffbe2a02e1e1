//! A file that the agent makes as a benchmark target, so that a host without a free drive can be measured, and writing
//! is harmless. Only a file that the agent itself made is ever offered; one that was there before is left alone.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use crosspoint_wire::ScratchFile;
use serde::{Deserialize, Serialize};

/// Says in the state directory which file it is.
const RECORD: &str = "scratch.json";
const CHUNK_BYTES: usize = 1024 * 1024;

/// Which file the agent made; by its inode, because anybody may put another under its name.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Record {
    path: PathBuf,
    device: u64,
    inode: u64,
    size_bytes: u64,
    is_filled: bool,
}

/// The scratch file cannot be offered.
#[derive(Debug, thiserror::Error)]
pub enum ScratchError {
    /// There is a file of that name that the agent did not make.
    #[error(
        "{0} exists and was not made by crosspoint-agent: it is left alone. Choose another name with --scratch-file"
    )]
    Foreign(PathBuf),
    /// The file system refused.
    #[error("the scratch file {path} cannot be made: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// The kernel's word.
        source: io::Error,
    },
}

/// Makes the file and fills it with data that no drive can compress, or finds the one made before. Blocks for as
/// long as writing it takes.
///
/// # Errors
/// [`ScratchError`].
pub fn prepare(state_directory: &Path, path: &Path, size_bytes: u64) -> Result<ScratchFile, ScratchError> {
    let failed = |source| ScratchError::Io {
        path: path.to_owned(),
        source,
    };
    let path = std::path::absolute(path).map_err(failed)?;
    let record_path = state_directory.join(RECORD);
    if !is_made(&record_path, &path, size_bytes)? {
        make(&record_path, &path, size_bytes).map_err(failed)?;
    }
    let path = path.canonicalize().map_err(failed)?;
    Ok(ScratchFile {
        file_system: file_system(&path).unwrap_or_else(|| "unknown".to_owned()),
        path: path.display().to_string(),
        size_bytes: size_bytes.to_string(),
    })
}

/// True if the file is there, ours, whole and of the right size. One of ours that is not is removed.
fn is_made(record_path: &Path, path: &Path, size_bytes: u64) -> Result<bool, ScratchError> {
    let Ok(metadata) = path.symlink_metadata() else {
        return Ok(false);
    };
    let ours = read_record(record_path).filter(|record| {
        metadata.is_file()
            && (record.path.as_path(), record.device, record.inode) == (path, metadata.dev(), metadata.ino())
    });
    let Some(record) = ours else {
        return Err(ScratchError::Foreign(path.to_owned()));
    };
    if record.is_filled && record.size_bytes == size_bytes && metadata.len() == size_bytes {
        return Ok(true);
    }
    std::fs::remove_file(path).map_err(|source| ScratchError::Io {
        path: path.to_owned(),
        source,
    })?;
    Ok(false)
}

/// The file that the agent made last, and its size; also one that it did not finish.
#[must_use]
pub fn recorded(state_directory: &Path) -> Option<(PathBuf, u64)> {
    let record = read_record(&state_directory.join(RECORD))?;
    record.path.exists().then_some((record.path, record.size_bytes))
}

/// Removes the file, if it is the one that the agent made.
///
/// # Errors
/// [`ScratchError`].
pub fn remove(state_directory: &Path, path: &Path) -> Result<(), ScratchError> {
    let metadata = path.symlink_metadata();
    let record = read_record(&state_directory.join(RECORD));
    let is_ours = |metadata: &std::fs::Metadata| {
        record.is_some_and(|record| {
            metadata.is_file() && (record.device, record.inode) == (metadata.dev(), metadata.ino())
        })
    };
    match metadata {
        Ok(metadata) if !is_ours(&metadata) => Err(ScratchError::Foreign(path.to_owned())),
        result => result
            .and_then(|_| std::fs::remove_file(path))
            .map_err(|source| ScratchError::Io {
                path: path.to_owned(),
                source,
            }),
    }
}

fn read_record(record_path: &Path) -> Option<Record> {
    serde_json::from_slice(&std::fs::read(record_path).ok()?).ok()
}

fn make(record_path: &Path, path: &Path, size_bytes: u64) -> io::Result<()> {
    tracing::info!(path = %path.display(), size_bytes, "making the scratch file");
    let mut file = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(path)?;
    let metadata = file.metadata()?;
    let mut record = Record {
        path: path.to_owned(),
        device: metadata.dev(),
        inode: metadata.ino(),
        size_bytes,
        is_filled: false,
    };
    // Written down first: after a crash in between, the file is known to be ours and is made again.
    crate::identity::replace_file(record_path, &serde_json::to_vec(&record)?)?;
    if let Err(error) = fill(&mut file, size_bytes) {
        std::fs::remove_file(path)?;
        return Err(error);
    }
    record.is_filled = true;
    crate::identity::replace_file(record_path, &serde_json::to_vec(&record)?)
}

fn fill(file: &mut File, size_bytes: u64) -> io::Result<()> {
    let mut random = SplitMix(size_bytes);
    let mut left = size_bytes;
    let mut chunk = vec![0; CHUNK_BYTES];
    while left > 0 {
        for word in chunk.chunks_exact_mut(8) {
            word.copy_from_slice(&random.next().to_le_bytes());
        }
        let length = usize::try_from(left).unwrap_or(usize::MAX).min(CHUNK_BYTES);
        file.write_all(&chunk[..length])?;
        left -= length as u64;
    }
    file.sync_all()
}

/// SplitMix64 (Steele, Lea, Flood 2014): incompressible, and faster than any drive.
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}

/// The type of the file system that a path lies on: the longest mount point that it begins with.
fn file_system(path: &Path) -> Option<String> {
    let mounts = std::fs::read_to_string("/proc/self/mounts").ok()?;
    let candidates = mounts.lines().filter_map(|line| {
        let mut fields = line.split(' ');
        let (mount_point, kind) = (fields.nth(1)?, fields.next()?);
        path.starts_with(mount_point)
            .then(|| (mount_point.len(), kind.to_owned()))
    });
    candidates.max_by_key(|(length, _)| *length).map(|(_, kind)| kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: u64 = 3 * 1024 * 1024 + 512;

    #[test]
    fn makes_a_filled_file_once() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("scratch");
        let scratch = prepare(directory.path(), &path, SIZE).unwrap();
        assert_eq!(scratch.size_bytes, SIZE.to_string());
        let content = std::fs::read(&path).unwrap();
        assert_eq!(content.len() as u64, SIZE);
        assert!(
            content
                .chunks(4096)
                .all(|block| block.iter().any(|byte| *byte != 0))
        );

        let inode = path.metadata().unwrap().ino();
        prepare(directory.path(), &path, SIZE).unwrap();
        assert_eq!(path.metadata().unwrap().ino(), inode);
        prepare(directory.path(), &path, 4096).unwrap();
        assert_eq!(path.metadata().unwrap().len(), 4096);
    }

    #[test]
    fn removes_its_own_file_and_no_other() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("scratch");
        assert_eq!(recorded(directory.path()), None);
        prepare(directory.path(), &path, 4096).unwrap();
        assert_eq!(recorded(directory.path()), Some((path.clone(), 4096)));
        let precious = directory.path().join("precious");
        std::fs::write(&precious, "data").unwrap();
        assert!(matches!(
            remove(directory.path(), &precious),
            Err(ScratchError::Foreign(_))
        ));
        assert_eq!(std::fs::read(&precious).unwrap(), b"data");
        remove(directory.path(), &path).unwrap();
        assert!(!path.exists());
        assert_eq!(recorded(directory.path()), None);
        assert!(matches!(
            remove(directory.path(), &path),
            Err(ScratchError::Io { .. })
        ));
    }

    #[test]
    fn leaves_a_file_alone_that_it_did_not_make() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("precious");
        std::fs::write(&path, "data").unwrap();
        assert!(matches!(
            prepare(directory.path(), &path, SIZE),
            Err(ScratchError::Foreign(_))
        ));
        assert_eq!(std::fs::read(&path).unwrap(), b"data");
    }

    #[test]
    fn leaves_a_file_alone_that_took_the_place_of_its_own() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("scratch");
        prepare(directory.path(), &path, 4096).unwrap();
        let other = directory.path().join("other");
        std::fs::write(&other, vec![1; 4096]).unwrap();
        std::fs::rename(&other, &path).unwrap();
        assert!(matches!(
            prepare(directory.path(), &path, 4096),
            Err(ScratchError::Foreign(_))
        ));
        std::fs::remove_file(&path).unwrap();
        std::os::unix::fs::symlink("/dev/null", &path).unwrap();
        assert!(matches!(
            prepare(directory.path(), &path, 4096),
            Err(ScratchError::Foreign(_))
        ));
    }

    #[test]
    fn makes_a_half_filled_file_again() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("scratch");
        prepare(directory.path(), &path, 4096).unwrap();
        let record_path = directory.path().join("scratch.json");
        let record = std::fs::read_to_string(&record_path)
            .unwrap()
            .replace("\"isFilled\":true", "\"isFilled\":false");
        std::fs::write(&record_path, record).unwrap();
        std::fs::write(&path, [0; 10]).unwrap();
        prepare(directory.path(), &path, 4096).unwrap();
        assert_eq!(path.metadata().unwrap().len(), 4096);
    }
}
