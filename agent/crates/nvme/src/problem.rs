//! Why a drive could not be read.

use std::fmt;

/// What kind of obstacle it is; the words of the wire contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProblemKind {
    /// nvme-cli is not installed.
    NvmeCliMissing,
    /// The kernel refused the access.
    NoPermission,
    /// The command did not end within its time limit.
    NotResponding,
    /// The controller or nvme-cli answered with an error.
    CommandFailed,
    /// The answer is not as the specification has it.
    MalformedData,
}

/// A problem with one drive, for a person: what happened, to what, and what to do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct Problem {
    /// Its kind.
    pub kind: ProblemKind,
    /// The command and what it answered.
    pub detail: String,
    /// What to do.
    pub remedy: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}. {}", self.detail, self.remedy)
    }
}
