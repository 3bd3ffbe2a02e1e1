//! The other logs: errors (01h), firmware slots (03h), self-tests (06h), supported pages (00h), effects of features
//! (12h), and the vendors' own (Intel CAh, OCP C0h).

use std::collections::BTreeMap;

use super::Page;
use crate::profile::{ErrorEntry, Ocp, SelfTest};

/// Entries of 64 bytes; those after the last are all zero.
#[must_use]
pub fn error_log(entries: &[ErrorEntry], count: usize) -> Vec<u8> {
    let mut page = Page::new(count * 64);
    for (index, entry) in entries.iter().take(count).enumerate() {
        let offset = index * 64;
        page.counter(offset, entry.error_count)
            .put(offset + 8, &entry.submission_queue.to_le_bytes())
            .put(offset + 10, &entry.command_id.to_le_bytes())
            .put(offset + 12, &(entry.status << 1).to_le_bytes())
            .counter(offset + 16, entry.lba)
            .put(offset + 24, &entry.nsid.to_le_bytes());
    }
    page.0
}

/// AFI and the revisions; the first slot is active.
#[must_use]
pub fn firmware_slots(revisions: &[String]) -> Vec<u8> {
    let mut page = Page::new(512);
    page.put(0, &[1]);
    for (index, revision) in revisions
        .iter()
        .take(7)
        .enumerate()
        .filter(|(_, text)| !text.is_empty())
    {
        page.text(8 + index * 8, 8, revision);
    }
    page.0
}

/// 564 bytes; unused results have code and result Fh.
#[must_use]
pub fn self_test_log(results: &[SelfTest]) -> Vec<u8> {
    let mut page = Page::new(564);
    for index in 0..20 {
        let offset = 4 + index * 28;
        let Some(test) = results.get(index) else {
            page.put(offset, &[0xff]);
            continue;
        };
        page.put(offset, &[test.code << 4 | test.result, test.segment])
            .counter(offset + 4, test.power_on_hours);
        if let Some(lba) = test.failing_lba {
            // VDI bit 1: the failing LBA is valid.
            page.put(offset + 2, &[0b10]).counter(offset + 16, lba);
        }
    }
    page.0
}

/// LID supported bits of the log pages in the list, four bytes a page.
#[must_use]
pub fn supported_log_pages(pages: &[u8]) -> Vec<u8> {
    flags(pages)
}

/// FSUPP bits of the features in the list, four bytes a feature.
#[must_use]
pub fn feature_effects(features: &[u8]) -> Vec<u8> {
    flags(features)
}

fn flags(identifiers: &[u8]) -> Vec<u8> {
    let mut page = Page::new(1024);
    for identifier in identifiers {
        page.put(usize::from(*identifier) * 4, &[1]);
    }
    page.0
}

/// Items of 12 bytes: number, normalized value at byte 3, raw value in bytes 5 to 10.
#[must_use]
pub fn intel_additional_smart(attributes: &BTreeMap<u8, u64>) -> Vec<u8> {
    let mut page = Page::new(512);
    for (index, (number, raw)) in attributes.iter().enumerate() {
        let offset = index * 12;
        page.put(offset, &[*number, 0, 0, 100])
            .put(offset + 5, &raw.to_le_bytes()[..6]);
    }
    page.0
}

/// OCP Datacenter NVMe SSD Specification 2.0, log identifier C0h.
#[must_use]
pub fn ocp_smart(ocp: &Ocp) -> Vec<u8> {
    let mut page = Page::new(512);
    page.counter(0, ocp.physical_media_units_written)
        .counter(16, ocp.physical_media_units_read)
        .put(32, &ocp.bad_user_blocks.to_le_bytes()[..6])
        .put(38, &100u16.to_le_bytes())
        .counter(56, ocp.uncorrectable_read_errors)
        .put(72, &ocp.end_to_end_errors.to_le_bytes())
        .put(96, &[ocp.thermal_throttling_events])
        .counter(104, ocp.pcie_correctable_errors)
        .put(112, &ocp.incomplete_shutdowns.to_le_bytes())
        .put(128, &ocp.capacitor_health.to_le_bytes())
        .put(216, &ocp.media_dies.to_le_bytes())
        .put(218, &ocp.die_failure_tolerance.to_le_bytes())
        .put(220, &ocp.media_dies_offline.to_le_bytes())
        .put(494, &3u16.to_le_bytes())
        .put(496, &0xAFD5_14C9_7C6F_4F9C_A4F2_BFEA_2810_AFC5_u128.to_le_bytes());
    page.0
}
