//! May a run start on a volume, or go on? Every drive that it is made of is judged as if it were the target.

use std::path::Path;
use std::sync::Arc;

use crosspoint_bench::plan::{Measurement, Plan, Step, place};
use crosspoint_wire::{self as wire, VolumeTarget};

use super::invocation::WriteRight;
use super::permission::{device_node, write_right};
use super::prepared::Prepared;
use super::runs::Runs;
use crate::guard::claims::Claim;
use crate::guard::policy::{self, ActionKind};
use crate::telemetry::drives::drives_of;

impl Runs {
    pub(super) async fn judge_volume(
        &self,
        command: wire::StartBenchmarkCommand,
        target: VolumeTarget,
        plan: Plan,
        held: Option<Claim>,
    ) -> Result<Prepared, String> {
        let found = self.drives.find_volume(&target)?;
        let path = device_node(&found.block_name);
        require_loads(&plan, &path)?;
        let mut write = WriteRight::None;
        if plan.writes() {
            self.may_write_volume(&target, &found.block_name).await?;
            let serials = serials_of(&target);
            let wanted = serials.join(", ");
            if command.confirmed_serial.as_ref() != Some(&wanted) {
                return Err(format!(
                    "the plan writes, and was not confirmed by typing the serials of all drives of the volume: {wanted}"
                ));
            }
            write = WriteRight::Serials(serials);
        }
        let claim = held.map_or_else(|| self.claim_volume(&target), Ok)?;
        Ok(Prepared {
            claim: Arc::new(claim),
            command_id: command.id,
            run_id: command.run_id,
            target: path,
            write,
            drive: None,
            volume: Some(target),
            file: None,
            firmware: Some(found.firmware),
            plan,
            confirmed_serial: command.confirmed_serial,
            not_before_ms: command.not_before_ms,
        })
    }

    /// Takes every drive of a volume, so that nobody else works on any of them.
    pub(super) fn claim_volume(&self, target: &VolumeTarget) -> Result<Claim, String> {
        let serials = serials_of(target);
        let serials: Vec<&str> = serials.iter().map(String::as_str).collect();
        let doing = format!("another run is measuring the volume {}", target.uuid);
        self.drives.claims.take_all(&serials, &doing)
    }

    /// Judges a volume anew for one measurement: the same array, of the same members, whole.
    pub(super) async fn may_still_on_volume(
        &self,
        prepared: &Prepared,
        target: &VolumeTarget,
        measurement: &Measurement,
    ) -> Result<(), String> {
        let found = self.drives.find_volume(target)?;
        if device_node(&found.block_name) != prepared.target {
            return Err(format!(
                "the volume {} is now {}; it was {} when the run started",
                target.uuid,
                found.block_name,
                prepared.target.display()
            ));
        }
        match write_right(prepared, measurement) {
            WriteRight::None => Ok(()),
            WriteRight::Serials(_) | WriteRight::File => {
                self.may_write_volume(target, &found.block_name).await
            }
        }
    }

    /// The host's key for every drive of it, and no use of the volume or of what else lies on these drives. That the volume
    /// holds its members does not count. The tool itself checks serials and use again before it writes.
    async fn may_write_volume(&self, target: &VolumeTarget, block_name: &str) -> Result<(), String> {
        for drive in drives_of(target) {
            policy::require(&self.policy, ActionKind::Write, drive)
                .map_err(|reason| format!("the plan writes to all drives of the volume, and {reason}"))?;
        }
        let reasons = self.drives.reasons_not_to_write(block_name).await;
        if reasons.is_empty() {
            return Ok(());
        }
        Err(format!(
            "the plan writes, and volume {block_name} is in use: {}",
            reasons.join("; ")
        ))
    }
}

/// Refuses every step but loads: what a drive does by itself can be asked of no volume, and settings of one of its drives would
/// be taken for settings of all.
fn require_loads(plan: &Plan, volume: &Path) -> Result<(), String> {
    for (path, step) in plan.placed_steps() {
        let is_load = matches!(
            step,
            Step::Fill(_)
                | Step::Sweep(_)
                | Step::Streams(_)
                | Step::Rounds(_)
                | Step::Search(_)
                | Step::Idle(_)
        );
        if !is_load {
            return Err(format!(
                "{}: {} is a volume, which has no controller that could do this step: remove it, or choose a drive",
                place(&path),
                volume.display()
            ));
        }
    }
    Ok(())
}

/// The serials of its drives, each once, in order.
pub(super) fn serials_of(target: &VolumeTarget) -> Vec<String> {
    let mut serials: Vec<String> = drives_of(target)
        .iter()
        .map(|drive| drive.serial.clone())
        .collect();
    serials.dedup();
    serials
}
