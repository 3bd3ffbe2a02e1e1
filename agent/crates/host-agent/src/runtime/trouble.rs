//! What is wrong at this moment, told by the part that has it to the part that tells people.

use std::sync::{Arc, Mutex, PoisonError};

/// Why something does not work at this moment, for a person; shared by whoever holds a copy.
#[derive(Debug, Clone, Default)]
pub struct Trouble(Arc<Mutex<Option<String>>>);

impl Trouble {
    /// The reason; `None` if all is well.
    #[must_use]
    pub fn reason(&self) -> Option<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Says how it is from now on.
    pub fn set(&self, reason: Option<String>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = reason;
    }
}
