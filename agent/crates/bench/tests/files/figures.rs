//! What was measured, and that it agrees with itself.

use crate::MIB;
use crate::support::{directory, file, lines, result, run, seconds};
use crosspoint_bench::histogram::decode;
use crosspoint_bench::output::{DirectionResult, Line, Pattern, Phase, Second, Start, TargetKind, Until};
use std::fs;

#[test]
fn a_read_run_is_complete_and_its_figures_agree_with_each_other() {
    let directory = directory();
    let path = file(&directory, "data", 4 * MIB);
    let arguments = "--rw randread --qd 4 --threads 2 --no-pin --ramp 200ms --duration 1200ms --seed 9";
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let output = run(&arguments, &path);
    let lines = lines(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{lines:?}");
    let Some(Line::Start(start)) = lines.first() else {
        panic!("the first line is the start")
    };
    says_what_was_asked_for(start);
    let result = result(&lines);
    assert!(!result.interrupted && result.errors.is_empty() && result.write.is_none());
    assert_eq!(result.elapsed_ns, 1_200_000_000);
    let read = result.read.as_ref().unwrap();
    assert_eq!(operations_of(&seconds(&lines)), read.operations);
    agrees_with_itself(read);
    let law = result.littles_law.as_ref().unwrap();
    assert_eq!(law.expected, 8.0);
    let mean_ns = read.latency_ns.as_ref().unwrap().mean;
    assert!((law.mean_in_flight - read.iops * mean_ns / 1e9).abs() < 1e-6);
}

fn says_what_was_asked_for(start: &Start) {
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
    let flags = &start.environment.engine_flags;
    assert!(flags.iter().any(|flag| flag == "io_uring"));
}

/// What was done in the seconds that count, after a look at their times.
fn operations_of(seconds: &[&Second]) -> u64 {
    let times: Vec<_> = seconds
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
    let measured = seconds.iter().filter(|second| second.phase == Phase::Measure);
    measured
        .map(|second| second.read.as_ref().unwrap().operations)
        .sum()
}

/// The figures of a window of 1.2 s.
fn agrees_with_itself(read: &DirectionResult) {
    assert!(read.operations > 100, "{}", read.operations);
    assert_eq!(read.bytes, read.operations * 4096);
    assert!((read.iops - read.operations as f64 / 1.2).abs() < 1e-6);
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
