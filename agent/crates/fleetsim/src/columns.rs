//! Samples of the past, written for a server that stores them in bulk: one line for each drive and host, each column a
//! PostgreSQL array.

use std::fmt::{Display, Write};

use serde::Serialize;
use uuid::Uuid;

use crosspoint_wire::DriveIdentity;

use crate::fleet::{Drive, Fleet, Host, Stay};
use crate::life::Life;
use crate::observation::identity;
use crate::reading::Reading;

/// Samples of a drive while it was in one host.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SampleLine {
    /// The host's.
    pub installation_id: Uuid,
    /// The drive.
    pub drive: DriveIdentity,
    /// How many there are in each column.
    pub samples: usize,
    /// The time of the first.
    pub first_ms: u64,
    /// The columns.
    pub columns: Columns,
}

/// One array for each column; those that a simulated drive does not have are left out.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct Columns {
    pub time_ms: String,
    pub critical_warning: String,
    pub temperature_kelvin: String,
    pub spare_percent: String,
    pub spare_threshold_percent: String,
    pub percentage_used: String,
    pub units_read: String,
    pub units_written: String,
    pub read_commands: String,
    pub write_commands: String,
    pub busy_minutes: String,
    pub power_cycles: String,
    pub power_on_hours: String,
    pub unsafe_shutdowns: String,
    pub media_errors: String,
    pub error_entries: String,
    pub warning_minutes: String,
}

/// All lines of a fleet, drive by drive; `times_ms` are those of [`crate::cadence`].
pub fn sample_lines<'a>(fleet: &'a Fleet, times_ms: &'a [u64]) -> impl Iterator<Item = SampleLine> + 'a {
    fleet.drives.iter().flat_map(move |drive| {
        drive
            .stays
            .iter()
            .filter_map(move |stay| sample_line(fleet, drive, *stay, times_ms))
    })
}

fn sample_line(fleet: &Fleet, drive: &Drive, stay: Stay, times_ms: &[u64]) -> Option<SampleLine> {
    let host = &fleet.hosts[stay.host as usize];
    let life = Life::new(fleet, drive, stay);
    let readings: Vec<(u64, Reading)> = times_ms
        .iter()
        .filter(|time_ms| is_sampled(drive, host, stay, **time_ms))
        .map(|time_ms| (*time_ms, life.reading(*time_ms)))
        .collect();
    (!readings.is_empty()).then(|| SampleLine {
        installation_id: host.installation_id,
        drive: identity(drive),
        samples: readings.len(),
        first_ms: readings[0].0,
        columns: columns(&readings),
    })
}

/// Whether a host sampled a drive at a time: both were there, and on.
#[must_use]
pub fn is_sampled(drive: &Drive, host: &Host, stay: Stay, time_ms: u64) -> bool {
    let is_off = host
        .off
        .is_some_and(|(from_ms, until_ms)| (from_ms..until_ms).contains(&time_ms));
    stay.holds(time_ms) && !is_off && !drive.fate.is_silent_at(time_ms)
}

fn columns(readings: &[(u64, Reading)]) -> Columns {
    let of = |read: fn(&Reading) -> u64| array(readings.iter().map(|(_, reading)| read(reading)));
    Columns {
        time_ms: array(readings.iter().map(|(time_ms, _)| *time_ms)),
        critical_warning: of(|r| u64::from(r.critical_warning)),
        temperature_kelvin: of(|r| u64::from(r.temperature_kelvin)),
        spare_percent: of(|r| u64::from(r.spare_percent)),
        spare_threshold_percent: of(|r| u64::from(r.spare_threshold_percent)),
        percentage_used: of(|r| u64::from(r.percentage_used)),
        units_read: of(|r| r.units_read),
        units_written: of(|r| r.units_written),
        read_commands: of(|r| r.read_commands),
        write_commands: of(|r| r.write_commands),
        busy_minutes: of(|r| r.busy_minutes),
        power_cycles: of(|r| r.power_cycles),
        power_on_hours: of(|r| r.power_on_hours),
        unsafe_shutdowns: of(|r| r.unsafe_shutdowns),
        media_errors: of(|r| r.media_errors),
        error_entries: of(|r| r.error_entries),
        warning_minutes: of(|r| r.warning_minutes),
    }
}

fn array<T: Display>(values: impl Iterator<Item = T>) -> String {
    let mut text = String::from("{");
    for (number, value) in values.enumerate() {
        let comma = if number == 0 { "" } else { "," };
        write!(text, "{comma}{value}").expect("writing to a String cannot fail");
    }
    text.push('}');
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cadence::sample_times;
    use crate::fleet::tests::demo;

    #[test]
    fn a_drive_that_moved_has_a_line_for_each_host_and_no_sample_twice() {
        let fleet = demo();
        let times = sample_times(fleet.layout.start_ms, fleet.layout.end_ms);
        let moved = fleet
            .drives
            .iter()
            .find(|drive| drive.stays.len() == 2)
            .expect("one that moved");
        let lines: Vec<_> = moved
            .stays
            .iter()
            .filter_map(|stay| sample_line(&fleet, moved, *stay, &times))
            .collect();
        assert_eq!(lines.len(), 2);
        assert_ne!(lines[0].installation_id, lines[1].installation_id);
        assert!(lines.iter().map(|line| line.samples).sum::<usize>() <= times.len());
    }

    #[test]
    fn every_column_has_a_value_for_every_sample() {
        let fleet = demo();
        let times = sample_times(fleet.layout.start_ms, fleet.layout.end_ms);
        let line = sample_lines(&fleet, &times).next().expect("a line");
        let json = serde_json::to_value(&line.columns).unwrap();
        for (name, column) in json.as_object().unwrap() {
            assert_eq!(
                column.as_str().unwrap().split(',').count(),
                line.samples,
                "{name}"
            );
        }
        assert_eq!(
            json["timeMs"].as_str().unwrap().split(',').next(),
            Some(&*format!("{{{}", times[0]))
        );
    }

    #[test]
    fn nothing_is_sampled_while_a_host_is_off() {
        let fleet = demo();
        let host = fleet
            .hosts
            .iter()
            .find(|host| host.off.is_some())
            .expect("one that was off");
        let (drive, stay) = fleet.stays_in(host).next().expect("a drive");
        let (from_ms, until_ms) = host.off.unwrap();
        assert!(!is_sampled(drive, host, stay, from_ms));
        assert!(is_sampled(drive, host, stay, until_ms) || drive.fate != crate::fate::Fate::Healthy);
    }
}
