//! What may be done to a drive: [`policy`] is the administrator's word, [`in_use`] and [`occupants`] see who uses a drive, and
//! [`claims`] keep the agent's own work on it apart.

pub mod claims;
pub mod identity;
pub mod in_use;
pub mod occupants;
pub mod ownership;
pub mod policy;
pub mod scratch_file;
