//! What all of the agent stands on: files and drives that may be slow are waited for in [`off_thread`].

pub mod off_thread;
#[cfg(test)]
pub(crate) mod small_disk;
