//! Entries of a drive's error log reach the server though its agent's spool is full.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use std::sync::Arc;
use std::time::Duration;

use crosspoint_agent::guard::in_use::InUse;
use crosspoint_agent::link::outbox::Outbox;
use crosspoint_agent::link::sequence::Sequence;
use crosspoint_agent::link::spool::{LaneName, Spool};
use crosspoint_agent::telemetry::drives::Drives;
use crosspoint_agent::telemetry::log_teller::tell_logs;
use crosspoint_bench::host::Host;
use crosspoint_nvme::cli::InstalledNvmeCli;
use crosspoint_nvme::sysfs::Sysfs;
use crosspoint_nvme_replay::{HostShape, Machine};
use serde_json::Value;

const SPOOL_BYTES: u64 = 64 << 10;

/// A host with a drive whose error log has entries 4 and 5, and a spool of its own.
struct Telling {
    _directory: tempfile::TempDir,
    drives: Arc<Drives>,
    outbox: Outbox,
}

impl Telling {
    async fn new() -> Self {
        let directory = tempfile::tempdir().unwrap();
        let machine = Machine::create(directory.path().join("host"), &HostShape::default()).unwrap();
        machine.install_nvme(support::nvme_replay()).unwrap();
        machine.plug("media-errors", "").unwrap();
        let cli = Arc::new(InstalledNvmeCli::new(machine.root().join("nvme")));
        let in_use = InUse::new(Host::default(), machine.dev());
        let drives = Arc::new(Drives::new(Sysfs::new(machine.sysfs()), cli, in_use));
        drives.scan().await;
        while drives.is_identifying() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        let spool = Spool::open(&directory.path().join("spool"), SPOOL_BYTES).unwrap();
        let outbox = Outbox::new(spool, Sequence::open(directory.path()).unwrap(), Arc::default());
        Self {
            _directory: directory,
            drives,
            outbox,
        }
    }

    /// Reads the drive, tells what there is to tell, and says what waits for the server then.
    async fn read(&self) -> Vec<Value> {
        self.drives.want_logs();
        for asked in self.drives.logs_to_read() {
            tell_logs(Arc::clone(&self.drives), self.outbox.clone(), asked).await;
        }
        let batch = self.spool().next_batch(1000, 1 << 20).await.unwrap();
        let events = batch
            .events
            .iter()
            .filter_map(|event| serde_json::from_slice(event).ok());
        events
            .filter(|event: &Value| event["kind"] == "driveLogs")
            .collect()
    }

    async fn take_all(&self) {
        let batch = self.spool().next_batch(10_000, 1 << 20).await.unwrap();
        self.spool().acknowledge(batch.end, 0).await.unwrap();
    }

    fn spool(&self) -> &Spool {
        self.outbox.spool()
    }
}

fn entries(event: &Value) -> Vec<&str> {
    let entries = event["logs"]["errors"]["entries"].as_array().unwrap();
    entries
        .iter()
        .map(|entry| entry["errorCount"].as_str().unwrap())
        .collect()
}

#[tokio::test]
async fn an_entry_that_a_full_spool_does_not_take_is_told_once_there_is_room() {
    let host = Telling::new().await;
    let result = vec![b' '; 1000];
    while host
        .spool()
        .append(LaneName::Results, result.clone())
        .await
        .is_ok()
    {}
    assert_eq!(host.read().await, [] as [Value; 0]);
    host.take_all().await;
    let told = host.read().await;
    assert_eq!((told.len(), entries(&told[0])), (1, vec!["5", "4"]));
}

#[tokio::test]
async fn an_entry_that_is_dropped_from_a_full_spool_is_told_again() {
    let host = Telling::new().await;
    assert_eq!(host.read().await.len(), 1);
    let before = host.spool().pending().await.unwrap().events_dropped;
    while host.spool().pending().await.unwrap().events_dropped == before {
        host.spool()
            .append(LaneName::Samples, vec![b' '; 1000])
            .await
            .unwrap();
    }
    let told = host.read().await;
    assert_eq!((told.len(), entries(&told[0])), (1, vec!["5", "4"]));
}

#[tokio::test]
async fn an_entry_that_the_server_has_is_not_told_again() {
    let host = Telling::new().await;
    let told = host.read().await;
    assert_eq!(entries(&told[0]), ["5", "4"]);
    assert_eq!(host.read().await.len(), 1, "it waits, and nothing is new");
    host.take_all().await;
    assert_eq!(host.read().await, [] as [Value; 0]);
}
