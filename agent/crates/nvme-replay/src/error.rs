//! What can go wrong with a machine.

use std::io;
use std::path::PathBuf;

use crate::builtin;

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
