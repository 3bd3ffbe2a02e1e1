//! A step that sets something of the drive for the rest of the plan.

use crate::plan::field::{Field, Object, PlanError};
use crate::plan::setting::{DriveSettings, SettingKind, SettingValue};

const FIELDS: &[&str] = &["kind", "powerState", "powerGovernor", "scheduler"];
/// Power states of NVMe are numbered in five bits.
const POWER_STATE_MAX: u64 = 31;
/// Longest name of an I/O scheduler.
const SCHEDULER_LENGTH_MAX: usize = 32;

/// At least one setting.
pub(super) fn read_set(step: &Field<'_>) -> Result<DriveSettings, PlanError> {
    let fields = step.object(FIELDS)?;
    let settings = DriveSettings {
        power_state: number(&fields, "powerState", POWER_STATE_MAX)?,
        power_governor: number(&fields, "powerGovernor", u8::MAX.into())?,
        scheduler: fields
            .get("scheduler")
            .map(|field| read_scheduler(&field))
            .transpose()?,
    };
    if settings.is_empty() {
        return Err(step.error("it sets nothing: give powerState, powerGovernor or scheduler"));
    }
    Ok(settings)
}

/// A value of one setting.
pub(super) fn read_value(kind: SettingKind, field: &Field<'_>) -> Result<SettingValue, PlanError> {
    match kind {
        SettingKind::PowerState => read_number(field, POWER_STATE_MAX).map(SettingValue::Number),
        SettingKind::PowerGovernor => read_number(field, u8::MAX.into()).map(SettingValue::Number),
        SettingKind::Scheduler => read_scheduler(field).map(SettingValue::Name),
    }
}

fn number(fields: &Object<'_>, name: &str, most: u64) -> Result<Option<u8>, PlanError> {
    let field = fields.get(name);
    field.map(|field| read_number(&field, most)).transpose()
}

fn read_number(field: &Field<'_>, most: u64) -> Result<u8, PlanError> {
    let number = field.whole(0..=most)?;
    Ok(u8::try_from(number).expect("every limit is below 256"))
}

fn read_scheduler(field: &Field<'_>) -> Result<String, PlanError> {
    let name = field.text()?;
    let is_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_' || c == '-';
    if !(1..=SCHEDULER_LENGTH_MAX).contains(&name.len()) || !name.chars().all(is_name) {
        return Err(field.error("expected the name of an I/O scheduler, such as none or mq-deadline"));
    }
    Ok(name.to_owned())
}
