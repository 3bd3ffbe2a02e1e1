//! The agent killed during a format.

use super::*;

/// Killed at three moments: when the journal has the command and nothing is done; when nvme-cli was started; when the
/// drive is formatted and nobody was told.
#[tokio::test]
async fn killed_at_any_moment_a_format_is_interrupted_and_never_done_twice() {
    let host = Host::new().await;
    host.allow_everything_on(OPTANE);
    let mut commands = Vec::new();
    // Before it is journalled, the namespace is asked once whether others share it.
    for (round, (place, passing)) in [
        ("before-identify-0x00", 1),
        ("before-format", 0),
        ("after-format", 0),
    ]
    .into_iter()
    .enumerate()
    {
        let mut agent = host.start();
        let samples = host.server.events_of("smart").len();
        host.server
            .until("a sample", |server| server.events_of("smart").len() > samples)
            .await;
        let command = format(OPTANE, 3);
        host.machine.hold_after(place, passing).unwrap();
        host.offer(&command);
        host.server
            .until(place, |_| {
                host.machine.is_held(place) && is_journalled(&host, &command)
            })
            .await;
        agent.kill().await.unwrap();
        assert_eq!(host.calls("format").len(), round, "{place}");
        host.machine.let_go(place).unwrap();
        std::fs::remove_file(host.machine.root().join(format!("hold-{place}.reached"))).unwrap();
        commands.push(command);
    }
    let _agent = host.start();
    for command in &commands {
        let (outcome, reason) = host.end_of(command).await;
        assert_eq!(outcome, "interrupted");
        assert!(
            reason.contains("went down during this format") && reason.contains("not started again"),
            "{reason}"
        );
    }
    let seen = host.server.reports().len();
    host.server
        .until("more polls with the same offers", |server| {
            server.reports().len() > seen + 3
        })
        .await;
    assert_eq!(
        host.calls("format").len(),
        2,
        "begun twice, by two commands; never a second time by one"
    );
    for command in &commands {
        let events = host.server.events_of("command");
        let own = events.iter().filter(|event| event["commandId"] == command["id"]);
        let outcomes: BTreeSet<&str> = own.map(|event| event["outcome"].as_str().unwrap()).collect();
        assert!(
            outcomes.is_subset(&["accepted", "interrupted"].into()),
            "{outcomes:?}"
        );
    }
}

fn is_journalled(host: &Host, command: &Value) -> bool {
    let journal = std::fs::read_to_string(host.path("state/commands.jsonl")).unwrap_or_default();
    journal.contains(command["id"].as_str().unwrap())
}
