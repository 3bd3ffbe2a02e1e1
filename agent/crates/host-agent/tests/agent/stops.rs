//! Ended in order.

use std::os::unix::process::ExitStatusExt;

use super::*;

/// Has what the agent's spool writes after the next report wait for ever. Returns the file that does it.
pub async fn hang_spool(host: &Host) -> PathBuf {
    // Nobody is at the other end of it.
    let draft = host.path("state/spool/bookmark.draft");
    // The spool may just have such a file, for a moment.
    while let Err(error) = nix::unistd::mkfifo(&draft, nix::sys::stat::Mode::S_IRWXU) {
        assert_eq!(error, nix::errno::Errno::EEXIST);
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    // At the latest with the next routine report.
    tokio::time::sleep(Duration::from_secs(8)).await;
    draft
}

#[tokio::test]
async fn sigterm_ends_it_also_while_the_disk_of_the_spool_hangs() {
    let server = server(&Offered::default()).await;
    let host = Host::new(1);
    let mut agent = host.start(&server, &[]);
    until_scratch(&host, &server).await;
    hang_spool(&host).await;
    terminate(&agent);
    let ended = tokio::time::timeout(Duration::from_secs(10), agent.wait()).await;
    assert!(ended.is_ok_and(|status| status.unwrap().success()));
}

#[tokio::test]
async fn sigterm_ends_it_at_once_while_it_waits_for_the_end_of_the_one_before() {
    let server = server(&Offered::default()).await;
    let host = Host::new(0);
    let _before = hold_state(&host);
    let mut agent = host.start(&server, &[]);
    until_waiting(&host, &server, &agent).await;
    terminate(&agent);
    let status = agent.wait().await.unwrap();
    assert_eq!(status.signal(), Some(Signal::SIGTERM as i32), "{}", host.log());
}

/// The server gives such a run up; one that is here but does not measure the point that is to be skipped, it does not.
#[tokio::test]
async fn a_cancel_of_a_run_that_is_not_here_says_so_in_a_word_of_its_own() {
    let offered = Offered::default();
    let server = server(&offered).await;
    let host = Host::new(0);
    let _agent = host.start(&server, &[]);
    until_scratch(&host, &server).await;
    let unknown = start_command(&host.scratch_target(), &[60], 100);
    let (cancel, skip) = (cancel_command(&unknown, None), cancel_command(&unknown, Some(0)));
    offered.lock().unwrap().extend([cancel.clone(), skip.clone()]);
    for (command, is_unknown) in [(&cancel, json!(true)), (&skip, Value::Null)] {
        let reason = declined(&server, command).await;
        assert!(reason.contains("is not running on this host"), "{reason}");
        let events = server.events_of("command");
        let own = events.iter().find(|event| event["commandId"] == command["id"]);
        assert_eq!(own.unwrap()["runUnknown"], is_unknown);
    }
}
