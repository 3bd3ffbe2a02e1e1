//! A step that sets something of the drive for the rest of the plan.

use super::field::{Field, Object, PlanError};

const FIELDS: &[&str] = &["kind", "powerState", "powerGovernor", "scheduler"];
/// Power states of NVMe are numbered in five bits.
const POWER_STATE_MAX: u64 = 31;
/// Longest name of an I/O scheduler.
const SCHEDULER_LENGTH_MAX: usize = 32;

/// Settings of a drive, at least one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DriveSettings {
    /// NVMe power state.
    pub power_state: Option<u8>,
    /// Value of Intel's power governor.
    pub power_governor: Option<u8>,
    /// Name of the kernel's I/O scheduler.
    pub scheduler: Option<String>,
}

impl DriveSettings {
    pub(super) fn read(step: &Field<'_>) -> Result<Self, PlanError> {
        let fields = step.object(FIELDS)?;
        let settings = DriveSettings {
            power_state: number(&fields, "powerState", POWER_STATE_MAX)?,
            power_governor: number(&fields, "powerGovernor", u8::MAX.into())?,
            scheduler: fields
                .get("scheduler")
                .map(|field| read_scheduler(&field))
                .transpose()?,
        };
        if settings == DriveSettings::default() {
            return Err(step.error("it sets nothing: give powerState, powerGovernor or scheduler"));
        }
        Ok(settings)
    }
}

fn number(fields: &Object<'_>, name: &str, most: u64) -> Result<Option<u8>, PlanError> {
    let read = |field: Field<'_>| {
        field
            .whole(0..=most)
            .map(|number| u8::try_from(number).expect("every limit is below 256"))
    };
    fields.get(name).map(read).transpose()
}

fn read_scheduler(field: &Field<'_>) -> Result<String, PlanError> {
    let name = field.text()?;
    let is_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_' || c == '-';
    if !(1..=SCHEDULER_LENGTH_MAX).contains(&name.len()) || !name.chars().all(is_name) {
        return Err(field.error("expected the name of an I/O scheduler, such as none or mq-deadline"));
    }
    Ok(name.to_owned())
}
