//! Benchmarks.

use super::*;
use crosspoint_bench::node::FileIdentity;

#[tokio::test]
async fn a_run_goes_through_all_its_points_once_although_it_is_offered_again_and_again() {
    let offered = Offered::default();
    let server = server(&offered).await;
    let host = Host::new(0);
    let _agent = host.start(&server, &[]);
    until_scratch(&host, &server).await;
    let command = start_command(&host.scratch_target(), &[1, 1], 70);
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
    let identity = FileIdentity::of(&std::fs::File::open(&path).unwrap()).unwrap();
    let invocation = format!(
        "plan - --target {path} --output json-lines --file-identity {identity} --write-file {path} --die-with-parent="
    );
    for found in host.invocations() {
        let pid = found
            .strip_prefix(&invocation)
            .expect("the arguments name the target and the right to write it");
        assert!(pid.parse::<u32>().is_ok(), "{found}");
    }
    assert_eq!(host.invocations().len(), 2);
    let told = json!({"kind": "sweep", "engine": "io_uring", "pattern": "random", "distribution": "uniform",
        "data": "incompressible", "blockBytes": 4096, "readPercent": 70, "queueDepth": 4, "threads": 2, "spanPercent": 50,
        "rampSeconds": 0, "durationSeconds": 1});
    assert_eq!(host.plans()[1]["steps"], json!([told]));
    assert_eq!(outcomes(&server, &command), ["accepted", "succeeded"]);
    assert_eq!(server.events_of("runFinished")[0]["outcome"], "complete");
}

#[tokio::test]
async fn each_point_is_told_in_order_with_its_place_its_specification_and_its_figures() {
    let offered = Offered::default();
    let server = server(&offered).await;
    let host = Host::new(0);
    let _agent = host.start(&server, &[]);
    until_scratch(&host, &server).await;
    let command = start_command(&host.scratch_target(), &[1, 1], 70);
    offered.lock().unwrap().push(command.clone());
    server
        .until("the end", |server| {
            outcomes(server, &command).contains(&"succeeded".to_owned())
        })
        .await;
    // By the agent's own count: on the way, results overtake the seconds of a run.
    let mut run_events = server.events();
    run_events.retain(|event| event["runId"] == command["runId"]);
    run_events.sort_by_key(|event| event["sequence"].as_u64());
    let run_kinds: Vec<Value> = run_events.iter().map(|event| event["kind"].clone()).collect();
    let point = ["pointStarted", "pointSecond", "pointFinished"];
    assert_eq!(
        run_kinds,
        [&["runStarted"][..], &point, &point, &["runFinished"]].concat()
    );
    let finished = &server.events_of("pointFinished")[1];
    assert_eq!(
        (&finished["pointSequence"], &finished["outcome"]),
        (&json!(1), &json!("complete"))
    );
    for event in [finished, &server.events_of("pointStarted")[1]] {
        assert_eq!(
            (&event["stepPath"], &event["spec"]["depth"]),
            (
                &json!([1]),
                &json!({"kind": "perThread", "queueDepth": 4, "threads": 2})
            )
        );
    }
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
}

#[tokio::test]
async fn cancelling_reports_what_was_measured_and_frees_the_target() {
    let offered = Offered::default();
    let server = server(&offered).await;
    let host = Host::new(0);
    let _agent = host.start(&server, &[]);
    until_scratch(&host, &server).await;
    let first = start_command(&host.scratch_target(), &[60, 60], 100);
    offered.lock().unwrap().push(first.clone());
    server
        .until("a second of the run", |server| {
            !server.events_of("pointSecond").is_empty()
        })
        .await;

    let second = start_command(&host.scratch_target(), &[1], 100);
    offered.lock().unwrap().push(second.clone());
    assert!(
        declined(&server, &second)
            .await
            .contains("another run is measuring")
    );

    let cancel = json!({"id": Uuid::new_v4(), "kind": "cancelBenchmark", "requestedBy": "Ada Lovelace", "runId": first["runId"]});
    offered.lock().unwrap().push(cancel.clone());
    server
        .until("the end", |server| !server.events_of("runFinished").is_empty())
        .await;
    let ended = &server.events_of("runFinished")[0];
    assert_eq!(
        (&ended["outcome"], &ended["reason"]),
        (&json!("cancelled"), &json!("Cancelled by Ada Lovelace"))
    );
    let finished = server.events_of("pointFinished");
    assert_eq!(
        (finished.len(), &finished[0]["outcome"]),
        (1, &json!("interrupted"))
    );
    assert_eq!(finished[0]["read"]["operations"], 10);
    server
        .until("the outcome of the cancel", |server| {
            outcomes(server, &cancel) == ["accepted", "succeeded"]
        })
        .await;

    let third = start_command(&host.scratch_target(), &[1], 100);
    offered.lock().unwrap().push(third.clone());
    server
        .until("the third run", |server| {
            outcomes(server, &third).contains(&"succeeded".to_owned())
        })
        .await;
}

#[tokio::test]
async fn a_plan_that_the_host_has_no_memory_for_is_declined() {
    let offered = Offered::default();
    let server = server(&offered).await;
    let host = Host::new(1);
    let _agent = host.start(&server, &[]);
    let mut command = start_command(&namespace("NVME0"), &[1, 1], 100);
    // As much as the contract lets a plan ask for: 256 x 4096 buffers of 16 MiB are 16 TiB.
    let step = &mut command["plan"]["steps"][1];
    step["threads"] = json!(256);
    step["queueDepth"] = json!(4096);
    step["blockBytes"] = json!(16 << 20);
    offered.lock().unwrap().push(command.clone());
    let reason = declined(&server, &command).await;
    assert!(
        reason.starts_with("point 2 (") && reason.contains("the load takes 16.1 TiB of memory, and at most "),
        "{reason}"
    );
    assert!(reason.contains("lower the queue depth"), "{reason}");
    assert_eq!(host.invocations(), [] as [String; 0]);
}

#[tokio::test]
async fn a_plan_that_the_agent_cannot_read_is_declined_with_the_place_of_the_mistake() {
    let offered = Offered::default();
    let server = server(&offered).await;
    let host = Host::new(1);
    let _agent = host.start(&server, &[]);
    let mut command = start_command(&namespace("NVME0"), &[1, 1], 100);
    command["plan"]["steps"][1] = json!({"kind": "loop"});
    offered.lock().unwrap().push(command.clone());
    assert_eq!(
        declined(&server, &command).await,
        "this agent cannot read the plan: steps[1].kind: there is no step \"loop\" in this version: use purge, set, fill, sweep, \
         streams, rounds, each, search, selfTest, idle or database, or update Crosspoint"
    );
    assert_eq!(host.invocations(), [] as [String; 0]);
}

#[tokio::test]
async fn what_is_not_running_or_not_known_is_declined_by_name() {
    let offered = Offered::default();
    let server = server(&offered).await;
    let host = Host::new(0);
    let _agent = host.start(&server, &[]);
    let stranger = json!({"id": Uuid::new_v4(), "kind": "cancelBenchmark", "requestedBy": "Ada", "runId": Uuid::new_v4()});
    let unknown = json!({"id": Uuid::new_v4(), "kind": "orderCoffee"});
    offered
        .lock()
        .unwrap()
        .extend([unknown.clone(), stranger.clone()]);
    assert!(declined(&server, &stranger).await.contains("not running"));
    assert!(declined(&server, &unknown).await.contains("orderCoffee"));
}
