mod damage;
mod fates;
mod room;

use super::*;
use crate::link::spool::LaneName::{Results, Samples, Seconds};
use crate::runtime::small_disk::SmallDisk;

const PLENTY: u64 = 1 << 30;

fn texts(store: &mut Store, events_max: usize) -> Vec<String> {
    let (events, _) = store.read(events_max, usize::MAX).unwrap();
    events
        .into_iter()
        .map(|event| String::from_utf8(event).unwrap())
        .collect()
}

fn open(directory: &Path) -> Store {
    Store::open(directory, PLENTY).unwrap()
}

#[test]
fn gives_events_in_order_results_first_and_keeps_them_until_acknowledged() {
    let directory = tempfile::tempdir().unwrap();
    let mut store = open(directory.path());
    for (lane, text) in [(Samples, "s1"), (Results, "r1"), (Samples, "s2"), (Results, "r2")] {
        store.append(lane, text.as_bytes()).unwrap();
    }
    assert_eq!(texts(&mut store, 10), ["r1", "r2", "s1", "s2"]);
    assert_eq!(
        texts(&mut store, 3),
        ["r1", "r2", "s1"],
        "reading takes nothing away"
    );

    let (_, end) = store.read(3, usize::MAX).unwrap();
    store.acknowledge(end, 0).unwrap();
    assert_eq!(texts(&mut store, 10), ["s2"]);
    assert_eq!(
        texts(&mut open(directory.path()), 10),
        ["s2"],
        "also after a restart"
    );
}

#[test]
fn a_batch_is_bounded_in_bytes_but_never_empty() {
    let directory = tempfile::tempdir().unwrap();
    let mut store = open(directory.path());
    for text in ["12345", "12345", "12345"] {
        store.append(Results, text.as_bytes()).unwrap();
    }
    store.append(Samples, b"123456").unwrap();
    let mut lengths = |bytes_max| store.read(10, bytes_max).unwrap().0.len();
    assert_eq!(
        (lengths(1), lengths(10), lengths(15), lengths(20), lengths(21)),
        (1, 2, 3, 3, 4)
    );
}

#[test]
fn without_its_bookmark_it_sends_again_and_loses_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let mut store = open(directory.path());
    store.append(Results, b"one").unwrap();
    let (_, end) = store.read(1, 100).unwrap();
    store.acknowledge(end, 0).unwrap();
    store.append(Results, b"two").unwrap();
    std::fs::write(directory.path().join("bookmark.json"), "{torn").unwrap();
    assert_eq!(texts(&mut open(directory.path()), 10), ["one", "two"]);
}

#[test]
fn results_go_before_seconds_of_runs_and_these_before_samples() {
    let directory = tempfile::tempdir().unwrap();
    let mut store = open(directory.path());
    for (lane, text) in [
        (Samples, "s1"),
        (Seconds, "second 1"),
        (Seconds, "second 2"),
        (Results, "r1"),
    ] {
        store.append(lane, text.as_bytes()).unwrap();
    }
    assert_eq!(texts(&mut store, 10), ["r1", "second 1", "second 2", "s1"]);
    let (_, end) = store.read(2, usize::MAX).unwrap();
    store.acknowledge(end, 0).unwrap();
    assert_eq!(
        texts(&mut open(directory.path()), 10),
        ["second 2", "s1"],
        "after a restart"
    );
}

#[test]
fn an_answer_for_events_that_were_dropped_in_the_meantime_takes_nothing_else_away() {
    let directory = tempfile::tempdir().unwrap();
    let mut store = Store::open(directory.path(), 8 * 18)
        .unwrap()
        .with_segment_bytes(4 * 18);
    for index in 0..8 {
        store
            .append(Samples, format!("sample {index:03}").as_bytes())
            .unwrap();
    }
    let (_, in_flight) = store.read(2, 1000).unwrap();
    store.append(Samples, b"sample 008").unwrap();
    store.acknowledge(in_flight, 0).unwrap();
    assert_eq!(texts(&mut store, 1), ["sample 004"]);
}
