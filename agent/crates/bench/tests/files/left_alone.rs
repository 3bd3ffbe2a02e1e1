//! Files that are not written, and what cannot be measured at all.

use crate::MIB;
use crate::support::{directory, file, lines, run, spawn, wait_for_second};
use crosspoint_bench::node::FileIdentity;
use crosspoint_bench::output::{FailureKind, Line};
use std::fs;
use std::io::BufReader;
use std::path::Path;

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
    let unsupported = Some(FailureKind::Unsupported);
    for (target, arguments, message, kind) in [
        (
            path.as_path(),
            &["--rw", "read", "--bs", "1000"][..],
            "not a multiple",
            unsupported,
        ),
        (
            &path,
            &["--rw", "randread", "--align", "1000"],
            "do not suit",
            unsupported,
        ),
        (&path, &["--rw", "read", "--span", "1G"], "past the end", None),
        (&empty, &["--rw", "read"], "empty", None),
        (&missing, &["--rw", "read"], "No such file", None),
        (
            Path::new("/dev/null"),
            &["--rw", "read"],
            "character device",
            None,
        ),
        (directory.path(), &["--rw", "read"], "neither", None),
    ] {
        let output = run(arguments, target);
        assert_eq!(output.status.code(), Some(4), "{message}");
        let lines = lines(&output.stdout);
        let [Line::Error(failure)] = lines.as_slice() else {
            panic!("one error line alone: {lines:?}")
        };
        assert!(failure.message.contains(message), "{}", failure.message);
        assert_eq!(failure.kind, kind, "{message}");
        assert!(failure.remedy.as_ref().is_some_and(|remedy| !remedy.is_empty()));
    }
}

/// Whoever walks a plan passes over what a target cannot do, and goes on.
#[test]
fn an_engine_that_the_target_has_not_is_told_apart_from_a_fault() {
    let directory = directory();
    let path = file(&directory, "data", MIB);
    for (arguments, message) in [
        (&["--poll"][..], "no queues that can be polled"),
        (&["--engine", "passthrough"], "is not an NVMe namespace"),
    ] {
        let output = run(&[&["--rw", "read"], arguments].concat(), &path);
        let Some(Line::Error(failure)) = lines(&output.stdout).pop() else {
            panic!("an error line")
        };
        assert!(failure.message.contains(message), "{}", failure.message);
        assert_eq!(failure.kind, Some(FailureKind::Unsupported));
    }
    let later = r#"{"type":"error","message":"m","kind":"ofALaterVersion"}"#;
    let Some(Line::Error(failure)) = lines(later.as_bytes()).pop() else {
        panic!("an error line")
    };
    assert_eq!(failure.kind, Some(FailureKind::Unknown));
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
