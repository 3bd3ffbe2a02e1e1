//! Ranks by Zipf's law, in constant time and without a table: rejection-inversion (W. Hörmann, G. Derflinger:
//! Rejection-inversion to generate variates from monotone discrete distributions, ACM Transactions on Modeling
//! and Computer Simulation 6(3), 1996, pages 169 to 184).
//!
//! The method draws from the area under h(x) = x^-theta, whose integral can be inverted, and takes the nearest
//! whole number; the few points that lie outside of that number's share are drawn again.
//!
//! Written out here, as the generator is, and not taken from `rand_distr`: that crate reserves the right to
//! change the values of a seed in any minor version, and computes them with the platform's mathematics, whose
//! last digits differ between C libraries and even between processors. `libm` computes the same bits
//! everywhere.

use crate::random::SplitMix64;

/// Draws ranks from 0 (the most likely) to a limit.
#[derive(Debug, Clone)]
pub(super) struct ZipfRanks {
    theta: f64,
    ranks: u64,
    /// The integral of h at 1.5, less h(1): where the area of the first rank begins.
    area_begin: f64,
    /// The integral of h at `ranks` + 0.5: where the area of the last rank ends.
    area_end: f64,
    /// A point not further left of its rank than this needs no second look.
    surely_within: f64,
}

impl ZipfRanks {
    /// `theta` is above 0, `ranks` at least 1.
    pub(super) fn new(theta: f64, ranks: u64) -> Self {
        ZipfRanks {
            theta,
            ranks,
            area_begin: integral(theta, 1.5) - 1.0,
            area_end: integral(theta, ranks as f64 + 0.5),
            surely_within: 2.0 - inverse_integral(theta, integral(theta, 2.5) - density(theta, 2.0)),
        }
    }

    /// The next rank. Few attempts are turned down, whatever the exponent and the number of ranks.
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "rounds down what is above 0, and stays at the largest number"
    )]
    pub(super) fn draw(&self, random: &mut SplitMix64) -> u64 {
        loop {
            let area = self.area_end + random.unit() * (self.area_begin - self.area_end);
            let x = inverse_integral(self.theta, area);
            // The nearest whole number; the last rank's share ends at the limit but for rounding.
            let rank = ((x + 0.5) as u64).clamp(1, self.ranks);
            let nearest = rank as f64;
            if nearest - x <= self.surely_within
                || area >= integral(self.theta, nearest + 0.5) - density(self.theta, nearest)
            {
                return rank - 1;
            }
        }
    }
}

/// h(x) = x^-theta.
fn density(theta: f64, x: f64) -> f64 {
    libm::exp(-theta * libm::log(x))
}

/// An integral of h: (x^(1 - theta) - 1) / (1 - theta), or ln x where theta is 1.
fn integral(theta: f64, x: f64) -> f64 {
    let log_x = libm::log(x);
    expm1_ratio((1.0 - theta) * log_x) * log_x
}

/// The x whose [`integral`] is `area`.
fn inverse_integral(theta: f64, area: f64) -> f64 {
    // Rounding may leave the least bit below -1, of which there is no logarithm.
    let t = (area * (1.0 - theta)).max(-1.0);
    libm::exp(log1p_ratio(t) * area)
}

/// (e^x - 1) / x, by its series where that would be 0 / 0.
fn expm1_ratio(x: f64) -> f64 {
    if x.abs() > 1e-8 {
        libm::expm1(x) / x
    } else {
        1.0 + x / 2.0 * (1.0 + x / 3.0)
    }
}

/// ln(1 + x) / x, by its series where that would be 0 / 0.
fn log1p_ratio(x: f64) -> f64 {
    if x.abs() > 1e-8 {
        libm::log1p(x) / x
    } else {
        1.0 - x / 2.0 * (1.0 - x * 2.0 / 3.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts of the ranks in so many draws.
    fn counts(theta: f64, ranks: u64, draws: u32) -> Vec<u64> {
        let zipf = ZipfRanks::new(theta, ranks);
        let mut random = SplitMix64::new(1);
        let mut counts = vec![0; usize::try_from(ranks).unwrap()];
        for _ in 0..draws {
            counts[usize::try_from(zipf.draw(&mut random)).unwrap()] += 1;
        }
        counts
    }

    #[test]
    fn four_ranks_by_the_exponent_one() {
        // 1 + 1/2 + 1/3 + 1/4 = 25/12, so the shares are 12/25, 6/25, 4/25 and 3/25. Of 100 000 draws that is
        // 48 000, 24 000, 16 000 and 12 000, each with a standard deviation of at most sqrt(100 000 * 0.48 *
        // 0.52) = 158.
        for (count, expected) in counts(1.0, 4, 100_000)
            .into_iter()
            .zip([48_000, 24_000, 16_000, 12_000])
        {
            assert!(
                count.abs_diff(expected) < 5 * 158,
                "{count} instead of {expected}"
            );
        }
    }

    #[test]
    fn the_shares_are_those_of_the_law() {
        for theta in [0.001, 0.5, 0.99, 1.0, 1.000_000_001, 1.1, 2.0, 10.0] {
            let draws = 50_000;
            let observed = counts(theta, 50, draws);
            let weights: Vec<f64> = (1..=50).map(|rank| f64::from(rank).powf(-theta)).collect();
            let total: f64 = weights.iter().sum();
            // Pearson's statistic over the ranks expected at least five times; of 49 degrees of freedom one in
            // 10 000 lies above 94.
            let chi_square: f64 = observed
                .iter()
                .zip(&weights)
                .map(|(&count, weight)| (count as f64, weight / total * f64::from(draws)))
                .filter(|(_, expected)| *expected >= 5.0)
                .map(|(count, expected)| (count - expected).powi(2) / expected)
                .sum();
            assert!(chi_square < 94.0, "theta {theta}: {chi_square}");
        }
    }

    #[test]
    fn a_large_drive_has_its_shares_too() {
        // 2^40 ranks by the exponent 0.5: the sum of k^-0.5 up to n is 2 sqrt(n) - 1.46 (zeta(1/2)) plus less
        // than 0.001, so that the lower quarter of the ranks, up to 2^38, has (2 * 2^19 - 1.46) / (2 * 2^20 -
        // 1.46) = half of the draws.
        let zipf = ZipfRanks::new(0.5, 1 << 40);
        let mut random = SplitMix64::new(7);
        let lower = (0..100_000).filter(|_| zipf.draw(&mut random) < 1 << 38).count();
        assert!(lower.abs_diff(50_000) < 5 * 158, "{lower}");
    }

    #[test]
    fn the_ends_of_the_unit_interval_are_the_last_rank_and_the_first() {
        // The seeds whose first 64 bits are all 0 and all 1: the generator's steps undone.
        for (seed, rank_of) in [
            (7_046_029_254_386_353_131, (|ranks| ranks - 1) as fn(u64) -> u64),
            (3_558_559_446_808_474_027, |_| 0),
        ] {
            for theta in [0.001, 0.5, 1.0, 1.1, 2.0, 10.0] {
                for ranks in [1, 2, 3, 100] {
                    let rank = ZipfRanks::new(theta, ranks).draw(&mut SplitMix64::new(seed));
                    assert_eq!(rank, rank_of(ranks), "theta {theta}, {ranks} ranks");
                }
            }
        }
    }

    #[test]
    fn a_seed_repeats_its_ranks_in_later_versions() {
        // By a second program written from the paper's formulas, in Python with its own powers and logarithms.
        let zipf = ZipfRanks::new(1.1, 1 << 30);
        let mut random = SplitMix64::new(42);
        let ranks: Vec<u64> = (0..8).map(|_| zipf.draw(&mut random)).collect();
        assert_eq!(ranks, [6, 410_818, 13_772, 3_145, 87_781_461, 1, 66_760, 3]);
    }
}
