//! `crosspoint-agent doctor`: looks at everything the agent needs, changes nothing, and says how to mend what is amiss.

mod host;
mod link;
mod state;

use crosspoint_nvme::cli::InstalledNvmeCli;
use serde::Serialize;

use crate::configuration::Settings;

/// How a check ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Verdict {
    /// As it should be.
    Ok,
    /// The agent works, but not as well or as safely as it could.
    Warning,
    /// Part of the agent's work cannot be done.
    Failed,
}

/// One thing looked at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Check {
    /// What was looked at.
    pub name: &'static str,
    /// How it is.
    pub verdict: Verdict,
    /// What was found.
    pub detail: String,
    /// How to mend it; absent where nothing is amiss.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remedy: Option<String>,
}

impl Check {
    fn ok(name: &'static str, detail: impl Into<String>) -> Self {
        let detail = detail.into();
        Self {
            name,
            verdict: Verdict::Ok,
            detail,
            remedy: None,
        }
    }

    fn warning(name: &'static str, detail: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self {
            verdict: Verdict::Warning,
            remedy: Some(remedy.into()),
            ..Self::ok(name, detail)
        }
    }

    fn failed(name: &'static str, detail: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self {
            verdict: Verdict::Failed,
            remedy: Some(remedy.into()),
            ..Self::ok(name, detail)
        }
    }
}

/// Looks at everything; each check by itself, so that one that fails hides no other.
pub async fn examine(settings: &Settings) -> Vec<Check> {
    let cli = InstalledNvmeCli::new(&settings.nvme_cli);
    let mut checks = vec![
        host::rights(),
        host::nvme_cli(&settings.nvme_cli).await,
        host::drives(&settings.sysfs, cli).await,
        host::uring_bench(&settings.uring_bench).await,
        host::io_uring(&settings.uring_bench, &settings.state_dir).await,
    ];
    checks.extend(link::checks(settings).await);
    checks.extend([
        state::key_file(&settings.state_dir),
        state::spool(&settings.state_dir, settings.spool_bytes),
        state::journal(&settings.state_dir),
        state::policy(&settings.policy),
        state::running(&settings.state_dir),
    ]);
    checks
}

/// The checks as a person reads them.
#[must_use]
pub fn text(checks: &[Check]) -> String {
    let width = checks
        .iter()
        .map(|check| check.name.len())
        .max()
        .unwrap_or_default();
    let line = |check: &Check| {
        let word = match check.verdict {
            Verdict::Ok => "ok",
            Verdict::Warning => "warning",
            Verdict::Failed => "failed",
        };
        let remedy = check
            .remedy
            .iter()
            .map(|remedy| format!("{:width$}  {:7}  → {remedy}\n", "", ""));
        format!("{:width$}  {word:7}  {}\n", check.name, check.detail) + &remedy.collect::<String>()
    };
    checks.iter().map(line).collect()
}

/// The checks for a program.
#[must_use]
pub fn json(checks: &[Check]) -> String {
    let document =
        serde_json::json!({"agentVersion": crate::VERSION, "ok": is_well(checks), "checks": checks});
    format!("{document:#}\n")
}

/// Whether nothing failed.
#[must_use]
pub fn is_well(checks: &[Check]) -> bool {
    checks.iter().all(|check| check.verdict != Verdict::Failed)
}
