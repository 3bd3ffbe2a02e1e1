use super::*;
use crate::cli::{CliFuture, Output};
use crate::feature::{POWER_GOVERNOR, POWER_MANAGEMENT};
use crate::status::Status;
use std::sync::Mutex;

struct Fake {
    output: Output,
    calls: Mutex<Vec<(String, Duration)>>,
}

impl NvmeCli for Fake {
    fn run<'a>(&'a self, _: &'a str, arguments: &'a [&'a str], limit: Duration) -> CliFuture<'a> {
        self.calls.lock().unwrap().push((arguments.join(" "), limit));
        Box::pin(async { Ok(self.output.clone()) })
    }
}

fn fake(stdout: &[u8], stderr: &str, exit_code: i32) -> (Arc<Fake>, DriveControl) {
    let output = Output {
        stdout: stdout.to_vec(),
        stderr: stderr.to_owned(),
        exit_code: Some(exit_code),
    };
    let cli = Arc::new(Fake {
        output,
        calls: Mutex::default(),
    });
    (Arc::clone(&cli), DriveControl::new(cli, "/dev/nvme3"))
}

#[tokio::test]
async fn asks_for_exactly_what_was_meant() {
    let (cli, drive) = fake(b"", "", 0);
    drive.set_feature(POWER_MANAGEMENT, 0x41).await.unwrap();
    drive.set_feature(POWER_GOVERNOR, 2).await.unwrap();
    drive.self_test(SelfTest::Extended).await.unwrap();
    drive.self_test(SelfTest::Abort).await.unwrap();
    drive.format(1, 3, SecureErase::Cryptographic).await.unwrap();
    drive.sanitize(SanitizeMethod::BlockErase).await.unwrap();
    for passes in [
        OverwritePasses::new(1).unwrap(),
        OverwritePasses::new(16).unwrap(),
    ] {
        drive.sanitize(SanitizeMethod::Overwrite(passes)).await.unwrap();
    }
    drive.sanitize(SanitizeMethod::CryptoErase).await.unwrap();
    let calls: Vec<String> = cli
        .calls
        .lock()
        .unwrap()
        .iter()
        .map(|(call, _)| call.clone())
        .collect();
    let expected = [
        "set-feature /dev/nvme3 --feature-id=0x02 --value=0x41",
        "set-feature /dev/nvme3 --feature-id=0xc6 --value=0x2",
        "device-self-test /dev/nvme3 --namespace-id=0xffffffff --self-test-code=2",
        "device-self-test /dev/nvme3 --namespace-id=0xffffffff --self-test-code=0xf",
        "format /dev/nvme3 --namespace-id=1 --lbaf=3 --ses=2 --force --timeout=7200000",
        "sanitize /dev/nvme3 --sanact=2",
        "sanitize /dev/nvme3 --sanact=3 --owpass=1",
        "sanitize /dev/nvme3 --sanact=3 --owpass=0",
        "sanitize /dev/nvme3 --sanact=4",
    ];
    assert_eq!(calls, expected);
}

#[tokio::test]
async fn lists_of_the_drive_are_asked_for_by_their_cns() {
    let (cli, drive) = fake(&[0; 4096], "", 0);
    assert!(!drive.allocated_namespaces().await.unwrap().is_full);
    drive.active_namespaces().await.unwrap();
    drive.subsystem_controllers().await.unwrap();
    let calls = cli.calls.lock().unwrap();
    for ((call, _), cns) in calls.iter().zip(["0x10", "0x02", "0x13"]) {
        let expected = format!(
            "admin-passthru /dev/nvme3 --opcode=0x06 --namespace-id=0 --cdw10={cns} --data-len=4096 --read --raw-binary"
        );
        assert_eq!(*call, expected);
    }
    assert_eq!(calls.len(), 3);
}

#[test]
fn an_overwrite_has_one_to_sixteen_passes() {
    let numbers = [0, 1, 16, 17].map(|passes| OverwritePasses::new(passes).map(OverwritePasses::number));
    assert_eq!(numbers, [None, Some(1), Some(16), None]);
}

#[tokio::test]
async fn a_format_may_take_two_hours_and_this_caller_outlasts_nvme_cli() {
    let (cli, drive) = fake(b"", "", 0);
    drive.format(1, 0, SecureErase::None).await.unwrap();
    drive
        .sanitize(SanitizeMethod::Overwrite(OverwritePasses::ONE))
        .await
        .unwrap();
    let limits: Vec<Duration> = cli
        .calls
        .lock()
        .unwrap()
        .iter()
        .map(|(_, limit)| *limit)
        .collect();
    assert_eq!(limits, [Duration::from_secs(7230), CALL_LIMIT]);
}

#[tokio::test]
async fn a_refusal_carries_its_status_in_words_wherever_it_was_printed() {
    let refused = "NVMe status: Feature Identifier Not Changeable(0x410e)";
    for (stdout, stderr) in [("", refused), (refused, "")] {
        let (_, drive) = fake(stdout.as_bytes(), stderr, 1);
        let error = drive.set_feature(POWER_MANAGEMENT, 1).await.unwrap_err();
        assert_eq!(error.status().map(Status::field), Some(0x410e));
        assert_eq!(
            error.to_string(),
            "nvme set-feature /dev/nvme3 --feature-id=0x02 --value=0x1 was refused by the drive: Feature Not Changeable: \
             the drive does not let this be changed (410Eh, do not retry)"
        );
    }
    let (_, drive) = fake(b"", "/dev/nvme3: Permission denied", 1);
    let error = drive.self_test(SelfTest::Short).await.unwrap_err();
    assert_eq!(error.status(), None);
    assert!(
        error
            .to_string()
            .ends_with("failed: /dev/nvme3: Permission denied"),
        "{error}"
    );
}

#[tokio::test]
async fn a_format_that_nvme_cli_1_calls_failed_for_want_of_a_partition_table_is_done() {
    let said = "failed to re-read partition table";
    let (_, drive) = fake(b"Success formatting namespace:1\n", said, 70);
    assert_eq!(drive.format(1, 0, SecureErase::None).await, Ok(()));
    let (_, drive) = fake(b"", "invalid lbaf:60", 70);
    assert!(drive.format(1, 60, SecureErase::None).await.is_err());
}

#[tokio::test]
async fn an_unsupported_log_that_exits_well_without_a_byte_is_no_status() {
    let (_, drive) = fake(b"", "", 0);
    assert!(matches!(
        drive.sanitize_status().await,
        Err(CallError::Malformed { .. })
    ));
    assert!(matches!(
        drive.self_test_log().await,
        Err(CallError::Malformed { .. })
    ));
}
