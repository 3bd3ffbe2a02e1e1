//! The whole program as a process, against a server in this one.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod database;
mod enrollment;
mod late_drives;
mod permissions;
mod plans;
mod points;
mod reports;
mod restarts;
mod runs;
mod stops;
#[path = "../support/mod.rs"]
mod support;
mod upgrades;
mod volumes;

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{DirEntry, File};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crosspoint_agent::link::server::{Server, SetUpError, Trust};
use crosspoint_nvme_replay::Machine;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::{Value, json};
use support::{Reply, TestServer, error, machine, obliging, plug, script};
use tokio::process::{Child, Command};
use uuid::Uuid;

/// Prints what the real one prints; a point of one second ends at once, a longer one goes on until SIGTERM, or until there is a
/// file "hurry". Blocks of 8 KiB fail, and blocks of 16 KiB are not supported.
const FAKE_URING_BENCH: &str = r#"
[ "$1" = --version ] && { echo "uring-bench 0.1.0"; exit 0; }
echo "$@" >> "$(dirname "$0")/invocations"
plan=$(cat)
echo "$plan" >> "$(dirname "$0")/plans"
result() { echo '{"type":"result","interrupted":'$1',"elapsedNs":1000000000,"read":{"operations":10,"bytes":40960,"iops":10.5,"bytesPerSecond":40960.5,"latencyNs":{"min":1,"max":9,"mean":5.5,"stddev":1.5,"p50":5,"p90":8,"p99":9,"p999":9,"p9999":9,"p99999":9},"histogram":"SElTVA=="},"write":null,"cpuUserNs":1,"cpuSystemNs":2,"voluntaryContextSwitches":3,"involuntaryContextSwitches":4,"errors":[],"littlesLaw":{"meanInFlight":1.5,"expected":1.5,"ok":true},"warnings":[]}'; }
case "$plan" in
  *'"blockBytes":8192,'*) echo '{"type":"error","message":"the drive hangs"}'; exit 4 ;;
  *'"blockBytes":16384,'*) echo '{"type":"error","message":"16 KiB do not suit it","kind":"unsupported"}'; exit 4 ;;
esac
trap 'result true; exit 0' TERM
echo '{"type":"start","version":2,"toolVersion":"0.1.0","engine":"io_uring","target":{"path":"x","kind":"file","capacityBytes":1,"serial":"OTHER","inUse":["mounted on /data"]},"workload":{"streams":[{"pattern":"random","readPercent":100,"blocks":"4k","blockBytesMax":4096,"queueDepth":1,"threads":1,"load":{"kind":"closed"},"spanBytes":1,"distribution":"uniform","data":"incompressible"}],"rampMs":0,"until":{"kind":"elapsed","durationMs":1},"seed":1},"environment":{"kernel":"k","cpuModel":"c","cpuCount":2,"logicalBlockBytes":512,"engineFlags":["io_uring"]},"warnings":["w"]}'
echo '{"type":"second","second":0,"phase":"measure","elapsedNs":1000000000,"read":{"operations":0,"bytes":0,"latencyNsMean":null,"latencyNsP50":null,"latencyNsP99":null,"latencyNsMax":null,"histogram":"SElTVA=="},"write":null}'
case "$plan" in *'"durationSeconds":1,'*) result false; exit 0 ;; esac
while kill -0 "$PPID" 2>/dev/null; do [ -e "$(dirname "$0")/hurry" ] && { result false; exit 0; }; sleep 0.05; done
"#;

struct Host {
    directory: tempfile::TempDir,
    machine: Machine,
}

impl Host {
    fn new(drives: usize) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let machine = machine(directory.path(), drives);
        script(&directory.path().join("uring-bench"), FAKE_URING_BENCH);
        Self { directory, machine }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    fn start(&self, server: &TestServer, more: &[&str]) -> Child {
        support::agent(server, &self.machine, self.directory.path())
            .arg("--scratch-file")
            .arg(self.path("scratch"))
            .args(["--scratch-size", "1M"])
            .args(more)
            .spawn()
            .unwrap()
    }

    fn log(&self) -> String {
        std::fs::read_to_string(self.path("log")).unwrap_or_default()
    }

    fn invocations(&self) -> Vec<String> {
        let text = std::fs::read_to_string(self.path("invocations")).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }

    /// What the tool was told to measure, each a plan of one point.
    fn plans(&self) -> Vec<Value> {
        let text = std::fs::read_to_string(self.path("plans")).unwrap_or_default();
        text.lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }

    /// Lets the tool end what it measures.
    fn hurry(&self) {
        std::fs::write(self.path("hurry"), "").unwrap();
    }

    /// How many runs the agent keeps a record of.
    fn records(&self) -> usize {
        std::fs::read_dir(self.path("state/runs")).map_or(0, Iterator::count)
    }

    /// Before the file is there.
    fn scratch_target_to_be(&self) -> Value {
        let directory = self.directory.path().canonicalize().unwrap();
        json!({"kind": "scratchFile", "path": directory.join("scratch")})
    }

    fn scratch_target(&self) -> Value {
        json!({"kind": "scratchFile", "path": self.path("scratch").canonicalize().unwrap()})
    }
}

fn terminate(child: &Child) {
    kill(
        Pid::from_raw(i32::try_from(child.id().unwrap()).unwrap()),
        Signal::SIGTERM,
    )
    .unwrap();
}

/// Holds the state directory, as an agent does whose end the kernel is still busy with.
fn hold_state(host: &Host) -> File {
    std::fs::create_dir_all(host.path("state")).unwrap();
    let lock = File::create(host.path("state/lock")).unwrap();
    lock.lock().unwrap();
    lock
}

/// Waits until the agent waits for the state directory.
async fn until_waiting(host: &Host, server: &TestServer, agent: &Child) {
    let lock = host.path("state/lock").canonicalize().unwrap();
    let open = PathBuf::from(format!("/proc/{}/fd", agent.id().unwrap()));
    let is_lock = |entry: std::io::Result<DirEntry>| {
        entry.is_ok_and(|entry| std::fs::read_link(entry.path()).is_ok_and(|path| path == lock))
    };
    server
        .until("the wait", |_| {
            std::fs::read_dir(&open).is_ok_and(|mut open| open.any(is_lock))
        })
        .await;
}

type Offered = Arc<Mutex<Vec<Value>>>;

/// A server that enrolls, takes every report, and offers what is in the list, again and again.
async fn server(offered: &Offered) -> TestServer {
    let offered = Arc::clone(offered);
    TestServer::start(move |_, request| obliging(request, &offered.lock().unwrap())).await
}

/// A run with a step for each of these durations.
fn start_command(target: &Value, durations_seconds: &[u32], read_percent: u8) -> Value {
    let sweep = |duration: &u32| {
        json!({"kind": "sweep", "pattern": "random", "readPercent": read_percent, "blockBytes": 4096, "queueDepth": 4,
               "threads": 2, "durationSeconds": duration, "spanPercent": 50})
    };
    let steps: Vec<Value> = durations_seconds.iter().map(sweep).collect();
    json!({"id": Uuid::new_v4(), "kind": "startBenchmark", "runId": Uuid::new_v4(), "target": target,
           "plan": {"id": "x", "name": "X", "readsOnly": false, "steps": steps}})
}

/// A run of one sweep over these sizes of blocks, each measured for so many seconds.
fn sizes_command(target: &Value, block_bytes: &[u32], duration_seconds: u32) -> Value {
    let mut command = start_command(target, &[duration_seconds], 100);
    command["plan"]["steps"][0]["blockBytes"] = json!(block_bytes);
    command
}

fn cancel_command(run: &Value, point_sequence: Option<u16>) -> Value {
    let mut command = json!({"id": Uuid::new_v4(), "kind": "cancelBenchmark", "requestedBy": "Ada Lovelace", "runId": run["runId"]});
    if let Some(sequence) = point_sequence {
        command["pointSequence"] = json!(sequence);
    }
    command
}

/// How a run ended, and why; each time that it was told.
fn ends(server: &TestServer, run: &Value) -> Vec<(String, String)> {
    let events = server.events_of("runFinished");
    let own = events.iter().filter(|event| event["runId"] == run["runId"]);
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    own.map(|event| (text(&event["outcome"]), text(&event["reason"])))
        .collect()
}

async fn end(server: &TestServer, run: &Value) -> (String, String) {
    server
        .until("the end", |server| !ends(server, run).is_empty())
        .await;
    ends(server, run).remove(0)
}

/// Of each end of a point: its number, outcome, reason and attempt. One whose answer was lost is sent again.
fn points(server: &TestServer) -> Vec<(u64, String, String, u64)> {
    let mut seen = BTreeSet::new();
    let mut events = server.events_of("pointFinished");
    events.retain(|event| seen.insert(event["id"].to_string()));
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let told = events.iter().map(|event| {
        let sequence = event["pointSequence"].as_u64().unwrap();
        let attempt = event["attempt"].as_u64().unwrap_or(0);
        (sequence, text(&event["outcome"]), text(&event["reason"]), attempt)
    });
    told.collect()
}

/// Waits until a point is being measured.
async fn until_point(server: &TestServer, sequence: u64, attempt: u64) {
    let is_it = |event: &Value| {
        event["pointSequence"] == sequence && event["attempt"].as_u64().unwrap_or(0) == attempt
    };
    server
        .until("a second of the point", |server| {
            server.events_of("pointSecond").iter().any(is_it)
        })
        .await;
}

fn namespace(serial: &str) -> Value {
    json!({"kind": "namespace", "drive": {"pciVendorId": 0x8086, "model": "Model", "serial": serial}, "nsid": 1})
}

fn outcomes(server: &TestServer, command: &Value) -> Vec<String> {
    let events = server.events_of("command");
    let mine = events.iter().filter(|event| event["commandId"] == command["id"]);
    mine.map(|event| event["outcome"].as_str().unwrap().to_owned())
        .collect()
}

fn reason_of_decline(server: &TestServer, command: &Value) -> Option<String> {
    let events = server.events_of("command");
    let declined = events
        .iter()
        .find(|event| event["commandId"] == command["id"] && event["outcome"] == "declined");
    Some(declined?["reason"].as_str().unwrap().to_owned())
}

/// Waits until a command is declined, and says why it was.
async fn declined(server: &TestServer, command: &Value) -> String {
    server
        .until("the decline", |server| {
            reason_of_decline(server, command).is_some()
        })
        .await;
    reason_of_decline(server, command).unwrap()
}

/// What the server stores: each event id once.
fn stored(server: &TestServer, kind: &str) -> Vec<Value> {
    let by_id: BTreeMap<String, Value> = server
        .events_of(kind)
        .into_iter()
        .map(|event| (event["id"].as_str().unwrap().to_owned(), event))
        .rev()
        .collect();
    by_id.into_values().collect()
}

async fn until_scratch(host: &Host, server: &TestServer) {
    server
        .until("the scratch file in the inventory", |server| {
            server
                .events_of("inventory")
                .iter()
                .any(|event| !event["scratchFiles"].as_array().unwrap().is_empty())
        })
        .await;
    assert_eq!(host.path("scratch").metadata().unwrap().len(), 1 << 20);
}
