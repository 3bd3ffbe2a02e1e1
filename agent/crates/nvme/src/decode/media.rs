//! What a drive counts of its medium, in one form for OCP's extended SMART (C0h) and Intel's additional one (CAh).

use super::vendor::{VENDOR_LOG_BYTES, intel_items, ocp_page};
use super::{Malformed, Structure};

/// Attributes F4h and F5h of Intel's log count in these.
const MEBIBYTES_32: u128 = 32 << 20;

/// What a drive does not count is absent: it says so with all bits set.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MediaCounters {
    /// Bytes written to the medium.
    pub bytes_written: Option<u128>,
    /// Bytes read from it.
    pub bytes_read: Option<u128>,
    /// Blocks out of use; with Intel, failures to program and to erase one.
    pub bad_blocks: Option<u64>,
    /// Data that changed inside the drive.
    pub end_to_end_errors: Option<u64>,
    /// Shutdowns after which the cache was perhaps not saved.
    pub incomplete_shutdowns: Option<u64>,
    /// Corrected errors at the drive's end of the link.
    pub link_correctable_errors: Option<u64>,
    /// Dies of the medium that are out of use.
    pub dies_offline: Option<u16>,
    /// How many dies the drive can lose.
    pub die_failure_tolerance: Option<u16>,
    /// Energy left to save the cache at a power cut; the scale is the maker's.
    pub capacitor_percent: Option<u16>,
}

/// OCP Datacenter NVMe SSD Specification, log C0h. Its dies are in later versions of the page only.
///
/// # Errors
/// [`Malformed`] if there are fewer bytes, all of them are zero, or the page is another vendor's.
pub fn ocp_media(bytes: &[u8]) -> Result<MediaCounters, Malformed> {
    refuse_zeros("OCP SMART / Health Information Extended", bytes)?;
    let data = ocp_page(bytes)?;
    let counted = |bytes: usize, offset: usize| counted(&data, offset, bytes);
    let [user, system] = [counted(6, 32), counted(6, 40)];
    let has_dies = data.u16(216) != 0;
    Ok(MediaCounters {
        bytes_written: wide(data.u128(0)),
        bytes_read: wide(data.u128(16)),
        bad_blocks: user.map(|user| user.saturating_add(system.unwrap_or_default())),
        end_to_end_errors: counted(4, 72),
        incomplete_shutdowns: counted(4, 112),
        link_correctable_errors: counted(8, 104),
        dies_offline: has_dies.then(|| short(data.u16(220))).flatten(),
        die_failure_tolerance: has_dies.then(|| short(data.u16(218))).flatten(),
        capacitor_percent: short(data.u16(128)),
    })
}

/// Intel's Additional SMART Attributes (CAh).
///
/// # Errors
/// [`Malformed`] if there are fewer bytes, or all of them are zero.
pub fn intel_media(bytes: &[u8]) -> Result<MediaCounters, Malformed> {
    refuse_zeros("Intel Additional SMART", bytes)?;
    let items = intel_items(bytes)?;
    let raw = |wanted: u8| {
        let mut of_number = items.iter().filter(|(number, ..)| *number == wanted);
        of_number.next().map(|(_, raw, _)| *raw)
    };
    let failures = raw(0xab).map(|program| program.saturating_add(raw(0xac).unwrap_or_default()));
    Ok(MediaCounters {
        bytes_written: raw(0xf4).map(|count| u128::from(count) * MEBIBYTES_32),
        bad_blocks: failures,
        end_to_end_errors: raw(0xb8),
        ..MediaCounters::default()
    })
}

fn refuse_zeros(structure: &'static str, bytes: &[u8]) -> Result<(), Malformed> {
    if bytes.len() >= VENDOR_LOG_BYTES && bytes.iter().all(|byte| *byte == 0) {
        let reason = "all of it is zero".to_owned();
        return Err(Malformed { structure, reason });
    }
    Ok(())
}

/// A little-endian counter of so many bytes.
fn counted(data: &Structure<'_, VENDOR_LOG_BYTES>, offset: usize, bytes: usize) -> Option<u64> {
    let all = u64::MAX >> (64 - 8 * bytes);
    let value = data.u64(offset) & all;
    (value != all).then_some(value)
}

fn wide(value: u128) -> Option<u128> {
    (value != u128::MAX).then_some(value)
}

fn short(value: u16) -> Option<u16> {
    (value != u16::MAX).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::super::vendor::OCP_GUID;
    use super::*;
    use proptest::prelude::*;

    fn ocp(fields: &[(usize, &[u8])]) -> Vec<u8> {
        let mut page = vec![0; VENDOR_LOG_BYTES];
        page[496..].copy_from_slice(&OCP_GUID.to_le_bytes());
        for (offset, bytes) in fields {
            page[*offset..offset + bytes.len()].copy_from_slice(bytes);
        }
        page
    }

    #[test]
    fn ocp_counters_are_at_their_offsets() {
        let page = ocp(&[
            (0, &(1u128 << 70).to_le_bytes()),
            (16, &9u128.to_le_bytes()),
            // Normalized values stand above the raw ones and are no part of them.
            (32, &[3, 0, 0, 0, 0, 0, 100, 0]),
            (40, &[2, 0, 0, 0, 0, 1, 99, 0]),
            (72, &4u32.to_le_bytes()),
            (104, &5u64.to_le_bytes()),
            (112, &6u32.to_le_bytes()),
            (128, &160u16.to_le_bytes()),
            (216, &[64, 0, 2, 0, 1, 0]),
        ]);
        let expected = MediaCounters {
            bytes_written: Some(1 << 70),
            bytes_read: Some(9),
            bad_blocks: Some(5 + (1 << 40)),
            end_to_end_errors: Some(4),
            incomplete_shutdowns: Some(6),
            link_correctable_errors: Some(5),
            dies_offline: Some(1),
            die_failure_tolerance: Some(2),
            capacitor_percent: Some(160),
        };
        assert_eq!(ocp_media(&page).unwrap(), expected);
    }

    #[test]
    fn what_a_drive_does_not_count_is_absent() {
        let page = ocp(&[
            (0, &[0xff; 48]),
            (72, &[0xff; 4]),
            (104, &[0xff; 12]),
            (128, &[0xff; 2]),
        ]);
        assert_eq!(ocp_media(&page).unwrap(), MediaCounters::default());
        let of_user_alone = ocp(&[(32, &[7, 0, 0, 0, 0, 0]), (40, &[0xff; 6])]);
        assert_eq!(ocp_media(&of_user_alone).unwrap().bad_blocks, Some(7));
        // A page without a number of dies is of a version that has none: no die of none is out of use.
        let old = ocp(&[(218, &[9, 0, 9, 0])]);
        assert_eq!(ocp_media(&old).unwrap().dies_offline, None);
    }

    #[test]
    fn intel_counters_go_by_their_numbers() {
        let mut page = vec![0; VENDOR_LOG_BYTES];
        for (index, (number, raw)) in [(0xabu8, 3u64), (0xac, 4), (0xb8, 1), (0xf4, 610_000), (0x77, 9)]
            .iter()
            .enumerate()
        {
            page[index * 12] = *number;
            page[index * 12 + 5..index * 12 + 11].copy_from_slice(&raw.to_le_bytes()[..6]);
        }
        let expected = MediaCounters {
            bytes_written: Some(20_468_203_520_000),
            bad_blocks: Some(7),
            end_to_end_errors: Some(1),
            ..MediaCounters::default()
        };
        assert_eq!(intel_media(&page).unwrap(), expected);
    }

    #[test]
    fn short_empty_and_foreign_pages_are_refused_with_their_reason() {
        let reason = |read: Result<MediaCounters, Malformed>| read.unwrap_err().reason;
        for page in [&[][..], &[0; 511][..]] {
            assert!(reason(ocp_media(page)).contains("bytes where"));
            assert!(reason(intel_media(page)).contains("bytes where"));
        }
        let zeros = [0; VENDOR_LOG_BYTES];
        assert_eq!(reason(ocp_media(&zeros)), "all of it is zero");
        assert_eq!(reason(intel_media(&zeros)), "all of it is zero");
        assert_eq!(
            reason(ocp_media(&[0xff; VENDOR_LOG_BYTES])),
            "the page has another GUID"
        );
    }

    proptest! {
        #[test]
        fn any_bytes_are_taken(bytes in proptest::collection::vec(any::<u8>(), 0..1024)) {
            let _ = (ocp_media(&bytes), intel_media(&bytes));
        }

        #[test]
        fn any_page_of_the_right_kind_is_taken(mut bytes in proptest::collection::vec(any::<u8>(), VENDOR_LOG_BYTES)) {
            bytes[496..].copy_from_slice(&OCP_GUID.to_le_bytes());
            prop_assert!(ocp_media(&bytes).is_ok());
        }
    }
}
