//! SMART / Health Information (log page 02h), figure "SMART / Health Information Log Page".

use super::{Malformed, Structure};

const LENGTH: usize = 512;
const SENSORS: usize = 8;

/// The health log, in the units of the specification.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SmartLog {
    /// Critical warning bits: 0 spare, 1 temperature, 2 reliability, 3 read-only, 4 volatile backup, 5 PMR.
    pub critical_warning: u8,
    /// Composite temperature in kelvin.
    pub composite_temperature_kelvin: u16,
    /// Available spare in percent.
    pub available_spare_percent: u8,
    /// Threshold of it in percent.
    pub available_spare_threshold_percent: u8,
    /// Percentage used; may pass 100, saturates at 255.
    pub percentage_used: u8,
    /// Endurance group critical warning summary: bits 0, 2 and 3 as of the critical warning, of some group.
    pub endurance_group_warning: u8,
    /// Data units read: thousands of 512 bytes.
    pub data_units_read: u128,
    /// Data units written: thousands of 512 bytes.
    pub data_units_written: u128,
    /// Host read commands.
    pub host_read_commands: u128,
    /// Host write commands.
    pub host_write_commands: u128,
    /// Controller busy time in minutes.
    pub controller_busy_time_minutes: u128,
    /// Power cycles.
    pub power_cycles: u128,
    /// Power on hours.
    pub power_on_hours: u128,
    /// Unsafe shutdowns.
    pub unsafe_shutdowns: u128,
    /// Media and data integrity errors.
    pub media_errors: u128,
    /// Entries that the error log ever had.
    pub error_log_entries: u128,
    /// Minutes above the warning temperature.
    pub warning_temperature_time_minutes: u32,
    /// Minutes above the critical temperature.
    pub critical_temperature_time_minutes: u32,
    /// Temperature sensors 1 to 8 in kelvin; 0 marks one that is not implemented.
    pub temperature_sensors_kelvin: [u16; SENSORS],
    /// Thermal management temperature 1 (light throttling).
    pub thermal_management_1: ThermalManagement,
    /// Thermal management temperature 2 (heavy throttling).
    pub thermal_management_2: ThermalManagement,
}

/// How often and how long a drive slowed itself down for heat; 0 on drives that do not count it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ThermalManagement {
    /// Transition count.
    pub transitions: u32,
    /// Total time in seconds.
    pub seconds: u32,
}

impl SmartLog {
    /// Decodes the 512 bytes of SMART / Health Information (log page 02h).
    ///
    /// # Errors
    /// [`Malformed`] if they are fewer.
    pub fn decode(bytes: &[u8]) -> Result<Self, Malformed> {
        let data = Structure::<LENGTH>::new("SMART / Health Information", bytes)?;
        Ok(Self {
            critical_warning: data.u8(0),
            composite_temperature_kelvin: data.u16(1),
            available_spare_percent: data.u8(3),
            available_spare_threshold_percent: data.u8(4),
            percentage_used: data.u8(5),
            endurance_group_warning: data.u8(6),
            data_units_read: data.u128(32),
            data_units_written: data.u128(48),
            host_read_commands: data.u128(64),
            host_write_commands: data.u128(80),
            controller_busy_time_minutes: data.u128(96),
            power_cycles: data.u128(112),
            power_on_hours: data.u128(128),
            unsafe_shutdowns: data.u128(144),
            media_errors: data.u128(160),
            error_log_entries: data.u128(176),
            warning_temperature_time_minutes: data.u32(192),
            critical_temperature_time_minutes: data.u32(196),
            temperature_sensors_kelvin: std::array::from_fn(|index| data.u16(200 + 2 * index)),
            thermal_management_1: ThermalManagement {
                transitions: data.u32(216),
                seconds: data.u32(224),
            },
            thermal_management_2: ThermalManagement {
                transitions: data.u32(220),
                seconds: data.u32(228),
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn decodes_every_field_at_its_offset() {
        let mut data = vec![0; LENGTH];
        data[0..6].copy_from_slice(&[0x04, 0x37, 0x01, 100, 10, 104]); // 0x0137 K = 311 K = 38 degrees C
        // The ten counters of 16 bytes, each a power of two of its own; the first past 64 bits, the second all ones.
        for (index, offset) in (32..192).step_by(16).enumerate() {
            data[offset..offset + 16].copy_from_slice(&(1u128 << (70 + index)).to_le_bytes());
        }
        data[48..64].fill(0xff);
        data[6] = 9;
        data[192..196].copy_from_slice(&7u32.to_le_bytes());
        data[196..200].copy_from_slice(&8u32.to_le_bytes());
        data[200..202].copy_from_slice(&311u16.to_le_bytes());
        data[214..216].copy_from_slice(&318u16.to_le_bytes());
        for (value, offset) in (1u32..).zip((216..232).step_by(4)) {
            data[offset..offset + 4].copy_from_slice(&value.to_le_bytes());
        }

        let expected = SmartLog {
            critical_warning: 4,
            composite_temperature_kelvin: 311,
            available_spare_percent: 100,
            available_spare_threshold_percent: 10,
            percentage_used: 104,
            endurance_group_warning: 9,
            data_units_read: 1 << 70,
            data_units_written: u128::MAX,
            host_read_commands: 1 << 72,
            host_write_commands: 1 << 73,
            controller_busy_time_minutes: 1 << 74,
            power_cycles: 1 << 75,
            power_on_hours: 1 << 76,
            unsafe_shutdowns: 1 << 77,
            media_errors: 1 << 78,
            error_log_entries: 1 << 79,
            warning_temperature_time_minutes: 7,
            critical_temperature_time_minutes: 8,
            temperature_sensors_kelvin: [311, 0, 0, 0, 0, 0, 0, 318],
            thermal_management_1: ThermalManagement {
                transitions: 1,
                seconds: 3,
            },
            thermal_management_2: ThermalManagement {
                transitions: 2,
                seconds: 4,
            },
        };
        assert_eq!(SmartLog::decode(&data).unwrap(), expected);
    }

    #[test]
    fn refuses_an_empty_answer() {
        assert!(SmartLog::decode(&[]).unwrap_err().reason.starts_with("0 bytes"));
    }

    proptest! {
        #[test]
        fn any_bytes_are_decoded_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..1024)) {
            prop_assert_eq!(SmartLog::decode(&bytes).is_ok(), bytes.len() >= LENGTH);
        }
    }
}
