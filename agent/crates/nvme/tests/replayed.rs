//! Whole drives of models that nobody here owns: read through a replayed nvme-cli, decoded, and compared with what their
//! profiles say.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::Arc;
use std::time::Duration;

use crosspoint_nvme::ProblemKind;
use crosspoint_nvme::cli::{CliError, CliFuture, NvmeCli, Output};
use crosspoint_nvme::control::{DriveControl, SanitizeMethod, SecureErase, SelfTest};
use crosspoint_nvme::decode::vendor::Unit;
use crosspoint_nvme::decode::{IdentifyController, SanitizeStatus, SelfTestResult};
use crosspoint_nvme::details::{Details, PowerGovernor, ThermalManagementSetting};
use crosspoint_nvme::drive::DriveReader;
use crosspoint_nvme::feature;
use crosspoint_nvme::model::vendor_knowledge;
use crosspoint_nvme::sysfs::Sysfs;
use crosspoint_nvme_replay::{CliVersion, HostShape, Machine};

/// Each of these with every nvme-cli that is replayed.
macro_rules! with_every_nvme_cli {
    ($($test:ident),* $(,)?) => {
        mod nvme_cli_2_3 {
            $(#[tokio::test] async fn $test() { super::$test(super::CliVersion::V2_3).await })*
        }
        mod nvme_cli_3_0 {
            $(#[tokio::test] async fn $test() { super::$test(super::CliVersion::V3_0).await })*
        }
    };
}

with_every_nvme_cli!(
    a_p3700_with_its_governor_in_watts,
    a_p4800x_says_its_governor_raw_and_its_formats,
    a_900p_is_not_asked_for_what_it_does_not_have,
    a_drive_of_nvme_2_says_all_that_it_has,
    errors_come_with_their_status,
    a_drive_that_hangs_is_asked_once,
    a_refused_log_is_named_and_the_rest_is_read,
    a_drive_is_set_tested_erased_and_refuses_in_its_own_words,
);

/// The replay without a process.
struct Replayed(Machine);

impl NvmeCli for Replayed {
    fn run<'a>(&'a self, _: &'a str, arguments: &'a [&'a str], limit: Duration) -> CliFuture<'a> {
        let arguments: Vec<String> = arguments.iter().map(|one| (*one).to_owned()).collect();
        let answer = self.0.nvme(&arguments);
        Box::pin(async move {
            let answer = answer.ok_or(CliError::NotResponding { waited: limit })?;
            Ok(Output {
                stdout: answer.stdout,
                stderr: answer.stderr,
                exit_code: Some(answer.exit_code.into()),
            })
        })
    }
}

struct Plugged {
    _directory: tempfile::TempDir,
    machine: Machine,
    reader: DriveReader,
}

fn plug(version: CliVersion, profile: &str) -> Plugged {
    let directory = tempfile::tempdir().unwrap();
    let machine = Machine::create(directory.path(), &HostShape::default()).unwrap();
    let name = machine.plug(profile, "").unwrap();
    machine.use_nvme_cli(version).unwrap();
    let cli = Arc::new(Replayed(machine.clone()));
    Plugged {
        reader: DriveReader::new(cli, format!("/dev/{name}"), Duration::from_secs(1)),
        machine,
        _directory: directory,
    }
}

impl Plugged {
    async fn read(&self) -> (IdentifyController, Details) {
        let controller = self.reader.identify_controller().await.unwrap();
        let details = Details::read(&self.reader, &controller).await.unwrap();
        (controller, details)
    }

    /// Reading a drive must not leave a trace in its error log.
    fn was_never_refused(&self, details: &Details) {
        assert_eq!(details.unread, Vec::<String>::new());
        assert!(self.machine.calls().len() <= 11, "{:?}", self.machine.calls());
    }
}

async fn a_p3700_with_its_governor_in_watts(version: CliVersion) {
    let drive = plug(version, "p3700");
    let (controller, details) = drive.read().await;
    drive.was_never_refused(&details);
    let governor = details.power_governor.unwrap();
    let watts: Vec<_> = governor
        .settings
        .iter()
        .map(|one| (one.value, one.max_power_milliwatts))
        .collect();
    assert_eq!(
        (governor.value, watts),
        (0, vec![(0, 25_000), (1, 20_000), (2, 10_000)])
    );
    let attributes = &details.vendor_logs[0].attributes;
    let value = |name| {
        attributes
            .iter()
            .find(|one| one.name == name)
            .map(|one| (one.value, one.unit))
    };
    // 9 994 703 x 32 MiB by hosts; 4 295 032 833 is 1 | 1 << 16 | 1 << 32.
    assert_eq!(
        value("Written by hosts"),
        Some((335_366_582_173_696, Unit::Bytes))
    );
    assert_eq!(value("Erase cycles, mean"), Some((1, Unit::Count)));
    assert_eq!(controller.power_states[0].max_power_milliwatts, Some(25_000));
    let smart = drive.reader.smart_log().await.unwrap();
    assert_eq!(
        (smart.data_units_written, smart.percentage_used),
        (655_012_839, 5)
    );
}

async fn a_p4800x_says_its_governor_raw_and_its_formats(version: CliVersion) {
    let drive = plug(version, "p4800x");
    let (_, details) = drive.read().await;
    drive.was_never_refused(&details);
    assert_eq!(
        details.power_governor,
        Some(PowerGovernor {
            value: 0,
            settings: &[]
        })
    );
    let names: Vec<_> = details.vendor_logs[0]
        .attributes
        .iter()
        .map(|one| one.name)
        .collect();
    assert!(
        !names.iter().any(|name| name.contains("imed workload")),
        "untouched timers are no values: {names:?}"
    );
    let namespace = drive.reader.identify_namespace(1).await.unwrap();
    let formats: Vec<_> = namespace
        .lba_formats
        .iter()
        .map(|one| (one.data_bytes, one.metadata_bytes))
        .collect();
    let expected = [
        (512, 0),
        (512, 8),
        (512, 16),
        (4096, 0),
        (4096, 8),
        (4096, 64),
        (4096, 128),
    ];
    assert_eq!(
        (formats.as_slice(), namespace.size_bytes()),
        (&expected[..], 375_083_606_016)
    );
}

async fn a_900p_is_not_asked_for_what_it_does_not_have(version: CliVersion) {
    let drive = plug(version, "900p");
    let (controller, details) = drive.read().await;
    drive.was_never_refused(&details);
    assert_eq!((details.power_governor, details.vendor_logs.len()), (None, 0));
    assert_eq!(vendor_knowledge(&controller).power_governor, None);
    let asked = drive.machine.calls();
    assert!(
        !asked
            .iter()
            .any(|call| call.contains("-id=0xc") || call.contains("-id=0x06")),
        "{asked:?}"
    );
}

async fn a_drive_of_nvme_2_says_all_that_it_has(version: CliVersion) {
    let drive = plug(version, "micron-9100");
    let (controller, details) = drive.read().await;
    drive.was_never_refused(&details);
    assert_eq!(controller.capabilities.error_log_entries, 256);
    // 0148h and 0152h.
    let thermal = ThermalManagementSetting {
        light_kelvin: 328,
        heavy_kelvin: 338,
    };
    assert_eq!(
        (details.thermal_management, details.write_cache_enabled),
        (Some(thermal), Some(true))
    );
    assert_eq!(details.power_limit, Some(0x0002_04e2));
    assert_eq!(details.vendor_logs[0].identifier, 0xc0);
    assert_eq!(drive.reader.current_power_state().await.unwrap(), 1);
    let firmware = details.firmware.unwrap();
    assert_eq!((firmware.active_slot, firmware.revisions.len()), (Some(1), 2));
    let failed = SelfTestResult {
        code: 1,
        result: 7,
        failed_segment: Some(3),
        power_on_hours: 11_000,
        nsid: None,
        failing_lba: Some(123_456),
        status: None,
    };
    assert_eq!(details.self_test.unwrap().results[1], failed);
    let smart = drive.reader.smart_log().await.unwrap();
    assert_eq!(smart.temperature_sensors_kelvin, [318, 325, 0, 330, 0, 0, 0, 0]);
    assert_eq!(
        (
            smart.thermal_management_1.transitions,
            smart.thermal_management_1.seconds
        ),
        (6, 840)
    );
}

async fn errors_come_with_their_status(version: CliVersion) {
    let drive = plug(version, "media-errors");
    let (_, details) = drive.read().await;
    let errors: Vec<_> = details
        .error_log
        .iter()
        .map(|one| (one.error_count, one.status, one.lba))
        .collect();
    assert_eq!(errors, [(5, 0x281, 987_654_321), (4, 0x002, 0)]);
}

async fn a_drive_that_hangs_is_asked_once(version: CliVersion) {
    let drive = plug(version, "hangs");
    let problem = drive.reader.identify_controller().await.unwrap_err();
    assert_eq!(problem.kind, ProblemKind::NotResponding);
    let refusing = plug(version, "refuses").reader.smart_log().await.unwrap_err();
    assert_eq!(refusing.kind, ProblemKind::CommandFailed);

    // One that answers Identify and then hangs is not asked for the rest.
    let drive = plug(version, "p3700");
    let controller = drive.reader.identify_controller().await.unwrap();
    drive.machine.change("nvme0", "behaviour = \"hangs\"").unwrap();
    let problem = Details::read(&drive.reader, &controller).await.unwrap_err();
    assert_eq!(
        (problem.kind, drive.machine.calls().len()),
        (ProblemKind::NotResponding, 2)
    );
}

async fn a_refused_log_is_named_and_the_rest_is_read(version: CliVersion) {
    let drive = plug(version, "p3700");
    drive
        .machine
        .change("nvme0", "[controller]\noacs = 0b10110")
        .unwrap();
    let (_, details) = drive.read().await;
    assert_eq!((details.unread.len(), details.firmware.is_some()), (0, true));
    // It claims a volatile write cache, and refuses its feature.
    drive.machine.change("nvme0", "[controller]\nvwc = 1").unwrap();
    let (_, details) = drive.read().await;
    assert!(
        details.unread[0].contains("get-feature /dev/nvme0 --feature-id=0x06"),
        "{:?}",
        details.unread
    );
    assert_eq!(
        (details.write_cache_enabled, details.power_governor.is_some()),
        (None, true)
    );
}

async fn a_drive_is_set_tested_erased_and_refuses_in_its_own_words(version: CliVersion) {
    let drive = plug(version, "micron-9100");
    let control = DriveControl::new(Arc::new(Replayed(drive.machine.clone())), "/dev/nvme0");
    assert!(
        control
            .identify_controller()
            .await
            .unwrap()
            .capabilities
            .self_test
    );
    assert_eq!(control.active_namespaces().await.unwrap().identifiers, [1]);
    control.set_feature(feature::WRITE_CACHE, 0).await.unwrap();
    assert_eq!(control.feature(feature::WRITE_CACHE).await, Ok(0));
    control.self_test(SelfTest::Short).await.unwrap();
    assert_eq!(control.self_test_log().await.unwrap().running, Some((1, 0)));
    control.format(1, 1, SecureErase::None).await.unwrap();
    assert_eq!(control.identify_namespace(1).await.unwrap().current_lba_format, 1);
    control.sanitize(SanitizeMethod::BlockErase).await.unwrap();
    assert_eq!(
        control.sanitize_status().await,
        Ok(SanitizeStatus::InProgress { percent: 0 })
    );
    for (refused, status) in [
        (control.identify_namespace(9).await.map(drop), 0xb),
        (control.allocated_namespaces().await.map(drop), 0x4002),
        (control.format(1, 60, SecureErase::None).await, 0x410a),
        (control.feature(0x7f).await.map(drop), 0x4002),
        (control.self_test(SelfTest::Short).await, 0x411d),
    ] {
        assert_eq!(refused.unwrap_err().status().unwrap().field(), status);
    }
    let error = drive.reader.identify_namespace(9).await.unwrap_err();
    assert!(
        error.detail.ends_with("Invalid Namespace or Format (Bh)"),
        "{error:?}"
    );
}

#[test]
fn the_place_of_a_drive() {
    let directory = tempfile::tempdir().unwrap();
    let shape = HostShape {
        cpus: 64,
        ..HostShape::default()
    };
    let machine = Machine::create(directory.path(), &shape).unwrap();
    machine
        .plug("p4800x", "[place]\nlink_width = 2\nscheduler = \"mq-deadline\"")
        .unwrap();
    let sysfs = Sysfs::new(machine.sysfs());
    let mut controllers = sysfs.controllers();
    let [controller] = controllers.as_mut_slice() else {
        panic!("{controllers:?}")
    };
    sysfs.complete(controller);
    let queues = controller.queues.as_ref().unwrap();
    // 64 CPUs on 31 queues: most have two, two have three.
    assert_eq!(
        (queues.cpu_lists.len(), queues.cpus_sharing_most, queues.poll),
        (31, 3, 0)
    );
    assert_eq!(
        (controller.slot.as_deref(), controller.link_width),
        (Some("3"), Some(2))
    );
    assert_eq!(controller.namespaces[0].scheduler.as_deref(), Some("mq-deadline"));
}
