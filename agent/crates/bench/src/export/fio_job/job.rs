//! The text of a job file.

use std::fmt::{Display, Write};

/// Longest name of a section.
const NAME_MAX: usize = 32;

/// A job file that grows line by line.
#[derive(Debug, Default)]
pub(super) struct Job(String);

impl Job {
    pub(super) fn section(&mut self, name: &str) {
        let gap = if self.0.is_empty() { "" } else { "\n" };
        self.line(format_args!("{gap}[{name}]"));
    }

    pub(super) fn note(&mut self, sentence: &str) {
        self.line(format_args!("; {sentence}"));
    }

    pub(super) fn set(&mut self, option: &str, value: impl Display) {
        self.line(format_args!("{option}={value}"));
    }

    pub(super) fn flag(&mut self, option: &str) {
        self.set(option, 1);
    }

    pub(super) fn text(self) -> String {
        self.0
    }

    fn line(&mut self, line: impl Display) {
        writeln!(self.0, "{line}").expect("writing into a String cannot fail");
    }
}

/// A name without what would end a section's name or the line.
pub(super) fn word(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    name.chars().take(NAME_MAX).map(plain).collect()
}
