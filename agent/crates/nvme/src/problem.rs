//! Why a drive could not be read.

use crate::cli::CliError;
use crate::device::CallError;
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

impl From<CallError> for Problem {
    fn from(error: CallError) -> Self {
        let (kind, remedy) = kind_and_remedy(&error);
        Problem {
            kind,
            detail: match error {
                CallError::Failed {
                    command,
                    exit_code,
                    said,
                } => {
                    let ending =
                        exit_code.map_or_else(|| "a signal".to_owned(), |code| format!("exit code {code}"));
                    format!("{command} ended with {ending}: {said}")
                }
                CallError::Malformed {
                    command,
                    is_empty: true,
                    ..
                } => format!("{command} printed nothing: the controller does not support it"),
                other => other.to_string(),
            },
            remedy: remedy.to_owned(),
        }
    }
}

fn kind_and_remedy(error: &CallError) -> (ProblemKind, &'static str) {
    match error {
        CallError::Cli { source, .. } => of_cli(source),
        // In the specification's words: nvme-cli's own, and its exit code, change between its versions.
        CallError::Refused { .. } => (
            ProblemKind::CommandFailed,
            "The status says why. Check the drive's firmware and the specification it implements.",
        ),
        CallError::Failed { said, .. }
            if said.contains("Permission denied") || said.contains("Operation not permitted") =>
        {
            (
                ProblemKind::NoPermission,
                "Run the agent as root or with CAP_SYS_ADMIN, and with access to /dev/nvme* (see the systemd unit).",
            )
        }
        CallError::Failed { .. } => (
            ProblemKind::CommandFailed,
            "Run the command by hand as root; look at the kernel log (dmesg) for this controller.",
        ),
        // nvme-cli exits with 0 and prints nothing where a controller does not support a log.
        CallError::Malformed { is_empty: true, .. } => (
            ProblemKind::CommandFailed,
            "Update the drive's firmware if the vendor says that it supports this log.",
        ),
        CallError::Malformed { .. } => (
            ProblemKind::MalformedData,
            "Update nvme-cli and the drive's firmware; report what the command prints.",
        ),
    }
}

fn of_cli(error: &CliError) -> (ProblemKind, &'static str) {
    match error {
        CliError::Missing { .. } => (
            ProblemKind::NvmeCliMissing,
            "Install it (package nvme-cli), or name it with --nvme-cli.",
        ),
        CliError::NotStarted { .. } => (
            ProblemKind::CommandFailed,
            "Check that the program can be executed and that the host has processes and memory left.",
        ),
        CliError::NotResponding { .. } => (
            ProblemKind::NotResponding,
            "Look for controller resets and timeouts in the kernel log (dmesg); reseat or replace the drive if it stays so.",
        ),
    }
}
