//! What a run takes of the host's memory.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use crosspoint_bench::memory::{Demand, Threads};
use crosspoint_bench::output::Line;
use std::fs;
use std::io::BufReader;
use support::{bench, directory, file, lines, spawn, wait_for_second};

/// The program itself, its libraries and what it prints.
const PROGRAM_BYTES: u64 = 24 << 20;

#[test]
fn a_load_that_the_host_has_no_memory_for_is_refused_before_it_takes_any() {
    // 4096 buffers of 64 MiB are 256 GiB, more than a quarter of what any machine of the tests has. The null engine would take one
    // of them alone, so that nothing happens here if it is not refused.
    let load = ["--engine", "null", "--rw", "read", "--bs", "64M", "--qd", "4096"];
    let output = bench()
        .args(["run", "--output", "json-lines", "--duration", "10ms"])
        .args(load)
        .output()
        .unwrap();
    let lines = lines(&output.stdout);
    let [Line::Error(failure)] = &lines[..] else {
        panic!("{lines:?}");
    };
    assert_eq!(output.status.code(), Some(4));
    assert!(failure.message.starts_with("the load takes 25"), "{failure:?}");
    assert!(
        failure.message.contains("GiB of memory, and at most "),
        "{failure:?}"
    );
    assert!(
        failure
            .remedy
            .as_ref()
            .unwrap()
            .starts_with("lower the queue depth"),
        "{failure:?}"
    );
}

#[test]
fn a_run_takes_no_more_than_was_reckoned_and_is_the_first_to_be_killed() {
    let directory = directory();
    let target = file(&directory, "target", 4 << 20);
    let named = target.to_str().unwrap();
    let load = [
        "--rw",
        "randrw",
        "--bs",
        "64k",
        "--qd",
        "64",
        "--threads",
        "8",
        "--write-file",
        named,
    ];
    let mut child = spawn(&[&load[..], &["--duration", "60s"]].concat(), &target);
    // Its output is read, as the collecting thread would have to keep it otherwise.
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    for _ in 0..2 {
        wait_for_second(&mut reader);
    }
    let process = format!("/proc/{}", child.id());
    let status = fs::read_to_string(format!("{process}/status")).unwrap();
    let score = fs::read_to_string(format!("{process}/oom_score_adj")).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();

    assert_eq!(score.trim(), "1000");
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let peak = peak
        .unwrap()
        .trim()
        .strip_suffix(" kB")
        .unwrap()
        .parse::<u64>()
        .unwrap()
        * 1024;
    let demand = Demand::of_threads(Threads {
        count: 8,
        depth: 64,
        block_bytes: 64 << 10,
        directions: 2,
    });
    let buffers = 8 * 64 * (64 << 10);
    assert!(peak > buffers, "{peak} B: every buffer is filled");
    assert!(peak <= demand.bytes() + PROGRAM_BYTES, "{peak} of {demand:?}");
    assert!(
        demand.bytes() <= 2 * peak,
        "{peak} of {demand:?}: reckoned far too high"
    );
}
