//! What this host lets a server do to its drives. The file belongs to the host's administrator; the server cannot
//! change it.

use std::fmt;
use std::io;
use std::path::Path;

use crosspoint_wire as wire;
use serde::{Deserialize, Serialize};

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
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
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

    /// Serials and models that a benchmark may write to.
    #[must_use]
    pub fn writable(&self) -> Vec<String> {
        let rules = self
            .allow
            .iter()
            .filter(|rule| rule.actions.contains(&ActionKind::Write));
        let named = rules.flat_map(|rule| rule.serials.iter().chain(&rule.models));
        self.allow_destructive.iter().chain(named).cloned().collect()
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
mod tests {
    use super::*;

    fn read(content: &str) -> Result<Policy, PolicyError> {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), content).unwrap();
        Policy::read(file.path())
    }

    fn drive(serial: &str, model: &str) -> wire::DriveIdentity {
        wire::DriveIdentity {
            model: model.to_owned(),
            pci_vendor_id: 0x8086,
            serial: serial.to_owned(),
        }
    }

    const DESTRUCTIVE: [ActionKind; 4] = [
        ActionKind::Write,
        ActionKind::Format,
        ActionKind::Sanitize,
        ActionKind::Discard,
    ];
    const HARMLESS: [ActionKind; 4] = [
        ActionKind::Power,
        ActionKind::Scheduler,
        ActionKind::SelfTest,
        ActionKind::ScratchFile,
    ];

    #[test]
    fn the_short_list_allows_benchmarks_to_write_to_exactly_the_serials_named() {
        let policy = read("allow_destructive = [\"PHKS7335\", \"\"]").unwrap();
        assert!(policy.allows(ActionKind::Write, &drive("PHKS7335", "M")));
        for other in ["", "phks7335", "PHKS733", "PHKS7335 ", "*"] {
            assert!(
                !policy.allows(ActionKind::Write, &drive(other, "PHKS7335")),
                "{other:?}"
            );
        }
        for action in [ActionKind::Format, ActionKind::Sanitize, ActionKind::Discard] {
            assert!(
                !policy.allows(action, &drive("PHKS7335", "M")),
                "{action}: an old file permits no more than before"
            );
        }
    }

    #[test]
    fn a_rule_allows_its_actions_on_its_serials_and_models_and_nothing_else() {
        let policy = read(
            "[[allow]]\nserials = [\"A\", \"\"]\nactions = [\"format\"]\n\
             [[allow]]\nmodels = [\"INTEL X\", \"\"]\nactions = [\"sanitize\", \"write\"]",
        )
        .unwrap();
        let allowed = |serial: &str, model: &str| -> Vec<&str> {
            let actions = DESTRUCTIVE
                .iter()
                .filter(|action| policy.allows(**action, &drive(serial, model)));
            actions.map(|action| action.name()).collect()
        };
        assert_eq!(allowed("A", "other"), ["format"]);
        assert_eq!(allowed("B", "INTEL X"), ["write", "sanitize"]);
        assert_eq!(allowed("A", "INTEL X"), ["write", "format", "sanitize"]);
        assert_eq!(allowed("INTEL X", "A"), [] as [&str; 0], "a serial is no model");
        assert_eq!(allowed("", ""), [] as [&str; 0]);
        assert_eq!(policy.writable(), ["INTEL X", ""]);
    }

    #[test]
    fn harmless_actions_are_allowed_until_they_are_denied() {
        let policy = read("deny = [\"power\", \"scratch_file\"]").unwrap();
        let allowed: Vec<_> = HARMLESS
            .iter()
            .filter(|action| policy.allows(**action, &drive("A", "M")))
            .collect();
        assert_eq!(allowed, [&ActionKind::Scheduler, &ActionKind::SelfTest]);
    }

    #[test]
    fn a_missing_or_empty_file_allows_nothing_destructive() {
        assert_eq!(
            Policy::read(Path::new("/nonexistent/policy.toml")).unwrap(),
            Policy::default()
        );
        assert_eq!(read("").unwrap(), Policy::default());
        for action in DESTRUCTIVE {
            assert!(!Policy::default().allows(action, &drive("A", "M")));
        }
    }

    #[test]
    fn a_file_with_a_mistake_is_an_error() {
        // A misspelt key must not read as an empty list without a word, nor a pattern as permission.
        for content in [
            "allow_destructiv = []",
            "allow_destructive = true",
            "allow_destructive = [",
            "[x]",
            "[[allow]]\nserials = [\"A\"]",
            "[[allow]]\nserials = [\"A\"]\nactions = [\"all\"]",
            "[[allow]]\nserial = [\"A\"]\nactions = [\"format\"]",
            "[[allow]]\nserials = [\"A\"]\nactions = [\"power\"]",
            "deny = [\"format\"]",
        ] {
            assert!(
                read(content)
                    .unwrap_err()
                    .to_string()
                    .contains("nothing destructive is allowed"),
                "{content}"
            );
        }
    }

    #[test]
    fn the_browser_sees_all_of_it() {
        let policy = read(
            "allow_destructive = [\"A\"]\ndeny = [\"self_test\"]\n[[allow]]\nmodels = [\"M\"]\nactions = [\"discard\"]",
        )
        .unwrap();
        let shown = policy.to_wire(Path::new("/etc/p"));
        let rule = |serials: &[&str], models: &[&str], action: &str| wire::PolicyRule {
            actions: vec![action.to_owned()],
            models: models.iter().map(ToString::to_string).collect(),
            serials: serials.iter().map(ToString::to_string).collect(),
        };
        assert_eq!(
            shown.allow,
            [rule(&["A"], &[], "write"), rule(&[], &["M"], "discard")]
        );
        assert_eq!(
            (shown.deny, shown.path.as_str(), shown.problem),
            (vec!["self_test".to_owned()], "/etc/p", None)
        );
    }
}
