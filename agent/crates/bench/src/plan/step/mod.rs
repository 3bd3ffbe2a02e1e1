//! The steps of a plan, read by their kind.

mod axes;
mod criterion;
mod database;
mod each;
mod ending;
mod fill;
mod grid;
mod judged;
mod kind;
mod load;
mod named;
mod nesting;
mod purge;
mod read;
mod rounds;
mod search;
mod self_test;
mod set;
mod slices;
mod streams;
mod sweep;
mod tracked;
mod tree;

pub use criterion::{Criterion, Limit};
pub use database::Database;
pub use fill::Fill;
pub use purge::PurgeMethod;
pub use self_test::SelfTest;
pub use streams::Streams;
pub use sweep::Sweep;
pub use tree::{Each, Rounds, Search, Step};

pub(super) use grid::{CONFIRMATIONS_MAX, Grid, round6};
pub(super) use read::{WORDS_MAX, read_part, read_steps};
pub(super) use tree::place_steps;
