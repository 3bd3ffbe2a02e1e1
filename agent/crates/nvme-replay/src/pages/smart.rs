//! SMART / Health Information (log page 02h).

use super::Page;
use crate::profile::Smart;

/// The 512 bytes of the log.
#[must_use]
pub fn smart_log(smart: &Smart) -> Vec<u8> {
    let mut page = Page::new(512);
    page.put(0, &[smart.critical_warning])
        .put(1, &smart.temperature_kelvin.to_le_bytes())
        .put(
            3,
            &[
                smart.available_spare_percent,
                smart.available_spare_threshold_percent,
                smart.percentage_used,
            ],
        );
    let counters = [
        smart.data_units_read,
        smart.data_units_written,
        smart.host_read_commands,
        smart.host_write_commands,
        smart.controller_busy_time_minutes,
        smart.power_cycles,
        smart.power_on_hours,
        smart.unsafe_shutdowns,
        smart.media_errors,
        smart.error_log_entries,
    ];
    for (index, counter) in counters.into_iter().enumerate() {
        page.counter(32 + index * 16, counter);
    }
    page.put(192, &smart.warning_temperature_time_minutes.to_le_bytes())
        .put(196, &smart.critical_temperature_time_minutes.to_le_bytes())
        .put(216, &smart.thermal_management_1_transitions.to_le_bytes())
        .put(220, &smart.thermal_management_2_transitions.to_le_bytes())
        .put(224, &smart.thermal_management_1_seconds.to_le_bytes())
        .put(228, &smart.thermal_management_2_seconds.to_le_bytes());
    for (index, sensor) in smart.temperature_sensors_kelvin.iter().take(8).enumerate() {
        page.put(200 + index * 2, &sensor.to_le_bytes());
    }
    page.0
}
