//! A benchmark run: may it run here, and then its plan, action after action, to its end, though the server is away and though the
//! agent restarts.

mod asked_test;
mod change;
mod child;
mod counters;
mod database;
mod ending;
mod events;
mod figures;
mod findings;
mod idle;
mod invocation;
mod measure;
mod memory;
mod namespace;
mod open_database;
mod permission;
mod place;
mod plan;
mod prepare;
mod prepared;
mod purge;
mod record;
mod reporter;
mod resume;
mod runs;
mod self_test;
mod start;
mod stop;
mod transact;
mod volume;
mod walk;

pub use database::{Launch, launch};
pub use prepared::Prepared;
pub use runs::{Paths, Runs};
