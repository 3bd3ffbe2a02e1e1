//! Which values of a setting a drive has to offer.

use crosspoint_bench::plan::{SettingKind, SettingValue};
use crosspoint_nvme::decode::PowerState;
use crosspoint_nvme::model::power_governor_settings;
use crosspoint_wire::{DriveIdentity, NamespaceTarget};

use super::scheduler::schedulers;
use crate::telemetry::drives::Drives;

impl Drives {
    /// Asks the drive, or the kernel; of a power governor only documented values are offered, of power states the operational ones.
    ///
    /// # Errors
    /// Why it is not known, or that there are none, for a person.
    pub async fn offered(
        &self,
        target: &NamespaceTarget,
        kind: SettingKind,
    ) -> Result<Vec<SettingValue>, String> {
        let found = self.find_drive(&target.drive)?;
        match kind {
            SettingKind::PowerState => {
                let identify = found.control.identify_controller().await;
                let states = identify.map_err(|error| error.to_string())?.power_states;
                Ok(operational(&states))
            }
            SettingKind::PowerGovernor => {
                let drive = &target.drive;
                let settings = power_governor_settings(drive.pci_vendor_id, &drive.model).unwrap_or_default();
                if settings.is_empty() {
                    return Err(format!(
                        "the values of the power governor (feature C6h) are not documented for this model ({})",
                        drive.model
                    ));
                }
                Ok(settings
                    .iter()
                    .map(|setting| SettingValue::Number(setting.value))
                    .collect())
            }
            SettingKind::Scheduler => {
                let block_name = &found.namespace(target.nsid)?.block_name;
                let names = schedulers(self, block_name)
                    .await
                    .map_err(|failure| failure.reason)?;
                Ok(names.into_iter().map(SettingValue::Name).collect())
            }
        }
    }
}

/// Refuses a power state in which nothing can be measured, as a drive leaves it at the first command. One that it does not have
/// it refuses itself.
///
/// # Errors
/// Why not, for a person.
pub async fn require_operational(drives: &Drives, drive: &DriveIdentity, state: u8) -> Result<(), String> {
    let found = drives.find_drive(drive)?;
    let identify = found.control.identify_controller().await;
    let states = identify.map_err(|error| error.to_string())?.power_states;
    if !states
        .iter()
        .any(|each| each.index == state && each.non_operational)
    {
        return Ok(());
    }
    Err(format!(
        "power state {state} is non-operational: the drive leaves it at the first command, so nothing can be measured in it"
    ))
}

/// A drive leaves a non-operational state at the first command: nothing can be measured in one.
fn operational(states: &[PowerState]) -> Vec<SettingValue> {
    let usable = states.iter().filter(|state| !state.non_operational);
    usable.map(|state| SettingValue::Number(state.index)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn power_states_that_process_no_commands_are_not_offered() {
        let state = |index, non_operational| PowerState {
            index,
            max_power_milliwatts: None,
            non_operational,
            entry_latency_us: 0,
            exit_latency_us: 0,
            idle_power_milliwatts: None,
            active_power_milliwatts: None,
        };
        let states = [state(0, false), state(1, true), state(2, false), state(3, true)];
        assert_eq!(
            operational(&states),
            [SettingValue::Number(0), SettingValue::Number(2)]
        );
    }
}
