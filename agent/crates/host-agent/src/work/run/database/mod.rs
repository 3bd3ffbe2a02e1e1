//! The step `database`: PostgreSQL and pgbench of the host's packages on a file system of the target, from the empty target to
//! the empty target.
//!
//! On a drive the file system is made for it, through the file that the guard holds open ([`drive_site`]); beside a scratch
//! file it is a directory. Whatever is made is written down first ([`leftovers`]), so that the agent takes it away after a
//! crash as well.

mod child;
mod clean_up;
mod directory_site;
mod drive_site;
mod facts;
mod launcher;
mod leftovers;
mod log;
mod mount;
mod open;
mod packages;
mod pgbench;
mod point;
mod process;
mod server;
mod site;
mod summary;

pub(super) use child::Broken;
pub(super) use directory_site::make as make_beside;
pub(super) use drive_site::{Making, make as make_on_drive};
pub(super) use facts::{survey, warnings as warnings_of};
pub use launcher::{Launch, launch};
pub(super) use leftovers::Leftovers;
pub(super) use open::OpenDatabase;
pub(super) use packages::Packages;
pub(super) use pgbench::{Measured, run as transactions};
pub(super) use point::DatabasePlace;
pub(super) use server::Server;

use crosspoint_wire::BenchmarkTarget;

/// Whether this host has what a database needs, before anything is begun.
///
/// # Errors
/// What is missing, for a person.
pub(super) fn require(target: &BenchmarkTarget) -> Result<(), String> {
    Packages::find()?;
    process::Account::find()?;
    if matches!(target, BenchmarkTarget::Namespace(_)) {
        drive_site::mkfs()?;
    }
    Ok(())
}
