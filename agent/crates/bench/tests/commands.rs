//! Series, plans, searches and the other forms of output, on real files.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking, its helpers too")]

mod support;

use crosspoint_bench::output::{Line, RunResult, SteadyState};
use serde_json::Value;
use std::path::Path;
use std::process::Output;
use support::{bench, directory, file, lines, result, run, seconds};

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

fn points(lines: &[Line]) -> Vec<&str> {
    let named = lines.iter().filter_map(|line| match line {
        Line::Point(point) => Some(point.name.as_str()),
        _ => None,
    });
    named.collect()
}

#[test]
fn several_queue_depths_are_measured_one_after_the_other() {
    let directory = directory();
    let target = file(&directory, "target", MIB);
    let output = run(
        &["--rw", "randread", "--qd", "1..4", "--duration", "200ms"],
        &target,
    );
    let lines = lines(&output.stdout);
    assert_eq!(points(&lines), ["QD1", "QD2", "QD4"]);
    let results = lines
        .iter()
        .filter(|line| matches!(line, Line::Result(_)))
        .count();
    assert_eq!((output.status.code(), results), (Some(0), 3));
}

#[test]
fn a_plan_file_is_run_point_by_point() {
    let directory = directory();
    let target = file(&directory, "target", MIB);
    let plan = directory.path().join("plan.yaml");
    let sweep = "{ pattern: random, block_bytes: [512, 4096], read_percent: [100], threads: [1], queue_depth: [1], \
                 duration_s: 1, ramp_s: 0, span_percent: 100 }";
    let contents =
        format!("id: short\nname: Short\ndescription: Two points\nreads_only: true\nsweeps:\n  - {sweep}\n");
    std::fs::write(&plan, &contents).unwrap();
    let arguments = [path(&plan), "--target", path(&target), "--output", "json-lines"];
    let lines = lines(&command("plan", &arguments).stdout);
    assert_eq!(points(&lines).len(), 2);
    let sizes: Vec<u32> = lines
        .iter()
        .filter_map(|line| {
            if let Line::Start(start) = line {
                Some(start.workload.streams[0].block_bytes_max)
            } else {
                None
            }
        })
        .collect();
    assert_eq!(sizes, [512, 4096]);

    std::fs::write(&plan, contents.replace("[512, 4096]", "[512, big]")).unwrap();
    let wrong = command("plan", &arguments);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("block_bytes[1]"));
}

#[test]
fn a_rate_is_searched_and_what_was_tried_is_said() {
    let directory = directory();
    let target = file(&directory, "target", MIB);
    // Nothing comes back within a nanosecond: the first trial fails, and each halving until the slowest rate that has
    // operations enough to judge.
    let output = run(
        &[
            "--rw",
            "randread",
            "--objective",
            "mean<10min",
            "--rate",
            "400000000",
            "--duration",
            "100ms",
            "--qd",
            "4",
        ],
        &target,
    );
    let lines = lines(&output.stdout);
    let search = lines.iter().find_map(|line| {
        if let Line::Search(search) = line {
            Some(search)
        } else {
            None
        }
    });
    let search = search.unwrap_or_else(|| panic!("{}", String::from_utf8_lossy(&output.stdout)));
    assert!(!search.steps[0].met, "no file has 400 million reads a second");
    let best = search.best_per_second.unwrap();
    assert!(
        search
            .steps
            .iter()
            .any(|step| step.met && (step.offered_per_second - best).abs() < 1e-6)
    );
    assert!(
        search
            .steps
            .iter()
            .all(|step| step.offered_per_second <= best || !step.met)
    );
}

#[test]
fn the_document_holds_what_the_lines_hold() {
    let directory = directory();
    let target = file(&directory, "target", MIB);
    let load = [
        "--target",
        path(&target),
        "--rw",
        "randread",
        "--duration",
        "1100ms",
        "--seed",
        "3",
    ];
    let output = command("run", &[&load[..], &["--output", "json"]].concat());
    let document: Value = serde_json::from_str(&text(&output)).unwrap();
    let [only] = &document["runs"].as_array().unwrap()[..] else {
        panic!("one run")
    };
    assert_eq!(only["start"]["workload"]["seed"], 3);
    assert_eq!(only["seconds"].as_array().unwrap().len(), 2);
    assert!(only["result"]["read"]["operations"].as_u64().unwrap() > 0);
    assert!(document.get("error").is_none());

    let missing = command(
        "run",
        &["--target", "/nowhere", "--rw", "randread", "--output", "json"],
    );
    assert_eq!(missing.status.code(), Some(4));
    let document: Value = serde_json::from_slice(&missing.stdout).unwrap();
    assert!(
        document["error"]["message"]
            .as_str()
            .unwrap()
            .contains("/nowhere")
    );
}

#[test]
fn rows_and_histogram_logs_are_of_every_second() {
    let directory = directory();
    let target = file(&directory, "target", MIB);
    let load = [
        "--target",
        path(&target),
        "--rw",
        "randread",
        "--duration",
        "1100ms",
    ];
    let rows = text(&command("run", &[&load[..], &["--output", "csv"]].concat()));
    assert_eq!(rows.lines().count(), 3, "{rows}");
    assert!(
        rows.lines()
            .nth(1)
            .unwrap()
            .starts_with("measure,0,1000000000,read,")
    );
    let log = text(&command("run", &[&load[..], &["--output", "hlog"]].concat()));
    assert_eq!(
        log.lines().filter(|line| line.starts_with("Tag=read,")).count(),
        2,
        "{log}"
    );
    let several = command("run", &[&load[..], &["--qd", "1,2", "--output", "csv"]].concat());
    assert_eq!(
        several.status.code(),
        Some(2),
        "rows of several runs could not be told apart"
    );
}

#[test]
fn two_streams_have_figures_of_their_own() {
    let directory = directory();
    let target = file(&directory, "target", MIB);
    let streams = [
        "--stream",
        "name=small rw=randread bs=512 rate=200",
        "--stream",
        "name=large rw=read bs=64k rate=20",
    ];
    let output = run(&[&streams[..], &["--duration", "1s"]].concat(), &target);
    let lines = lines(&output.stdout);
    let result = result(&lines);
    let of = |index: usize| result.streams[index].read.as_ref().unwrap();
    assert_eq!(result.streams[0].name.as_deref(), Some("small"));
    // 200 and 20 starts; a busy machine may bring the last ones back after the end.
    assert!((180..=200).contains(&of(0).operations), "{}", of(0).operations);
    assert!((18..=20).contains(&of(1).operations), "{}", of(1).operations);
    assert_eq!(of(1).bytes, of(1).operations * 65_536);
    let together = result.read.as_ref().unwrap();
    assert_eq!(together.operations, of(0).operations + of(1).operations);
    assert_eq!(seconds(&lines)[0].streams.len(), 2);
}

#[test]
fn two_fills_of_an_odd_size_end_by_themselves() {
    let directory = directory();
    let size = 5 * 131_072 + 3 * 512;
    let target = file(&directory, "target", size);
    let output = run(
        &[
            "--rw",
            "write",
            "--bs",
            "128k",
            "--qd",
            "3",
            "--threads",
            "2",
            "--fills",
            "2",
            "--write-file",
            path(&target),
        ],
        &target,
    );
    assert_eq!(output.status.code(), Some(0));
    let lines = lines(&output.stdout);
    let result = result(&lines);
    assert_eq!(result.write.as_ref().unwrap().bytes, 2 * size as u64);
    assert!(!result.interrupted && result.littles_law.is_some());
}

#[test]
fn verified_data_are_read_back_and_a_lie_is_found() {
    let directory = directory();
    let target = file(&directory, "target", MIB);
    let load = [
        "--rw",
        "randrw",
        "--data",
        "verified",
        "--qd",
        "4",
        "--duration",
        "1500ms",
        "--write-file",
        path(&target),
    ];
    let output = run(&load, &target);
    assert_eq!(output.status.code(), Some(0));
    let honest = lines(&output.stdout);
    let found = result(&honest).verification.clone().unwrap();
    assert!(found.matched >= 256 && found.mismatched == 0, "{found:?}");

    // Somebody else writes to the file once the guard has let the run begin: every block is spoilt again and again.
    let mut running = bench()
        .args(["run", "--output", "json-lines", "--target", path(&target)])
        .args(load)
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = std::io::BufReader::new(running.stdout.take().unwrap());
    let mut text = String::new();
    std::io::BufRead::read_line(&mut said, &mut text).unwrap();
    let (spoilt, stop) = (
        target.clone(),
        std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false)),
    );
    let stopped = stop.clone();
    let spoiler = std::thread::spawn(move || {
        while !stopped.load(std::sync::atomic::Ordering::Relaxed) {
            std::fs::OpenOptions::new()
                .write(true)
                .open(&spoilt)
                .and_then(|mut file| std::io::Write::write_all(&mut file, &vec![0; MIB]))
                .unwrap();
        }
    });
    std::io::Read::read_to_string(&mut said, &mut text).unwrap();
    let status = running.wait().unwrap();
    stop.store(true, std::sync::atomic::Ordering::Relaxed);
    spoiler.join().unwrap();
    assert_eq!(
        status.code(),
        Some(1),
        "figures over wrong data are not good: {text}"
    );
    let lied = lines(text.as_bytes());
    let RunResult {
        verification, errors, ..
    } = result(&lied);
    let found = verification.clone().unwrap();
    assert!(found.mismatched > 0 && found.first_mismatch.is_some());
    assert!(
        errors
            .iter()
            .any(|error| error.name == "MISMATCH" && error.count == found.mismatched)
    );
}

#[test]
fn steady_state_is_judged_by_rounds() {
    let directory = directory();
    let target = file(&directory, "target", MIB);
    // The rate is given, so the rounds cannot differ: it is over after the five that are compared.
    let output = run(
        &[
            "--rw",
            "randread",
            "--rate",
            "100",
            "--steady-state",
            "iops",
            "--round",
            "1s",
        ],
        &target,
    );
    let lines = lines(&output.stdout);
    let result = result(&lines);
    let SteadyState { achieved, rounds, .. } = result.steady_state.clone().unwrap();
    assert!(achieved && rounds.len() >= 5, "{rounds:?}");
    assert_eq!(
        result.elapsed_ns, 5_000_000_000,
        "the last five rounds are the result"
    );
    assert!(!result.interrupted);
}

#[test]
fn what_surrounds_a_measurement_is_told_without_measuring() {
    let directory = directory();
    let target = file(&directory, "target", MIB);
    let line: Value = serde_json::from_str(&text(&command(
        "info",
        &[path(&target), "--output", "json-lines"],
    )))
    .unwrap();
    assert_eq!(line["target"]["capacityBytes"], MIB);
    let engines: Vec<&str> = line["engines"]
        .as_array()
        .unwrap()
        .iter()
        .map(|engine| engine["engine"].as_str().unwrap())
        .collect();
    assert!(engines.contains(&"io_uring IOPOLL") && engines.contains(&"io_uring_cmd"));
    let passthrough = line["engines"]
        .as_array()
        .unwrap()
        .iter()
        .find(|engine| engine["engine"] == "io_uring_cmd");
    assert!(
        passthrough.unwrap()["obstacle"]
            .as_str()
            .unwrap()
            .contains("no NVMe namespace")
    );
    assert!(text(&command("info", &[path(&target)])).contains("processor"));
}

#[test]
fn what_cannot_be_polled_or_passed_through_is_refused_before_the_run() {
    let directory = directory();
    let target = file(&directory, "target", MIB);
    for (arguments, expected) in [
        (
            &["--rw", "randread", "--engine", "passthrough"][..],
            "no NVMe namespace",
        ),
        (
            &["--rw", "randread", "--engine", "sync", "--qd", "2"],
            "a thread has one in flight",
        ),
        (
            &["--rw", "randread", "--engine", "sync", "--sqpoll"],
            "no submission queue",
        ),
    ] {
        let output = run(arguments, &target);
        assert_eq!(output.status.code(), Some(5), "{arguments:?}");
        let [Line::Error(failure)] = &lines(&output.stdout)[..] else {
            panic!("{arguments:?}")
        };
        assert!(
            failure.message.contains(expected) && failure.remedy.is_some(),
            "{}",
            failure.message
        );
    }
}

#[test]
fn helpers_for_the_shell_and_for_fio() {
    assert!(text(&command("completions", &["bash"])).contains("--write-serial"));
    let job = text(&command(
        "fio-job",
        &[
            "--target",
            "/dev/nvme0n1",
            "--rw",
            "randread",
            "--bs",
            "8k",
            "--qd",
            "16",
        ],
    ));
    assert!(
        job.contains("filename=/dev/nvme0n1") && job.contains("iodepth=16") && job.contains("bs=8192"),
        "{job}"
    );
}

#[test]
fn the_null_engine_takes_no_target_and_loses_no_operation() {
    let output = command(
        "run",
        &[
            "--engine",
            "null",
            "--rw",
            "randrw",
            "--bytes",
            "64M",
            "--output",
            "json-lines",
        ],
    );
    let lines = lines(&output.stdout);
    let result = result(&lines);
    let operations = [&result.read, &result.write]
        .into_iter()
        .flatten()
        .map(|direction| direction.operations)
        .sum::<u64>();
    assert_eq!(operations, 16_384, "64 MiB in blocks of 4 KiB");
    assert_eq!(
        command("run", &["--engine", "null", "--target", "x", "--rw", "read"])
            .status
            .code(),
        Some(2)
    );
}
