//! A file that the agent makes as a benchmark target, so that a host without a free drive can be measured, and writing
//! is harmless. Only a file that the agent itself made is ever offered; one that was there before is left alone.

mod file;
mod fill;
pub mod offer;
mod record;
