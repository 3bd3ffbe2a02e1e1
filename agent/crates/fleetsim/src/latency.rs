//! How latencies spread around their mean, and the histograms that they fill.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use crosspoint_bench::histogram::{LATENCY_NS_MAX, LATENCY_NS_MIN, SIGNIFICANT_DIGITS};
use hdrhistogram::Histogram;
use hdrhistogram::serialization::{Serializer, V2DeflateSerializer};

use crate::model::Medium;

/// So many parts, each ten times as rare as the one before, each cut into so many pieces.
const PIECES: u32 = 40;
const DECADES: u32 = 7;

/// Relative latencies, and the share of operations that have each.
#[derive(Debug, Clone)]
pub struct Spread {
    /// Of mean 1; the smallest first.
    pieces: Vec<(f64, f64)>,
}

impl Spread {
    /// Of a medium: 3D XPoint answers evenly; NAND has a long tail, where a read waits for a program or an erase.
    #[must_use]
    pub fn of(medium: Medium) -> Self {
        match medium {
            Medium::Xpoint => Self::new(0.055, 0.16),
            Medium::Nand => Self::new(0.16, 0.34),
        }
    }

    /// A log-logistic body up to p99 and a power law above it.
    fn new(body: f64, tail: f64) -> Self {
        let at = |rest: f64| match rest {
            // The body, by the share of operations that take longer.
            rest if rest >= 0.01 => ((1.0 - rest) / rest).powf(body),
            rest => 99f64.powf(body) * (0.01 / rest).powf(tail),
        };
        let mut pieces = Vec::new();
        for decade in 0..DECADES {
            let (most, least) = (10f64.powi(-decade_of(decade)), 10f64.powi(-decade_of(decade) - 1));
            let least = if decade + 1 == DECADES { 0.0 } else { least };
            let width = (most - least) / f64::from(PIECES);
            for piece in 0..PIECES {
                let rest = most - width * (f64::from(piece) + 0.5);
                pieces.push((at(rest), width));
            }
        }
        let mean: f64 = pieces.iter().map(|(value, share)| value * share).sum();
        for (value, _) in &mut pieces {
            *value /= mean;
        }
        Self { pieces }
    }

    /// Fills a histogram with exactly so many operations of this mean. What is rarer than one operation falls into one second
    /// or another, as `chance` (0 to 1) has it.
    pub fn fill(&self, tally: &mut Tally, operations: u64, mean_ns: f64, chance: f64) {
        let mut share_until = 0.0;
        let mut counted = 0;
        for (number, (value, share)) in self.pieces.iter().enumerate() {
            share_until += share;
            let is_last = number + 1 == self.pieces.len();
            let until = if is_last {
                operations
            } else {
                placed(operations, share_until, chance)
            };
            tally.record((value * mean_ns).max(1.0), until.saturating_sub(counted));
            counted = counted.max(until);
        }
    }
}

fn decade_of(decade: u32) -> i32 {
    i32::try_from(decade).unwrap_or(0)
}

/// How many of the operations lie before this share of them.
#[allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss
)]
fn placed(operations: u64, share: f64, chance: f64) -> u64 {
    ((operations as f64 * share + chance) as u64).min(operations)
}

/// Latencies that were counted.
#[derive(Debug, Clone)]
pub struct Tally {
    histogram: Histogram<u64>,
    sum_ns: f64,
}

impl Default for Tally {
    fn default() -> Self {
        let histogram = Histogram::new_with_bounds(LATENCY_NS_MIN, LATENCY_NS_MAX, SIGNIFICANT_DIGITS)
            .expect("the bounds are constants that the histogram accepts");
        Self {
            histogram,
            sum_ns: 0.0,
        }
    }
}

impl Tally {
    #[allow(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss
    )]
    fn record(&mut self, latency_ns: f64, count: u64) {
        if count > 0 {
            self.histogram.saturating_record_n(latency_ns as u64, count);
            self.sum_ns += latency_ns * count as f64;
        }
    }

    /// Adds what another one counted.
    pub fn add(&mut self, other: &Self) {
        self.histogram
            .add(&other.histogram)
            .expect("both have the same bounds");
        self.sum_ns += other.sum_ns;
    }

    /// How many.
    #[must_use]
    pub fn operations(&self) -> u64 {
        self.histogram.len()
    }

    /// The mean; `None` where nothing was counted.
    #[allow(clippy::cast_precision_loss)]
    #[must_use]
    pub fn mean_ns(&self) -> Option<f64> {
        (self.operations() > 0).then(|| self.sum_ns / self.operations() as f64)
    }

    /// Their standard deviation.
    #[must_use]
    pub fn stddev_ns(&self) -> Option<f64> {
        (self.operations() > 0).then(|| self.histogram.stdev())
    }

    /// So large is that part of them at most.
    #[must_use]
    pub fn at(&self, quantile: f64) -> Option<u64> {
        (self.operations() > 0).then(|| self.histogram.value_at_quantile(quantile))
    }

    /// The smallest.
    #[must_use]
    pub fn min_ns(&self) -> Option<u64> {
        (self.operations() > 0).then(|| self.histogram.min())
    }

    /// As it travels: V2, deflated, base64.
    #[must_use]
    pub fn encode(&self) -> String {
        let mut bytes = Vec::new();
        V2DeflateSerializer::new()
            .serialize(&self.histogram, &mut bytes)
            .expect("writing to a Vec cannot fail");
        STANDARD.encode(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(medium: Medium, operations: u64) -> Tally {
        let mut tally = Tally::default();
        Spread::of(medium).fill(&mut tally, operations, 90_000.0, 0.5);
        tally
    }

    #[test]
    fn every_operation_is_in_it_and_their_mean_is_the_mean() {
        for operations in [1, 7, 1_000, 550_000, 33_000_000] {
            let mut tally = Tally::default();
            Spread::of(Medium::Nand).fill(&mut tally, operations, 90_000.0, 0.3);
            assert_eq!(tally.operations(), operations);
        }
        let mean = filled(Medium::Nand, 33_000_000).mean_ns().unwrap();
        assert!((mean / 90_000.0 - 1.0).abs() < 0.01, "{mean}");
    }

    #[test]
    fn flash_has_the_longer_tail() {
        let ratio = |medium| {
            let tally = filled(medium, 10_000_000);
            let at = |quantile| f64::from(u32::try_from(tally.at(quantile).unwrap()).unwrap());
            at(0.99999) / at(0.5)
        };
        let (xpoint, nand) = (ratio(Medium::Xpoint), ratio(Medium::Nand));
        assert!((2.0..8.0).contains(&xpoint), "{xpoint}");
        assert!((10.0..60.0).contains(&nand), "{nand}");
    }

    #[test]
    fn seconds_add_up_to_their_point() {
        let mut sum = Tally::default();
        sum.add(&filled(Medium::Nand, 1_000));
        sum.add(&filled(Medium::Nand, 2_000));
        assert_eq!(sum.operations(), 3_000);
    }
}
