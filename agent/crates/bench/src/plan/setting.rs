//! Settings of a drive that a plan can make.

use serde::{Deserialize, Serialize};

/// Most values of a setting that a drive may offer.
pub(super) const OFFERED_MAX: usize = 32;

/// Settings of a drive.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DriveSettings {
    /// NVMe power state.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub power_state: Option<u8>,
    /// Value of Intel's power governor.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub power_governor: Option<u8>,
    /// Name of the kernel's I/O scheduler.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scheduler: Option<String>,
}

/// One of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum SettingKind {
    /// NVMe power state.
    PowerState,
    /// Value of Intel's power governor.
    PowerGovernor,
    /// Name of the kernel's I/O scheduler.
    Scheduler,
}

/// A value of one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum SettingValue {
    /// Of the power state, of the power governor.
    Number(u8),
    /// Of the scheduler.
    Name(String),
}

impl SettingKind {
    /// As plans write it.
    pub fn name(self) -> &'static str {
        match self {
            SettingKind::PowerState => "powerState",
            SettingKind::PowerGovernor => "powerGovernor",
            SettingKind::Scheduler => "scheduler",
        }
    }
}

impl DriveSettings {
    /// One setting alone; `None` for a value that it cannot have.
    pub fn one(kind: SettingKind, value: SettingValue) -> Option<Self> {
        let mut settings = DriveSettings::default();
        match (kind, value) {
            (SettingKind::PowerState, SettingValue::Number(number)) => settings.power_state = Some(number),
            (SettingKind::PowerGovernor, SettingValue::Number(number)) => {
                settings.power_governor = Some(number);
            }
            (SettingKind::Scheduler, SettingValue::Name(name)) => settings.scheduler = Some(name),
            _ => return None,
        }
        Some(settings)
    }

    /// Whether nothing is set.
    pub fn is_empty(&self) -> bool {
        *self == DriveSettings::default()
    }

    /// The value of one, if it is set.
    pub fn get(&self, kind: SettingKind) -> Option<SettingValue> {
        match kind {
            SettingKind::PowerState => self.power_state.map(SettingValue::Number),
            SettingKind::PowerGovernor => self.power_governor.map(SettingValue::Number),
            SettingKind::Scheduler => self.scheduler.clone().map(SettingValue::Name),
        }
    }

    /// These, with those of `newer` in their place.
    pub(super) fn overlaid(&self, newer: &DriveSettings) -> Self {
        DriveSettings {
            power_state: newer.power_state.or(self.power_state),
            power_governor: newer.power_governor.or(self.power_governor),
            scheduler: newer.scheduler.clone().or_else(|| self.scheduler.clone()),
        }
    }

    /// These, with `kind` as it is in `older`.
    pub(super) fn put_back(&self, kind: SettingKind, older: &DriveSettings) -> Self {
        let mut settings = self.clone();
        match kind {
            SettingKind::PowerState => settings.power_state = older.power_state,
            SettingKind::PowerGovernor => settings.power_governor = older.power_governor,
            SettingKind::Scheduler => settings.scheduler.clone_from(&older.scheduler),
        }
        settings
    }
}
