//! Storage benchmark engine.
pub mod output;
pub mod quantity;
pub mod workload;
pub mod histogram;
pub mod engine;
pub mod ring;
pub mod schedule;
pub mod errors;
pub mod exchange;
pub mod worker;
pub mod summary;
pub mod run;
