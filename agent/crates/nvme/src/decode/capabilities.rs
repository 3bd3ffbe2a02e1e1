//! What a controller can do, from Identify Controller: figure "Identify – Identify Controller Data Structure".

use super::{IDENTIFY_BYTES, Structure};

/// VER of NVM Express 1.1.
const VERSION_1_1: u32 = 0x0001_0100;

/// Optional abilities of a controller. Nothing is asked of a drive that it does not claim here: a refused command leaves
/// an entry in its error log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Capabilities {
    /// OACS bit 1: Format NVM.
    pub format: bool,
    /// OACS bit 3: Namespace Management, and with it the lists of all namespaces and all controllers (CNS 10h and 13h).
    pub namespace_management: bool,
    /// VER 1.1 and later: the list of attached namespaces (CNS 02h).
    pub lists_namespaces: bool,
    /// CMIC bit 1: the subsystem may have more controllers than this one.
    pub several_controllers: bool,
    /// OACS bit 4: Device Self-test.
    pub self_test: bool,
    /// EDSTT in minutes; absent where not reported.
    pub extended_self_test_minutes: Option<u16>,
    /// FRMW bits 3:1.
    pub firmware_slots: u8,
    /// FRMW bit 0.
    pub first_firmware_slot_read_only: bool,
    /// FRMW bit 4.
    pub firmware_activates_without_reset: bool,
    /// ELPE plus one.
    pub error_log_entries: u16,
    /// LPA bit 5: the logs Supported Log Pages (00h) and Feature Identifiers Supported and Effects (12h).
    pub lists_logs_and_features: bool,
    /// HCTMA bit 0, MNTMT and MXTMT.
    pub thermal_management: Option<ThermalRange>,
    /// SANICAP bits 2:0.
    pub sanitize: Sanitize,
    /// FNA bit 0: a format applies to all namespaces.
    pub format_all_namespaces: bool,
    /// FNA bit 1: a secure erase applies to all namespaces.
    pub erase_all_namespaces: bool,
    /// FNA bit 2: a format can erase cryptographically.
    pub format_crypto_erase: bool,
}

/// Limits of the host controlled thermal management temperatures, in kelvin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ThermalRange {
    /// MNTMT.
    pub minimum_kelvin: u16,
    /// MXTMT.
    pub maximum_kelvin: u16,
}

/// Sanitize operations that the controller has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sanitize {
    /// Bit 0.
    pub crypto_erase: bool,
    /// Bit 1.
    pub block_erase: bool,
    /// Bit 2.
    pub overwrite: bool,
}

impl Capabilities {
    pub(super) fn read(data: &Structure<'_, IDENTIFY_BYTES>) -> Self {
        let (oacs, frmw, sanicap, fna) = (data.u16(256), data.u8(260), data.u32(328), data.u8(524));
        let extended_minutes = data.u16(316);
        Self {
            format: oacs & 1 << 1 != 0,
            namespace_management: oacs & 1 << 3 != 0,
            lists_namespaces: data.u32(80) >= VERSION_1_1,
            several_controllers: data.u8(76) & 1 << 1 != 0,
            self_test: oacs & 1 << 4 != 0,
            extended_self_test_minutes: (extended_minutes != 0).then_some(extended_minutes),
            firmware_slots: frmw >> 1 & 0b111,
            first_firmware_slot_read_only: frmw & 1 == 1,
            firmware_activates_without_reset: frmw & 1 << 4 != 0,
            error_log_entries: u16::from(data.u8(262)) + 1,
            lists_logs_and_features: data.u8(261) & 1 << 5 != 0,
            thermal_management: (data.u16(322) & 1 == 1).then(|| ThermalRange {
                minimum_kelvin: data.u16(324),
                maximum_kelvin: data.u16(326),
            }),
            sanitize: Sanitize {
                crypto_erase: sanicap & 1 != 0,
                block_erase: sanicap & 1 << 1 != 0,
                overwrite: sanicap & 1 << 2 != 0,
            },
            format_all_namespaces: fna & 1 != 0,
            erase_all_namespaces: fna & 1 << 1 != 0,
            format_crypto_erase: fna & 1 << 2 != 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(offset: usize, value: u8) -> Capabilities {
        let mut data = [0; IDENTIFY_BYTES];
        data[offset] = value;
        Capabilities::read(&Structure::new("Identify Controller", &data).unwrap())
    }

    #[test]
    fn namespaces_are_listed_from_1_1_on() {
        let lists = |version: [u8; 4]| {
            let mut data = [0; IDENTIFY_BYTES];
            data[80..84].copy_from_slice(&version);
            Capabilities::read(&Structure::new("Identify Controller", &data).unwrap()).lists_namespaces
        };
        // Tertiary, minor, major.
        assert_eq!([lists([0, 0, 1, 0]), lists([0, 1, 1, 0])], [false, true]);
        assert_eq!([lists([0, 0, 0, 0]), lists([0, 0, 2, 0])], [false, true]);
    }

    type Change = fn(&mut Capabilities);

    /// What may be done to a drive hangs on each of these bits alone.
    #[test]
    fn every_bit_stands_for_one_ability() {
        let nothing = with(0, 0);
        assert!(!nothing.format && !nothing.self_test && nothing.sanitize == Sanitize::default());
        let changed: [(usize, u8, Change); 12] = [
            (76, 1 << 1, |it| it.several_controllers = true),
            (81, 1, |it| it.lists_namespaces = false), // 0.1
            (256, 1 << 3, |it| it.namespace_management = true),
            (256, 1 << 1, |it| it.format = true),
            (256, 1 << 4, |it| it.self_test = true),
            (316, 30, |it| it.extended_self_test_minutes = Some(30)),
            (328, 1, |it| it.sanitize.crypto_erase = true),
            (328, 1 << 1, |it| it.sanitize.block_erase = true),
            (328, 1 << 2, |it| it.sanitize.overwrite = true),
            (524, 1, |it| it.format_all_namespaces = true),
            (524, 1 << 1, |it| it.erase_all_namespaces = true),
            (524, 1 << 2, |it| it.format_crypto_erase = true),
        ];
        for (offset, bits, change) in changed {
            let mut expected = nothing;
            change(&mut expected);
            assert_eq!(with(offset, bits), expected, "byte {offset}, bits {bits:#b}");
        }
    }
}
