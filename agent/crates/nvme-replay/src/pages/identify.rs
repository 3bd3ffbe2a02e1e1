//! Identify Controller (CNS 01h), Identify Namespace (CNS 00h), and the lists of namespaces and controllers.

use super::Page;
use crate::profile::{Controller, Namespace, PowerState, Profile};

/// The 4096 bytes of Identify Controller.
#[must_use]
pub fn identify_controller(profile: &Profile) -> Vec<u8> {
    let data = &profile.controller;
    let mut page = Page::new(4096);
    let [major, minor, tertiary] = data.version;
    page.put(0, &data.pci_vendor_id.to_le_bytes())
        .text(4, 20, &data.serial)
        .text(24, 40, &data.model)
        .text(64, 8, &data.firmware)
        .put(76, &[data.cmic])
        .put(78, &data.controller_id.to_le_bytes())
        .put(80, &[tertiary, minor, major, 0]);
    capabilities(&mut page, data);
    let namespaces = u32::try_from(profile.namespaces.len()).unwrap_or(u32::MAX);
    page.put(516, &namespaces.to_le_bytes())
        .put(524, &[data.fna, data.vwc])
        .put(768, data.subsystem_nqn.as_bytes());
    for (index, state) in data.power_states.iter().take(32).enumerate() {
        power_state(&mut page, 2048 + index * 32, state);
    }
    page.0
}

fn capabilities(page: &mut Page, data: &Controller) {
    let last_state = u8::try_from(data.power_states.len().saturating_sub(1)).unwrap_or(31);
    page.put(256, &data.oacs.to_le_bytes())
        .put(260, &[data.frmw, data.lpa, data.elpe, last_state])
        .put(266, &data.warning_temperature_kelvin.to_le_bytes())
        .put(268, &data.critical_temperature_kelvin.to_le_bytes())
        .counter(280, data.total_capacity_bytes)
        .put(316, &data.extended_self_test_minutes.to_le_bytes())
        .put(322, &data.hctma.to_le_bytes())
        .put(324, &data.mntmt.to_le_bytes())
        .put(326, &data.mxtmt.to_le_bytes())
        .put(328, &data.sanicap.to_le_bytes());
}

/// MP in centiwatts (MXPS 0); IDLP and ACTP in centiwatts, which is scale 10b.
fn power_state(page: &mut Page, offset: usize, state: &PowerState) {
    let centiwatts = |milliwatts: u32| u16::try_from(milliwatts / 10).unwrap_or(u16::MAX).to_le_bytes();
    let scale = |milliwatts: u32| if milliwatts == 0 { 0 } else { 0b10 << 6 };
    page.put(offset, &centiwatts(state.max_power_milliwatts))
        .put(offset + 3, &[u8::from(state.non_operational) << 1])
        .put(offset + 4, &state.entry_latency_us.to_le_bytes())
        .put(offset + 8, &state.exit_latency_us.to_le_bytes())
        .put(offset + 16, &centiwatts(state.idle_power_milliwatts))
        .put(offset + 18, &[scale(state.idle_power_milliwatts)])
        .put(offset + 20, &centiwatts(state.active_power_milliwatts))
        .put(offset + 22, &[scale(state.active_power_milliwatts)]);
}

/// The 4096 bytes of a Namespace List.
#[must_use]
pub fn namespace_list(identifiers: &[u32]) -> Vec<u8> {
    let mut page = Page::new(4096);
    for (index, identifier) in identifiers.iter().take(1024).enumerate() {
        page.put(index * 4, &identifier.to_le_bytes());
    }
    page.0
}

/// The 4096 bytes of a Controller List.
#[must_use]
pub fn controller_list(identifiers: &[u16]) -> Vec<u8> {
    let mut page = Page::new(4096);
    let count = u16::try_from(identifiers.len()).unwrap_or(u16::MAX);
    page.put(0, &count.to_le_bytes());
    for (index, identifier) in identifiers.iter().take(2047).enumerate() {
        page.put(2 + index * 2, &identifier.to_le_bytes());
    }
    page.0
}

/// The 4096 bytes of Identify Namespace.
#[must_use]
pub fn identify_namespace(namespace: &Namespace, format_remaining_percent: Option<u8>) -> Vec<u8> {
    let mut page = Page::new(4096);
    let current = namespace.formats.get(usize::from(namespace.current_format));
    let block_bytes = current.map_or(512, |[data, ..]| u64::from(*data));
    let blocks = namespace.size_bytes / block_bytes;
    let last_format = u8::try_from(namespace.formats.len().saturating_sub(1)).unwrap_or(63);
    page.counter(0, blocks)
        .counter(8, blocks)
        .counter(16, blocks)
        .put(25, &[last_format, namespace.current_format])
        .put(30, &[namespace.nmic]);
    if let Some(percent) = format_remaining_percent {
        page.put(32, &[1 << 7 | percent]);
    }
    if let Ok(eui64) = u64::from_str_radix(&namespace.eui64, 16) {
        page.put(120, &eui64.to_be_bytes());
    }
    for (index, [data, metadata, performance]) in namespace.formats.iter().enumerate() {
        let exponent = data.checked_ilog2().unwrap_or_default();
        let descriptor = metadata & 0xffff | exponent << 16 | (performance & 3) << 24;
        page.put(128 + index * 4, &descriptor.to_le_bytes());
    }
    page.0
}
