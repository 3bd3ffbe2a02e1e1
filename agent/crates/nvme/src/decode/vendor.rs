//! Logs that are not of the specification: Intel's additional SMART (CAh) and OCP's extended SMART (C0h). Both become a
//! list of attributes with a unit.

use super::{Malformed, Structure};

/// Bytes of either log.
pub const VENDOR_LOG_BYTES: usize = 512;
/// Log page GUID of the OCP Datacenter NVMe SSD Specification, bytes 511:496 of log C0h.
pub(super) const OCP_GUID: u128 = 0xAFD5_14C9_7C6F_4F9C_A4F2_BFEA_2810_AFC5;
/// What untouched timers of the timed workload read.
const TIMER_UNTOUCHED: u64 = 65_535;
/// Attributes F4h and F5h count in these.
const MEBIBYTES_32: u128 = 32 << 20;

/// One value of a vendor's log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attribute {
    /// What it counts, in words.
    pub name: &'static str,
    /// Its value in that unit.
    pub value: u128,
    /// Unit.
    pub unit: Unit,
    /// The maker's own scale, 100 best; Intel only.
    pub normalized: Option<u8>,
}

/// Unit of an [`Attribute`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// So many.
    Count,
    /// Bytes.
    Bytes,
    /// Percent.
    Percent,
    /// Thousandths of a percent.
    Millipercent,
    /// Minutes.
    Minutes,
}

/// Intel's Additional SMART Attributes (CAh): items of 12 bytes, number at 0, normalized value at 3, raw value in 10:5.
///
/// # Errors
/// [`Malformed`] if there are fewer bytes.
pub fn intel_additional_smart(bytes: &[u8]) -> Result<Vec<Attribute>, Malformed> {
    let items = intel_items(bytes)?.into_iter();
    Ok(items
        .flat_map(|(number, raw, normalized)| intel_attributes(number, raw, normalized))
        .collect())
}

/// Number, raw value and normalized value of each item.
pub(super) fn intel_items(bytes: &[u8]) -> Result<Vec<(u8, u64, u8)>, Malformed> {
    let data = Structure::<VENDOR_LOG_BYTES>::new("Intel Additional SMART", bytes)?;
    let items = (0..VENDOR_LOG_BYTES / 12).map(|index| index * 12);
    Ok(items
        .filter(|offset| data.u8(*offset) != 0)
        .map(|offset| {
            let [low @ .., _, _] = data.bytes::<8>(offset + 5);
            let raw = low
                .iter()
                .rev()
                .fold(0, |value, byte| value << 8 | u64::from(*byte));
            (data.u8(offset), raw, data.u8(offset + 3))
        })
        .collect())
}

fn intel_attributes(number: u8, raw: u64, normalized: u8) -> Vec<Attribute> {
    let one = |name, value: u128, unit| {
        vec![Attribute {
            name,
            value,
            unit,
            normalized: Some(normalized),
        }]
    };
    let count = |name| one(name, u128::from(raw), Unit::Count);
    match number {
        0xab => count("Program failures"),
        0xac => count("Erase failures"),
        0xad => wear_leveling(raw, normalized),
        0xb8 => count("End-to-end errors detected"),
        0xc7 => count("PCI Express CRC errors"),
        0xe2..=0xe4 if raw == TIMER_UNTOUCHED => Vec::new(),
        // The raw value divided by 1024 is percent.
        0xe2 => one(
            "Media wear in the timed workload",
            u128::from(raw) * 1000 / 1024,
            Unit::Millipercent,
        ),
        0xe3 => one("Reads in the timed workload", u128::from(raw), Unit::Percent),
        0xe4 => one("Timed workload", u128::from(raw), Unit::Minutes),
        0xea => [
            one("Thermal throttling now", u128::from(raw & 0xff), Unit::Percent),
            one(
                "Thermal throttling events",
                u128::from(raw >> 8 & 0xffff_ffff),
                Unit::Count,
            ),
        ]
        .concat(),
        0xf0 => count("Retry buffer overflows"),
        0xf3 => count("PLL lock losses"),
        0xf4 => one(
            "Written to the medium",
            u128::from(raw) * MEBIBYTES_32,
            Unit::Bytes,
        ),
        0xf5 => one("Written by hosts", u128::from(raw) * MEBIBYTES_32, Unit::Bytes),
        _ => Vec::new(),
    }
}

/// Three numbers of 16 bits: least, most and mean erase cycles.
fn wear_leveling(raw: u64, normalized: u8) -> Vec<Attribute> {
    let names = ["Erase cycles, least", "Erase cycles, most", "Erase cycles, mean"];
    (0..)
        .zip(names)
        .map(|(index, name)| Attribute {
            name,
            value: u128::from(raw >> (16 * index) & 0xffff),
            unit: Unit::Count,
            normalized: Some(normalized),
        })
        .collect()
}

/// OCP's SMART / Health Information Extended (C0h), OCP Datacenter NVMe SSD Specification 2.0, section 4.8.5.
///
/// # Errors
/// [`Malformed`] if there are fewer bytes, or the page carries another GUID: vendors use C0h for other things too.
pub fn ocp_extended_smart(bytes: &[u8]) -> Result<Vec<Attribute>, Malformed> {
    let data = ocp_page(bytes)?;
    let count = |name, value: u64| (name, u128::from(value), Unit::Count);
    // Raw counts of bad blocks have 48 bits, refresh counts 56.
    let narrow = |offset, bits: u32| data.u64(offset) & ((1 << bits) - 1);
    let attributes = [
        ("Written to the medium", data.u128(0), Unit::Bytes),
        ("Read from the medium", data.u128(16), Unit::Bytes),
        count("Bad user NAND blocks", narrow(32, 48)),
        count("Bad system NAND blocks", narrow(40, 48)),
        count("XOR recoveries", data.u64(48)),
        count("Uncorrectable read errors", data.u64(56)),
        count("Soft ECC errors", data.u64(64)),
        count("End-to-end errors detected", data.u32(72).into()),
        count("End-to-end errors corrected", data.u32(76).into()),
        ("System data used", data.u8(80).into(), Unit::Percent),
        count("Refreshes", narrow(81, 56)),
        count("Erase cycles of user data, most", data.u32(88).into()),
        count("Erase cycles of user data, least", data.u32(92).into()),
        count("Thermal throttling events", data.u8(96).into()),
        count("PCI Express correctable errors", data.u64(104)),
        count("Incomplete shutdowns", data.u32(112).into()),
        ("Free blocks", data.u8(120).into(), Unit::Percent),
        ("Capacitor health", data.u16(128).into(), Unit::Percent),
        count("Unaligned I/O", data.u64(136)),
        ("Endurance estimate", data.u128(176), Unit::Bytes),
    ];
    Ok(attributes
        .map(|(name, value, unit)| Attribute {
            name,
            value,
            unit,
            normalized: None,
        })
        .into())
}

/// The page, if it is OCP's.
pub(super) fn ocp_page(bytes: &[u8]) -> Result<Structure<'_, VENDOR_LOG_BYTES>, Malformed> {
    let structure = "OCP SMART / Health Information Extended";
    let data = Structure::<VENDOR_LOG_BYTES>::new(structure, bytes)?;
    if data.u128(496) != OCP_GUID {
        let reason = "the page has another GUID".to_owned();
        return Err(Malformed { structure, reason });
    }
    Ok(data)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn intel(items: &[(u8, u8, u64)]) -> Vec<(&'static str, u128, Unit)> {
        let mut data = vec![0; VENDOR_LOG_BYTES];
        for (index, (number, normalized, raw)) in items.iter().enumerate() {
            data[index * 12] = *number;
            data[index * 12 + 3] = *normalized;
            data[index * 12 + 5..index * 12 + 11].copy_from_slice(&raw.to_le_bytes()[..6]);
        }
        let attributes = intel_additional_smart(&data).unwrap();
        assert!(attributes.iter().all(|one| one.normalized == Some(items[0].1)));
        attributes
            .iter()
            .map(|one| (one.name, one.value, one.unit))
            .collect()
    }

    #[test]
    fn decodes_intel_attributes_by_their_numbers() {
        // 12 800 / 1024 = 12.5 percent; 610 000 x 32 MiB; least 1, most 2, mean 3 erase cycles in 16 bits each.
        let items = [
            (0xe2, 98, 12_800),
            (0xf4, 98, 610_000),
            (0xad, 98, 0x0003_0002_0001),
            (0xea, 98, 0x0000_0732),
        ];
        let expected = [
            ("Media wear in the timed workload", 12_500, Unit::Millipercent),
            ("Written to the medium", 20_468_203_520_000, Unit::Bytes),
            ("Erase cycles, least", 1, Unit::Count),
            ("Erase cycles, most", 2, Unit::Count),
            ("Erase cycles, mean", 3, Unit::Count),
            ("Thermal throttling now", 50, Unit::Percent),
            ("Thermal throttling events", 7, Unit::Count),
        ];
        assert_eq!(intel(&items), expected);
    }

    #[test]
    fn leaves_untouched_timers_and_unknown_attributes_out() {
        assert_eq!(
            intel(&[(0xe2, 100, 65_535), (0xe4, 100, 65_535), (0x77, 100, 5)]),
            []
        );
        // All six bytes of a raw value.
        assert_eq!(intel(&[(0xab, 100, 0xffff_ffff_ffff)])[0].1, 0xffff_ffff_ffff);
    }

    #[test]
    fn decodes_an_ocp_page_and_refuses_another_vendors() {
        let mut data = vec![0; VENDOR_LOG_BYTES];
        assert!(ocp_extended_smart(&data).unwrap_err().reason.contains("GUID"));
        data[496..].copy_from_slice(&OCP_GUID.to_le_bytes());
        data[0..16].copy_from_slice(&(1u128 << 70).to_le_bytes());
        // Normalized values stand above the raw ones and are no part of them.
        data[32..40].copy_from_slice(&[3, 0, 0, 0, 0, 0, 100, 0]);
        data[80..88].copy_from_slice(&[9, 7, 0, 0, 0, 0, 0, 1]);
        data[128] = 114;
        let attributes = ocp_extended_smart(&data).unwrap();
        let value = |name| {
            attributes
                .iter()
                .find(|one| one.name == name)
                .map(|one| (one.value, one.unit))
        };
        assert_eq!(value("Written to the medium"), Some((1 << 70, Unit::Bytes)));
        assert_eq!(value("Bad user NAND blocks"), Some((3, Unit::Count)));
        assert_eq!(value("System data used"), Some((9, Unit::Percent)));
        assert_eq!(value("Refreshes"), Some((7 + (1 << 48), Unit::Count)));
        assert_eq!(value("Capacitor health"), Some((114, Unit::Percent)));
    }
}
