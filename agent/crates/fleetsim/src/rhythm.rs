//! How the load of a host's drives rises and falls with the hour and with the day of the week.

use std::f64::consts::TAU;

use crate::fleet::Host;
use crate::times::{DAY_MS, WEEK_MS, days};
use crate::workload::Workload;

/// Of a host.
#[derive(Debug, Clone, Copy)]
pub struct Rhythm<'a>(pub &'a Host);

impl Rhythm<'_> {
    /// The load at a time; 1 on average.
    #[must_use]
    pub fn load(&self, time_ms: u64) -> f64 {
        let Workload {
            day_swing,
            week_swing,
            ..
        } = *self.0.workload;
        1.0 + day_swing * self.angle(time_ms, DAY_MS).sin() + week_swing * self.angle(time_ms, WEEK_MS).sin()
    }

    /// The integral of the load between two times, in days of mean load.
    #[must_use]
    pub fn integral(&self, from_ms: u64, until_ms: u64) -> f64 {
        let Workload {
            day_swing,
            week_swing,
            ..
        } = *self.0.workload;
        let part = |swing: f64, period_ms: u64| {
            let angle = |at_ms| self.angle(at_ms, period_ms);
            swing * days(period_ms) / TAU * (angle(from_ms).cos() - angle(until_ms).cos())
        };
        days(until_ms - from_ms) + part(day_swing, DAY_MS) + part(week_swing, WEEK_MS)
    }

    /// Hosts of one purpose are busy at like times of the day: in the afternoon, give or take two hours.
    #[must_use]
    pub fn angle(&self, time_ms: u64, period_ms: u64) -> f64 {
        let shift = self.0.seed.child("rhythm", period_ms).between(-0.08, 0.08) - 0.38;
        (days(time_ms % period_ms) / days(period_ms) + shift) * TAU
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fleet::tests::demo;

    #[test]
    fn a_rhythm_comes_to_the_mean_load_in_whole_weeks() {
        let fleet = demo();
        let start_ms = fleet.layout.start_ms;
        let weeks = Rhythm(&fleet.hosts[0]).integral(start_ms, start_ms + 4 * WEEK_MS);
        assert!((weeks - 28.0).abs() < 1e-6, "{weeks}");
    }
}
