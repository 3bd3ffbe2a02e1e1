//! One setting of a drive: read, changed, and read again, because a drive or a kernel may take a value and not use it.

use crosspoint_bench::plan::{DriveSettings, SettingKind};
use crosspoint_nvme::feature::{POWER_GOVERNOR, POWER_MANAGEMENT};
use crosspoint_wire::DriveIdentity;
use serde::{Deserialize, Serialize};

use super::governor::{governor, low_byte};
use super::scheduler::{scheduler, set_scheduler};
use crate::telemetry::drives::Drives;
use crate::work::ledger::Failure;

/// Power state in bits 4:0 of feature 02h.
const POWER_STATE: u32 = 0x1f;

/// A setting with its value. None is saved in the drive: a power cycle ends them all.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum Setting {
    /// Power Management (feature 02h).
    PowerState {
        /// The state's index.
        state: u8,
        /// Workload hint; what is set now stays where absent.
        hint: Option<u8>,
    },
    /// Intel's power governor (feature C6h), raw.
    PowerGovernor {
        /// Bits 7:0.
        value: u8,
    },
    /// I/O scheduler of a namespace's block device.
    Scheduler {
        /// Which namespace.
        nsid: u32,
        /// The scheduler's name.
        name: String,
    },
}

impl Setting {
    /// The settings that a run asks for, in the order in which they are made.
    #[must_use]
    pub fn of_run(settings: &DriveSettings, nsid: u32) -> Vec<Self> {
        let governor = settings.power_governor.map(|value| Self::PowerGovernor { value });
        let state = settings
            .power_state
            .map(|state| Self::PowerState { state, hint: None });
        let scheduler = settings
            .scheduler
            .clone()
            .map(|name| Self::Scheduler { nsid, name });
        governor.into_iter().chain(state).chain(scheduler).collect()
    }

    /// Whether the other is a value of the same setting.
    #[must_use]
    pub fn is_of_the_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::PowerState { .. }, Self::PowerState { .. })
            | (Self::PowerGovernor { .. }, Self::PowerGovernor { .. }) => true,
            (Self::Scheduler { nsid, .. }, Self::Scheduler { nsid: others, .. }) => nsid == others,
            _ => false,
        }
    }

    /// Whether it stands already where this is what stands now.
    #[must_use]
    pub fn is_met_by(&self, now: &Self) -> bool {
        match (self, now) {
            (Self::PowerState { state, hint: None }, Self::PowerState { state: stands, .. }) => {
                state == stands
            }
            _ => self == now,
        }
    }

    /// Whether it is what a plan calls by this name.
    #[must_use]
    pub fn is_of_kind(&self, kind: SettingKind, of_nsid: u32) -> bool {
        match self {
            Self::PowerState { .. } => kind == SettingKind::PowerState,
            Self::PowerGovernor { .. } => kind == SettingKind::PowerGovernor,
            Self::Scheduler { nsid, .. } => kind == SettingKind::Scheduler && *nsid == of_nsid,
        }
    }

    /// What stands now where this setting would go.
    ///
    /// # Errors
    /// [`Failure`], as for everything below.
    pub async fn current(&self, drives: &Drives, drive: &DriveIdentity) -> Result<Self, Failure> {
        let found = drives.find_drive(drive)?;
        Ok(match self {
            Self::PowerState { .. } => {
                let value = found.control.feature(POWER_MANAGEMENT).await?;
                Self::PowerState {
                    state: low_byte(value & POWER_STATE),
                    hint: Some(low_byte(value >> 5 & 0b111)),
                }
            }
            Self::PowerGovernor { value } => Self::PowerGovernor {
                value: governor(&found.control, drive, *value).await?,
            },
            Self::Scheduler { nsid, .. } => Self::Scheduler {
                nsid: *nsid,
                name: scheduler(drives, &found.namespace(*nsid)?.block_name).await?,
            },
        })
    }

    /// Makes the setting and makes sure that it holds.
    pub async fn apply(&self, drives: &Drives, drive: &DriveIdentity) -> Result<(), Failure> {
        let found = drives.find_drive(drive)?;
        match self {
            Self::PowerState { state, hint } => {
                let now = found.control.feature(POWER_MANAGEMENT).await?;
                let hint = hint.map_or(now >> 5 & 0b111, u32::from);
                found
                    .control
                    .set_feature(POWER_MANAGEMENT, u32::from(*state) | hint << 5)
                    .await?;
                let after = low_byte(found.control.feature(POWER_MANAGEMENT).await? & POWER_STATE);
                held("power state", &state.to_string(), &after.to_string())
            }
            Self::PowerGovernor { value } => {
                governor(&found.control, drive, *value).await?;
                found.control.set_feature(POWER_GOVERNOR, (*value).into()).await?;
                let after = low_byte(found.control.feature(POWER_GOVERNOR).await?);
                held("power governor", &value.to_string(), &after.to_string())
            }
            Self::Scheduler { nsid, name } => {
                let block_name = &found.namespace(*nsid)?.block_name;
                set_scheduler(drives, block_name, name.clone()).await?;
                held("I/O scheduler", name, &scheduler(drives, block_name).await?)
            }
        }
    }
}

impl std::fmt::Display for Setting {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::PowerState { state, .. } => write!(formatter, "power state {state}"),
            Self::PowerGovernor { value } => write!(formatter, "power governor {value}"),
            Self::Scheduler { nsid, name } => write!(formatter, "I/O scheduler {name} of namespace {nsid}"),
        }
    }
}

fn held(what: &str, wanted: &str, after: &str) -> Result<(), Failure> {
    if wanted == after {
        return Ok(());
    }
    Err(format!("the {what} was set to {wanted} without an error, but now reads {after}").into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_sets_the_limit_before_the_state() {
        let settings = DriveSettings {
            power_governor: Some(0),
            power_state: Some(1),
            scheduler: Some("none".to_owned()),
        };
        let made: Vec<String> = Setting::of_run(&settings, 7)
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(
            made,
            [
                "power governor 0",
                "power state 1",
                "I/O scheduler none of namespace 7"
            ]
        );
    }

    #[test]
    fn a_power_state_stands_whatever_the_hint_unless_one_is_asked_for() {
        let state = |state, hint| Setting::PowerState { state, hint };
        assert!(state(0, None).is_met_by(&state(0, Some(2))));
        assert!(!state(0, Some(1)).is_met_by(&state(0, Some(2))));
        assert!(!state(1, None).is_met_by(&state(0, Some(2))));
        let governor = |value| Setting::PowerGovernor { value };
        assert!(governor(2).is_met_by(&governor(2)));
        assert!(!governor(2).is_met_by(&governor(1)));
    }
}
