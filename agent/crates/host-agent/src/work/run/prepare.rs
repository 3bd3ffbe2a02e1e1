//! May a run start here?

use std::path::Path;

use crosspoint_wire::{self as wire, BenchmarkTarget};

use super::invocation::WriteRight;
use super::memory;
use super::permission::device_node;
use super::prepared::Prepared;
use super::runs::Runs;
use crate::guard::claims::Claim;
use crate::guard::scratch_file;

impl Runs {
    /// Decides whether a run may start here. An error is the reason to decline it, for a person.
    ///
    /// # Errors
    /// Why not.
    pub async fn prepare(&self, command: wire::StartBenchmarkCommand) -> Result<Prepared, String> {
        self.ledger.outbox().spool().has_room_for_runs().await?;
        memory::check(&command.plan.points)?;
        let writes = command.plan.points.iter().any(|point| point.read_percent < 100);
        match command.target.clone() {
            BenchmarkTarget::Namespace(target) => self.prepare_drive(command, target, writes).await,
            BenchmarkTarget::ScratchFile(target) => self.prepare_file(command, &target.path, writes),
        }
    }

    async fn prepare_drive(
        &self,
        command: wire::StartBenchmarkCommand,
        target: wire::NamespaceTarget,
        writes: bool,
    ) -> Result<Prepared, String> {
        let found = self.drives.find_drive(&target.drive)?;
        let block_name = &found.namespace(target.nsid)?.block_name;
        let serial = target.drive.serial.clone();
        if let Some(settings) = &command.settings {
            self.may_set(settings, &target.drive)?;
        }
        let mut write = WriteRight::None;
        if writes {
            self.may_write(&target.drive, block_name).await?;
            if command.confirmed_serial.as_ref() != Some(&serial) {
                return Err(format!(
                    "the plan writes, and nobody confirmed it by typing the serial {serial}"
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
            points: command.plan.points,
            settings: command.settings,
        })
    }

    fn prepare_file(
        &self,
        command: wire::StartBenchmarkCommand,
        path: &str,
        writes: bool,
    ) -> Result<Prepared, String> {
        let offered = self
            .scratch
            .borrow()
            .clone()
            .filter(|scratch| scratch.file.path == path);
        let scratch = offered.ok_or_else(|| format!("this host does not offer the scratch file {path}"))?;
        scratch_file::require(Path::new(path), &scratch.identity).map_err(|error| error.to_string())?;
        let write = if writes {
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
            points: command.plan.points,
            settings: None,
        })
    }

    fn claim(&self, target: &str, path: &Path) -> Result<Claim, String> {
        let doing = format!("another run is measuring {}", path.display());
        self.drives.claims.take(target, &doing)
    }
}
