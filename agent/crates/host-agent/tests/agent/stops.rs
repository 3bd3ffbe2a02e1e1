//! Ended in order.

use super::*;

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
