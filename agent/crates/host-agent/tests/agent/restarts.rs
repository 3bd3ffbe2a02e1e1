//! A run over the end of its agent.

use super::*;

/// It goes when the end of the run is told.
async fn until_no_record(host: &Host, server: &TestServer) {
    server
        .until("the end of the record", |_| host.records() == 0)
        .await;
}

#[tokio::test]
async fn a_run_whose_agent_is_killed_goes_on_with_the_point_that_was_under_way() {
    let offered = Offered::default();
    let server = server(&offered).await;
    let host = Host::new(0);
    let mut agent = host.start(&server, &[]);
    until_scratch(&host, &server).await;
    let run = start_command(&host.scratch_target(), &[1, 60, 1], 100);
    offered.lock().unwrap().push(run.clone());
    until_point(&server, 1, 0).await;
    agent.kill().await.unwrap();
    assert_eq!(host.records(), 1);

    host.hurry();
    let _agent = host.start(&server, &[]);
    assert_eq!(end(&server, &run).await, ("complete".to_owned(), String::new()));
    assert_eq!(
        host.invocations().len(),
        4,
        "the first point is not measured again, the second is"
    );
    let point = |sequence, attempt| (sequence, "complete".to_owned(), String::new(), attempt);
    assert_eq!(points(&server), [point(0, 0), point(1, 1), point(2, 0)]);
    let says_so = |event: &Value| {
        let first = event["warnings"][0].as_str().unwrap_or_default();
        first.starts_with("The agent restarted during this run: it went on here, after at most ")
    };
    let said = ["pointStarted", "pointFinished"].map(|kind| {
        let events = stored(&server, kind).into_iter().filter(says_so);
        let places = events.map(|event| (event["pointSequence"].clone(), event["attempt"].clone()));
        places.collect::<Vec<_>>()
    });
    let once = vec![(json!(1), json!(1))];
    assert_eq!(
        said,
        [once.clone(), once],
        "said where it went on, and there alone"
    );
    let told = [String::from("accepted"), String::from("succeeded")];
    // That of the command is told after that of the run.
    server
        .until("the end of the command", |server| {
            outcomes(server, &run).contains(&told[1])
        })
        .await;
    assert_eq!(BTreeSet::from_iter(outcomes(&server, &run)), BTreeSet::from(told));
    assert_eq!(stored(&server, "runFinished").len(), 1);
    until_no_record(&host, &server).await;
}

#[tokio::test]
async fn a_run_whose_agent_is_stopped_in_order_goes_on_at_its_next_start() {
    let offered = Offered::default();
    let server = server(&offered).await;
    let host = Host::new(0);
    let run = start_command(&host.scratch_target_to_be(), &[60, 1], 100);
    // More often than it may crash.
    for attempt in 0..4 {
        let mut agent = host.start(&server, &[]);
        if attempt == 0 {
            until_scratch(&host, &server).await;
            offered.lock().unwrap().push(run.clone());
        }
        until_point(&server, 0, attempt).await;
        let stopping = Instant::now();
        terminate(&agent);
        assert!(agent.wait().await.unwrap().success());
        let took = stopping.elapsed();
        assert!(took < Duration::from_secs(5), "{took:?}");
    }
    assert_eq!(points(&server), [], "a point that is broken off is not over");
    host.hurry();
    let _agent = host.start(&server, &[]);
    assert_eq!(end(&server, &run).await.0, "complete");
    let told: Vec<(u64, u64)> = points(&server).iter().map(|point| (point.0, point.3)).collect();
    assert_eq!(told, [(0, 4), (1, 0)]);
}

#[tokio::test]
async fn killed_in_the_same_point_again_and_again_a_run_is_interrupted_and_the_target_free() {
    let offered = Offered::default();
    let server = server(&offered).await;
    let host = Host::new(0);
    let run = start_command(&host.scratch_target_to_be(), &[1, 60], 100);
    for attempt in 0..3 {
        let mut agent = host.start(&server, &[]);
        if attempt == 0 {
            until_scratch(&host, &server).await;
            offered.lock().unwrap().push(run.clone());
        }
        until_point(&server, 1, attempt).await;
        agent.kill().await.unwrap();
    }
    let _agent = host.start(&server, &[]);
    let (outcome, reason) = end(&server, &run).await;
    assert_eq!(outcome, "interrupted");
    assert!(
        reason.contains("step 2 of the plan") && reason.contains("begun 3 times"),
        "{reason}"
    );
    assert_eq!(points(&server).len(), 1, "what was measured stays");
    until_no_record(&host, &server).await;
    let next = start_command(&host.scratch_target(), &[1], 100);
    offered.lock().unwrap().push(next.clone());
    assert_eq!(end(&server, &next).await.0, "complete");
}

#[tokio::test]
async fn a_run_of_which_too_little_is_left_on_disk_is_interrupted_with_the_reason() {
    let offered = Offered::default();
    let server = server(&offered).await;
    let host = Host::new(0);
    let mut agent = host.start(&server, &[]);
    until_scratch(&host, &server).await;
    let run = start_command(&host.scratch_target(), &[60], 100);
    offered.lock().unwrap().push(run.clone());
    until_point(&server, 0, 0).await;
    agent.kill().await.unwrap();
    let record = std::fs::read_dir(host.path("state/runs")).unwrap().next();
    let record = record.unwrap().unwrap().path();
    let text = std::fs::read_to_string(&record).unwrap();
    std::fs::write(&record, text.replace("\"version\":2", "\"version\":99")).unwrap();

    let _agent = host.start(&server, &[]);
    let (outcome, reason) = end(&server, &run).await;
    assert_eq!(outcome, "interrupted");
    assert!(
        reason.contains("could not go on") && reason.contains("another version of the agent wrote it"),
        "{reason}"
    );
    assert_eq!(host.invocations().len(), 1);
    until_no_record(&host, &server).await;
}

#[tokio::test]
async fn a_run_that_goes_on_holds_its_target_and_can_be_cancelled() {
    let offered = Offered::default();
    let server = server(&offered).await;
    let host = Host::new(0);
    let mut agent = host.start(&server, &[]);
    until_scratch(&host, &server).await;
    let run = start_command(&host.scratch_target(), &[60, 1], 100);
    offered.lock().unwrap().push(run.clone());
    until_point(&server, 0, 0).await;
    agent.kill().await.unwrap();
    let second = start_command(&host.scratch_target(), &[1], 100);
    offered.lock().unwrap().push(second.clone());
    let _agent = host.start(&server, &[]);
    assert!(
        declined(&server, &second)
            .await
            .contains("another run is measuring")
    );
    offered.lock().unwrap().push(cancel_command(&run, None));
    assert_eq!(
        end(&server, &run).await,
        ("cancelled".to_owned(), "Cancelled by Ada Lovelace".to_owned())
    );
}

/// A person cancels while the host is down: what the run would do next must not be begun before that is heard.
#[tokio::test]
async fn a_run_that_was_cancelled_while_its_agent_was_away_begins_nothing_more() {
    let offered = Offered::default();
    let is_slow = Arc::new(AtomicBool::new(false));
    let (offers, slow) = (Arc::clone(&offered), Arc::clone(&is_slow));
    let asked = AtomicUsize::new(0);
    let server = TestServer::start(move |_, request| {
        let is_poll = request.path.starts_with("/agent/v1/commands");
        // Two seconds: long enough to begin something.
        if is_poll && slow.load(Ordering::Relaxed) && asked.fetch_add(1, Ordering::Relaxed) < 200 {
            return Reply::Later;
        }
        obliging(request, &offers.lock().unwrap())
    })
    .await;
    let host = Host::new(0);
    let mut agent = host.start(&server, &[]);
    until_scratch(&host, &server).await;
    let run = start_command(&host.scratch_target(), &[60, 1], 100);
    offered.lock().unwrap().push(run.clone());
    until_point(&server, 0, 0).await;
    agent.kill().await.unwrap();
    offered.lock().unwrap().push(cancel_command(&run, None));
    is_slow.store(true, Ordering::Relaxed);
    let _agent = host.start(&server, &[]);
    assert_eq!(
        end(&server, &run).await,
        ("cancelled".to_owned(), "Cancelled by Ada Lovelace".to_owned())
    );
    assert_eq!(host.invocations().len(), 1, "{:?}", host.invocations());
}

/// Ends a run's record as another boot of the host would have: with this boot's clock the moments are not to be compared.
fn as_of_another_boot(host: &Host, time_ms: u64, server_ms: u64) {
    let record = std::fs::read_dir(host.path("state/runs")).unwrap().next();
    let record = record.unwrap().unwrap().path();
    let text = std::fs::read_to_string(&record).unwrap();
    let lines = text.lines().map(|line| {
        let mut line: Value = serde_json::from_str(line).unwrap();
        line["bootId"] = json!("another");
        line["timeMs"] = json!(time_ms);
        line["serverMs"] = json!(server_ms);
        format!("{line}\n")
    });
    std::fs::write(&record, lines.collect::<String>()).unwrap();
}

#[tokio::test]
async fn a_host_whose_clock_is_wrong_after_a_boot_goes_by_the_servers() {
    const HOUR_MS: u64 = 3_600_000;
    const SERVER_MS: u64 = 1_000 * HOUR_MS;
    let year_2100_ms = 4_102_444_800_000;
    for (time_ms, server_ms, outcome, reason) in [
        (year_2100_ms, SERVER_MS - HOUR_MS, "complete", ""),
        (0, SERVER_MS - HOUR_MS, "complete", ""),
        (
            year_2100_ms,
            SERVER_MS - 25 * HOUR_MS,
            "interrupted",
            "the agent was away for 25 hours",
        ),
    ] {
        let offered = Offered::default();
        let offers = Arc::clone(&offered);
        let server = TestServer::start(move |_, request| match request.path.split('?').next() {
            Some("/agent/v1/commands") => Reply::Json(
                200,
                json!({"serverTimeMs": SERVER_MS, "commands": *offers.lock().unwrap()}),
            ),
            _ => obliging(request, &[]),
        })
        .await;
        let host = Host::new(0);
        let mut agent = host.start(&server, &[]);
        until_scratch(&host, &server).await;
        let run = start_command(&host.scratch_target(), &[60], 100);
        offered.lock().unwrap().push(run.clone());
        until_point(&server, 0, 0).await;
        agent.kill().await.unwrap();
        as_of_another_boot(&host, time_ms, server_ms);
        host.hurry();
        let _agent = host.start(&server, &[]);
        let (came_to, why) = end(&server, &run).await;
        assert_eq!(came_to, outcome, "{why}");
        assert!(why.contains(reason), "{why}");
    }
}

/// Killed at any moment between two points, nothing is lost and no number is told twice.
#[tokio::test]
async fn killed_at_many_moments_of_a_run_of_many_points_every_point_is_told_once() {
    let offered = Offered::default();
    let server = server(&offered).await;
    let host = Host::new(0);
    let run = start_command(&host.scratch_target_to_be(), &[1; 30], 100);
    let mut agent = host.start(&server, &[]);
    until_scratch(&host, &server).await;
    offered.lock().unwrap().push(run.clone());
    for _ in 0..4 {
        // Of its own: what the server hears of first was measured before the last kill, and one point is not begun for ever.
        let before = host.invocations().len();
        server
            .until("more points", |_| host.invocations().len() >= before + 4)
            .await;
        agent.kill().await.unwrap();
        agent = host.start(&server, &[]);
    }
    assert_eq!(end(&server, &run).await.0, "complete");
    let finished = stored(&server, "pointFinished");
    let sequences: BTreeSet<u64> = finished
        .iter()
        .map(|event| event["pointSequence"].as_u64().unwrap())
        .collect();
    assert_eq!(sequences, (0..30).collect());
    // One is measured twice only where the agent went down between telling its end and writing that down.
    assert!(finished.len() <= 34, "{}", finished.len());
    assert_eq!(stored(&server, "runFinished").len(), 1);
}
