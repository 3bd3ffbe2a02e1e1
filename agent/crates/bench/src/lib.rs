//! Storage benchmark engine: keeps operations in flight through io_uring, past the page cache, and records the
//! latency of every one of them. The binary `uring-bench` is this library with a command line.
//!
//! # Way of a run
//! - [`target`] opens what is to be measured; to write, only after the [`guard`] found nothing that speaks
//!   against it and the caller named the target twice.
//! - [`workload`] fits the load to the target and generates the operations of each thread, the same ones for the
//!   same seed. It knows no ring, no clock, no file.
//! - [`engine::support`] finds out whether kernel, driver and drive can do what was chosen, and makes an
//!   [`engine::Engine`] for each thread. All unsafe code is in [`engine::kernel`], but for two
//!   requests to a device in [`node`].
//! - [`run`](mod@run) starts one [`worker`] per thread.
//! - Once a second a worker [hands over](exchange) its histograms without stopping; [`run`](mod@run) merges them
//!   and [`summary`] turns them into the figures of [`output`], which is the contract with other programs.
//!
//! # Method
//! In a closed loop each operation that comes back is replaced at once, so that the queue depth is constant. The clock
//! is read just before a batch is handed to the kernel and just after a wait for completions returns; every operation of
//! a batch has these two times. In an open loop operations have times at which they are meant to start, which do not
//! wait for the target, and their latency counts from there. All completions of the measured window are
//! counted, the operations still in flight at its end are waited for and not counted. Failed operations are
//! counted by kind and are in no latency.

pub mod arrivals;
pub mod block_mix;
pub mod clock;
pub mod content;
pub mod distribution;
pub mod engine;
pub mod environment;
pub mod errors;
pub mod exchange;
pub mod export;
pub mod guard;
pub mod histogram;
pub mod host;
pub mod memory;
pub mod node;
pub mod notation;
pub mod objective;
pub mod operation;
pub mod output;
pub mod plan;
pub mod quantity;
pub mod random;
pub mod recorder;
pub mod run;
pub mod schedule;
pub mod signature;
pub mod sparkline;
pub mod steady_state;
pub mod summary;
pub mod target;
pub mod worker;
pub mod workload;
