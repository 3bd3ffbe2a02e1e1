//! When the ramp, the measured window and each of their seconds begin and end. Pure: times are arguments,
//! in nanoseconds since the start of the run.

use crate::output::Phase;
use std::time::Duration;

const SECOND_NS: u64 = 1_000_000_000;

/// The times of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Schedule {
    ramp_ns: u64,
    duration_ns: u64,
}

/// One interval of the run: a second of the ramp or of the measured window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Interval {
    /// Part of the run.
    pub phase: Phase,
    /// Number of the second within its phase.
    pub second: u32,
    /// Its start.
    pub start_ns: u64,
    /// Its end; the last of a phase may be shorter than a second.
    pub end_ns: u64,
}

impl Schedule {
    /// A ramp and the measured window behind it.
    pub fn new(ramp: Duration, duration: Duration) -> Self {
        let ns =
            |time: Duration| u64::try_from(time.as_nanos()).expect("a workload's times are at most weeks");
        Schedule {
            ramp_ns: ns(ramp),
            duration_ns: ns(duration),
        }
    }

    /// Where the measured window begins.
    pub fn measure_start_ns(&self) -> u64 {
        self.ramp_ns
    }

    /// Where it ends.
    pub fn end_ns(&self) -> u64 {
        self.ramp_ns + self.duration_ns
    }

    /// Number of intervals.
    pub fn intervals(&self) -> u32 {
        self.ramp_intervals() + seconds(self.duration_ns)
    }

    /// Number of intervals in the ramp: the measured window begins with the interval of this number.
    pub fn ramp_intervals(&self) -> u32 {
        seconds(self.ramp_ns)
    }

    /// Interval number `index`, counted through both phases.
    pub fn interval(&self, index: u32) -> Interval {
        let ramp_intervals = self.ramp_intervals();
        let (phase, second, phase_start, phase_end) = if index < ramp_intervals {
            (Phase::Ramp, index, 0, self.ramp_ns)
        } else {
            (
                Phase::Measure,
                index - ramp_intervals,
                self.ramp_ns,
                self.end_ns(),
            )
        };
        let start_ns = phase_start + u64::from(second) * SECOND_NS;
        Interval {
            phase,
            second,
            start_ns,
            end_ns: (start_ns + SECOND_NS).min(phase_end),
        }
    }

    /// Number of the interval in which `now_ns` lies; [`Schedule::intervals`] from the end on.
    pub fn index_at(&self, now_ns: u64) -> u32 {
        if now_ns >= self.end_ns() {
            return self.intervals();
        }
        let whole_seconds =
            |ns: u64| u32::try_from(ns / SECOND_NS).expect("a run has at most weeks of seconds");
        match now_ns.checked_sub(self.ramp_ns) {
            Some(measured_ns) => self.ramp_intervals() + whole_seconds(measured_ns),
            None => whole_seconds(now_ns),
        }
    }
}

/// Seconds begun in `ns`.
fn seconds(ns: u64) -> u32 {
    u32::try_from(ns.div_ceil(SECOND_NS)).expect("a workload's times are at most weeks")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_ramp_of_one_and_a_half_seconds_before_two() {
        let schedule = Schedule::new(Duration::from_millis(1500), Duration::from_secs(2));
        let all: Vec<_> = (0..schedule.intervals())
            .map(|index| schedule.interval(index))
            .map(|i| (i.phase, i.second, i.start_ns / 1_000_000, i.end_ns / 1_000_000))
            .collect();
        assert_eq!(
            all,
            [
                (Phase::Ramp, 0, 0, 1000),
                (Phase::Ramp, 1, 1000, 1500),
                (Phase::Measure, 0, 1500, 2500),
                (Phase::Measure, 1, 2500, 3500),
            ]
        );
        assert_eq!(schedule.index_at(1_499_999_999), 1);
        assert_eq!(schedule.index_at(1_500_000_000), 2);
        assert_eq!(schedule.index_at(3_500_000_000), 4);
    }

    proptest! {
        /// The intervals lie side by side from start to end, and each instant lies in the one it is said to.
        #[test]
        fn intervals_cover_the_run(ramp_ms in 0..5000_u64, duration_ms in 1..5000_u64, at in 0.0..1.0_f64) {
            let schedule = Schedule::new(Duration::from_millis(ramp_ms), Duration::from_millis(duration_ms));
            let mut next = 0;
            for index in 0..schedule.intervals() {
                let interval = schedule.interval(index);
                prop_assert_eq!(interval.start_ns, next);
                prop_assert!(interval.end_ns > interval.start_ns);
                next = interval.end_ns;
            }
            prop_assert_eq!(next, schedule.end_ns());
            #[allow(clippy::cast_possible_truncation)]
            let instant = (at * schedule.end_ns() as f64) as u64;
            let interval = schedule.interval(schedule.index_at(instant));
            prop_assert!((interval.start_ns..interval.end_ns).contains(&instant));
        }
    }
}
