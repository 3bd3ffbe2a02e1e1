//! Decoders against what nvme-cli 2.3 read from a real driver and an emulated controller (QEMU 7.2, Linux 6.12). The
//! `.txt` files beside the binary ones are what nvme-cli itself made of the same data; the numbers below are from them.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use crosspoint_nvme::decode::{
    Capabilities, IdentifyController, IdentifyNamespace, LbaFormat, PowerState, Sanitize, SmartLog,
    current_feature_value,
};

#[test]
fn identify_controller() {
    let data = IdentifyController::decode(include_bytes!("fixtures/id-ctrl.bin")).unwrap();
    let expected = IdentifyController {
        pci_vendor_id: 0x1b36,
        serial: "LAB-a7".into(),
        model: "QEMU NVMe Ctrl".into(),
        firmware: "7.2.22".into(),
        controller_id: 0,
        version: "1.4".into(),
        warning_temperature_kelvin: Some(343),
        critical_temperature_kelvin: Some(373),
        total_capacity_bytes: None,
        namespace_count: 256,
        volatile_write_cache: true,
        // nvme-cli: oacs 0x10a, frmw 0x3, lpa 0x7, elpe 0, hctma 0, sanicap 0, fna 0.
        capabilities: Capabilities {
            format: true,
            namespace_management: true,
            lists_namespaces: true,
            several_controllers: false,
            self_test: false,
            extended_self_test_minutes: None,
            firmware_slots: 1,
            first_firmware_slot_read_only: true,
            firmware_activates_without_reset: false,
            error_log_entries: 1,
            lists_logs_and_features: false,
            thermal_management: None,
            sanitize: Sanitize::default(),
            format_all_namespaces: false,
            erase_all_namespaces: false,
            format_crypto_erase: false,
        },
        subsystem_nqn: "nqn.2019-08.org.qemu:LAB-a7".into(),
        power_states: vec![PowerState {
            index: 0,
            max_power_milliwatts: Some(25_000),
            non_operational: false,
            entry_latency_us: 16,
            exit_latency_us: 4,
            idle_power_milliwatts: None,
            active_power_milliwatts: None,
        }],
    };
    assert_eq!(data, expected);
}

#[test]
fn identify_namespace() {
    let data = IdentifyNamespace::decode(include_bytes!("fixtures/id-ns.bin")).unwrap();
    let format = |index, data_bytes, metadata_bytes| LbaFormat {
        index,
        data_bytes,
        metadata_bytes,
        relative_performance: 0,
    };
    let formats = [
        (512, 0),
        (512, 8),
        (512, 16),
        (512, 64),
        (4096, 0),
        (4096, 8),
        (4096, 16),
        (4096, 64),
    ];
    let expected: Vec<LbaFormat> = (0..)
        .zip(formats)
        .map(|(index, (data, metadata))| format(index, data, metadata))
        .collect();
    assert_eq!(
        (data.lba_formats.as_slice(), data.current_lba_format),
        (expected.as_slice(), 4)
    );
    // 0x40000 blocks of 4096 bytes: the drive has 1 GiB.
    assert_eq!((data.size_bytes(), data.utilization_bytes()), (1 << 30, 1 << 30));
    assert_eq!((data.nguid, data.eui64), (None, None));
}

#[test]
fn smart_log() {
    let data = SmartLog::decode(include_bytes!("fixtures/smart-log.bin")).unwrap();
    assert_eq!(
        (
            data.critical_warning,
            data.composite_temperature_kelvin,
            data.percentage_used
        ),
        (0, 323, 0)
    );
    assert_eq!(
        (
            data.data_units_read,
            data.host_read_commands,
            data.data_units_written
        ),
        (1, 2, 0)
    );
    assert_eq!((data.available_spare_percent, data.power_on_hours), (0, 0));
}

#[test]
fn get_feature() {
    assert_eq!(
        current_feature_value(include_str!("fixtures/get-feature.txt")).unwrap(),
        0
    );
}
