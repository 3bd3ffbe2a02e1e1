//! Which nvme-cli is replayed: names of commands go, and what stands on standard error changes.

/// A version of nvme-cli, as far as its callers can tell it from another.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum CliVersion {
    /// As 2.3 (Debian 12) is: a success of `admin-passthru` has a line on standard error.
    #[default]
    V2_3,
    /// As 3.0-rc1 is, built without its deprecated names: those fail, and successes are silent. Beyond that it warns on
    /// standard error at every call, which the real one does for some: a warning is no answer.
    V3_0,
}

/// What 3.0 moved under `nvme id` and `nvme log`. What is deprecated and not known to the replay stands here too.
const DEPRECATED: &[&str] = &[
    "id-ctrl",
    "id-ns",
    "list-ns",
    "list-ctrl",
    "smart-log",
    "error-log",
    "fw-log",
    "self-test-log",
    "sanitize-log",
];
const WARNING: &str =
    "WARNING: this is how a deprecated option (-x) is told, see NVMe status in the manual (0x2)\n";

impl CliVersion {
    /// The version of this name; `None` if that is not replayed.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        [Self::V2_3, Self::V3_0]
            .into_iter()
            .find(|version| version.name() == name)
    }

    /// `2.3`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::V2_3 => "2.3",
            Self::V3_0 => "3.0-rc1",
        }
    }

    pub(crate) fn has(self, command: &str) -> bool {
        self == Self::V2_3 || !DEPRECATED.contains(&command)
    }

    /// Stands before everything else on standard error.
    pub(crate) fn warning(self) -> &'static str {
        match self {
            Self::V2_3 => "",
            Self::V3_0 => WARNING,
        }
    }

    /// What a passed-through command that succeeded says on standard error.
    pub(crate) fn passed_through(self) -> &'static str {
        match self {
            Self::V2_3 => "Admin Command Identify is Success and result: 0x00000000\n",
            Self::V3_0 => "",
        }
    }
}
