//! Commands that change, test and erase drives: the whole program as a process, replayed drives, a server in this one.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use crosspoint_nvme_replay::{HostShape, Machine};
use serde_json::{Value, json};
use support::{Reply, Request, TestServer, script, taken};
use tokio::process::{Child, Command};
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
        std::os::unix::fs::symlink(replay_program(), machine.root().join("nvme")).unwrap();
        script(
            &directory.path().join("blkdiscard"),
            r#"echo "$@" >> "$(dirname "$0")/discards""#,
        );
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
        let log = std::fs::File::options()
            .append(true)
            .create(true)
            .open(self.path("log"))
            .unwrap();
        let (sys, dev) = (self.machine.sysfs(), self.machine.dev());
        let path = format!(
            "{}:{}",
            self.directory.path().display(),
            std::env::var("PATH").unwrap()
        );
        let mut command = Command::new(env!("CARGO_BIN_EXE_crosspoint-agent"));
        command
            .args([
                "run",
                "--server",
                &self.server.url,
                "--token",
                "cpe_token",
                "--sample-interval",
                "1s",
            ])
            .arg("--state-dir")
            .arg(self.path("state"))
            .arg("--sysfs")
            .arg(sys)
            .arg("--devfs")
            .arg(dev)
            .arg("--nvme-cli")
            .arg(self.machine.root().join("nvme"))
            // A real one may lie beside the agent, where it was built with the whole workspace.
            .arg("--uring-bench")
            .arg(self.path("uring-bench"))
            .arg("--policy")
            .arg(self.path("policy.toml"))
            .env("PATH", path)
            .stderr(Stdio::from(log))
            .kill_on_drop(true);
        command.spawn().unwrap()
    }

    fn allow(&self, policy: &str) {
        std::fs::write(self.path("policy.toml"), policy).unwrap();
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
    match request.path.split('?').next().unwrap() {
        "/agent/v1/enroll" => Reply::Json(
            200,
            json!({"hostId": Uuid::from_u128(1), "agentKey": "cpa_key", "serverTimeMs": 1}),
        ),
        "/agent/v1/commands" => {
            let mut told = told.lock().unwrap();
            if told.0 == offered.len() && told.1.elapsed() < OFFERED_AGAIN {
                return Reply::Later;
            }
            *told = (offered.len(), Instant::now());
            Reply::Json(200, json!({"serverTimeMs": 1, "commands": offered}))
        }
        _ => taken(request),
    }
}

/// The replay is another package's program: cargo has built it for its own tests, or builds it now.
fn replay_program() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let agent = Path::new(env!("CARGO_BIN_EXE_crosspoint-agent"));
        let mut cargo = std::process::Command::new(env!("CARGO"));
        cargo.args(["build", "--quiet", "--package", "crosspoint-nvme-replay"]);
        assert!(
            cargo
                .current_dir(env!("CARGO_MANIFEST_DIR"))
                .status()
                .unwrap()
                .success()
        );
        agent.with_file_name("nvme-replay")
    })
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

#[tokio::test]
async fn settings_are_made_read_back_and_refused_in_the_words_of_the_drive() {
    let host = Host::new().await;
    let _agent = host.start();
    let state = |state: u8| {
        control(
            FLASH,
            json!({"kind": "setPowerState", "powerState": state, "workloadHint": 2}),
        )
    };
    assert_eq!(host.end(&state(2)).await.0, "succeeded");
    // State 2 with hint 2: 2 << 5 | 2.
    assert_eq!(host.machine.drive("nvme1").unwrap().features["0x02"], 0x42);
    let keeps_hint = control(FLASH, json!({"kind": "setPowerState", "powerState": 1}));
    assert_eq!(host.end(&keeps_hint).await.0, "succeeded");
    assert_eq!(host.machine.drive("nvme1").unwrap().features["0x02"], 0x41);

    let governor = |serial: &str| control(serial, json!({"kind": "setPowerGovernor", "value": 2}));
    assert_eq!(host.end(&governor("CVFT4170004W400BGN")).await.0, "succeeded");
    assert_eq!(host.machine.drive("nvme2").unwrap().features["0xc6"], 2);
    let (outcome, reason) = host.end(&governor(FLASH)).await;
    assert_eq!(outcome, "failed");
    assert!(reason.contains("Intel's drives only"), "{reason}");
    assert!(
        host.calls("get-feature /dev/nvme1 --feature-id=0xc6").is_empty(),
        "not even read on another vendor's drive"
    );

    host.machine.change("nvme0", "unchangeable = [\"0x02\"]").unwrap();
    let refused = control(OPTANE, json!({"kind": "setPowerState", "powerState": 1}));
    let (outcome, reason) = host.end(&refused).await;
    assert_eq!(outcome, "failed");
    assert!(
        reason.contains("Feature Not Changeable") && reason.contains("410Eh"),
        "{reason}"
    );
    assert_eq!(host.last_word(&refused).unwrap()["nvmeStatus"], 0x410e);

    let scheduler = |name: &str| {
        control(
            OPTANE,
            json!({"kind": "setScheduler", "nsid": 1, "scheduler": name}),
        )
    };
    assert_eq!(host.end(&scheduler("mq-deadline")).await.0, "succeeded");
    let file = host.machine.sysfs().join("class/block/nvme0n1/queue/scheduler");
    assert_eq!(std::fs::read_to_string(file).unwrap(), "mq-deadline");

    host.allow("deny = [\"power\"]");
    let (outcome, reason) = host.end(&state(0)).await;
    assert_eq!(outcome, "declined");
    assert!(reason.contains("this host denies power"), "{reason}");
    host.allow("deny = [");
    assert_eq!(
        host.end(&state(0)).await.0,
        "declined",
        "what the file was meant to deny is not known"
    );
}

#[tokio::test]
async fn a_self_test_is_watched_to_its_end_and_says_how_it_ended() {
    let host = Host::new().await;
    let _agent = host.start();
    // Each look at the self-test log takes a replayed test a step further: the agent's first is over.
    let is_read = |event: &Value| event["drive"]["serial"] == FLASH;
    host.server
        .until("its details", |server| {
            server.events_of("driveDetails").iter().any(is_read)
        })
        .await;
    let short = || control(FLASH, json!({"kind": "selfTest", "test": "short"}));
    let first = short();
    assert_eq!(
        host.end(&first).await,
        ("succeeded".to_owned(), "completed without error".to_owned())
    );
    host.until_told(&first, "short self-test", 0).await;
    host.until_told(&first, "short self-test", 50).await;

    host.machine
        .change("nvme1", "[work]\nself_test_result = 7")
        .unwrap();
    let (outcome, reason) = host.end(&short()).await;
    assert_eq!(
        (outcome.as_str(), reason.as_str()),
        ("failed", "completed, and one or more segments failed")
    );
    let (outcome, reason) = host
        .end(&control(OPTANE, json!({"kind": "selfTest", "test": "short"})))
        .await;
    assert_eq!(
        (outcome.as_str(), reason.as_str()),
        ("declined", "the drive does not have Device Self-test")
    );

    // It stands still at 0 %, until it is aborted.
    let long = control(FLASH, json!({"kind": "selfTest", "test": "extended"}));
    host.machine.hold("before-get-log").unwrap();
    host.offer(&long);
    host.server
        .until("the start", |_| {
            !host
                .calls("device-self-test /dev/nvme1 --namespace-id=0xffffffff --self-test-code=2")
                .is_empty()
        })
        .await;
    let (outcome, reason) = host.end(&short()).await;
    assert_eq!(outcome, "declined");
    assert!(
        reason.contains("a self-test of 163212F0A1B2 is running"),
        "{reason}"
    );
    let abort = control(FLASH, json!({"kind": "selfTest", "test": "abort"}));
    assert_eq!(
        host.end(&abort).await.0,
        "succeeded",
        "it must reach a drive that is busy"
    );
    host.machine.let_go("before-get-log").unwrap();
    let (outcome, reason) = host.end_of(&long).await;
    assert_eq!(
        (outcome.as_str(), reason.as_str()),
        ("failed", "aborted by a Device Self-test command")
    );
}

#[tokio::test]
async fn a_format_needs_policy_serial_and_an_unused_drive_and_is_done_once() {
    let host = Host::new().await;
    let _agent = host.start();
    let ask = async |command: Value| {
        let (outcome, reason) = host.end(&command).await;
        assert_eq!(outcome, "declined", "{reason}");
        reason
    };
    assert!(
        ask(format(OPTANE, 3))
            .await
            .contains("does not allow format of PHKS7335006W375AGN")
    );
    host.allow("allow_destructive = [\"PHKS7335006W375AGN\"]");
    assert!(
        ask(format(OPTANE, 3)).await.contains("does not allow format"),
        "permission to write is not enough"
    );
    host.allow("[[allow]]\nserials = [\"PHKS7335006W375AGN\"]\nactions = [\"discard\"]");
    assert!(ask(format(OPTANE, 3)).await.contains("does not allow format"));
    host.allow("[[allow]]\nserials = [\"PHKS7335006W375AGN\"]\nactions = [\"all\"]");
    assert!(
        ask(format(OPTANE, 3))
            .await
            .contains("nothing destructive is allowed")
    );
    host.allow_everything_on(OPTANE);
    assert!(
        ask(format(FLASH, 1))
            .await
            .contains("does not allow format of 163212F0A1B2")
    );

    let action = json!({"kind": "format", "nsid": 1, "lbaFormat": 3, "secureErase": "none"});
    let unconfirmed = control(OPTANE, action);
    assert!(ask(unconfirmed.clone()).await.contains("nobody confirmed"));
    let mut mistyped = unconfirmed;
    mistyped["id"] = json!(Uuid::new_v4());
    mistyped["confirmedSerial"] = json!("phks7335006w375agn");
    assert!(ask(mistyped).await.contains("nobody confirmed"));

    // An ext4 superblock's magic at byte 1080: somebody's files.
    let device = host.machine.dev().join("nvme0n1");
    write_at(&device, 1080, &[0x53, 0xef]);
    assert!(
        ask(format(OPTANE, 3))
            .await
            .contains("is in use: it carries the signature of: ext")
    );
    write_at(&device, 1080, &[0, 0]);
    let holder = host.machine.sysfs().join("class/block/nvme0n1/holders/nvme1n1");
    std::fs::create_dir(&holder).unwrap();
    assert!(
        ask(format(OPTANE, 3)).await.contains("is part of"),
        "LVM, md and device mapper hold it"
    );
    std::fs::remove_dir(&holder).unwrap();
    let absent = confirmed(control(
        "NONE",
        json!({"kind": "sanitize", "method": "blockErase"}),
    ));
    assert!(ask(absent).await.contains("no drive with serial NONE"));
    let action = json!({"kind": "format", "nsid": 1, "lbaFormat": 3, "secureErase": "cryptographic"});
    assert!(
        ask(confirmed(control(OPTANE, action)))
            .await
            .contains("does not have cryptographic erase")
    );
    let twin = format!("[controller]\nserial = \"{OPTANE}\"");
    let twin = host.machine.plug("p4800x", &twin).unwrap();
    assert!(
        ask(format(OPTANE, 3))
            .await
            .contains("2 controllers in this host have the serial"),
        "which one is meant cannot be told"
    );
    host.machine.unplug(&twin).unwrap();
    assert!(host.calls("format").is_empty(), "{:?}", host.calls("format"));

    let command = format(OPTANE, 3);
    assert_eq!(host.end(&command).await.0, "succeeded");
    assert_eq!(
        host.machine.drive("nvme0").unwrap().namespaces[0].current_format,
        3
    );
    let (outcome, reason) = host.end(&format(OPTANE, 9)).await;
    assert_eq!(
        (outcome.as_str(), reason.as_str()),
        ("failed", "namespace 1 has no LBA format 9")
    );
    let seen = host.server.reports().len();
    host.server
        .until("more polls with the same offers", |server| {
            server.reports().len() > seen + 3
        })
        .await;
    let expected = "format /dev/nvme0 --namespace-id=1 --lbaf=3 --ses=0 --force --timeout=7200000";
    assert_eq!(host.calls("format"), [expected]);
    host.server
        .until("the new format in the inventory", |server| {
            let inventories = server.events_of("inventory");
            let drives = inventories.last().unwrap()["drives"]
                .as_array()
                .cloned()
                .unwrap_or_default();
            drives.iter().any(|drive| {
                drive["identity"]["serial"] == OPTANE && drive["namespaces"][0]["currentLbaFormat"] == 3
            })
        })
        .await;
}

#[tokio::test]
async fn while_a_drive_is_formatted_nothing_else_touches_it_and_the_others_keep_their_rhythm() {
    let host = Host::new().await;
    host.allow_everything_on(OPTANE);
    let _agent = host.start();
    host.server
        .until("samples", |server| server.events_of("smart").len() >= 3)
        .await;
    host.machine.hold("before-format").unwrap();
    let command = format(OPTANE, 3);
    host.offer(&command);
    host.server
        .until("the format", |_| host.machine.is_held("before-format"))
        .await;

    let (outcome, reason) = host.end(&format(OPTANE, 0)).await;
    assert_eq!(outcome, "declined");
    assert!(
        reason.contains("PHKS7335006W375AGN is being formatted"),
        "{reason}"
    );
    let namespace = json!({"kind": "namespace", "drive": command["drive"], "nsid": 1});
    let point = json!({"name": "p", "pattern": "random", "readPercent": 100, "blockBytes": 4096, "queueDepth": 1,
        "threads": 1, "durationMs": 1000, "rampMs": 0, "spanPercent": 100});
    let run = json!({"id": Uuid::new_v4(), "kind": "startBenchmark", "runId": Uuid::new_v4(), "target": namespace,
        "plan": {"id": "x", "name": "X", "points": [point]}});
    let (outcome, reason) = host.end(&run).await;
    assert_eq!(outcome, "declined");
    assert!(reason.contains("is being formatted"), "{reason}");

    let before = host.calls("smart-log /dev/nvme0").len();
    let others = host.calls("smart-log /dev/nvme1").len();
    host.server
        .until("two more samples of another drive", |_| {
            host.calls("smart-log /dev/nvme1").len() > others + 1
        })
        .await;
    assert_eq!(
        host.calls("smart-log /dev/nvme0").len(),
        before,
        "a drive that formats is not asked for its health"
    );
    assert_eq!(host.server.events_of("driveProblem"), [] as [Value; 0]);
    host.machine.let_go("before-format").unwrap();
    assert_eq!(host.end_of(&command).await.0, "succeeded");
    host.server
        .until("its samples again", |_| {
            host.calls("smart-log /dev/nvme0").len() > before
        })
        .await;
}

#[tokio::test]
async fn a_format_tells_how_far_it_came_where_the_drive_says() {
    let host = Host::new().await;
    host.allow_everything_on(OPTANE);
    let remains = |percent: u8| {
        let change = format!("[work]\nformat_remaining_percent = {percent}");
        host.machine.change("nvme0", &change).unwrap();
    };
    remains(0);
    let _agent = host.start();
    host.machine.hold("before-format").unwrap();
    let command = format(OPTANE, 3);
    host.offer(&command);
    host.server
        .until("the format", |_| host.machine.is_held("before-format"))
        .await;
    for (remaining, done) in [(100, 0), (37, 63)] {
        remains(remaining);
        host.until_told(&command, "formatting", done).await;
    }
    host.machine.let_go("before-format").unwrap();
    assert_eq!(host.end_of(&command).await.0, "succeeded");
}

/// Killed at three moments: when the journal has the command and nothing is done; when nvme-cli was started; when the
/// drive is formatted and nobody was told.
#[tokio::test]
async fn killed_at_any_moment_a_format_is_interrupted_and_never_done_twice() {
    let host = Host::new().await;
    host.allow_everything_on(OPTANE);
    let mut commands = Vec::new();
    for (round, place) in ["before-id-ns", "before-format", "after-format"]
        .into_iter()
        .enumerate()
    {
        let mut agent = host.start();
        let samples = host.server.events_of("smart").len();
        host.server
            .until("a sample", |server| server.events_of("smart").len() > samples)
            .await;
        let command = format(OPTANE, 3);
        host.machine.hold(place).unwrap();
        host.offer(&command);
        host.server
            .until(place, |_| {
                host.machine.is_held(place) && is_journalled(&host, &command)
            })
            .await;
        agent.kill().await.unwrap();
        assert_eq!(host.calls("format").len(), round, "{place}");
        host.machine.let_go(place).unwrap();
        std::fs::remove_file(host.machine.root().join(format!("hold-{place}.reached"))).unwrap();
        commands.push(command);
    }
    let _agent = host.start();
    for command in &commands {
        let (outcome, reason) = host.end_of(command).await;
        assert_eq!(outcome, "interrupted");
        assert!(
            reason.contains("went down during this format") && reason.contains("not begun again"),
            "{reason}"
        );
    }
    let seen = host.server.reports().len();
    host.server
        .until("more polls with the same offers", |server| {
            server.reports().len() > seen + 3
        })
        .await;
    assert_eq!(
        host.calls("format").len(),
        2,
        "begun twice, by two commands; never a second time by one"
    );
    for command in &commands {
        let events = host.server.events_of("command");
        let own = events.iter().filter(|event| event["commandId"] == command["id"]);
        let outcomes: BTreeSet<&str> = own.map(|event| event["outcome"].as_str().unwrap()).collect();
        assert!(
            outcomes.is_subset(&["accepted", "interrupted"].into()),
            "{outcomes:?}"
        );
    }
}

fn is_journalled(host: &Host, command: &Value) -> bool {
    let journal = std::fs::read_to_string(host.path("state/commands.jsonl")).unwrap_or_default();
    journal.contains(command["id"].as_str().unwrap())
}

#[tokio::test]
async fn a_sanitize_is_watched_and_its_failure_is_told() {
    let host = Host::new().await;
    host.allow_everything_on(FLASH);
    let _agent = host.start();
    let sanitize = |method: &str| confirmed(control(FLASH, json!({"kind": "sanitize", "method": method})));
    let (outcome, reason) = host.end(&sanitize("overwrite")).await;
    assert_eq!(
        (outcome.as_str(), reason.as_str()),
        ("declined", "the drive does not have sanitize by overwrite")
    );
    let command = sanitize("blockErase");
    assert_eq!(host.end(&command).await.0, "succeeded");
    // Half of 65536 is 32750 here (50 x 655): 49 %.
    host.until_told(&command, "sanitize", 49).await;

    host.machine
        .change("nvme1", "[work]\nsanitize_fails = true")
        .unwrap();
    let (outcome, reason) = host.end(&sanitize("cryptoErase")).await;
    assert_eq!(outcome, "failed");
    assert!(reason.contains("the sanitize failed"), "{reason}");
    assert_eq!(
        host.calls("sanitize"),
        ["sanitize /dev/nvme1 --sanact=2", "sanitize /dev/nvme1 --sanact=4"]
    );
}

#[tokio::test]
async fn a_discard_leaves_the_last_look_to_the_kernel() {
    let host = Host::new().await;
    host.allow_everything_on(OPTANE);
    let _agent = host.start();
    let discard = || confirmed(control(OPTANE, json!({"kind": "discard", "nsid": 1})));
    assert_eq!(host.end(&discard()).await.0, "succeeded");
    let device = host.machine.dev().join("nvme0n1");
    let discards = std::fs::read_to_string(host.path("discards")).unwrap();
    // Without --force: blkdiscard opens the device exclusively and refuses one that is in use.
    assert_eq!(discards, format!("{}\n", device.display()));
    script(
        &host.path("blkdiscard"),
        "echo 'blkdiscard: cannot open: Device or resource busy' >&2; exit 1",
    );
    let (outcome, reason) = host.end(&discard()).await;
    assert_eq!(outcome, "failed");
    assert!(reason.ends_with("Device or resource busy"), "{reason}");
}

#[tokio::test]
async fn settings_of_a_run_are_put_back_after_it_and_after_a_crash() {
    let host = Host::new().await;
    host.allow("");
    // A benchmark that goes on until it is told to stop.
    script(
        &host.path("uring-bench"),
        "trap 'exit 0' TERM; while kill -0 \"$PPID\"; do sleep 0.05; done",
    );
    let governor = || host.machine.drive("nvme2").unwrap().features["0xc6"];
    let run = || {
        let drive = control("CVFT4170004W400BGN", json!(null))["drive"].clone();
        let point = json!({"name": "p", "pattern": "random", "readPercent": 100, "blockBytes": 4096, "queueDepth": 1,
            "threads": 1, "durationMs": 60_000, "rampMs": 0, "spanPercent": 100});
        json!({"id": Uuid::new_v4(), "kind": "startBenchmark", "runId": Uuid::new_v4(),
            "target": {"kind": "namespace", "drive": drive, "nsid": 1},
            "settings": {"powerGovernor": 2, "scheduler": "mq-deadline"},
            "plan": {"id": "x", "name": "X", "points": [point]}})
    };
    let scheduler = host.machine.sysfs().join("class/block/nvme2n1/queue/scheduler");
    let chosen = || std::fs::read_to_string(&scheduler).unwrap();

    let mut agent = host.start();
    let first = run();
    host.offer(&first);
    host.server
        .until("the settings", |_| governor() == 2 && chosen() == "mq-deadline")
        .await;
    host.offer(&json!({"id": Uuid::new_v4(), "kind": "cancelBenchmark", "runId": first["runId"]}));
    host.end_of(&first).await;
    assert_eq!(
        (governor(), chosen().as_str()),
        (0, "none"),
        "put back before the run's end is told"
    );

    let second = run();
    host.offer(&second);
    host.server
        .until("the settings again", |_| {
            governor() == 2 && chosen() == "mq-deadline"
        })
        .await;
    agent.kill().await.unwrap();
    assert_eq!(governor(), 2);
    let _agent = host.start();
    assert_eq!(host.end_of(&second).await.0, "interrupted");
    host.server
        .until("the old settings", |_| governor() == 0 && chosen() == "none")
        .await;
    let left = std::fs::read_to_string(host.path("state/restore.json")).unwrap();
    assert_eq!(left, "[]");
}

#[tokio::test]
async fn a_scratch_file_is_made_and_removed_where_the_host_wants_it() {
    let host = Host::new().await;
    let _agent = host.start();
    let make = |size: u64| json!({"id": Uuid::new_v4(), "kind": "createScratchFile", "sizeBytes": size});
    let remove = |path: &str| json!({"id": Uuid::new_v4(), "kind": "removeScratchFile", "path": path});
    assert_eq!(host.end(&make(1 << 20)).await.0, "succeeded");
    let path = host.path("state/scratch").canonicalize().unwrap();
    assert_eq!(path.metadata().unwrap().len(), 1 << 20);
    let shown = path.display().to_string();
    host.server
        .until("the offer", |server| {
            server
                .events_of("inventory")
                .iter()
                .any(|event| event["scratchFiles"][0]["path"] == shown.as_str())
        })
        .await;
    assert_eq!(host.end(&make(2 << 20)).await.0, "succeeded");
    assert_eq!(path.metadata().unwrap().len(), 2 << 20);
    for (command, words) in [
        (make(1 << 62), "free"),
        (make((1 << 20) + 1), "multiple of 4096"),
        (
            remove("/etc/passwd"),
            "does not offer the scratch file /etc/passwd",
        ),
    ] {
        let (outcome, reason) = host.end(&command).await;
        assert!(
            outcome == "declined" && reason.contains(words),
            "{outcome}: {reason}"
        );
    }
    assert_eq!(host.end(&remove(&shown)).await.0, "succeeded");
    assert!(!path.exists());
    host.allow("deny = [\"scratch_file\"]");
    assert_eq!(host.end(&make(1 << 20)).await.0, "declined");
}

fn write_at(path: &Path, offset: u64, bytes: &[u8]) {
    use std::os::unix::fs::FileExt;
    let file = std::fs::File::options().write(true).open(path).unwrap();
    file.write_all_at(bytes, offset).unwrap();
}

#[tokio::test]
async fn the_server_learns_the_whole_policy() {
    let host = Host::new().await;
    host.allow("allow_destructive = [\"A\"]\ndeny = [\"self_test\"]\n[[allow]]\nmodels = [\"M\"]\nactions = [\"format\", \"write\"]");
    let _agent = host.start();
    host.server
        .until("the environment", |server| {
            !server.events_of("environment").is_empty()
        })
        .await;
    let environment = &host.server.events_of("environment")[0];
    assert_eq!(environment["destructivePolicy"], json!(["A", "M"]));
    assert_eq!(environment["policy"]["deny"], json!(["self_test"]));
    let expected = json!([
        {"serials": ["A"], "models": [], "actions": ["write"]},
        {"serials": [], "models": ["M"], "actions": ["format", "write"]},
    ]);
    assert_eq!(environment["policy"]["allow"], expected);
}
