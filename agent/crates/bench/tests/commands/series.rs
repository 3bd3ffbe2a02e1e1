//! Runs one after the other: queue depths, plans, the search of a rate.

use crate::support::{bench, directory, file, lines, result, run};
use crate::{MIB, command, path};
use crosspoint_bench::output::Line;
use std::io::Write;
use std::process::Stdio;

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
    let sweep =
        "{ kind: sweep, pattern: random, blockBytes: [512, 4096], readPercent: 100, durationSeconds: 1 }";
    let contents = format!("id: short\nname: Short\nreadsOnly: true\nsteps:\n  - {sweep}\n");
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
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("steps[0].blockBytes[1]"));
}

#[test]
fn a_plan_that_sets_something_of_the_drive_is_refused_before_anything_is_measured() {
    let directory = directory();
    let target = file(&directory, "target", MIB);
    let plan = directory.path().join("plan.yaml");
    let sweep = "{ kind: sweep, pattern: random, blockBytes: 4096, readPercent: 100, durationSeconds: 1 }";
    let contents =
        format!("id: p\nname: P\nsteps:\n  - {sweep}\n  - {{ kind: set, powerState: 1 }}\n  - {sweep}\n");
    std::fs::write(&plan, contents).unwrap();
    let output = command("plan", &[path(&plan), "--target", path(&target)]);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        said.contains("steps[1]: a set step") && said.contains("agent"),
        "{said}"
    );
    assert!(output.stdout.is_empty());
}

#[test]
fn a_plan_of_one_point_comes_by_standard_input_and_is_a_plain_run() {
    let directory = directory();
    let target = file(&directory, "target", MIB);
    let plan = r#"{"id":"p","name":"P","steps":[{"kind":"sweep","pattern":"random","blockBytes":4096,"readPercent":100,"durationSeconds":1}]}"#;
    let mut running = bench()
        .args(["plan", "-", "--target", path(&target), "--output", "json-lines"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = running.stdin.take().unwrap();
    input.write_all(plan.as_bytes()).unwrap();
    drop(input);
    let output = running.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let lines = lines(&output.stdout);
    assert!(points(&lines).is_empty(), "one run is no series");
    assert!(result(&lines).read.is_some());
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
