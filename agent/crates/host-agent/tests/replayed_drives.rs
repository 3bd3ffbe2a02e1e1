//! The agent on a host with drives that nobody here owns.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use std::path::Path;
use std::time::{Duration, Instant};

use crosspoint_agent::runtime::clock::now_ms;
use crosspoint_nvme_replay::{HostShape, Machine};
use serde_json::{Value, json};
use support::{Reply, TestServer, obliging};
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
        // Identify Controller and Namespace, power state; error, firmware and at most two vendor questions; error and the
        // vendor again as what counts up.
        let others = calls.len() - samples;
        assert!(samples >= 4 && others <= 9, "{calls:?}");
    }
    for event in server.events_of("driveDetails") {
        assert_eq!(event["details"]["unread"], json!([]));
    }
}

fn logs_of(server: &TestServer, serial: &str) -> Option<Value> {
    let events = server.events_of("driveLogs");
    let mine = events.iter().rfind(|event| event["drive"]["serial"] == serial);
    mine.map(|event| event["logs"].clone())
}

/// A drive with OCP's log, by the changes to a drive without.
const OCP: &str = "[controller]\nlpa = 0b100000\n[ocp]\nphysical_media_units_written = 5000\nbad_user_blocks = 3\n\
    end_to_end_errors = 1\nincomplete_shutdowns = 2\ncapacitor_health = 160\npcie_correctable_errors = 9\nmedia_dies = 64\n\
    die_failure_tolerance = 2\nmedia_dies_offline = 1\n";

#[tokio::test]
async fn every_drive_tells_what_it_and_its_kernel_count() {
    let directory = tempfile::tempdir().unwrap();
    let profiles = [("p3700", ""), ("micron-9100", OCP), ("media-errors", "")];
    let machine = machine(directory.path(), &profiles);
    let pci = machine
        .root()
        .join("sys/class/nvme/nvme1/device")
        .canonicalize()
        .unwrap();
    for (file, text) in [
        ("nvme/nvme1/diag/reset_count", "2\n"),
        ("nvme/nvme1/nvme1n1/diag/command_error_count", "3\n"),
        ("nvme/nvme1/nvme1n1/diag/command_retries_count", "4\n"),
        ("nvme/nvme1/nvme1n1/ro", "1\n"),
        ("aer_dev_correctable", "RxErr 0\nTOTAL_ERR_COR 12\n"),
        ("aer_dev_nonfatal", "TOTAL_ERR_NONFATAL 1\n"),
        ("aer_dev_fatal", "TOTAL_ERR_FATAL 0\n"),
        ("../aer_dev_correctable", "TOTAL_ERR_COR 5\n"),
    ] {
        let path = pci.join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let server = server().await;
    let _agent = start(&machine, &server);
    server
        .until("logs of three drives", |server| {
            server.events_of("driveLogs").len() >= 3
        })
        .await;

    let intel = logs_of(&server, "CVFT4170004W400BGN").unwrap();
    // 11,994,000 times 32 MiB.
    let written = (11_994_000u64 * (32 << 20)).to_string();
    assert_eq!(
        intel["media"],
        json!({"log": "intel", "bytesWritten": written, "badBlocks": "0", "endToEndErrors": "0"})
    );
    assert_eq!(
        (
            &intel["dataUnitsWritten"],
            &intel["unread"],
            &intel["kernel"],
            &intel["selfTests"]
        ),
        (&json!("655012839"), &json!([]), &Value::Null, &Value::Null)
    );
    let ocp = logs_of(&server, "163212F0A1B2").unwrap();
    let expected = json!({
        "log": "ocp", "bytesWritten": "5000", "bytesRead": "1100000000000000", "badBlocks": "3", "endToEndErrors": "1",
        "incompleteShutdowns": "2", "linkCorrectableErrors": "9", "diesOffline": 1, "dieFailureTolerance": 2,
        "capacitorPercent": 160,
    });
    assert_eq!(ocp["media"], expected);
    assert_eq!(ocp["kernel"], json!({"resets": 2, "failedCommands": 7}));
    let link = json!({
        "drive": {"correctable": 12, "nonFatal": 1, "fatal": 0},
        "port": {"correctable": 5, "nonFatal": 0, "fatal": 0},
    });
    assert_eq!(
        (
            &ocp["link"],
            &ocp["namespaces"]["readOnly"],
            ocp["boot"].is_string()
        ),
        (&link, &json!([1]), true)
    );
    assert_eq!(ocp["selfTests"]["results"][1]["result"], 7);
    let errors = logs_of(&server, "CVFT5170009X400BGN").unwrap();
    assert_eq!(
        (
            &errors["errors"]["newestCount"],
            &errors["errors"]["entries"][0]["status"]
        ),
        (&json!("5"), &json!(0x281))
    );
}

/// What the port above a drive counts it counts for whoever is below: so each stay of a drive is one of its own.
#[tokio::test]
async fn what_a_slot_counted_of_another_drive_is_not_compared_with_what_it_counted_of_this_one() {
    let directory = tempfile::tempdir().unwrap();
    let machine = machine(directory.path(), &[]);
    let server = server().await;
    let _agent = start(&machine, &server);
    let mut stays = Vec::new();
    for serial in ["ONE", "OTHER", "ONE"] {
        let told = |server: &TestServer| {
            let events = server.events_of("driveLogs").into_iter();
            events.filter(|event| event["drive"]["serial"] == serial).count()
        };
        let before = told(&server);
        let changes = format!("[controller]\nserial = \"{serial}\"");
        let name = machine.plug("p3700", &changes).unwrap();
        server.until("the logs", |server| told(server) > before).await;
        let logs = logs_of(&server, serial).unwrap();
        stays.push(logs["boot"].as_str().unwrap().to_owned());
        machine.unplug(&name).unwrap();
    }
    stays.sort();
    stays.dedup();
    assert_eq!(stays.len(), 3, "{stays:?}");
}

#[tokio::test]
async fn a_log_that_is_refused_short_or_garbage_is_said_and_does_not_blind_the_others() {
    let directory = tempfile::tempdir().unwrap();
    let with = |serial: &str, how: &str| {
        let drive = OCP.replace("[controller]", &format!("[controller]\nserial = \"{serial}\""));
        format!("{drive}[broken_logs]\n{how}\n")
    };
    let changes = [
        with("REFUSES", "\"0x01\" = \"refused\"\n\"0x06\" = \"refused\""),
        with("SHORT", "\"0x01\" = \"short\"\n\"0x06\" = \"short\""),
        with("ZERO", "\"0xc0\" = \"zero\""),
        with("ONES", "\"0xc0\" = \"ones\"\n\"0x01\" = \"refused\""),
    ];
    let profiles: Vec<_> = changes
        .iter()
        .map(|change| ("micron-9100", change.as_str()))
        .collect();
    let machine = machine(directory.path(), &profiles);
    let server = server().await;
    let _agent = start(&machine, &server);
    server
        .until("logs of four drives", |server| {
            server.events_of("driveLogs").len() >= 4
        })
        .await;

    let unread = |serial: &str| {
        let logs = logs_of(&server, serial).unwrap();
        let unread = logs["unread"].as_array().unwrap().iter();
        let unread = unread.map(|one| (one["log"].as_str().unwrap().to_owned(), one["reason"].to_string()));
        (unread.collect::<Vec<_>>(), logs)
    };
    for (serial, word) in [("REFUSES", "Invalid Log Page"), ("SHORT", "bytes where")] {
        let (unread, logs) = unread(serial);
        let names: Vec<_> = unread.iter().map(|(log, _)| log.as_str()).collect();
        assert_eq!(names, ["errors", "selfTests"], "{serial}");
        assert!(
            unread.iter().all(|(_, reason)| reason.contains(word)),
            "{unread:?}"
        );
        assert_eq!(
            (&logs["errors"], &logs["selfTests"]),
            (&Value::Null, &Value::Null)
        );
        assert_eq!(logs["media"]["badBlocks"], "3", "{serial}");
    }
    let (zero, logs) = unread("ZERO");
    assert_eq!(zero.len(), 1);
    assert!(
        zero[0].0 == "ocp" && zero[0].1.contains("all of it is zero"),
        "{zero:?}"
    );
    assert!(logs["errors"].is_object() && logs["selfTests"].is_object() && logs["media"].is_null());
    let (ones, logs) = unread("ONES");
    let words = ones.iter().map(|(log, _)| log.as_str());
    assert_eq!(words.collect::<Vec<_>>(), ["errors", "ocp"]);
    assert!(ones[1].1.contains("another GUID"), "{ones:?}");
    assert!(logs["selfTests"].is_object());
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

#[tokio::test]
async fn what_is_said_is_dated_by_the_servers_clock_where_the_hosts_is_wrong() {
    const TWO_HOURS_MS: u64 = 7_200_000;
    let directory = tempfile::tempdir().unwrap();
    let machine = machine(directory.path(), &[("p4800x", "")]);
    let server = TestServer::start(|_, request| match request.path.split('?').next() {
        Some("/agent/v1/commands") => Reply::Json(
            200,
            json!({"serverTimeMs": now_ms() + TWO_HOURS_MS, "commands": []}),
        ),
        _ => obliging(request, &[]),
    })
    .await;
    let _agent = start(&machine, &server);
    server
        .until("two samples", |server| server.events_of("smart").len() >= 2)
        .await;
    for report in server.reports() {
        let own_ms = report.body["agentTimeMs"].as_u64().unwrap();
        assert!(own_ms.abs_diff(now_ms()) < 60_000, "{own_ms}");
        for event in report.events() {
            let ahead_ms = event["timeMs"].as_u64().unwrap() - own_ms;
            assert!(ahead_ms.abs_diff(TWO_HOURS_MS) < 60_000, "{event}");
        }
    }
}
