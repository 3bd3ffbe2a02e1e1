//! The whole program as a process, against a server in this one.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crosspoint_nvme_replay::Machine;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::{Value, json};
use support::{Reply, Request, TestServer, error, machine, plug, script, taken};
use tokio::process::{Child, Command};
use uuid::Uuid;

/// Prints what the real one prints; a point of 1000 ms ends at once, a longer one goes on until SIGTERM.
const FAKE_URING_BENCH: &str = r#"
[ "$1" = --version ] && { echo "uring-bench 0.1.0"; exit 0; }
echo "$@" >> "$(dirname "$0")/invocations"
result() { echo '{"type":"result","interrupted":'$1',"elapsedNs":1000000000,"read":{"operations":10,"bytes":40960,"iops":10.5,"bytesPerSecond":40960.5,"latencyNs":{"min":1,"max":9,"mean":5.5,"stddev":1.5,"p50":5,"p90":8,"p99":9,"p999":9,"p9999":9,"p99999":9},"histogram":"SElTVA=="},"write":null,"cpuUserNs":1,"cpuSystemNs":2,"voluntaryContextSwitches":3,"involuntaryContextSwitches":4,"errors":[],"littlesLaw":{"meanInFlight":1.5,"expected":1.5,"ok":true},"warnings":[]}'; }
trap 'result true; exit 0' TERM
echo '{"type":"start","version":2,"toolVersion":"0.1.0","engine":"io_uring","target":{"path":"x","kind":"file","capacityBytes":1,"serial":"OTHER","inUse":["mounted on /data"]},"workload":{"streams":[{"pattern":"random","readPercent":100,"blocks":"4k","blockBytesMax":4096,"queueDepth":1,"threads":1,"load":{"kind":"closed"},"spanBytes":1,"distribution":"uniform","data":"incompressible"}],"rampMs":0,"until":{"kind":"elapsed","durationMs":1},"seed":1},"environment":{"kernel":"k","cpuModel":"c","cpuCount":2,"logicalBlockBytes":512,"engineFlags":["io_uring"]},"warnings":["w"]}'
echo '{"type":"second","second":0,"phase":"measure","elapsedNs":1000000000,"read":{"operations":0,"bytes":0,"latencyNsMean":null,"latencyNsP50":null,"latencyNsP99":null,"latencyNsMax":null,"histogram":"SElTVA=="},"write":null}'
case "$*" in *"--duration 1000ms"*) result false; exit 0 ;; esac
while kill -0 "$PPID" 2>/dev/null; do sleep 0.05; done
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
        let log = std::fs::File::options()
            .append(true)
            .create(true)
            .open(self.path("log"))
            .unwrap();
        Command::new(env!("CARGO_BIN_EXE_crosspoint-agent"))
            .args([
                "run",
                "--server",
                &server.url,
                "--token",
                "cpe_token",
                "--sample-interval",
                "1s",
            ])
            .args(["--state-dir", self.path("state").to_str().unwrap()])
            .args(["--sysfs", self.path("sys").to_str().unwrap()])
            .args(["--devfs", self.path("dev").to_str().unwrap()])
            .args(["--nvme-cli", self.path("nvme").to_str().unwrap()])
            .args(["--uring-bench", self.path("uring-bench").to_str().unwrap()])
            .args(["--policy", self.path("policy.toml").to_str().unwrap()])
            .args([
                "--scratch-file",
                self.path("scratch").to_str().unwrap(),
                "--scratch-size",
                "1M",
            ])
            .args(more)
            .stderr(Stdio::from(log))
            .kill_on_drop(true)
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

type Offered = Arc<Mutex<Vec<Value>>>;

/// A server that enrols, takes every report, and offers what is in the list, again and again.
async fn server(offered: &Offered) -> TestServer {
    let offered = Arc::clone(offered);
    TestServer::start(move |_, request| answer(request, &offered.lock().unwrap())).await
}

fn answer(request: &Request, offered: &[Value]) -> Reply {
    match request.path.split('?').next().unwrap() {
        "/agent/v1/enroll" => Reply::Json(
            200,
            json!({"hostId": Uuid::from_u128(1), "agentKey": "cpa_key", "serverTimeMs": 1}),
        ),
        "/agent/v1/commands" => Reply::Json(200, json!({"serverTimeMs": 1, "commands": offered})),
        _ => taken(request),
    }
}

fn start_command(target: &Value, durations_ms: &[u32], read_percent: u8) -> Value {
    let point = |duration: &u32| {
        json!({"name": "p", "pattern": "random", "readPercent": read_percent, "blockBytes": 4096, "queueDepth": 4, "threads": 2,
               "durationMs": duration, "rampMs": 0, "spanPercent": 50})
    };
    let points: Vec<Value> = durations_ms.iter().map(point).collect();
    json!({"id": Uuid::new_v4(), "kind": "startBenchmark", "runId": Uuid::new_v4(), "target": target,
           "plan": {"id": "x", "name": "X", "points": points}})
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

#[tokio::test]
async fn one_command_enrols_and_reports_inventory_environment_and_health() {
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

    terminate(&agent);
    assert!(agent.wait().await.unwrap().success());
    assert!(
        !host.log().contains("cpa_key") && !host.log().contains("cpe_token"),
        "a secret is in the log"
    );

    // The second start uses the key and does not enrol again.
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

#[tokio::test]
async fn a_run_goes_through_all_its_points_once_although_it_is_offered_again_and_again() {
    let offered = Offered::default();
    let server = server(&offered).await;
    let host = Host::new(0);
    let _agent = host.start(&server, &[]);
    until_scratch(&host, &server).await;
    let command = start_command(&host.scratch_target(), &[1000, 1000], 70);
    offered.lock().unwrap().push(command.clone());
    server
        .until("the end", |server| !server.events_of("runFinished").is_empty())
        .await;
    server
        .until("the outcome", |server| {
            outcomes(server, &command).contains(&"succeeded".to_owned())
        })
        .await;
    tokio::time::sleep(Duration::from_secs(2)).await;

    let path = host.path("scratch").canonicalize().unwrap().display().to_string();
    let invocation = format!(
        "run --target {path} --rw randrw --read-percent 70 --bs 4096 --qd 4 --threads 2 --duration 1000ms --ramp 0ms \
         --span 50% --output json-lines --write-file {path} --die-with-parent="
    );
    for found in host.invocations() {
        let pid = found
            .strip_prefix(&invocation)
            .expect("the arguments are those of the plan");
        assert!(pid.parse::<u32>().is_ok(), "{found}");
    }
    assert_eq!(host.invocations().len(), 2);
    assert_eq!(outcomes(&server, &command), ["accepted", "succeeded"]);
    let run_kinds: Vec<Value> = server
        .events()
        .iter()
        .filter(|event| event["runId"] == command["runId"])
        .map(|event| event["kind"].clone())
        .collect();
    let point = ["pointStarted", "pointSecond", "pointFinished"];
    assert_eq!(
        run_kinds,
        [&["runStarted"][..], &point, &point, &["runFinished"]].concat()
    );
    let finished = &server.events_of("pointFinished")[1];
    assert_eq!(
        (&finished["pointIndex"], &finished["outcome"]),
        (&json!(1), &json!("complete"))
    );
    assert_eq!(
        (&finished["read"]["iops"], &finished["read"]["latencyNsMean"]),
        (&json!(10.5), &json!(5.5))
    );
    assert!(finished.get("write").is_none());
    assert!(
        server.events_of("pointSecond")[0]["read"]
            .get("latencyNsMean")
            .is_none(),
        "a stall is not a zero"
    );
    assert_eq!(server.events_of("runFinished")[0]["outcome"], "complete");
}

#[tokio::test]
async fn cancelling_reports_what_was_measured_and_frees_the_target() {
    let offered = Offered::default();
    let server = server(&offered).await;
    let host = Host::new(0);
    let _agent = host.start(&server, &[]);
    until_scratch(&host, &server).await;
    let first = start_command(&host.scratch_target(), &[60_000, 60_000], 100);
    offered.lock().unwrap().push(first.clone());
    server
        .until("a second of the run", |server| {
            !server.events_of("pointSecond").is_empty()
        })
        .await;

    let second = start_command(&host.scratch_target(), &[1000], 100);
    offered.lock().unwrap().push(second.clone());
    server
        .until("the decline", |server| {
            reason_of_decline(server, &second).is_some()
        })
        .await;
    assert!(
        reason_of_decline(&server, &second)
            .unwrap()
            .contains("another run is measuring")
    );

    let cancel = json!({"id": Uuid::new_v4(), "kind": "cancelBenchmark", "runId": first["runId"]});
    let stranger = json!({"id": Uuid::new_v4(), "kind": "cancelBenchmark", "runId": Uuid::new_v4()});
    let unknown = json!({"id": Uuid::new_v4(), "kind": "orderCoffee"});
    offered
        .lock()
        .unwrap()
        .extend([unknown.clone(), stranger.clone(), cancel.clone()]);
    server
        .until("the end", |server| !server.events_of("runFinished").is_empty())
        .await;
    assert_eq!(server.events_of("runFinished")[0]["outcome"], "cancelled");
    let finished = server.events_of("pointFinished");
    assert_eq!(
        (finished.len(), &finished[0]["outcome"]),
        (1, &json!("interrupted"))
    );
    assert_eq!(finished[0]["read"]["operations"], 10);
    assert!(
        reason_of_decline(&server, &stranger)
            .unwrap()
            .contains("not running")
    );
    assert!(
        reason_of_decline(&server, &unknown)
            .unwrap()
            .contains("orderCoffee")
    );
    assert_eq!(outcomes(&server, &cancel), ["accepted", "succeeded"]);

    let third = start_command(&host.scratch_target(), &[1000], 100);
    offered.lock().unwrap().push(third.clone());
    server
        .until("the third run", |server| {
            outcomes(server, &third).contains(&"succeeded".to_owned())
        })
        .await;
}

#[tokio::test]
async fn writing_to_a_drive_needs_policy_confirmation_and_an_unused_drive() {
    let offered = Offered::default();
    let server = server(&offered).await;
    let host = Host::new(1);
    let _agent = host.start(&server, &[]);
    let ask = async |confirmed: Option<&str>| {
        let mut command = start_command(&namespace("NVME0"), &[1000], 99);
        if let Some(serial) = confirmed {
            command["confirmedSerial"] = json!(serial);
        }
        offered.lock().unwrap().push(command.clone());
        server
            .until("the decline", |server| {
                reason_of_decline(server, &command).is_some()
            })
            .await;
        reason_of_decline(&server, &command).unwrap()
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
    assert!(ask(None).await.contains("nobody confirmed"));
    assert!(ask(Some("nvme0")).await.contains("nobody confirmed"));
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
        declined.contains("is in use: it carries the signature of: ext"),
        "{declined}"
    );
    // What cannot be found out is a no.
    std::fs::remove_file(&node).unwrap();
    assert!(
        ask(Some("NVME0"))
            .await
            .contains("is in use: it could not be found out")
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
    let command = start_command(&namespace("NVME0"), &[60_000, 1000], 100);
    let absent = start_command(&namespace("NVME99"), &[1000], 100);
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
    assert!(!host.invocations()[0].contains("--write"));
    server
        .until("the decline", |server| {
            reason_of_decline(server, &absent).is_some()
        })
        .await;
    assert!(
        reason_of_decline(&server, &absent)
            .unwrap()
            .contains("no drive with serial NVME99")
    );
}

#[tokio::test]
async fn sigterm_ends_in_order_within_five_seconds_and_the_next_start_delivers_the_rest() {
    let offered = Offered::default();
    let server = server(&offered).await;
    let host = Host::new(0);
    let mut agent = host.start(&server, &[]);
    until_scratch(&host, &server).await;
    let command = start_command(&host.scratch_target(), &[60_000], 100);
    offered.lock().unwrap().push(command.clone());
    server
        .until("a second of the run", |server| {
            !server.events_of("pointSecond").is_empty()
        })
        .await;
    let started = Instant::now();
    terminate(&agent);
    assert!(agent.wait().await.unwrap().success());
    assert!(
        started.elapsed() < Duration::from_secs(5),
        "{:?}",
        started.elapsed()
    );

    let _agent = host.start(&server, &[]);
    server
        .until("the end", |server| !server.events_of("runFinished").is_empty())
        .await;
    assert_eq!(server.events_of("runFinished")[0]["outcome"], "interrupted");
    assert_eq!(stored(&server, "pointFinished")[0]["read"]["operations"], 10);
    assert_eq!(host.invocations().len(), 1);
}

#[tokio::test]
async fn killed_during_a_run_again_and_again_nothing_is_lost_or_done_twice() {
    let offered = Offered::default();
    let server = server(&offered).await;
    let host = Host::new(1);
    let mut commands = Vec::new();
    for round in 1..=5 {
        let mut agent = host.start(&server, &[]);
        if round == 1 {
            until_scratch(&host, &server).await;
        }
        let command = start_command(&host.scratch_target(), &[60_000], 100);
        offered.lock().unwrap().push(command.clone());
        let run_id = command["runId"].clone();
        commands.push(command);
        server
            .until("a second of the run", |server| {
                server
                    .events_of("pointSecond")
                    .iter()
                    .any(|event| event["runId"] == run_id)
            })
            .await;
        agent.kill().await.unwrap();
    }
    let _agent = host.start(&server, &[]);
    server
        .until("every end", |server| stored(server, "runFinished").len() == 5)
        .await;
    let runs: BTreeSet<String> = stored(&server, "runFinished")
        .iter()
        .map(|event| event["runId"].to_string())
        .collect();
    assert_eq!(
        runs,
        commands
            .iter()
            .map(|command| command["runId"].to_string())
            .collect()
    );
    assert_eq!(host.invocations().len(), 5, "no command was carried out twice");
    for kind in ["runStarted", "pointStarted", "pointSecond", "pointFinished"] {
        assert_eq!(stored(&server, kind).len(), 5, "{kind}");
    }
    for command in &commands {
        let outcomes: BTreeSet<String> = outcomes(&server, command).into_iter().collect();
        assert_eq!(outcomes, ["accepted", "interrupted"].map(str::to_owned).into());
    }
}

#[tokio::test]
async fn refused_enrolments_say_what_to_do() {
    for (status, words) in [
        (401, "does not accept the token"),
        (409, "knows this installation already"),
    ] {
        let server = TestServer::start(move |_, _| error(status, "no.")).await;
        let output = enroll(&server, &tempfile::tempdir().unwrap().path().join("state")).await;
        assert!(!output.status.success());
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(words) && !said.contains("cpe_token"), "{said}");
    }
}

#[tokio::test]
async fn an_enrolment_whose_answer_was_lost_is_made_up_for() {
    let server = TestServer::start(|number, request| match number {
        0 => Reply::Lost,
        1 => error(409, "known."),
        _ => answer(request, &[]),
    })
    .await;
    let state = tempfile::tempdir().unwrap();
    assert!(!enroll(&server, state.path()).await.status.success());
    let output = enroll(&server, state.path()).await;
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let ids: Vec<Value> = server
        .requests()
        .iter()
        .map(|request| request.body["installationId"].clone())
        .collect();
    assert!(ids[0] == ids[1] && ids[1] != ids[2], "{ids:?}");
}

async fn enroll(server: &TestServer, state: &Path) -> std::process::Output {
    Command::new(env!("CARGO_BIN_EXE_crosspoint-agent"))
        .args([
            "enroll",
            "--server",
            &server.url,
            "--token",
            "cpe_token",
            "--state-dir",
            state.to_str().unwrap(),
        ])
        .output()
        .await
        .unwrap()
}
