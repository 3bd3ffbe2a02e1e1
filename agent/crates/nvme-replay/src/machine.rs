//! A host in a directory.

mod arrays;
mod holds;
mod nvme;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::cli_version::CliVersion;
use crate::error::ReplayError;
use crate::host_shape::HostShape;
use crate::layers::{merge, parse, typed, with_bases};
use crate::profile::Profile;
use crate::sysfs;

/// A host with replayed drives.
#[derive(Debug, Clone)]
pub struct Machine {
    root: PathBuf,
}

impl Machine {
    /// The machine in this directory.
    #[must_use]
    pub fn at(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into() }
    }

    /// Makes a host without drives.
    ///
    /// # Errors
    /// [`ReplayError::Io`].
    pub fn create(root: impl Into<PathBuf>, shape: &HostShape) -> Result<Self, ReplayError> {
        let machine = Self::at(root);
        fs::create_dir_all(machine.root.join("drives"))
            .map_err(|source| machine.io(&machine.root, source))?;
        sysfs::host(&machine.sysfs(), shape).map_err(|source| machine.io(&machine.sysfs(), source))?;
        Ok(machine)
    }

    /// Puts `nvme` into the machine: a link to the program `nvme-replay`. Returns its path.
    ///
    /// # Errors
    /// [`ReplayError::Io`].
    pub fn install_nvme(&self, program: &Path) -> Result<PathBuf, ReplayError> {
        let path = self.root.join("nvme");
        std::os::unix::fs::symlink(program, &path).map_err(|source| self.io(&path, source))?;
        Ok(path)
    }

    /// Makes the machine's nvme-cli another version from now on; see [`CliVersion`].
    ///
    /// # Errors
    /// [`ReplayError::Io`].
    pub fn use_nvme_cli(&self, version: CliVersion) -> Result<(), ReplayError> {
        let path = self.cli_version_path();
        fs::write(&path, version.name()).map_err(|source| self.io(&path, source))
    }

    fn cli_version(&self) -> CliVersion {
        let name = fs::read_to_string(self.cli_version_path()).unwrap_or_default();
        CliVersion::named(&name).unwrap_or_default()
    }

    fn cli_version_path(&self) -> PathBuf {
        self.root.join("nvme-cli-version")
    }

    /// Its directory.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// What stands for `/sys`.
    #[must_use]
    pub fn sysfs(&self) -> PathBuf {
        self.root.join("sys")
    }

    /// What stands for `/dev`.
    #[must_use]
    pub fn dev(&self) -> PathBuf {
        self.root.join("dev")
    }

    /// Plugs a drive in as the first free controller, with what `changes` (TOML) has put over the profile. Returns its name.
    ///
    /// # Errors
    /// [`ReplayError`].
    pub fn plug(&self, profile: &str, changes: &str) -> Result<String, ReplayError> {
        let mut table = with_bases(profile)?;
        merge(&mut table, parse(profile, changes)?);
        let profile = typed(profile, table)?;
        let name = (0..)
            .map(|number| format!("nvme{number}"))
            .find(|name| !self.drive_path(name).exists())
            .expect("numbers do not end");
        self.save(&name, &profile)?;
        sysfs::plug(&self.root, &name, &profile).map_err(|source| self.io(&self.sysfs(), source))?;
        Ok(name)
    }

    /// Pulls a drive out.
    ///
    /// # Errors
    /// [`ReplayError::Io`].
    pub fn unplug(&self, name: &str) -> Result<(), ReplayError> {
        // A command that is under way would write down what became of the drive, and so plug it in again.
        let _alone = self.alone_with(name)?;
        let path = self.drive_path(name);
        fs::remove_file(&path).map_err(|source| self.io(&path, source))?;
        sysfs::unplug(&self.root, name).map_err(|source| self.io(&self.sysfs(), source))
    }

    /// Changes what a drive says from now on.
    ///
    /// # Errors
    /// [`ReplayError`].
    pub fn change(&self, name: &str, changes: &str) -> Result<(), ReplayError> {
        let _alone = self.alone_with(name)?;
        let mut table = parse(name, &self.read(name)?)?;
        merge(&mut table, parse(name, changes)?);
        self.save(name, &typed(name, table)?)
    }

    /// What a drive is now.
    ///
    /// # Errors
    /// [`ReplayError`].
    pub fn drive(&self, name: &str) -> Result<Profile, ReplayError> {
        typed(name, parse(name, &self.read(name)?)?)
    }

    /// The calls of `nvme` so far, each `command device …`.
    #[must_use]
    pub fn calls(&self) -> Vec<String> {
        let text = fs::read_to_string(self.root.join("calls")).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }

    /// Keeps every other call and change away from a drive until it is dropped.
    fn alone_with(&self, name: &str) -> Result<fs::File, ReplayError> {
        let path = self.drive_path(name).with_extension("lock");
        let locked = fs::File::create(&path).and_then(|file| file.lock().map(|()| file));
        locked.map_err(|source| self.io(&path, source))
    }

    fn read(&self, name: &str) -> Result<String, ReplayError> {
        let path = self.drive_path(name);
        fs::read_to_string(&path).map_err(|source| self.io(&path, source))
    }

    /// Replaces the file in one step, and only if it differs: others read it meanwhile.
    fn save(&self, name: &str, profile: &Profile) -> Result<(), ReplayError> {
        let text = text_of(profile);
        let path = self.drive_path(name);
        if fs::read_to_string(&path).is_ok_and(|old| old == text) {
            return Ok(());
        }
        let draft = path.with_extension(format!("draft{}", std::process::id()));
        let written = fs::write(&draft, text).and_then(|()| fs::rename(&draft, &path));
        written.map_err(|source| self.io(&path, source))
    }

    fn drive_path(&self, name: &str) -> PathBuf {
        self.root.join(format!("drives/{name}.toml"))
    }

    #[allow(clippy::unused_self, reason = "reads better at its callers")]
    fn io(&self, path: &Path, source: io::Error) -> ReplayError {
        ReplayError::Io {
            path: path.to_owned(),
            source,
        }
    }
}

fn text_of(profile: &Profile) -> String {
    toml::to_string(profile).expect("a profile is TOML")
}
