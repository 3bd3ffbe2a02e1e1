//! Why an engine cannot do what was asked for.

use crate::engine::kernel::SetupError;

pub(super) fn unsupported(what: impl Into<String>, remedy: impl Into<String>) -> SetupError {
    SetupError::Unsupported {
        what: what.into(),
        remedy: remedy.into(),
        errno: None,
    }
}
