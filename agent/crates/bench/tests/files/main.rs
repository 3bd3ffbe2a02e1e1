//! Real runs on real files.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking, its helpers too")]

mod endings;
mod figures;
mod left_alone;
#[path = "../support/mod.rs"]
mod support;

const MIB: usize = 1 << 20;
