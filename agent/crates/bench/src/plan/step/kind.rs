//! The kinds of step.

use crate::plan::field::either;

/// The kinds of step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Purge,
    Set,
    Fill,
    Sweep,
    Streams,
    Rounds,
    Each,
    Search,
    SelfTest,
    Idle,
    Database,
}

impl Kind {
    pub(super) const ALL: [Kind; 11] = [
        Kind::Purge,
        Kind::Set,
        Kind::Fill,
        Kind::Sweep,
        Kind::Streams,
        Kind::Rounds,
        Kind::Each,
        Kind::Search,
        Kind::SelfTest,
        Kind::Idle,
        Kind::Database,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            Kind::Purge => "purge",
            Kind::Set => "set",
            Kind::Fill => "fill",
            Kind::Sweep => "sweep",
            Kind::Streams => "streams",
            Kind::Rounds => "rounds",
            Kind::Each => "each",
            Kind::Search => "search",
            Kind::SelfTest => "selfTest",
            Kind::Idle => "idle",
            Kind::Database => "database",
        }
    }

    pub(super) fn names(kinds: &[Kind]) -> String {
        let names: Vec<&str> = kinds.iter().map(|kind| kind.name()).collect();
        either(&names)
    }
}
