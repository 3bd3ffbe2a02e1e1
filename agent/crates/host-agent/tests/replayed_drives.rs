//! The agent on a host with drives that nobody here owns.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use std::path::Path;
use std::time::{Duration, Instant};

use crosspoint_nvme_replay::{HostShape, Machine};
use serde_json::{Value, json};
use support::{TestServer, obliging};
use tokio::process::Child;

async fn server() -> TestServer {
    TestServer::start(|_, request| obliging(request, &[])).await
}

fn machine(directory: &Path, profiles: &[(&str, &str)]) -> Machine {
    let machine = Machine::create(directory, &HostShape::default()).unwrap();
    machine.install_nvme(support::nvme_replay()).unwrap();
    for (profile, changes) in profiles {
        machine.plug(profile, changes).unwrap();
    }
    machine
}

fn start(machine: &Machine, server: &TestServer) -> Child {
    support::agent(server, machine, machine.root()).spawn().unwrap()
}

fn details_of(server: &TestServer, serial: &str) -> Option<Value> {
    let events = server.events_of("driveDetails");
    let mine = events.iter().rfind(|event| event["drive"]["serial"] == serial);
    mine.map(|event| event["details"].clone())
}

#[tokio::test]
async fn every_drive_tells_what_it_knows_of_itself_and_where_it_is() {
    let directory = tempfile::tempdir().unwrap();
    let profiles = [
        ("p4800x", "[place]\nlink_width = 2"),
        ("p3608-1", ""),
        ("p3608-2", ""),
        ("micron-9100", ""),
        ("hangs", ""),
    ];
    let machine = machine(directory.path(), &profiles);
    let server = server().await;
    let _agent = start(&machine, &server);
    server
        .until("details of four drives", |server| {
            server.events_of("driveDetails").len() >= 4
        })
        .await;

    // One of the two of a card: what its values mean there is not documented.
    let half = details_of(&server, "CVF8551400324P0DGN-1").unwrap();
    assert_eq!(half["powerGovernor"], json!({"value": 1, "settings": []}));
    let optane = details_of(&server, "PHKS7335006W375AGN").unwrap();
    assert_eq!(optane["powerGovernor"], json!({"value": 0, "settings": []}));
    let micron = details_of(&server, "163212F0A1B2").unwrap();
    let thermal = json!({"minimumKelvin": 313, "maximumKelvin": 343, "lightKelvin": 328, "heavyKelvin": 338});
    assert_eq!(
        (&micron["thermalManagement"], &micron["writeCacheEnabled"]),
        (&thermal, &json!(true))
    );
    assert_eq!(micron["selfTest"]["results"][1]["failingLba"], "123456");
    assert!(details_of(&server, "CVFT0000HANG400BGN").is_none());

    let inventory = &server.events_of("inventory")[0]["drives"];
    let serials: Vec<_> = (0..5)
        .map(|index| inventory[index]["identity"]["serial"].as_str().unwrap())
        .collect();
    let expected = [
        "PHKS7335006W375AGN",
        "CVF8551400324P0DGN-1",
        "CVF8551400324P0DGN-2",
        "163212F0A1B2",
        "CVFT0000HANG400BGN",
    ];
    assert_eq!(serials, expected);
    assert_eq!(
        (&inventory[0]["slot"], &inventory[0]["linkWidth"]),
        (&json!("3"), &json!(2))
    );
    assert_eq!(
        (
            &inventory[1]["numaNode"],
            &inventory[1]["queues"]["cpusSharingMost"]
        ),
        (&json!(1), &json!(1))
    );
    assert_eq!(inventory[0]["namespaces"][0]["scheduler"], "none");
    assert_eq!(inventory[0]["namespaces"][0]["uses"][0]["kind"], "disk");
    let environment = &server.events_of("environment")[0];
    assert_eq!(environment["numaNodes"][1]["cpus"], "4-7");
    assert_eq!(environment["governor"], "performance");
}

#[tokio::test]
async fn sampling_takes_one_child_and_nothing_is_asked_that_leaves_an_error() {
    let directory = tempfile::tempdir().unwrap();
    let machine = machine(directory.path(), &[("p3700", ""), ("900p", "")]);
    let server = server().await;
    let _agent = start(&machine, &server);
    server
        .until("eight samples", |server| server.events_of("smart").len() >= 8)
        .await;

    for name in ["nvme0", "nvme1"] {
        let calls: Vec<String> = machine
            .calls()
            .into_iter()
            .filter(|call| call.contains(name))
            .collect();
        let samples = calls.iter().filter(|call| call.contains("--log-id=0x02")).count();
        // Identify Controller and Namespace, power state; error, firmware and at most two vendor questions.
        let others = calls.len() - samples;
        assert!(samples >= 4 && others <= 7, "{calls:?}");
    }
    for event in server.events_of("driveDetails") {
        assert_eq!(event["details"]["unread"], json!([]));
    }
}

#[tokio::test]
async fn a_drive_that_comes_shows_within_ten_seconds_and_tells_its_errors() {
    let directory = tempfile::tempdir().unwrap();
    let machine = machine(directory.path(), &[]);
    let server = server().await;
    let _agent = start(&machine, &server);
    server
        .until("the empty inventory", |server| {
            !server.events_of("inventory").is_empty()
        })
        .await;
    let plugged = Instant::now();
    machine.plug("media-errors", "").unwrap();
    let lists_it = |server: &TestServer| {
        let inventories = server.events_of("inventory");
        let is_it = |one: &Value| one["drives"][0]["identity"]["serial"] == "CVFT5170009X400BGN";
        inventories.iter().any(is_it)
    };
    server.until("the inventory with it", lists_it).await;
    assert!(
        plugged.elapsed() < Duration::from_secs(10),
        "{:?}",
        plugged.elapsed()
    );
    server
        .until("its details", |server| {
            !server.events_of("driveDetails").is_empty()
        })
        .await;
    let details = details_of(&server, "CVFT5170009X400BGN").unwrap();
    assert_eq!(
        (&details["errorLog"][0]["status"], &details["errorLog"][0]["lba"]),
        (&json!(0x281), &json!("987654321"))
    );
}

/// Pulls the drive out while nvme-cli waits at a place, and plugs another in, which gets its name.
async fn exchange_at(place: &str, machine: &Machine, server: &TestServer) {
    machine.hold(place).unwrap();
    server.until(place, |_| machine.is_held(place)).await;
    machine.unplug("nvme0").unwrap();
    let other = "[controller]\nserial = \"OTHER\"\ncritical_temperature_kelvin = 399\n[smart]\ntemperature_kelvin = 350";
    assert_eq!(machine.plug("p3700", other).unwrap(), "nvme0");
    machine.let_go(place).unwrap();
}

/// All figures of the drive with this serial, of its samples and of what it says of itself.
fn temperatures_of(server: &TestServer, serial: &str) -> (Vec<Value>, Vec<Value>) {
    let samples = server.events_of("smart").into_iter();
    let samples = samples.filter(|event| event["drive"]["serial"] == serial);
    let inventories = server.events_of("inventory").into_iter();
    let drives = inventories.flat_map(|event| event["drives"].as_array().cloned().unwrap_or_default());
    let drives = drives.filter(|drive| drive["identity"]["serial"] == serial);
    (
        samples
            .map(|event| event["log"]["compositeTemperatureKelvin"].clone())
            .collect(),
        drives
            .map(|drive| drive["controller"]["criticalTemperatureKelvin"].clone())
            .filter(|critical| !critical.is_null())
            .collect(),
    )
}

#[tokio::test]
async fn what_is_read_while_a_drive_is_exchanged_for_another_is_not_taken_for_its_own() {
    for place in ["before-get-log-0x02", "before-identify-0x01"] {
        let directory = tempfile::tempdir().unwrap();
        let first = "[controller]\nserial = \"FIRST\"\ncritical_temperature_kelvin = 301\n[smart]\ntemperature_kelvin = 300";
        let machine = machine(directory.path(), &[("p3700", first)]);
        let server = server().await;
        let _agent = match place {
            // The first questions are asked at once.
            "before-identify-0x01" => {
                machine.hold(place).unwrap();
                start(&machine, &server)
            }
            _ => start(&machine, &server),
        };
        exchange_at(place, &machine, &server).await;
        server
            .until("three samples and the limits of the other", |server| {
                let (samples, limits) = temperatures_of(server, "OTHER");
                samples.len() >= 3 && !limits.is_empty()
            })
            .await;
        let (samples, limits) = temperatures_of(&server, "FIRST");
        assert!(
            samples.iter().all(|kelvin| *kelvin == 300),
            "{place}: {samples:?}"
        );
        assert!(limits.iter().all(|kelvin| *kelvin == 301), "{place}: {limits:?}");
        let (samples, limits) = temperatures_of(&server, "OTHER");
        assert!(
            samples.iter().all(|kelvin| *kelvin == 350),
            "{place}: {samples:?}"
        );
        assert!(limits.iter().all(|kelvin| *kelvin == 399), "{place}: {limits:?}");
    }
}
