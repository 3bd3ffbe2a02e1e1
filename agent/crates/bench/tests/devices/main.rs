//! The guard and the engine on real block devices: loop devices. Needs root; says so if it cannot run.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking, its helpers too")]

mod consent;
mod errors;
mod occupied;
mod partitions;
#[path = "../support/mod.rs"]
mod support;

use crosspoint_bench::output::Line;
use std::fs;
use std::path::Path;
use support::{bench, lines, must, run};

const MIB: usize = 1 << 20;

/// What `guard` says, and its exit code.
fn guard(device: &str) -> (String, Option<i32>) {
    let output = bench().args(["guard", device]).output().unwrap();
    (
        String::from_utf8(output.stdout).unwrap() + &String::from_utf8_lossy(&output.stderr),
        output.status.code(),
    )
}

/// Neither `guard` nor a fully named write run may get through, for `reason`; nothing changes in `image`.
fn assert_refused(device: &str, image: &Path, reason: &str) {
    must("sync", &[]);
    let before = fs::read(image).unwrap();
    let (said, code) = guard(device);
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains(reason), "{said}");
    let output = run(
        &[
            "--rw",
            "randwrite",
            "--duration",
            "200ms",
            "--write-device",
            device,
        ],
        device.as_ref(),
    );
    let lines = lines(&output.stdout);
    assert_eq!(output.status.code(), Some(3), "{lines:?}");
    let [Line::Error(failure)] = lines.as_slice() else {
        panic!("one error line alone: {lines:?}")
    };
    assert!(failure.message.contains(reason), "{}", failure.message);
    must("sync", &[]);
    assert!(
        fs::read(image).unwrap() == before,
        "the content of {device} changed"
    );
}
