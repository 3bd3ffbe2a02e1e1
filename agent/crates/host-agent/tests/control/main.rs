//! Commands that change, test and erase drives: the whole program as a process, replayed drives, a server in this one.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod crashes;
mod erase;
mod format;
mod hanging;
mod nvme_cli_3;
mod reach;
mod same_namespace;
mod scratch;
mod self_test;
mod self_test_step;
mod settings;
mod steps;
#[path = "../support/mod.rs"]
mod support;

use std::collections::BTreeSet;
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crosspoint_nvme_replay::{HostShape, Machine};
use serde_json::{Value, json};
use support::{Reply, Request, TestServer, obliging, script};
use tokio::process::Child;
use uuid::Uuid;

const OFFERED_AGAIN: Duration = Duration::from_millis(500);
const OPTANE: &str = "PHKS7335006W375AGN";
const FLASH: &str = "163212F0A1B2";

struct Host {
    directory: tempfile::TempDir,
    machine: Machine,
    offered: Arc<Mutex<Vec<Value>>>,
    server: TestServer,
}

impl Host {
    /// A host with a P4800X (nvme0), a Micron 9100 (nvme1) and a P3700 (nvme2).
    async fn new() -> Self {
        let directory = tempfile::tempdir().unwrap();
        let machine = Machine::create(directory.path().join("host"), &HostShape::default()).unwrap();
        for profile in ["p4800x", "micron-9100", "p3700"] {
            machine.plug(profile, "").unwrap();
        }
        machine.install_nvme(support::nvme_replay()).unwrap();
        let offered: Arc<Mutex<Vec<Value>>> = Arc::default();
        let (offers, told) = (Arc::clone(&offered), Mutex::new((0, Instant::now())));
        let server =
            TestServer::start(move |_, request| answer(request, &offers.lock().unwrap(), &told)).await;
        Self {
            directory,
            machine,
            offered,
            server,
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    fn start(&self) -> Child {
        support::agent(&self.server, &self.machine, self.directory.path())
            .spawn()
            .unwrap()
    }

    fn allow(&self, policy: &str) {
        std::fs::write(self.path("policy.toml"), policy).unwrap();
        // Whatever this user's umask is: a policy that others can write is not obeyed.
        std::fs::set_permissions(self.path("policy.toml"), Permissions::from_mode(0o644)).unwrap();
    }

    fn allow_everything_on(&self, serial: &str) {
        self.allow(&format!(
            "[[allow]]\nserials = [\"{serial}\"]\nactions = [\"write\", \"format\", \"sanitize\", \"discard\"]"
        ));
    }

    fn offer(&self, command: &Value) {
        self.offered.lock().unwrap().push(command.clone());
    }

    /// Offers a command and waits for its end: the outcome and the reason.
    async fn end(&self, command: &Value) -> (String, String) {
        self.offer(command);
        self.end_of(command).await
    }

    async fn end_of(&self, command: &Value) -> (String, String) {
        self.server
            .until("the end of the command", |_| self.last_word(command).is_some())
            .await;
        let event = self.last_word(command).unwrap();
        let reason = event["reason"].as_str().unwrap_or_default().to_owned();
        (event["outcome"].as_str().unwrap().to_owned(), reason)
    }

    fn last_word(&self, command: &Value) -> Option<Value> {
        let events = self.server.events_of("command");
        let is_end = |event: &&Value| event["commandId"] == command["id"] && event["outcome"] != "accepted";
        events.iter().find(is_end).cloned()
    }

    /// Progress is delivered like a sample: it may arrive after the end.
    async fn until_told(&self, command: &Value, phase: &str, percent: u8) {
        let is_told = |event: &Value| {
            (&event["commandId"], &event["phase"], &event["percent"])
                == (&command["id"], &json!(phase), &json!(percent))
        };
        self.server
            .until("the progress", |server| {
                server.events_of("commandProgress").iter().any(is_told)
            })
            .await;
    }

    fn calls(&self, start: &str) -> Vec<String> {
        self.machine
            .calls()
            .into_iter()
            .filter(|call| call.starts_with(start))
            .collect()
    }
}

/// Offers everything when there is something new, and again after a while: a lease runs out too.
fn answer(request: &Request, offered: &[Value], told: &Mutex<(usize, Instant)>) -> Reply {
    if request.path.starts_with("/agent/v1/commands") {
        let mut told = told.lock().unwrap();
        if told.0 == offered.len() && told.1.elapsed() < OFFERED_AGAIN {
            return Reply::Later;
        }
        *told = (offered.len(), Instant::now());
    }
    obliging(request, offered)
}

#[allow(clippy::needless_pass_by_value, reason = "a json! stands at every call")]
fn control(serial: &str, action: Value) -> Value {
    let (vendor, model) = match serial {
        FLASH => (0x1344, "Micron_9100_MTFDHAX2T4MCF"),
        OPTANE => (0x8086, "INTEL SSDPED1K375GA"),
        _ => (0x8086, "INTEL SSDPEDMD400G4"),
    };
    json!({"id": Uuid::new_v4(), "kind": "controlDrive", "action": action,
           "drive": {"pciVendorId": vendor, "model": model, "serial": serial}})
}

fn confirmed(mut command: Value) -> Value {
    command["confirmedSerial"] = command["drive"]["serial"].clone();
    command
}

fn format(serial: &str, lba_format: u8) -> Value {
    let action = json!({"kind": "format", "nsid": 1, "lbaFormat": lba_format, "secureErase": "none"});
    confirmed(control(serial, action))
}

/// A run of these steps, which only read.
fn run_of(serial: &str, steps: &[Value]) -> Value {
    let drive = control(serial, json!(null))["drive"].clone();
    json!({"id": Uuid::new_v4(), "kind": "startBenchmark", "runId": Uuid::new_v4(),
        "target": {"kind": "namespace", "drive": drive, "nsid": 1},
        "plan": {"id": "x", "name": "X", "readsOnly": true, "steps": steps}})
}

fn reads_for(seconds: u32) -> Value {
    json!({"kind": "sweep", "pattern": "random", "readPercent": 100, "blockBytes": 4096, "durationSeconds": seconds})
}
