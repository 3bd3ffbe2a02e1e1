use super::*;
use proptest::prelude::*;
use std::collections::HashSet;

fn request() -> Request {
    Request {
        pattern: Pattern::Random,
        read_percent: 100,
        block_bytes: 4096,
        queue_depth: 1,
        threads: 1,
        duration: Duration::from_secs(1),
        ramp: Duration::ZERO,
        span: Span::WHOLE,
        seed: 1,
    }
}

fn offsets(workload: &Workload, thread: u32, count: usize) -> Vec<u64> {
    let mut sequence = workload.sequence(thread);
    (0..count).map(|_| sequence.next_operation().offset).collect()
}

#[test]
fn a_seed_repeats_its_sequence_and_another_seed_or_thread_does_not() {
    let of = |seed| Workload::fit(&Request { seed, ..request() }, 1 << 30, 512).unwrap();
    assert_eq!(offsets(&of(7), 0, 1000), offsets(&of(7), 0, 1000));
    assert_ne!(offsets(&of(7), 0, 1000), offsets(&of(8), 0, 1000));
    assert_ne!(offsets(&of(7), 0, 1000), offsets(&of(7), 1, 1000));
}

#[test]
fn sequential_threads_cover_the_span_once_and_start_over() {
    // 10 blocks over 3 threads: 4, 3 and 3.
    let workload = Workload::fit(
        &Request {
            pattern: Pattern::Sequential,
            threads: 3,
            ..request()
        },
        10 * 4096 + 511,
        512,
    )
    .unwrap();
    let blocks = |thread, count| {
        offsets(&workload, thread, count)
            .iter()
            .map(|o| o / 4096)
            .collect::<Vec<_>>()
    };
    assert_eq!(blocks(0, 6), [0, 1, 2, 3, 0, 1]);
    assert_eq!(blocks(1, 4), [4, 5, 6, 4]);
    assert_eq!(blocks(2, 4), [7, 8, 9, 7]);
    assert_eq!(workload.span_bytes(), 40_960);
}

#[test]
fn a_sequential_mix_leaves_no_hole_in_either_direction() {
    let workload = Workload::fit(
        &Request {
            pattern: Pattern::Sequential,
            read_percent: 50,
            ..request()
        },
        1 << 20,
        512,
    )
    .unwrap();
    let mut sequence = workload.sequence(0);
    let (mut reads, mut writes) = (Vec::new(), Vec::new());
    for _ in 0..1024 {
        let operation = sequence.next_operation();
        let list = if operation.direction == Direction::Read {
            &mut reads
        } else {
            &mut writes
        };
        list.push(operation.offset / 4096);
    }
    for list in [reads, writes] {
        assert!(list.len() > 256, "each direction went around more than once");
        assert!(list.iter().enumerate().all(|(i, &block)| block == i as u64 % 256));
    }
}

#[test]
fn random_offsets_cover_the_span_evenly() {
    // 256 blocks, 256 000 draws: each block is expected 1000 times with a standard deviation of 31.6.
    // Chi-square with 255 degrees of freedom lies in 255 +- 6 x 22.6 for any fair generator.
    let workload = Workload::fit(&request(), 1 << 20, 512).unwrap();
    let mut counts = [0_f64; 256];
    for offset in offsets(&workload, 0, 256_000) {
        counts[usize::try_from(offset / 4096).unwrap()] += 1.0;
    }
    let chi_square: f64 = counts.iter().map(|count| (count - 1000.0).powi(2) / 1000.0).sum();
    assert!((119.0..391.0).contains(&chi_square), "{chi_square}");
}

#[test]
fn the_share_of_reads_is_kept() {
    // 100 000 draws at 70 %: standard deviation 145, five of them are 725.
    let workload = Workload::fit(
        &Request {
            read_percent: 70,
            ..request()
        },
        1 << 30,
        512,
    )
    .unwrap();
    let mut sequence = workload.sequence(0);
    let reads = (0..100_000)
        .filter(|_| sequence.next_operation().direction == Direction::Read)
        .count();
    assert!((69_275..70_725).contains(&reads), "{reads}");
}

#[test]
fn write_data_does_not_compress() {
    let mut bytes = vec![0; 1 << 16];
    Workload::fit(&request(), 1 << 20, 512)
        .unwrap()
        .data(0)
        .fill(&mut bytes);
    let mut counts = [0_f64; 256];
    bytes.iter().for_each(|&byte| counts[usize::from(byte)] += 1.0);
    // Entropy of the byte frequencies: 8 bits less a bias of about 255 / (2 ln 2 n) = 0.003.
    let entropy: f64 = counts.iter().map(|n| n / 65_536.0).map(|p| -p * p.log2()).sum();
    assert!(entropy > 7.99, "{entropy}");
    let words: HashSet<&[u8]> = bytes.chunks(8).collect();
    assert_eq!(words.len(), 8192, "no word repeats");
}

#[test]
fn what_does_not_fit_is_refused_with_a_remedy() {
    let refusal = |request: Request| {
        let error = Workload::fit(&request, 1 << 20, 4096).unwrap_err();
        assert!(!error.remedy.is_empty());
        error.message
    };
    assert!(
        refusal(Request {
            block_bytes: 512,
            ..request()
        })
        .contains("logical block of 4096")
    );
    assert!(
        refusal(Request {
            block_bytes: 6144,
            ..request()
        })
        .contains("not a multiple")
    );
    assert!(
        refusal(Request {
            block_bytes: 0,
            ..request()
        })
        .contains("out of range")
    );
    assert!(
        refusal(Request {
            block_bytes: 2 << 20,
            ..request()
        })
        .contains("at least 1")
    );
    assert!(
        refusal(Request {
            span: Span::Bytes(2 << 20),
            ..request()
        })
        .contains("past the end")
    );
    assert!(
        refusal(Request {
            span: Span::Bytes(4095),
            ..request()
        })
        .contains("0 blocks")
    );
    assert!(
        refusal(Request {
            queue_depth: 0,
            ..request()
        })
        .contains("queue depth")
    );
    assert!(
        refusal(Request {
            threads: 0,
            ..request()
        })
        .contains("threads")
    );
    assert!(
        refusal(Request {
            read_percent: 101,
            ..request()
        })
        .contains("reads")
    );
    assert!(
        refusal(Request {
            duration: Duration::ZERO,
            ..request()
        })
        .contains("duration")
    );
    assert!(
        refusal(Request {
            seed: SEED_LIMIT,
            ..request()
        })
        .contains("seed")
    );
    let many = Request {
        pattern: Pattern::Sequential,
        threads: 300,
        ..request()
    };
    assert!(refusal(many).contains("at least 300"));
}

proptest! {
    /// Whatever fits generates only aligned operations that lie within the span and the target.
    #[test]
    fn no_operation_leaves_the_target(
        sequential: bool,
        read_percent in 0..=100_u8,
        block_shift in 9..20_u32,
        threads in 1..20_u32,
        capacity in 1..(1_u64 << 46),
        parts_per_million in 1..=1_000_000_u32,
        seed in 0..SEED_LIMIT,
    ) {
        let pattern = if sequential { Pattern::Sequential } else { Pattern::Random };
        let block = 1_u64 << block_shift;
        let asked = Request {
            pattern, read_percent, block_bytes: block, threads, seed,
            span: Span::PartsPerMillion(parts_per_million), ..request()
        };
        if let Ok(workload) = Workload::fit(&asked, capacity, 512) {
            prop_assert!(workload.span_bytes() <= capacity);
            for thread in 0..threads {
                for offset in offsets(&workload, thread, 64) {
                    prop_assert_eq!(offset % block, 0);
                    prop_assert!(offset + block <= workload.span_bytes());
                }
            }
        }
    }

    /// The parts of a span lie side by side without gap or overlap.
    #[test]
    fn parts_cover_everything_once(total in 1..(1_u64 << 40), parts in 1..500_u64) {
        let mut next = 0;
        for index in 0..parts {
            let (first, count) = part(total, parts, index);
            prop_assert_eq!(first, next);
            next += count;
        }
        prop_assert_eq!(next, total);
    }
}
