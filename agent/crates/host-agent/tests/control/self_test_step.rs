//! Self-tests as steps of a run, and what a drive counts around one.

use super::steps::{MEASURES, host_that_measures};
use super::*;

fn self_test(test: &str) -> Value {
    json!({"kind": "selfTest", "test": test})
}

impl Host {
    /// The outcome of each self-test of a run, in order.
    fn tested(&self, run: &Value) -> Vec<Value> {
        let events = self.server.events_of("runSelfTest");
        let of_run = events.into_iter().filter(|event| event["runId"] == run["runId"]);
        of_run.collect()
    }

    fn counters(&self, run: &Value) -> Vec<Value> {
        let events = self.server.events_of("runCounters");
        let of_run = events.into_iter().filter(|event| event["runId"] == run["runId"]);
        of_run.collect()
    }

    fn end_of_run(&self, run: &Value) -> Value {
        let events = self.server.events_of("runFinished");
        let mut of_run = events.into_iter().filter(|event| event["runId"] == run["runId"]);
        of_run.next().unwrap()
    }
}

#[tokio::test]
async fn what_a_drive_finds_of_itself_is_told_and_does_not_end_the_run() {
    let host = host_that_measures().await;
    host.allow("");
    host.machine
        .change("nvme1", "[work]\nself_test_result = 7\nself_test_step = 0")
        .unwrap();
    let _agent = host.start();
    let run = run_of(FLASH, &[self_test("short"), reads_for(1), self_test("extended")]);
    host.offer(&run);
    host.watched_through(&run, "short self-test").await;
    assert_eq!(host.end_of(&run).await, ("succeeded".to_owned(), String::new()));
    let tested = host.tested(&run);
    let told: Vec<_> = tested
        .iter()
        .map(|event| {
            (
                &event["number"],
                &event["stepPath"],
                &event["test"],
                &event["outcome"],
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            (&json!(0), &json!([0]), &json!("short"), &json!("failed")),
            (&json!(1), &json!([2]), &json!("extended"), &json!("failed")),
        ]
    );
    assert_eq!(tested[0]["reason"], "completed, and one or more segments failed");
    assert_eq!(
        (&tested[1]["result"]["result"], &tested[1]["result"]["code"]),
        (&json!(7), &json!(2))
    );
    assert_eq!(host.end_of_run(&run)["outcome"], "complete");
}

#[tokio::test]
async fn a_drive_without_a_self_test_skips_it_and_so_does_a_host_that_denies_it() {
    let host = host_that_measures().await;
    host.allow("");
    let _agent = host.start();
    let without = run_of(OPTANE, &[self_test("short"), reads_for(1)]);
    assert_eq!(host.end(&without).await.0, "succeeded");
    host.allow("deny = [\"self_test\"]");
    let denied = run_of(FLASH, &[self_test("short"), reads_for(1)]);
    assert_eq!(host.end(&denied).await.0, "succeeded");
    for (run, why) in [
        (&without, "the drive has no self-test"),
        (&denied, "this host denies self_test"),
    ] {
        let tested = host.tested(run);
        assert_eq!(tested[0]["outcome"], "skipped");
        let reason = tested[0]["reason"].as_str().unwrap();
        assert!(reason.contains(why), "{reason}");
        assert_eq!(host.end_of_run(run)["outcome"], "complete");
    }
    assert_eq!(host.calls("device-self-test"), [] as [String; 0]);
}

#[tokio::test]
async fn canceling_a_run_aborts_its_test() {
    let host = host_that_measures().await;
    host.allow("");
    let _agent = host.start();
    host.machine
        .change("nvme1", "[work]\nself_test_lag = 255")
        .unwrap();
    let run = run_of(FLASH, &[self_test("extended"), reads_for(1)]);
    host.offer(&run);
    let started = "device-self-test /dev/nvme1 --namespace-id=0xffffffff --self-test-code=2";
    host.server
        .until("the start", |_| !host.calls(started).is_empty())
        .await;
    let cancel =
        json!({"id": Uuid::new_v4(), "kind": "cancelBenchmark", "requestedBy": "Ada", "runId": run["runId"]});
    assert_eq!(host.end(&cancel).await.0, "succeeded");
    assert_eq!(host.end_of(&run).await.0, "succeeded");
    assert_eq!(host.end_of_run(&run)["outcome"], "cancelled");
    assert_eq!(host.tested(&run)[0]["outcome"], "unfinished");
    let aborts = host.calls("device-self-test /dev/nvme1 --namespace-id=0xffffffff --self-test-code=0xf");
    assert_eq!(aborts.len(), 1);
    assert_eq!(host.machine.drive("nvme1").unwrap().work.self_test, 0);
}

/// The test goes on in the drive: it is not begun a second time.
#[tokio::test]
async fn killed_within_a_test_the_run_goes_on_with_the_one_that_is_running() {
    let host = host_that_measures().await;
    host.allow("");
    host.machine
        .change("nvme1", "[work]\nself_test_step = 0")
        .unwrap();
    let mut agent = host.start();
    let place = "after-device-self-test";
    host.machine.hold(place).unwrap();
    let run = run_of(FLASH, &[self_test("extended"), reads_for(1)]);
    host.offer(&run);
    host.kill_at(&mut agent, place).await;
    let _agent = host.start();
    host.watched_through(&run, "extended self-test").await;
    assert_eq!(host.end_of(&run).await, ("succeeded".to_owned(), String::new()));
    assert_eq!(host.calls("device-self-test").len(), 1);
    assert_eq!(host.tested(&run)[0]["outcome"], "passed");
    let moments: Vec<Value> = host
        .counters(&run)
        .iter()
        .map(|event| event["moment"].clone())
        .collect();
    assert_eq!(moments, ["before", "after"], "what it counted at first is kept");
}

#[tokio::test]
async fn a_run_tells_what_the_drive_counted_before_it_and_after_it() {
    let host = host_that_measures().await;
    host.allow("");
    // The drive counts while it is measured, and alone: a command of the agent's would put back what it read before.
    let counts = MEASURES.replace("cat >>", "\"$(dirname \"$0\")/count\"; cat >>");
    script(&host.path("uring-bench"), &counts);
    let drive = host.machine.root().join("drives/nvme1.toml");
    script(
        &host.path("count"),
        &format!(
            "flock {} sed -i 's/^media_errors = .*/media_errors = 41/' {}",
            drive.with_extension("lock").display(),
            drive.display()
        ),
    );
    let _agent = host.start();
    let run = run_of(FLASH, &[reads_for(1)]);
    assert_eq!(host.end(&run).await, ("succeeded".to_owned(), String::new()));
    let counters = host.counters(&run);
    let errors: Vec<Value> = counters
        .iter()
        .map(|event| event["log"]["mediaErrors"].clone())
        .collect();
    assert_eq!(errors[1], "41");
    assert_ne!(errors[0], "41");
    assert!(counters[0]["problem"].is_null(), "{}", counters[0]);
    // A drive with a log of its vendor.
    let intel = run_of("CVFT4170004W400BGN", &[reads_for(1)]);
    assert_eq!(host.end(&intel).await.0, "succeeded");
    assert_eq!(
        host.counters(&intel)[0]["vendorLogs"][0]["name"],
        "Intel additional SMART"
    );
}
