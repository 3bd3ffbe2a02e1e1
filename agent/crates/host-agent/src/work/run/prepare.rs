//! May a run start here, or go on?

use std::path::Path;
use std::sync::Arc;

use crosspoint_bench::plan::{Plan, PurgeMethod};
use crosspoint_wire::{self as wire, BenchmarkTarget};

use super::database;
use super::invocation::WriteRight;
use super::memory;
use super::permission::device_node;
use super::plan::{self, require_no_drive};
use super::prepared::Prepared;
use super::runs::Runs;
use crate::guard::claims::Claim;
use crate::guard::policy::{self, ActionKind};
use crate::guard::scratch_file;

impl Runs {
    /// Decides whether a run may start here. An error is the reason to decline it, for a person.
    ///
    /// # Errors
    /// Why not.
    pub async fn prepare(&self, command: wire::StartBenchmarkCommand) -> Result<Prepared, String> {
        self.ledger.outbox().spool().has_room_for_runs().await?;
        let prepared = self.judge(command, None).await?;
        if prepared.file.is_some() {
            database::require_room_beside(&prepared.target, &prepared.plan)?;
        }
        Ok(prepared)
    }

    /// The same of one that may hold its target already.
    pub(super) async fn judge(
        &self,
        command: wire::StartBenchmarkCommand,
        held: Option<Claim>,
    ) -> Result<Prepared, String> {
        let plan = plan::read(&command.plan, command.run_id)?;
        memory::check(&plan)?;
        if plan::has_database(&plan) {
            database::require(&command.target)?;
        }
        match command.target.clone() {
            BenchmarkTarget::Namespace(target) => self.judge_drive(command, target, plan, held).await,
            BenchmarkTarget::ScratchFile(target) => self.judge_file(&command, &target.path, plan, held),
            BenchmarkTarget::Volume(target) => self.judge_volume(command, target, plan, held).await,
        }
    }

    async fn judge_drive(
        &self,
        command: wire::StartBenchmarkCommand,
        target: wire::NamespaceTarget,
        plan: Plan,
        held: Option<Claim>,
    ) -> Result<Prepared, String> {
        let found = self.drives.find_drive(&target.drive)?;
        let block_name = &found.namespace(target.nsid)?.block_name;
        let serial = target.drive.serial.clone();
        for settings in plan.settings() {
            self.may_set(&settings, &target.drive)?;
        }
        for kind in plan.offered() {
            self.may_set_any(kind)?;
        }
        for method in plan.purges() {
            policy::require(&self.policy, kind_of(method), &target.drive)
                .map_err(|reason| format!("the plan purges, and {reason}"))?;
        }
        let mut write = WriteRight::None;
        if plan.writes() {
            self.may_write(&target.drive, block_name).await?;
            if command.confirmed_serial.as_ref() != Some(&serial) {
                return Err(format!(
                    "the plan writes, and was not confirmed by typing the serial {serial}"
                ));
            }
            write = WriteRight::Serials(vec![serial.clone()]);
        }
        let path = device_node(block_name);
        let claim = held.map_or_else(|| self.claim(&serial, &path), Ok)?;
        Ok(Prepared {
            claim: Arc::new(claim),
            command_id: command.id,
            run_id: command.run_id,
            target: path,
            write,
            drive: Some(target),
            volume: None,
            file: None,
            firmware: Some(found.firmware),
            plan,
            confirmed_serial: command.confirmed_serial,
            not_before_ms: command.not_before_ms,
        })
    }

    fn judge_file(
        &self,
        command: &wire::StartBenchmarkCommand,
        path: &str,
        plan: Plan,
        held: Option<Claim>,
    ) -> Result<Prepared, String> {
        require_no_drive(&plan, Path::new(path))?;
        let offered = self
            .scratch
            .borrow()
            .clone()
            .filter(|scratch| scratch.file.path == path);
        let scratch = offered.ok_or_else(|| format!("this host does not offer the scratch file {path}"))?;
        scratch_file::require(Path::new(path), &scratch.identity).map_err(|error| error.to_string())?;
        let write = if plan.writes() {
            WriteRight::File
        } else {
            WriteRight::None
        };
        let claim = held.map_or_else(|| self.claim(path, Path::new(path)), Ok)?;
        Ok(Prepared {
            claim: Arc::new(claim),
            command_id: command.id,
            run_id: command.run_id,
            target: scratch.file.path.into(),
            write,
            drive: None,
            volume: None,
            file: Some(scratch.identity),
            firmware: None,
            plan,
            confirmed_serial: None,
            not_before_ms: command.not_before_ms,
        })
    }

    /// Takes what a run measures, so that nobody else works on it.
    pub(super) fn claim(&self, target: &str, path: &Path) -> Result<Claim, String> {
        let doing = format!("another run is measuring {}", path.display());
        self.drives.claims.take(target, &doing)
    }
}

/// What the policy file calls it.
fn kind_of(method: PurgeMethod) -> ActionKind {
    match method {
        PurgeMethod::Format => ActionKind::Format,
        PurgeMethod::SanitizeBlock | PurgeMethod::SanitizeCrypto | PurgeMethod::SanitizeOverwrite => {
            ActionKind::Sanitize
        }
        PurgeMethod::Discard => ActionKind::Discard,
    }
}
