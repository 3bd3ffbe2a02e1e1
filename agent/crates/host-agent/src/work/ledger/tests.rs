use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use super::*;
use crate::link::identity::{Enrollment, StateDirectory};
use crate::link::sequence::Sequence;
use crate::link::spool::{LaneName, Spool};
use crate::link::status::{LinkFile, describe, journal_trouble};
use crate::work::journal::{self, journal_path};

const SPOOL_BYTES: u64 = 4096;
const ACCEPTED: State = State::Accepted { run_id: None };

fn ledger(directory: &Path, spool: &Spool) -> Ledger {
    let journal = Journal::open(&journal_path(directory)).unwrap();
    Ledger::new(
        journal,
        Outbox::new(spool.clone(), Sequence::open(directory).unwrap(), Arc::default()),
    )
}

/// A spool full of results, so that it takes no more of them.
async fn full(directory: &Path) -> Spool {
    let spool = Spool::open(&directory.join("spool"), SPOOL_BYTES).unwrap();
    let mut results = 0;
    while spool.append(LaneName::Results, vec![b'r'; 48]).await.is_ok() {
        results += 1;
        assert!(results < SPOOL_BYTES, "it never filled up");
    }
    spool
}

async fn make_room(spool: &Spool) {
    let batch = spool.next_batch(1000, 1 << 20).await.unwrap();
    spool.acknowledge(batch.end, 0).await.unwrap();
}

/// The events of commands and runs that wait to be sent: what happened, and how.
async fn told(spool: &Spool) -> Vec<(String, String)> {
    let events = spool.next_batch(1000, 1 << 20).await.unwrap().events;
    let events = events
        .iter()
        .filter_map(|event| serde_json::from_slice(event).ok());
    let text = |event: &serde_json::Value, key: &str| event[key].as_str().unwrap_or_default().to_owned();
    events
        .map(|event: serde_json::Value| (text(&event, "kind"), text(&event, "outcome")))
        .collect()
}

fn both(kind: &str, outcome: &str) -> (String, String) {
    (kind.to_owned(), outcome.to_owned())
}

#[tokio::test]
async fn a_command_whose_end_cannot_be_spooled_is_not_settled_until_it_can() {
    let directory = tempfile::tempdir().unwrap();
    let spool = full(directory.path()).await;
    let ledger = ledger(directory.path(), &spool);
    let (command, run) = (Uuid::new_v4(), Uuid::new_v4());
    ledger.journal.set(command, ACCEPTED).await.unwrap();
    ledger.finish_run(command, run, RunOutcome::Complete, None).await;
    assert_ne!(ledger.journal.state(command), Some(State::Settled));
    assert!(ledger.is_owing() && ledger.is_known(command));

    let reason = ledger.write_down(Uuid::new_v4(), ACCEPTED).await.unwrap_err();
    assert!(reason.contains("cannot store results"), "{reason}");

    make_room(&spool).await;
    let paid = async {
        while ledger.is_owing() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::select! {
        () = ledger.pay() => panic!("it ended"),
        () = paid => {}
        () = tokio::time::sleep(Duration::from_secs(10)) => panic!("it was not said again"),
    }
    assert_eq!(
        told(&spool).await,
        [both("runFinished", "complete"), both("command", "succeeded")]
    );
    assert_eq!(ledger.journal.state(command), Some(State::Settled));
}

#[tokio::test]
async fn after_a_restart_the_end_that_was_known_is_told() {
    let directory = tempfile::tempdir().unwrap();
    let spool = full(directory.path()).await;
    let before = ledger(directory.path(), &spool);
    let (command, run) = (Uuid::new_v4(), Uuid::new_v4());
    before.journal.set(command, ACCEPTED).await.unwrap();
    before
        .finish_run(command, run, RunOutcome::Failed, Some("why".to_owned()))
        .await;
    drop(before);
    make_room(&spool).await;
    let after = ledger(directory.path(), &spool);
    let unsettled = after.unsettled();
    let [(known, State::Ended(ending))] = &unsettled[..] else {
        panic!("{unsettled:?}");
    };
    after.end(*known, ending.clone()).await;
    assert_eq!(
        told(&spool).await,
        [both("runFinished", "failed"), both("command", "failed")]
    );
    assert_eq!(after.journal.state(command), Some(State::Settled));
}

#[tokio::test]
async fn what_the_spool_would_never_take_holds_up_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let spool = Spool::open(&directory.path().join("spool"), 64 << 20).unwrap();
    let ledger = ledger(directory.path(), &spool);
    let too_large = Word {
        payload: vec![b'x'; 5 << 20],
        settles: None,
    };
    assert!(ledger.say(too_large).await.is_ok());
    assert!(!ledger.is_owing());
}

#[tokio::test]
async fn a_command_that_cannot_be_written_down_is_declined_with_the_reason_and_status_and_doctor_tell() {
    let parent = tempfile::tempdir().unwrap();
    let state = StateDirectory::open(parent.path()).await.unwrap();
    let mut identity = state.identity().unwrap();
    identity.enrollment = Some(Enrollment {
        server: "https://x".into(),
        host_id: Uuid::nil(),
        agent_key: "cpa_secret".into(),
        allow_plain_http: false,
    });
    state.save(&identity).unwrap();
    let spool = Spool::open(&state.path().join("spool"), 1 << 20).unwrap();
    let journal = journal::tests::refusing(&journal_path(state.path()));
    let outbox = Outbox::new(
        spool.clone(),
        Sequence::open(state.path()).unwrap(),
        Arc::default(),
    );
    let ledger = Ledger::new(journal, outbox);
    let mut link = LinkFile::new(state.path()).telling(ledger.trouble());
    link.connected(spool.pending().await.unwrap()).await;

    let command = Uuid::new_v4();
    assert!(!ledger.accept(command, ACCEPTED).await);
    let events = spool.next_batch(10, 1 << 20).await.unwrap().events;
    let told: serde_json::Value = serde_json::from_slice(&events[0]).unwrap();
    assert_eq!(
        (events.len(), &told["outcome"]),
        (1, &"declined".into()),
        "nothing else is said of it"
    );
    let reason = told["reason"].as_str().unwrap();
    assert!(reason.contains("command journal cannot be written"), "{reason}");
    assert!(
        ledger.is_known(command),
        "it is not judged again when it is offered again"
    );

    link.connected(spool.pending().await.unwrap()).await;
    let said = describe(state.path()).unwrap();
    assert!(said.contains("The command journal cannot be written"), "{said}");
    assert!(journal_trouble(state.path()).is_some(), "for the doctor");
}

/// Else it would go on after a crash in between, though it was told to be over.
#[tokio::test]
async fn the_end_of_a_run_is_on_disk_before_it_is_told() {
    let directory = tempfile::tempdir().unwrap();
    let spool = Spool::open(&directory.path().join("spool"), 1 << 20).unwrap();
    let ledger = ledger(directory.path(), &spool);
    let (command, run) = (Uuid::new_v4(), Uuid::new_v4());
    let accepted = State::Accepted { run_id: Some(run) };
    ledger.journal.set(command, accepted).await.unwrap();
    let is_known =
        |ending: Option<State>| matches!(ending, Some(State::Ended(ending)) if ending.run.is_some());
    let known = async {
        while !is_known(ledger.journal.state(command)) {
            tokio::task::yield_now().await;
        }
    };
    tokio::select! {
        biased;
        () = known => {}
        () = ledger.finish_run(command, run, RunOutcome::Failed, None) => panic!("it was told before"),
    }
}

#[tokio::test]
async fn a_run_that_is_going_to_end_is_known_to_after_a_crash() {
    let directory = tempfile::tempdir().unwrap();
    let spool = Spool::open(&directory.path().join("spool"), 1 << 20).unwrap();
    let (command, over, run) = (Uuid::new_v4(), Uuid::new_v4(), Uuid::new_v4());
    let before = ledger(directory.path(), &spool);
    let outcome = RunOutcome::Cancelled;
    before
        .expect_end(command, run, outcome, Some("by Ada".to_owned()))
        .await;
    before.journal.settle(over).await;
    before.expect_end(over, run, outcome, None).await;
    drop(before);
    let states = ledger(directory.path(), &spool).unsettled();
    let [(id, State::Ended(ending))] = &states[..] else {
        panic!("{states:?}")
    };
    assert_eq!(*id, command);
    assert_eq!(ending.run, Some((run, outcome, Some("by Ada".to_owned()))));
}
