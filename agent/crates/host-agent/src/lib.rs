//! The agent on a storage host, in six rooms.
//!
//! - [`link`]: everything between the agent and its server: enrollment, events, the spool, the uplink
//! - [`telemetry`]: what it observes: the host, its drives, their health
//! - [`guard`]: what may be done to a drive: policy, who uses it, claims
//! - [`upgrade`]: newer programs from the server, beside the installed ones
//! - [`work`]: what it does: commands, benchmarks, control of a drive, and putting back what was changed
//! - [`doctor`]: says what is amiss on a host
//!
//! Each builds on the ones before it, never the other way; below them are [`runtime`] and [`configuration`]. [`agent`] starts
//! and stops all of it.
//!
//! Everything runs on one thread: the work is waiting, and the benchmark's children die with the thread that started them,
//! so it must be one that lasts. What may wait for a disk or a drive is done beside it: the spool and the journal have
//! threads of their own, and [`runtime::off_thread`] is for the rest.

pub mod agent;
pub mod configuration;
pub mod doctor;
pub mod guard;
pub mod link;
pub mod runtime;
pub mod telemetry;
pub mod upgrade;
pub mod work;

/// Version of the agent.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
