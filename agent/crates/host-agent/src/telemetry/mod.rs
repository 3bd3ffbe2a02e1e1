//! What the agent observes: [`drives`] reads them, [`environment`] the host, [`uevents`] hears of changes from the kernel, and
//! [`sampler`] decides when what is read.

pub mod drives;
pub mod environment;
mod inventory;
pub mod log_teller;
pub mod sampler;
mod smart;
pub mod uevents;
