//! What a benchmark may measure and write.

use super::*;

#[tokio::test]
async fn writing_to_a_drive_needs_policy_confirmation_and_an_unused_drive() {
    let offered = Offered::default();
    let server = server(&offered).await;
    let host = Host::new(1);
    let _agent = host.start(&server, &[]);
    let ask = async |confirmed: Option<&str>| {
        let mut command = start_command(&namespace("NVME0"), &[1], 99);
        if let Some(serial) = confirmed {
            command["confirmedSerial"] = json!(serial);
        }
        offered.lock().unwrap().push(command.clone());
        declined(&server, &command).await
    };
    assert!(
        ask(Some("NVME0"))
            .await
            .contains("does not allow writing to NVME0"),
        "the default is deny"
    );
    std::fs::write(host.path("policy.toml"), "allow_destructive = \"NVME0\"").unwrap();
    assert!(
        ask(Some("NVME0"))
            .await
            .contains("nothing destructive is allowed"),
        "a broken policy is a deny"
    );
    std::fs::write(host.path("policy.toml"), "allow_destructive = [\"NVME0\"]").unwrap();
    assert!(ask(None).await.contains("not confirmed"));
    assert!(ask(Some("nvme0")).await.contains("not confirmed"));
    // Both keys are there; but somebody has made a file system on it since the inventory: its magic number at byte 1080.
    let node = host.path("dev/nvme0n1");
    std::fs::File::options()
        .write(true)
        .open(&node)
        .unwrap()
        .write_all_at(&[0x53, 0xef], 1080)
        .unwrap();
    let declined = ask(Some("NVME0")).await;
    assert!(
        declined.contains("is in use: it has the signature of ext"),
        "{declined}"
    );
    // What cannot be found out is a no.
    std::fs::remove_file(&node).unwrap();
    assert!(
        ask(Some("NVME0"))
            .await
            .contains("is in use: could not determine")
    );
    assert_eq!(host.invocations(), [] as [String; 0]);
    assert!(server.events_of("runStarted").is_empty());
}

#[tokio::test]
async fn figures_of_another_drive_behind_the_path_are_not_taken() {
    let offered = Offered::default();
    let server = server(&offered).await;
    let host = Host::new(1);
    let _agent = host.start(&server, &[]);
    // The fake tool finds the serial OTHER.
    let command = start_command(&namespace("NVME0"), &[60, 1], 100);
    let absent = start_command(&namespace("NVME99"), &[1], 100);
    offered.lock().unwrap().extend([command.clone(), absent.clone()]);
    server
        .until("the end", |server| !server.events_of("runFinished").is_empty())
        .await;
    let finished = &server.events_of("runFinished")[0];
    assert_eq!(finished["outcome"], "failed");
    assert!(
        finished["reason"]
            .as_str()
            .unwrap()
            .contains("belongs to OTHER now, not to NVME0"),
        "{finished}"
    );
    assert_eq!(host.invocations().len(), 1);
    let invocation = &host.invocations()[0];
    assert!(
        invocation.contains(" --namespace-id 1 ") && !invocation.contains("--write"),
        "{invocation}"
    );
    assert!(
        declined(&server, &absent)
            .await
            .contains("no drive with serial NVME99")
    );
}

#[tokio::test]
async fn a_drive_that_cannot_be_told_from_its_twin_is_not_measured() {
    let offered = Offered::default();
    let server = server(&offered).await;
    let host = Host::new(1);
    support::plug(&host.machine, "NVME0");
    std::fs::write(host.path("policy.toml"), "allow_destructive = [\"NVME0\"]").unwrap();
    let _agent = host.start(&server, &[]);
    for read_percent in [100, 0] {
        let mut command = start_command(&namespace("NVME0"), &[1], read_percent);
        command["confirmedSerial"] = json!("NVME0");
        offered.lock().unwrap().push(command.clone());
        let declined = declined(&server, &command).await;
        assert!(
            declined.contains("2 controllers in this host (nvme0, nvme1) have the serial NVME0"),
            "{declined}"
        );
    }
    assert_eq!(host.invocations(), [] as [String; 0]);
}

/// Runs three points on a drive, of which the first and the last write. `meanwhile` (a script, with the host's directory as
/// its own) is done at the end of the first. Returns the run's reason and how many points were begun.
async fn stopped_between_points(meanwhile: &str) -> (String, usize) {
    let offered = Offered::default();
    let server = server(&offered).await;
    let host = Host::new(1);
    let at_its_end = "result false; [ -e \"$0.once\" ] || { touch \"$0.once\"; cd \"$(dirname \"$0\")\"; . ./meanwhile; }; exit 0 ;;";
    let fake = FAKE_URING_BENCH
        .replace("OTHER", "NVME0")
        .replace("result false; exit 0 ;;", at_its_end);
    script(&host.path("uring-bench"), &fake);
    script(&host.path("meanwhile"), meanwhile);
    std::fs::write(host.path("policy.toml"), "allow_destructive = [\"NVME0\"]").unwrap();
    let _agent = host.start(&server, &[]);
    let mut command = start_command(&namespace("NVME0"), &[1, 1, 1], 0);
    command["confirmedSerial"] = json!("NVME0");
    command["plan"]["steps"][1]["readPercent"] = json!(100);
    offered.lock().unwrap().push(command.clone());
    server
        .until("the end", |server| !server.events_of("runFinished").is_empty())
        .await;
    let finished = &server.events_of("runFinished")[0];
    assert_eq!(finished["outcome"], "failed", "{finished}");
    let measured = stored(&server, "pointFinished");
    assert_eq!(measured.len(), host.invocations().len());
    for point in measured {
        assert_eq!(
            (&point["outcome"], &point["read"]["operations"]),
            (&json!("complete"), &json!(10)),
            "what was measured stays"
        );
    }
    let reason = finished["reason"].as_str().unwrap().to_owned();
    (reason, host.invocations().len())
}

#[tokio::test]
async fn what_is_allowed_is_judged_again_before_each_point_that_writes() {
    let (reason, begun) = stopped_between_points("rm policy.toml").await;
    assert!(
        reason.starts_with(
            "point 3 (4\u{2009}KiB random write, QD4, 2 threads) was not started: the plan writes, and this host does not allow writing to NVME0"
        ),
        "{reason}"
    );
    assert_eq!(begun, 2, "reading needs no permission");
}

#[tokio::test]
async fn whether_a_drive_is_in_use_is_judged_again_before_each_point_that_writes() {
    // Somebody makes a file system meanwhile.
    let (reason, begun) =
        stopped_between_points("printf XFSB | dd of=dev/nvme0n1 conv=notrunc status=none").await;
    let expected = "point 3 (4\u{2009}KiB random write, QD4, 2 threads) was not started: the plan writes, and drive NVME0 is in use: it has the signature of XFS";
    assert!(reason.starts_with(expected), "{reason}");
    assert_eq!(begun, 2);
}

#[tokio::test]
async fn a_drive_is_looked_for_again_before_each_point() {
    let (reason, begun) = stopped_between_points("rm sys/class/nvme/nvme0").await;
    assert_eq!(
        reason,
        "point 2 (4\u{2009}KiB random read, QD4, 2 threads) was not started: there is no drive with serial NVME0 in this host now"
    );
    assert_eq!(begun, 1);
    // The names of the two drives are exchanged, as after a reset of both.
    let renamed = "mv sys/devices/pci0000:5d/0000:5e:00.0/nvme/nvme0/nvme0n1 sys/devices/pci0000:5d/0000:5e:00.0/nvme/nvme0/nvme7n1
        mv sys/devices/pci0000:5d/0000:5e:00.0/nvme/nvme0 sys/devices/pci0000:5d/0000:5e:00.0/nvme/nvme7
        rm sys/class/nvme/nvme0; ln -s \"$PWD/sys/devices/pci0000:5d/0000:5e:00.0/nvme/nvme7\" sys/class/nvme/nvme7";
    let (reason, begun) = stopped_between_points(renamed).await;
    assert_eq!(
        reason,
        "point 2 (4\u{2009}KiB random read, QD4, 2 threads) was not started: namespace 1 of drive NVME0 is now nvme7n1; it was nvme0n1 when the run started"
    );
    assert_eq!(begun, 1);
}

#[tokio::test]
async fn a_file_that_took_the_place_of_the_scratch_file_is_neither_written_nor_read() {
    let offered = Offered::default();
    let server = server(&offered).await;
    let host = Host::new(0);
    let _agent = host.start(&server, &[]);
    until_scratch(&host, &server).await;
    let target = host.scratch_target();
    let (scratch, precious) = (host.path("scratch"), host.path("precious"));
    std::fs::write(&precious, vec![1; 1 << 20]).unwrap();
    let puts: [fn(&Path, &Path); 2] = [
        |precious, scratch| std::os::unix::fs::symlink(precious, scratch).unwrap(),
        |precious, scratch| assert_eq!(std::fs::copy(precious, scratch).unwrap(), 1 << 20),
    ];
    for (put, read_percent) in puts.into_iter().zip([0, 100]) {
        std::fs::remove_file(&scratch).unwrap();
        put(&precious, &scratch);
        let command = start_command(&target, &[1], read_percent);
        offered.lock().unwrap().push(command.clone());
        server
            .until("the refusal", |server| {
                outcomes(server, &command).contains(&"declined".to_owned())
            })
            .await;
        let events = server.events_of("command");
        let refused = events
            .iter()
            .find(|event| event["commandId"] == command["id"])
            .unwrap();
        let reason = refused["reason"].as_str().unwrap();
        assert!(reason.contains("was not created by crosspoint-agent"), "{reason}");
    }
    assert!(host.invocations().is_empty(), "{:?}", host.invocations());
}
