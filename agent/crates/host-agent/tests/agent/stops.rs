//! Ended in order, and killed.

use super::*;

#[tokio::test]
async fn sigterm_ends_in_order_within_five_seconds_and_the_next_start_delivers_the_rest() {
    let offered = Offered::default();
    let server = server(&offered).await;
    let host = Host::new(0);
    let mut agent = host.start(&server, &[]);
    until_scratch(&host, &server).await;
    let command = start_command(&host.scratch_target(), &[60], 100);
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
async fn sigterm_ends_it_also_while_the_disk_of_the_spool_hangs() {
    let server = server(&Offered::default()).await;
    let host = Host::new(1);
    let mut agent = host.start(&server, &[]);
    until_scratch(&host, &server).await;
    // Nobody is at the other end of it: what the spool writes after the next report waits for ever.
    let draft = host.path("state/spool/bookmark.draft");
    // The spool may just have such a file, for a moment.
    while let Err(error) = nix::unistd::mkfifo(&draft, nix::sys::stat::Mode::S_IRWXU) {
        assert_eq!(error, nix::errno::Errno::EEXIST);
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    // At the latest with the next routine report.
    tokio::time::sleep(Duration::from_secs(8)).await;
    terminate(&agent);
    let ended = tokio::time::timeout(Duration::from_secs(10), agent.wait()).await;
    assert!(ended.is_ok_and(|status| status.unwrap().success()));
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
        let command = start_command(&host.scratch_target(), &[60], 100);
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
