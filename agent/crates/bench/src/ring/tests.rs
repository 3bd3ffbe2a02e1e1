use super::*;
use crate::quantity::Span;
use crate::workload::{Request, Workload};
use std::os::unix::fs::FileExt;

fn data() -> SplitMix64 {
    let request = Request {
        pattern: crate::output::Pattern::Random,
        read_percent: 0,
        block_bytes: 4096,
        queue_depth: 8,
        threads: 1,
        duration: Duration::from_secs(1),
        ramp: Duration::ZERO,
        span: Span::WHOLE,
        seed: 5,
    };
    Workload::fit(&request, 1 << 20, 512).unwrap().data(0)
}

fn run_all(ring: &mut Ring, operations: &[Operation]) -> Vec<Completion> {
    let mut completions = Vec::new();
    for (slot, &operation) in operations.iter().enumerate() {
        ring.prepare(u16::try_from(slot).unwrap(), operation);
    }
    while completions.len() < operations.len() {
        ring.submit_and_wait(Duration::from_millis(100)).unwrap();
        ring.reap(&mut completions);
    }
    completions
}

#[test]
fn every_block_written_is_incompressible_and_unlike_the_others() {
    let file = tempfile::tempfile().unwrap();
    file.set_len(64 * 4096).unwrap();
    let mut ring = Ring::new(&file, 8, 4096, 1, data()).unwrap();
    for round in 0..8 {
        let writes: Vec<Operation> = (0..8)
            .map(|block| Operation {
                direction: Direction::Write,
                offset: (round * 8 + block) * 4096,
            })
            .collect();
        assert!(
            run_all(&mut ring, &writes)
                .iter()
                .all(|completion| completion.result == 4096)
        );
    }
    let mut blocks = std::collections::HashSet::new();
    for block in 0..64 {
        let mut bytes = vec![0; 4096];
        file.read_exact_at(&mut bytes, block * 4096).unwrap();
        assert!(
            bytes.iter().filter(|&&byte| byte == 0).count() < 64,
            "random bytes are 0 once in 256"
        );
        assert!(blocks.insert(bytes), "block {block} equals another");
    }
}

#[test]
fn a_read_puts_the_bytes_of_the_file_into_its_slot() {
    let file = tempfile::tempfile().unwrap();
    file.write_all_at(&[0xa5; 4096], 0).unwrap();
    file.write_all_at(&[0x5a; 4096], 4096).unwrap();
    let mut ring = Ring::new(&file, 2, 4096, 1, data()).unwrap();
    let read = |offset| Operation {
        direction: Direction::Read,
        offset,
    };
    run_all(&mut ring, &[read(4096), read(0)]);
    for (slot, expected) in [(0, 0x5a), (1, 0xa5)] {
        // SAFETY: the buffer is 4096 bytes long, initialised, and no operation is in flight.
        let bytes = unsafe { std::slice::from_raw_parts(ring.buffers.slot(slot), 4096) };
        assert!(bytes.iter().all(|&byte| byte == expected));
    }
}

#[test]
fn waiting_without_an_operation_ends_with_the_timeout() {
    let file = tempfile::tempfile().unwrap();
    let mut ring = Ring::new(&file, 1, 4096, 1, data()).unwrap();
    let before = std::time::Instant::now();
    ring.submit_and_wait(Duration::from_millis(20)).unwrap();
    assert!(before.elapsed() >= Duration::from_millis(20));
}

#[test]
#[should_panic(expected = "a second time")]
fn a_busy_slot_is_not_given_away() {
    let file = tempfile::tempfile().unwrap();
    let mut ring = Ring::new(&file, 1, 4096, 1, data()).unwrap();
    let operation = Operation {
        direction: Direction::Read,
        offset: 0,
    };
    ring.prepare(0, operation);
    ring.prepare(0, operation);
}

#[test]
fn a_wait_for_a_batch_ends_when_fewer_are_in_flight() {
    let file = tempfile::tempfile().unwrap();
    file.set_len(8192).unwrap();
    let mut ring = Ring::new(&file, 8, 4096, 8, data()).unwrap();
    let before = std::time::Instant::now();
    let operation = Operation {
        direction: Direction::Read,
        offset: 0,
    };
    ring.prepare(0, operation);
    ring.prepare(1, operation);
    let mut completions = Vec::new();
    ring.submit_and_wait(Duration::from_secs(60)).unwrap();
    ring.reap(&mut completions);
    assert_eq!(completions.len(), 2);
    assert!(before.elapsed() < Duration::from_secs(30));
}
