//! Which places of the span are used how often: all alike, by Zipf's law, or a hot spot.
//!
//! The skewed distributions first draw a rank, 0 being the most used, and then scatter the ranks over the span
//! (module `scatter`). Hot places side by side would flatter a drive: they would share its cache lines, its
//! read-ahead and the pages of its mapping table, which the hot records of a real database do not. The same
//! ranks lie at the same places for every seed, thread and run over a span of the same size, so that what a
//! preconditioning heated stays hot for the points behind it.

mod scatter;
mod zipf;

use crate::notation::{NotationError, fixed_point, write_fixed_point};
use crate::random::SplitMix64;
pub(crate) use scatter::Scatter;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use zipf::ZipfRanks;

/// Exponents of Zipf's law that are accepted, in thousandths: from almost uniform to almost a single place.
const THETA_THOUSANDTHS: RangeInclusive<u32> = 1..=10_000;
/// Digits behind the point of an exponent.
const THETA_FRACTION_DIGITS: u32 = 3;
/// Percentages of a hot spot: with 100 there would be no place, or no access, outside of it.
const HOT_SPOT_PERCENT: RangeInclusive<u32> = 1..=99;

/// How the accesses of a random load spread over the span.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Distribution {
    /// Every place is as likely as any other ("uniform").
    Uniform,
    /// The place of rank k is used in proportion to 1 / k^theta ("zipf:1.1").
    Zipf {
        /// The exponent, in thousandths.
        theta_thousandths: u32,
    },
    /// So many percent of the accesses go to so many percent of the places, the rest to the rest; uniform
    /// within both ("hotspot:90/10").
    HotSpot {
        /// Percentage of the accesses.
        accesses_percent: u8,
        /// Percentage of the span that they go to.
        span_percent: u8,
    },
}

impl FromStr for Distribution {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let fail = |reason| NotationError::new(text, "a distribution", reason);
        match text.split_once(':') {
            None if text == "uniform" => Ok(Distribution::Uniform),
            Some(("zipf", theta)) => zipf_of(theta).ok_or_else(|| {
                fail(
                    "the exponent of zipf is 0.001 to 10 with at most three digits behind the point, \
                     such as zipf:1.1",
                )
            }),
            Some(("hotspot", shares)) => hot_spot_of(shares).ok_or_else(|| {
                fail(
                    "hotspot takes two percentages of 1 to 99, such as hotspot:90/10 for 90 % of the accesses \
                     on 10 % of the span",
                )
            }),
            _ => Err(fail("expected uniform, zipf:1.1 or hotspot:90/10")),
        }
    }
}

fn zipf_of(theta: &str) -> Option<Distribution> {
    let theta_thousandths = fixed_point(theta, THETA_FRACTION_DIGITS)?;
    THETA_THOUSANDTHS
        .contains(&theta_thousandths)
        .then_some(Distribution::Zipf { theta_thousandths })
}

fn hot_spot_of(shares: &str) -> Option<Distribution> {
    let (accesses, span) = shares.split_once('/')?;
    Some(Distribution::HotSpot {
        accesses_percent: percent(accesses)?,
        span_percent: percent(span)?,
    })
}

fn percent(text: &str) -> Option<u8> {
    let percent = fixed_point(text, 0).filter(|percent| HOT_SPOT_PERCENT.contains(percent))?;
    u8::try_from(percent).ok()
}

impl fmt::Display for Distribution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Distribution::Uniform => f.write_str("uniform"),
            Distribution::Zipf { theta_thousandths } => {
                write!(
                    f,
                    "zipf:{}",
                    write_fixed_point(*theta_thousandths, THETA_FRACTION_DIGITS)
                )
            }
            Distribution::HotSpot {
                accesses_percent,
                span_percent,
            } => write!(f, "hotspot:{accesses_percent}/{span_percent}"),
        }
    }
}

/// Draws places: numbers below a limit, by a [`Distribution`]. Its size does not depend on the limit, it
/// allocates nothing, and a draw takes constant time on average.
#[derive(Debug, Clone)]
pub struct Places(Kind);

#[derive(Debug, Clone)]
enum Kind {
    Uniform {
        places: u64,
    },
    Zipf {
        ranks: ZipfRanks,
        scatter: Scatter,
    },
    HotSpot {
        accesses_percent: u64,
        hot: u64,
        places: u64,
        scatter: Scatter,
    },
}

impl Places {
    /// A sampler of the numbers below `places`.
    ///
    /// # Panics
    /// With no place at all: a workload that fits its target has at least one.
    pub fn new(distribution: &Distribution, places: u64) -> Self {
        assert!(places > 0, "a distribution needs at least one place");
        Places(match *distribution {
            Distribution::Uniform => Kind::Uniform { places },
            Distribution::Zipf { theta_thousandths } => Kind::Zipf {
                ranks: ZipfRanks::new(f64::from(theta_thousandths) / 1000.0, places),
                scatter: Scatter::new(places),
            },
            Distribution::HotSpot {
                accesses_percent,
                span_percent,
            } => Kind::HotSpot {
                accesses_percent: u64::from(accesses_percent),
                hot: hot_places(places, span_percent),
                places,
                scatter: Scatter::new(places),
            },
        })
    }

    /// The next place.
    #[inline]
    pub fn next(&mut self, random: &mut SplitMix64) -> u64 {
        match &self.0 {
            Kind::Uniform { places } => random.below(*places),
            Kind::Zipf { ranks, scatter } => scatter.place_of(ranks.draw(random)),
            Kind::HotSpot {
                accesses_percent,
                hot,
                places,
                scatter,
            } => {
                let is_hot = random.below(100) < *accesses_percent || hot == places;
                let rank = if is_hot {
                    random.below(*hot)
                } else {
                    hot + random.below(places - hot)
                };
                scatter.place_of(rank)
            }
        }
    }
}

/// The size of the hot spot: its share of the places, rounded to the nearest, but at least one.
fn hot_places(places: u64, span_percent: u8) -> u64 {
    let hot = (u128::from(places) * u128::from(span_percent) + 50) / 100;
    u64::try_from(hot).expect("a percentage of a u64 is one").max(1)
}

#[cfg(test)]
mod tests;
