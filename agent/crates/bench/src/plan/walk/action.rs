//! What a walk asks for.

use crate::plan::measurement::Measurement;
use crate::plan::point::DatabasePoint;
use crate::plan::setting::{DriveSettings, SettingKind, SettingValue};
use crate::plan::step::{PurgeMethod, SelfTest};
use std::time::Duration;

/// What is to be done next. Whoever does it tells the walk what came of it before the next one.
#[derive(Debug, Clone, PartialEq)]
pub enum Action {
    /// Destroy all that the target holds.
    Purge {
        /// Where its step stands in the plan.
        step_path: Vec<u32>,
        /// How.
        method: PurgeMethod,
    },
    /// Make settings of the drive for what comes after.
    Set {
        /// Where its step stands in the plan.
        step_path: Vec<u32>,
        /// What is set.
        settings: DriveSettings,
    },
    /// Say which values the drive offers.
    Ask {
        /// Where its step stands in the plan.
        step_path: Vec<u32>,
        /// Of which setting.
        setting: SettingKind,
    },
    /// Put a setting back.
    PutBack {
        /// Where its step stands in the plan.
        step_path: Vec<u32>,
        /// Which.
        setting: SettingKind,
        /// To what an earlier step of the plan had made of it; to what it was before the plan if `None`.
        to: Option<SettingValue>,
    },
    /// Send nothing for a time.
    Idle {
        /// Where its step stands in the plan.
        step_path: Vec<u32>,
        /// How long.
        duration: Duration,
    },
    /// Have the drive test itself.
    SelfTest {
        /// Where its step stands in the plan.
        step_path: Vec<u32>,
        /// Which of its tests.
        test: SelfTest,
    },
    /// Measure.
    Measure(Box<Measurement>),
    /// Run transactions of a database.
    Transact(Box<DatabasePoint>),
}

impl Action {
    /// What it is called where people read of it.
    pub fn name(&self) -> &'static str {
        match self {
            Action::Purge { .. } => "purge",
            Action::Set { .. } => "set",
            Action::Ask { .. } => "values offered",
            Action::PutBack { .. } => "put back",
            Action::Idle { .. } => "idle",
            Action::SelfTest { .. } => "self-test",
            Action::Measure(_) => "measure",
            Action::Transact(_) => "database",
        }
    }

    /// Where its step stands in the plan.
    pub fn step_path(&self) -> &[u32] {
        match self {
            Action::Purge { step_path, .. }
            | Action::Set { step_path, .. }
            | Action::Ask { step_path, .. }
            | Action::PutBack { step_path, .. }
            | Action::Idle { step_path, .. }
            | Action::SelfTest { step_path, .. } => step_path,
            Action::Measure(measurement) => &measurement.first().step_path,
            Action::Transact(point) => &point.step_path,
        }
    }
}
