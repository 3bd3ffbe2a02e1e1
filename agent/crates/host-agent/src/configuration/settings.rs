//! What the agent goes by.

use std::path::PathBuf;
use std::time::Duration;

use crate::link::identity::Enrollment;
use crate::link::server::Trust;

/// Where the agent keeps its identity, its spool and its journal.
pub const STATE_DIRECTORY: &str = "/var/lib/crosspoint";
/// Where the package puts the configuration.
pub const CONFIGURATION: &str = "/etc/crosspoint/agent.toml";

/// What `run` goes by.
pub struct Settings {
    /// Address to enroll at, or to use instead of the one enrolled at.
    pub server: Option<String>,
    /// Enrollment token.
    pub token: Option<String>,
    /// Name of this host.
    pub hostname: String,
    /// State directory.
    pub state_dir: PathBuf,
    /// Additional authority.
    pub ca_file: Option<PathBuf>,
    /// The key may travel unencrypted.
    pub allow_plain_http: bool,
    /// Policy file.
    pub policy: PathBuf,
    /// Scratch file and its size in bytes.
    pub scratch: Option<(PathBuf, u64)>,
    /// Time between two samples.
    pub sample_interval: Duration,
    /// Bound of the spool.
    pub spool_bytes: u64,
    /// nvme-cli.
    pub nvme_cli: PathBuf,
    /// uring-bench.
    pub uring_bench: PathBuf,
    /// Root of sysfs.
    pub sysfs: PathBuf,
    /// Where device nodes are.
    pub devfs: PathBuf,
}

impl Settings {
    /// What the configuration trusts a connection with.
    #[must_use]
    pub fn trust(&self) -> Trust<'_> {
        Trust {
            ca_file: self.ca_file.as_deref(),
            plain_http: self.allow_plain_http,
        }
    }

    /// Where an enrolled host reports, and what it trusts there: what was said at its enrollment counts for that server.
    #[must_use]
    pub fn door<'a>(&'a self, known: &'a Enrollment) -> (&'a str, Trust<'a>) {
        let url = self.server.as_deref().unwrap_or(&known.server);
        let trust = Trust {
            plain_http: self.allow_plain_http || (known.allow_plain_http && url == known.server),
            ..self.trust()
        };
        (url, trust)
    }
}
