//! Settings of a drive: made and read back, and put back after a run.

mod governor;
mod offered;
pub mod restore;
mod scheduler;
pub mod setting;

pub use governor::require_documented_governor;
pub use offered::require_operational;
