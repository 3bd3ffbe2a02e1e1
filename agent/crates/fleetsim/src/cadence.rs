//! When a drive was sampled: the longer ago, the more seldom, as retention would have left it. So dense that no chart of six hours
//! or longer has a gap where the drive was there, and that a day is as warm and as cool wherever it lies.

use crate::times::{DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS};

/// Samples that are at most so old are so far apart.
const CADENCE: [(u64, u64); 5] = [
    // As far apart as charts join them: two and a half of their minutes, or of their five minutes less one of these steps.
    (6 * HOUR_MS, 150 * SECOND_MS),
    (DAY_MS, 10 * MINUTE_MS),
    // An hour's point stands at its last sample: the first of ten minutes apart is up to 50 minutes later than the hour's first.
    (DAY_MS + 5 * HOUR_MS, HOUR_MS),
    // As far apart as charts of 7 and 30 days join: two and a half of their hours.
    (30 * DAY_MS, 150 * MINUTE_MS),
    // A day has a rhythm: two samples of it are both at its edges or both in its middle; five are less than a kelvin short of ten.
    (u64::MAX, 5 * HOUR_MS),
];

/// The times of all samples of a history, the first first. The last is the end itself.
#[must_use]
pub fn sample_times(start_ms: u64, end_ms: u64) -> Vec<u64> {
    let mut times = Vec::new();
    let mut time_ms = end_ms;
    while time_ms >= start_ms {
        times.push(time_ms);
        let age_ms = end_ms - time_ms;
        let step_ms = CADENCE
            .iter()
            .find(|(most_ms, _)| age_ms < *most_ms)
            .map_or(DAY_MS, |(_, step_ms)| *step_ms);
        let Some(earlier_ms) = time_ms.checked_sub(step_ms) else {
            break;
        };
        time_ms = earlier_ms;
    }
    times.reverse();
    times
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fate::Fate;
    use crate::fleet::Drive;
    use crate::fleet::tests::demo;
    use crate::life::Life;

    #[test]
    fn is_denser_towards_the_present() {
        let end_ms = 1_795_000_000_000;
        let times = sample_times(end_ms - 90 * DAY_MS, end_ms);
        // Of 150 seconds and 10 minutes; an hour and 150 minutes; 5 hours.
        let of_days = |from: u64, until: u64| {
            let ages = times.iter().map(|time_ms| end_ms - time_ms);
            ages.filter(|age_ms| (from * DAY_MS..until * DAY_MS).contains(age_ms))
                .count()
        };
        assert_eq!(
            [of_days(0, 1), of_days(1, 30), of_days(30, 90)],
            [6 * 24 + 18 * 6, 5 + (29 * 24 - 5) * 60 / 150 + 1, 60 * 24 / 5]
        );
        assert!(times[0] < end_ms - 89 * DAY_MS);
        assert_eq!(times[times.len() - 1] - times[times.len() - 2], 150 * SECOND_MS);
        assert_eq!(times[1] - times[0], 5 * HOUR_MS);
    }

    #[test]
    fn no_chart_of_six_hours_and_longer_has_a_gap() {
        // Length and interval of each range that the server shows. It joins points that are two and a half intervals apart.
        let charts = [
            (6 * HOUR_MS, MINUTE_MS),
            (DAY_MS, 5 * MINUTE_MS),
            (7 * DAY_MS, HOUR_MS),
            (30 * DAY_MS, HOUR_MS),
            (90 * DAY_MS, 6 * HOUR_MS),
        ];
        for (length_ms, interval_ms) in charts {
            for end_ms in (0..HOUR_MS)
                .step_by(7 * 60_000 + 13_000)
                .map(|ms| 1_795_000_000_000 + ms)
            {
                let times = sample_times(end_ms - 90 * DAY_MS, end_ms);
                let shown: Vec<u64> = times
                    .into_iter()
                    .filter(|time_ms| *time_ms >= end_ms - length_ms)
                    .collect();
                let points: Vec<u64> = shown
                    .chunk_by(|a, b| a / interval_ms == b / interval_ms)
                    .filter_map(|of_interval| of_interval.last().copied())
                    .collect();
                let widest_ms = points.windows(2).map(|pair| pair[1] - pair[0]).max();
                assert!(
                    widest_ms.is_some_and(|ms| 2 * ms <= 5 * interval_ms),
                    "{widest_ms:?} ms in a chart of {length_ms} ms"
                );
            }
        }
    }

    #[test]
    fn no_day_looks_steadier_than_another_for_being_long_ago() {
        let fleet = demo();
        let times = sample_times(fleet.layout.start_ms, fleet.layout.end_ms);
        let drive = |drive: &&Drive| drive.stays.len() == 1 && drive.fate == Fate::Healthy;
        let lives: Vec<Life> = fleet
            .drives
            .iter()
            .filter(drive)
            .take(100)
            .map(|drive| Life::new(&fleet, drive, drive.stays[0]))
            .collect();
        // Kelvin between the warmest and the coolest sample of a day, of all drives over five days.
        let swing = |days_ago: u64| {
            let of_day = |life: &Life, day: u64| {
                let day = fleet.layout.end_ms - (day + 1) * DAY_MS..fleet.layout.end_ms - day * DAY_MS;
                let kelvin = times
                    .iter()
                    .filter(|time_ms| day.contains(time_ms))
                    .map(|time_ms| life.reading(*time_ms).temperature_kelvin);
                let (least, most) =
                    kelvin.fold((u16::MAX, 0), |(least, most), k| (least.min(k), most.max(k)));
                f64::from(most) - f64::from(least)
            };
            let days = days_ago..days_ago + 5;
            let sum: f64 = days
                .flat_map(|day| lives.iter().map(move |life| of_day(life, day)))
                .sum();
            sum / 500.0
        };
        let (recent, earlier) = (swing(24), swing(31));
        assert!(
            (recent - earlier).abs() < 0.75,
            "{recent} K, and {earlier} K before"
        );
    }

    #[test]
    fn ends_where_time_does() {
        assert_eq!(sample_times(0, 2 * MINUTE_MS), [2 * MINUTE_MS]);
    }
}
