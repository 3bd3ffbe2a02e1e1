//! Runs that end before their time.

use crate::MIB;
use crate::support::{directory, file, lines, result, spawn, wait_for_second};
use crosspoint_bench::output::Line;
use std::fs::{self, OpenOptions};
use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;
use std::time::{Duration, Instant};

#[test]
fn a_file_made_shorter_during_the_run_does_not_look_complete() {
    let directory = directory();
    let path = file(&directory, "data", 2 * MIB);
    let mut child = spawn(&["--rw", "randread", "--qd", "2", "--duration", "30s"], &path);
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    wait_for_second(&mut reader);
    OpenOptions::new()
        .write(true)
        .open(&path)
        .unwrap()
        .set_len(0)
        .unwrap();
    let mut rest = String::new();
    reader.read_to_string(&mut rest).unwrap();
    let lines = lines(rest.as_bytes());
    assert_eq!(child.wait().unwrap().code(), Some(1));
    let result = result(&lines);
    assert!(result.interrupted && result.elapsed_ns < 30_000_000_000);
    assert_eq!(result.errors[0].name, "SHORT");
    assert!(result.errors[0].count >= 1000);
    assert!(matches!(lines.last(), Some(Line::Error(_))));
}

#[test]
fn a_signal_ends_the_run_with_what_was_measured() {
    let directory = directory();
    let path = file(&directory, "data", MIB);
    for (signal, code) in [(nix::sys::signal::SIGINT, 130), (nix::sys::signal::SIGTERM, 143)] {
        let mut child = spawn(&["--rw", "randread", "--duration", "60s"], &path);
        let mut reader = BufReader::new(child.stdout.take().unwrap());
        wait_for_second(&mut reader);
        nix::sys::signal::kill(nix::unistd::Pid::from_raw(child.id().try_into().unwrap()), signal).unwrap();
        let mut rest = String::new();
        reader.read_to_string(&mut rest).unwrap();
        let lines = lines(rest.as_bytes());
        assert_eq!(child.wait().unwrap().code(), Some(code));
        let result = result(&lines);
        assert!(result.interrupted && result.errors.is_empty());
        assert!(
            (1_000_000_000..30_000_000_000).contains(&result.elapsed_ns),
            "{}",
            result.elapsed_ns
        );
        let read = result.read.as_ref().unwrap();
        assert!((read.iops - read.operations as f64 * 1e9 / result.elapsed_ns as f64).abs() < 1e-6);
    }
}

#[test]
fn a_reader_that_goes_away_ends_the_run() {
    let directory = directory();
    let path = file(&directory, "data", MIB);
    let mut child = spawn(&["--rw", "randread", "--duration", "60s"], &path);
    drop(child.stdout.take());
    assert!(ends_within(Duration::from_secs(10), || child
        .try_wait()
        .unwrap()
        .is_some()));
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

#[test]
fn the_death_of_the_parent_ends_the_run() {
    let directory = directory();
    let path = file(&directory, "data", MIB);
    let script = "\"$0\" run --target \"$1\" --rw randread --duration 60s --die-with-parent=$$ --output json-lines >\"$2\" & echo $!; wait";
    let log = directory.path().join("log");
    let mut parent = std::process::Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_uring-bench")])
        .args([&path, &log])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(parent.stdout.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    let running = || fs::read_to_string(&log).is_ok_and(|text| text.contains("\"type\":\"second\""));
    assert!(ends_within(Duration::from_secs(30), running), "the run started");
    parent.kill().unwrap();
    parent.wait().unwrap();
    let status = format!("/proc/{}/stat", line.trim());
    // Gone, or dead and not yet collected by its new parent.
    let gone =
        || fs::read_to_string(&status).map_or(true, |stat| stat.contains(") Z ") || stat.contains(") X "));
    assert!(ends_within(Duration::from_secs(30), gone));
    assert!(result(&lines(&fs::read(&log).unwrap())).interrupted);
}

fn ends_within(limit: Duration, mut ended: impl FnMut() -> bool) -> bool {
    let start = Instant::now();
    while start.elapsed() < limit {
        if ended() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    false
}
