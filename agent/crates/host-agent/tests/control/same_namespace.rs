//! A run goes on only with the namespace with which it began.

use super::steps::host_that_measures;
use super::*;

/// A P4800X's, of one of its formats and with an EUI64.
fn namespace(size_bytes: u64, current_format: u8, eui64: &str) -> String {
    format!(
        "[[namespaces]]\nsize_bytes = {size_bytes}\ncurrent_format = {current_format}\neui64 = \"{eui64}\"\n\
         formats = [[512, 0, 2], [512, 8, 2], [512, 16, 2], [4096, 0, 0], [4096, 8, 0], [4096, 64, 0], [4096, 128, 0]]"
    )
}

/// How a run ends whose agent was killed while the namespace became another.
async fn end_after(change: &str) -> (String, String) {
    let host = host_that_measures().await;
    let before = namespace(375_083_606_016, 0, "5cd2e42a91419c24");
    host.machine.change("nvme0", &before).unwrap();
    let mut agent = host.start();
    let run = run_of(OPTANE, &[json!({"kind": "idle", "seconds": 3}), reads_for(1)]);
    host.offer(&run);
    let is_accepted = |event: &Value| event["commandId"] == run["id"] && event["outcome"] == "accepted";
    host.server
        .until("the beginning of the run", |server| {
            server.events_of("command").iter().any(is_accepted)
        })
        .await;
    agent.kill().await.unwrap();
    host.machine.change("nvme0", change).unwrap();
    let _agent = host.start();
    host.server
        .until("the end of the run", |server| {
            !server.events_of("runFinished").is_empty()
        })
        .await;
    let ends = host.server.events_of("runFinished");
    let text = |key: &str| ends[0][key].as_str().unwrap_or_default().to_owned();
    (text("outcome"), text("reason"))
}

#[tokio::test]
async fn with_the_same_it_goes_on() {
    let same = namespace(375_083_606_016, 0, "5cd2e42a91419c24");
    assert_eq!(end_after(&same).await.0, "complete");
}

#[tokio::test]
async fn with_one_of_other_blocks_size_or_identifier_it_ends_and_says_what_differs() {
    for (other, differs) in [
        (namespace(375_083_606_016, 3, "5cd2e42a91419c24"), "4096 B"),
        (
            namespace(375_083_606_016, 1, "5cd2e42a91419c24"),
            "8 B of metadata",
        ),
        (
            namespace(187_541_803_008, 0, "5cd2e42a91419c24"),
            "and has 366292584 blocks",
        ),
        (
            namespace(375_083_606_016, 0, "5cd2e42a91419c25"),
            "EUI64 5cd2e42a91419c25",
        ),
    ] {
        let (outcome, reason) = end_after(&other).await;
        assert_eq!(outcome, "interrupted", "{reason}");
        assert!(
            reason.contains("not the one with which the run began") && reason.contains(differs),
            "{reason}"
        );
    }
}
