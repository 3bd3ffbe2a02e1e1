//! When there is no room.

use super::*;

#[test]
fn drops_the_oldest_samples_first_and_counts_them() {
    let directory = tempfile::tempdir().unwrap();
    // Segments of four records of 18 bytes; room for sixteen records.
    let mut store = Store::open(directory.path(), 16 * 18)
        .unwrap()
        .with_segment_bytes(4 * 18);
    for index in 0..8 {
        store
            .append(Samples, format!("sample {index:03}").as_bytes())
            .unwrap();
    }
    for index in 0..12 {
        store
            .append(Results, format!("result {index:03}").as_bytes())
            .unwrap();
    }
    let kept = texts(&mut store, 100);
    assert_eq!(
        kept[..12],
        (0..12)
            .map(|index| format!("result {index:03}"))
            .collect::<Vec<_>>()
    );
    assert_eq!(
        kept[12..],
        (4..8)
            .map(|index| format!("sample {index:03}"))
            .collect::<Vec<_>>()
    );
    assert_eq!(store.pending().events_dropped, 4);
    assert_eq!(
        open(directory.path()).pending().events_dropped,
        4,
        "the count survives a restart"
    );
    assert!(store.bytes() <= 16 * 18);
}

#[test]
fn a_result_is_never_dropped_and_seconds_of_runs_make_room_for_it() {
    let directory = tempfile::tempdir().unwrap();
    let mut store = Store::open(directory.path(), 12 * 18)
        .unwrap()
        .with_segment_bytes(4 * 18);
    let mut append =
        |lane, text: &str, index: u32| store.append(lane, format!("{text} {index:03}").as_bytes());
    for index in 0..4 {
        append(Results, "result", index).unwrap();
        append(Samples, "sample", index).unwrap();
    }
    // Samples go first, and the oldest seconds for newer ones; no result does.
    for index in 0..12 {
        append(Seconds, "second", index).unwrap();
    }
    assert!(
        append(Samples, "sample", 4).is_err(),
        "a sample pushes nothing else out"
    );
    for index in 4..12 {
        append(Results, "result", index).unwrap();
    }
    // Full of results: the next is its sender's to keep, and everything else is dropped.
    assert_eq!(
        append(Results, "result", 12).unwrap_err().kind(),
        io::ErrorKind::StorageFull
    );
    assert!(append(Seconds, "second", 12).is_err() && append(Samples, "sample", 5).is_err());
    let expected: Vec<String> = (0..12).map(|index| format!("result {index:03}")).collect();
    assert_eq!(texts(&mut store, 100), expected);
    // Four samples and twelve seconds that had room, three events that had none.
    assert_eq!(store.pending().events_dropped, 4 + 12 + 3);
    assert_eq!(
        (store.pending().results, store.pending().results_bytes),
        (12, 12 * 18)
    );
}

#[test]
fn gives_space_back_when_everything_was_sent() {
    let directory = tempfile::tempdir().unwrap();
    let mut store = open(directory.path()).with_segment_bytes(100);
    for round in 0..50 {
        store
            .append(
                Results,
                format!("event {round} with some length to fill a segment").as_bytes(),
            )
            .unwrap();
        let (events, end) = store.read(10, 10_000).unwrap();
        assert_eq!(events.len(), 1, "round {round}");
        store.acknowledge(end, 0).unwrap();
    }
    assert_eq!((store.pending().results, store.bytes()), (0, 0));
}

#[test]
fn a_small_spool_does_not_drop_all_it_has_to_make_room_for_one_event() {
    let directory = tempfile::tempdir().unwrap();
    let mut store = Store::open(directory.path(), 1 << 20).unwrap();
    let sample = [b'x'; 1016];
    for _ in 0..1500 {
        store.append(Samples, &sample).unwrap();
    }
    // 1024 records of 1024 bytes fit; a segment is a sixteenth of that and the most that goes at once.
    let pending = store.pending();
    assert_eq!(pending.samples + pending.events_dropped, 1500);
    assert!((1024 - 64..=1024).contains(&pending.samples), "{pending:?}");
}

#[test]
fn a_full_file_system_costs_samples_and_no_result() {
    let Some(disk) = SmallDisk::mount() else { return };
    let mut store = open(&disk.path().join("spool")).with_segment_bytes(32 << 10);
    let payload = |index: u32| format!("{index:08}{}", "x".repeat(1000)).into_bytes();
    let mut samples = 0;
    // The disk is full long before the spool's own bound.
    while store.pending().events_dropped == 0 {
        store.append(Samples, &payload(samples)).unwrap();
        samples += 1;
        assert!(samples < 2000, "the file system of 1 MiB never filled up");
    }
    for index in 0..300 {
        store.append(Results, &payload(index)).unwrap();
        store.append(Samples, &payload(samples)).unwrap();
        samples += 1;
    }
    store.sync().unwrap();
    let before = store.pending();
    assert_eq!(before.results, 300);
    assert_eq!(before.samples + before.events_dropped, u64::from(samples));
    drop(store);

    let mut store = open(&disk.path().join("spool"));
    assert_eq!(store.pending(), before, "after a restart");
    let (events, _) = store.read(10_000, usize::MAX).unwrap();
    let expected: Vec<Vec<u8>> = (0..300)
        .map(payload)
        .chain((samples - u32::try_from(before.samples).unwrap()..samples).map(payload))
        .collect();
    assert!(
        events == expected,
        "every result, and the newest samples, in order"
    );
}

#[test]
fn a_file_that_is_in_the_way_or_cannot_be_removed_does_not_close_a_lane_for_ever() {
    let directory = tempfile::tempdir().unwrap();
    let mut store = open(directory.path());
    let path = |number: u64| directory.path().join(format!("results/{number:016}.log"));
    // As left by a try that found no room for the directory's change.
    std::fs::write(path(1), b"").unwrap();
    let first = store.append(Results, b"r1");
    assert!(first.is_err() || !texts(&mut store, 10).is_empty());
    store.append(Results, b"r2").unwrap();
    assert!(texts(&mut store, 10).contains(&"r2".to_owned()));

    // A directory cannot be removed as a file is; no more can a file on a disk that is read-only for a while.
    let (_, end) = store.read(10, usize::MAX).unwrap();
    let mut store = store.with_segment_bytes(1);
    let last = directory.path().join("results").read_dir().unwrap();
    let last = last.map(|entry| entry.unwrap().path()).max().unwrap();
    std::fs::remove_file(&last).unwrap();
    std::fs::create_dir(&last).unwrap();
    store.acknowledge(end, 0).unwrap_err();
    std::fs::remove_dir(&last).unwrap();
    store.append(Results, b"r3").unwrap();
    assert_eq!(texts(&mut store, 10), ["r3"]);
}
