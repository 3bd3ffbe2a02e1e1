//! Series, plans, searches and the other forms of output, on real files.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking, its helpers too")]

mod forms;
mod loads;
mod plans;
mod refusals;
mod series;
#[path = "../support/mod.rs"]
mod support;

use std::path::Path;
use std::process::Output;
use support::bench;

const MIB: usize = 1 << 20;

fn command(name: &str, arguments: &[&str]) -> Output {
    bench().arg(name).args(arguments).output().unwrap()
}

fn text(output: &Output) -> String {
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}
