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

use std::path::Path;

use crosspoint_bench::plan::{Plan, Step};
use crosspoint_wire::BenchmarkTarget;

/// Whether there is room beside a scratch file for the largest database of a plan, before anything is begun: hours of other steps
/// may come first.
///
/// # Errors
/// How much is missing, for a person.
pub(super) fn require_room_beside(scratch: &Path, plan: &Plan) -> Result<(), String> {
    let steps = plan.placed_steps();
    let scales = steps.iter().filter_map(|(_, step)| match step {
        Step::Database(database) => Some(database.scale()),
        _ => None,
    });
    let beside = scratch.parent().unwrap_or(Path::new("/"));
    scales
        .max()
        .map_or(Ok(()), |scale| site::require_room_for(beside, scale))
}

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

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn plan(step: &Value) -> Plan {
        Plan::read(&json!({ "id": "p", "name": "P", "readsOnly": false, "steps": [step] })).unwrap()
    }

    #[test]
    fn a_database_for_which_there_is_no_room_is_refused_before_the_first_step() {
        let directory = tempfile::tempdir().unwrap();
        let scratch = directory.path().join("scratch");
        let database = |gib: f64| {
            json!({
                "kind": "database", "system": "postgresql", "benchmark": "selectOnly", "sizeGib": gib, "clients": 1,
                "durationSeconds": 1,
            })
        };
        let refused = require_room_beside(&scratch, &plan(&database(1024.0))).unwrap_err();
        assert!(refused.contains("the database may take 2199"), "{refused}");
        let fill = json!({ "kind": "sweep", "pattern": "random", "blockBytes": 4096, "readPercent": 0, "durationSeconds": 1 });
        assert_eq!(require_room_beside(&scratch, &plan(&fill)), Ok(()));
    }
}
