//! A kernel that has no io_uring, or keeps it from this process, as a container's seccomp profile does.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use crosspoint_bench::output::Line;
use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, TargetArch, apply_filter};
use std::collections::BTreeMap;
use std::process::Output;
use support::{directory, file, lines, run};

/// Runs with every `io_uring_setup` answered by `errno`. The filter holds for this thread and what it starts.
fn without_io_uring(errno: i32, arguments: &'static [&'static str]) -> Output {
    let answer = SeccompAction::Errno(u32::try_from(errno).unwrap());
    std::thread::spawn(move || {
        let rules = BTreeMap::from([(libc::SYS_io_uring_setup, vec![])]);
        let arch: TargetArch = std::env::consts::ARCH.try_into().unwrap();
        let filter = SeccompFilter::new(rules, SeccompAction::Allow, answer, arch).unwrap();
        let program: BpfProgram = filter.try_into().unwrap();
        apply_filter(&program).unwrap();
        let directory = directory();
        let target = file(&directory, "target", 1 << 20);
        run(arguments, &target)
    })
    .join()
    .unwrap()
}

fn refusal(errno: i32) -> (Option<i32>, String, String) {
    let output = without_io_uring(errno, &["--rw", "randread", "--duration", "100ms"]);
    assert_eq!(output.status.code(), Some(5), "the engine cannot be used");
    let [Line::Error(failure)] = &lines(&output.stdout)[..] else {
        panic!("the error alone: {}", String::from_utf8_lossy(&output.stdout))
    };
    (
        failure.errno,
        failure.message.clone(),
        failure.remedy.clone().unwrap(),
    )
}

#[test]
fn a_kernel_without_io_uring_is_told_from_one_that_forbids_it() {
    let (errno, message, remedy) = refusal(libc::ENOSYS);
    assert_eq!(errno, Some(libc::ENOSYS));
    assert!(
        message.contains("has no io_uring") && remedy.contains("5.11"),
        "{message}; {remedy}"
    );
    let (errno, message, remedy) = refusal(libc::EPERM);
    assert_eq!(errno, Some(libc::EPERM));
    assert!(
        message.contains("switched off") && remedy.contains("seccomp") && remedy.contains("--engine sync"),
        "{message}; {remedy}"
    );
}

#[test]
fn the_synchronous_engine_does_without() {
    let output = without_io_uring(
        libc::ENOSYS,
        &["--rw", "randread", "--duration", "100ms", "--engine", "sync"],
    );
    assert_eq!(output.status.code(), Some(0));
    assert!(
        lines(&output.stdout)
            .iter()
            .any(|line| matches!(line, Line::Result(_)))
    );
}
