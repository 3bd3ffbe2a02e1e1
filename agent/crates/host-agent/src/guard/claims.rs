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
    /// Drives' serials, or the path of a scratch file. Two namespaces of one drive are one drive.
    targets: Vec<String>,
    doing: String,
    is_closed: bool,
}

/// The right to work on a target alone, until it is dropped.
#[derive(Debug)]
pub struct Claim {
    claims: Arc<Claims>,
    targets: Vec<String>,
}

impl Claims {
    /// Takes a target. `doing` is a clause for whoever comes second: "another run is measuring it".
    ///
    /// # Errors
    /// What somebody else is doing with it.
    pub fn take(self: &Arc<Self>, target: &str, doing: &str) -> Result<Claim, String> {
        self.take_all(&[target], doing)
    }

    /// Takes several, as the drives of a volume: all or none.
    ///
    /// # Errors
    /// What somebody else is doing with one of them.
    pub fn take_all(self: &Arc<Self>, targets: &[&str], doing: &str) -> Result<Claim, String> {
        let mut held = self.held();
        if let Some(other) = held
            .iter()
            .find(|held| targets.iter().any(|target| held.is_of(target)))
        {
            return Err(format!("{} at this moment", other.doing));
        }
        let targets: Vec<String> = targets.iter().map(ToString::to_string).collect();
        held.push(Held {
            targets: targets.clone(),
            doing: doing.to_owned(),
            is_closed: false,
        });
        Ok(Claim {
            claims: Arc::clone(self),
            targets,
        })
    }

    /// Whether a target answers nothing else at this moment, as a drive that is being formatted: it is not sampled then.
    #[must_use]
    pub fn is_closed(&self, target: &str) -> bool {
        self.held()
            .iter()
            .any(|held| held.is_of(target) && held.is_closed)
    }

    /// Whether nobody works on anything.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.held().is_empty()
    }

    /// What somebody is doing, if anybody is doing anything.
    #[must_use]
    pub fn first_doing(&self) -> Option<String> {
        self.held().first().map(|held| held.doing.clone())
    }

    fn held(&self) -> MutexGuard<'_, Vec<Held>> {
        locked(&self.held)
    }
}

impl Held {
    fn is_of(&self, target: &str) -> bool {
        self.targets.iter().any(|held| held == target)
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
        let own = held.iter_mut().filter(|held| held.targets == self.targets);
        own.for_each(|held| held.is_closed = is_closed);
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        self.claims.held().retain(|held| held.targets != self.targets);
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

    #[test]
    fn several_targets_are_taken_together_or_not_at_all() {
        let claims = Arc::new(Claims::default());
        let both = claims.take_all(&["A", "B"], "a run measures md0").unwrap();
        for one in ["A", "B"] {
            assert_eq!(
                claims.take(one, "x").unwrap_err(),
                "a run measures md0 at this moment"
            );
        }
        both.close();
        assert!(claims.is_closed("A") && claims.is_closed("B"));
        let other = claims.take("C", "a format of C is under way").unwrap();
        assert!(
            claims
                .take_all(&["D", "C"], "y")
                .unwrap_err()
                .contains("format of C")
        );
        // Nothing was kept of what could not be had whole.
        drop(claims.take("D", "z").unwrap());
        drop(both);
        drop(other);
        assert!(claims.is_empty());
    }
}
