//! How warm a drive is at any time, and for how long it was too warm: what it tells of both comes of one temperature.

use crate::fate::Fate;
use crate::fleet::{Drive, Fleet, Host};
use crate::model::CRITICAL_ABOVE_WARNING_KELVIN;
use crate::rhythm::Rhythm;
use crate::seed::Seed;
use crate::times::{DAY_MS, HOUR_MS, MINUTE_MS, days};

/// Temperatures wander from one value to the next within this time.
const WANDER_MS: u64 = 20 * MINUTE_MS;
/// And by so many kelvin at most.
const WANDER_KELVIN: f64 = 1.2;
/// How much the air of a room warms and cools in a day.
const ROOM_KELVIN: f64 = 1.6;
const ZERO_CELSIUS_KELVIN: f64 = 273.15;
/// Dust: a drive whose place gets too little air is as hot as it gets within so many days.
const HEATING_DAYS: f64 = 7.0;

/// Of a drive while it is in one host.
#[derive(Debug, Clone, Copy)]
pub struct Warmth<'a> {
    fleet: &'a Fleet,
    drive: &'a Drive,
    /// Where it was first: its load stays the same when it moves.
    home: &'a Host,
    /// Where it is.
    host: &'a Host,
}

impl<'a> Warmth<'a> {
    /// Of a drive in a host, with the load of its home.
    #[must_use]
    pub fn new(fleet: &'a Fleet, drive: &'a Drive, home: &'a Host, host: &'a Host) -> Self {
        Self {
            fleet,
            drive,
            home,
            host,
        }
    }

    /// What it tells at this time, in kelvin.
    #[must_use]
    pub fn told_kelvin(&self, time_ms: u64) -> u16 {
        self.throttled(self.kelvin_in(self.host, time_ms))
    }

    /// Whether that is at its warning temperature or above.
    #[must_use]
    pub fn is_too_warm(&self, time_ms: u64) -> bool {
        self.told_kelvin(time_ms) >= self.drive.model.warning_kelvin
    }

    /// In how many of the minutes of its history until this time it was too warm: its temperature counts as it is told at the end of
    /// each. Hours that are over are counted once.
    #[must_use]
    pub fn warning_minutes(&self, time_ms: u64) -> u64 {
        let start_ms = self.fleet.layout.start_ms;
        if time_ms <= start_ms || self.highest_kelvin() < f64::from(self.drive.model.warning_kelvin) - 1.0 {
            return 0;
        }
        let hours = (time_ms - start_ms) / HOUR_MS;
        let since_ms = start_ms + hours * HOUR_MS;
        let of_hours = self.drive.warm_minutes.until(hours, |hour| {
            let from_ms = start_ms + hour * HOUR_MS;
            self.count(from_ms, from_ms + HOUR_MS)
        });
        of_hours + self.count(since_ms, time_ms)
    }

    /// Minutes that end after the one time and not after the other.
    fn count(&self, from_ms: u64, until_ms: u64) -> u64 {
        let ends = (1..=(until_ms - from_ms) / MINUTE_MS).map(|minute| from_ms + minute * MINUTE_MS);
        let counted = ends.filter(|end_ms| {
            let kelvin = self.host_at(*end_ms).map(|host| self.kelvin_in(host, *end_ms));
            kelvin.is_some_and(|kelvin| self.throttled(kelvin) >= self.drive.model.warning_kelvin)
        });
        counted.count() as u64
    }

    /// Where it had power at this time.
    fn host_at(&self, time_ms: u64) -> Option<&'a Host> {
        let stay = self.drive.stays.iter().find(|stay| stay.holds(time_ms))?;
        let host = &self.fleet.hosts[stay.host as usize];
        let is_off = host
            .off
            .is_some_and(|(from_ms, until_ms)| (from_ms..until_ms).contains(&time_ms));
        (!is_off).then_some(host)
    }

    /// Above its warning temperature a drive slows down, the more the warmer it is, and stays below the critical one.
    fn throttled(&self, kelvin: f64) -> u16 {
        let warning = f64::from(self.drive.model.warning_kelvin);
        let most = f64::from(CRITICAL_ABOVE_WARNING_KELVIN - 1);
        let above = kelvin - warning;
        let told = if above <= 0.0 {
            kelvin
        } else {
            warning + most * (1.0 - (-above / most).exp())
        };
        whole(told.round())
    }

    /// What it would be in this host if it did not throttle.
    fn kelvin_in(&self, host: &Host, time_ms: u64) -> f64 {
        let rhythm = Rhythm(self.home);
        let cooling = ROOM_KELVIN * (rhythm.angle(time_ms, DAY_MS) - 0.4).sin();
        let heat = self.home.workload.heat_kelvin * rhythm.load(time_ms);
        let trouble = match self.drive.fate {
            Fate::Hot { from_ms, kelvin } => {
                kelvin * days(time_ms.saturating_sub(from_ms)).min(HEATING_DAYS) / HEATING_DAYS
            }
            _ => 0.0,
        };
        let own = wander(self.drive.seed.child("wander", 0), time_ms);
        self.idle_in(host) + cooling + heat + trouble + own
    }

    /// With nothing to do, without what changes from hour to hour.
    fn idle_in(&self, host: &Host) -> f64 {
        let room = ZERO_CELSIUS_KELVIN + host.seed.child("room", 0).between(20.0, 27.0);
        let place = self.drive.seed.child("place", 0).between(-2.0, 3.0);
        room + place + self.drive.model.idle_rise_kelvin
    }

    /// It is never warmer than that in any of its hosts.
    fn highest_kelvin(&self) -> f64 {
        let hosts = self
            .drive
            .stays
            .iter()
            .map(|stay| &self.fleet.hosts[stay.host as usize]);
        let idle = hosts.map(|host| self.idle_in(host)).fold(0.0, f64::max);
        let workload = self.home.workload;
        let heat = workload.heat_kelvin * (1.0 + workload.day_swing + workload.week_swing);
        let trouble = match self.drive.fate {
            Fate::Hot { kelvin, .. } => kelvin,
            _ => 0.0,
        };
        idle + ROOM_KELVIN + heat + trouble + WANDER_KELVIN
    }
}

/// Without jumps.
fn wander(seed: Seed, time_ms: u64) -> f64 {
    let step = time_ms / WANDER_MS;
    let at = |step| seed.child("at", step).between(-WANDER_KELVIN, WANDER_KELVIN);
    let part = days(time_ms % WANDER_MS) / days(WANDER_MS);
    at(step) * (1.0 - part) + at(step + 1) * part
}

/// Temperatures are whole numbers of kelvin, far from both ends of the range.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn whole(kelvin: f64) -> u16 {
    kelvin as u16
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fleet::Layout;
    use crate::life::Life;

    const SEEDS: u64 = 8;
    /// Minutes from one look at the count to the next; temperatures are looked at each minute.
    const LOOK_MINUTES: u64 = 7;
    const DAYS: u64 = 20;

    /// A fleet of which two or three drives are hot.
    fn fleet(seed: u64) -> Fleet {
        let end_ms = 1_795_000_000_000;
        Fleet::new(Layout {
            seed,
            hosts: 30,
            drives: 150,
            start_ms: end_ms - DAYS * DAY_MS,
            end_ms,
        })
    }

    /// In the history of every drive: the minutes that it says it was too warm are those in which it says such temperatures.
    #[test]
    fn minutes_above_the_warning_temperature_are_those_of_the_temperatures_told() {
        let (mut warm, mut warned) = (0, 0);
        for seed in 0..SEEDS {
            let fleet = fleet(seed);
            let hot = |drive: &&Drive| matches!(drive.fate, Fate::Hot { .. });
            for drive in fleet.drives.iter().filter(hot) {
                let life = Life::new(&fleet, drive, drive.stays[0]);
                let host = &fleet.hosts[drive.stays[0].host as usize];
                let warmth = Warmth::new(&fleet, drive, host, host);
                let is_off = |time_ms| {
                    host.off
                        .is_some_and(|(from, until)| (from..until).contains(&time_ms))
                };
                let mut counted = 0;
                for minute in 0..=DAYS * 24 * 60 {
                    let time_ms = fleet.layout.start_ms + minute * MINUTE_MS;
                    let is_warm = warmth.told_kelvin(time_ms) >= drive.model.warning_kelvin;
                    counted += u64::from(is_warm && minute > 0 && !is_off(time_ms));
                    if minute % LOOK_MINUTES > 0 {
                        continue;
                    }
                    let told = life.reading(time_ms);
                    assert_eq!(
                        told.warning_minutes, counted,
                        "seed {seed}, minute {minute}: {drive:?}"
                    );
                    assert_eq!(told.temperature_kelvin, warmth.told_kelvin(time_ms));
                    assert_eq!(told.critical_warning & 2 != 0, is_warm);
                    let critical = drive.model.warning_kelvin + CRITICAL_ABOVE_WARNING_KELVIN;
                    assert!(told.temperature_kelvin < critical, "{told:?}");
                }
                warm += 1;
                warned += u64::from(counted > 0);
            }
        }
        assert!(
            warned > 3 && warned < warm,
            "{warned} of {warm} are ever too warm"
        );
    }

    #[test]
    fn a_drive_that_gets_enough_air_is_never_too_warm() {
        let fleet = fleet(1);
        let cool = |drive: &&Drive| !matches!(drive.fate, Fate::Hot { .. });
        for drive in fleet.drives.iter().filter(cool) {
            let life = Life::new(&fleet, drive, drive.stays[0]);
            assert_eq!(
                life.reading(fleet.layout.end_ms).warning_minutes,
                0,
                "{}",
                drive.serial
            );
        }
    }

    #[test]
    fn the_past_is_the_same_whoever_asks_first() {
        let of = |fleet: &Fleet, time_ms: u64| -> Vec<u64> {
            let minutes = fleet.drives.iter().map(|drive| {
                Life::new(fleet, drive, drive.stays[0])
                    .reading(time_ms)
                    .warning_minutes
            });
            minutes.collect()
        };
        let mut grown = 0;
        for seed in 0..SEEDS {
            let (one, other) = (fleet(seed), fleet(seed));
            let (early_ms, late_ms) = (one.layout.end_ms - 3 * DAY_MS, one.layout.end_ms);
            let forward = (of(&one, early_ms), of(&one, late_ms));
            let late = of(&other, late_ms);
            assert_eq!(forward, (of(&other, early_ms), late));
            grown += u64::from(forward.0 != forward.1);
        }
        assert!(grown > 0, "some minutes are of the last days");
    }
}
