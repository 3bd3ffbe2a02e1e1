//! Points that fail, that cannot be, and that a person passes over: the others are measured.

use super::*;

#[tokio::test]
async fn a_point_that_fails_or_cannot_be_measured_does_not_lose_the_others() {
    let offered = Offered::default();
    let server = server(&offered).await;
    let host = Host::new(0);
    let _agent = host.start(&server, &[]);
    until_scratch(&host, &server).await;
    let run = sizes_command(&host.scratch_target(), &[8192, 16384, 4096], 1);
    offered.lock().unwrap().push(run.clone());
    let (outcome, reason) = end(&server, &run).await;
    assert_eq!(outcome, "failed");
    assert!(
        reason.starts_with("1 of 3 points failed: ") && reason.contains("the drive hangs"),
        "{reason}"
    );
    let point = |sequence, outcome: &str, reason: &str| (sequence, outcome.to_owned(), reason.to_owned(), 0);
    assert_eq!(
        points(&server),
        [
            point(0, "failed", "the drive hangs"),
            point(1, "skipped", "16 KiB do not suit it"),
            point(2, "complete", ""),
        ]
    );
}

#[tokio::test]
async fn a_run_of_which_points_were_skipped_is_complete() {
    let offered = Offered::default();
    let server = server(&offered).await;
    let host = Host::new(0);
    let _agent = host.start(&server, &[]);
    until_scratch(&host, &server).await;
    let run = sizes_command(&host.scratch_target(), &[16384, 4096], 1);
    offered.lock().unwrap().push(run.clone());
    assert_eq!(end(&server, &run).await.0, "complete");
    server
        .until("the outcome", |server| {
            outcomes(server, &run).contains(&"succeeded".to_owned())
        })
        .await;
}

#[tokio::test]
async fn eight_failures_in_a_row_end_a_run() {
    let offered = Offered::default();
    let server = server(&offered).await;
    let host = Host::new(0);
    let _agent = host.start(&server, &[]);
    until_scratch(&host, &server).await;
    let mut run = start_command(&host.scratch_target(), &[1; 12], 100);
    for step in run["plan"]["steps"].as_array_mut().unwrap() {
        step["blockBytes"] = json!(8192);
    }
    offered.lock().unwrap().push(run.clone());
    let (outcome, reason) = end(&server, &run).await;
    assert_eq!((outcome.as_str(), points(&server).len()), ("failed", 8));
    assert!(reason.contains("in a row"), "{reason}");
}

#[tokio::test]
async fn a_point_that_a_person_skips_is_over_and_the_run_goes_on() {
    let offered = Offered::default();
    let server = server(&offered).await;
    let host = Host::new(0);
    let _agent = host.start(&server, &[]);
    until_scratch(&host, &server).await;
    let run = start_command(&host.scratch_target(), &[60, 1], 100);
    offered.lock().unwrap().push(run.clone());
    until_point(&server, 0, 0).await;
    // Whoever asked meant no other point.
    let other = cancel_command(&run, Some(1));
    offered.lock().unwrap().push(other.clone());
    assert_eq!(
        declined(&server, &other).await,
        "point 2 is not being measured now"
    );

    let skip = cancel_command(&run, Some(0));
    offered.lock().unwrap().push(skip.clone());
    assert_eq!(end(&server, &run).await, ("complete".to_owned(), String::new()));
    assert_eq!(
        points(&server),
        [
            (0, "skipped".to_owned(), "Skipped by Ada Lovelace".to_owned(), 0),
            (1, "complete".to_owned(), String::new(), 0)
        ]
    );
    assert_eq!(outcomes(&server, &skip), ["accepted", "succeeded"]);
    let late = cancel_command(&run, Some(1));
    offered.lock().unwrap().push(late.clone());
    assert!(declined(&server, &late).await.contains("is not running"));
}

#[tokio::test]
async fn a_run_begins_when_it_was_told_to_and_can_be_cancelled_before() {
    let offered = Offered::default();
    let server = server(&offered).await;
    let host = Host::new(0);
    let _agent = host.start(&server, &[]);
    until_scratch(&host, &server).await;
    // By the server's clock, which says 1 here.
    let starts_in = |milliseconds: u64| {
        let mut run = start_command(&host.scratch_target(), &[1], 100);
        run["notBeforeMs"] = json!(1 + milliseconds);
        run
    };
    let began = Instant::now();
    let run = starts_in(2000);
    offered.lock().unwrap().push(run.clone());
    assert_eq!(end(&server, &run).await.0, "complete");
    let took = began.elapsed();
    assert!(took >= Duration::from_secs(2), "{took:?}");

    let waiting = starts_in(300_000);
    offered.lock().unwrap().push(waiting.clone());
    server
        .until("the start", |server| outcomes(server, &waiting) == ["accepted"])
        .await;
    offered.lock().unwrap().push(cancel_command(&waiting, None));
    assert_eq!(end(&server, &waiting).await.0, "cancelled");
    assert_eq!(host.invocations().len(), 1);
}
