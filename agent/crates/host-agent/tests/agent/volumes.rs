//! Runs on a volume: every drive that it is made of is judged as if it were the target.

use super::*;

const BOTH: &str = "NVME0, NVME1";

/// Two drives under `md0`, and a third.
fn host(level: &str) -> Host {
    let host = Host::new(3);
    host.machine
        .assemble("md0", level, &["nvme0n1", "nvme1n1"])
        .unwrap();
    let fake = FAKE_URING_BENCH.replace(
        r#""serial":"OTHER""#,
        r#""members":[{"path":"/dev/nvme1n1","serial":"NVME1"},{"path":"/dev/nvme0n1","serial":"NVME0"}]"#,
    );
    script(&host.path("uring-bench"), &fake);
    host
}

fn allow(host: &Host, serials: &str) {
    std::fs::write(
        host.path("policy.toml"),
        format!("allow_destructive = [{serials}]"),
    )
    .unwrap();
}

/// `md0` of this level, of the first namespaces of these drives.
fn volume(level: &str, serials: &[&str]) -> Value {
    let member = |serial: &&str| {
        let drive = &namespace(serial)["drive"];
        json!({"drive": drive, "nsid": 1})
    };
    let members: Vec<Value> = serials.iter().map(member).collect();
    json!({"kind": "volume", "uuid": "uuid-of-md0", "level": level, "members": members})
}

fn both(level: &str) -> Value {
    volume(level, &["NVME0", "NVME1"])
}

fn writing(target: &Value, confirmed: &str, durations_seconds: &[u32]) -> Value {
    let mut command = start_command(target, durations_seconds, 0);
    command["confirmedSerial"] = json!(confirmed);
    command
}

async fn refused(server: &TestServer, offered: &Offered, command: Value) -> String {
    offered.lock().unwrap().push(command.clone());
    declined(server, &command).await
}

#[tokio::test]
async fn writing_to_a_volume_needs_the_policy_and_the_serial_of_every_drive() {
    let offered = Offered::default();
    let server = server(&offered).await;
    let host = host("raid0");
    allow(&host, "\"NVME0\"");
    let _agent = host.start(&server, &[]);
    let ask =
        async |confirmed: &str| refused(&server, &offered, writing(&both("raid0"), confirmed, &[1])).await;
    let reason = ask(BOTH).await;
    assert!(reason.contains("does not allow writing to NVME1"), "{reason}");
    allow(&host, "\"NVME0\", \"NVME1\"");
    for confirmed in ["", "NVME0", "NVME1, NVME0", "NVME0, nvme1", "NVME0, NVME1, NVME2"] {
        let reason = ask(confirmed).await;
        assert!(
            reason.contains("not confirmed by typing the serials") && reason.contains(BOTH),
            "{reason}"
        );
    }
    // A member by itself is part of the array, whatever the policy says.
    let reason = refused(&server, &offered, writing(&namespace("NVME0"), "NVME0", &[1])).await;
    assert!(reason.contains("/dev/nvme0n1 is part of /dev/md0"), "{reason}");
    assert_eq!(host.invocations(), [] as [String; 0]);
}

#[tokio::test]
async fn a_volume_that_something_stands_on_is_not_written() {
    let offered = Offered::default();
    let server = server(&offered).await;
    let host = host("raid0");
    allow(&host, "\"NVME0\", \"NVME1\"");
    host.machine.assemble("md5", "raid0", &["md0"]).unwrap();
    let _agent = host.start(&server, &[]);
    let reason = refused(&server, &offered, writing(&both("raid0"), BOTH, &[1])).await;
    assert!(
        reason.contains("volume md0 is in use: /dev/md0 is part of /dev/md5"),
        "{reason}"
    );
    assert_eq!(host.invocations(), [] as [String; 0]);
}

#[tokio::test]
async fn a_volume_that_is_not_the_one_that_was_asked_for_or_not_whole_is_not_even_read() {
    let offered = Offered::default();
    let server = server(&offered).await;
    let host = host("raid1");
    let _agent = host.start(&server, &[]);
    let ask = async |target: &Value| refused(&server, &offered, start_command(target, &[1], 100)).await;
    let mut other = both("raid1");
    other["uuid"] = json!("uuid-of-md1");
    for (target, reason) in [
        (other, "no array with the UUID uuid-of-md1"),
        (both("raid0"), "/dev/md0 is raid1 now, and was raid0"),
        (
            volume("raid1", &["NVME0"]),
            "has the member /dev/nvme1n1 of drive NVME1",
        ),
        (
            volume("raid1", &["NVME0", "NVME1", "NVME2"]),
            "has no member on drive NVME2 any more",
        ),
    ] {
        let declined = ask(&target).await;
        assert!(declined.contains(reason), "{declined}");
    }
    for (file, text, reason) in [
        ("degraded", "1", "/dev/md0 is degraded"),
        ("sync_action", "recover", "/dev/md0 is being resynchronized"),
    ] {
        host.machine.say_of_array("md0", file, text).unwrap();
        let declined = ask(&both("raid1")).await;
        assert!(declined.contains(reason), "{declined}");
    }
    assert_eq!(host.invocations(), [] as [String; 0]);
}

#[tokio::test]
async fn what_only_a_controller_can_do_is_refused_for_a_volume() {
    let offered = Offered::default();
    let server = server(&offered).await;
    let host = host("raid0");
    allow(&host, "\"NVME0\", \"NVME1\"");
    let _agent = host.start(&server, &[]);
    for step in [
        json!({"kind": "set", "powerState": 1}),
        json!({"kind": "purge", "method": "format"}),
        json!({"kind": "purge", "method": "discard"}),
    ] {
        let mut command = writing(&both("raid0"), BOTH, &[1]);
        command["plan"]["steps"].as_array_mut().unwrap().insert(0, step);
        let declined = refused(&server, &offered, command).await;
        assert!(
            declined.contains("/dev/md0 is a volume, which has no controller"),
            "{declined}"
        );
    }
    assert_eq!(host.invocations(), [] as [String; 0]);
}

#[tokio::test]
async fn a_run_holds_every_drive_of_its_volume_and_names_them_to_the_tool() {
    let offered = Offered::default();
    let server = server(&offered).await;
    let host = host("raid0");
    allow(&host, "\"NVME0\", \"NVME1\"");
    let _agent = host.start(&server, &[]);
    let run = writing(&both("raid0"), BOTH, &[60]);
    offered.lock().unwrap().push(run.clone());
    until_point(&server, 0, 0).await;
    for serial in ["NVME0", "NVME1"] {
        let reason = refused(&server, &offered, start_command(&namespace(serial), &[1], 100)).await;
        assert!(
            reason.contains("another run is measuring the volume uuid-of-md0"),
            "{reason}"
        );
    }
    host.hurry();
    assert_eq!(end(&server, &run).await.0, "complete");
    let invocation = &host.invocations()[0];
    let expected = "--target /dev/md0 --output json-lines --array-uuid uuid-of-md0 --write-serial NVME0 --write-serial NVME1 ";
    assert!(
        invocation.contains(expected) && !invocation.contains("--namespace-id"),
        "{invocation}"
    );
    let started = &server.events_of("pointStarted")[0];
    assert!(started["environment"]["firmware"].is_string(), "{started}");
}

#[tokio::test]
async fn a_run_on_a_drive_keeps_runs_on_its_volume_away() {
    let offered = Offered::default();
    let server = server(&offered).await;
    let host = host("raid0");
    script(
        &host.path("uring-bench"),
        &FAKE_URING_BENCH.replace("OTHER", "NVME1"),
    );
    let _agent = host.start(&server, &[]);
    let alone = start_command(&namespace("NVME1"), &[60], 100);
    offered.lock().unwrap().push(alone.clone());
    until_point(&server, 0, 0).await;
    let reason = refused(&server, &offered, start_command(&both("raid0"), &[1], 100)).await;
    assert!(
        reason.contains("another run is measuring /dev/nvme1n1"),
        "{reason}"
    );
}

#[tokio::test]
async fn a_volume_is_judged_again_before_each_point() {
    for (meanwhile, expected) in [
        (
            "echo 1 > sys/class/block/md0/md/degraded",
            "point 2 (4\u{2009}KiB random write, QD4, 2 threads) was not started: /dev/md0 is degraded",
        ),
        (
            "rm policy.toml",
            "the plan writes to all drives of the volume, and this host does not allow writing to NVME0",
        ),
        (
            "printf XFSB | dd of=dev/md0 conv=notrunc status=none",
            "volume md0 is in use: it has the signature of XFS",
        ),
    ] {
        let offered = Offered::default();
        let server = server(&offered).await;
        let host = host("raid1");
        let fake = std::fs::read_to_string(host.path("uring-bench")).unwrap();
        let at_its_end = "result false; cd \"$(dirname \"$0\")\"; . ./meanwhile; exit 0 ;;";
        script(&host.path("meanwhile"), meanwhile);
        script(
            &host.path("uring-bench"),
            &fake.replace("result false; exit 0 ;;", at_its_end),
        );
        allow(&host, "\"NVME0\", \"NVME1\"");
        let _agent = host.start(&server, &[]);
        let run = writing(&both("raid1"), BOTH, &[1, 1]);
        offered.lock().unwrap().push(run.clone());
        let (outcome, reason) = end(&server, &run).await;
        assert_eq!(outcome, "failed");
        assert!(reason.contains(expected), "{reason}");
        assert_eq!(host.invocations().len(), 1);
    }
}

#[tokio::test]
async fn figures_of_other_drives_under_the_name_are_not_taken() {
    let offered = Offered::default();
    let server = server(&offered).await;
    let host = host("raid0");
    let fake = std::fs::read_to_string(host.path("uring-bench")).unwrap();
    script(
        &host.path("uring-bench"),
        &fake.replace(r#""serial":"NVME1""#, r#""serial":"NVME2""#),
    );
    let _agent = host.start(&server, &[]);
    let run = start_command(&both("raid0"), &[60], 100);
    offered.lock().unwrap().push(run.clone());
    let (outcome, reason) = end(&server, &run).await;
    assert_eq!(outcome, "failed");
    assert!(
        reason.contains("belongs to NVME0, NVME2 now, not to NVME0, NVME1"),
        "{reason}"
    );
}
