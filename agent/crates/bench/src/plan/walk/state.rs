//! What the steps so far have made of the drive.

use crate::plan::setting::DriveSettings;
use crate::plan::step::WORDS_MAX;

/// A purge or a fill was not whole.
const INCOMPLETE: &str = "incomplete";

/// What is in effect at a point.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct State {
    /// Settings that the plan has made.
    pub settings: DriveSettings,
    words: Vec<Word>,
}

/// What one step has made of the target.
#[derive(Debug, Clone, PartialEq)]
struct Word {
    /// Its step; none if it is of no step in particular.
    step_path: Vec<u32>,
    text: String,
}

impl State {
    /// The state of the target, in the order in which it came about.
    pub(super) fn words(&self) -> Vec<String> {
        self.words.iter().map(|word| word.text.clone()).collect()
    }

    /// The same without what this step made of it when it was walked before.
    pub(super) fn words_but_of(&self, step_path: &[u32]) -> Vec<String> {
        let others = self.words.iter().filter(|word| word.step_path != step_path);
        others.map(|word| word.text.clone()).collect()
    }

    /// A step says what it did, in place of what it said when it was walked before.
    pub(super) fn add(&mut self, step_path: &[u32], text: String) {
        self.words.retain(|word| word.step_path != step_path);
        self.words.push(Word {
            step_path: step_path.to_vec(),
            text,
        });
        let surplus = self.words.len().saturating_sub(WORDS_MAX);
        self.words.drain(..surplus);
    }

    /// All is gone that steps before had made of the target.
    pub(super) fn purge(&mut self, step_path: &[u32], text: String) {
        self.words.clear();
        self.add(step_path, text);
    }

    /// A step that was to bring the target into a state has left it in none that is known.
    pub(super) fn spoil(&mut self, step_path: &[u32]) {
        self.words.retain(|word| word.step_path != step_path);
        self.add(&[], INCOMPLETE.to_owned());
    }
}
