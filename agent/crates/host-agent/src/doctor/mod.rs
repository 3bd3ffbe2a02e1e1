//! `crosspoint-agent doctor`: looks at everything the agent needs, changes nothing, and says how to fix what is wrong.

mod check;
mod host;
mod link;
mod state;

use crosspoint_nvme::cli::InstalledNvmeCli;

pub use check::{Check, Verdict};

use crate::configuration::Settings;

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
