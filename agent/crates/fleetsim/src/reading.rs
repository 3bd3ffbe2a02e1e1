//! The SMART log in numbers, and on the wire.

use crosspoint_wire::SmartLog;

/// The SMART log in numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Reading {
    pub critical_warning: u8,
    pub temperature_kelvin: u16,
    pub spare_percent: u8,
    pub spare_threshold_percent: u8,
    pub percentage_used: u8,
    pub units_read: u64,
    pub units_written: u64,
    pub read_commands: u64,
    pub write_commands: u64,
    pub busy_minutes: u64,
    pub power_cycles: u64,
    pub power_on_hours: u64,
    pub unsafe_shutdowns: u64,
    pub media_errors: u64,
    pub error_entries: u64,
    pub warning_minutes: u64,
}

impl From<Reading> for SmartLog {
    fn from(reading: Reading) -> Self {
        Self {
            available_spare_percent: reading.spare_percent,
            available_spare_threshold_percent: reading.spare_threshold_percent,
            composite_temperature_kelvin: reading.temperature_kelvin,
            controller_busy_time_minutes: reading.busy_minutes.to_string(),
            critical_temperature_time_minutes: 0,
            critical_warning: reading.critical_warning,
            data_units_read: reading.units_read.to_string(),
            data_units_written: reading.units_written.to_string(),
            error_log_entries: reading.error_entries.to_string(),
            host_read_commands: reading.read_commands.to_string(),
            host_write_commands: reading.write_commands.to_string(),
            media_errors: reading.media_errors.to_string(),
            percentage_used: reading.percentage_used,
            power_cycles: reading.power_cycles.to_string(),
            power_on_hours: reading.power_on_hours.to_string(),
            temperature_sensors_kelvin: vec![reading.temperature_kelvin],
            thermal_management1_seconds: None,
            thermal_management1_transitions: None,
            thermal_management2_seconds: None,
            thermal_management2_transitions: None,
            unsafe_shutdowns: reading.unsafe_shutdowns.to_string(),
            warning_temperature_time_minutes: reading.warning_minutes,
        }
    }
}
