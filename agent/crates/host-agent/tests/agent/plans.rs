//! Every kind of step that a file can take, measured by the real uring-bench.

use super::*;

/// Steps of one second; the scratch file has 1 MiB.
fn steps() -> Value {
    let sweep = |read_percent: u8| json!({"kind": "sweep", "pattern": "random", "readPercent": read_percent, "blockBytes": 4096, "durationSeconds": 1});
    let stream = |name: &str, read_percent: u8| json!({"name": name, "pattern": "random", "readPercent": read_percent, "blockBytes": 4096});
    let raised = json!({"kind": "streams", "durationSeconds": 1, "streams": [
        {"name": "reads", "pattern": "random", "readPercent": 100, "blockBytes": 4096, "ratePerSecond": 10},
        {"name": "writes", "pattern": "sequential", "readPercent": 0, "blockBytes": 4096, "ratePerSecond": 10}]});
    json!([
        {"kind": "fill", "method": "sequential", "blockBytes": 65536, "fills": 2, "queueDepth": 4},
        {"kind": "rounds", "roundsMax": 2, "steps": [sweep(0)]},
        {"kind": "idle", "seconds": 1},
        {"kind": "streams", "durationSeconds": 2, "slices": {"seconds": 1, "overNs": [1, 60_000_000_000_u64]},
            "streams": [stream("reads", 100), stream("writes", 0)]},
        {"kind": "search", "raise": "rate", "from": 1, "to": 2, "resolution": 1,
            "criteria": [{"stream": "reads", "direction": "read", "percentile": 50, "belowNs": 30_000_000_000_u64}], "steps": [raised]},
        sweep(100),
    ])
}

#[tokio::test]
async fn every_kind_of_step_that_a_file_can_take_is_measured() {
    let offered = Offered::default();
    let server = server(&offered).await;
    let host = Host::new(0);
    std::fs::remove_file(host.path("uring-bench")).unwrap();
    std::os::unix::fs::symlink(support::uring_bench(), host.path("uring-bench")).unwrap();
    let _agent = host.start(&server, &[]);
    until_scratch(&host, &server).await;
    let mut run = start_command(&host.scratch_target(), &[1], 100);
    run["plan"]["steps"] = steps();
    offered.lock().unwrap().push(run.clone());
    assert_eq!(end(&server, &run).await, ("complete".to_owned(), String::new()));
    let mut finished = stored(&server, "pointFinished");
    finished.sort_by_key(|event| event["pointSequence"].as_u64());
    let told: Vec<Value> = finished
        .iter()
        .map(|event| {
            let spec = &event["spec"];
            json!([
                event["stepPath"],
                event["round"],
                spec["purpose"],
                spec["stream"],
                event["raised"]["value"],
                spec["precondition"]
            ])
        })
        .collect();
    let fill = "fill:sequential:65536:2";
    assert_eq!(
        Value::from(told),
        json!([
            [[0], null, "precondition", null, null, []],
            [[1, 0], 0, null, null, null, [fill]],
            [[1, 0], 1, null, null, null, [fill]],
            [[3], null, null, "reads", null, [fill]],
            [[3], null, null, "writes", null, [fill]],
            [[4, 0], null, null, "reads", 1.0, [fill]],
            [[4, 0], null, null, "writes", 1.0, [fill]],
            [[4, 0], null, null, "reads", 2.0, [fill]],
            [[4, 0], null, null, "writes", 2.0, [fill]],
            [[5], null, null, null, null, [fill]],
        ])
    );
    let operations = |event: &Value, direction: &str| event[direction]["operations"].as_u64();
    // 2 x 1 MiB in blocks of 64 KiB.
    assert_eq!(operations(&finished[0], "write"), Some(32));
    let (reads, writes) = (&finished[3], &finished[4]);
    for (stream, own, other) in [(reads, "read", "write"), (writes, "write", "read")] {
        assert_eq!(operations(stream, other), None, "{stream}");
        let slices = stream["slices"].as_array().unwrap();
        let counted: u64 = slices
            .iter()
            .map(|slice| slice[own]["operations"].as_u64().unwrap())
            .sum();
        assert_eq!(Some(counted), operations(stream, own));
        let slow = |index: usize| {
            slices
                .iter()
                .map(|slice| slice[own]["over"][index]["operations"].as_u64().unwrap())
                .sum::<u64>()
        };
        assert_eq!(
            (slow(0), slow(1)),
            (counted, 0),
            "all take more than 1 ns, and none a minute"
        );
    }
    let seconds = stored(&server, "pointSecond");
    for sequence in [3, 4] {
        let own = seconds.iter().filter(|event| event["pointSequence"] == sequence);
        assert!(own.count() >= 2, "each stream has seconds of its own");
    }
    let rates: Vec<&Value> = [5, 7]
        .map(|point: usize| &finished[point]["spec"]["load"]["ratePerSecond"])
        .into();
    assert_eq!(rates, [10.0, 20.0]);
    let mut findings = stored(&server, "runFinding");
    findings.sort_by_key(|event| event["number"].as_u64());
    let found: Vec<Value> = findings
        .iter()
        .map(|event| {
            json!([
                event["number"],
                event["stepPath"],
                event["rounds"],
                event["search"]
            ])
        })
        .collect();
    let highest = json!({"parameter": "rate", "highest": 2.0, "undecided": false});
    assert_eq!(
        Value::from(found),
        json!([[0, [1], {"rounds": 2}, null], [1, [4], null, highest]])
    );
}
