//! The agent on a storage host.
//!
//! Telemetry goes up: [`drives`] and [`sampler`] read, [`outbox`] makes events of it, [`spool`] keeps them on disk, [`uplink`]
//! delivers them. Commands come down: [`commands`] polls, [`ledger`] and [`journal`] remember, [`policy`] and
//! [`claims`] decide, [`run`] carries out benchmarks and [`control`] the rest; [`restore`] puts back what a run changed. [`agent`] starts and stops all of it.
//!
//! Everything runs on one thread: the work is waiting, and the benchmark's children die with the thread that started them,
//! so it must be one that lasts. What may wait for a disk or a drive is done beside it: the spool and the journal have
//! threads of their own, and [`off_thread`] is for the rest.

pub mod agent;
pub mod backoff;
pub mod claims;
pub mod commands;
pub mod control;
pub mod doctor;
pub mod drives;
pub mod enroll;
pub mod environment;
pub mod identity;
pub mod in_use;
pub mod journal;
pub mod ledger;
pub mod occupants;
pub mod off_thread;
pub mod outbox;
pub mod ownership;
pub mod policy;
pub mod restore;
pub mod run;
pub mod sampler;
pub mod scratch;
pub mod scratch_offer;
pub mod sequence;
pub mod server;
pub mod setting;
pub mod settings;
#[cfg(test)]
mod small_disk;
pub mod spool;
pub mod status;
pub mod uevents;
pub mod uplink;

/// Version of the agent.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
