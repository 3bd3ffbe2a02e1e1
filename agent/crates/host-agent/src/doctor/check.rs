//! One thing that was looked at, and how it is.

use serde::Serialize;

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
    /// How to fix it; absent where nothing is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remedy: Option<String>,
}

impl Check {
    pub(super) fn ok(name: &'static str, detail: impl Into<String>) -> Self {
        let detail = detail.into();
        Self {
            name,
            verdict: Verdict::Ok,
            detail,
            remedy: None,
        }
    }

    pub(super) fn warning(name: &'static str, detail: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self {
            verdict: Verdict::Warning,
            remedy: Some(remedy.into()),
            ..Self::ok(name, detail)
        }
    }

    pub(super) fn failed(name: &'static str, detail: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self {
            verdict: Verdict::Failed,
            remedy: Some(remedy.into()),
            ..Self::ok(name, detail)
        }
    }
}
