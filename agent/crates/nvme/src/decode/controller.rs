//! Identify Controller (CNS 01h), figure "Identify – Identify Controller Data Structure".

use super::{Capabilities, IDENTIFY_BYTES, Malformed, Structure};

const POWER_STATES: usize = 2048;
const POWER_STATE_LENGTH: usize = 32;

/// What the controller says of itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdentifyController {
    /// VID.
    pub pci_vendor_id: u16,
    /// SN, trimmed, letter case kept.
    pub serial: String,
    /// MN, trimmed.
    pub model: String,
    /// FR, trimmed.
    pub firmware: String,
    /// CNTLID.
    pub controller_id: u16,
    /// VER as "1.4" or "1.4.1"; a controller older than 1.2 may report 0.
    pub version: String,
    /// WCTEMP in kelvin; absent where not reported.
    pub warning_temperature_kelvin: Option<u16>,
    /// CCTEMP in kelvin; absent where not reported.
    pub critical_temperature_kelvin: Option<u16>,
    /// TNVMCAP in bytes; absent where not reported (controllers without namespace management).
    pub total_capacity_bytes: Option<u128>,
    /// NN: highest namespace identifier.
    pub namespace_count: u32,
    /// VWC bit 0: a volatile write cache is present.
    pub volatile_write_cache: bool,
    /// Optional abilities.
    pub capabilities: Capabilities,
    /// SUBNQN.
    pub subsystem_nqn: String,
    /// Power state descriptors 0 to NPSS.
    pub power_states: Vec<PowerState>,
}

/// One power state descriptor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PowerState {
    /// Its number.
    pub index: u8,
    /// MP by its scale MXPS; absent where not reported (0).
    pub max_power_milliwatts: Option<u32>,
    /// NOPS: no I/O is processed in this state.
    pub non_operational: bool,
    /// ENLAT in microseconds.
    pub entry_latency_us: u32,
    /// EXLAT in microseconds.
    pub exit_latency_us: u32,
    /// IDLP by its scale IPS; absent where not reported.
    pub idle_power_milliwatts: Option<u32>,
    /// ACTP by its scale APS; absent where not reported.
    pub active_power_milliwatts: Option<u32>,
}

impl IdentifyController {
    /// Decodes the 4096 bytes of Identify Controller (CNS 01h).
    ///
    /// # Errors
    /// [`Malformed`] if they are fewer, or NPSS is beyond the 31 that the specification allows.
    pub fn decode(bytes: &[u8]) -> Result<Self, Malformed> {
        let data = Structure::<IDENTIFY_BYTES>::new("Identify Controller", bytes)?;
        Ok(Self {
            pci_vendor_id: data.u16(0),
            serial: data.text(4, 20),
            model: data.text(24, 40),
            firmware: data.text(64, 8),
            controller_id: data.u16(78),
            version: version(data.u32(80)),
            warning_temperature_kelvin: reported(data.u16(266)),
            critical_temperature_kelvin: reported(data.u16(268)),
            total_capacity_bytes: reported(data.u128(280)),
            namespace_count: data.u32(516),
            volatile_write_cache: data.u8(525) & 1 == 1,
            capabilities: Capabilities::read(&data),
            subsystem_nqn: data.text(768, 256),
            power_states: power_states(&data)?,
        })
    }
}

fn reported<T: Default + PartialEq>(value: T) -> Option<T> {
    (value != T::default()).then_some(value)
}

/// VER: major in bits 31:16, minor in 15:8, tertiary in 7:0.
fn version(register: u32) -> String {
    let (major, minor, tertiary) = (register >> 16, register >> 8 & 0xff, register & 0xff);
    match (major, tertiary) {
        (0, _) => "before 1.2".to_owned(),
        (_, 0) => format!("{major}.{minor}"),
        _ => format!("{major}.{minor}.{tertiary}"),
    }
}

fn power_states(data: &Structure<'_, IDENTIFY_BYTES>) -> Result<Vec<PowerState>, Malformed> {
    // NPSS is zero-based: 0 means one power state.
    let last = data.u8(263);
    if last > 31 {
        let reason = format!("NPSS is {last}, the specification allows 0 to 31");
        return Err(Malformed {
            structure: "Identify Controller",
            reason,
        });
    }
    Ok((0..=last).map(|index| power_state(data, index)).collect())
}

fn power_state(data: &Structure<'_, IDENTIFY_BYTES>, index: u8) -> PowerState {
    let offset = POWER_STATES + usize::from(index) * POWER_STATE_LENGTH;
    let (power, flags) = (u32::from(data.u16(offset)), data.u8(offset + 3));
    // MXPS (bit 0): the unit is 0.01 W if clear, 0.0001 W if set. The latter is rounded to whole milliwatts.
    let milliwatts = if flags & 1 == 0 {
        power * 10
    } else {
        (power + 5) / 10
    };
    PowerState {
        index,
        max_power_milliwatts: (power != 0).then_some(milliwatts),
        non_operational: flags & 2 == 2,
        entry_latency_us: data.u32(offset + 4),
        exit_latency_us: data.u32(offset + 8),
        idle_power_milliwatts: scaled_milliwatts(data.u16(offset + 16), data.u8(offset + 18)),
        active_power_milliwatts: scaled_milliwatts(data.u16(offset + 20), data.u8(offset + 22)),
    }
}

/// IDLP and ACTP: the scale is in bits 7:6 of the byte after them, 1 for 0.0001 W, 2 for 0.01 W.
fn scaled_milliwatts(power: u16, flags: u8) -> Option<u32> {
    match flags >> 6 {
        1 => Some((u32::from(power) + 5) / 10),
        2 => Some(u32::from(power) * 10),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Sanitize, ThermalRange};
    use super::*;
    use proptest::prelude::*;

    /// Identify Controller of a drive with three power states, laid out by the offsets of the specification.
    fn fixture() -> Vec<u8> {
        let mut data = vec![0; IDENTIFY_BYTES];
        data[0..2].copy_from_slice(&[0x86, 0x80]);
        data[4..24].copy_from_slice(b"PHKS7335006W375AGN  ");
        data[24..64].copy_from_slice(b"INTEL SSDPED1K375GA                     ");
        data[64..72].copy_from_slice(b"E2010325");
        data[76] = 0b10;
        data[78..80].copy_from_slice(&[0x02, 0x01]);
        data[80..84].copy_from_slice(&[0x01, 0x04, 0x01, 0x00]); // 1.4.1
        data[263] = 2;
        data[266..268].copy_from_slice(&343u16.to_le_bytes());
        data[268..270].copy_from_slice(&358u16.to_le_bytes());
        data[280..296].copy_from_slice(&375_083_606_016u128.to_le_bytes());
        data[516..520].copy_from_slice(&[1, 0, 0, 0]);
        data[525] = 0x07;
        data[768..796].copy_from_slice(b"nqn.2014.08.org.nvmexpress:x");
        // State 0: 1800 x 0.01 W. State 1: not reported. State 2: non-operational, 50 x 0.0001 W, 5 ms in, 10 ms out.
        data[2048..2050].copy_from_slice(&1800u16.to_le_bytes());
        data[2112..2114].copy_from_slice(&50u16.to_le_bytes());
        data[2115] = 0b11;
        data[2116..2120].copy_from_slice(&5000u32.to_le_bytes());
        data[2120..2124].copy_from_slice(&10_000u32.to_le_bytes());
        // Idle: 5 x 0.01 W in state 0. Active: 12 345 x 0.0001 W in state 0, no scale in state 2.
        data[2064..2067].copy_from_slice(&[5, 0, 0b1000_0000]);
        data[2068..2071].copy_from_slice(&[0x39, 0x30, 0b0100_0011]);
        data[2132] = 9;
        data[256..264].copy_from_slice(&[0b1_0110, 0, 0, 0, 0b1_0111, 0b10_0010, 63, 2]);
        data[316..318].copy_from_slice(&40u16.to_le_bytes());
        data[322..328].copy_from_slice(&[1, 0, 0x39, 1, 0x57, 1]);
        data[328] = 0b110;
        data[524] = 0b101;
        data
    }

    #[test]
    fn decodes_every_field_at_its_offset() {
        let state = |index, milliwatts, non_operational, entry, exit| PowerState {
            index,
            max_power_milliwatts: milliwatts,
            non_operational,
            entry_latency_us: entry,
            exit_latency_us: exit,
            idle_power_milliwatts: (index == 0).then_some(50),
            active_power_milliwatts: (index == 0).then_some(1235),
        };
        let capabilities = Capabilities {
            format: true,
            namespace_management: false,
            lists_namespaces: true,
            several_controllers: true,
            self_test: true,
            extended_self_test_minutes: Some(40),
            firmware_slots: 3,
            first_firmware_slot_read_only: true,
            firmware_activates_without_reset: true,
            error_log_entries: 64,
            lists_logs_and_features: true,
            thermal_management: Some(ThermalRange {
                minimum_kelvin: 313,
                maximum_kelvin: 343,
            }),
            sanitize: Sanitize {
                crypto_erase: false,
                block_erase: true,
                overwrite: true,
            },
            format_all_namespaces: true,
            erase_all_namespaces: false,
            format_crypto_erase: true,
        };
        let expected = IdentifyController {
            pci_vendor_id: 0x8086,
            serial: "PHKS7335006W375AGN".into(),
            model: "INTEL SSDPED1K375GA".into(),
            firmware: "E2010325".into(),
            controller_id: 0x0102,
            version: "1.4.1".into(),
            warning_temperature_kelvin: Some(343),
            critical_temperature_kelvin: Some(358),
            total_capacity_bytes: Some(375_083_606_016),
            namespace_count: 1,
            volatile_write_cache: true,
            capabilities,
            subsystem_nqn: "nqn.2014.08.org.nvmexpress:x".into(),
            power_states: vec![
                state(0, Some(18_000), false, 0, 0),
                state(1, None, false, 0, 0),
                state(2, Some(5), true, 5000, 10_000),
            ],
        };
        assert_eq!(IdentifyController::decode(&fixture()).unwrap(), expected);
    }

    #[test]
    fn zero_means_not_reported() {
        let decoded = IdentifyController::decode(&[0; IDENTIFY_BYTES]).unwrap();
        assert_eq!(decoded.version, "before 1.2");
        assert_eq!(decoded.total_capacity_bytes, None);
        assert_eq!(decoded.warning_temperature_kelvin, None);
        assert_eq!(decoded.power_states[0].max_power_milliwatts, None);
    }

    #[test]
    fn refuses_a_short_answer_and_an_impossible_npss() {
        let short = IdentifyController::decode(&fixture()[..4095]).unwrap_err();
        assert_eq!(
            short.to_string(),
            "Identify Controller: 4095 bytes where the specification has 4096"
        );
        let mut data = fixture();
        data[263] = 32;
        assert!(IdentifyController::decode(&data).is_err());
    }

    proptest! {
        #[test]
        fn any_bytes_are_decoded_or_refused(bytes in proptest::collection::vec(any::<u8>(), 4000..4200)) {
            let decoded = IdentifyController::decode(&bytes);
            prop_assert!(decoded.is_ok() || bytes.len() < IDENTIFY_BYTES || bytes[263] > 31);
        }
    }
}
