//! When the operations of an open loop are meant to start: at a steady pace, or at random as independent
//! clients would send them.

use crate::notation::NotationError;
use crate::random::SplitMix64;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Rates that can be asked for, in operations per second: from one in a quarter of an hour to one a nanosecond,
/// the resolution of the clock.
pub const RATES_PER_SECOND: RangeInclusive<f64> = 0.001..=1e9;

/// How the starts of an open loop follow each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Pace {
    /// At equal distances ("fixed").
    Fixed,
    /// At exponentially distributed distances, as a Poisson process ("poisson"): bursts and pauses included.
    Poisson,
}

impl FromStr for Pace {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        match text {
            "fixed" => Ok(Pace::Fixed),
            "poisson" => Ok(Pace::Poisson),
            _ => Err(NotationError::new(text, "a pace", "expected fixed or poisson")),
        }
    }
}

impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Pace::Fixed => "fixed",
            Pace::Poisson => "poisson",
        })
    }
}

/// A rate that no clock of this program can keep.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[error("a rate of {0} operations per second is out of range: it may be 0.001 to 1000000000")]
pub struct RateError(f64);

/// The intended starts of one thread, endless and ascending, in nanoseconds since the start of the run.
#[derive(Debug, Clone)]
pub struct Arrivals(Process);

#[derive(Debug, Clone)]
enum Process {
    Fixed {
        rate_per_second: f64,
        /// Number of the next arrival among those of all threads.
        next: u64,
        /// Threads.
        step: u64,
    },
    Poisson {
        /// Mean distance between two arrivals of this thread.
        mean_gap_ns: f64,
        last_ns: f64,
        random: SplitMix64,
    },
}

impl Arrivals {
    /// All arrivals at `rate_per_second`. `random` is not used by [`Pace::Fixed`].
    pub fn new(rate_per_second: f64, pace: Pace, random: SplitMix64) -> Result<Self, RateError> {
        Self::of_thread(rate_per_second, pace, random, 0, 1)
    }

    /// The share of thread number `thread` of `threads` in the arrivals at `rate_per_second` in all.
    ///
    /// At a fixed pace the threads take turns, so that together they start at equal distances and not all at
    /// once. Poisson processes add up to one; each thread needs a generator of its own.
    pub fn of_thread(
        rate_per_second: f64,
        pace: Pace,
        random: SplitMix64,
        thread: u32,
        threads: u32,
    ) -> Result<Self, RateError> {
        if !RATES_PER_SECOND.contains(&rate_per_second) {
            return Err(RateError(rate_per_second));
        }
        Ok(Arrivals(match pace {
            Pace::Fixed => Process::Fixed {
                rate_per_second,
                next: thread.into(),
                step: threads.into(),
            },
            Pace::Poisson => Process::Poisson {
                mean_gap_ns: 1e9 / rate_per_second * f64::from(threads),
                last_ns: 0.0,
                random,
            },
        }))
    }

    /// The next intended start.
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a time since the start is not negative; one beyond u64, in 584 years, stays there"
    )]
    pub fn next_ns(&mut self) -> u64 {
        match &mut self.0 {
            Process::Fixed {
                rate_per_second,
                next,
                step,
            } => {
                // From the number of the arrival and not from the one before: a gap that is no whole number
                // of nanoseconds is rounded anew each time and never adds up.
                let start_ns = *next as f64 * 1e9 / *rate_per_second;
                *next += *step;
                start_ns as u64
            }
            Process::Poisson {
                mean_gap_ns,
                last_ns,
                random,
            } => {
                // The inverse of the exponential distribution function; 1 - unit is never 0. libm for the same
                // sequence on every machine.
                *last_ns -= libm::log(1.0 - random.unit()) * *mean_gap_ns;
                *last_ns as u64
            }
        }
    }

    /// Leaves out the last arrival given and those behind it within `span_ns` of it, by their mean distance, and says how many
    /// they are.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "a count is not negative, and one beyond 2^53 is not exact"
    )]
    pub fn skip(&mut self, span_ns: u64) -> u64 {
        let within = |gap_ns: f64| (span_ns as f64 / gap_ns).ceil() as u64;
        match &mut self.0 {
            Process::Fixed {
                rate_per_second,
                next,
                step,
            } => {
                let skipped = within(1e9 / *rate_per_second * *step as f64);
                *next += skipped.saturating_sub(1) * *step;
                skipped
            }
            Process::Poisson {
                mean_gap_ns, last_ns, ..
            } => {
                *last_ns += span_ns as f64;
                within(*mean_gap_ns)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn starts(rate: f64, pace: Pace, count: usize) -> Vec<u64> {
        let mut arrivals = Arrivals::new(rate, pace, SplitMix64::new(11)).unwrap();
        (0..count).map(|_| arrivals.next_ns()).collect()
    }

    #[test]
    fn a_fixed_pace_begins_at_once_and_does_not_drift() {
        assert_eq!(
            starts(1000.0, Pace::Fixed, 4),
            [0, 1_000_000, 2_000_000, 3_000_000]
        );
        // 1e9 / 3 is no whole number: rounded gaps of 333 333 333 would fall behind by a nanosecond a second.
        assert_eq!(
            starts(3.0, Pace::Fixed, 7),
            [
                0,
                333_333_333,
                666_666_666,
                1_000_000_000,
                1_333_333_333,
                1_666_666_666,
                2_000_000_000
            ]
        );
        // The large-block rate of ACT, 23.53 a second: number 2353 is due after exactly 100 s.
        assert_eq!(starts(23.53, Pace::Fixed, 2354)[2353], 100_000_000_000);
        // Three a nanosecond short of a day: 7e6 * 86 400 operations in.
        let mut late = Arrivals(Process::Fixed {
            rate_per_second: 7e6,
            next: 604_800_000_000,
            step: 1,
        });
        assert_eq!(late.next_ns(), 86_400_000_000_000);
    }

    #[test]
    fn threads_take_turns_at_a_fixed_pace() {
        let of = |thread| {
            let mut arrivals = Arrivals::of_thread(1e6, Pace::Fixed, SplitMix64::new(0), thread, 3).unwrap();
            [arrivals.next_ns(), arrivals.next_ns(), arrivals.next_ns()]
        };
        assert_eq!(
            [of(0), of(1), of(2)],
            [[0, 3000, 6000], [1000, 4000, 7000], [2000, 5000, 8000]]
        );
    }

    #[test]
    fn poisson_gaps_have_the_mean_and_the_spread_of_the_exponential_distribution() {
        // Both are the inverse of the rate: 100 µs. Standard error of the mean of 100 000 gaps: 100 µs /
        // sqrt(100 000) = 0.32 µs; of the standard deviation, sqrt(2) times that (kurtosis 9) = 0.63 µs.
        let starts = starts(10_000.0, Pace::Poisson, 100_001);
        let gaps: Vec<f64> = starts.windows(2).map(|pair| (pair[1] - pair[0]) as f64).collect();
        let mean = gaps.iter().sum::<f64>() / 1e5;
        let deviation = (gaps.iter().map(|gap| (gap - mean).powi(2)).sum::<f64>() / 1e5).sqrt();
        assert!((mean - 1e5).abs() < 5.0 * 320.0, "{mean}");
        assert!((deviation - 1e5).abs() < 5.0 * 630.0, "{deviation}");
        // 1 - 1/e = 63.2 % of the gaps are shorter than the mean; standard error 0.15 %.
        let shorter = gaps.iter().filter(|&&gap| gap < 1e5).count() as f64 / 1e5;
        assert!((shorter - 0.632_12).abs() < 0.008, "{shorter}");
    }

    #[test]
    fn poisson_threads_share_the_rate() {
        let mut arrivals = Arrivals::of_thread(4000.0, Pace::Poisson, SplitMix64::new(1), 2, 4).unwrap();
        let last = (0..10_000).map(|_| arrivals.next_ns()).last().unwrap();
        // 10 000 arrivals of a fourth of 4000 a second take 10 s, deviation 10 s / sqrt(10 000) = 0.1 s.
        assert!(last.abs_diff(10_000_000_000) < 500_000_000, "{last}");
    }

    #[test]
    fn a_seed_repeats_its_arrivals_in_later_versions() {
        // By a second program, in Python: the running sum of -ln(1 - unit) * 10 000 ns, rounded down.
        assert_eq!(starts(1e5, Pace::Poisson, 4), [3_801, 6_844, 17_006, 24_031]);
    }

    #[test]
    fn rates_and_paces_out_of_range_are_refused() {
        for rate in [0.0, -1.0, 0.000_9, 1.1e9, f64::NAN, f64::INFINITY] {
            assert!(
                Arrivals::new(rate, Pace::Fixed, SplitMix64::new(0)).is_err(),
                "{rate}"
            );
        }
        assert_eq!(
            Arrivals::new(0.0, Pace::Fixed, SplitMix64::new(0))
                .unwrap_err()
                .to_string(),
            "a rate of 0 operations per second is out of range: it may be 0.001 to 1000000000"
        );
        for pace in [Pace::Fixed, Pace::Poisson] {
            assert_eq!(pace.to_string().parse(), Ok(pace));
        }
        assert!("Poisson".parse::<Pace>().is_err());
    }

    proptest! {
        /// However odd the rate, arrival number k lies within a nanosecond of k / rate, and time never goes
        /// back.
        #[test]
        fn fixed_starts_are_exact(rate in 0.001..=1e9_f64, thread in 0..16_u32, k in 0..1000_u32) {
            let mut arrivals = Arrivals::of_thread(rate, Pace::Fixed, SplitMix64::new(0), thread, 16).unwrap();
            let starts: Vec<u64> = (0..=k).map(|_| arrivals.next_ns()).collect();
            prop_assert!(starts.is_sorted());
            let exact = f64::from(thread + 16 * k) / rate * 1e9;
            prop_assert!((starts[k as usize] as f64 - exact).abs() <= 1.0 + exact * 1e-15);
        }

        #[test]
        fn poisson_starts_never_go_back(rate in 0.001..=1e9_f64, seed: u64) {
            let mut arrivals = Arrivals::new(rate, Pace::Poisson, SplitMix64::new(seed)).unwrap();
            let starts: Vec<u64> = (0..500).map(|_| arrivals.next_ns()).collect();
            prop_assert!(starts.is_sorted());
        }
    }
}
