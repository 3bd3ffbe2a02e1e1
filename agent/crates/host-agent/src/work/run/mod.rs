//! A benchmark run: may it run here, and then step after step, to its end, though the server is away.

mod child;
mod ending;
mod events;
mod interrupted;
mod invocation;
mod memory;
mod permission;
mod prepare;
mod prepared;
mod reporter;
mod runs;
mod steps;
mod walk;

pub use prepared::Prepared;
pub use runs::Runs;
