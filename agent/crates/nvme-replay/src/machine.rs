//! A host in a directory.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use toml::{Table, Value};

use crate::builtin;
use crate::cli_version::CliVersion;
use crate::commands::{self, Answer};
use crate::profile::{Behaviour, Profile};
use crate::sysfs;

/// Deepest chain of profiles based on each other.
const BASES_MAX: usize = 4;

/// A host with replayed drives.
#[derive(Debug, Clone)]
pub struct Machine {
    root: PathBuf,
}

/// What the host itself is.
#[derive(Debug, Clone)]
pub struct HostShape {
    /// CPUs, evenly spread over the nodes.
    pub cpus: usize,
    /// NUMA nodes.
    pub nodes: usize,
    /// Frequency governor; none where empty.
    pub governor: String,
}

impl Default for HostShape {
    fn default() -> Self {
        Self {
            cpus: 8,
            nodes: 2,
            governor: "performance".to_owned(),
        }
    }
}

/// Why a machine cannot be made or asked.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// The file system refused.
    #[error("{path}: {source}")]
    Io {
        /// What was tried.
        path: PathBuf,
        /// The kernel's word.
        source: io::Error,
    },
    /// There is no such profile.
    #[error("there is no profile \"{0}\"; there are {known}", known = builtin::names().collect::<Vec<_>>().join(", "))]
    NoProfile(String),
    /// A profile or a change of it has a mistake.
    #[error("profile {name}: {reason}")]
    Profile {
        /// Its name or file.
        name: String,
        /// The parser's word.
        reason: String,
    },
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

    /// What `nvme <arguments>` prints; `None` for a drive that never answers.
    #[must_use]
    pub fn nvme(&self, arguments: &[String]) -> Option<Answer> {
        if arguments.first().is_some_and(|command| command == "version") {
            let version = self.cli_version().name();
            return Some(plain(&format!("nvme version {version} (replayed)\n"), "", 0));
        }
        self.note(arguments);
        let device = arguments
            .iter()
            .find_map(|argument| argument.strip_prefix("/dev/"));
        let name = controller_of(device.unwrap_or_default());
        let question = question(arguments);
        self.wait_at(&format!("before-{question}"));
        if !self.drive_path(name).exists() {
            return Some(plain("", &format!("/dev/{name}: No such file or directory\n"), 1));
        }
        let answer = match self.carry_out(name, arguments) {
            Ok(answer) => answer?,
            Err(error) => plain("", &error.to_string(), 1),
        };
        self.wait_at(&format!("after-{question}"));
        Some(answer)
    }

    /// One command at a time, as a controller does: another must not undo what this one changes.
    fn carry_out(&self, name: &str, arguments: &[String]) -> Result<Option<Answer>, ReplayError> {
        let _alone = self.alone_with(name)?;
        let mut profile = self.drive(name)?;
        if profile.behaviour == Behaviour::Hangs {
            return Ok(None);
        }
        let answer = commands::answer(self.cli_version(), &mut profile, arguments);
        self.save(name, &profile)?;
        Ok(Some(answer))
    }

    /// Keeps every other call and change away from a drive until it is dropped.
    fn alone_with(&self, name: &str) -> Result<fs::File, ReplayError> {
        let path = self.drive_path(name).with_extension("lock");
        let locked = fs::File::create(&path).and_then(|file| file.lock().map(|()| file));
        locked.map_err(|source| self.io(&path, source))
    }

    /// Makes every `nvme` wait at a place (`before-format`, `after-format`, `before-get-log-0x06`,
    /// `before-identify-0x00`) until [`Self::let_go`], so that a test can do something at exactly that moment. Ends with the machine's directory too.
    ///
    /// # Errors
    /// [`ReplayError::Io`].
    pub fn hold(&self, place: &str) -> Result<(), ReplayError> {
        self.hold_after(place, 0)
    }

    /// The same, after so many have passed.
    ///
    /// # Errors
    /// [`ReplayError::Io`].
    pub fn hold_after(&self, place: &str, passing: u32) -> Result<(), ReplayError> {
        let path = self.hold_path(place);
        fs::write(&path, passing.to_string()).map_err(|source| self.io(&path, source))
    }

    /// Ends [`Self::hold`].
    ///
    /// # Errors
    /// [`ReplayError::Io`].
    pub fn let_go(&self, place: &str) -> Result<(), ReplayError> {
        let path = self.hold_path(place);
        fs::remove_file(&path).map_err(|source| self.io(&path, source))
    }

    /// Whether an `nvme` waits at a place.
    #[must_use]
    pub fn is_held(&self, place: &str) -> bool {
        self.hold_path(place).with_extension("reached").exists()
    }

    fn hold_path(&self, place: &str) -> PathBuf {
        self.root.join(format!("hold-{place}"))
    }

    fn wait_at(&self, place: &str) {
        let path = self.hold_path(place);
        let passing = fs::read_to_string(&path).ok().and_then(|text| text.parse().ok());
        if let Some(passing @ 1u32..) = passing {
            // The test that waits for the last one would see it missing.
            let _ = fs::write(&path, (passing - 1).to_string());
            return;
        }
        while path.exists() {
            // Who waits for it looks at this file.
            let _ = fs::write(path.with_extension("reached"), "");
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
    }

    fn note(&self, arguments: &[String]) {
        let file = fs::File::options()
            .append(true)
            .create(true)
            .open(self.root.join("calls"));
        // A call that cannot be noted is missed by the test that counts it.
        let _ = file.and_then(|mut file| writeln!(file, "{}", arguments.join(" ")));
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

/// The command, with the page that it asks for where one command has many.
fn question(arguments: &[String]) -> String {
    let command = arguments.first().map_or("", String::as_str);
    let (command, option) = match command {
        "get-log" => (command, "--log-id="),
        "admin-passthru" => ("identify", "--cdw10="),
        _ => return command.to_owned(),
    };
    let page = arguments
        .iter()
        .find_map(|argument| argument.strip_prefix(option));
    format!("{command}-{}", page.unwrap_or_default())
}

/// `nvme0` of `nvme0`, `nvme0n1` and `nvme0n1p2`.
fn controller_of(device: &str) -> &str {
    let number = device.strip_prefix("nvme").unwrap_or_default();
    let digits = number
        .find(|letter: char| !letter.is_ascii_digit())
        .unwrap_or(number.len());
    &device[..device.len() - number.len() + digits]
}

fn text_of(profile: &Profile) -> String {
    toml::to_string(profile).expect("a profile is TOML")
}

fn plain(stdout: &str, stderr: &str, exit_code: u8) -> Answer {
    Answer {
        stdout: stdout.as_bytes().to_vec(),
        stderr: stderr.to_owned(),
        exit_code,
    }
}

/// A profile over the one that it names as its `base`.
fn with_bases(name: &str) -> Result<Table, ReplayError> {
    let mut layers = Vec::new();
    let mut next = Some(name.to_owned());
    while let Some(name) = next.take().filter(|_| layers.len() < BASES_MAX) {
        let text = builtin::text(&name).ok_or_else(|| ReplayError::NoProfile(name.clone()))?;
        let mut layer = parse(&name, text)?;
        next = layer
            .remove("base")
            .and_then(|base| base.as_str().map(str::to_owned));
        layers.push(layer);
    }
    let mut whole = Table::new();
    for layer in layers.into_iter().rev() {
        merge(&mut whole, layer);
    }
    Ok(whole)
}

fn parse(name: &str, text: &str) -> Result<Table, ReplayError> {
    text.parse()
        .map_err(|error: toml::de::Error| mistake(name, &error))
}

fn typed(name: &str, table: Table) -> Result<Profile, ReplayError> {
    table
        .try_into()
        .map_err(|error: toml::de::Error| mistake(name, &error))
}

fn mistake(name: &str, error: &toml::de::Error) -> ReplayError {
    ReplayError::Profile {
        name: name.to_owned(),
        reason: error.to_string(),
    }
}

/// Tables are merged, everything else is replaced.
fn merge(below: &mut Table, above: Table) {
    for (key, value) in above {
        match (below.get_mut(&key), value) {
            (Some(Value::Table(old)), Value::Table(new)) => merge(old, new),
            (_, value) => drop(below.insert(key, value)),
        }
    }
}
