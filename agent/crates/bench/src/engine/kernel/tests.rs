use super::*;
use crate::engine::{Completion, Engine, Outcome, Wait};
use crate::operation::{Direction, Operation};
use std::os::unix::fs::FileExt;
use std::time::{Duration, Instant};

fn ring(file: &std::fs::File, depth: u16) -> Ring {
    Ring::new(file, depth, 4096, RingOptions::default(), false).unwrap()
}

fn operation(direction: Direction, offset: u64) -> Operation {
    Operation {
        direction,
        length: 4096,
        offset,
    }
}

/// Takes all that has come back.
fn reap(engine: &mut impl Engine, completions: &mut Vec<Completion>) {
    for _ in 0..engine.completed() {
        completions.push(engine.take());
    }
}

fn wait(completions: u32, ms: u64) -> Wait {
    Wait {
        completions,
        at_most: Duration::from_millis(ms),
    }
}

fn run_all(engine: &mut impl Engine, operations: &[Operation]) -> Vec<Completion> {
    let mut completions = Vec::new();
    for (slot, &operation) in operations.iter().enumerate() {
        engine.prepare(u16::try_from(slot).unwrap(), operation);
    }
    while completions.len() < operations.len() {
        engine.submit(wait(1, 100)).unwrap();
        reap(engine, &mut completions);
    }
    completions
}

fn writes_and_reads_back(engine: &mut impl Engine, file: &std::fs::File) {
    for slot in 0..2 {
        engine.buffer(slot).fill(0xa0 + u8::try_from(slot).unwrap());
    }
    let writes = [operation(Direction::Write, 4096), operation(Direction::Write, 0)];
    let done = run_all(engine, &writes);
    assert!(
        done.iter()
            .all(|completion| completion.outcome == Outcome::Moved(4096))
    );
    let mut bytes = [0; 8192];
    file.read_exact_at(&mut bytes, 0).unwrap();
    assert!(bytes[..4096].iter().all(|&byte| byte == 0xa1) && bytes[4096..].iter().all(|&byte| byte == 0xa0));

    let reads = [operation(Direction::Read, 0), operation(Direction::Read, 4096)];
    run_all(engine, &reads);
    assert!(engine.buffer(0).iter().all(|&byte| byte == 0xa1));
    assert!(engine.buffer(1).iter().all(|&byte| byte == 0xa0));
    let beyond = run_all(engine, &[operation(Direction::Read, 1 << 20)]);
    assert_eq!(
        beyond[0].outcome,
        Outcome::Moved(0),
        "nothing lies behind the end"
    );
}

fn two_blocks() -> std::fs::File {
    let file = tempfile::tempfile().unwrap();
    file.set_len(8192).unwrap();
    file
}

#[test]
fn io_uring_moves_bytes_to_and_fro() {
    let file = two_blocks();
    writes_and_reads_back(&mut ring(&file, 2), &file);
}

#[test]
fn io_uring_handed_off_and_by_a_thread_of_the_kernel_does_as_well() {
    let file = two_blocks();
    let handed_off = Ring::new(&file, 2, 4096, RingOptions::default(), true);
    writes_and_reads_back(&mut handed_off.unwrap(), &file);
    let options = RingOptions {
        poll: false,
        sqpoll: true,
    };
    let mut by_kernel = Ring::new(&file, 2, 4096, options, false).unwrap();
    assert!(by_kernel.flags().contains(&"SQPOLL".to_owned()));
    writes_and_reads_back(&mut by_kernel, &file);
}

#[test]
fn a_ring_without_a_target_gives_everything_back_again_and_again() {
    for sqpoll in [false, true] {
        let options = RingOptions { poll: false, sqpoll };
        let mut ring = Nop::new(2, 4096, options).unwrap();
        for _ in 0..3 {
            let done = run_all(
                &mut ring,
                &[
                    operation(Direction::Read, 0),
                    operation(Direction::Write, 1 << 40),
                ],
            );
            assert!(
                done.iter()
                    .all(|completion| completion.outcome == Outcome::Moved(4096))
            );
        }
    }
}

#[test]
fn synchronous_calls_move_bytes_to_and_fro() {
    let file = two_blocks();
    writes_and_reads_back(&mut Sync::new(&file, 2, 4096, false).unwrap(), &file);
}

#[test]
fn a_synchronous_error_is_told_by_its_number() {
    let read_only = std::fs::File::open("/dev/zero").unwrap();
    let mut calls = Sync::new(&read_only, 1, 4096, false).unwrap();
    let done = run_all(&mut calls, &[operation(Direction::Write, 0)]);
    assert_eq!(done[0].outcome, Outcome::Errno(9), "EBADF");
}

#[test]
fn waiting_without_an_operation_ends_with_the_timeout() {
    let file = two_blocks();
    let mut ring = ring(&file, 1);
    for wait in [wait(1, 20), wait(0, 20)] {
        let before = Instant::now();
        ring.submit(wait).unwrap();
        assert!(before.elapsed() >= Duration::from_millis(20));
    }
}

#[test]
fn a_wait_lasts_as_long_as_it_is_said_each_time() {
    let file = two_blocks();
    let mut ring = ring(&file, 1);
    // A look first: what it enters the ring with is not what a wait is limited by.
    ring.submit(Wait::NOT).unwrap();
    for ms in [60, 5, 1100] {
        let before = Instant::now();
        ring.submit(wait(1, ms)).unwrap();
        let (took, limit) = (before.elapsed(), Duration::from_millis(ms));
        assert!(
            took >= limit && took < limit + Duration::from_secs(5),
            "{took:?} instead of {limit:?}"
        );
    }
}

#[test]
fn a_ring_of_a_new_kernel_knows_how_long_waits_last() {
    let release = std::fs::read_to_string("/proc/sys/kernel/osrelease").unwrap();
    let mut numbers = release
        .split(['.', '-'])
        .map_while(|part| part.parse::<u32>().ok());
    let version = (numbers.next().unwrap(), numbers.next().unwrap());
    let file = two_blocks();
    let knows = ring(&file, 1).flags().contains(&"registered-wait".to_owned());
    assert_eq!(knows, version >= (6, 13), "Linux {version:?}");
    let options = RingOptions {
        poll: false,
        sqpoll: true,
    };
    let by_kernel = Nop::new(1, 4096, options).unwrap();
    assert!(!by_kernel.flags().contains(&"registered-wait".to_owned()));
}

#[test]
fn a_look_does_not_wait_and_sees_what_is_done() {
    let file = two_blocks();
    let mut ring = ring(&file, 1);
    ring.prepare(0, operation(Direction::Read, 0));
    let mut completions = Vec::new();
    let before = Instant::now();
    while completions.is_empty() && before.elapsed() < Duration::from_secs(30) {
        ring.submit(Wait::NOT).unwrap();
        reap(&mut ring, &mut completions);
    }
    assert_eq!(completions.len(), 1);
}

#[test]
#[should_panic(expected = "a second time")]
fn a_busy_slot_is_not_given_away() {
    let file = two_blocks();
    let mut ring = ring(&file, 1);
    ring.prepare(0, operation(Direction::Read, 0));
    ring.prepare(0, operation(Direction::Read, 0));
}

#[test]
#[should_panic(expected = "is with the kernel")]
fn the_buffer_of_a_busy_slot_is_not_shown() {
    let file = two_blocks();
    let mut ring = ring(&file, 1);
    ring.prepare(0, operation(Direction::Read, 0));
    ring.buffer(0);
}

#[test]
fn a_wait_for_a_batch_ends_when_fewer_are_in_flight() {
    let file = two_blocks();
    let mut ring = ring(&file, 8);
    let before = Instant::now();
    ring.prepare(0, operation(Direction::Read, 0));
    ring.prepare(1, operation(Direction::Read, 0));
    let mut completions = Vec::new();
    ring.submit(wait(8, 60_000)).unwrap();
    reap(&mut ring, &mut completions);
    assert_eq!(completions.len(), 2);
    assert!(before.elapsed() < Duration::from_secs(30));
}

#[test]
fn a_closed_ring_lets_go_of_the_file_at_once() {
    let file = tempfile::NamedTempFile::new().unwrap();
    file.as_file().set_len(8192).unwrap();
    for round in 0..100 {
        let locked = std::fs::File::open(file.path()).unwrap();
        locked
            .try_lock()
            .unwrap_or_else(|_| panic!("still locked by the ring before, in round {round}"));
        run_all(&mut ring(&locked, 1), &[operation(Direction::Read, 0)]);
    }
}

fn too_long() -> Operation {
    Operation {
        length: 8192,
        ..operation(Direction::Read, 0)
    }
}

#[test]
#[should_panic(expected = "longer than the buffer")]
fn io_uring_is_given_no_more_than_the_slots_buffer_holds() {
    let file = two_blocks();
    ring(&file, 1).prepare(0, too_long());
}

#[test]
#[should_panic(expected = "longer than the buffer")]
fn a_synchronous_call_is_given_no_more_than_the_slots_buffer_holds() {
    let file = two_blocks();
    Sync::new(&file, 1, 4096, false).unwrap().prepare(0, too_long());
}

/// A ring that is never handed to the kernel: the generic device of a namespace is not needed.
fn passthrough(file: &std::fs::File, logical_block_bytes: u32) -> Passthrough {
    let namespace = Namespace {
        id: 1,
        logical_block_bytes,
    };
    Passthrough::new(file, namespace, 1, 65_536, RingOptions::default()).unwrap()
}

#[test]
#[should_panic(expected = "longer than the buffer")]
fn a_command_is_given_no_more_than_the_slots_buffer_holds() {
    let file = two_blocks();
    let operation = Operation {
        length: 65_536 + 4096,
        ..operation(Direction::Read, 0)
    };
    passthrough(&file, 4096).prepare(0, operation);
}

/// The drive is told a number of blocks and moves as many: half a block would be none, which counts as 65,536 of them.
#[test]
#[should_panic(expected = "whole blocks")]
fn a_command_moves_whole_blocks() {
    let file = two_blocks();
    let operation = Operation {
        length: 2048,
        ..operation(Direction::Read, 0)
    };
    passthrough(&file, 4096).prepare(0, operation);
}

#[test]
#[should_panic(expected = "whole blocks")]
fn a_command_begins_with_a_block() {
    let file = two_blocks();
    passthrough(&file, 4096).prepare(0, operation(Direction::Read, 512));
}
