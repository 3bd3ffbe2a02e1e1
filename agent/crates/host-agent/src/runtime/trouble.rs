//! What is wrong at this moment, told by the part that has it to the part that tells people.

use std::sync::{Arc, Mutex};

use crate::runtime::locked::locked;

/// Why something does not work at this moment, for a person; shared by whoever holds a copy.
#[derive(Debug, Clone, Default)]
pub struct Trouble(Arc<Mutex<Option<String>>>);

impl Trouble {
    /// The reason; `None` if all is well.
    #[must_use]
    pub fn reason(&self) -> Option<String> {
        locked(&self.0).clone()
    }

    /// Says how it is from now on.
    pub fn set(&self, reason: Option<String>) {
        *locked(&self.0) = reason;
    }
}
