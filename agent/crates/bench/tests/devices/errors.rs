//! Devices that fail while they are measured.

use crate::MIB;
use crate::support::{Loop, Mounted, can_loop, directory, file, has, lines, must, result, run};
use crosspoint_bench::output::Line;
use std::fs::{self, OpenOptions};
use tempfile::TempDir;

/// A loop device of 8 MiB that fails behind its first `bytes`: it keeps its size, and reading where its file has ended is an
/// I/O error.
fn ending_after(directory: &TempDir, bytes: usize) -> Loop {
    let image = file(directory, "image", 8 * MIB);
    let device = Loop::on(&image);
    let opened = OpenOptions::new().write(true).open(&image).unwrap();
    opened.set_len(bytes as u64).unwrap();
    device
}

#[test]
fn an_io_error_in_one_half_is_counted_and_the_run_goes_on() {
    if !can_loop("an_io_error_in_one_half") {
        return;
    }
    let directory = directory();
    let device = ending_after(&directory, 4 * MIB);
    let output = run(
        &["--rw", "randread", "--qd", "4", "--duration", "500ms"],
        &device.path,
    );
    let lines = lines(&output.stdout);
    assert_eq!(output.status.code(), Some(1));
    let result = result(&lines);
    assert!(!result.interrupted, "the run went on to its end");
    assert_eq!(
        (result.errors[0].errno, result.errors[0].name.as_str()),
        (Some(5), "EIO")
    );
    assert!(result.errors[0].count > 10 && result.read.as_ref().unwrap().operations > 10);
    assert!(
        result
            .warnings
            .iter()
            .any(|warning| warning.contains("operations failed"))
    );
}

#[test]
fn a_device_that_fails_everywhere_ends_the_run() {
    if !can_loop("a_device_that_fails_everywhere") {
        return;
    }
    let directory = directory();
    let device = ending_after(&directory, 0);
    let output = run(&["--rw", "read", "--duration", "60s"], &device.path);
    let lines = lines(&output.stdout);
    assert_eq!(output.status.code(), Some(1));
    let result = result(&lines);
    assert!(result.interrupted);
    assert_eq!(result.read.as_ref().unwrap().operations, 0);
    assert!(result.read.as_ref().unwrap().latency_ns.is_none() && result.littles_law.is_none());
    let Some(Line::Error(failure)) = lines.last() else {
        panic!("an error line at the end")
    };
    assert!(
        failure.message.contains("EIO") && failure.errno == Some(5),
        "{}",
        failure.message
    );
}

#[test]
fn a_full_file_system_ends_the_run() {
    let test = "a_full_file_system_ends_the_run";
    if !can_loop(test) || !has(test, "mkfs.ext4", "e2fsprogs") {
        return;
    }
    let directory = directory();
    let image = file(&directory, "image", 16 * MIB);
    let device = Loop::on(&image);
    must("mkfs.ext4", &["-q", "-m", "0", device.str()]);
    let mounted = Mounted::device(device.str(), "rw");
    let path = mounted.directory.path().join("sparse");
    fs::File::create(&path).unwrap().set_len(64 << 20).unwrap();
    let named = path.to_str().unwrap();
    let output = run(
        &[
            "--rw",
            "write",
            "--bs",
            "64k",
            "--qd",
            "4",
            "--duration",
            "60s",
            "--write-file",
            named,
        ],
        &path,
    );
    let lines = lines(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{lines:?}");
    assert!(result(&lines).interrupted);
    let Some(Line::Error(failure)) = lines.last() else {
        panic!("an error line at the end")
    };
    assert!(failure.message.contains("no space left"), "{}", failure.message);
    assert!(failure.remedy.is_some());
}
