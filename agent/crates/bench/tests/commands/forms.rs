//! The forms of output for programs.

use crate::support::{directory, file};
use crate::{MIB, command, path, text};
use serde_json::Value;

/// Random reads for a second and a bit.
fn reads_of(target: &str) -> [&str; 6] {
    ["--target", target, "--rw", "randread", "--duration", "1100ms"]
}

#[test]
fn the_document_holds_what_the_lines_hold() {
    let directory = directory();
    let target = file(&directory, "target", MIB);
    let load = [&reads_of(path(&target))[..], &["--seed", "3"]].concat();
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
    let load = reads_of(path(&target));
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
