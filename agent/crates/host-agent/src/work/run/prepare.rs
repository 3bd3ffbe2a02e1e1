//! May a run start here?

use std::path::Path;

use crosspoint_wire::{self as wire, BenchmarkTarget};

use super::invocation::WriteRight;
use super::memory;
use super::permission::device_node;
use super::prepared::Prepared;
use super::runs::Runs;
use super::steps::{self, Step, require_no_settings};
use crate::guard::claims::Claim;
use crate::guard::scratch_file;

impl Runs {
    /// Decides whether a run may start here. An error is the reason to decline it, for a person.
    ///
    /// # Errors
    /// Why not.
    pub async fn prepare(&self, command: wire::StartBenchmarkCommand) -> Result<Prepared, String> {
        self.ledger.outbox().spool().has_room_for_runs().await?;
        let steps = steps::read(&command.plan, command.run_id)?;
        memory::check(&steps)?;
        match command.target.clone() {
            BenchmarkTarget::Namespace(target) => self.prepare_drive(command, target, steps).await,
            BenchmarkTarget::ScratchFile(target) => self.prepare_file(&command, &target.path, steps),
        }
    }

    async fn prepare_drive(
        &self,
        command: wire::StartBenchmarkCommand,
        target: wire::NamespaceTarget,
        steps: Vec<Step>,
    ) -> Result<Prepared, String> {
        let found = self.drives.find_drive(&target.drive)?;
        let block_name = &found.namespace(target.nsid)?.block_name;
        let serial = target.drive.serial.clone();
        for settings in steps::settings(&steps) {
            self.may_set(settings, &target.drive)?;
        }
        let mut write = WriteRight::None;
        if writes(&steps) {
            self.may_write(&target.drive, block_name).await?;
            if command.confirmed_serial.as_ref() != Some(&serial) {
                return Err(format!(
                    "the plan writes, and was not confirmed by typing the serial {serial}"
                ));
            }
            write = WriteRight::Serial(serial.clone());
        }
        let path = device_node(block_name);
        Ok(Prepared {
            _claim: self.claim(&serial, &path)?,
            command_id: command.id,
            run_id: command.run_id,
            target: path,
            write,
            drive: Some(target),
            file: None,
            firmware: Some(found.firmware),
            steps,
        })
    }

    fn prepare_file(
        &self,
        command: &wire::StartBenchmarkCommand,
        path: &str,
        steps: Vec<Step>,
    ) -> Result<Prepared, String> {
        require_no_settings(&steps, Path::new(path))?;
        let offered = self
            .scratch
            .borrow()
            .clone()
            .filter(|scratch| scratch.file.path == path);
        let scratch = offered.ok_or_else(|| format!("this host does not offer the scratch file {path}"))?;
        scratch_file::require(Path::new(path), &scratch.identity).map_err(|error| error.to_string())?;
        let write = if writes(&steps) {
            WriteRight::File
        } else {
            WriteRight::None
        };
        Ok(Prepared {
            _claim: self.claim(path, Path::new(path))?,
            command_id: command.id,
            run_id: command.run_id,
            target: scratch.file.path.into(),
            write,
            drive: None,
            file: Some(scratch.identity),
            firmware: None,
            steps,
        })
    }

    fn claim(&self, target: &str, path: &Path) -> Result<Claim, String> {
        let doing = format!("another run is measuring {}", path.display());
        self.drives.claims.take(target, &doing)
    }
}

fn writes(steps: &[Step]) -> bool {
    steps::points(steps).any(|point| point.spec.writes())
}
