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
fn a_torn_tail_of_any_length_is_cut_and_what_comes_after_is_kept() {
    let written = {
        let directory = tempfile::tempdir().unwrap();
        let mut store = open(directory.path());
        store.append(Results, b"first").unwrap();
        store.append(Results, b"second").unwrap();
        std::fs::read(directory.path().join("results/0000000000000001.log")).unwrap()
    };
    let first_end = 8 + "first".len();
    for kept in first_end..written.len() {
        for tail in [&[][..], &[0; 64]] {
            let directory = tempfile::tempdir().unwrap();
            std::fs::create_dir_all(directory.path().join("results")).unwrap();
            let torn = [&written[..kept], tail].concat();
            std::fs::write(directory.path().join("results/0000000000000001.log"), torn).unwrap();

            let mut store = open(directory.path());
            store.append(Results, b"third").unwrap();
            assert_eq!(
                texts(&mut store, 10),
                ["first", "third"],
                "cut at {kept}, {} zeros behind",
                tail.len()
            );
            assert_eq!(texts(&mut open(directory.path()), 10), ["first", "third"]);
        }
    }
}

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

/// Damages one byte of the payload of a record of 18 bytes.
fn damage(directory: &Path, segment: u64, record: u64) {
    use std::os::unix::fs::FileExt;
    let path = directory.join(format!("results/{segment:016}.log"));
    let file = std::fs::OpenOptions::new().write(true).open(path).unwrap();
    file.write_all_at(b"?", record * 18 + 10).unwrap();
}

/// Two segments of four records each.
fn eight_results(directory: &Path) -> Store {
    let mut store = open(directory).with_segment_bytes(4 * 18);
    for index in 0..8 {
        store
            .append(Results, format!("result {index:03}").as_bytes())
            .unwrap();
    }
    store.sync().unwrap();
    store
}

#[test]
fn a_damaged_record_costs_itself_alone_wherever_it_is_and_whenever_it_is_found() {
    // Segments are numbered from 1. Found at a start, and found while it runs.
    for (segment, record) in [(1, 0), (1, 1), (1, 3), (2, 0), (2, 2), (2, 3)] {
        for is_running in [false, true] {
            let case = format!("segment {segment}, record {record}, running: {is_running}");
            let directory = tempfile::tempdir().unwrap();
            let mut store = eight_results(directory.path());
            damage(directory.path(), segment, record);
            if !is_running {
                store = open(directory.path());
            }
            let lost = (segment - 1) * 4 + record;
            let left = (0..8).filter(|index| *index != lost);
            let expected: Vec<String> = left.map(|index| format!("result {index:03}")).collect();
            assert_eq!(texts(&mut store, 100), expected, "{case}");
            assert_eq!(
                (store.pending().results, store.pending().events_damaged),
                (7, 1),
                "{case}"
            );

            // It goes on behind it, and is counted once.
            store.append(Results, b"result 008").unwrap();
            let mut store = open(directory.path());
            assert_eq!(texts(&mut store, 100).len(), 8, "{case}");
            assert_eq!(store.pending().events_damaged, 1, "{case}");
            let pieces: Vec<_> = directory.path().join("damaged").read_dir().unwrap().collect();
            assert_eq!(pieces.len(), 1, "{case}");
            let (events, end) = store.read(100, usize::MAX).unwrap();
            assert_eq!(events.len(), 8);
            store.acknowledge(end, 0).unwrap();
            assert_eq!(store.pending().results, 0, "{case}");
        }
    }
}

#[test]
fn damage_of_many_records_and_of_their_lengths_is_passed_over() {
    let directory = tempfile::tempdir().unwrap();
    let mut store = eight_results(directory.path());
    // Records 1 and 2 with their headers, as a block of a disk that reads as something else.
    let path = directory.path().join("results/0000000000000001.log");
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[18..54].fill(0xff);
    std::fs::write(&path, &bytes).unwrap();
    let (events, end) = store.read(2, usize::MAX).unwrap();
    assert_eq!(events, [b"result 000", b"result 003"]);
    store.acknowledge(end, 0).unwrap();
    let expected = ["result 004", "result 005", "result 006", "result 007"];
    assert_eq!(texts(&mut store, 100), expected);
    assert_eq!(
        texts(&mut open(directory.path()), 100),
        expected,
        "after a restart"
    );
    assert_eq!(
        std::fs::read(
            directory
                .path()
                .join("damaged/results-0000000000000001-18.damaged")
        )
        .unwrap(),
        [0xff; 36]
    );
}

#[test]
fn damage_of_what_was_sent_moves_nothing_of_what_was_not() {
    let directory = tempfile::tempdir().unwrap();
    let mut store = eight_results(directory.path());
    let (_, end) = store.read(2, usize::MAX).unwrap();
    store.acknowledge(end, 0).unwrap();
    damage(directory.path(), 1, 0);
    let mut store = open(directory.path());
    assert_eq!(texts(&mut store, 2), ["result 002", "result 003"]);
    assert_eq!(store.pending().results, 6);
}

#[test]
fn a_file_that_is_gone_is_counted_and_holds_up_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let mut store = eight_results(directory.path());
    std::fs::remove_file(directory.path().join("results/0000000000000001.log")).unwrap();
    assert_eq!(texts(&mut store, 1), ["result 004"]);
    assert_eq!((store.pending().results, store.pending().events_damaged), (4, 4));
    std::fs::remove_file(directory.path().join("results/0000000000000002.log")).unwrap();
    assert_eq!(texts(&mut store, 1), [] as [String; 0]);
    store.append(Results, b"result 008").unwrap();
    assert_eq!(texts(&mut store, 9), ["result 008"]);
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
