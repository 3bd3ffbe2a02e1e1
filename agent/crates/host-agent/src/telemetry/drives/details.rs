//! A drive's details in the words of the wire.

use crosspoint_nvme::decode::vendor::{Attribute, Unit};
use crosspoint_nvme::decode::{
    ErrorLogEntry, FirmwareSlots, IdentifyController, SelfTestLog, SelfTestResult,
};
use crosspoint_nvme::details::{Details, PowerGovernor, VendorLog};
use crosspoint_wire as wire;

/// Everything that was read, beside the limits that Identify Controller states.
pub(super) fn wire_details(details: &Details, controller: &IdentifyController) -> wire::DriveDetails {
    wire::DriveDetails {
        erase: erase_facts(controller),
        error_log: details.error_log.iter().map(error_log_entry).collect(),
        error_log_size: controller.capabilities.error_log_entries.into(),
        firmware: details
            .firmware
            .as_ref()
            .map(|slots| firmware_facts(slots, controller)),
        power_governor: details.power_governor.as_ref().map(power_governor),
        power_limit: details.power_limit,
        self_test: details
            .self_test
            .as_ref()
            .map(|log| self_test_facts(log, controller)),
        thermal_management: thermal_management(details, controller),
        unread: details.unread.clone(),
        vendor_logs: details.vendor_logs.iter().map(vendor_log).collect(),
        write_cache_enabled: details.write_cache_enabled,
    }
}

fn erase_facts(controller: &IdentifyController) -> wire::EraseFacts {
    let capabilities = &controller.capabilities;
    wire::EraseFacts {
        erase_all_namespaces: capabilities.erase_all_namespaces,
        format: capabilities.format,
        format_all_namespaces: capabilities.format_all_namespaces,
        format_crypto_erase: capabilities.format_crypto_erase,
        sanitize_block_erase: capabilities.sanitize.block_erase,
        sanitize_crypto_erase: capabilities.sanitize.crypto_erase,
        sanitize_overwrite: capabilities.sanitize.overwrite,
    }
}

pub(super) fn error_log_entry(entry: &ErrorLogEntry) -> wire::ErrorLogEntry {
    wire::ErrorLogEntry {
        command_id: entry.command_id,
        error_count: entry.error_count.to_string(),
        lba: entry.lba.to_string(),
        nsid: entry.nsid,
        status: entry.status,
        submission_queue: entry.submission_queue,
    }
}

fn firmware_facts(slots: &FirmwareSlots, controller: &IdentifyController) -> wire::FirmwareFacts {
    let capabilities = &controller.capabilities;
    let revisions = slots.revisions.iter().map(|(slot, revision)| wire::FirmwareSlot {
        revision: revision.clone(),
        slot: *slot,
    });
    wire::FirmwareFacts {
        activates_without_reset: capabilities.firmware_activates_without_reset,
        active_slot: slots.active_slot,
        first_slot_read_only: capabilities.first_firmware_slot_read_only,
        next_slot: slots.next_slot,
        slot_count: capabilities.firmware_slots,
        slots: revisions.collect(),
    }
}

fn power_governor(governor: &PowerGovernor) -> wire::PowerGovernor {
    let settings = governor
        .settings
        .iter()
        .map(|setting| wire::PowerGovernorSetting {
            max_power_milliwatts: setting.max_power_milliwatts.into(),
            value: setting.value,
        });
    wire::PowerGovernor {
        settings: settings.collect(),
        value: governor.value,
    }
}

fn self_test_facts(log: &SelfTestLog, controller: &IdentifyController) -> wire::SelfTestFacts {
    wire::SelfTestFacts {
        extended_minutes: controller.capabilities.extended_self_test_minutes.map(Into::into),
        results: log.results.iter().map(self_test_result).collect(),
        running: log.running.map(|(code, percent)| wire::RunningSelfTest {
            code,
            percent: percent.min(100),
        }),
    }
}

/// How a self-test ended.
pub fn self_test_result(result: &SelfTestResult) -> wire::SelfTestResult {
    wire::SelfTestResult {
        code: result.code,
        failed_segment: result.failed_segment,
        failing_lba: result.failing_lba.map(|lba| lba.to_string()),
        nsid: result.nsid,
        power_on_hours: result.power_on_hours.to_string(),
        result: result.result,
        status: result.status,
    }
}

fn thermal_management(details: &Details, controller: &IdentifyController) -> Option<wire::ThermalManagement> {
    let range = controller.capabilities.thermal_management?;
    Some(wire::ThermalManagement {
        heavy_kelvin: details.thermal_management.map(|setting| setting.heavy_kelvin),
        light_kelvin: details.thermal_management.map(|setting| setting.light_kelvin),
        maximum_kelvin: range.maximum_kelvin,
        minimum_kelvin: range.minimum_kelvin,
    })
}

pub(super) fn vendor_log(log: &VendorLog) -> wire::VendorLog {
    wire::VendorLog {
        attributes: log.attributes.iter().map(vendor_attribute).collect(),
        identifier: log.identifier,
        name: log.name.to_owned(),
    }
}

fn vendor_attribute(attribute: &Attribute) -> wire::VendorAttribute {
    wire::VendorAttribute {
        name: attribute.name.to_owned(),
        normalized: attribute.normalized,
        unit: match attribute.unit {
            Unit::Count => wire::VendorAttributeUnit::Count,
            Unit::Bytes => wire::VendorAttributeUnit::Bytes,
            Unit::Percent => wire::VendorAttributeUnit::Percent,
            Unit::Millipercent => wire::VendorAttributeUnit::Millipercent,
            Unit::Minutes => wire::VendorAttributeUnit::Minutes,
        },
        value: attribute.value.to_string(),
    }
}
