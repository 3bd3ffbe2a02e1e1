//! What was decided about a run.

use std::path::PathBuf;

use crosspoint_bench::node::FileIdentity;
use crosspoint_wire as wire;
use uuid::Uuid;

use super::invocation::WriteRight;
use super::steps::Step;
use crate::guard::claims::Claim;

/// A run that may start, with everything that was decided about it.
#[derive(Debug)]
pub struct Prepared {
    pub(super) command_id: Uuid,
    /// The run.
    pub run_id: Uuid,
    pub(super) target: PathBuf,
    pub(super) write: WriteRight,
    /// Drive that the tool must find behind the path; a path can move to another drive. Absent for a scratch file.
    pub(super) drive: Option<wire::NamespaceTarget>,
    /// File that the tool must find there, as another may take its place. Absent for a drive.
    pub(super) file: Option<FileIdentity>,
    pub(super) firmware: Option<String>,
    pub(super) steps: Vec<Step>,
    /// Nobody else works on the target meanwhile.
    pub(super) _claim: Claim,
}
