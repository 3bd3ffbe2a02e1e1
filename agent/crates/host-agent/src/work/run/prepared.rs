//! What was decided about a run.

use std::path::PathBuf;
use std::sync::Arc;

use crosspoint_bench::node::FileIdentity;
use crosspoint_bench::plan::Plan;
use crosspoint_wire as wire;
use uuid::Uuid;

use super::invocation::WriteRight;
use crate::guard::claims::Claim;

/// A run that may start, with everything that was decided about it.
#[derive(Debug)]
pub struct Prepared {
    pub(super) command_id: Uuid,
    /// The run.
    pub run_id: Uuid,
    pub(super) target: PathBuf,
    pub(super) write: WriteRight,
    /// Drive that the tool must find behind the path; a path can move to another drive. Absent for anything else.
    pub(super) drive: Option<wire::NamespaceTarget>,
    /// Volume that the tool must find there. Absent for anything else.
    pub(super) volume: Option<wire::VolumeTarget>,
    /// File that the tool must find there, as another may take its place. Absent for a drive.
    pub(super) file: Option<FileIdentity>,
    pub(super) firmware: Option<String>,
    pub(super) plan: Plan,
    /// What a person typed.
    pub(super) confirmed_serial: Option<String>,
    /// When its first step begins, by this host's clock, if that is in the future.
    pub(super) not_before_ms: Option<u64>,
    /// Nobody else works on the target meanwhile.
    pub(super) claim: Arc<Claim>,
}
