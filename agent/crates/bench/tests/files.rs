//! Real runs on real files.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking, its helpers too")]

mod support;

use crosspoint_bench::histogram::decode;
use crosspoint_bench::node::FileIdentity;
use crosspoint_bench::output::{Line, Pattern, Phase, TargetKind, Until};
use std::fs::{self, OpenOptions};
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};
use support::{directory, file, lines, result, run, seconds, spawn, wait_for_second};

const MIB: usize = 1 << 20;

#[test]
fn a_read_run_is_complete_and_its_figures_agree_with_each_other() {
    let directory = directory();
    let path = file(&directory, "data", 4 * MIB);
    let arguments = [
        "--rw",
        "randread",
        "--qd",
        "4",
        "--threads",
        "2",
        "--no-pin",
        "--ramp",
        "200ms",
        "--duration",
        "1200ms",
        "--seed",
        "9",
    ];
    let output = run(&arguments, &path);
    let lines = lines(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{lines:?}");
    let Some(Line::Start(start)) = lines.first() else {
        panic!("the first line is the start")
    };
    assert_eq!(
        (start.target.kind, start.target.capacity_bytes),
        (TargetKind::File, 4 << 20)
    );
    let stream = &start.workload.streams[0];
    assert_eq!(
        (stream.pattern, stream.queue_depth, start.workload.seed),
        (Pattern::Random, 8, 9)
    );
    assert_eq!(start.workload.until, Until::Elapsed { duration_ms: 1200 });
    assert_eq!(start.workload.ramp_ms, 200);
    assert!(
        start
            .environment
            .engine_flags
            .iter()
            .any(|flag| flag == "io_uring")
    );
    let times: Vec<_> = seconds(&lines)
        .iter()
        .map(|s| (s.phase, s.second, s.elapsed_ns))
        .collect();
    assert_eq!(
        times,
        [
            (Phase::Ramp, 0, 200_000_000),
            (Phase::Measure, 0, 1_000_000_000),
            (Phase::Measure, 1, 200_000_000)
        ]
    );
    let result = result(&lines);
    let read = result.read.as_ref().unwrap();
    assert!(!result.interrupted && result.errors.is_empty() && result.write.is_none());
    assert_eq!(result.elapsed_ns, 1_200_000_000);
    assert!(read.operations > 100, "{}", read.operations);
    assert_eq!(read.bytes, read.operations * 4096);
    assert!((read.iops - read.operations as f64 / 1.2).abs() < 1e-6);
    let measured = seconds(&lines)
        .into_iter()
        .filter(|second| second.phase == Phase::Measure);
    assert_eq!(
        measured
            .map(|second| second.read.as_ref().unwrap().operations)
            .sum::<u64>(),
        read.operations
    );
    let histogram = decode(&read.histogram).unwrap();
    assert_eq!(histogram.len(), read.operations);
    let latency = read.latency_ns.as_ref().unwrap();
    assert_eq!(
        (
            histogram.value_at_quantile(0.5),
            histogram.value_at_quantile(0.999)
        ),
        (latency.p50, latency.p999)
    );
    assert!((histogram.mean() / latency.mean - 1.0).abs() < 0.001);
    let law = result.littles_law.as_ref().unwrap();
    assert_eq!(law.expected, 8.0);
    assert!((law.mean_in_flight - read.iops * latency.mean / 1e9).abs() < 1e-6);
}

#[test]
fn writes_stay_within_the_span_and_leave_nothing_of_it_out() {
    let directory = directory();
    let path = file(&directory, "data", 2 * MIB);
    let named = path.to_str().unwrap();
    let arguments = [
        "--rw",
        "write",
        "--bs",
        "16k",
        "--qd",
        "2",
        "--duration",
        "500ms",
        "--span",
        "50%",
        "--write-file",
        named,
    ];
    let output = run(&arguments, &path);
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&output.stdout)
    );
    let content = fs::read(&path).unwrap();
    assert!(
        content[MIB..].iter().all(|&byte| byte == 0),
        "nothing beyond the span is touched"
    );
    let blocks = content[..MIB].chunks(4096);
    assert!(
        blocks
            .into_iter()
            .all(|block| block.iter().any(|&byte| byte != 0)),
        "every block of it is written"
    );
}

#[test]
fn a_mix_reports_both_directions() {
    let directory = directory();
    let path = file(&directory, "data", MIB);
    let named = path.to_str().unwrap();
    let arguments = [
        "--rw",
        "randrw",
        "--read-percent",
        "70",
        "--qd",
        "4",
        "--duration",
        "500ms",
        "--write-file",
        named,
    ];
    let output = run(&arguments, &path);
    let lines = lines(&output.stdout);
    let result = result(&lines);
    let (read, write) = (
        result.read.as_ref().unwrap().operations,
        result.write.as_ref().unwrap().operations,
    );
    let share = read as f64 / (read + write) as f64;
    // At least 200 operations: five standard deviations are 16 %.
    assert!(read + write > 200 && (share - 0.7).abs() < 0.16, "{read} {write}");
}

#[test]
fn a_file_that_is_not_named_for_writing_is_left_alone() {
    let directory = directory();
    let path = file(&directory, "data", MIB);
    let other = file(&directory, "other", MIB);
    let other = other.to_str().unwrap();
    for consent in [
        &[][..],
        &["--write-file", other],
        &["--write-serial", "x"],
        &["--write-device", path.to_str().unwrap()],
    ] {
        let output = run(
            &[&["--rw", "randwrite", "--duration", "200ms"], consent].concat(),
            &path,
        );
        assert_eq!(output.status.code(), Some(3), "{consent:?}");
        let Some(Line::Error(failure)) = lines(&output.stdout).pop() else {
            panic!("an error line")
        };
        assert!(failure.remedy.unwrap().contains("--write-file"), "{consent:?}");
    }
    assert!(fs::read(&path).unwrap().iter().all(|&byte| byte == 0));
}

#[test]
fn a_file_that_is_not_the_one_that_was_meant_is_left_alone() {
    let directory = directory();
    let path = file(&directory, "data", MIB);
    let meant = FileIdentity::of(&fs::File::open(&path).unwrap())
        .unwrap()
        .to_string();
    let named = path.to_str().unwrap();
    let write = [
        "--rw",
        "randwrite",
        "--duration",
        "200ms",
        "--write-file",
        named,
        "--file-identity",
        &meant,
    ];
    assert_eq!(run(&write, &path).status.code(), Some(0));
    // The next one in its place may be given its inode; and a link leads elsewhere.
    fs::remove_file(&path).unwrap();
    file(&directory, "data", MIB);
    for _ in 0..2 {
        let output = run(&write, &path);
        assert_eq!(output.status.code(), Some(3));
        let Some(Line::Error(failure)) = lines(&output.stdout).pop() else {
            panic!("an error line")
        };
        assert!(
            failure.message.contains("is not the file that was meant"),
            "{}",
            failure.message
        );
        if path.symlink_metadata().unwrap().is_symlink() {
            break;
        }
        fs::rename(&path, directory.path().join("other")).unwrap();
        std::os::unix::fs::symlink("other", &path).unwrap();
    }
    assert!(fs::read(&path).unwrap().iter().all(|&byte| byte == 0));
}

#[test]
fn a_file_that_is_a_disk_image_is_left_alone() {
    let directory = directory();
    let path = file(&directory, "image", MIB);
    let mut content = fs::read(&path).unwrap();
    content[510..512].copy_from_slice(b"\x55\xaa");
    fs::write(&path, &content).unwrap();
    let output = run(
        &[
            "--rw",
            "randwrite",
            "--duration",
            "200ms",
            "--write-file",
            path.to_str().unwrap(),
        ],
        &path,
    );
    assert_eq!(output.status.code(), Some(3));
    let Some(Line::Error(failure)) = lines(&output.stdout).pop() else {
        panic!("an error line")
    };
    assert!(
        failure.message.contains("MBR partition table"),
        "{}",
        failure.message
    );
    assert_eq!(fs::read(&path).unwrap(), content);
}

#[test]
fn what_cannot_be_measured_is_said_with_a_remedy() {
    let directory = directory();
    let path = file(&directory, "data", MIB);
    let empty = file(&directory, "empty", 0);
    let missing = directory.path().join("missing");
    for (target, arguments, message) in [
        (
            path.as_path(),
            &["--rw", "read", "--bs", "1000"][..],
            "not a multiple",
        ),
        (&path, &["--rw", "read", "--span", "1G"], "past the end"),
        (&empty, &["--rw", "read"], "empty"),
        (&missing, &["--rw", "read"], "No such file"),
        (Path::new("/dev/null"), &["--rw", "read"], "character device"),
        (directory.path(), &["--rw", "read"], "neither"),
    ] {
        let output = run(arguments, target);
        assert_eq!(output.status.code(), Some(4), "{message}");
        let lines = lines(&output.stdout);
        let [Line::Error(failure)] = lines.as_slice() else {
            panic!("one error line alone: {lines:?}")
        };
        assert!(failure.message.contains(message), "{}", failure.message);
        assert!(failure.remedy.as_ref().is_some_and(|remedy| !remedy.is_empty()));
    }
}

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

#[test]
fn a_second_writer_to_the_same_file_is_refused() {
    let directory = directory();
    let path = file(&directory, "data", MIB);
    let arguments = [
        "--rw",
        "randwrite",
        "--duration",
        "30s",
        "--write-file",
        path.to_str().unwrap(),
    ];
    let mut first = spawn(&arguments, &path);
    let mut reader = BufReader::new(first.stdout.take().unwrap());
    wait_for_second(&mut reader);
    assert_eq!(run(&arguments, &path).status.code(), Some(3));
    first.kill().unwrap();
    first.wait().unwrap();
}
