//! Facts of an action: how a policy calls it, whether it stops another, and how others hear of it.

use crosspoint_wire::{DriveAction, SelfTestActionTest};

use crate::guard::policy::ActionKind;

/// Its kind in the policy file.
pub(super) fn action_kind(action: &DriveAction) -> ActionKind {
    match action {
        DriveAction::SetPowerState(_) | DriveAction::SetPowerGovernor(_) => ActionKind::Power,
        DriveAction::SetScheduler(_) => ActionKind::Scheduler,
        DriveAction::SelfTest(_) => ActionKind::SelfTest,
        DriveAction::Format(_) => ActionKind::Format,
        DriveAction::Sanitize(_) => ActionKind::Sanitize,
        DriveAction::Discard(_) => ActionKind::Discard,
    }
}

/// Whether it stops a self-test.
pub(super) fn is_abort(action: &DriveAction) -> bool {
    matches!(action, DriveAction::SelfTest(test) if test.test == SelfTestActionTest::Abort)
}

/// For whoever wants the drive meanwhile.
pub(super) fn doing(action: &DriveAction, serial: &str) -> String {
    match action {
        DriveAction::SetPowerState(_) | DriveAction::SetPowerGovernor(_) | DriveAction::SetScheduler(_) => {
            format!("a setting of {serial} is being changed")
        }
        DriveAction::SelfTest(_) => format!("a self-test of {serial} is running"),
        DriveAction::Format(_) => format!("{serial} is being formatted"),
        DriveAction::Sanitize(_) => format!("{serial} is being sanitized"),
        DriveAction::Discard(_) => format!("the blocks of {serial} are being discarded"),
    }
}
