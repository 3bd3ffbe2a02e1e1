//! A file that the agent makes as a benchmark target, so that a host without a free drive can be measured, and writing
//! is harmless. Only a file that the agent itself made is ever offered; one that was there before is left alone.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use crosspoint_bench::node::FileIdentity;
use crosspoint_wire::ScratchFile;
use nix::errno::Errno;
use nix::fcntl::{OFlag, openat};
use nix::sys::stat::Mode;
use nix::unistd::{UnlinkatFlags, unlinkat};
use serde::{Deserialize, Serialize};

/// Says in the state directory which file it is.
const RECORD: &str = "scratch.json";
const CHUNK_BYTES: usize = 1024 * 1024;

/// Which file the agent made; by its inode and its birth, because anybody may put another under its name.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Record {
    path: PathBuf,
    #[serde(flatten)]
    file: FileIdentity,
    size_bytes: u64,
    is_filled: bool,
}

/// A scratch file that is there.
#[derive(Debug, Clone, PartialEq)]
pub struct Scratch {
    /// As the wire has it.
    pub file: ScratchFile,
    /// Which file it is.
    pub identity: FileIdentity,
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
pub fn prepare(state_directory: &Path, path: &Path, size_bytes: u64) -> Result<Scratch, ScratchError> {
    let failed = |source| ScratchError::Io {
        path: path.to_owned(),
        source,
    };
    let path = std::path::absolute(path).map_err(failed)?;
    let record_path = state_directory.join(RECORD);
    let identity = match made(&record_path, &path, size_bytes)? {
        Some(identity) => identity,
        None => make(&record_path, &path, size_bytes).map_err(failed)?,
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
fn made(record_path: &Path, path: &Path, size_bytes: u64) -> Result<Option<FileIdentity>, ScratchError> {
    let Some(entry) = Entry::open(path)? else {
        return Ok(None);
    };
    let record = read_record(record_path)
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

/// Makes sure that the file at `path` is still this one: not another, and no link to one.
///
/// # Errors
/// [`ScratchError`].
pub fn require(path: &Path, identity: &FileIdentity) -> Result<(), ScratchError> {
    match Entry::open(path)? {
        Some(entry) if entry.identity == *identity => Ok(()),
        Some(_) => Err(ScratchError::Foreign(path.to_owned())),
        None => Err(ScratchError::Io {
            path: path.to_owned(),
            source: io::ErrorKind::NotFound.into(),
        }),
    }
}

/// A regular file, and the directory that it was opened in: it is removed from there, wherever the path leads by then. What is
/// left to chance is that somebody who may write to that directory exchanges it in the moment between look and removal; he could
/// remove the other file himself.
struct Entry<'a> {
    path: &'a Path,
    directory: File,
    file: File,
    identity: FileIdentity,
}

impl<'a> Entry<'a> {
    /// `None` if nothing is there; what is no regular file, or a link to one, is foreign.
    fn open(path: &'a Path) -> Result<Option<Self>, ScratchError> {
        let failed = |source| ScratchError::Io {
            path: path.to_owned(),
            source,
        };
        let foreign = || ScratchError::Foreign(path.to_owned());
        let name = path.file_name().ok_or_else(foreign)?;
        let directory = match File::open(path.parent().unwrap_or(Path::new("/"))) {
            Ok(directory) => directory,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(failed(error)),
        };
        // A pipe in its place must not be waited for.
        let flags = OFlag::O_RDONLY | OFlag::O_NOFOLLOW | OFlag::O_NONBLOCK | OFlag::O_CLOEXEC;
        let file = match openat(&directory, name, flags, Mode::empty()) {
            Ok(file) => File::from(file),
            Err(Errno::ENOENT) => return Ok(None),
            Err(Errno::ELOOP | Errno::ENXIO) => return Err(foreign()),
            Err(error) => return Err(failed(error.into())),
        };
        let identity = FileIdentity::of(&file).map_err(|_| foreign())?;
        Ok(Some(Entry {
            path,
            directory,
            file,
            identity,
        }))
    }

    fn remove(&self) -> Result<(), ScratchError> {
        let name = self.path.file_name().unwrap_or_default();
        unlinkat(&self.directory, name, UnlinkatFlags::NoRemoveDir).map_err(|error| ScratchError::Io {
            path: self.path.to_owned(),
            source: error.into(),
        })
    }
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
    let record = read_record(&state_directory.join(RECORD));
    match Entry::open(path)? {
        Some(entry) if record.is_some_and(|record| record.file.is_again(&entry.identity)) => entry.remove(),
        Some(_) => Err(ScratchError::Foreign(path.to_owned())),
        None => Err(ScratchError::Io {
            path: path.to_owned(),
            source: io::ErrorKind::NotFound.into(),
        }),
    }
}

fn read_record(record_path: &Path) -> Option<Record> {
    serde_json::from_slice(&std::fs::read(record_path).ok()?).ok()
}

fn make(record_path: &Path, path: &Path, size_bytes: u64) -> io::Result<FileIdentity> {
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
    crate::link::identity::replace_file(record_path, &serde_json::to_vec(&record)?)?;
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
    crate::link::identity::replace_file(record_path, &serde_json::to_vec(&record)?)?;
    Ok(record.file)
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
    use std::os::unix::fs::MetadataExt;

    const SIZE: u64 = 3 * 1024 * 1024 + 512;

    #[test]
    fn makes_a_filled_file_once() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("scratch");
        let scratch = prepare(directory.path(), &path, SIZE).unwrap();
        assert_eq!(scratch.file.size_bytes, SIZE.to_string());
        require(&path, &scratch.identity).unwrap();
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

    /// Puts somebody's file in the place of the scratch file, under the inode number that this had: file systems give the
    /// number of a removed file to the next one.
    fn reuse_inode(directory: &Path, path: &Path) {
        let before = path.metadata().unwrap();
        std::fs::remove_file(path).unwrap();
        // A birth time has the grain of the kernel's clock, some milliseconds.
        std::thread::sleep(std::time::Duration::from_millis(50));
        std::fs::write(path, vec![1; 4096]).unwrap();
        let record_path = directory.join("scratch.json");
        let record = std::fs::read_to_string(&record_path).unwrap();
        let inode = path.metadata().unwrap().ino();
        let record = record.replace(
            &format!("\"inode\":{}", before.ino()),
            &format!("\"inode\":{inode}"),
        );
        std::fs::write(&record_path, record).unwrap();
    }

    #[test]
    fn leaves_a_file_alone_that_was_given_the_inode_of_its_own() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("scratch");
        prepare(directory.path(), &path, 4096).unwrap();
        reuse_inode(directory.path(), &path);
        let foreign = |result: Result<(), ScratchError>| matches!(result, Err(ScratchError::Foreign(_)));
        assert!(foreign(remove(directory.path(), &path)));
        assert!(foreign(prepare(directory.path(), &path, 4096).map(drop)));
        assert!(foreign(prepare(directory.path(), &path, 8192).map(drop)));
        assert_eq!(std::fs::read(&path).unwrap(), vec![1; 4096]);
    }

    /// The kernel numbers devices anew at each boot, and file systems as btrfs at each mount.
    #[test]
    fn knows_its_file_again_on_a_device_of_another_number() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("scratch");
        let before = prepare(directory.path(), &path, 4096).unwrap();
        assert!(before.identity.has_birth_time(), "a file system that says it");
        let record_path = directory.path().join("scratch.json");
        let device = path.metadata().unwrap().dev();
        let renumber = |born: &str| {
            let record = std::fs::read_to_string(&record_path).unwrap();
            let record = record.replace(&format!("\"device\":{device}"), "\"device\":7");
            std::fs::write(&record_path, record.replace("\"bornNs\":", born)).unwrap();
        };
        renumber("\"bornNs\":");
        let found = prepare(directory.path(), &path, 4096).unwrap();
        assert_eq!(found.identity, before.identity, "as it is now, for the benchmark");
        // Without a time of birth the inode alone would be too little.
        renumber("\"unknown\":");
        assert!(matches!(
            remove(directory.path(), &path),
            Err(ScratchError::Foreign(_))
        ));
        assert!(path.exists());
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
