//! Intel's power governor (feature C6h), which is written only where what its values do is documented.

use crosspoint_nvme::control::DriveControl;
use crosspoint_nvme::feature::POWER_GOVERNOR;
use crosspoint_nvme::model::power_governor_settings;
use crosspoint_wire::DriveIdentity;

use crate::work::ledger::Failure;

/// Refuses to write the power governor where what that value does on this model is not documented.
///
/// # Errors
/// Why not, for a person.
pub fn require_documented_governor(drive: &DriveIdentity, value: u8) -> Result<(), String> {
    let model = &drive.model;
    let settings = power_governor_settings(drive.pci_vendor_id, model).unwrap_or_default();
    if settings.is_empty() {
        return Err(format!(
            "the values of the power governor (feature C6h) are not documented for this model ({model}), so it is not \
             written; use power states instead"
        ));
    }
    if settings.iter().any(|setting| setting.value == value) {
        return Ok(());
    }
    let values: Vec<String> = settings.iter().map(|setting| setting.value.to_string()).collect();
    Err(format!(
        "the power governor of {model} has no documented value {value}; it has {}",
        values.join(", ")
    ))
}

/// What is set now, of a drive whose values are documented: one that is not cannot be put back, and is left alone.
pub(super) async fn governor(
    control: &DriveControl,
    drive: &DriveIdentity,
    wanted: u8,
) -> Result<u8, Failure> {
    require_documented_governor(drive, wanted)?;
    let now = low_byte(control.feature(POWER_GOVERNOR).await?);
    if require_documented_governor(drive, now).is_err() {
        return Err(format!(
            "the power governor of {} reads {now}, which is not documented; it was left unchanged",
            drive.serial
        )
        .into());
    }
    Ok(now)
}

/// The bits that a value of a feature lies in.
pub(super) fn low_byte(value: u32) -> u8 {
    value.to_le_bytes()[0]
}
