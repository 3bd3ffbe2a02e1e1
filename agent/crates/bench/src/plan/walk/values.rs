//! The values of a setting that a body is walked for.

use crate::plan::setting::{DriveSettings, OFFERED_MAX, SettingKind, SettingValue};
use crate::plan::step::Each;

/// Values as far as they are.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ValuesSoFar {
    setting: SettingKind,
    /// Not known until the drive has said what it offers. A preview without a drive has one whose value is not known.
    values: Option<Vec<Option<DriveSettings>>>,
    next: usize,
    phase: Phase,
    /// The plan's settings before the step.
    before: DriveSettings,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// A value is to be set.
    Setting,
    /// The body is walked at it.
    Body,
    /// All values are over, and the setting is to be put back.
    PuttingBack,
    Over,
}

/// What is next.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Next {
    Ask,
    Set(DriveSettings),
    Body,
    PutBack,
    Over,
}

impl ValuesSoFar {
    pub(super) fn new(step: &Each, before: &DriveSettings) -> Self {
        let of = |value: &SettingValue| DriveSettings::one(step.setting(), value.clone());
        ValuesSoFar {
            setting: step.setting(),
            values: step.values().map(|values| values.iter().map(of).collect()),
            next: 0,
            phase: Phase::Setting,
            before: before.clone(),
        }
    }

    pub(super) fn before(&self) -> &DriveSettings {
        &self.before
    }

    pub(super) fn setting(&self) -> SettingKind {
        self.setting
    }

    /// Takes what the drive offers; false if that cannot be.
    pub(super) fn offer(&mut self, values: &[SettingValue]) -> bool {
        let settings: Option<Vec<_>> = values
            .iter()
            .map(|value| DriveSettings::one(self.setting, value.clone()).map(Some))
            .collect();
        let possible = (1..=OFFERED_MAX).contains(&values.len());
        self.values = settings.filter(|_| possible);
        self.values.is_some()
    }

    /// Nothing is known of what the drive offers, and nothing is going to be: a preview.
    pub(super) fn assume_one(&mut self) {
        self.values = Some(vec![None]);
    }

    pub(super) fn next(&mut self) -> Next {
        let Some(values) = &self.values else {
            return Next::Ask;
        };
        match (self.phase, values.get(self.next)) {
            (Phase::Setting, Some(Some(settings))) => Next::Set(settings.clone()),
            (Phase::Setting, Some(None)) => {
                self.phase = Phase::Body;
                Next::Body
            }
            (Phase::Setting, None) => {
                self.phase = Phase::PuttingBack;
                Next::PutBack
            }
            (Phase::Body, _) => Next::Body,
            (Phase::PuttingBack, _) => Next::PutBack,
            (Phase::Over, _) => Next::Over,
        }
    }

    /// What came of setting a value: without it, its body would be measured at another one.
    pub(super) fn set(&mut self, is_done: bool) {
        if is_done {
            self.phase = Phase::Body;
        } else {
            self.next += 1;
        }
    }

    pub(super) fn end_body(&mut self) {
        self.phase = Phase::Setting;
        self.next += 1;
    }

    pub(super) fn end(&mut self) {
        self.phase = Phase::Over;
    }
}
