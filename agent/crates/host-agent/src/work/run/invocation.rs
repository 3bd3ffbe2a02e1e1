//! What `uring-bench` is started with.

use std::path::PathBuf;
use std::time::Duration;

use crosspoint_bench::node::FileIdentity;
use serde_json::Value;

/// By which right the tool may write, if at all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WriteRight {
    /// The point only reads.
    None,
    /// Drives that policy and person named by these serials, one or those of a volume; the tool compares them once more.
    Serials(Vec<String>),
    /// A file that the agent made for it.
    File,
}

/// What to start.
#[derive(Debug, Clone)]
pub struct Invocation {
    /// The program.
    pub uring_bench: PathBuf,
    /// Device or file.
    pub target: PathBuf,
    /// Which namespace of a drive that must be; the tool asks the opened device. Absent for a file.
    pub namespace_id: Option<u32>,
    /// Which md array that must be; the tool asks the opened device. Absent for anything else.
    pub array_uuid: Option<String>,
    /// Which file that must be; the tool asks the opened one. Absent for a drive.
    pub file_identity: Option<FileIdentity>,
    /// May it write?
    pub write: WriteRight,
    /// What to measure: a plan of this one point.
    pub document: Value,
    /// How long it may say nothing before it is given up.
    pub silence_max: Duration,
}

impl Invocation {
    /// The arguments of the program. The plan goes to its standard input.
    #[must_use]
    pub fn arguments(&self) -> Vec<String> {
        let target = self.target.display().to_string();
        let mut arguments: Vec<String> = ["plan", "-", "--target", &target, "--output", "json-lines"]
            .map(String::from)
            .into();
        let mut option = |name: &str, value: String| arguments.extend([name.to_owned(), value]);
        if let Some(nsid) = self.namespace_id {
            option("--namespace-id", nsid.to_string());
        }
        if let Some(uuid) = &self.array_uuid {
            option("--array-uuid", uuid.clone());
        }
        if let Some(identity) = self.file_identity {
            option("--file-identity", identity.to_string());
        }
        match &self.write {
            WriteRight::None => {}
            WriteRight::Serials(serials) => serials
                .iter()
                .for_each(|serial| option("--write-serial", serial.clone())),
            WriteRight::File => option("--write-file", target),
        }
        arguments.push(format!("--die-with-parent={}", std::process::id()));
        arguments
    }
}
