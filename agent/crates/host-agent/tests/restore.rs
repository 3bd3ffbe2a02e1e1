//! Settings of a run that could not be put back when it ended.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use std::sync::Arc;
use std::time::Duration;

use crosspoint_agent::guard::in_use::InUse;
use crosspoint_agent::telemetry::drives::Drives;
use crosspoint_agent::work::settings::restore::Restores;
use crosspoint_agent::work::settings::setting::Setting;
use crosspoint_bench::host::Host;
use crosspoint_nvme::cli::InstalledNvmeCli;
use crosspoint_nvme::sysfs::Sysfs;
use crosspoint_wire::DriveIdentity;
use support::{machine, plug};
use uuid::Uuid;

/// Ten times a second: the test's own rhythm.
const RETRIES: (Duration, Duration) = (Duration::from_millis(100), Duration::from_millis(100));

#[tokio::test]
async fn a_setting_of_a_drive_that_was_away_is_put_back_once_it_is_there_and_nobody_works_on_it() {
    let directory = tempfile::tempdir().unwrap();
    let machine = machine(&directory.path().join("host"), 1);
    let cli = Arc::new(InstalledNvmeCli::new(machine.root().join("nvme")));
    let in_use = InUse::new(Host::default(), machine.dev());
    let drives = Arc::new(Drives::new(Sysfs::new(machine.sysfs()), cli, in_use));
    let drive = DriveIdentity {
        model: "Model".to_owned(),
        pci_vendor_id: 0x8086,
        serial: "NVME0".to_owned(),
    };
    let scheduler =
        || std::fs::read_to_string(machine.sysfs().join("class/block/nvme0n1/queue/scheduler")).unwrap();
    let setting = |name: &str| Setting::Scheduler {
        nsid: 1,
        name: name.to_owned(),
    };
    setting("none").apply(&drives, &drive).await.unwrap();

    let restores = Arc::new(Restores::open(directory.path()));
    let run_id = Uuid::new_v4();
    let kyber = setting("kyber");
    restores.change(run_id, &drives, &drive, &kyber).await.unwrap();
    let (kept, tried) = (Arc::clone(&restores), Arc::clone(&drives));
    tokio::spawn(async move { kept.keep_trying(&tried, RETRIES).await });
    tokio::time::sleep(3 * RETRIES.1).await;
    assert_eq!(scheduler(), "kyber", "a run that goes on keeps its setting");

    machine.unplug("nvme0").unwrap();
    restores.put_back(run_id, &drives).await;
    let claim = drives.claims.take("NVME0", "another run measures it").unwrap();
    plug(&machine, "NVME0");
    kyber.apply(&drives, &drive).await.unwrap();
    tokio::time::sleep(3 * RETRIES.1).await;
    assert_eq!(
        scheduler(),
        "kyber",
        "whoever works on the drive is not disturbed"
    );
    drop(claim);
    let left = || std::fs::read_to_string(directory.path().join("restore.json")).unwrap();
    // The list is written once the drive has its setting again.
    for _ in 0..50 {
        if left() == "[]" {
            break;
        }
        tokio::time::sleep(RETRIES.1).await;
    }
    assert_eq!((scheduler().as_str(), left().as_str()), ("none", "[]"));
}

#[tokio::test]
async fn of_two_changes_of_a_setting_in_a_run_only_what_was_before_the_first_is_put_back() {
    let directory = tempfile::tempdir().unwrap();
    let machine = machine(&directory.path().join("host"), 1);
    let cli = Arc::new(InstalledNvmeCli::new(machine.root().join("nvme")));
    let drives = Drives::new(
        Sysfs::new(machine.sysfs()),
        cli,
        InUse::new(Host::default(), machine.dev()),
    );
    let drive = DriveIdentity {
        model: "Model".to_owned(),
        pci_vendor_id: 0x8086,
        serial: "NVME0".to_owned(),
    };
    let restores = Restores::open(directory.path());
    let (run_id, state) = (Uuid::new_v4(), |state| Setting::PowerState { state, hint: None });
    for setting in [state(1), state(2)] {
        restores.change(run_id, &drives, &drive, &setting).await.unwrap();
    }
    let list = std::fs::read_to_string(directory.path().join("restore.json")).unwrap();
    let entries: Vec<serde_json::Value> = serde_json::from_str(&list).unwrap();
    assert_eq!(
        (entries.len(), &entries[0]["before"]["state"]),
        (1, &serde_json::json!(0))
    );
    assert_eq!(machine.drive("nvme0").unwrap().features["0x02"], 2);
    restores.put_back(run_id, &drives).await;
    assert_eq!(machine.drive("nvme0").unwrap().features["0x02"], 0);
}

/// What a drive was set to before is nowhere else.
#[test]
fn a_list_that_cannot_be_read_is_kept_for_a_person() {
    let directory = tempfile::tempdir().unwrap();
    let list = directory.path().join("restore.json");
    std::fs::write(&list, "[{\"runId\": \"of a later version\"}]").unwrap();
    drop(Restores::open(directory.path()));
    let aside = directory.path().join("restore.json.unreadable");
    let kept = std::fs::read_to_string(aside).unwrap();
    assert!(kept.contains("of a later version") && !list.exists());
}
