//! What `uring-bench` is started with.

use std::path::PathBuf;

use crosspoint_bench::node::FileIdentity;
use crosspoint_wire::{PlanPoint, PlanPointPattern};

/// By which right the tool may write, if at all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WriteRight {
    /// The point only reads.
    None,
    /// A drive that policy and person named by this serial; the tool compares it once more.
    Serial(String),
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
    /// Which file that must be; the tool asks the opened one. Absent for a drive.
    pub file_identity: Option<FileIdentity>,
    /// May it write?
    pub write: WriteRight,
    /// The load.
    pub point: PlanPoint,
}

impl Invocation {
    /// The arguments of the program.
    #[must_use]
    pub fn arguments(&self) -> Vec<String> {
        let point = &self.point;
        let target = self.target.display().to_string();
        let mut arguments: Vec<String> = ["run", "--target", &target, "--rw", workload(point)]
            .map(String::from)
            .into();
        let mut option = |name: &str, value: String| arguments.extend([name.to_owned(), value]);
        if !matches!(point.read_percent, 0 | 100) {
            option("--read-percent", point.read_percent.to_string());
        }
        option("--bs", point.block_bytes.to_string());
        option("--qd", point.queue_depth.to_string());
        option("--threads", point.threads.to_string());
        option("--duration", format!("{}ms", point.duration_ms));
        option("--ramp", format!("{}ms", point.ramp_ms));
        option("--span", format!("{}%", point.span_percent));
        option("--output", "json-lines".to_owned());
        if let Some(nsid) = self.namespace_id {
            option("--namespace-id", nsid.to_string());
        }
        if let Some(identity) = self.file_identity {
            option("--file-identity", identity.to_string());
        }
        match &self.write {
            WriteRight::None => {}
            WriteRight::Serial(serial) => option("--write-serial", serial.clone()),
            WriteRight::File => option("--write-file", target),
        }
        arguments.push(format!("--die-with-parent={}", std::process::id()));
        arguments
    }
}

fn workload(point: &PlanPoint) -> &'static str {
    match (point.pattern, point.read_percent) {
        (PlanPointPattern::Random, 100) => "randread",
        (PlanPointPattern::Random, 0) => "randwrite",
        (PlanPointPattern::Random, _) => "randrw",
        (PlanPointPattern::Sequential, 100) => "read",
        (PlanPointPattern::Sequential, 0) => "write",
        (PlanPointPattern::Sequential, _) => "rw",
    }
}
