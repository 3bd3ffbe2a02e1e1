//! What became of upgrades, in one file that is replaced whole.

use std::io;
use std::path::{Path, PathBuf};

use ring::digest::{Context, SHA256};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::runtime::replace_file::replace_file;

/// The agent of an upgrade.
pub const AGENT: &str = "crosspoint-agent";
/// Its benchmark.
pub const BENCH: &str = "uring-bench";

/// See the module.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Record {
    /// SHA-256 of the installed agent that all of this is about: once another one is installed, it goes before any upgrade.
    pub installed: String,
    /// What runs in place of the installed agent.
    pub confirmed: Option<Upgrade>,
    /// What is tried, or is to be tried at the next start.
    pub trial: Option<Upgrade>,
    /// What was tried last, and why it runs no longer.
    pub failed: Option<Failed>,
}

/// One upgrade.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Upgrade {
    /// The programs.
    pub build: Build,
    /// What asked for it.
    pub command: Uuid,
    /// The version that ran before it.
    pub from: String,
    /// How often it was started without proving itself.
    pub starts: u32,
}

/// Programs that were unpacked from an archive.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Build {
    /// Version of the agent.
    pub version: String,
    /// SHA-256 of the archive, as the server named it.
    pub archive: String,
    /// SHA-256 of the agent in it.
    pub agent: String,
    /// SHA-256 of uring-bench in it.
    pub bench: String,
}

/// An upgrade that was given up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Failed {
    /// What asked for it.
    pub command: Uuid,
    /// For a person.
    pub reason: String,
}

impl Record {
    /// Reads the file; `None` where there never was an upgrade, or where the file is damaged: then the installed agent runs.
    #[must_use]
    pub fn read(state_directory: &Path) -> Option<Self> {
        let path = path(state_directory);
        let bytes = std::fs::read(&path)
            .inspect_err(|error| {
                if error.kind() != io::ErrorKind::NotFound {
                    tracing::error!(%error, path = %path.display(), "what became of upgrades cannot be read");
                }
            })
            .ok()?;
        serde_json::from_slice(&bytes)
            .inspect_err(|error| tracing::error!(%error, path = %path.display(), "damaged: ignored"))
            .ok()
    }

    /// Replaces the file, and removes the programs that it no longer names.
    ///
    /// # Errors
    /// If the disk does not take it; the old one holds then.
    pub fn save(&self, state_directory: &Path) -> io::Result<()> {
        make_directory(&upgrades(state_directory))?;
        let json = serde_json::to_vec_pretty(self).map_err(io::Error::from)?;
        replace_file(&path(state_directory), &json)?;
        self.remove_others(state_directory);
        Ok(())
    }

    /// The same as far as it is about this installed agent.
    #[must_use]
    pub fn read_of(state_directory: &Path, installed: &str) -> Option<Self> {
        Self::read(state_directory).filter(|record| record.installed == installed)
    }

    /// Gives up what is being tried.
    pub fn give_up_trial(&mut self, reason: String) {
        if let Some(Upgrade { command, .. }) = self.trial.take() {
            self.failed = Some(Failed { command, reason });
        }
    }

    fn remove_others(&self, state_directory: &Path) {
        let named = [&self.confirmed, &self.trial];
        let kept: Vec<&str> = named
            .into_iter()
            .flatten()
            .map(|upgrade| upgrade.build.archive.as_str())
            .collect();
        let Ok(entries) = upgrades(state_directory).read_dir() else {
            return;
        };
        for entry in entries.flatten() {
            let is_kept = entry
                .file_name()
                .to_str()
                .is_some_and(|name| kept.contains(&name));
            if !is_kept && entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                let _ = std::fs::remove_dir_all(entry.path());
            }
        }
    }
}

impl Build {
    /// Where its programs lie.
    #[must_use]
    pub fn directory(&self, state_directory: &Path) -> PathBuf {
        upgrades(state_directory).join(&self.archive)
    }

    /// The agent, if both programs are still what was unpacked.
    ///
    /// # Errors
    /// What is amiss, for a person.
    pub fn checked(&self, state_directory: &Path) -> Result<PathBuf, String> {
        let directory = self.directory(state_directory);
        for (name, expected) in [(AGENT, &self.agent), (BENCH, &self.bench)] {
            let path = directory.join(name);
            let found = sha256_of_file(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            if found != *expected {
                return Err(format!("{} is not what was downloaded", path.display()));
            }
        }
        Ok(directory.join(AGENT))
    }
}

/// SHA-256 in hexadecimal digits.
#[must_use]
pub fn sha256(content: &[u8]) -> String {
    hexadecimal(ring::digest::digest(&SHA256, content).as_ref())
}

/// The same of a file, read piece by piece.
///
/// # Errors
/// If it cannot be read.
pub fn sha256_of_file(path: &Path) -> io::Result<String> {
    const PIECE_BYTES: usize = 64 * 1024;
    let mut file = std::fs::File::open(path)?;
    let (mut context, mut piece) = (Context::new(&SHA256), vec![0; PIECE_BYTES]);
    loop {
        match io::Read::read(&mut file, &mut piece)? {
            0 => return Ok(hexadecimal(context.finish().as_ref())),
            length => context.update(&piece[..length]),
        }
    }
}

/// Where upgrades lie.
pub(super) fn upgrades(state_directory: &Path) -> PathBuf {
    state_directory.join("upgrade")
}

/// Makes a directory of mode 0700.
pub(super) fn make_directory(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    std::fs::DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(path)
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn path(state_directory: &Path) -> PathBuf {
    upgrades(state_directory).join("state.json")
}
