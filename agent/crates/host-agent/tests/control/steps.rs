//! Steps of a plan that change or erase the drive, and the agent killed within each.

use super::*;

/// Ends at once.
pub(super) const MEASURES: &str = r#"
[ "$1" = --version ] && { echo "uring-bench 0.1.0"; exit 0; }
cat >> "$(dirname "$0")/plans"
echo '{"type":"result","interrupted":false,"elapsedNs":1000000000,"read":null,"write":null,"cpuUserNs":1,"cpuSystemNs":2,"voluntaryContextSwitches":3,"involuntaryContextSwitches":4,"errors":[],"littlesLaw":null,"warnings":[]}'
"#;
/// The P3700, whose power governor is documented: 0, 1 and 2.
const GOVERNED: &str = "CVFT4170004W400BGN";

pub(super) async fn host_that_measures() -> Host {
    let host = Host::new().await;
    script(&host.path("uring-bench"), MEASURES);
    host
}

/// A run that may destroy what is on the drive.
fn destructive(serial: &str, steps: &[Value]) -> Value {
    let mut run = run_of(serial, steps);
    run["plan"]["readsOnly"] = json!(false);
    run["confirmedSerial"] = json!(serial);
    run
}

fn purge(method: &str) -> Value {
    json!({"kind": "purge", "method": method})
}

impl Host {
    fn specs(&self) -> Vec<Value> {
        let finished = self.server.events_of("pointFinished");
        finished.iter().map(|event| event["spec"].clone()).collect()
    }

    fn run_end(&self, run: &Value) -> (String, String) {
        let events = self.server.events_of("runFinished");
        let event = events
            .iter()
            .find(|event| event["runId"] == run["runId"])
            .unwrap();
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        (text(&event["outcome"]), text(&event["reason"]))
    }

    /// Kills the agent when the machine is held at a place, and lets the machine go on.
    pub(super) async fn kill_at(&self, agent: &mut Child, place: &str) {
        self.server.until(place, |_| self.machine.is_held(place)).await;
        agent.kill().await.unwrap();
        self.machine.let_go(place).unwrap();
        std::fs::remove_file(self.machine.root().join(format!("hold-{place}.reached"))).unwrap();
    }
}

#[tokio::test]
async fn a_purge_erases_the_drive_before_it_is_measured_and_the_points_say_so() {
    let host = host_that_measures().await;
    host.allow_everything_on(OPTANE);
    let _agent = host.start();
    let run = destructive(OPTANE, &[reads_for(1), purge("format"), reads_for(1)]);
    assert_eq!(host.end(&run).await, ("succeeded".to_owned(), String::new()));
    let formats = host.calls("format");
    assert_eq!(formats.len(), 1);
    // The LBA format of before, and user data erased.
    assert!(
        formats[0].contains("--lbaf=0") && formats[0].contains("--ses=1"),
        "{formats:?}"
    );
    let preconditions: Vec<Value> = host
        .specs()
        .iter()
        .map(|spec| spec["precondition"].clone())
        .collect();
    assert_eq!(preconditions, [json!([]), json!(["purge:format"])]);
    let is_told = |event: &Value| event["commandId"] == run["id"] && event["phase"] == "formatting";
    host.server
        .until("the progress", |server| {
            server.events_of("commandProgress").iter().any(is_told)
        })
        .await;
}

#[tokio::test]
async fn a_purge_needs_both_keys_and_an_unused_drive() {
    let host = host_that_measures().await;
    let _agent = host.start();
    let run = || destructive(OPTANE, &[purge("format"), reads_for(1)]);
    let declined = async |run: &Value, policy: &str, why: &str| {
        host.allow(policy);
        let (outcome, reason) = host.end(run).await;
        assert_eq!(outcome, "declined", "{reason}");
        assert!(reason.contains(why), "{reason}");
    };
    let entry = |actions: &str| format!("[[allow]]\nserials = [\"{OPTANE}\"]\nactions = [{actions}]");
    declined(&run(), "", "this host does not allow format").await;
    declined(
        &run(),
        &entry("\"write\", \"sanitize\""),
        "this host does not allow format",
    )
    .await;
    declined(&run(), &entry("\"format\""), "this host does not allow writing").await;
    let both = entry("\"write\", \"format\"");
    let mut untyped = run();
    untyped["confirmedSerial"] = json!(null);
    untyped.as_object_mut().unwrap().remove("confirmedSerial");
    declined(&untyped, &both, "was not confirmed by typing the serial").await;
    let mut other = run();
    other["confirmedSerial"] = json!(FLASH);
    declined(&other, &both, "was not confirmed by typing the serial").await;
    assert_eq!(host.calls("format"), [] as [String; 0]);
}

/// Judged anew when its turn comes, in a run of days.
#[tokio::test]
async fn a_purge_that_the_host_no_longer_allows_is_not_done_and_ends_the_run() {
    let host = host_that_measures().await;
    let forbids = MEASURES.replace(
        "cat >>",
        "printf '[[allow]]\\nserials = [\"PHKS7335006W375AGN\"]\\nactions = [\"write\"]\\n' > \"$(dirname \"$0\")/policy.toml\"; cat >>",
    );
    script(&host.path("uring-bench"), &forbids);
    host.allow_everything_on(OPTANE);
    let _agent = host.start();
    let run = destructive(OPTANE, &[reads_for(1), purge("format"), reads_for(1)]);
    let (outcome, reason) = host.end(&run).await;
    assert_eq!(outcome, "failed");
    assert!(reason.contains("this host does not allow format"), "{reason}");
    assert_eq!(host.calls("format"), [] as [String; 0]);
    assert_eq!(host.specs().len(), 1, "figures after it would mislead");
}

#[tokio::test]
async fn a_purge_that_the_drive_cannot_do_or_fails_ends_the_run() {
    let host = host_that_measures().await;
    host.allow_everything_on(FLASH);
    let _agent = host.start();
    let run = |method: &str| destructive(FLASH, &[purge(method), reads_for(1)]);
    for (method, why) in [("sanitizeOverwrite", "does not support sanitize by overwrite")] {
        let (outcome, reason) = host.end(&run(method)).await;
        assert_eq!(outcome, "failed");
        assert!(reason.contains(why), "{reason}");
    }
    host.machine
        .change("nvme1", "[work]\nsanitize_fails = true")
        .unwrap();
    let (outcome, reason) = host.end(&run("sanitizeBlock")).await;
    assert_eq!(outcome, "failed");
    assert!(reason.contains("the sanitize failed"), "{reason}");
    assert_eq!(host.specs(), [] as [Value; 0]);
}

/// Killed before the command reaches the drive, and after it: the purge is done again, and then the drive is measured.
#[tokio::test]
async fn killed_within_a_purge_the_run_goes_on_with_it() {
    for place in ["before-format", "after-format"] {
        let host = host_that_measures().await;
        host.allow_everything_on(OPTANE);
        let mut agent = host.start();
        host.machine.hold(place).unwrap();
        let run = destructive(OPTANE, &[purge("format"), reads_for(1)]);
        host.offer(&run);
        host.kill_at(&mut agent, place).await;
        let before = host.calls("format").len();
        let _agent = host.start();
        assert_eq!(host.end_of(&run).await.0, "succeeded", "{place}");
        assert_eq!(host.calls("format").len(), before + 1, "{place}");
        assert_eq!(host.specs().len(), 1);
    }
}

#[tokio::test]
async fn killed_within_a_purge_the_run_does_not_go_on_where_the_host_forbids_it_by_then() {
    let host = host_that_measures().await;
    host.allow_everything_on(OPTANE);
    let mut agent = host.start();
    host.machine.hold("before-format").unwrap();
    let run = destructive(OPTANE, &[purge("format"), reads_for(1)]);
    host.offer(&run);
    host.kill_at(&mut agent, "before-format").await;
    let before = host.calls("format").len();
    host.allow("");
    let _agent = host.start();
    let (outcome, reason) = host.end_of(&run).await;
    assert_eq!(outcome, "interrupted");
    assert!(reason.contains("this host does not allow"), "{reason}");
    assert_eq!(host.calls("format").len(), before);
}

/// A purge is not broken off: hours may lie between the cancel, which is told as done, and the end of the run.
#[tokio::test]
async fn killed_within_a_purge_a_run_that_was_cancelled_does_not_go_on() {
    let host = host_that_measures().await;
    host.allow_everything_on(OPTANE);
    let mut agent = host.start();
    host.machine.hold("before-format").unwrap();
    let run = destructive(OPTANE, &[purge("format"), reads_for(1)]);
    host.offer(&run);
    host.server
        .until("the purge", |_| host.machine.is_held("before-format"))
        .await;
    let cancel =
        json!({"id": Uuid::new_v4(), "kind": "cancelBenchmark", "requestedBy": "Ada", "runId": run["runId"]});
    assert_eq!(host.end(&cancel).await.0, "succeeded");
    host.kill_at(&mut agent, "before-format").await;
    let before = host.calls("format").len();
    let _agent = host.start();
    assert_eq!(host.end_of(&run).await.0, "succeeded");
    assert_eq!(
        host.run_end(&run),
        ("cancelled".to_owned(), "Cancelled by Ada".to_owned())
    );
    assert_eq!(host.calls("format").len(), before, "it is not erased once more");
    assert_eq!(host.specs(), [] as [Value; 0]);
}

#[tokio::test]
async fn each_value_that_the_drive_offers_is_set_measured_and_put_back() {
    let host = host_that_measures().await;
    host.allow("");
    let _agent = host.start();
    let each = |values: Value| json!({"kind": "each", "setting": "powerGovernor", "values": values, "steps": [reads_for(1)]});
    let run = run_of(GOVERNED, &[each(json!("offered")), reads_for(1)]);
    assert_eq!(host.end(&run).await, ("succeeded".to_owned(), String::new()));
    let settings: Vec<Value> = host.specs().iter().map(|spec| spec["settings"].clone()).collect();
    let governor = |value: u8| json!({"powerGovernor": value});
    assert_eq!(settings, [governor(0), governor(1), governor(2), Value::Null]);
    assert_eq!(host.machine.drive("nvme2").unwrap().features["0xc6"], 0);
    let changes = host.calls("set-feature");
    // 0 stands already; 1, 2, and 0 again.
    assert_eq!(changes.iter().filter(|call| call.contains("0xc6")).count(), 3);
}

#[tokio::test]
async fn a_power_state_in_which_nothing_can_be_measured_is_not_set() {
    let host = host_that_measures().await;
    host.allow("");
    let states =
        "[{ max_power_milliwatts = 25000 }, {}, { max_power_milliwatts = 50, non_operational = true }]";
    host.machine
        .change("nvme1", &format!("[controller]\npower_states = {states}"))
        .unwrap();
    let _agent = host.start();
    let each = json!({"kind": "each", "setting": "powerState", "values": [1, 2], "steps": [reads_for(1)]});
    let run = run_of(FLASH, &[each, reads_for(1)]);
    host.end(&run).await;
    let settings: Vec<Value> = host.specs().iter().map(|spec| spec["settings"].clone()).collect();
    assert_eq!(settings, [json!({"powerState": 1}), Value::Null]);
    let (outcome, reason) = host.run_end(&run);
    assert_eq!(outcome, "failed", "{reason}");
    assert!(reason.contains("power state 2 is non-operational"), "{reason}");
    // State 1 stands already.
    assert_eq!(host.calls("set-feature"), [] as [String; 0]);
}

#[tokio::test]
async fn killed_within_each_the_run_goes_on_at_its_value() {
    let host = host_that_measures().await;
    host.allow("");
    let stays = MEASURES.replace("cat >>", "[ -e \"$(dirname \"$0\")/stay\" ] && sleep 60; cat >>");
    script(&host.path("uring-bench"), &stays);
    let mut agent = host.start();
    let each = json!({"kind": "each", "setting": "powerGovernor", "values": [1, 2],
        "steps": [reads_for(1), {"kind": "idle", "seconds": 2}, reads_for(1)]});
    let run = run_of(GOVERNED, &[each]);
    host.offer(&run);
    host.server
        .until("the first point at the second value", |_| host.specs().len() == 3)
        .await;
    agent.kill().await.unwrap();
    // A drive that was without power.
    host.machine.change("nvme2", "[features]\n0xc6 = 0").unwrap();
    let _agent = host.start();
    assert_eq!(host.end_of(&run).await, ("succeeded".to_owned(), String::new()));
    let values: Vec<Value> = host
        .specs()
        .iter()
        .map(|spec| spec["settings"]["powerGovernor"].clone())
        .collect();
    let (before, after) = values.split_at(2);
    assert_eq!(before, [1, 1]);
    // A point that ended in the moment of the kill, before its end was noted, is measured again.
    assert!(
        (2..=3).contains(&after.len()) && after.iter().all(|value| value == 2),
        "{after:?}"
    );
    assert_eq!(host.machine.drive("nvme2").unwrap().features["0xc6"], 0);
    assert_eq!(host.run_end(&run).0, "complete");
}

#[tokio::test]
async fn an_idle_step_waits_tells_how_long_and_can_be_cancelled() {
    let host = host_that_measures().await;
    host.allow("");
    let _agent = host.start();
    let began = Instant::now();
    let run = run_of(OPTANE, &[json!({"kind": "idle", "seconds": 2}), reads_for(1)]);
    assert_eq!(host.end(&run).await.0, "succeeded");
    assert!(began.elapsed() >= Duration::from_secs(2));
    host.until_told(&run, "idle", 0).await;

    let long = run_of(OPTANE, &[json!({"kind": "idle", "seconds": 600}), reads_for(1)]);
    host.offer(&long);
    host.until_told(&long, "idle", 0).await;
    let cancel = json!({"id": Uuid::new_v4(), "kind": "cancelBenchmark", "requestedBy": "Ada", "runId": long["runId"]});
    host.offer(&cancel);
    assert_eq!(host.end_of(&long).await.0, "succeeded");
    assert_eq!(
        host.run_end(&long),
        ("cancelled".to_owned(), "Cancelled by Ada".to_owned())
    );
}
