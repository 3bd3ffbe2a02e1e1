//! A SMART log in the words of the wire.

use crosspoint_wire::SmartLog;

/// The log as the server takes it.
pub(in crate::telemetry) fn smart_log(log: &crosspoint_nvme::decode::SmartLog) -> SmartLog {
    SmartLog {
        available_spare_percent: log.available_spare_percent,
        available_spare_threshold_percent: log.available_spare_threshold_percent,
        composite_temperature_kelvin: log.composite_temperature_kelvin,
        controller_busy_time_minutes: log.controller_busy_time_minutes.to_string(),
        critical_temperature_time_minutes: log.critical_temperature_time_minutes.into(),
        critical_warning: log.critical_warning,
        data_units_read: log.data_units_read.to_string(),
        data_units_written: log.data_units_written.to_string(),
        error_log_entries: log.error_log_entries.to_string(),
        host_read_commands: log.host_read_commands.to_string(),
        host_write_commands: log.host_write_commands.to_string(),
        media_errors: log.media_errors.to_string(),
        percentage_used: log.percentage_used,
        power_cycles: log.power_cycles.to_string(),
        power_on_hours: log.power_on_hours.to_string(),
        temperature_sensors_kelvin: log.temperature_sensors_kelvin.to_vec(),
        thermal_management1_seconds: Some(log.thermal_management_1.seconds.into()),
        thermal_management1_transitions: Some(log.thermal_management_1.transitions.into()),
        thermal_management2_seconds: Some(log.thermal_management_2.seconds.into()),
        thermal_management2_transitions: Some(log.thermal_management_2.transitions.into()),
        unsafe_shutdowns: log.unsafe_shutdowns.to_string(),
        warning_temperature_time_minutes: log.warning_temperature_time_minutes.into(),
    }
}
