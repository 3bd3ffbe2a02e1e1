//! The host itself.

use std::path::Path;
use std::time::Duration;

use crosspoint_bench::host::Host;
use crosspoint_wire::{self as wire, EnvironmentEvent};
use tokio::process::Command;
use uuid::Uuid;

mod platform;

use crate::guard::policy::Policy;
use crate::link::spool::Pending;
use crate::runtime::clock::now_ms;

const VERSION_LIMIT: Duration = Duration::from_secs(5);

/// Where to look.
pub struct Survey<'a> {
    /// The kernel's file systems.
    pub host: &'a Host,
    /// Name of the host.
    pub hostname: &'a str,
    /// nvme-cli.
    pub nvme_cli: &'a Path,
    /// uring-bench.
    pub uring_bench: &'a Path,
    /// The policy file.
    pub policy: &'a Path,
    /// What became of events.
    pub pending: Pending,
    /// Why the server cannot upgrade this agent.
    pub upgrade_obstacle: Option<&'a str>,
}

/// Collects the host's environment.
pub async fn survey(survey: &Survey<'_>) -> EnvironmentEvent {
    let common = crosspoint_bench::environment::survey(survey.host, None, 0);
    EnvironmentEvent {
        agent_version: crate::VERSION.to_owned(),
        architecture: Some(std::env::consts::ARCH.to_owned()),
        allowed_cpus: platform::allowed_cpus(survey.host),
        booted_ms: platform::booted_ms(),
        cpu_count: common.cpu_count,
        cpu_model: common.cpu_model,
        events_dropped: survey.pending.events_dropped + survey.pending.events_damaged,
        events_refused: Some(survey.pending.events_refused),
        governor: common.governor,
        hostname: survey.hostname.to_owned(),
        id: Uuid::new_v4(),
        idle_states: platform::idle_states(survey.host),
        kernel: common.kernel,
        memory_bytes: memory_bytes(&survey.host.proc).unwrap_or_default(),
        mitigations: common.mitigations,
        numa_nodes: platform::numa_nodes(survey.host),
        nvme_parameters: platform::nvme_parameters(survey.host),
        smt: platform::smt(survey.host),
        nvme_cli_version: version(survey.nvme_cli, "version").await,
        policy: policy(survey.policy),
        operating_system: operating_system().unwrap_or_else(|| "Linux".to_owned()),
        sequence: None,
        time_ms: now_ms(),
        upgrade_obstacle: survey.upgrade_obstacle.map(str::to_owned),
        uring_bench_version: version(survey.uring_bench, "--version").await,
    }
}

/// The policy file for people to read.
fn policy(path: &Path) -> wire::HostPolicy {
    match Policy::read(path) {
        Ok(policy) => policy.to_wire(path),
        Err(error) => {
            tracing::error!(%error);
            let mut shown = Policy::default().to_wire(path);
            shown.problem = Some(error.to_string());
            shown
        }
    }
}

fn memory_bytes(proc: &Path) -> Option<u64> {
    let text = std::fs::read_to_string(proc.join("meminfo")).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    line.trim()
        .strip_suffix("kB")?
        .trim()
        .parse::<u64>()
        .ok()?
        .checked_mul(1024)
}

fn operating_system() -> Option<String> {
    let text = std::fs::read_to_string("/etc/os-release").ok()?;
    let name = text.lines().find_map(|line| line.strip_prefix("PRETTY_NAME="))?;
    Some(name.trim_matches('"').to_owned())
}

/// The first word with a digit in what a program says of its version ("nvme version 2.3 (git 2.3)").
pub(crate) async fn version(program: &Path, argument: &str) -> Option<String> {
    let child = Command::new(program)
        .arg(argument)
        .stdin(std::process::Stdio::null())
        .kill_on_drop(true)
        .output();
    let output = tokio::time::timeout(VERSION_LIMIT, child).await.ok()?.ok()?;
    if !output.status.success() {
        return None;
    }
    first_version(&String::from_utf8_lossy(&output.stdout))
}

fn first_version(text: &str) -> Option<String> {
    text.split_whitespace()
        .find(|word| word.starts_with(|first: char| first.is_ascii_digit()))
        .map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_version_in_what_programs_print() {
        assert_eq!(
            first_version("nvme version 2.3 (git 2.3)\nlibnvme version 1.3").as_deref(),
            Some("2.3")
        );
        assert_eq!(first_version("uring-bench 0.1.0\n").as_deref(), Some("0.1.0"));
        assert_eq!(first_version("no version"), None);
    }

    #[test]
    fn reads_the_memory_in_kibibytes() {
        let proc = tempfile::tempdir().unwrap();
        std::fs::write(
            proc.path().join("meminfo"),
            "MemTotal:       24576000 kB\nMemFree: 1 kB\n",
        )
        .unwrap();
        assert_eq!(memory_bytes(proc.path()), Some(24_576_000 * 1024));
        assert_eq!(memory_bytes(Path::new("/nonexistent")), None);
    }

    #[tokio::test]
    async fn a_program_that_is_not_there_has_no_version() {
        assert_eq!(version(Path::new("/nonexistent/nvme"), "version").await, None);
    }
}
