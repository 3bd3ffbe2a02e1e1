//! What becomes of samples that somebody follows.

use super::*;

fn take(store: &mut Store, events: usize) {
    let (_, end) = store.read(events, usize::MAX).unwrap();
    store.acknowledge(end, 0).unwrap();
}

fn follow(store: &mut Store, text: &str) -> Receipt {
    store.append(Samples, text.as_bytes()).unwrap();
    store.receipt()
}

#[test]
fn a_sample_waits_until_the_server_has_taken_it() {
    let directory = tempfile::tempdir().unwrap();
    let mut store = open(directory.path());
    store.append(Samples, b"of an earlier agent").unwrap();
    let mut store = open(directory.path());
    let first = follow(&mut store, "first");
    store.append(Results, b"a result").unwrap();
    let second = follow(&mut store, "second");
    assert_eq!(
        (store.fate(first), store.fate(second)),
        (Fate::Waiting, Fate::Waiting)
    );
    // The result and the sample that was there before.
    take(&mut store, 2);
    assert_eq!(store.fate(first), Fate::Waiting);
    take(&mut store, 1);
    assert_eq!(
        (store.fate(first), store.fate(second)),
        (Fate::Sent, Fate::Waiting)
    );
    take(&mut store, 1);
    assert_eq!((store.fate(first), store.fate(second)), (Fate::Sent, Fate::Sent));
}

#[test]
fn a_sample_that_left_while_something_was_lost_may_be_lost() {
    let directory = tempfile::tempdir().unwrap();
    let mut store = open(directory.path());
    let first = follow(&mut store, "first");
    assert!(store.drop_oldest(Samples).unwrap());
    let second = follow(&mut store, "second");
    assert_eq!(
        (store.fate(first), store.fate(second)),
        (Fate::MaybeLost, Fate::Waiting)
    );
    store.count_dropped(1);
    assert_eq!(store.fate(second), Fate::Waiting, "it is there still");
    take(&mut store, 1);
    assert_eq!(store.fate(second), Fate::MaybeLost);
}

#[test]
fn a_sample_among_events_that_were_refused_may_be_one_of_them() {
    let directory = tempfile::tempdir().unwrap();
    let mut store = open(directory.path());
    let first = follow(&mut store, "first");
    let (_, end) = store.read(1, usize::MAX).unwrap();
    store.acknowledge(end, 1).unwrap();
    assert_eq!(store.fate(first), Fate::MaybeLost);
    let second = follow(&mut store, "second");
    take(&mut store, 1);
    assert_eq!(store.fate(second), Fate::Sent);
}
