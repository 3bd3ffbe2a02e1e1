//! A host with nvme-cli 3.0, built without its deprecated names, which warns at every call.

use crosspoint_nvme_replay::CliVersion;

use super::*;

#[tokio::test]
async fn with_nvme_cli_3_drives_are_read_set_tested_and_erased_as_ever() {
    let host = Host::new().await;
    host.machine.use_nvme_cli(CliVersion::V3_0).unwrap();
    host.allow_everything_on(FLASH);
    let _agent = host.start();
    let is_read = |event: &Value| event["drive"]["serial"] == FLASH;
    host.server
        .until("its health and details", |server| {
            server.events_of("smart").iter().any(is_read)
                && server.events_of("driveDetails").iter().any(is_read)
        })
        .await;
    assert_eq!(host.server.events_of("driveProblem"), [] as [Value; 0]);
    assert_eq!(
        host.server.events_of("environment")[0]["nvmeCliVersion"],
        "3.0-rc1"
    );

    let succeeded = ("succeeded".to_owned(), String::new());
    let power = control(FLASH, json!({"kind": "setPowerState", "powerState": 1}));
    assert_eq!(host.end(&power).await, succeeded);
    let test = control(FLASH, json!({"kind": "selfTest", "test": "short"}));
    assert_eq!(
        host.end(&test).await,
        ("succeeded".to_owned(), "completed without error".to_owned())
    );
    assert_eq!(host.end(&format(FLASH, 1)).await, succeeded);
    let sanitize = confirmed(control(
        FLASH,
        json!({"kind": "sanitize", "method": "blockErase"}),
    ));
    assert_eq!(host.end(&sanitize).await, succeeded);
}

#[tokio::test]
async fn with_nvme_cli_3_a_refusal_is_the_drives_and_not_a_warning() {
    let host = Host::new().await;
    host.machine.use_nvme_cli(CliVersion::V3_0).unwrap();
    host.machine.change("nvme1", "unchangeable = [\"0x02\"]").unwrap();
    let _agent = host.start();
    let power = control(FLASH, json!({"kind": "setPowerState", "powerState": 1}));
    let (outcome, reason) = host.end(&power).await;
    assert_eq!(outcome, "failed");
    assert!(
        reason.contains("Feature Not Changeable") && !reason.contains("WARNING"),
        "{reason}"
    );
}
