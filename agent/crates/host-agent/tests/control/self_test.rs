//! Self-tests.

use super::*;

impl Host {
    /// Takes a self-test of the flash drive through its percentages, each of which it keeps (`self_test_step = 0`) until the
    /// agent has told it. A test that goes on with each look at its log may be over before the agent's watch looks: its
    /// telemetry looks too.
    pub(super) async fn watched_through(&self, command: &Value, phase: &str) {
        self.until_told(command, phase, 0).await;
        self.machine
            .change("nvme1", "[work]\nself_test_percent = 50")
            .unwrap();
        self.until_told(command, phase, 50).await;
        self.machine
            .change("nvme1", "[work]\nself_test_step = 50")
            .unwrap();
    }
}

#[tokio::test]
async fn a_self_test_is_watched_to_its_end_and_says_how_it_ended() {
    let host = Host::new().await;
    host.machine
        .change("nvme1", "[work]\nself_test_step = 0")
        .unwrap();
    let _agent = host.start();
    let short = || control(FLASH, json!({"kind": "selfTest", "test": "short"}));
    let first = short();
    host.offer(&first);
    host.watched_through(&first, "short self-test").await;
    assert_eq!(
        host.end_of(&first).await,
        ("succeeded".to_owned(), "completed without error".to_owned())
    );

    host.machine
        .change("nvme1", "[work]\nself_test_result = 7")
        .unwrap();
    let (outcome, reason) = host.end(&short()).await;
    assert_eq!(
        (outcome.as_str(), reason.as_str()),
        ("failed", "completed, and one or more segments failed")
    );
    let (outcome, reason) = host
        .end(&control(OPTANE, json!({"kind": "selfTest", "test": "short"})))
        .await;
    assert_eq!(
        (outcome.as_str(), reason.as_str()),
        ("declined", "the drive does not support Device Self-test")
    );

    // It stands still, until it is aborted.
    let long = control(FLASH, json!({"kind": "selfTest", "test": "extended"}));
    host.machine
        .change("nvme1", "[work]\nself_test_lag = 255")
        .unwrap();
    host.offer(&long);
    host.server
        .until("the start", |_| {
            !host
                .calls("device-self-test /dev/nvme1 --namespace-id=0xffffffff --self-test-code=2")
                .is_empty()
        })
        .await;
    let (outcome, reason) = host.end(&short()).await;
    assert_eq!(outcome, "declined");
    assert!(
        reason.contains("a self-test of 163212F0A1B2 is running"),
        "{reason}"
    );
    let abort = control(FLASH, json!({"kind": "selfTest", "test": "abort"}));
    assert_eq!(
        host.end(&abort).await.0,
        "succeeded",
        "it must reach a drive that is busy"
    );
    let (outcome, reason) = host.end_of(&long).await;
    assert_eq!(
        (outcome.as_str(), reason.as_str()),
        ("failed", "aborted by a Device Self-test command")
    );
}

/// The newest result in the log, while the drive has not begun yet or not written down how it ended, is an older test's.
#[tokio::test]
async fn a_drive_that_is_slow_to_begin_does_not_get_an_older_result_reported() {
    let host = Host::new().await;
    let newest = host.machine.drive("nvme1").unwrap().self_tests[0].result;
    assert_eq!(newest, 0, "the one before passed");
    host.machine
        .change("nvme1", "[work]\nself_test_lag = 2\nself_test_result = 7")
        .unwrap();
    let _agent = host.start();
    let is_read = |event: &Value| event["drive"]["serial"] == FLASH;
    host.server
        .until("its details", |server| {
            server.events_of("driveDetails").iter().any(is_read)
        })
        .await;
    let (outcome, reason) = host
        .end(&control(FLASH, json!({"kind": "selfTest", "test": "short"})))
        .await;
    assert_eq!(
        (outcome.as_str(), reason.as_str()),
        ("failed", "completed, and one or more segments failed")
    );
}

#[tokio::test]
async fn a_drive_that_is_exchanged_during_a_self_test_does_not_get_the_results_of_the_other() {
    let host = Host::new().await;
    host.machine
        .change("nvme1", "[work]\nself_test_lag = 255")
        .unwrap();
    let _agent = host.start();
    let test = control(FLASH, json!({"kind": "selfTest", "test": "short"}));
    host.offer(&test);
    host.server
        .until("the start", |_| !host.calls("device-self-test").is_empty())
        .await;
    host.machine.unplug("nvme1").unwrap();
    let other = "self_tests = [{ code = 1, result = 0 }]\n[controller]\nserial = \"OTHER\"";
    assert_eq!(host.machine.plug("micron-9100", other).unwrap(), "nvme1");
    let (outcome, reason) = host.end_of(&test).await;
    assert_eq!(outcome, "failed");
    let unknown =
        "its outcome could not be determined: there is no drive with serial 163212F0A1B2 in this host now";
    assert!(reason.contains(unknown), "{reason}");
}
