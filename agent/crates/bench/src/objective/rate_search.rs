//! The highest rate that passes, found by trials. Pure: the caller measures and tells what came of it.

use crate::arrivals::RATES_PER_SECOND;

/// The search ends when what passed and what failed are this close, as a share of what failed.
const PRECISION: f64 = 0.02;
/// Most trials between the highest rate that passed and the lowest that failed.
const BISECTIONS_MAX: u32 = 12;
/// A drive that completes less than this share of what is due falls behind: its queue would grow without end.
const KEPT_UP_SHARE: f64 = 0.99;

/// Whether a drive keeps up that completed as many operations while so many were `due`. At a rate that it does not keep
/// up with nothing passes, however short the latencies of a short trial are.
///
/// Held against what was due and not against the rate: a second of a Poisson process at 4500 a second has fewer than 99 % of
/// that in one of four cases, whatever the drive does.
pub fn kept_up(due: u64, completed: u64) -> bool {
    completed as f64 >= due as f64 * KEPT_UP_SHARE
}

/// Searches the highest rate that passes, for a drive that passes below some rate and fails above it.
///
/// It doubles the rate until one fails (or halves it until one passes, where the first one fails), then bisects
/// between the two until they lie within 2 % of each other.
#[derive(Debug, Clone)]
pub struct RateSearch {
    start: f64,
    passed: Option<f64>,
    failed: Option<f64>,
    bisections: u32,
}

impl RateSearch {
    /// A search that begins at `start_per_second`, moved into [`RATES_PER_SECOND`].
    pub fn new(start_per_second: f64) -> Self {
        RateSearch {
            start: start_per_second
                .max(*RATES_PER_SECOND.start())
                .min(*RATES_PER_SECOND.end()),
            passed: None,
            failed: None,
            bisections: 0,
        }
    }

    /// The rate to try next, in operations per second; `None` when the search is over.
    pub fn next_rate(&self) -> Option<f64> {
        let (slowest, fastest) = (*RATES_PER_SECOND.start(), *RATES_PER_SECOND.end());
        match (self.passed, self.failed) {
            (None, None) => Some(self.start),
            (Some(passed), None) => (passed < fastest).then(|| (passed * 2.0).min(fastest)),
            (None, Some(failed)) => (failed > slowest).then(|| (failed / 2.0).max(slowest)),
            (Some(passed), Some(failed)) => {
                let open = failed - passed > failed * PRECISION && self.bisections < BISECTIONS_MAX;
                open.then_some(f64::midpoint(passed, failed))
            }
        }
    }

    /// What came of the trial at `rate`, which [`next_rate`](Self::next_rate) asked for: whether the objective
    /// was met and the drive [kept up](kept_up).
    pub fn tell(&mut self, rate: f64, passed: bool) {
        if self.passed.is_some() && self.failed.is_some() {
            self.bisections += 1;
        }
        let bound = if passed {
            &mut self.passed
        } else {
            &mut self.failed
        };
        *bound = Some(rate);
    }

    /// The highest rate that passed so far.
    pub fn best(&self) -> Option<f64> {
        self.passed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Most trials of any search: 40 doublings span the 12 decades of rates, then the bisections.
    const TRIALS_MAX: usize = 41 + BISECTIONS_MAX as usize;

    /// The rates tried on a drive that passes up to `knee`, and the best of them.
    fn search(start: f64, knee: f64) -> (Vec<f64>, Option<f64>) {
        let mut search = RateSearch::new(start);
        let mut tried = Vec::new();
        while let Some(rate) = search.next_rate() {
            assert!(tried.len() < TRIALS_MAX, "the search does not end: {tried:?}");
            tried.push(rate);
            search.tell(rate, rate <= knee);
        }
        (tried, search.best())
    }

    #[test]
    fn it_doubles_and_then_bisects() {
        // Up to 4000 it doubles; 4000 fails, 3000 passes, then the middle each time until 3093.75 against 3125:
        // 1 %.
        let (tried, best) = search(1000.0, 3100.0);
        assert_eq!(
            tried,
            [1000.0, 2000.0, 4000.0, 3000.0, 3500.0, 3250.0, 3125.0, 3062.5]
        );
        // 3125 - 3062.5 = 62.5 is exactly 2 % of 3125.
        assert_eq!(best, Some(3062.5));
    }

    #[test]
    fn a_start_that_fails_is_halved_first() {
        let (tried, best) = search(1000.0, 200.0);
        assert_eq!(tried[..4], [1000.0, 500.0, 250.0, 125.0]);
        assert!(
            best.is_some_and(|best| (196.0..=200.0).contains(&best)),
            "{best:?}"
        );
    }

    #[test]
    fn a_drive_that_never_passes_has_no_best_and_one_that_always_does_has_the_fastest() {
        assert_eq!(search(1000.0, 0.0).1, None);
        assert_eq!(search(1000.0, f64::INFINITY).1, Some(1e9));
        assert_eq!(search(f64::INFINITY, f64::INFINITY).0, [1e9]);
        assert_eq!(search(f64::NAN, 0.0).0, [0.001]);
    }

    #[test]
    fn a_drive_keeps_up_within_one_percent() {
        assert!(kept_up(1000, 990) && kept_up(1000, 1001));
        assert!(!kept_up(1000, 989));
    }

    proptest! {
        /// Wherever the knee and the start, the best rate lies at most 2 % below the knee and never above it.
        #[test]
        fn the_knee_is_found(knee_log in 0.0..8.9_f64, start_log in 0.0..8.9_f64) {
            let knee = 10_f64.powf(knee_log);
            let (tried, best) = search(10_f64.powf(start_log), knee);
            let best = best.unwrap();
            prop_assert!(best <= knee && best >= knee * (1.0 - PRECISION), "{} for {}", best, knee);
            // From [r, 2r] to 2 % takes six halvings of a range that is half of its upper end.
            prop_assert!(tried.len() <= 31 + 6, "{:?}", tried);
        }

        /// A drive without a knee, whose trials come out at random, still ends the search, with a rate that
        /// passed.
        #[test]
        fn noise_ends_too(outcomes in prop::collection::vec(any::<bool>(), TRIALS_MAX), start in 1.0..1e8_f64) {
            let mut search = RateSearch::new(start);
            let mut passed_rates = Vec::new();
            for passed in outcomes {
                let Some(rate) = search.next_rate() else { break };
                search.tell(rate, passed);
                if passed { passed_rates.push(rate) }
            }
            prop_assert_eq!(search.next_rate(), None);
            prop_assert_eq!(search.best(), passed_rates.last().copied());
        }
    }
}
