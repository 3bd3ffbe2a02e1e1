//! What a fill leaves behind, by writing it out.

use super::*;
use proptest::prelude::*;

fn fill(places: u64, percent: u8, seed: u64) -> (Sprandom, Vec<u64>) {
    let mut random = SplitMix64::new(seed);
    let region = Region {
        start: 0,
        bytes: places * 4096,
    };
    let mut fill = Sprandom::new(&mut random, region, 4096, percent);
    let writes = bytes_written(region, 4096, percent) / 4096;
    let sequence = (0..writes)
        .map(|_| {
            let (length, offset) = fill.next(&mut random);
            assert_eq!((length, offset % 4096), (4096, 0));
            offset / 4096
        })
        .collect();
    (fill, sequence)
}

/// For each region, its writes and how many of them are not the last of their place.
fn overwritten(fill: &Sprandom, sequence: &[u64]) -> Vec<(u64, u64)> {
    let mut last = vec![usize::MAX; usize::try_from(fill.places).unwrap()];
    for (number, &place) in sequence.iter().enumerate() {
        last[usize::try_from(place).unwrap()] = number;
    }
    assert!(
        last.iter().all(|&number| number != usize::MAX),
        "every place is written"
    );
    let mut begin = 0;
    (0..fill.curve.regions())
        .map(|region| {
            let end = begin + usize::try_from(fill.curve.region(region).0).unwrap();
            let again = |number: &usize| last[usize::try_from(sequence[*number]).unwrap()] != *number;
            let count = (begin..end).filter(again).count() as u64;
            let writes = (end - begin) as u64;
            begin = end;
            (writes, count)
        })
        .collect()
}

#[test]
fn every_place_is_valid_once_and_each_region_is_overwritten_by_its_share() {
    let (fill, sequence) = fill(65_536, 28, 7);
    // 65 536 and 28 % is 83 886. 18 347.8 of them are overwritten in the regions before the last (by a second program, in
    // Python), and the last has what is then missing of 65 536: 65 536 + 18 347.
    assert_eq!(sequence.len(), 83_883);
    let found = overwritten(&fill, &sequence);
    let expected: Vec<(u64, u64)> = (0..100).map(|region| fill.curve.region(region)).collect();
    assert_eq!(found, expected);
    // The oldest region by the curve: 40.15 % of 838.
    assert_eq!(found[0], (838, 336));
    assert_eq!(found[99].1, 0);
}

#[test]
fn what_is_overwritten_is_so_about_a_region_later() {
    let (fill, sequence) = fill(65_536, 28, 7);
    let mut before = vec![None; 65_536];
    let mut distances = Vec::new();
    for (number, &place) in sequence.iter().enumerate() {
        if let Some(before) = before[usize::try_from(place).unwrap()].replace(number) {
            distances.push(number - before);
        }
    }
    let writes = usize::try_from(fill.curve.region(0).0).unwrap();
    let near = distances
        .iter()
        .filter(|&&distance| distance < writes / 2)
        .count();
    // Both numbers of a region advance evenly with it: where one in two is chosen, a quarter of a region is far off.
    assert!(
        near * 100 < distances.len(),
        "{near} of {} are nearer than half a region",
        distances.len()
    );
}

#[test]
fn a_seed_repeats_its_fill_and_another_does_not() {
    let of = |seed| fill(4000, 10, seed).1;
    assert_eq!(of(1), of(1));
    assert_ne!(of(1), of(2));
}

#[test]
fn behind_its_end_it_begins_anew() {
    let mut random = SplitMix64::new(3);
    let region = Region {
        start: 0,
        bytes: 4000 * 512,
    };
    let mut fill = Sprandom::new(&mut random, region, 512, 50);
    let writes = bytes_written(region, 512, 50) / 512;
    let mut count = vec![0; 4000];
    for _ in 0..2 * writes {
        let (_, offset) = fill.next(&mut random);
        count[usize::try_from(offset / 512).unwrap()] += 1;
    }
    assert!(count.iter().all(|&count| count >= 2));
}

#[test]
fn more_regions_keep_the_account_small() {
    // 30 TB in blocks of 4 KiB: 18 % of a hundredth of 8.1e9 writes, twice, at 8 bytes would be 215 MiB.
    let places = 30_000_000_000_000 / 4096;
    assert!(account_bytes(places, 10) <= ACCOUNT_BYTES_MAX + ACCOUNT_BYTES_MAX / 50);
    assert_eq!(curve_of(places, 10).regions(), 700);
    // 1.6 TB of a P3700 with 25 %: one region in a hundred of 18 GB is still far larger than any cache.
    assert_eq!(curve_of(1_600_000_000_000 / 4096, 25).regions(), 100);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Whatever the size and the over-provisioning.
    #[test]
    fn places_and_shares_are_exact(places in PLACES_MIN..20_000, percent in 1..=100_u8, seed: u64) {
        let (fill, sequence) = fill(places, percent, seed);
        let expected: Vec<(u64, u64)> = (0..100).map(|region| fill.curve.region(region)).collect();
        prop_assert_eq!(overwritten(&fill, &sequence), expected);
    }
}
