//! Formats: what they need, and what they keep away.

use super::*;

/// Why a command is declined.
async fn declined(host: &Host, command: &Value) -> String {
    let (outcome, reason) = host.end(command).await;
    assert_eq!(outcome, "declined", "{reason}");
    reason
}

#[tokio::test]
async fn a_format_needs_the_policy_s_permission_for_this_action_on_this_drive() {
    let host = Host::new().await;
    let _agent = host.start();
    let ask = async |command: Value| declined(&host, &command).await;
    assert!(
        ask(format(OPTANE, 3))
            .await
            .contains("does not allow format of PHKS7335006W375AGN")
    );
    host.allow("allow_destructive = [\"PHKS7335006W375AGN\"]");
    assert!(
        ask(format(OPTANE, 3)).await.contains("does not allow format"),
        "permission to write is not enough"
    );
    host.allow("[[allow]]\nserials = [\"PHKS7335006W375AGN\"]\nactions = [\"discard\"]");
    assert!(ask(format(OPTANE, 3)).await.contains("does not allow format"));
    host.allow("[[allow]]\nserials = [\"PHKS7335006W375AGN\"]\nactions = [\"all\"]");
    assert!(
        ask(format(OPTANE, 3))
            .await
            .contains("nothing destructive is allowed")
    );
    host.allow_everything_on(OPTANE);
    assert!(
        ask(format(FLASH, 1))
            .await
            .contains("does not allow format of 163212F0A1B2")
    );
    assert!(host.calls("format").is_empty(), "{:?}", host.calls("format"));
}

#[tokio::test]
async fn a_format_needs_the_typed_serial_and_a_drive_that_is_there_unused_and_able() {
    let host = Host::new().await;
    let _agent = host.start();
    host.allow_everything_on(OPTANE);
    let ask = async |command: Value| declined(&host, &command).await;
    let action = json!({"kind": "format", "nsid": 1, "lbaFormat": 3, "secureErase": "none"});
    let unconfirmed = control(OPTANE, action);
    assert!(ask(unconfirmed.clone()).await.contains("not confirmed"));
    let mut mistyped = unconfirmed;
    mistyped["id"] = json!(Uuid::new_v4());
    mistyped["confirmedSerial"] = json!("phks7335006w375agn");
    assert!(ask(mistyped).await.contains("not confirmed"));

    // An ext4 superblock's magic at byte 1080: somebody's files.
    let device = host.machine.dev().join("nvme0n1");
    write_at(&device, 1080, &[0x53, 0xef]);
    assert!(
        ask(format(OPTANE, 3))
            .await
            .contains("is in use: it has the signature of ext")
    );
    write_at(&device, 1080, &[0, 0]);
    let holder = host.machine.sysfs().join("class/block/nvme0n1/holders/nvme1n1");
    std::fs::create_dir(&holder).unwrap();
    assert!(
        ask(format(OPTANE, 3)).await.contains("is part of"),
        "LVM, md and device mapper hold it"
    );
    std::fs::remove_dir(&holder).unwrap();
    let absent = confirmed(control(
        "NONE",
        json!({"kind": "sanitize", "method": "blockErase"}),
    ));
    assert!(ask(absent).await.contains("no drive with serial NONE"));
    let action = json!({"kind": "format", "nsid": 1, "lbaFormat": 3, "secureErase": "cryptographic"});
    assert!(
        ask(confirmed(control(OPTANE, action)))
            .await
            .contains("does not support cryptographic erase")
    );
    let twin = format!("[controller]\nserial = \"{OPTANE}\"");
    host.machine.plug("p4800x", &twin).unwrap();
    assert!(
        ask(format(OPTANE, 3))
            .await
            .contains("2 controllers in this host (nvme0, nvme3) have the serial"),
        "which one is meant cannot be told"
    );
    assert!(host.calls("format").is_empty(), "{:?}", host.calls("format"));
}

#[tokio::test]
async fn a_format_is_done_once_though_it_is_offered_again_and_again() {
    let host = Host::new().await;
    let _agent = host.start();
    host.allow_everything_on(OPTANE);
    let command = format(OPTANE, 3);
    assert_eq!(host.end(&command).await.0, "succeeded");
    assert_eq!(
        host.machine.drive("nvme0").unwrap().namespaces[0].current_format,
        3
    );
    let (outcome, reason) = host.end(&format(OPTANE, 9)).await;
    assert_eq!(
        (outcome.as_str(), reason.as_str()),
        ("failed", "namespace 1 has no LBA format 9")
    );
    let seen = host.server.reports().len();
    host.server
        .until("more polls with the same offers", |server| {
            server.reports().len() > seen + 3
        })
        .await;
    let expected = "format /dev/nvme0 --namespace-id=1 --lbaf=3 --ses=0 --force --timeout=7200000";
    assert_eq!(host.calls("format"), [expected]);
    host.server
        .until("the new format in the inventory", |server| {
            let inventories = server.events_of("inventory");
            let drives = inventories.last().unwrap()["drives"]
                .as_array()
                .cloned()
                .unwrap_or_default();
            drives.iter().any(|drive| {
                drive["identity"]["serial"] == OPTANE && drive["namespaces"][0]["currentLbaFormat"] == 3
            })
        })
        .await;
}

/// Has the Optane formatted, up to the moment before the drive does it.
async fn begin_held_format(host: &Host) -> Value {
    host.machine.hold("before-format").unwrap();
    let command = format(OPTANE, 3);
    host.offer(&command);
    host.server
        .until("the format", |_| host.machine.is_held("before-format"))
        .await;
    command
}

#[tokio::test]
async fn while_a_drive_is_formatted_nothing_else_touches_it_and_the_others_keep_their_rhythm() {
    let host = Host::new().await;
    host.allow_everything_on(OPTANE);
    let _agent = host.start();
    host.server
        .until("samples", |server| server.events_of("smart").len() >= 3)
        .await;
    let command = begin_held_format(&host).await;

    let (outcome, reason) = host.end(&format(OPTANE, 0)).await;
    assert_eq!(outcome, "declined");
    assert!(
        reason.contains("PHKS7335006W375AGN is being formatted"),
        "{reason}"
    );
    let run = run_of(OPTANE, &[reads_for(1)]);
    let (outcome, reason) = host.end(&run).await;
    assert_eq!(outcome, "declined");
    assert!(reason.contains("is being formatted"), "{reason}");

    let before = host.calls("get-log /dev/nvme0 --log-id=0x02").len();
    let others = host.calls("get-log /dev/nvme1 --log-id=0x02").len();
    host.server
        .until("two more samples of another drive", |_| {
            host.calls("get-log /dev/nvme1 --log-id=0x02").len() > others + 1
        })
        .await;
    assert_eq!(
        host.calls("get-log /dev/nvme0 --log-id=0x02").len(),
        before,
        "a drive that formats is not asked for its health"
    );
    assert_eq!(host.server.events_of("driveProblem"), [] as [Value; 0]);
    host.machine.let_go("before-format").unwrap();
    assert_eq!(host.end_of(&command).await.0, "succeeded");
    host.server
        .until("its samples again", |_| {
            host.calls("get-log /dev/nvme0 --log-id=0x02").len() > before
        })
        .await;
}

#[tokio::test]
async fn a_format_tells_how_far_it_came_where_the_drive_says() {
    let host = Host::new().await;
    host.allow_everything_on(OPTANE);
    let remains = |percent: u8| {
        let change = format!("[work]\nformat_remaining_percent = {percent}");
        host.machine.change("nvme0", &change).unwrap();
    };
    remains(0);
    let _agent = host.start();
    let command = begin_held_format(&host).await;
    for (remaining, done) in [(100, 0), (37, 63)] {
        remains(remaining);
        host.until_told(&command, "formatting", done).await;
    }
    host.machine.let_go("before-format").unwrap();
    assert_eq!(host.end_of(&command).await.0, "succeeded");
}

fn write_at(path: &Path, offset: u64, bytes: &[u8]) {
    use std::os::unix::fs::FileExt;
    let file = std::fs::File::options().write(true).open(path).unwrap();
    file.write_all_at(bytes, offset).unwrap();
}

/// Asks for a format of the Optane and stops it after it was found unused and accepted, just before the drive is held.
async fn between_look_and_hold(host: &Host, meanwhile: impl FnOnce(&Path)) -> (String, String) {
    host.server
        .until("the namespaces in the inventory", |server| {
            let inventories = server.events_of("inventory");
            let drives = inventories.iter().flat_map(|event| event["drives"].as_array());
            drives.flatten().any(|drive| {
                drive["identity"]["serial"] == OPTANE && drive["namespaces"][0]["lbaFormats"].is_array()
            })
        })
        .await;
    // The first is of the look itself: whether the namespace can be shared.
    host.machine.hold_after("before-identify-0x00", 1).unwrap();
    let command = format(OPTANE, 3);
    host.offer(&command);
    host.server
        .until("the look at its formats", |server| {
            let is_accepted =
                |event: &Value| event["commandId"] == command["id"] && event["outcome"] == "accepted";
            server.events_of("command").iter().any(is_accepted)
                && host.machine.is_held("before-identify-0x00")
        })
        .await;
    meanwhile(&host.machine.dev());
    host.machine.let_go("before-identify-0x00").unwrap();
    host.end_of(&command).await
}

#[tokio::test]
async fn what_is_written_between_the_look_and_the_format_stops_it() {
    let host = Host::new().await;
    host.allow_everything_on(OPTANE);
    let _agent = host.start();
    let (outcome, reason) =
        between_look_and_hold(&host, |dev| write_at(&dev.join("nvme0n1"), 0, b"XFSB")).await;
    assert_eq!(outcome, "failed", "{reason}");
    assert!(reason.contains("signature of XFS"), "{reason}");
    assert!(host.calls("format").is_empty(), "{:?}", host.calls("format"));
}

#[tokio::test]
async fn a_node_that_leads_to_another_namespace_than_was_looked_at_stops_a_format() {
    let host = Host::new().await;
    host.allow_everything_on(OPTANE);
    let _agent = host.start();
    let (outcome, reason) = between_look_and_hold(&host, |dev| {
        std::fs::rename(dev.join("nvme1n1"), dev.join("nvme0n1")).unwrap();
    })
    .await;
    assert_eq!(outcome, "failed", "{reason}");
    assert!(
        reason.contains("belongs to another namespace now: its serial is 163212F0A1B2"),
        "{reason}"
    );
    assert!(host.calls("format").is_empty(), "{:?}", host.calls("format"));
}

#[tokio::test]
async fn a_link_in_the_place_of_a_node_stops_a_format() {
    let host = Host::new().await;
    host.allow_everything_on(OPTANE);
    let _agent = host.start();
    let (outcome, reason) = between_look_and_hold(&host, |dev| {
        std::fs::rename(dev.join("nvme0n1"), dev.join("elsewhere")).unwrap();
        std::os::unix::fs::symlink("elsewhere", dev.join("nvme0n1")).unwrap();
    })
    .await;
    assert_eq!(outcome, "failed", "{reason}");
    assert!(reason.contains("symbolic link"), "{reason}");
    assert!(host.calls("format").is_empty(), "{:?}", host.calls("format"));
}
