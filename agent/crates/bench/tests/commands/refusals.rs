//! What is told without measuring, and what cannot be measured.

use crate::support::{directory, file, lines, run};
use crate::{MIB, command, path, text};
use crosspoint_bench::output::Line;
use serde_json::Value;

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
            .contains("not an NVMe namespace")
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
            "not an NVMe namespace",
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
