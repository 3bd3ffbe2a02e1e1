//! Identify Namespace (CNS 00h), figure "Identify – Identify Namespace Data Structure, NVM Command Set".

use super::{IDENTIFY_BYTES, Malformed, Structure};

const STRUCTURE: &str = "Identify Namespace";

/// What the controller says of one namespace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdentifyNamespace {
    /// NSZE in logical blocks.
    pub size_blocks: u64,
    /// NUSE in logical blocks.
    pub utilization_blocks: u64,
    /// The LBA formats that the namespace can be formatted to.
    pub lba_formats: Vec<LbaFormat>,
    /// Index of the format in use.
    pub current_lba_format: u8,
    /// NMIC bit 0: it may be attached to more than one controller.
    pub is_shared: bool,
    /// NMIC bit 1: it may be in more than one subsystem.
    pub is_dispersed: bool,
    /// NSATTR bit 0: it takes no writes.
    pub is_write_protected: bool,
    /// FPI: percent of it that still have to be formatted; absent where the drive does not say (bit 7).
    pub format_remaining_percent: Option<u8>,
    /// NGUID as 32 hexadecimal digits; absent where not assigned.
    pub nguid: Option<String>,
    /// EUI64 as 16 hexadecimal digits; absent where not assigned.
    pub eui64: Option<String>,
}

/// One LBA format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LbaFormat {
    /// Its number.
    pub index: u8,
    /// Size of a logical block without metadata.
    pub data_bytes: u64,
    /// Metadata per logical block.
    pub metadata_bytes: u16,
    /// RP: 0 best, 1 better, 2 good, 3 degraded.
    pub relative_performance: u8,
}

impl IdentifyNamespace {
    /// Decodes the 4096 bytes of Identify Namespace (CNS 00h).
    ///
    /// # Errors
    /// [`Malformed`] if they are fewer, all zero (an inactive namespace), or the format in use is not among the formats.
    pub fn decode(bytes: &[u8]) -> Result<Self, Malformed> {
        let data = Structure::<IDENTIFY_BYTES>::new(STRUCTURE, bytes)?;
        if data.0.iter().all(|byte| *byte == 0) {
            return Err(malformed("all zero: the namespace is not active"));
        }
        let lba_formats = lba_formats(&data)?;
        let namespace = Self {
            size_blocks: data.u64(0),
            utilization_blocks: data.u64(16),
            current_lba_format: current_format(&data),
            is_shared: data.u8(30) & 1 == 1,
            is_dispersed: data.u8(30) & 1 << 1 != 0,
            is_write_protected: data.u8(99) & 1 == 1,
            format_remaining_percent: format_remaining(data.u8(32)),
            nguid: data.identifier(104, 16),
            eui64: data.identifier(120, 8),
            lba_formats,
        };
        if namespace.format_in_use().is_none() {
            return Err(malformed("FLBAS names a format that the namespace does not have"));
        }
        Ok(namespace)
    }

    /// Size in bytes.
    #[must_use]
    pub fn size_bytes(&self) -> u128 {
        u128::from(self.size_blocks) * self.block_bytes()
    }

    /// Bytes in use, as the drive counts them.
    #[must_use]
    pub fn utilization_bytes(&self) -> u128 {
        u128::from(self.utilization_blocks) * self.block_bytes()
    }

    fn block_bytes(&self) -> u128 {
        self.format_in_use()
            .map_or(0, |format| u128::from(format.data_bytes))
    }

    /// The format in use; one that was decoded has it.
    #[must_use]
    pub fn format_in_use(&self) -> Option<&LbaFormat> {
        self.lba_formats
            .iter()
            .find(|format| format.index == self.current_lba_format)
    }
}

fn malformed(reason: &str) -> Malformed {
    Malformed {
        structure: STRUCTURE,
        reason: reason.to_owned(),
    }
}

/// FLBAS: bits 3:0, and bits 6:5 above them for namespaces with more than 16 formats.
fn current_format(data: &Structure<'_, IDENTIFY_BYTES>) -> u8 {
    let (flbas, has_more_than_16) = (data.u8(26), data.u8(25) > 15);
    let high = if has_more_than_16 {
        (flbas >> 5 & 0b11) << 4
    } else {
        0
    };
    flbas & 0x0f | high
}

/// FPI: bit 7 tells whether bits 6:0 mean anything.
fn format_remaining(indicator: u8) -> Option<u8> {
    (indicator & 1 << 7 != 0).then_some((indicator & 0x7f).min(100))
}

/// LBAF0 to LBAF(NLBAF), four bytes each: MS in 15:0, LBADS in 23:16, RP in 25:24. LBADS below 9 is "not available".
fn lba_formats(data: &Structure<'_, IDENTIFY_BYTES>) -> Result<Vec<LbaFormat>, Malformed> {
    let last = data.u8(25);
    if last > 63 {
        return Err(malformed(&format!(
            "NLBAF is {last}, the specification allows 0 to 63"
        )));
    }
    let formats = (0..=last).filter_map(|index| {
        let descriptor = data.u32(128 + usize::from(index) * 4);
        let [metadata_low, metadata_high, data_size, performance] = descriptor.to_le_bytes();
        Some(LbaFormat {
            index,
            data_bytes: (9..=32).contains(&data_size).then(|| 1u64 << data_size)?,
            metadata_bytes: u16::from_le_bytes([metadata_low, metadata_high]),
            relative_performance: performance & 0b11,
        })
    });
    Ok(formats.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A namespace of 91 573 146 blocks of 4096 bytes (a 375 GB P4800X), formats 512 + 0, 512 + 8, unavailable, 4096 + 0.
    fn fixture() -> Vec<u8> {
        let mut data = vec![0; IDENTIFY_BYTES];
        data[0..8].copy_from_slice(&91_573_146u64.to_le_bytes());
        data[8..16].copy_from_slice(&91_573_146u64.to_le_bytes());
        data[16..24].copy_from_slice(&1000u64.to_le_bytes());
        data[25] = 3;
        data[26] = 3;
        data[30] = 1;
        data[104..120].copy_from_slice(&[
            1, 0, 0, 0, 1, 0, 0, 0, 0x5c, 0xd2, 0xe4, 0x2a, 0x91, 0x41, 0x9c, 0x24,
        ]);
        data[128..132].copy_from_slice(&[0, 0, 9, 2]);
        data[132..136].copy_from_slice(&[8, 0, 9, 3]);
        data[140..144].copy_from_slice(&[0, 0, 12, 0]);
        data
    }

    #[test]
    fn decodes_every_field_at_its_offset() {
        let format = |index, data_bytes, metadata_bytes, relative_performance| LbaFormat {
            index,
            data_bytes,
            metadata_bytes,
            relative_performance,
        };
        let decoded = IdentifyNamespace::decode(&fixture()).unwrap();
        let expected = IdentifyNamespace {
            size_blocks: 91_573_146,
            utilization_blocks: 1000,
            lba_formats: vec![format(0, 512, 0, 2), format(1, 512, 8, 3), format(3, 4096, 0, 0)],
            current_lba_format: 3,
            is_shared: true,
            is_dispersed: false,
            is_write_protected: false,
            format_remaining_percent: None,
            nguid: Some("01000000010000005cd2e42a91419c24".into()),
            eui64: None,
        };
        assert_eq!(decoded, expected);
        // 91 573 146 x 4096 and 1000 x 4096.
        assert_eq!(
            (decoded.size_bytes(), decoded.utilization_bytes()),
            (375_083_606_016, 4_096_000)
        );
    }

    #[test]
    fn reads_the_upper_bits_of_flbas_only_past_sixteen_formats() {
        let mut data = fixture();
        data[26] = 0b0010_0011;
        assert_eq!(IdentifyNamespace::decode(&data).unwrap().current_lba_format, 3);
        data[25] = 19;
        data[128 + 19 * 4 + 2] = 12;
        assert_eq!(IdentifyNamespace::decode(&data).unwrap().current_lba_format, 19);
    }

    #[test]
    fn is_write_protected_by_the_first_bit_of_nsattr() {
        let read = [0, 1, 0xfe, 0xff].map(|nsattr| {
            let mut data = fixture();
            data[99] = nsattr;
            IdentifyNamespace::decode(&data).unwrap().is_write_protected
        });
        assert_eq!(read, [false, true, false, true]);
    }

    #[test]
    fn is_shared_by_the_first_bit_of_nmic_and_dispersed_by_the_second() {
        let read = [0, 1, 0b10, 0xff].map(|nmic| {
            let mut data = fixture();
            data[30] = nmic;
            let namespace = IdentifyNamespace::decode(&data).unwrap();
            (namespace.is_shared, namespace.is_dispersed)
        });
        assert_eq!(read, [(false, false), (true, false), (false, true), (true, true)]);
    }

    #[test]
    fn reads_how_much_is_left_to_format_only_where_the_drive_says() {
        let left = |indicator| {
            let mut data = fixture();
            data[32] = indicator;
            IdentifyNamespace::decode(&data).unwrap().format_remaining_percent
        };
        assert_eq!([left(0), left(37), left(0x80)], [None, None, Some(0)]);
        // 127 is more than all of it.
        assert_eq!([left(0x80 | 37), left(0xff)], [Some(37), Some(100)]);
    }

    #[test]
    fn refuses_what_cannot_be_a_namespace() {
        assert!(IdentifyNamespace::decode(&fixture()[..100]).is_err());
        assert!(
            IdentifyNamespace::decode(&[0; IDENTIFY_BYTES])
                .unwrap_err()
                .reason
                .contains("not active")
        );
        let mut data = fixture();
        data[26] = 2; // Format 2 has LBADS 0.
        assert!(
            IdentifyNamespace::decode(&data)
                .unwrap_err()
                .reason
                .contains("FLBAS")
        );
        data[25] = 64;
        assert!(
            IdentifyNamespace::decode(&data)
                .unwrap_err()
                .reason
                .contains("NLBAF")
        );
    }

    proptest! {
        #[test]
        fn any_bytes_are_decoded_or_refused(bytes in proptest::collection::vec(any::<u8>(), 4090..4100)) {
            if let Ok(namespace) = IdentifyNamespace::decode(&bytes) {
                prop_assert!(namespace.size_bytes() >= u128::from(namespace.size_blocks));
            }
        }
    }
}
