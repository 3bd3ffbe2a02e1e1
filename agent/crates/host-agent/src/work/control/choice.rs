//! What a command chooses, where the choice itself can be wrong.

use crosspoint_nvme::control::{OverwritePasses, SanitizeMethod};
use crosspoint_wire::{DriveAction, DriveIdentity, SanitizeAction, SanitizeActionMethod};

use crate::work::settings::require_documented_governor;

/// Refuses what no drive, or none of this model, can be given, before anything is asked of it.
///
/// # Errors
/// Why not, for a person.
pub(super) fn check(drive: &DriveIdentity, action: &DriveAction) -> Result<(), String> {
    match action {
        DriveAction::Sanitize(sanitize) => sanitize_method(sanitize).map(drop),
        DriveAction::SetPowerGovernor(governor) => require_documented_governor(drive, governor.value),
        DriveAction::SetPowerState(_)
        | DriveAction::SetScheduler(_)
        | DriveAction::SelfTest(_)
        | DriveAction::Format(_)
        | DriveAction::Discard(_) => Ok(()),
    }
}

/// A server that knows nothing of passes means one.
pub(super) fn sanitize_method(action: &SanitizeAction) -> Result<SanitizeMethod, String> {
    let passes = match action.overwrite_passes {
        None => OverwritePasses::ONE,
        Some(passes) => OverwritePasses::new(passes)
            .ok_or_else(|| format!("an overwrite makes 1 to 16 passes; {passes} were requested"))?,
    };
    Ok(match action.method {
        SanitizeActionMethod::BlockErase => SanitizeMethod::BlockErase,
        SanitizeActionMethod::Overwrite => SanitizeMethod::Overwrite(passes),
        SanitizeActionMethod::CryptoErase => SanitizeMethod::CryptoErase,
    })
}
