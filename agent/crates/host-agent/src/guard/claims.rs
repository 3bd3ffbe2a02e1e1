//! Who works on which drive or scratch file at this moment: one benchmark or one command at a time.

use std::sync::{Arc, Mutex, MutexGuard};

use crate::runtime::locked::locked;

/// See the module.
#[derive(Debug, Default)]
pub struct Claims {
    held: Mutex<Vec<Held>>,
}

#[derive(Debug)]
struct Held {
    /// A drive's serial, or the path of a scratch file. Two namespaces of one drive are one drive.
    target: String,
    doing: String,
    is_closed: bool,
}

/// The right to work on a target alone, until it is dropped.
#[derive(Debug)]
pub struct Claim {
    claims: Arc<Claims>,
    target: String,
}

impl Claims {
    /// Takes a target. `doing` is a clause for whoever comes second: "another run is measuring it".
    ///
    /// # Errors
    /// What somebody else is doing with it.
    pub fn take(self: &Arc<Self>, target: &str, doing: &str) -> Result<Claim, String> {
        let mut held = self.held();
        if let Some(other) = held.iter().find(|held| held.target == target) {
            return Err(format!("{} at this moment", other.doing));
        }
        held.push(Held {
            target: target.to_owned(),
            doing: doing.to_owned(),
            is_closed: false,
        });
        Ok(Claim {
            claims: Arc::clone(self),
            target: target.to_owned(),
        })
    }

    /// Whether a target answers nothing else at this moment, as a drive that is being formatted: it is not sampled then.
    #[must_use]
    pub fn is_closed(&self, target: &str) -> bool {
        self.held()
            .iter()
            .any(|held| held.target == target && held.is_closed)
    }

    /// Whether nobody works on anything.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.held().is_empty()
    }

    fn held(&self) -> MutexGuard<'_, Vec<Held>> {
        locked(&self.held)
    }
}

impl Claim {
    /// Keeps everything else away from the target, samples included.
    pub fn close(&self) {
        self.set_closed(true);
    }

    /// Lets it be sampled again.
    pub fn reopen(&self) {
        self.set_closed(false);
    }

    fn set_closed(&self, is_closed: bool) {
        let mut held = self.claims.held();
        let own = held.iter_mut().filter(|held| held.target == self.target);
        own.for_each(|held| held.is_closed = is_closed);
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        self.claims.held().retain(|held| held.target != self.target);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_is_taken_once_and_free_again_when_the_claim_is_dropped() {
        let claims = Arc::new(Claims::default());
        let first = claims.take("A", "a format of A is under way").unwrap();
        assert_eq!(
            claims.take("A", "x").unwrap_err(),
            "a format of A is under way at this moment"
        );
        let other = claims.take("B", "y").unwrap();
        assert!(!claims.is_closed("A"));
        first.close();
        assert!(claims.is_closed("A") && !claims.is_closed("B"));
        first.reopen();
        assert!(!claims.is_closed("A"));
        first.close();
        drop(first);
        assert!(!claims.is_closed("A") && !claims.is_empty());
        drop(claims.take("A", "z").unwrap());
        drop(other);
        assert!(claims.is_empty());
    }
}
