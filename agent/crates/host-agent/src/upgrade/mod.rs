//! Newer programs from the agent's own server, beside the installed ones.
//!
//! The service may write nowhere but its state directory, and that stays so: the programs of an upgrade lie there, and the
//! installed agent, which nothing here ever changes, starts them. It watches their first start, and goes on itself if they do not
//! prove themselves. Whatever cuts this off at whatever point leaves one of the states of [`record::Record`].

mod exec;
pub mod fetch;
pub mod installation;
pub mod record;
pub mod start;
mod trial;
mod unpack;

use std::path::Path;

/// What runs in place of the installed agent, in words for a person; empty where nothing does.
#[must_use]
pub fn describe(state_directory: &Path) -> String {
    let installation = installation::Installation::look(state_directory);
    let record = record::Record::read_of(state_directory, &installation.sha256);
    let running = record.and_then(|record| record.confirmed);
    running.map_or_else(String::new, |running| {
        format!(
            "Version {} from the server runs in place of the installed {}.\n",
            running.build.version,
            crate::VERSION
        )
    })
}
