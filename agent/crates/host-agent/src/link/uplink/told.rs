//! What the log was told already of why the server refuses events.

use std::collections::BTreeSet;

/// More reasons than this at a time are forgotten together, and told once more.
const REASONS_MAX: usize = 64;

/// A drive that another host holds has each of its samples refused, for as long as nobody settles it: that is told once,
/// and then only counted.
#[derive(Debug, Default)]
pub(super) struct ToldReasons(BTreeSet<String>);

impl ToldReasons {
    /// Whether this reason was not told yet. From now on it is.
    pub(super) fn is_new(&mut self, reason: &str) -> bool {
        if self.0.len() >= REASONS_MAX && !self.0.contains(reason) {
            self.0.clear();
        }
        self.0.insert(reason.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_told_once_and_the_memory_for_reasons_is_bounded() {
        let mut told = ToldReasons::default();
        assert_eq!(
            ["a", "a", "b", "a"].map(|reason| told.is_new(reason)),
            [true, false, true, false]
        );
        for number in 2..REASONS_MAX {
            assert!(told.is_new(&number.to_string()));
        }
        assert!(!told.is_new("a"), "the memory is full, and has it");
        assert!(told.is_new("one more") && told.0.len() == 1);
        assert!(told.is_new("a"), "told once more");
    }
}
