//! Options of the command line and the environment, completed from the configuration file and the defaults.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use crosspoint_bench::quantity::{ByteSize, TimeSpan};
use serde::Deserialize;

use super::settings::{STATE_DIRECTORY, Settings};

const POLICY_FILE: &str = "/etc/crosspoint/policy.toml";
const SAMPLE_INTERVAL: Duration = Duration::from_secs(60);
const SAMPLE_INTERVAL_MIN: Duration = Duration::from_secs(1);
const SCRATCH_BYTES: u64 = 1 << 30;
const SPOOL_BYTES: u64 = 256 << 20;
const SPOOL_BYTES_MIN: u64 = 1 << 20;

/// Options of `run`; each can stand in the configuration file under the same name with underscores.
#[derive(Debug, Default, Args, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// Address of the server to enroll with on the first start
    #[arg(long, env = "CROSSPOINT_SERVER", value_name = "URL")]
    server: Option<String>,
    /// Token from the browser ("Add a host") to enroll with on the first start
    #[arg(long, env = "CROSSPOINT_TOKEN", value_name = "TOKEN", hide_env_values = true)]
    token: Option<String>,
    /// Name of this host in the browser [default: the kernel's host name]
    #[arg(long, value_name = "NAME")]
    hostname: Option<String>,
    /// Directory for identity, spool and journal [default: /var/lib/crosspoint]
    #[arg(long, env = "CROSSPOINT_STATE_DIR", value_name = "DIR")]
    state_dir: Option<PathBuf>,
    /// CA certificates (PEM) to trust in addition to the system's
    #[arg(long, value_name = "FILE")]
    ca_file: Option<PathBuf>,
    /// Report to a server on another machine without TLS: anyone on the network can read this host's key
    #[arg(long)]
    allow_plain_http: bool,
    /// Policy file: what a server may do to the drives of this host [default: /etc/crosspoint/policy.toml]
    #[arg(long, value_name = "FILE")]
    policy: Option<PathBuf>,
    /// File to create and offer as a benchmark target
    #[arg(long, value_name = "FILE")]
    scratch_file: Option<PathBuf>,
    /// Size of the scratch file [default: 1G]
    #[arg(long, value_name = "SIZE")]
    scratch_size: Option<String>,
    /// Time between samples of a drive [default: 60s]
    #[arg(long, value_name = "TIME")]
    sample_interval: Option<String>,
    /// Maximum size of the spool on disk [default: 256M]
    #[arg(long, value_name = "SIZE")]
    spool_size: Option<String>,
    /// The nvme program [default: nvme, looked up in PATH]
    #[arg(long, value_name = "FILE")]
    nvme_cli: Option<PathBuf>,
    /// The uring-bench program [default: beside this program, else looked up in PATH]
    #[arg(long, value_name = "FILE")]
    uring_bench: Option<PathBuf>,
    /// Directory to read instead of /sys
    #[arg(long, value_name = "DIR", hide = true)]
    sysfs: Option<PathBuf>,
    /// Directory to look for device nodes in instead of /dev
    #[arg(long, value_name = "DIR", hide = true)]
    devfs: Option<PathBuf>,
}

impl Options {
    /// Completes the command line from the configuration file and the defaults.
    ///
    /// # Errors
    /// If the file or a value cannot be used.
    pub fn resolve(self, config: Option<&Path>) -> anyhow::Result<Settings> {
        let file = config.map(read_config).transpose()?.unwrap_or_default();
        let scratch_bytes = bytes(
            "scratch size",
            self.scratch_size.or(file.scratch_size),
            SCRATCH_BYTES,
        )?;
        anyhow::ensure!(
            scratch_bytes >= 1 << 20 && scratch_bytes % 4096 == 0,
            "the scratch size must be at least 1M and a multiple of 4096 bytes"
        );
        let spool_bytes = bytes("spool size", self.spool_size.or(file.spool_size), SPOOL_BYTES)?;
        anyhow::ensure!(
            spool_bytes >= SPOOL_BYTES_MIN,
            "the spool size must be at least 1M"
        );
        let scratch_file = self.scratch_file.or(file.scratch_file);
        Ok(Settings {
            server: self.server.or(file.server),
            token: self.token.or(file.token),
            hostname: self
                .hostname
                .or(file.hostname)
                .unwrap_or_else(crate::runtime::hostname::hostname),
            state_dir: self
                .state_dir
                .or(file.state_dir)
                .unwrap_or_else(|| STATE_DIRECTORY.into()),
            ca_file: self.ca_file.or(file.ca_file),
            allow_plain_http: self.allow_plain_http || file.allow_plain_http,
            policy: self.policy.or(file.policy).unwrap_or_else(|| POLICY_FILE.into()),
            scratch: scratch_file.map(|path| (path, scratch_bytes)),
            sample_interval: interval(self.sample_interval.or(file.sample_interval))?,
            spool_bytes,
            nvme_cli: self.nvme_cli.or(file.nvme_cli).unwrap_or_else(|| "nvme".into()),
            uring_bench: self
                .uring_bench
                .or(file.uring_bench)
                .unwrap_or_else(beside_this_program),
            devfs: self.devfs.or(file.devfs).unwrap_or_else(|| "/dev".into()),
            sysfs: self.sysfs.or(file.sysfs).unwrap_or_else(|| "/sys".into()),
        })
    }
}

fn read_config(path: &Path) -> anyhow::Result<Options> {
    let text = std::fs::read_to_string(path)
        .with_context(|| format!("the configuration {} cannot be read", path.display()))?;
    toml::from_str(&text).with_context(|| format!("the configuration {} has a mistake", path.display()))
}

fn bytes(what: &str, text: Option<String>, default: u64) -> anyhow::Result<u64> {
    let Some(text) = text else { return Ok(default) };
    text.parse()
        .map(ByteSize::bytes)
        .with_context(|| format!("the {what} cannot be used"))
}

fn interval(text: Option<String>) -> anyhow::Result<Duration> {
    let Some(text) = text else {
        return Ok(SAMPLE_INTERVAL);
    };
    let interval = text
        .parse()
        .map(TimeSpan::duration)
        .context("the sample interval cannot be used")?;
    anyhow::ensure!(
        interval >= SAMPLE_INTERVAL_MIN,
        "the sample interval must be at least 1s"
    );
    Ok(interval)
}

fn beside_this_program() -> PathBuf {
    let beside = std::env::current_exe()
        .ok()
        .and_then(|path| Some(path.parent()?.join("uring-bench")));
    beside
        .filter(|path| path.exists())
        .unwrap_or_else(|| "uring-bench".into())
}

#[cfg(test)]
mod tests;
