//! Everything between the agent and its server: [`enroll`] makes the two known to each other, [`outbox`] makes events with the
//! count of [`sequence`], [`spool`] keeps them on disk, [`uplink`] delivers them through [`server`], and [`status`] tells how it stands.

pub mod backoff;
pub mod enroll;
pub mod identity;
pub mod outbox;
pub mod sequence;
pub mod server;
pub mod spool;
pub mod status;
pub mod uplink;
