//! Sanitize and discard.

use super::*;

#[tokio::test]
async fn a_sanitize_is_watched_and_its_failure_is_told() {
    let host = Host::new().await;
    host.allow_everything_on(FLASH);
    let _agent = host.start();
    let sanitize = |method: &str| confirmed(control(FLASH, json!({"kind": "sanitize", "method": method})));
    let (outcome, reason) = host.end(&sanitize("overwrite")).await;
    assert_eq!(
        (outcome.as_str(), reason.as_str()),
        ("declined", "the drive does not have sanitize by overwrite")
    );
    let command = sanitize("blockErase");
    assert_eq!(host.end(&command).await.0, "succeeded");
    // Half of 65536 is 32750 here (50 x 655): 49 %.
    host.until_told(&command, "sanitize", 49).await;

    host.machine
        .change("nvme1", "[work]\nsanitize_fails = true")
        .unwrap();
    let (outcome, reason) = host.end(&sanitize("cryptoErase")).await;
    assert_eq!(outcome, "failed");
    assert!(reason.contains("the sanitize failed"), "{reason}");
    assert_eq!(
        host.calls("sanitize"),
        ["sanitize /dev/nvme1 --sanact=2", "sanitize /dev/nvme1 --sanact=4"]
    );
}

#[tokio::test]
async fn a_discard_leaves_the_last_look_to_the_kernel() {
    let host = Host::new().await;
    host.allow_everything_on(OPTANE);
    let _agent = host.start();
    let discard = || confirmed(control(OPTANE, json!({"kind": "discard", "nsid": 1})));
    assert_eq!(host.end(&discard()).await.0, "succeeded");
    let device = host.machine.dev().join("nvme0n1");
    let discards = std::fs::read_to_string(host.path("discards")).unwrap();
    // Without --force: blkdiscard opens the device exclusively and refuses one that is in use.
    assert_eq!(discards, format!("{}\n", device.display()));
    script(
        &host.path("blkdiscard"),
        "echo 'blkdiscard: cannot open: Device or resource busy' >&2; exit 1",
    );
    let (outcome, reason) = host.end(&discard()).await;
    assert_eq!(outcome, "failed");
    assert!(reason.ends_with("Device or resource busy"), "{reason}");
}
