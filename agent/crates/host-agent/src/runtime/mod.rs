//! What all of the agent stands on: the [`clock`], the host's `boot`, a [`moment`] by every clock and the `dating` of events by the one that is right, the [`hostname`], `locked`,
//! files that are replaced whole (`replace_file`) or grow by whole lines (`line_file`), waiting for disks and drives beside the one
//! thread ([`off_thread`]), what asks the process to stop ([`stop_signals`]), and a [`trouble`] that one part has and another tells of.

pub(crate) mod boot;
pub mod clock;
pub(crate) mod dating;
pub mod hostname;
pub(crate) mod line_file;
pub(crate) mod locked;
pub mod moment;
pub mod off_thread;
pub(crate) mod replace_file;
#[cfg(test)]
pub(crate) mod small_disk;
pub mod stop_signals;
pub mod trouble;
