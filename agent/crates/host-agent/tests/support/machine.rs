//! A host with made-up drives and programs, and the agent on it.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::LazyLock;

use crosspoint_nvme_replay::{HostShape, Machine};
use serde_json::Value;
use tokio::process::Command;

use super::server::TestServer;

/// The agent on this machine, with its state, its policy, its uring-bench and its log in a directory of its own. It samples every
/// second, and ends with the test.
pub fn agent(server: &TestServer, machine: &Machine, own: &Path) -> Command {
    let log = std::fs::File::options()
        .append(true)
        .create(true)
        .open(own.join("log"))
        .unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_crosspoint-agent"));
    command
        .args(["run", "--server", &server.url, "--token", "cpe_token"])
        .args(["--sample-interval", "1s"]);
    for (option, path) in [
        ("--state-dir", own.join("state")),
        ("--policy", own.join("policy.toml")),
        // A real one may lie beside the agent, where it was built with the whole workspace.
        ("--uring-bench", own.join("uring-bench")),
        ("--sysfs", machine.sysfs()),
        ("--devfs", machine.dev()),
        ("--nvme-cli", machine.root().join("nvme")),
    ] {
        command.arg(option).arg(path);
    }
    command.stderr(Stdio::from(log)).kill_on_drop(true);
    command
}

pub fn script(path: &Path, content: &str) -> PathBuf {
    std::fs::write(path, format!("#!/bin/sh\n{content}\n")).unwrap();
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path.to_owned()
}

/// A host with drives that answer as the replay's P3700 does, at 300 K: nvme0, nvme1 and so on, each with its name in
/// capitals as its serial.
pub fn machine(directory: &Path, drives: usize) -> Machine {
    let machine = Machine::create(directory, &HostShape::default()).unwrap();
    machine.install_nvme(nvme_replay()).unwrap();
    for number in 0..drives {
        plug(&machine, &format!("NVME{number}"));
    }
    machine
}

/// Plugs one more of these in.
pub fn plug(machine: &Machine, serial: &str) {
    let changes = format!(
        "namespaces = [{{ size_bytes = 131072, current_format = 0, formats = [[512, 0, 0]] }}]
         [controller]\nmodel = \"Model\"\nserial = \"{serial}\"\n[smart]\ntemperature_kelvin = 300"
    );
    machine.plug("p3700", &changes).unwrap();
}

/// The program `nvme-replay`.
pub fn nvme_replay() -> &'static Path {
    static PROGRAM: LazyLock<PathBuf> = LazyLock::new(|| built("crosspoint-nvme-replay"));
    &PROGRAM
}

/// The program `uring-bench`.
pub fn uring_bench() -> &'static Path {
    static PROGRAM: LazyLock<PathBuf> = LazyLock::new(|| built("crosspoint-bench"));
    &PROGRAM
}

/// The program of another package. Cargo builds the programs of this package for its tests, but not those of another.
fn built(package: &str) -> PathBuf {
    let build = ["build", "--package", package, "--message-format=json", "--quiet"];
    let output = std::process::Command::new(env!("CARGO"))
        .args(build)
        .output()
        .unwrap();
    let messages = String::from_utf8(output.stdout).unwrap();
    let executable = messages
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .find_map(|message| message["executable"].as_str().map(PathBuf::from));
    executable.unwrap_or_else(|| panic!("no {package}: {}", String::from_utf8_lossy(&output.stderr)))
}
