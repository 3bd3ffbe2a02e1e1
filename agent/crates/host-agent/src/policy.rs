//! What this host lets a server destroy. The file belongs to the host's administrator; the server cannot change it.

use std::io;
use std::path::Path;

use serde::Deserialize;

/// The parsed file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Policy {
    /// Serials of drives that may be written by a benchmark.
    #[serde(default)]
    pub allow_destructive: Vec<String>,
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
        match std::fs::read_to_string(path) {
            Ok(text) => toml::from_str(&text).map_err(|error| failed(error.message().to_owned())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(failed(error.to_string())),
        }
    }

    /// Whether a drive of this serial may be written. Serials are compared exactly: there is no pattern that could match
    /// more than was meant.
    #[must_use]
    pub fn allows_writing(&self, serial: &str) -> bool {
        !serial.is_empty() && self.allow_destructive.iter().any(|allowed| allowed == serial)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(content: &str) -> Result<Policy, PolicyError> {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), content).unwrap();
        Policy::read(file.path())
    }

    #[test]
    fn allows_exactly_the_serials_named() {
        let policy = read("allow_destructive = [\"PHKS7335\", \"\"]").unwrap();
        assert!(policy.allows_writing("PHKS7335"));
        for other in ["", "phks7335", "PHKS733", "PHKS7335 ", "*"] {
            assert!(!policy.allows_writing(other), "{other:?}");
        }
    }

    #[test]
    fn a_missing_or_empty_file_allows_nothing() {
        assert_eq!(
            Policy::read(Path::new("/nonexistent/policy.toml")).unwrap(),
            Policy::default()
        );
        assert_eq!(read("").unwrap(), Policy::default());
    }

    #[test]
    fn a_file_with_a_mistake_is_an_error() {
        // A misspelt key must not read as an empty list without a word, nor a pattern as permission.
        for content in [
            "allow_destructiv = []",
            "allow_destructive = true",
            "allow_destructive = [",
            "[x]",
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
}
