//! How far an action reaches: which namespaces lose their data, by what the drive says of itself.

use crosspoint_nvme::decode::{Capabilities, IdentifyController};
use crosspoint_wire::{self as wire, DriveAction, SanitizeActionMethod};

use crate::telemetry::drives::{DriveFound, NamespaceHere};

/// What the drive says of itself; `None` for actions that need no word of it.
pub(super) async fn identify(
    found: &DriveFound,
    action: &DriveAction,
) -> Result<Option<IdentifyController>, String> {
    match action {
        DriveAction::SelfTest(_)
        | DriveAction::Format(_)
        | DriveAction::Sanitize(_)
        | DriveAction::Discard(_) => {
            let identify = found.control.identify_controller().await;
            identify.map(Some).map_err(|error| error.to_string())
        }
        DriveAction::SetPowerState(_) | DriveAction::SetPowerGovernor(_) | DriveAction::SetScheduler(_) => {
            Ok(None)
        }
    }
}

/// What the drive would need for an action and does not have.
pub(super) fn lacks(support: &Capabilities, action: &DriveAction) -> Option<&'static str> {
    match action {
        DriveAction::SelfTest(_) if !support.self_test => Some("Device Self-test"),
        DriveAction::Format(_) if !support.format => Some("Format NVM"),
        DriveAction::Format(format)
            if format.secure_erase == wire::FormatActionSecureErase::Cryptographic
                && !support.format_crypto_erase =>
        {
            Some("cryptographic erase as part of Format NVM")
        }
        DriveAction::Sanitize(sanitize) => match sanitize.method {
            SanitizeActionMethod::BlockErase if !support.sanitize.block_erase => {
                Some("sanitize by block erase")
            }
            SanitizeActionMethod::Overwrite if !support.sanitize.overwrite => Some("sanitize by overwrite"),
            SanitizeActionMethod::CryptoErase if !support.sanitize.crypto_erase => {
                Some("sanitize by crypto erase")
            }
            _ => None,
        },
        _ => None,
    }
}

/// Which namespaces lose their data. A drive that cannot format one namespace alone loses all of them.
pub(super) async fn destroyed(
    found: &DriveFound,
    action: &DriveAction,
    identify: Option<&IdentifyController>,
) -> Result<Vec<NamespaceHere>, String> {
    let Some(identify) = identify else {
        return Ok(Vec::new());
    };
    match action {
        DriveAction::Format(format) => {
            let support = &identify.capabilities;
            let erases = format.secure_erase != wire::FormatActionSecureErase::None;
            // The namespace itself must be there, or nothing would be known of its use.
            found.namespace(format.nsid)?;
            if support.format_all_namespaces || (erases && support.erase_all_namespaces) {
                return found.all_alone(identify).await;
            }
            found.one_alone(format.nsid, identify).await
        }
        DriveAction::Discard(discard) => found.one_alone(discard.nsid, identify).await,
        DriveAction::Sanitize(_) => found.all_alone(identify).await,
        DriveAction::SetPowerState(_)
        | DriveAction::SetPowerGovernor(_)
        | DriveAction::SetScheduler(_)
        | DriveAction::SelfTest(_) => Ok(Vec::new()),
    }
}
