//! Power, I/O scheduler, and what the policy says of them.

use super::*;

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
}

#[tokio::test]
async fn a_power_governor_is_written_only_where_its_values_are_documented() {
    let host = Host::new().await;
    let _agent = host.start();
    let governor = |serial: &str| control(serial, json!({"kind": "setPowerGovernor", "value": 2}));
    assert_eq!(host.end(&governor("CVFT4170004W400BGN")).await.0, "succeeded");
    assert_eq!(host.machine.drive("nvme2").unwrap().features["0xc6"], 2);
    for (serial, model) in [
        (OPTANE, "INTEL SSDPED1K375GA"),
        (FLASH, "Micron_9100_MTFDHAX2T4MCF"),
    ] {
        let (outcome, reason) = host.end(&governor(serial)).await;
        assert_eq!(outcome, "declined", "{reason}");
        let why = "the values of the power governor (feature C6h) are not documented for this model";
        assert!(reason.contains(why) && reason.contains(model), "{reason}");
    }
    let odd = control(
        "CVFT4170004W400BGN",
        json!({"kind": "setPowerGovernor", "value": 7}),
    );
    assert_eq!(
        host.end(&odd).await,
        (
            "declined".to_owned(),
            "the power governor of INTEL SSDPEDMD400G4 has no documented value 7; it has 0, 1, 2".to_owned()
        )
    );
    // A value that somebody else set is not changed: it could not be put back.
    host.machine.change("nvme2", "[features]\n0xc6 = 9").unwrap();
    let (outcome, reason) = host.end(&governor("CVFT4170004W400BGN")).await;
    assert_eq!(outcome, "failed");
    assert!(reason.contains("reads 9, which is not documented"), "{reason}");
    assert_eq!(
        host.calls("set-feature")
            .iter()
            .filter(|call| call.contains("0xc6"))
            .count(),
        1
    );
    assert!(
        host.calls("get-feature /dev/nvme1 --feature-id=0xc6").is_empty(),
        "not even read on another vendor's drive"
    );
}

#[tokio::test]
async fn settings_are_declined_where_the_policy_denies_them_or_cannot_be_used() {
    let host = Host::new().await;
    let _agent = host.start();
    let change = || control(FLASH, json!({"kind": "setPowerState", "powerState": 0}));
    host.allow("deny = [\"power\"]");
    let (outcome, reason) = host.end(&change()).await;
    assert_eq!(outcome, "declined");
    assert!(reason.contains("this host denies power"), "{reason}");
    host.allow("deny = [");
    assert_eq!(
        host.end(&change()).await.0,
        "declined",
        "what the file was meant to deny is not known"
    );

    host.allow("");
    std::fs::set_permissions(host.path("policy.toml"), Permissions::from_mode(0o666)).unwrap();
    let (outcome, reason) = host.end(&change()).await;
    assert_eq!(outcome, "declined");
    assert!(reason.contains("users other than root can change it"), "{reason}");
}

/// The P3700, whose power governor is documented.
const GOVERNED: &str = "CVFT4170004W400BGN";

fn cancel(run: &Value) -> Value {
    json!({"id": Uuid::new_v4(), "kind": "cancelBenchmark", "requestedBy": "Ada", "runId": run["runId"]})
}

impl Host {
    fn governor(&self) -> u64 {
        self.machine.drive("nvme2").unwrap().features["0xc6"].into()
    }

    fn scheduler(&self) -> String {
        let file = self.machine.sysfs().join("class/block/nvme2n1/queue/scheduler");
        std::fs::read_to_string(file).unwrap()
    }
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
    let set = json!({"kind": "set", "powerGovernor": 2, "scheduler": "mq-deadline"});
    let run = || run_of(GOVERNED, &[set.clone(), reads_for(60)]);
    let are_made = |host: &Host| host.governor() == 2 && host.scheduler() == "mq-deadline";

    let mut agent = host.start();
    let first = run();
    host.offer(&first);
    host.server.until("the settings", |_| are_made(&host)).await;
    host.offer(&cancel(&first));
    host.end_of(&first).await;
    assert_eq!(
        (host.governor(), host.scheduler().as_str()),
        (0, "none"),
        "put back before the run's end is told"
    );

    let second = run();
    host.offer(&second);
    host.server.until("the settings again", |_| are_made(&host)).await;
    agent.kill().await.unwrap();
    assert_eq!(host.governor(), 2);
    // A host that boots again finds the drive as its power cycle left it.
    host.machine.change("nvme2", "[features]\n0xc6 = 0").unwrap();
    let mut agent = host.start();
    host.server
        .until("the settings, as the run goes on", |_| are_made(&host))
        .await;
    // Stopped in order, nobody knows for how long.
    nix::sys::signal::kill(
        nix::unistd::Pid::from_raw(i32::try_from(agent.id().unwrap()).unwrap()),
        nix::sys::signal::Signal::SIGTERM,
    )
    .unwrap();
    agent.wait().await.unwrap();
    assert_eq!((host.governor(), host.scheduler().as_str()), (0, "none"));
    let _agent = host.start();
    host.server
        .until("the settings, as it goes on once more", |_| are_made(&host))
        .await;
    host.offer(&cancel(&second));
    assert_eq!(host.end_of(&second).await.0, "succeeded");
    assert_eq!((host.governor(), host.scheduler().as_str()), (0, "none"));
    let left = std::fs::read_to_string(host.path("state/restore.json")).unwrap();
    assert_eq!(left, "[]");
}

/// What the host no longer wants is no more done because it was begun once.
#[tokio::test]
async fn a_run_whose_settings_the_host_denies_by_then_does_not_go_on() {
    let host = Host::new().await;
    host.allow("");
    script(&host.path("uring-bench"), MEASURES);
    let mut agent = host.start();
    let set = json!({"kind": "set", "powerGovernor": 2});
    let run = run_of(GOVERNED, &[set, reads_for(60)]);
    host.offer(&run);
    let measured = || std::fs::read_to_string(host.path("measured")).unwrap_or_default();
    host.server
        .until("the point", |_| measured().lines().count() == 1)
        .await;
    agent.kill().await.unwrap();
    host.allow("deny = [\"power\"]");
    let _agent = host.start();
    let (outcome, reason) = host.end_of(&run).await;
    assert_eq!(outcome, "interrupted");
    assert!(
        reason.contains("it could not go on: this host denies power"),
        "{reason}"
    );
    assert_eq!(host.governor(), 0, "put back all the same");
    assert_eq!(measured().lines().count(), 1);
}

/// Writes down under which scheduler each point is measured. A point of one second ends at once, a longer one when told to.
const MEASURES: &str = r#"
[ "$1" = --version ] && { echo "uring-bench 0.1.0"; exit 0; }
plan=$(cat); here=$(dirname "$0")
echo "$(cat "$here/host/sys/class/block/nvme2n1/queue/scheduler")" >> "$here/measured"
case "$plan" in *'"durationSeconds":1,'*)
  echo '{"type":"result","interrupted":false,"elapsedNs":1000000000,"read":null,"write":null,"cpuUserNs":1,"cpuSystemNs":2,"voluntaryContextSwitches":3,"involuntaryContextSwitches":4,"errors":[],"littlesLaw":null,"warnings":[]}'
  exit 0 ;;
esac
trap 'exit 0' TERM; while kill -0 "$PPID" 2>/dev/null; do sleep 0.05; done
"#;

#[tokio::test]
async fn a_setting_in_the_middle_of_a_plan_counts_from_there_and_what_was_before_the_run_comes_back() {
    let host = Host::new().await;
    host.allow("");
    script(&host.path("uring-bench"), MEASURES);
    let set = |governor: u8, scheduler: &str| json!({"kind": "set", "powerGovernor": governor, "scheduler": scheduler});
    let run = |last_seconds: u32| {
        run_of(
            GOVERNED,
            &[
                reads_for(1),
                set(1, "mq-deadline"),
                reads_for(1),
                set(2, "kyber"),
                reads_for(last_seconds),
            ],
        )
    };
    let measured = || std::fs::read_to_string(host.path("measured")).unwrap_or_default();
    let mut agent = host.start();
    assert_eq!(host.end(&run(1)).await, ("succeeded".to_owned(), String::new()));
    assert_eq!(measured(), "[none] mq-deadline kyber bfq\nmq-deadline\nkyber\n");
    assert_eq!((host.governor(), host.scheduler().as_str()), (0, "none"));
    let finished = host.server.events_of("pointFinished");
    let places: Vec<_> = finished
        .iter()
        .map(|point| (point["pointSequence"].clone(), point["stepPath"].clone()))
        .collect();
    assert_eq!(
        places,
        [
            (json!(0), json!([0])),
            (json!(1), json!([2])),
            (json!(2), json!([4]))
        ]
    );

    // Killed after the second of two changes of each setting: what the first of them changed comes back.
    let killed = run(60);
    host.offer(&killed);
    host.server
        .until("the last point", |_| measured().lines().count() == 6)
        .await;
    assert_eq!((host.governor(), host.scheduler().as_str()), (2, "kyber"));
    agent.kill().await.unwrap();
    let _agent = host.start();
    host.server
        .until("the last point again", |_| measured().lines().count() == 7)
        .await;
    assert!(
        measured().ends_with("\nkyber\n"),
        "under the settings of its place in the plan"
    );
    host.offer(&cancel(&killed));
    assert_eq!(host.end_of(&killed).await.0, "succeeded");
    assert_eq!((host.governor(), host.scheduler().as_str()), (0, "none"));
    assert_eq!(
        std::fs::read_to_string(host.path("state/restore.json")).unwrap(),
        "[]"
    );
}

#[tokio::test]
async fn a_setting_that_the_host_denies_by_then_ends_the_run_before_the_point_behind_it() {
    let host = Host::new().await;
    host.allow("");
    // The administrator changes his mind while the first point is measured.
    let forbids = MEASURES.replace(
        "plan=$(cat);",
        "plan=$(cat); echo 'deny = [\"power\"]' > \"$(dirname \"$0\")/policy.toml\";",
    );
    script(&host.path("uring-bench"), &forbids);
    let _agent = host.start();
    let run = run_of(
        GOVERNED,
        &[
            reads_for(1),
            json!({"kind": "set", "powerGovernor": 2}),
            reads_for(1),
        ],
    );
    let (outcome, reason) = host.end(&run).await;
    assert_eq!(outcome, "failed");
    assert!(
        reason.contains("the settings of the drive were not changed: this host denies power"),
        "{reason}"
    );
    assert_eq!(
        (host.governor(), host.server.events_of("pointFinished").len()),
        (0, 1)
    );
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
    assert_eq!(environment["policy"]["deny"], json!(["self_test"]));
    let expected = json!([
        {"serials": ["A"], "models": [], "actions": ["write"]},
        {"serials": [], "models": ["M"], "actions": ["format", "write"]},
    ]);
    assert_eq!(environment["policy"]["allow"], expected);
}
