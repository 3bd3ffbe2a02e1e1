//! What engines there are for a target.

use super::generic::find_generic;
use super::hand_off::{HANDED_OFF, is_handed_off};
use super::polling::check_polling;
use crate::engine::kernel::SetupError;
use crate::engine::{Choice, Kind};
use crate::host::Host;
use crate::target::Target;

/// Whether an engine can be used on a target, as far as can be told without using it.
#[derive(Debug)]
pub struct Possibility {
    /// The engine.
    pub choice: Choice,
    /// Why it cannot be used, and what to do.
    pub obstacle: Option<String>,
    /// What there is to know about its figures.
    pub note: Option<String>,
}

/// What engines there are for `target`.
pub fn possibilities(target: &Target, host: &Host) -> Vec<Possibility> {
    let choice = |kind, poll| Choice {
        kind,
        poll,
        sqpoll: false,
    };
    let obstacle =
        |found: Result<(), SetupError>| found.err().map(|error| format!("{error}; {}", error.remedy()));
    let polling = || check_polling(target, host);
    let generic = || find_generic(target, host).map(drop);
    let handed_off = is_handed_off(target);
    [
        (choice(Kind::IoUring, false), Ok(())),
        (choice(Kind::IoUring, true), polling()),
        (choice(Kind::Passthrough, false), generic()),
        (
            choice(Kind::Passthrough, true),
            generic().and_then(|()| polling()),
        ),
        (choice(Kind::Sync, false), Ok(())),
        (choice(Kind::Sync, true), polling()),
    ]
    .into_iter()
    .map(|(choice, found)| Possibility {
        choice,
        obstacle: obstacle(found),
        note: (handed_off && choice.kind == Kind::IoUring).then(|| HANDED_OFF.to_owned()),
    })
    .collect()
}
