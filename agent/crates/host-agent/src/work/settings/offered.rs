//! Which values of a setting a drive has to offer.

use crosspoint_bench::plan::{SettingKind, SettingValue};
use crosspoint_nvme::model::power_governor_settings;
use crosspoint_wire::NamespaceTarget;

use super::scheduler::schedulers;
use crate::telemetry::drives::Drives;

impl Drives {
    /// Asks the drive, or the kernel; of a power governor only documented values are offered.
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
                let states = identify.map_err(|error| error.to_string())?.power_states.len();
                Ok((0..=u8::MAX).take(states).map(SettingValue::Number).collect())
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
