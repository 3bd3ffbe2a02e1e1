//! What a drive would report at any moment: a function of its seed and of the time, so that any part of a history can be made
//! without the rest, and made again.

use crate::fate::Fate;
use crate::fleet::{Drive, Fleet, Host, Stay};
use crate::pace::worked_days;
use crate::reading::Reading;
use crate::rhythm::Rhythm;
use crate::times::{DAY_MS, days};
use crate::warmth::Warmth;

/// Bytes of a data unit in the SMART log: a thousand blocks of 512.
const UNIT_BYTES: f64 = 512_000.0;
/// Share of the load that follows the rhythm of days and weeks; the rest is more on some days than on others.
const REGULAR: f64 = 0.25;

/// A drive's life while it is in one host.
#[derive(Debug, Clone, Copy)]
pub struct Life<'a> {
    drive: &'a Drive,
    /// Where it was first: its load stays the same when it moves.
    home: &'a Host,
    warmth: Warmth<'a>,
    start_ms: u64,
    /// Days that it worked before the history.
    age_days: f64,
    /// Bytes that it is written a day, on average.
    written_per_day: f64,
    /// Its load changes at a time of day of its own: that share of a day into the history.
    day_begins: f64,
}

impl<'a> Life<'a> {
    /// Of a drive during a stay.
    #[must_use]
    pub fn new(fleet: &'a Fleet, drive: &'a Drive, stay: Stay) -> Self {
        let host = |number: u32| &fleet.hosts[number as usize];
        let home = host(drive.stays.first().unwrap_or(&stay).host);
        let share = drive.seed.child("share", 0).between(0.4, 1.8);
        let capacity = real(drive.model.capacity_bytes);
        Self {
            drive,
            home,
            warmth: Warmth::new(fleet, drive, home, host(stay.host)),
            start_ms: fleet.layout.start_ms,
            age_days: drive.seed.child("age", 0).between(60.0, 1500.0),
            day_begins: drive.seed.child("day", 0).unit(),
            written_per_day: share * home.workload.writes_per_day * capacity,
        }
    }

    /// What the drive says at this time, which is not before its history.
    #[must_use]
    pub fn reading(&self, time_ms: u64) -> Reading {
        let written = self.written(time_ms);
        let workload = self.home.workload;
        let read = written * workload.reads_per_write;
        let (media_errors, lost_spare) = self.wounds(time_ms);
        let spare_percent = 100 - whole(lost_spare.min(97.0));
        let threshold = u64::from(self.drive.model.spare_threshold);
        let days_on = self.age_days + self.days_on(time_ms);
        let cycles = self.drive.seed.child("cycles", 0).below(40) + 3 + u64::from(self.was_off(time_ms));
        Reading {
            critical_warning: u8::from(spare_percent < threshold)
                | (u8::from(self.warmth.is_too_warm(time_ms)) << 1),
            temperature_kelvin: self.warmth.told_kelvin(time_ms),
            spare_percent: narrow(spare_percent),
            spare_threshold_percent: self.drive.model.spare_threshold,
            percentage_used: narrow(whole(self.percent_of(written)).min(255)),
            units_read: whole(read / UNIT_BYTES),
            units_written: whole(written / UNIT_BYTES),
            read_commands: whole(read / workload.operation_bytes),
            write_commands: whole(written / workload.operation_bytes),
            busy_minutes: whole(workload.busy * days_on * 1440.0),
            power_cycles: cycles,
            power_on_hours: whole(days_on * 24.0),
            unsafe_shutdowns: cycles / 4,
            media_errors,
            error_entries: media_errors + self.drive.seed.child("entries", 0).below(30),
            warning_minutes: self.warmth.warning_minutes(time_ms),
        }
    }

    /// When its wear reaches so many percent of its endurance if it goes on as it does, to the second; `None` if not within so
    /// many days from the beginning of its history.
    #[must_use]
    pub fn wears_out(&self, percent: f64, days_most: u64) -> Option<u64> {
        let is_worn = |time_ms: u64| self.percent_worn(time_ms) >= percent;
        let (mut before_ms, mut after_ms) = (self.start_ms, self.start_ms + days_most * DAY_MS);
        if is_worn(before_ms) {
            return Some(before_ms);
        }
        if !is_worn(after_ms) {
            return None;
        }
        while after_ms - before_ms > 1000 {
            let middle_ms = before_ms.midpoint(after_ms);
            if is_worn(middle_ms) {
                after_ms = middle_ms;
            } else {
                before_ms = middle_ms;
            }
        }
        Some(after_ms)
    }

    fn percent_worn(&self, time_ms: u64) -> f64 {
        self.percent_of(self.written(time_ms))
    }

    /// Of which percentage used is the whole number.
    fn percent_of(&self, written: f64) -> f64 {
        100.0 * written / self.drive.model.endurance_bytes
    }

    /// Bytes written in its whole life.
    fn written(&self, time_ms: u64) -> f64 {
        self.written_per_day * (self.age_days + self.load_days(time_ms))
    }

    /// The load of the history until a time, in days of mean load. It never falls.
    fn load_days(&self, time_ms: u64) -> f64 {
        let off = self.home.off.map_or(0.0, |(from_ms, until_ms)| {
            self.worked(from_ms, time_ms.min(until_ms))
        });
        self.worked(self.start_ms, time_ms) - off
    }

    /// What it would have done between two times had it been on; 0 where that would end before it begins.
    fn worked(&self, from_ms: u64, until_ms: u64) -> f64 {
        if until_ms <= from_ms {
            return 0.0;
        }
        let irregular = |time_ms: u64| {
            worked_days(
                self.drive.seed.child("pace", 0),
                self.day_begins + days(time_ms.saturating_sub(self.start_ms)),
            )
        };
        REGULAR * Rhythm(self.home).integral(from_ms, until_ms)
            + (1.0 - REGULAR) * (irregular(until_ms) - irregular(from_ms))
    }

    /// Media errors, and percent of spare lost.
    fn wounds(&self, time_ms: u64) -> (u64, f64) {
        match self.drive.fate {
            Fate::MediaErrors { from_ms, per_day } if time_ms >= from_ms => {
                let since = days(time_ms - from_ms);
                (1 + whole(per_day * since.powf(1.3)), (since / 20.0).min(3.0))
            }
            Fate::SpareLoss { from_ms, per_day } if time_ms >= from_ms => {
                let lost = per_day * days(time_ms - from_ms);
                (whole(lost * 4.0), lost)
            }
            _ => (0, 0.0),
        }
    }

    fn was_off(&self, time_ms: u64) -> bool {
        self.home.off.is_some_and(|(_, until_ms)| time_ms >= until_ms)
    }

    /// Days of the history in which it had power.
    fn days_on(&self, time_ms: u64) -> f64 {
        let off = self.home.off.unwrap_or((time_ms, time_ms));
        let off_ms = time_ms.min(off.1).saturating_sub(off.0);
        days(time_ms.saturating_sub(self.start_ms).saturating_sub(off_ms))
    }
}

#[allow(clippy::cast_precision_loss)]
fn real(value: u64) -> f64 {
    value as f64
}

/// Negative values, which there are none of, would be 0.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn whole(value: f64) -> u64 {
    value as u64
}

/// What is below the target's largest value by its bounds.
fn narrow<T: TryFrom<u64>>(value: u64) -> T {
    T::try_from(value).unwrap_or_else(|_| unreachable!("{value} is out of its bounds"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fleet::tests::demo;
    use crate::times::HOUR_MS;

    fn lives(fleet: &Fleet) -> impl Iterator<Item = Life<'_>> {
        fleet
            .drives
            .iter()
            .flat_map(|drive| drive.stays.iter().map(|stay| Life::new(fleet, drive, *stay)))
    }

    #[test]
    fn no_counter_ever_falls() {
        let fleet = demo();
        for life in lives(&fleet).take(300) {
            let mut before = life.reading(fleet.layout.start_ms);
            for hour in 1..24 * 90 {
                let now = life.reading(fleet.layout.start_ms + hour * HOUR_MS);
                let counters = |r: &Reading| {
                    [
                        r.units_read,
                        r.units_written,
                        r.read_commands,
                        r.write_commands,
                        r.busy_minutes,
                    ]
                    .into_iter()
                    .chain([
                        r.power_cycles,
                        r.power_on_hours,
                        r.unsafe_shutdowns,
                        r.media_errors,
                    ])
                    .chain([r.error_entries, r.warning_minutes, u64::from(r.percentage_used)])
                    .collect::<Vec<_>>()
                };
                assert!(
                    now.busy_minutes - before.busy_minutes <= 60,
                    "busier than the clock runs"
                );
                let fell = counters(&before)
                    .iter()
                    .zip(counters(&now))
                    .any(|(old, new)| *old > new);
                assert!(!fell, "hour {hour}: {before:?} then {now:?}");
                assert!(now.spare_percent <= before.spare_percent);
                before = now;
            }
        }
    }

    #[test]
    fn temperatures_are_those_of_machines_that_run() {
        let fleet = demo();
        for life in lives(&fleet) {
            for hour in 0..48 {
                let kelvin = life
                    .reading(fleet.layout.end_ms - hour * HOUR_MS)
                    .temperature_kelvin;
                assert!(
                    (293..375).contains(&kelvin),
                    "{kelvin} K of {:?}",
                    life.drive.fate
                );
            }
        }
    }

    #[test]
    fn a_day_has_a_rhythm() {
        let fleet = demo();
        let host = fleet
            .hosts
            .iter()
            .find(|host| host.workload.name == "cache")
            .expect("there are caches");
        let healthy = |(drive, _): &(&Drive, Stay)| drive.fate == Fate::Healthy && drive.stays.len() == 1;
        let (drive, stay) = fleet.stays_in(host).find(healthy).expect("a healthy one");
        let life = Life::new(&fleet, drive, stay);
        let of_day: Vec<u16> = (0..24)
            .map(|hour| {
                life.reading(fleet.layout.end_ms - hour * HOUR_MS)
                    .temperature_kelvin
            })
            .collect();
        // The load alone swings by 2 x 0.6 x 13 K.
        let (least, most) = (of_day.iter().min().unwrap(), of_day.iter().max().unwrap());
        assert!(most - least >= 10, "{of_day:?}");
    }

    #[test]
    fn a_drive_is_worn_out_when_it_says_so_and_not_before() {
        let fleet = demo();
        let mut found = 0;
        for life in lives(&fleet).take(200) {
            for percent in [100, 105] {
                let Some(end_ms) = life.wears_out(f64::from(percent), 100_000) else {
                    continue;
                };
                let used = |time_ms| life.reading(time_ms).percentage_used;
                assert!(used(end_ms) >= percent);
                assert!(end_ms == fleet.layout.start_ms || used(end_ms - 1000) < percent);
                found += 1;
            }
        }
        assert!(found > 100, "{found}");
        let far = lives(&fleet).find(|life| {
            life.wears_out(100.0, 100_000)
                .is_some_and(|end| end > fleet.layout.end_ms)
        });
        assert_eq!(far.expect("one that is not worn yet").wears_out(100.0, 90), None);
    }

    #[test]
    fn a_drive_that_moves_takes_its_counters_with_it() {
        let fleet = demo();
        let drive = fleet
            .drives
            .iter()
            .find(|drive| drive.stays.len() == 2)
            .expect("one that moved");
        let [there, here] = [0, 1].map(|stay| Life::new(&fleet, drive, drive.stays[stay]));
        let at_ms = drive.stays[1].from_ms;
        assert_eq!(
            there.reading(at_ms).units_written,
            here.reading(at_ms).units_written
        );
        assert_eq!(
            there.reading(at_ms).power_on_hours,
            here.reading(at_ms).power_on_hours
        );
    }

    #[test]
    fn a_host_that_is_off_writes_nothing() {
        let fleet = demo();
        let life = lives(&fleet)
            .find(|life| life.home.off.is_some())
            .expect("one that was off");
        let (from_ms, until_ms) = life.home.off.unwrap();
        let (before, after) = (life.reading(from_ms), life.reading(until_ms));
        assert_eq!(before.units_written, after.units_written);
        assert_eq!(
            (before.power_on_hours, before.power_cycles + 1),
            (after.power_on_hours, after.power_cycles)
        );
    }

    #[test]
    fn what_befalls_a_drive_shows() {
        let fleet = demo();
        let last = |what: fn(&Fate) -> bool| {
            let life = lives(&fleet)
                .find(|life| what(&life.drive.fate))
                .expect("one of 2,000 drives");
            life.reading(fleet.layout.end_ms)
        };
        assert!(last(|fate| matches!(fate, Fate::MediaErrors { .. })).media_errors > 0);
        assert!(last(|fate| matches!(fate, Fate::SpareLoss { .. })).spare_percent < 100);
    }
}
