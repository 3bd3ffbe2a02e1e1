//! A latency objective ("p99.9<1ms") and the search for the highest rate that meets it.

mod rate_search;

pub use rate_search::{RateSearch, kept_up};

use crate::histogram::{LATENCY_NS_MAX, Latencies};
use crate::notation::{NotationError, fixed_point, write_fixed_point};
use crate::operation::Direction;
use crate::quantity::TimeSpan;
use std::fmt;
use std::str::FromStr;

/// Digits behind the point of a percentile: p99.99999 is the finest.
const PERCENTILE_FRACTION_DIGITS: u32 = 5;
/// 100 % in the unit of [`Statistic::Percentile`].
const WHOLE: u32 = 10_000_000;

/// A figure of the latencies of one direction that has to stay below a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Objective {
    /// The figure.
    pub statistic: Statistic,
    /// It has to lie below this, in nanoseconds.
    pub limit_ns: u64,
}

/// Which figure of the latencies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Statistic {
    /// A percentile, in 1/100 000 of a percent: p99.9 is 9 990 000.
    Percentile(u32),
    /// The mean.
    Mean,
    /// The largest.
    Max,
}

impl Objective {
    /// The direction whose latencies are judged: the reads of a load that has any, else its writes. Reads are
    /// what someone waits for; writes go to the drive's buffer first.
    pub fn direction(load_reads: bool) -> Direction {
        if load_reads {
            Direction::Read
        } else {
            Direction::Write
        }
    }

    /// Whether the objective is met. `None` where too little was measured to tell: no operation at all, or too
    /// few for one of them to lie above the percentile.
    pub fn met(&self, latencies: &Latencies) -> Option<bool> {
        let limit = self.limit_ns;
        match self.statistic {
            Statistic::Mean => latencies.mean_ns().map(|mean| mean < limit as f64),
            Statistic::Max => latencies.quantile_ns(1.0).map(|max| max < limit),
            Statistic::Percentile(percentile) => {
                let above = u128::from(latencies.count()) * u128::from(WHOLE - percentile);
                if above < u128::from(WHOLE) {
                    return None;
                }
                let quantile = f64::from(percentile) / f64::from(WHOLE);
                latencies.quantile_ns(quantile).map(|ns| ns < limit)
            }
        }
    }

    /// The same where so many operations were due besides and found no slot free until the end. They waited, and are in no
    /// latency: a drive that stalls at the end would meet a percentile by what it did not do. They count as above it.
    pub fn met_beside(&self, not_started: f64, latencies: &Latencies) -> Option<bool> {
        let met = self.met(latencies)?;
        let Statistic::Percentile(percentile) = self.statistic else {
            return Some(met);
        };
        let completed = latencies.count() as f64;
        let quantile = f64::from(percentile) / f64::from(WHOLE) * (completed + not_started) / completed;
        let is_below = |ns| ns < self.limit_ns;
        Some(met && quantile <= 1.0 && latencies.quantile_ns(quantile).is_some_and(is_below))
    }
}

impl FromStr for Objective {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let fail = |reason: String| NotationError::new(text, "a latency objective", reason);
        let (statistic, limit) = text
            .split_once('<')
            .ok_or_else(|| fail("expected a figure below a time, such as p99.9<1ms".into()))?;
        Ok(Objective {
            statistic: parse_statistic(statistic).ok_or_else(|| {
                fail("the figure is mean, max or a percentile above p0 and below p100, such as p99.9".into())
            })?,
            limit_ns: parse_limit(limit).map_err(fail)?,
        })
    }
}

fn parse_statistic(text: &str) -> Option<Statistic> {
    match text {
        "mean" => Some(Statistic::Mean),
        "max" => Some(Statistic::Max),
        _ => {
            let percentile = fixed_point(text.strip_prefix('p')?, PERCENTILE_FRACTION_DIGITS)?;
            (1..WHOLE)
                .contains(&percentile)
                .then_some(Statistic::Percentile(percentile))
        }
    }
}

fn parse_limit(text: &str) -> Result<u64, String> {
    if text.ends_with(|last: char| last.is_ascii_digit()) {
        return Err("the limit needs a unit, such as 200us or 1ms".into());
    }
    let limit = text.parse::<TimeSpan>().map_err(|error| error.to_string())?;
    match u64::try_from(limit.duration().as_nanos()) {
        Ok(ns @ 1..=LATENCY_NS_MAX) => Ok(ns),
        _ => Err(
            "the limit lies above 0 and at most at 10 minutes, the longest latency that is told apart".into(),
        ),
    }
}

impl fmt::Display for Objective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.statistic {
            Statistic::Mean => f.write_str("mean")?,
            Statistic::Max => f.write_str("max")?,
            Statistic::Percentile(percentile) => {
                write!(
                    f,
                    "p{}",
                    write_fixed_point(percentile, PERCENTILE_FRACTION_DIGITS)
                )?;
            }
        }
        let ns = self.limit_ns;
        match ns {
            _ if ns.is_multiple_of(1_000_000_000) => write!(f, "<{}s", ns / 1_000_000_000),
            _ if ns.is_multiple_of(1_000_000) => write!(f, "<{}ms", ns / 1_000_000),
            _ if ns.is_multiple_of(1_000) => write!(f, "<{}us", ns / 1_000),
            _ => write!(f, "<{}.{:03}us", ns / 1_000, ns % 1_000),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn objective(text: &str) -> Objective {
        text.parse().unwrap()
    }

    fn latencies(values: impl IntoIterator<Item = u64>) -> Latencies {
        let mut latencies = Latencies::new();
        values.into_iter().for_each(|ns| latencies.record(ns));
        latencies
    }

    #[test]
    fn what_a_person_writes() {
        let of = |statistic, limit_ns| Objective { statistic, limit_ns };
        assert_eq!(
            objective("p99.9<1ms"),
            of(Statistic::Percentile(9_990_000), 1_000_000)
        );
        assert_eq!(objective("mean<200us"), of(Statistic::Mean, 200_000));
        assert_eq!(objective("max<10ms"), of(Statistic::Max, 10_000_000));
        assert_eq!(objective("p50<0.5us"), of(Statistic::Percentile(5_000_000), 500));
        for text in [
            "",
            "p99.9",
            "<1ms",
            "p<1ms",
            "p0<1ms",
            "p100<1ms",
            "p99.999999<1ms",
            "99<1ms",
            "P99<1ms",
            "p99>1ms",
            "p99<=1ms",
            "p99<1",
            "p99<0ms",
            "p99<601s",
            "p99<",
            "p99<1msec",
            "median<1ms",
            "p99 <1ms",
        ] {
            assert!(text.parse::<Objective>().is_err(), "{text}");
        }
        assert_eq!(
            "p99<1".parse::<Objective>().unwrap_err().to_string(),
            "\"p99<1\" is not a latency objective: the limit needs a unit, such as 200us or 1ms"
        );
    }

    #[test]
    fn reads_are_judged_where_there_are_any() {
        assert_eq!(Objective::direction(true), Direction::Read);
        assert_eq!(Objective::direction(false), Direction::Write);
    }

    #[test]
    fn below_the_limit_is_met_and_the_limit_itself_is_not() {
        // Up to 2047 ns every nanosecond has a bucket of its own.
        let two = latencies([1000, 1200]);
        assert_eq!(objective("mean<1.101us").met(&two), Some(true));
        assert_eq!(objective("mean<1.1us").met(&two), Some(false));
        assert_eq!(objective("max<1.201us").met(&two), Some(true));
        assert_eq!(objective("max<1.2us").met(&two), Some(false));
    }

    #[test]
    fn what_could_not_start_is_above_a_percentile() {
        // 10 000 within the limit and 50 beside them, which waited until the end: 0.5 % are above it.
        let fast = latencies((0..10_000).map(|_| 100_000));
        let met = |text: &str, not_started: u16| objective(text).met_beside(not_started.into(), &fast);
        assert_eq!(met("p99.9<1ms", 0), Some(true));
        assert_eq!(met("p99.9<1ms", 50), Some(false));
        assert_eq!(met("p99.9<1ms", 5), Some(true));
        assert_eq!(met("p99<1ms", 50), Some(true));
        assert_eq!(met("p99<1ms", 500), Some(false));
        assert_eq!(objective("p99<1ms").met_beside(9.0, &Latencies::new()), None);
    }

    #[test]
    fn a_percentile_is_the_value_that_its_share_does_not_exceed() {
        // 999 of 1000 at 100 ns, one at 2000 ns: the 999th smallest is 100 ns.
        let one_slow = latencies((0..999).map(|_| 100).chain([2000]));
        assert_eq!(objective("p99.9<0.101us").met(&one_slow), Some(true));
        assert_eq!(objective("p99.9<0.1us").met(&one_slow), Some(false));
        let two_slow = latencies((0..998).map(|_| 100).chain([2000, 2000]));
        assert_eq!(objective("p99.9<2us").met(&two_slow), Some(false));
        assert_eq!(objective("p99.9<2.001us").met(&two_slow), Some(true));
    }

    #[test]
    fn too_few_operations_are_no_judgement() {
        let none = Latencies::new();
        for text in ["mean<1s", "max<1s", "p50<1s"] {
            assert_eq!(objective(text).met(&none), None, "{text}");
        }
        // One in a thousand lies above p99.9: it takes a thousand.
        assert_eq!(objective("p99.9<1s").met(&latencies((0..999).map(|_| 5))), None);
        assert_eq!(
            objective("p99.9<1s").met(&latencies((0..1000).map(|_| 5))),
            Some(true)
        );
    }

    #[test]
    fn a_latency_beyond_the_histogram_misses_even_the_largest_limit() {
        let stuck = latencies([2 * LATENCY_NS_MAX]);
        assert_eq!(objective("max<600s").met(&stuck), Some(false));
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(percentile in 1..WHOLE, limit_ns in 1..=LATENCY_NS_MAX) {
            for statistic in [Statistic::Percentile(percentile), Statistic::Mean, Statistic::Max] {
                let objective = Objective { statistic, limit_ns };
                prop_assert_eq!(objective.to_string().parse(), Ok(objective));
            }
        }
    }
}
