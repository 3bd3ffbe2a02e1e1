//! The agent on a storage host.
//!
//! Telemetry goes up: [`drives`] and [`sampler`] read, [`outbox`] makes events of it, [`spool`] keeps them on disk, [`uplink`]
//! delivers them. Commands come down: [`commands`] polls, [`journal`] remembers, [`policy`] decides, [`run`] carries
//! out. [`agent`] starts and stops all of it.
//!
//! Everything runs on one thread (the spool's files have their own): the work is waiting, and the benchmark's children die
//! with the thread that started them, so it must be one that lasts.

pub mod agent;
pub mod backoff;
pub mod commands;
pub mod doctor;
pub mod drives;
pub mod enroll;
pub mod environment;
pub mod identity;
pub mod in_use;
pub mod journal;
pub mod outbox;
pub mod policy;
pub mod run;
pub mod sampler;
pub mod scratch;
pub mod sequence;
pub mod server;
pub mod settings;
pub mod spool;
pub mod status;
pub mod uplink;

/// Version of the agent.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
