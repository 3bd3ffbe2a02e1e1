//! Running the binary, and the loop devices it is tried on.
#![allow(dead_code, reason = "each test binary uses a part of it")]

use crosspoint_bench::output::{Line, RunResult, Second};
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use tempfile::TempDir;

pub fn bench() -> Command {
    Command::new(env!("CARGO_BIN_EXE_uring-bench"))
}

/// A directory on a file system with direct I/O: that of the build, not `/tmp`, which may be a tmpfs.
pub fn directory() -> TempDir {
    tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap()
}

/// A file with every byte on the medium.
pub fn file(directory: &TempDir, name: &str, bytes: usize) -> PathBuf {
    let path = directory.path().join(name);
    let mut file = std::fs::File::create(&path).unwrap();
    file.write_all(&vec![0; bytes]).unwrap();
    file.sync_all().unwrap();
    path
}

pub fn run(arguments: &[&str], target: &Path) -> Output {
    bench()
        .args(["run", "--output", "json-lines", "--target"])
        .arg(target)
        .args(arguments)
        .output()
        .unwrap()
}

/// Starts a run whose lines can be read as they come.
pub fn spawn(arguments: &[&str], target: &Path) -> Child {
    let mut command = bench();
    command
        .args(["run", "--output", "json-lines", "--target"])
        .arg(target)
        .args(arguments);
    command.stdout(Stdio::piped()).spawn().unwrap()
}

/// Waits until the run under way has printed its first second.
pub fn wait_for_second(reader: &mut impl BufRead) {
    let mut line = String::new();
    while !line.contains("\"type\":\"second\"") {
        line.clear();
        assert!(
            reader.read_line(&mut line).unwrap() > 0,
            "the run ended before its first second"
        );
    }
}

pub fn lines(stdout: &[u8]) -> Vec<Line> {
    let text = std::str::from_utf8(stdout).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{line}: {e}")))
        .collect()
}

pub fn seconds(lines: &[Line]) -> Vec<&Second> {
    lines
        .iter()
        .filter_map(|line| {
            if let Line::Second(second) = line {
                Some(second)
            } else {
                None
            }
        })
        .collect()
}

pub fn result(lines: &[Line]) -> &RunResult {
    let found = lines.iter().find_map(|line| {
        if let Line::Result(result) = line {
            Some(result)
        } else {
            None
        }
    });
    found.unwrap_or_else(|| panic!("there is a result among {lines:?}"))
}

/// Says past the test harness, which hides what a passing test prints, that a test did not run.
pub fn skipped(test: &str, why: &str) {
    let _ = writeln!(io::stderr(), "SKIPPED {test}: {why}");
}

/// Whether loop devices can be made; says so if not.
pub fn can_loop(test: &str) -> bool {
    if !nix::unistd::geteuid().is_root() {
        skipped(test, "loop devices need root");
        return false;
    }
    let free = Command::new("losetup").arg("--find").output();
    let works = free.is_ok_and(|output| output.status.success());
    if !works {
        skipped(
            test,
            "no loop device is free, or losetup (Debian: mount) is missing",
        );
    }
    works
}

/// Whether `program` is installed; says so if not.
pub fn has(test: &str, program: &str, package: &str) -> bool {
    let found = Command::new(program).arg("--version").output().is_ok();
    if !found {
        skipped(test, &format!("{program} is missing (Debian: {package})"));
    }
    found
}

pub fn must(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program)
        .args(arguments)
        .output()
        .unwrap_or_else(|error| panic!("{program}: {error}"));
    assert!(
        output.status.success(),
        "{program} {arguments:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

/// A loop device on a file.
pub struct Loop {
    pub path: PathBuf,
}

impl Loop {
    pub fn on(file: &Path) -> Self {
        Loop {
            path: must("losetup", &["--find", "--show", file.to_str().unwrap()]).into(),
        }
    }

    pub fn str(&self) -> &str {
        self.path.to_str().unwrap()
    }
}

impl Drop for Loop {
    fn drop(&mut self) {
        let _ = Command::new("losetup").arg("--detach").arg(&self.path).status();
    }
}

/// A mounted file system.
pub struct Mounted {
    pub directory: TempDir,
}

impl Mounted {
    /// `options` as mount(8) takes them; with "ro" the file system does not write by itself.
    pub fn device(device: &str, options: &str) -> Self {
        let directory = directory();
        must(
            "mount",
            &["-o", options, device, directory.path().to_str().unwrap()],
        );
        Mounted { directory }
    }
}

impl Drop for Mounted {
    /// Somebody who looks through the machine's mounts may hold it for a moment; after a second it is detached anyway.
    fn drop(&mut self) {
        let umount = |options: &[&str]| {
            let status = Command::new("umount")
                .args(options)
                .arg(self.directory.path())
                .status();
            status.is_ok_and(|status| status.success())
        };
        let is_done = (0..10).any(|_| {
            umount(&["--quiet"]) || {
                std::thread::sleep(std::time::Duration::from_millis(100));
                false
            }
        });
        if !is_done {
            umount(&["--lazy"]);
        }
    }
}
