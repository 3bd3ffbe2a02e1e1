//! What this host lets a server do to its drives. The file belongs to the host's administrator; the server cannot
//! change it.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crosspoint_wire as wire;
use serde::{Deserialize, Serialize};

use crate::guard::ownership::changeable_by_others;

/// Kinds of action that a policy tells apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ActionKind {
    /// A benchmark that writes.
    Write,
    /// Format NVM, with or without secure erase.
    Format,
    /// Sanitize.
    Sanitize,
    /// Deallocating every block.
    Discard,
    /// Power state and power governor.
    Power,
    /// I/O scheduler.
    Scheduler,
    /// Device self-test.
    SelfTest,
    /// Making and removing the scratch file.
    ScratchFile,
    /// Newer programs of the agent from the server.
    Upgrade,
}

impl ActionKind {
    /// Whether data is lost. What destroys is denied unless it is allowed; the rest is allowed unless it is denied.
    #[must_use]
    pub fn is_destructive(self) -> bool {
        matches!(self, Self::Write | Self::Format | Self::Sanitize | Self::Discard)
    }

    /// Its name in the policy file.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Write => "write",
            Self::Format => "format",
            Self::Sanitize => "sanitize",
            Self::Discard => "discard",
            Self::Power => "power",
            Self::Scheduler => "scheduler",
            Self::SelfTest => "self_test",
            Self::ScratchFile => "scratch_file",
            Self::Upgrade => "upgrade",
        }
    }
}

impl fmt::Display for ActionKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// The parsed file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Policy {
    /// Serials of drives that may be written by a benchmark; short for a rule with the action `write`.
    #[serde(default)]
    pub allow_destructive: Vec<String>,
    /// What else may be destroyed, and how.
    #[serde(default)]
    pub allow: Vec<Rule>,
    /// Harmless actions that this host does not want either.
    #[serde(default)]
    pub deny: Vec<ActionKind>,
}

/// These actions, on drives of these serials or models.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// Serials, compared exactly.
    #[serde(default)]
    pub serials: Vec<String>,
    /// Models, compared exactly.
    #[serde(default)]
    pub models: Vec<String>,
    /// Destructive actions; there is no word for "all".
    pub actions: Vec<ActionKind>,
}

/// The file is there and cannot be used; then nothing is allowed.
#[derive(Debug, thiserror::Error)]
#[error("the policy file {path} cannot be used, so nothing destructive is allowed: {reason}")]
pub struct PolicyError {
    path: String,
    reason: String,
}

impl Policy {
    /// Reads the file; a missing one allows nothing. It is read for every decision, so that a change needs no restart.
    ///
    /// # Errors
    /// [`PolicyError`], which must be treated as "nothing is allowed".
    pub fn read(path: &Path) -> Result<Self, PolicyError> {
        let failed = |reason: String| PolicyError {
            path: path.display().to_string(),
            reason,
        };
        let text = match read_trusted(path) {
            Ok(Ok(text)) => text,
            Ok(Err(reason)) => return Err(failed(reason)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::default()),
            Err(error) => return Err(failed(error.to_string())),
        };
        let policy: Self = toml::from_str(&text).map_err(|error| failed(error.message().to_owned()))?;
        policy
            .contradiction()
            .map_or(Ok(policy), |reason| Err(failed(reason)))
    }

    /// An entry that would not do what it seems to say.
    fn contradiction(&self) -> Option<String> {
        let harmless = self
            .allow
            .iter()
            .flat_map(|rule| &rule.actions)
            .find(|action| !action.is_destructive());
        let destructive = self.deny.iter().find(|action| action.is_destructive());
        harmless
            .map(|action| format!("\"{action}\" in allow: it is allowed anyway; use deny to forbid it"))
            .or(destructive
                .map(|action| format!("\"{action}\" in deny: it is denied anyway; use allow to permit it")))
    }

    /// Whether the file permits this action on this drive. Names are compared exactly: there is no pattern that could
    /// match more than was meant.
    #[must_use]
    pub fn allows(&self, action: ActionKind, drive: &wire::DriveIdentity) -> bool {
        if !action.is_destructive() {
            return !self.deny.contains(&action);
        }
        let names =
            |list: &[String], name: &str| !name.is_empty() && list.iter().any(|listed| listed == name);
        let by_serial = action == ActionKind::Write && names(&self.allow_destructive, &drive.serial);
        by_serial
            || self.allow.iter().any(|rule| {
                rule.actions.contains(&action)
                    && (names(&rule.serials, &drive.serial) || names(&rule.models, &drive.model))
            })
    }

    /// As the browser shows it.
    #[must_use]
    pub fn to_wire(&self, path: &Path) -> wire::HostPolicy {
        let names = |actions: &[ActionKind]| actions.iter().map(ToString::to_string).collect();
        let short = (!self.allow_destructive.is_empty()).then(|| wire::PolicyRule {
            actions: names(&[ActionKind::Write]),
            models: Vec::new(),
            serials: self.allow_destructive.clone(),
        });
        let rules = self.allow.iter().map(|rule| wire::PolicyRule {
            actions: names(&rule.actions),
            models: rule.models.clone(),
            serials: rule.serials.clone(),
        });
        wire::HostPolicy {
            allow: short.into_iter().chain(rules).collect(),
            deny: names(&self.deny),
            path: path.display().to_string(),
            problem: None,
        }
    }
}

/// The text of a file that nobody but root and the agent's own user can change; otherwise how others can.
fn read_trusted(path: &Path) -> io::Result<Result<String, String>> {
    let mut file = File::open(path)?;
    if let Some(reason) = changeable_by_others(&file, path)? {
        return Ok(Err(reason));
    }
    let mut text = String::new();
    file.read_to_string(&mut text)?;
    Ok(Ok(text))
}

/// Refuses what the policy file does not permit; the words are for whoever asked.
///
/// # Errors
/// The reason, with what the host's administrator can do about it.
pub fn require(path: &Path, action: ActionKind, drive: &wire::DriveIdentity) -> Result<(), String> {
    if !action.is_destructive() {
        return require_harmless(path, action);
    }
    let policy = Policy::read(path).map_err(|error| error.to_string())?;
    if policy.allows(action, drive) {
        return Ok(());
    }
    let (file, serial) = (path.display(), &drive.serial);
    Err(match action {
        ActionKind::Write => format!(
            "this host does not allow writing to {serial}: its administrator can add the serial to allow_destructive in {file}"
        ),
        _ => format!(
            "this host does not allow {action} of {serial}: its administrator can add an [[allow]] entry with \
             serials = [\"{serial}\"] and actions = [\"{action}\"] to {file}"
        ),
    })
}

/// Refuses a harmless action that this host does not want. A policy file that cannot be used refuses it too: what it
/// was meant to deny is not known.
///
/// # Errors
/// The reason, with what the host's administrator can do about it.
pub fn require_harmless(path: &Path, action: ActionKind) -> Result<(), String> {
    let policy = Policy::read(path).map_err(|error| error.to_string())?;
    if !policy.deny.contains(&action) {
        return Ok(());
    }
    Err(format!(
        "this host denies {action}: its administrator can remove it from deny in {}",
        path.display()
    ))
}

#[cfg(test)]
mod tests;
