//! What a crash left half written, and what a disk lost.

use super::*;

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
