//! Why a load does not fit, and what to do.

use crate::output::FailureKind;

/// Why a load does not fit its target.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct WorkloadError {
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub remedy: String,
    /// Whether another target could carry it.
    pub kind: Option<FailureKind>,
}

pub(super) fn refuse<T>(message: impl Into<String>, remedy: impl Into<String>) -> Result<T, WorkloadError> {
    Err(WorkloadError {
        message: message.into(),
        remedy: remedy.into(),
        kind: None,
    })
}

/// Refuses what suits other targets, and not this one.
pub(super) fn unsuited<T>(message: impl Into<String>, remedy: impl Into<String>) -> Result<T, WorkloadError> {
    refuse(message, remedy).map_err(|error| WorkloadError {
        kind: Some(FailureKind::Unsupported),
        ..error
    })
}

pub(super) fn outside<T>(what: &str, range: impl Into<String>) -> Result<T, WorkloadError> {
    refuse(
        format!("{what} is out of range"),
        format!("it may be {}", range.into()),
    )
}
