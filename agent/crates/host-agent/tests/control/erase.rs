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
        ("declined", "the drive does not support sanitize by overwrite")
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
async fn an_overwrite_goes_over_the_medium_once_or_as_often_as_a_person_wants() {
    let host = Host::new().await;
    host.machine
        .change("nvme1", "[controller]\nsanicap = 0b111")
        .unwrap();
    host.allow_everything_on(FLASH);
    let _agent = host.start();
    let overwrite = |more: Value| {
        let mut command = confirmed(control(FLASH, json!({"kind": "sanitize", "method": "overwrite"})));
        command["action"]
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        command
    };
    // A server that knows nothing of passes names none.
    let once = overwrite(json!({}));
    assert_eq!(host.end(&once).await.0, "succeeded");
    host.until_told(&once, "overwrite in 1 pass", 49).await;
    for passes in [1, 3, 16] {
        let command = overwrite(json!({"overwritePasses": passes}));
        assert_eq!(host.end(&command).await.0, "succeeded");
    }
    for passes in [0, 17] {
        let (outcome, reason) = host.end(&overwrite(json!({"overwritePasses": passes}))).await;
        assert_eq!(outcome, "declined");
        assert_eq!(
            reason,
            format!("an overwrite makes 1 to 16 passes; {passes} were requested")
        );
    }
    // OWPASS has four bits: 0 is 16.
    let expected = [1, 1, 3, 0].map(|passes| format!("sanitize /dev/nvme1 --sanact=3 --owpass={passes}"));
    assert_eq!(host.calls("sanitize"), expected);
}

#[tokio::test]
async fn a_drive_that_is_slow_to_begin_does_not_get_an_older_sanitize_reported() {
    let host = Host::new().await;
    // The last one succeeded; this one fails.
    host.machine
        .change(
            "nvme1",
            "[work]\nsanitize = 1\nsanitize_lag = 2\nsanitize_fails = true",
        )
        .unwrap();
    host.allow_everything_on(FLASH);
    let _agent = host.start();
    let sanitize = || {
        confirmed(control(
            FLASH,
            json!({"kind": "sanitize", "method": "blockErase"}),
        ))
    };
    let (outcome, reason) = host.end(&sanitize()).await;
    assert_eq!(outcome, "failed");
    assert!(reason.contains("the sanitize failed"), "{reason}");
    // And the other way round.
    host.machine
        .change("nvme1", "[work]\nsanitize_fails = false")
        .unwrap();
    assert_eq!(host.end(&sanitize()).await.0, "succeeded");
}

/// The drive has taken it, and nvme-cli does not come back: what is being erased must stay held, and be watched to its end.
#[tokio::test]
async fn a_sanitize_whose_command_gets_no_answer_is_watched_if_the_drive_has_begun_it() {
    let host = Host::new().await;
    host.machine.change("nvme1", "[work]\nsanitize = 1").unwrap();
    host.allow_everything_on(FLASH);
    let _agent = host.start();
    let sanitize = || {
        confirmed(control(
            FLASH,
            json!({"kind": "sanitize", "method": "blockErase"}),
        ))
    };
    host.machine.hold("after-sanitize").unwrap();
    let command = sanitize();
    let (outcome, reason) = host.end(&command).await;
    assert_eq!(outcome, "succeeded", "{reason}");
    host.until_told(&command, "sanitize", 49).await;
}

/// One that the drive never got is not taken for the one before, which succeeded.
#[tokio::test]
async fn a_sanitize_whose_command_gets_no_answer_has_failed_if_the_drive_shows_none() {
    /// Ten seconds for the command and thirty for the drive, of which the test's own patience has twenty.
    const BEFORE_IT_ENDS: Duration = Duration::from_secs(25);
    let host = Host::new().await;
    host.machine.change("nvme1", "[work]\nsanitize = 1").unwrap();
    host.allow_everything_on(FLASH);
    let _agent = host.start();
    host.machine.hold("before-sanitize").unwrap();
    let command = confirmed(control(
        FLASH,
        json!({"kind": "sanitize", "method": "blockErase"}),
    ));
    host.offer(&command);
    tokio::time::sleep(BEFORE_IT_ENDS).await;
    let (outcome, reason) = host.end_of(&command).await;
    assert_eq!(outcome, "failed", "{reason}");
    assert!(
        reason.contains("no answer for") && reason.contains("shows no sign of it"),
        "{reason}"
    );
}

#[tokio::test]
async fn a_discard_empties_the_namespace_that_was_meant_by_no_other_program() {
    use std::os::unix::fs::FileExt;
    let host = Host::new().await;
    host.allow_everything_on(OPTANE);
    // Nobody but the agent itself opens the drive.
    script(&host.path("blkdiscard"), "exit 1");
    let nodes: Vec<std::fs::File> = ["nvme0n1", "nvme1n1"]
        .iter()
        .map(|name| {
            let path = host.machine.dev().join(name);
            let node = std::fs::File::options()
                .read(true)
                .write(true)
                .open(path)
                .unwrap();
            node.write_all_at(&[7; 4096], 1 << 30).unwrap();
            node
        })
        .collect();
    let _agent = host.start();
    let discard = || confirmed(control(OPTANE, json!({"kind": "discard", "nsid": 1})));
    let (outcome, reason) = host.end(&discard()).await;
    assert_eq!(outcome, "succeeded", "{reason}");
    let first_byte = |node: &std::fs::File| {
        let mut byte = [1];
        node.read_exact_at(&mut byte, 1 << 30).unwrap();
        byte[0]
    };
    assert_eq!(nodes.iter().map(first_byte).collect::<Vec<_>>(), [0, 7]);
}
