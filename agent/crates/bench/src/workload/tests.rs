mod refusals;

use super::stream::part;
use super::*;
use crate::arrivals::Pace;
use crate::block_mix::BlockMix;
use crate::content::Data;
use crate::operation::{Direction, Operation};
use crate::output::Pattern;
use crate::quantity::Span;
use crate::workload::testing::{limits, request, stream};
use proptest::prelude::*;

fn fit(stream: StreamRequest, capacity_bytes: u64) -> Workload {
    Workload::fit(&request(stream), limits(capacity_bytes)).unwrap()
}

fn operations(workload: &Workload, thread: usize, count: usize) -> Vec<Operation> {
    let mut plan = workload.threads().swap_remove(thread);
    (0..count).map(|_| plan.sequence.next_operation()).collect()
}

fn offsets(workload: &Workload, thread: usize, count: usize) -> Vec<u64> {
    operations(workload, thread, count)
        .iter()
        .map(|operation| operation.offset)
        .collect()
}

fn threads(depth: u32, threads: u32) -> Depth {
    Depth::PerThread { depth, threads }
}

#[test]
fn a_seed_repeats_its_sequence_and_another_seed_or_thread_does_not() {
    let of = |seed| {
        let request = Request {
            seed,
            ..request(StreamRequest {
                depth: threads(1, 2),
                blocks: "512:10,4k:90".parse().unwrap(),
                distribution: "zipf:1.1".parse().unwrap(),
                read_percent: 70,
                ..stream()
            })
        };
        Workload::fit(&request, limits(1 << 30)).unwrap()
    };
    assert_eq!(operations(&of(7), 0, 1000), operations(&of(7), 0, 1000));
    assert_ne!(operations(&of(7), 0, 1000), operations(&of(8), 0, 1000));
    assert_ne!(operations(&of(7), 0, 1000), operations(&of(7), 1, 1000));
}

#[test]
fn the_sequence_of_a_seed_is_that_of_earlier_versions() {
    // Printed by version 0.1.0 for seed 1, 4 KiB random reads on 1 GiB.
    let blocks: Vec<u64> = offsets(&fit(stream(), 1 << 30), 0, 4)
        .iter()
        .map(|offset| offset / 4096)
        .collect();
    assert_eq!(blocks, [96518, 247349, 11863, 203800]);
}

#[test]
fn sequential_threads_cover_every_byte_once_and_start_over() {
    // 10 blocks over 3 threads: 4, 3 and 3; the last thread has the tail of two logical blocks as well.
    let workload = fit(
        StreamRequest {
            pattern: Pattern::Sequential,
            depth: threads(1, 3),
            ..stream()
        },
        10 * 4096 + 2 * 512 + 511,
    );
    let blocks = |thread, count| -> Vec<(u64, u32)> {
        let all = operations(&workload, thread, count).into_iter();
        all.map(|operation| (operation.offset / 4096, operation.length))
            .collect()
    };
    assert_eq!(
        blocks(0, 5),
        [(0, 4096), (1, 4096), (2, 4096), (3, 4096), (0, 4096)]
    );
    assert_eq!(blocks(1, 4), [(4, 4096), (5, 4096), (6, 4096), (4, 4096)]);
    assert_eq!(
        blocks(2, 5),
        [(7, 4096), (8, 4096), (9, 4096), (10, 1024), (7, 4096)]
    );
    assert_eq!(workload.streams()[0].span_bytes, 10 * 4096 + 1024);
}

#[test]
fn two_fills_of_an_odd_size_move_it_exactly_twice() {
    let capacity = 10 * 131_072 + 3 * 512;
    let request = Request {
        until: Until::Fills {
            thousandths: 2000,
            at_most: DURATION_MAX,
        },
        ..request(StreamRequest {
            pattern: Pattern::Sequential,
            read_percent: 0,
            blocks: "128k".parse().unwrap(),
            depth: threads(4, 3),
            ..stream()
        })
    };
    let workload = Workload::fit(&request, limits(capacity)).unwrap();
    let mut written = vec![0_u8; usize::try_from(capacity / 512).unwrap()];
    for mut plan in workload.threads() {
        let mut left = plan.budget_bytes.unwrap();
        while left > 0 {
            let operation = plan.sequence.next_operation();
            left = left
                .checked_sub(u64::from(operation.length))
                .expect("the share ends with an operation");
            let first = usize::try_from(operation.offset / 512).unwrap();
            let sectors = &mut written[first..first + operation.length as usize / 512];
            sectors.iter_mut().for_each(|count| *count += 1);
        }
    }
    assert!(
        written.iter().all(|&count| count == 2),
        "each sector exactly twice"
    );
}

#[test]
fn bytes_are_split_over_threads() {
    let request = Request {
        until: Until::Bytes {
            bytes: 10_001,
            at_most: DURATION_MAX,
        },
        ..request(StreamRequest {
            depth: threads(1, 3),
            ..stream()
        })
    };
    let shares: Vec<_> = Workload::fit(&request, limits(1 << 20))
        .unwrap()
        .threads()
        .iter()
        .map(|plan| plan.budget_bytes.unwrap())
        .collect();
    assert_eq!(shares, [3334, 3334, 3333]);
}

#[test]
fn a_total_depth_is_split_over_at_most_so_many_threads() {
    // The depths of the Optane Memory review: 1 to 16 over up to four threads.
    let split = |depth, threads_max| Depth::Total { depth, threads_max }.of_threads();
    assert_eq!(split(1, 4), [1]);
    assert_eq!(split(2, 4), [1, 1]);
    assert_eq!(split(16, 4), [4, 4, 4, 4]);
    assert_eq!(split(6, 4), [2, 2, 1, 1]);
    // The mixed test of the P4800X review: 16 threads of depth 1.
    assert_eq!(threads(1, 16).of_threads(), [1; 16]);
}

#[test]
fn a_mix_keeps_its_shares_and_each_size_its_own_alignment() {
    // 100 000 draws; 60 % of 4 KiB: standard deviation 155, five of them are 775.
    let blocks = "512:10,1k:5,2k:5,4k:60,8k:2,16k:4,32k:4,64k:10";
    let workload = fit(
        StreamRequest {
            blocks: blocks.parse().unwrap(),
            ..stream()
        },
        1 << 30,
    );
    let all = operations(&workload, 0, 100_000);
    assert!(
        all.iter()
            .all(|operation| operation.offset.is_multiple_of(u64::from(operation.length)))
    );
    let of_4k = all.iter().filter(|operation| operation.length == 4096).count();
    assert!((59_225..60_775).contains(&of_4k), "{of_4k}");
}

#[test]
fn offsets_at_multiples_of_512_use_every_place_where_a_block_fits() {
    let workload = fit(
        StreamRequest {
            align_bytes: Some(512),
            ..stream()
        },
        8192,
    );
    // 8192 bytes have nine places for 4096 at multiples of 512.
    let mut places: Vec<u64> = offsets(&workload, 0, 1000)
        .iter()
        .map(|offset| offset / 512)
        .collect();
    places.sort_unstable();
    places.dedup();
    assert_eq!(places, (0..=8).collect::<Vec<_>>());
}

#[test]
fn verified_threads_keep_to_their_own_part() {
    let workload = fit(
        StreamRequest {
            data: Data::Verified,
            read_percent: 50,
            depth: threads(1, 2),
            ..stream()
        },
        10 * 4096,
    );
    assert!(offsets(&workload, 0, 100).iter().all(|&offset| offset < 5 * 4096));
    assert!(
        offsets(&workload, 1, 100)
            .iter()
            .all(|&offset| offset >= 5 * 4096)
    );
}

#[test]
fn the_threads_of_an_open_loop_take_turns() {
    let workload = fit(
        StreamRequest {
            load: Load::Open {
                rate_per_second: 1000.0,
                pace: Pace::Fixed,
            },
            depth: threads(1, 2),
            ..stream()
        },
        1 << 20,
    );
    let starts = |thread: usize| {
        let mut arrivals = workload.threads().swap_remove(thread).arrivals.unwrap();
        [arrivals.next_ns(), arrivals.next_ns()]
    };
    assert_eq!(starts(0), [0, 2_000_000]);
    assert_eq!(starts(1), [1_000_000, 3_000_000]);
}

#[test]
fn a_sequential_mix_leaves_no_hole_in_either_direction() {
    let workload = fit(
        StreamRequest {
            pattern: Pattern::Sequential,
            read_percent: 50,
            ..stream()
        },
        1 << 20,
    );
    let (mut reads, mut writes) = (Vec::new(), Vec::new());
    for operation in operations(&workload, 0, 1024) {
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
    let mut counts = [0_f64; 256];
    for offset in offsets(&fit(stream(), 1 << 20), 0, 256_000) {
        counts[usize::try_from(offset / 4096).unwrap()] += 1.0;
    }
    let chi_square: f64 = counts.iter().map(|count| (count - 1000.0).powi(2) / 1000.0).sum();
    assert!((119.0..391.0).contains(&chi_square), "{chi_square}");
}

#[test]
fn the_share_of_reads_is_kept() {
    // 100 000 draws at 70 %: standard deviation 145, five of them are 725.
    let workload = fit(
        StreamRequest {
            read_percent: 70,
            ..stream()
        },
        1 << 30,
    );
    let all = operations(&workload, 0, 100_000);
    let reads = all
        .iter()
        .filter(|operation| operation.direction == Direction::Read)
        .count();
    assert!((69_275..70_725).contains(&reads), "{reads}");
}

proptest! {
    /// Whatever fits generates only aligned operations that lie within the span and the target.
    #[test]
    fn no_operation_leaves_the_target(
        sequential: bool,
        read_percent in 0..=100_u8,
        block_shift in 9..20_u32,
        aligned: bool,
        thread_count in 1..20_u32,
        capacity in 1..(1_u64 << 46),
        parts_per_million in 1..=1_000_000_u32,
        seed in 0..SEED_LIMIT,
    ) {
        let block = 1_u64 << block_shift;
        let asked = Request {
            seed,
            ..request(StreamRequest {
                pattern: if sequential { Pattern::Sequential } else { Pattern::Random },
                read_percent,
                blocks: BlockMix::of(block).unwrap(),
                align_bytes: (aligned && !sequential).then_some(512),
                depth: threads(1, thread_count),
                span: Span::PartsPerMillion(parts_per_million),
                ..stream()
            })
        };
        if let Ok(workload) = Workload::fit(&asked, limits(capacity)) {
            let span = workload.streams()[0].span_bytes;
            prop_assert!(span <= capacity);
            for thread in 0..workload.threads().len() {
                for operation in operations(&workload, thread, 64) {
                    prop_assert_eq!(operation.offset % 512, 0);
                    prop_assert_eq!(operation.length % 512, 0);
                    prop_assert!(operation.length > 0);
                    prop_assert!(operation.offset + u64::from(operation.length) <= span);
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
