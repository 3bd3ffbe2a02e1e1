//! What a host tells of itself and its drives.

use super::*;

#[tokio::test]
async fn one_command_enrolls_and_reports_inventory_environment_and_health() {
    let offered = Offered::default();
    let server = server(&offered).await;
    let host = Host::new(2);
    let mut agent = host.start(&server, &["--hostname", "storage-07"]);
    server
        .until("a sample of both drives", |server| {
            server.events_of("smart").len() >= 2
        })
        .await;

    let enroll = &server.requests()[0];
    assert_eq!(
        (enroll.path.as_str(), &enroll.body["token"]),
        ("/agent/v1/enroll", &json!("cpe_token"))
    );
    assert_eq!(enroll.body["hostname"], "storage-07");
    let environment = &server.events_of("environment")[0];
    assert_eq!(
        (&environment["nvmeCliVersion"], &environment["uringBenchVersion"]),
        (&json!("2.3"), &json!("0.1.0"))
    );
    let drives = server.events_of("inventory")[0]["drives"].clone();
    assert_eq!(
        drives[1]["identity"],
        json!({"pciVendorId": 0x8086, "model": "Model", "serial": "NVME1"})
    );
    // NSZE 256 in blocks of 512 bytes.
    assert_eq!(drives[0]["namespaces"][0]["sizeBytes"], "131072");
    assert_eq!(drives[0]["controller"]["currentPowerState"], 0);
    assert_eq!(
        server.events_of("smart")[0]["log"]["compositeTemperatureKelvin"],
        300
    );

    terminate(&agent);
    assert!(agent.wait().await.unwrap().success());
    assert!(
        !host.log().contains("cpa_key") && !host.log().contains("cpe_token"),
        "a secret is in the log"
    );
}

#[tokio::test]
async fn a_drive_that_comes_or_goes_is_in_the_next_inventory() {
    let server = server(&Offered::default()).await;
    let host = Host::new(2);
    let _agent = host.start(&server, &[]);
    server
        .until("a sample of both drives", |server| {
            server.events_of("smart").len() >= 2
        })
        .await;
    plug(&host.machine, "NVME2");
    host.machine.unplug("nvme0").unwrap();
    server
        .until("the new inventory", |server| {
            server.events_of("inventory").last().is_some_and(|inventory| {
                let serials: Vec<&Value> = inventory["drives"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|drive| &drive["identity"]["serial"])
                    .collect();
                serials == ["NVME1", "NVME2"]
            })
        })
        .await;
}

#[tokio::test]
async fn the_second_start_uses_the_key_and_does_not_enroll_again() {
    let server = server(&Offered::default()).await;
    let host = Host::new(0);
    let reported = |server: &TestServer| server.events_of("environment").len();
    let mut agent = host.start(&server, &[]);
    server.until("a report", |server| reported(server) > 0).await;
    terminate(&agent);
    assert!(agent.wait().await.unwrap().success());
    let _agent = host.start(&server, &[]);
    let before = server.events_of("environment").len();
    server
        .until("another report", |server| {
            server.events_of("environment").len() > before
        })
        .await;
    assert_eq!(
        server
            .requests()
            .iter()
            .filter(|request| request.path == "/agent/v1/enroll")
            .count(),
        1
    );
}

#[tokio::test]
async fn a_drive_that_hangs_is_a_problem_of_its_own() {
    let server = server(&Offered::default()).await;
    let host = Host::new(2);
    host.machine.change("nvme0", "behaviour = \"hangs\"").unwrap();
    let _agent = host.start(&server, &[]);
    let started = Instant::now();
    let samples_of = |server: &TestServer, kind: &str, serial: &str| {
        server
            .events_of(kind)
            .iter()
            .filter(|event| event["drive"]["serial"] == serial)
            .count()
    };
    server
        .until("five samples of the other", |server| {
            samples_of(server, "smart", "NVME1") >= 5
        })
        .await;
    assert!(
        started.elapsed() < Duration::from_secs(11),
        "the hanging drive delayed it: {:?}",
        started.elapsed()
    );
    server
        .until("the problem", |server| {
            samples_of(server, "driveProblem", "NVME0") >= 1
        })
        .await;
    assert_eq!(
        server.events_of("driveProblem")[0]["problem"]["kind"],
        "notResponding"
    );
    server
        .until("the problem in the inventory", |server| {
            server
                .events_of("inventory")
                .iter()
                .any(|event| event["drives"][0]["problem"]["kind"] == "notResponding")
        })
        .await;
    assert_eq!(samples_of(&server, "smart", "NVME0"), 0);
}

#[tokio::test]
async fn a_host_without_nvme_and_without_programs_reports_all_the_same() {
    let server = server(&Offered::default()).await;
    let host = Host::new(0);
    std::fs::remove_file(host.path("nvme")).unwrap();
    std::fs::remove_file(host.path("uring-bench")).unwrap();
    let _agent = host.start(&server, &[]);
    server
        .until("an environment", |server| {
            !server.events_of("environment").is_empty()
        })
        .await;
    let environment = &server.events_of("environment")[0];
    assert!(environment.get("nvmeCliVersion").is_none() && environment.get("uringBenchVersion").is_none());
    until_scratch(&host, &server).await;
}
