//! Offers the scratch file, and makes or removes it when asked. Where it lies is this host's own affair: a server
//! names no path to write to.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use nix::sys::statvfs::statvfs;
use tokio::sync::watch;

use super::{file, record};
use crate::guard::claims::{Claim, Claims};
use crate::guard::policy::{self, ActionKind};
use crate::guard::scratch_file::Scratch;

const SIZE_MIN: u64 = 1 << 20;
const SIZE_STEP: u64 = 4096;
/// This share of a file system is left free.
const FREE_SHARE: u64 = 20;

/// See the module.
pub struct ScratchOffer {
    state_directory: PathBuf,
    configured: Option<(PathBuf, u64)>,
    policy: PathBuf,
    claims: Arc<Claims>,
    offered: watch::Sender<Option<Scratch>>,
}

/// What was decided about a scratch file.
#[derive(Debug)]
pub struct ScratchChange {
    path: PathBuf,
    /// Absent: it is removed.
    size_bytes: Option<u64>,
    _claim: Claim,
}

impl ScratchOffer {
    /// Nothing is offered yet. `configured` is the path and size of the host's configuration.
    #[must_use]
    pub fn new(
        state_directory: &Path,
        configured: Option<(PathBuf, u64)>,
        policy: PathBuf,
        claims: Arc<Claims>,
    ) -> Self {
        Self {
            state_directory: state_directory.to_owned(),
            configured,
            policy,
            claims,
            offered: watch::Sender::new(None),
        }
    }

    /// What is offered now, and when it changes.
    #[must_use]
    pub fn offered(&self) -> watch::Receiver<Option<Scratch>> {
        self.offered.subscribe()
    }

    /// Offers what the configuration names, else what a command made before. Writing it takes a while; until then the
    /// host simply does not offer it.
    pub fn make_at_start(self: &Arc<Self>) {
        let made = || record::recorded(&self.state_directory);
        let Some((path, size_bytes)) = self.configured.clone().or_else(made) else {
            return;
        };
        let this = Arc::clone(self);
        tokio::task::spawn_blocking(move || {
            if let Err(reason) = this.make(&path, size_bytes) {
                tracing::error!(reason, "no scratch file is offered");
            }
        });
    }

    /// Decides whether a file of this size may be made.
    ///
    /// # Errors
    /// Why not.
    pub fn prepare_make(&self, size_bytes: u64) -> Result<ScratchChange, String> {
        policy::require_harmless(&self.policy, ActionKind::ScratchFile)?;
        if size_bytes < SIZE_MIN || !size_bytes.is_multiple_of(SIZE_STEP) {
            return Err(format!(
                "a scratch file of {size_bytes} bytes: its size must be at least {SIZE_MIN} and a multiple of {SIZE_STEP}"
            ));
        }
        let path = self.path();
        self.refuse_without_space(&path, size_bytes)?;
        self.change(path, Some(size_bytes))
    }

    /// Decides whether this file may be removed.
    ///
    /// # Errors
    /// Why not.
    pub fn prepare_remove(&self, path: &str) -> Result<ScratchChange, String> {
        policy::require_harmless(&self.policy, ActionKind::ScratchFile)?;
        let is_offered = self
            .offered
            .borrow()
            .as_ref()
            .is_some_and(|scratch| scratch.file.path == path);
        if !is_offered {
            return Err(format!("this host does not offer the scratch file {path}"));
        }
        self.change(PathBuf::from(path), None)
    }

    /// Makes or removes it.
    ///
    /// # Errors
    /// The file system's word.
    pub async fn carry_out(self: Arc<Self>, change: ScratchChange) -> Result<(), String> {
        let work = tokio::task::spawn_blocking(move || match change.size_bytes {
            Some(size_bytes) => self.make(&change.path, size_bytes),
            None => self.remove(&change.path),
        });
        work.await.unwrap_or_else(|error| Err(error.to_string()))
    }

    fn make(&self, path: &Path, size_bytes: u64) -> Result<(), String> {
        // While it is made anew, the old one is not offered.
        self.offered.send_replace(None);
        let made = file::prepare(&self.state_directory, path, size_bytes);
        self.offered
            .send_replace(Some(made.map_err(|error| error.to_string())?));
        Ok(())
    }

    fn remove(&self, path: &Path) -> Result<(), String> {
        self.offered.send_replace(None);
        file::remove(&self.state_directory, path).map_err(|error| error.to_string())
    }

    fn path(&self) -> PathBuf {
        let configured = self.configured.as_ref().map(|(path, _)| path.clone());
        configured.unwrap_or_else(|| self.state_directory.join("scratch"))
    }

    /// A benchmark of the file has it under the path that is offered.
    fn change(&self, path: PathBuf, size_bytes: Option<u64>) -> Result<ScratchChange, String> {
        let target = self
            .offered
            .borrow()
            .as_ref()
            .map_or_else(|| path.display().to_string(), |scratch| scratch.file.path.clone());
        Ok(ScratchChange {
            _claim: self
                .claims
                .take(&target, "the scratch file is being created or removed")?,
            path,
            size_bytes,
        })
    }

    fn refuse_without_space(&self, path: &Path, size_bytes: u64) -> Result<(), String> {
        let directory = path.parent().unwrap_or(Path::new("/"));
        let space = statvfs(directory).map_err(|error| format!("{}: {error}", directory.display()))?;
        let block = space.fragment_size();
        let (free, total) = (space.blocks_available() * block, space.blocks() * block);
        // The one that is there now goes first.
        let freed: u64 = self
            .offered
            .borrow()
            .as_ref()
            .map_or(0, |scratch| scratch.file.size_bytes.parse().unwrap_or(0));
        let left = (free + freed).checked_sub(size_bytes);
        if left.is_some_and(|left| left >= total / FREE_SHARE) {
            return Ok(());
        }
        Err(format!(
            "{} has {free} bytes free, and a scratch file of {size_bytes} bytes must leave a {FREE_SHARE}th of it free",
            directory.display()
        ))
    }
}
