//! When a drive was sampled: the longer ago, the more seldom, as retention would have left it. So dense that no chart of any
//! range has a gap where the drive was there.

use crate::times::{DAY_MS, HOUR_MS, MINUTE_MS};

/// Samples that are at most so old are so far apart.
const CADENCE: [(u64, u64); 4] = [
    (DAY_MS, 5 * MINUTE_MS),
    (7 * DAY_MS, HOUR_MS),
    (30 * DAY_MS, 2 * HOUR_MS),
    (u64::MAX, 12 * HOUR_MS),
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

    #[test]
    fn is_denser_towards_the_present() {
        let end_ms = 1_795_000_000_000;
        let times = sample_times(end_ms - 90 * DAY_MS, end_ms);
        // 288 of 5 minutes, 6 x 24 of an hour, 23 x 12 of 2 hours, 60 x 2 of 12 hours, and the first.
        assert_eq!(times.len(), 288 + 144 + 276 + 120 + 1);
        assert_eq!(times[0], end_ms - 90 * DAY_MS);
        assert_eq!(times[times.len() - 1] - times[times.len() - 2], 5 * MINUTE_MS);
        assert_eq!(times[1] - times[0], 12 * HOUR_MS);
    }

    #[test]
    fn ends_where_time_does() {
        assert_eq!(sample_times(0, 2 * MINUTE_MS), [2 * MINUTE_MS]);
    }
}
