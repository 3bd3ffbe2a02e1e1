//! How the work of a drive spreads over time where no clock rules it: a random cascade, as traffic to disks was found to be. (Wang,
//! Madhyastha, Chan, Papadimitriou, Faloutsos: "Data mining meets performance evaluation: fast algorithms for modeling bursty
//! traffic", ICDE 2002.) The work of a span is divided between its halves, unevenly; theirs in the same way, down to days. So
//! days that are near each other are alike, and there are busy days, weeks, months and years.
//!
//! It knows nothing of how a server forecasts, and must not be fitted to it.

use crate::seed::Seed;

/// The longest span that is divided; the next one has as much work again.
const SPAN_DAYS: f64 = 4096.0;
/// Half of a span of two days may have so much more or less than half of the work.
const UNEVEN_DAYS: f64 = 0.9;
/// Halves that are twice as long differ less, by this power of their length.
const UNEVEN_POWER: f64 = -0.3;

/// What was done in so many days from the beginning on, in days of mean work. It never falls.
#[must_use]
pub fn worked_days(seed: Seed, elapsed_days: f64) -> f64 {
    let spans = (elapsed_days / SPAN_DAYS).floor();
    let mut done = spans * SPAN_DAYS;
    let (mut length, mut work, mut left) = (SPAN_DAYS, SPAN_DAYS, elapsed_days - done);
    // Of this path through the halves.
    let mut part = seed.child("span", spans.to_bits());
    while length > 1.0 {
        length /= 2.0;
        let uneven = UNEVEN_DAYS * length.powf(UNEVEN_POWER);
        let first = work * (0.5 + part.between(-0.5, 0.5) * uneven);
        if left < length {
            work = first;
            part = part.child("half", 0);
        } else {
            done += first;
            left -= length;
            work -= first;
            part = part.child("half", 1);
        }
    }
    done + work * left
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_days(seed: u64, days: u32) -> Vec<f64> {
        let seed = Seed::new(seed);
        (0..days)
            .map(|day| worked_days(seed, f64::from(day + 1)) - worked_days(seed, f64::from(day)))
            .collect()
    }

    #[test]
    fn begins_with_nothing_never_falls_and_comes_to_the_mean_of_its_span() {
        for seed in 0..20 {
            assert_eq!(worked_days(Seed::new(seed), 0.0), 0.0);
            assert!(of_days(seed, 5000).iter().all(|work| *work > 0.0));
            let span = worked_days(Seed::new(seed), SPAN_DAYS);
            assert!((span - SPAN_DAYS).abs() < 1e-6, "{span}");
        }
    }

    #[test]
    fn has_no_steps() {
        let seed = Seed::new(3);
        for day in 0..1000 {
            let at = |days: f64| worked_days(seed, days);
            let (before, after) = (at(f64::from(day) - 1e-9), at(f64::from(day) + 1e-9));
            assert!(day == 0 || (after - before).abs() < 1e-6);
        }
    }

    #[test]
    fn differs_from_day_to_day_less_from_month_to_month_and_still_from_year_to_year() {
        let deviation = |length: usize| {
            let shares: Vec<f64> = (0..50)
                .flat_map(|seed| {
                    let days = of_days(seed, 1440);
                    let parts = days.chunks_exact(length).map(|part| part.iter().sum::<f64>());
                    parts
                        .map(|work| work / f64::from(u32::try_from(length).unwrap()) - 1.0)
                        .collect::<Vec<_>>()
                })
                .collect();
            let count = f64::from(u32::try_from(shares.len()).unwrap());
            (shares.iter().map(|share| share * share).sum::<f64>() / count).sqrt()
        };
        let (day, month, year) = (deviation(1), deviation(30), deviation(360));
        assert!(
            day > 0.4 && day > 1.5 * month && month > 1.3 * year && year > 0.05,
            "{day} {month} {year}"
        );
    }
}
