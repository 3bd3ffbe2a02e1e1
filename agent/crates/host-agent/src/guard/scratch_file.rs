//! Which file is the scratch file: the one that the agent made, by its identity and not by its name, for anybody may put
//! another in its place.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use crosspoint_bench::node::FileIdentity;
use crosspoint_wire::ScratchFile;
use nix::errno::Errno;
use nix::fcntl::{OFlag, openat};
use nix::sys::stat::Mode;
use nix::unistd::{UnlinkatFlags, unlinkat};

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
        "{0} exists and was not created by crosspoint-agent, so it is left alone. Choose another name with --scratch-file"
    )]
    Foreign(PathBuf),
    /// The file system refused.
    #[error("the scratch file {path} cannot be created: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// The kernel's word.
        source: io::Error,
    },
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
pub(crate) struct Entry<'a> {
    path: &'a Path,
    directory: File,
    /// The opened file.
    pub file: File,
    /// Which file it is.
    pub identity: FileIdentity,
}

impl<'a> Entry<'a> {
    /// `None` if nothing is there; what is no regular file, or a link to one, is foreign.
    pub fn open(path: &'a Path) -> Result<Option<Self>, ScratchError> {
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

    /// Removes it from the directory that it was opened in.
    ///
    /// # Errors
    /// [`ScratchError`].
    pub fn remove(&self) -> Result<(), ScratchError> {
        let name = self.path.file_name().unwrap_or_default();
        unlinkat(&self.directory, name, UnlinkatFlags::NoRemoveDir).map_err(|error| ScratchError::Io {
            path: self.path.to_owned(),
            source: error.into(),
        })
    }
}
