//! Where the place of a rank lies: a fixed shuffle of the span that needs no table.

/// The multipliers of the three rounds, the odd constants of Stafford's variant 13 of the MurmurHash3 finalizer
/// and of SplitMix64. Any odd number makes a bijection; these are known to mix well.
const MULTIPLIERS: [u64; 3] = [
    0xbf58_476d_1ce4_e5b9,
    0x94d0_49bb_1331_11eb,
    0x9e37_79b9_7f4a_7c15,
];

/// A bijection of the numbers below a limit onto themselves.
///
/// Each round multiplies by an odd number and folds the upper half of the bits into the lower, on as many bits
/// as the limit needs; both steps can be undone, so the whole is a bijection of the numbers below the next
/// power of two. A result beyond the limit is shuffled again until it lies below ("cycle walking", Black and
/// Rogaway: Ciphers with Arbitrary Finite Domains, CT-RSA 2002): the cycle through a number below the limit
/// leads back to it, so this ends, and as at least half of the numbers lie below, after less than two steps on
/// average.
#[derive(Debug, Clone)]
pub(crate) struct Scatter {
    limit: u64,
    mask: u64,
    /// Half of the bits, at least 1.
    fold: u32,
}

impl Scatter {
    /// The bijection of the numbers below `limit`, the same one for the same limit.
    pub(crate) fn new(limit: u64) -> Self {
        let bits = u64::BITS - limit.saturating_sub(1).leading_zeros();
        Scatter {
            limit,
            mask: u64::MAX.checked_shr(u64::BITS - bits).unwrap_or(0),
            fold: (bits / 2).max(1),
        }
    }

    /// The place of `rank`, which is below the limit as well.
    #[inline]
    pub(crate) fn place_of(&self, rank: u64) -> u64 {
        debug_assert!(
            rank < self.limit,
            "only a rank below the limit leads back below it"
        );
        let mut place = self.shuffle(rank);
        while place >= self.limit {
            place = self.shuffle(place);
        }
        place
    }

    #[inline]
    fn shuffle(&self, number: u64) -> u64 {
        // The offset keeps rank 0 from being place 0, which every multiplication leaves where it is.
        let mut z = number.wrapping_add(MULTIPLIERS[2]) & self.mask;
        for multiplier in MULTIPLIERS {
            z = z.wrapping_mul(multiplier) & self.mask;
            z ^= z >> self.fold;
        }
        z
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_has_exactly_one_rank() {
        for limit in (1..=70).chain([127, 128, 129, 1000, 65_535, 65_536, 65_537]) {
            let scatter = Scatter::new(limit);
            let mut used = vec![false; usize::try_from(limit).unwrap()];
            for rank in 0..limit {
                let place = usize::try_from(scatter.place_of(rank)).unwrap();
                assert!(!used[place], "place {place} of {limit} has two ranks");
                used[place] = true;
            }
        }
    }

    #[test]
    fn the_largest_limits_stay_below_themselves() {
        for limit in [1 << 40, (1 << 40) + 1, 1 << 63, (1 << 63) + 1, u64::MAX] {
            let scatter = Scatter::new(limit);
            assert!(
                (0..1000)
                    .chain(limit - 1000..limit)
                    .all(|rank| scatter.place_of(rank) < limit)
            );
        }
    }

    #[test]
    fn hot_places_lie_apart_and_all_over() {
        // A drive of 1.5 TB in blocks of 4 KiB, no power of two. The 1000 hottest places fall into 10 parts of
        // it with a standard deviation of sqrt(1000 * 0.1 * 0.9) = 9.5 around 100: five of them either way.
        let limit = 366_284_646;
        let scatter = Scatter::new(limit);
        let mut places: Vec<u64> = (0..1000).map(|rank| scatter.place_of(rank)).collect();
        for part in 0..10 {
            let within = |place: &&u64| (*place * 10 / limit) == part;
            let count = places.iter().filter(within).count();
            assert!((53..=147).contains(&count), "{count} in part {part}");
        }
        // Nor do they keep to some of eight channels over which blocks are striped: 125 each, deviation 10.5.
        for channel in 0..8 {
            let count = places.iter().filter(|&&place| place % 8 == channel).count();
            assert!((72..=178).contains(&count), "{count} on channel {channel}");
        }
        // 1000 at random among 366 million: a pair of neighbors is expected 1000^2 / 366 million = 0.003
        // times.
        places.sort_unstable();
        assert!(places.windows(2).all(|pair| pair[1] - pair[0] > 1));
    }

    #[test]
    fn a_rank_keeps_its_place_in_later_versions() {
        // By a second program written from the comment above, in Python. A change would move the hot places of
        // every recorded run.
        let places = |limit| -> Vec<u64> { (0..4).map(|rank| Scatter::new(limit).place_of(rank)).collect() };
        assert_eq!(places(10), [8, 7, 0, 1]);
        assert_eq!(
            places(366_284_646),
            [256_778_439, 119_323_227, 81_591_931, 329_068_392]
        );
    }
}
