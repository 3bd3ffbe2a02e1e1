//! A body once for every value of a setting, which is put back after it.

use super::kind::Kind;
use super::set::read_value;
use super::tree::{Each, ReadBody, Step, place_steps};
use crate::plan::field::{Field, PlanError};
use crate::plan::point::place;
use crate::plan::setting::{SettingKind, SettingValue};

/// Most values.
const VALUES_MAX: usize = 32;

impl Each {
    pub(super) fn read(step: &Field<'_>, body: ReadBody) -> Result<Self, PlanError> {
        let fields = step.object(&["kind", "setting", "values", "steps"])?;
        let setting = fields.required("setting")?.choice(&[
            ("powerState", SettingKind::PowerState),
            ("powerGovernor", SettingKind::PowerGovernor),
            ("scheduler", SettingKind::Scheduler),
        ])?;
        let each = Each {
            setting,
            values: read_values(setting, &fields.required("values")?)?,
            steps: body(&fields.required("steps")?, "each", &Kind::ALL)?,
        };
        each.check_body(step)?;
        Ok(each)
    }

    /// Refuses a step of the body that changes the same setting: its points would not be at the value that they are said to be at.
    fn check_body(&self, step: &Field<'_>) -> Result<(), PlanError> {
        let mut placed = Vec::new();
        place_steps(&self.steps, &[], &mut placed);
        let name = self.setting.name();
        let changes = |step: &Step| match step {
            Step::Set(settings) => settings.get(self.setting).map(|_| name),
            Step::Each(each) if each.setting == self.setting => Some("setting"),
            _ => None,
        };
        let found = placed
            .iter()
            .find_map(|(path, step)| Some((path, changes(step)?)));
        match found {
            None => Ok(()),
            Some((path, field)) => {
                let at = format!("{}.{field}", place(path));
                Err(step.error_within(
                    &at,
                    format_args!("{name} is already what the steps around it go through"),
                ))
            }
        }
    }
}

fn read_values(setting: SettingKind, field: &Field<'_>) -> Result<Option<Vec<SettingValue>>, PlanError> {
    if field.raw().as_str() == Some("offered") {
        return Ok(None);
    }
    if !field.raw().is_array() {
        return field.expected("a list of values, or offered");
    }
    field
        .differing(VALUES_MAX, |value| read_value(setting, value))
        .map(Some)
}
