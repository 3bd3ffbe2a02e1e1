//! Whether a drive has reached steady state: the criterion of the SNIA Solid State Storage Performance Test
//! Specification (section on steady state verification), on one value per test round. Pure; who measures the
//! rounds, and of what, is the caller's matter.

/// When values count as steady, and how long to wait for it. The default is that of the specification.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Criterion {
    /// The last so many rounds are judged, at least 2.
    pub window_rounds: usize,
    /// Largest minus smallest value of the window, as a share of its average: at most this.
    pub excursion_max: f64,
    /// What the least-squares line gains or loses over the window, as a share of the average: at most this.
    pub slope_excursion_max: f64,
    /// After so many rounds without steady state it is reported as not achieved.
    pub rounds_max: usize,
}

impl Default for Criterion {
    fn default() -> Self {
        Criterion {
            window_rounds: 5,
            excursion_max: 0.2,
            slope_excursion_max: 0.1,
            rounds_max: 25,
        }
    }
}

/// The judgement on a window of rounds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Verdict {
    /// Both excursions are within their limits.
    pub achieved: bool,
    /// Average of the window's values, in their unit.
    pub window_average: f64,
    /// Largest minus smallest value, as a share of the average.
    pub excursion: f64,
    /// Slope of the least-squares line times the rounds from the first to the last, without its sign, as a
    /// share of the average.
    pub slope_excursion: f64,
}

/// What to do after a round.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Progress {
    /// Measure another round.
    Unsteady,
    /// Steady state is reached.
    Steady(Verdict),
    /// It was not reached within the rounds allowed; the verdict on the last window, if there is one.
    GivenUp(Option<Verdict>),
}

impl Criterion {
    /// Judges the last rounds. `None` with fewer rounds than the window, with a window of fewer than 2, and
    /// where there is no average to relate to: values that are not finite, or a window without a positive
    /// average.
    pub fn judge(&self, rounds: &[f64]) -> Option<Verdict> {
        if self.window_rounds < 2 {
            return None;
        }
        let window = &rounds[rounds.len().checked_sub(self.window_rounds)?..];
        let average = window.iter().sum::<f64>() / window.len() as f64;
        // The sum of a window with a value that is not finite is not finite either.
        if !average.is_finite() || average <= 0.0 {
            return None;
        }
        let largest = window.iter().copied().fold(f64::MIN, f64::max);
        let smallest = window.iter().copied().fold(f64::MAX, f64::min);
        let excursion = (largest - smallest) / average;
        let slope_excursion = slope_excursion(window, average);
        Some(Verdict {
            achieved: excursion <= self.excursion_max && slope_excursion <= self.slope_excursion_max,
            window_average: average,
            excursion,
            slope_excursion,
        })
    }

    /// What to do after the last of `rounds`.
    pub fn progress(&self, rounds: &[f64]) -> Progress {
        match self.judge(rounds) {
            Some(verdict) if verdict.achieved => Progress::Steady(verdict),
            verdict if rounds.len() >= self.rounds_max => Progress::GivenUp(verdict),
            _ => Progress::Unsteady,
        }
    }
}

/// |slope| x (rounds - 1) / average, with one division so that a value at a limit compares equal to it.
fn slope_excursion(window: &[f64], average: f64) -> f64 {
    let span = (window.len() - 1) as f64;
    let (mut covariance, mut variance) = (0.0, 0.0);
    for (round, value) in window.iter().enumerate() {
        let from_middle = round as f64 - span / 2.0;
        covariance += from_middle * value;
        variance += from_middle * from_middle;
    }
    (covariance * span).abs() / (variance * average)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn judge(rounds: &[f64]) -> Verdict {
        Criterion::default().judge(rounds).unwrap()
    }

    #[test]
    fn a_flat_line_is_steady() {
        let verdict = judge(&[1e6; 5]);
        assert_eq!(
            verdict,
            Verdict {
                achieved: true,
                window_average: 1e6,
                excursion: 0.0,
                slope_excursion: 0.0
            }
        );
    }

    #[test]
    fn an_excursion_of_exactly_a_fifth_is_steady_and_the_least_more_is_not() {
        // Average (90 + 110 + 100 + 110 + 90) / 5 = 100, range 20; symmetric, so no slope.
        let at = judge(&[90.0, 110.0, 100.0, 110.0, 90.0]);
        assert_eq!((at.achieved, at.excursion, at.slope_excursion), (true, 0.2, 0.0));
        // 89.999 twice and 100.002 in the middle keep the average: range 20.001.
        let over = judge(&[89.999, 110.0, 100.002, 110.0, 89.999]);
        assert!(
            !over.achieved && over.excursion > 0.2 && over.excursion < 0.200_02,
            "{over:?}"
        );
    }

    #[test]
    fn a_slope_of_exactly_a_tenth_is_steady_and_the_least_more_is_not() {
        // A straight line from 95 to 105 gains 10 % of its average of 100: slope 2.5, times 4 rounds.
        let at = judge(&[95.0, 97.5, 100.0, 102.5, 105.0]);
        assert_eq!((at.achieved, at.excursion, at.slope_excursion), (true, 0.1, 0.1));
        let falling = judge(&[105.0, 102.5, 100.0, 97.5, 95.0]);
        assert_eq!(falling, at, "falling counts as rising does");
        // (-2 x 94.99 + -1 x 97.5 + 1 x 102.5 + 2 x 105.01) / 10 = 2.504, times 4 is 10.016 % of the average.
        let over = judge(&[94.99, 97.5, 100.0, 102.5, 105.01]);
        assert!(
            !over.achieved && (over.slope_excursion - 0.100_16).abs() < 1e-12,
            "{over:?}"
        );
        assert!(over.excursion <= 0.2, "it is the slope that is judged");
    }

    #[test]
    fn only_the_last_five_rounds_count() {
        let verdict = judge(&[9e9, 1.0, 100.0, 100.0, 100.0, 100.0, 100.0]);
        assert_eq!((verdict.achieved, verdict.window_average), (true, 100.0));
    }

    #[test]
    fn too_few_rounds_or_nothing_to_relate_to_is_no_verdict() {
        let criterion = Criterion::default();
        assert_eq!(criterion.judge(&[100.0; 4]), None);
        assert_eq!(criterion.judge(&[0.0; 5]), None);
        assert_eq!(criterion.judge(&[100.0, 100.0, f64::NAN, 100.0, 100.0]), None);
        assert_eq!(
            criterion.judge(&[100.0, 100.0, f64::INFINITY, 100.0, 100.0]),
            None
        );
        for window_rounds in 0..2 {
            assert_eq!(
                Criterion {
                    window_rounds,
                    ..criterion
                }
                .judge(&[1.0; 9]),
                None
            );
        }
    }

    #[test]
    fn the_rounds_end_when_steady_or_at_twenty_five() {
        let criterion = Criterion::default();
        assert_eq!(criterion.progress(&[100.0; 4]), Progress::Unsteady);
        assert!(matches!(criterion.progress(&[100.0; 5]), Progress::Steady(verdict) if verdict.achieved));
        // Each round a tenth faster than the one before never becomes steady.
        let rounds: Vec<f64> = (0..25).map(|round| 1.1_f64.powi(round)).collect();
        assert_eq!(criterion.progress(&rounds[..24]), Progress::Unsteady);
        assert!(matches!(criterion.progress(&rounds), Progress::GivenUp(Some(verdict)) if !verdict.achieved));
        assert_eq!(criterion.progress(&[0.0; 25]), Progress::GivenUp(None));
        // Steady in the very last round is steady.
        let last = [&rounds[..20], &[100.0; 5]].concat();
        assert!(matches!(criterion.progress(&last), Progress::Steady(_)));
    }

    /// Round, average, excursion and slope per round of each series, as another program found them; the server is held to
    /// the same file (packages/domain/src/analysis/golden).
    #[test]
    fn the_first_steady_round_is_that_of_the_golden_file() {
        let path = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../../packages/domain/src/analysis/golden/steady-state.json"
        );
        let golden: serde_json::Value =
            serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        let cases = golden["cases"].as_array().unwrap();
        assert!(cases.len() > 20);
        for case in cases {
            let values = case["input"]["rounds"].as_array().unwrap();
            let rounds: Vec<f64> = values.iter().map(|value| value.as_f64().unwrap()).collect();
            is_judged_as(&rounds, &case["expected"], case["name"].as_str().unwrap());
        }
    }

    fn is_judged_as(rounds: &[f64], expected: &serde_json::Value, name: &str) {
        let criterion = Criterion::default();
        let most = rounds.len().min(criterion.rounds_max);
        let ended = (1..=most)
            .map(|round| (round, criterion.progress(&rounds[..round])))
            .find(|(_, progress)| *progress != Progress::Unsteady);
        match ended {
            Some((round, Progress::Steady(verdict))) => {
                assert_eq!(Some(round as u64), expected["round"].as_u64(), "{name}");
                let near = |found: f64, field: &str| {
                    let wanted = expected[field].as_f64().unwrap();
                    assert!(
                        (found - wanted).abs() <= 1e-9 * wanted.max(1.0),
                        "{name}: {field} {found}"
                    );
                };
                near(verdict.window_average, "average");
                near(verdict.excursion * 100.0, "range_percent");
                near(verdict.slope_excursion * 100.0, "slope_percent");
            }
            Some((_, Progress::GivenUp(_))) => assert_eq!(expected["reason"], "not_reached", "{name}"),
            _ => {
                let reason = expected["reason"].as_str().unwrap();
                assert!(
                    ["not_yet", "too_few_rounds"].contains(&reason),
                    "{name}: {reason}"
                );
            }
        }
    }

    proptest! {
        /// The unit of the values and their order in time reversed change nothing but the average.
        #[test]
        fn the_unit_and_the_direction_do_not_matter(
            values in prop::collection::vec(1.0..1e9_f64, 5),
            exponent in -10..10_i32,
        ) {
            let verdict = judge(&values);
            // A power of two scales without rounding.
            let scaled: Vec<f64> = values.iter().map(|value| value * 2_f64.powi(exponent)).collect();
            prop_assert_eq!(Verdict { window_average: verdict.window_average, ..judge(&scaled) }, verdict);
            let reversed: Vec<f64> = values.iter().rev().copied().collect();
            prop_assert!((judge(&reversed).slope_excursion - verdict.slope_excursion).abs() < 1e-9);
        }

        /// What the line gains never exceeds 1.2 times the range: of values in [-1, 1] the steepest fit of five
        /// is that of -1 -1 0 1 1, whose slope is 6/10, over four rounds 2.4 against a range of 2.
        #[test]
        fn the_slope_is_bounded_by_the_range(values in prop::collection::vec(1.0..1e9_f64, 5)) {
            let verdict = judge(&values);
            prop_assert!(verdict.slope_excursion <= verdict.excursion * 1.2 + 1e-12);
        }
    }
}
