//! Runs one after the other: queue depths, plans, the search of a rate.

use crate::support::{directory, file, lines, run};
use crate::{MIB, command, path};
use crosspoint_bench::output::Line;

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
