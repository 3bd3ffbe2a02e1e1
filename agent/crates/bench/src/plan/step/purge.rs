//! Destroying all that a target holds, so that what follows starts on an empty drive.

use crate::plan::field::{Field, PlanError};

/// How.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PurgeMethod {
    /// Format NVM.
    Format,
    /// Sanitize, block erase.
    SanitizeBlock,
    /// Sanitize, cryptographic erase.
    SanitizeCrypto,
    /// Sanitize, overwrite.
    SanitizeOverwrite,
    /// Every block deallocated.
    Discard,
}

const METHODS: [(&str, PurgeMethod); 5] = [
    ("format", PurgeMethod::Format),
    ("sanitizeBlock", PurgeMethod::SanitizeBlock),
    ("sanitizeCrypto", PurgeMethod::SanitizeCrypto),
    ("sanitizeOverwrite", PurgeMethod::SanitizeOverwrite),
    ("discard", PurgeMethod::Discard),
];

impl PurgeMethod {
    /// As plans write it.
    pub fn name(self) -> &'static str {
        let named = METHODS.iter().find(|(_, method)| *method == self);
        named.map(|(name, _)| *name).expect("every method has a name")
    }

    pub(super) fn read(step: &Field<'_>) -> Result<Self, PlanError> {
        step.object(&["kind", "method"])?
            .required("method")?
            .choice(&METHODS)
    }
}
