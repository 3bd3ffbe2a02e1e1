//! Samples of the past, written for a server that stores them in bulk: one line for each drive, each column a list.

use serde::Serialize;
use uuid::Uuid;

use crosspoint_wire::DriveIdentity;

use crate::fleet::{Drive, Fleet, Host, Stay};
use crate::life::Life;
use crate::observation::identity;
use crate::reading::Reading;

/// All samples of a drive.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SampleLine {
    /// The drive.
    pub drive: DriveIdentity,
    /// The hosts that it was in, one after the other.
    pub stays: Vec<SampledStay>,
    /// The columns, the oldest sample first.
    pub columns: Columns,
}

/// Some of a drive's samples, one behind the other.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SampledStay {
    /// The host's.
    pub installation_id: Uuid,
    /// How many samples it took.
    pub samples: usize,
}

/// What is said of a log, named as on the wire, all columns of one length; those that a simulated drive does not have are left out.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct Columns {
    pub time_ms: Vec<u64>,
    pub critical_warning: Vec<u64>,
    pub composite_temperature_kelvin: Vec<u64>,
    pub available_spare_percent: Vec<u64>,
    pub available_spare_threshold_percent: Vec<u64>,
    pub percentage_used: Vec<u64>,
    pub data_units_read: Vec<u64>,
    pub data_units_written: Vec<u64>,
    pub host_read_commands: Vec<u64>,
    pub host_write_commands: Vec<u64>,
    pub controller_busy_time_minutes: Vec<u64>,
    pub power_cycles: Vec<u64>,
    pub power_on_hours: Vec<u64>,
    pub unsafe_shutdowns: Vec<u64>,
    pub media_errors: Vec<u64>,
    pub error_log_entries: Vec<u64>,
    pub warning_temperature_time_minutes: Vec<u64>,
}

/// A line for each drive that was ever sampled; `times_ms` are those of [`crate::cadence`].
pub fn sample_lines<'a>(fleet: &'a Fleet, times_ms: &'a [u64]) -> impl Iterator<Item = SampleLine> + 'a {
    fleet
        .drives
        .iter()
        .filter_map(move |drive| sample_line(fleet, drive, times_ms))
}

fn sample_line(fleet: &Fleet, drive: &Drive, times_ms: &[u64]) -> Option<SampleLine> {
    let mut readings = Vec::with_capacity(times_ms.len());
    let mut stays = Vec::new();
    for stay in &drive.stays {
        let host = &fleet.hosts[stay.host as usize];
        let life = Life::new(fleet, drive, *stay);
        let before = readings.len();
        let sampled = times_ms
            .iter()
            .filter(|time_ms| is_sampled(drive, host, *stay, **time_ms));
        readings.extend(sampled.map(|time_ms| (*time_ms, life.reading(*time_ms))));
        if readings.len() > before {
            stays.push(SampledStay {
                installation_id: host.installation_id,
                samples: readings.len() - before,
            });
        }
    }
    (!readings.is_empty()).then(|| SampleLine {
        drive: identity(drive),
        stays,
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
    let of = |read: fn(&Reading) -> u64| readings.iter().map(|(_, reading)| read(reading)).collect();
    Columns {
        time_ms: readings.iter().map(|(time_ms, _)| *time_ms).collect(),
        critical_warning: of(|r| u64::from(r.critical_warning)),
        composite_temperature_kelvin: of(|r| u64::from(r.temperature_kelvin)),
        available_spare_percent: of(|r| u64::from(r.spare_percent)),
        available_spare_threshold_percent: of(|r| u64::from(r.spare_threshold_percent)),
        percentage_used: of(|r| u64::from(r.percentage_used)),
        data_units_read: of(|r| r.units_read),
        data_units_written: of(|r| r.units_written),
        host_read_commands: of(|r| r.read_commands),
        host_write_commands: of(|r| r.write_commands),
        controller_busy_time_minutes: of(|r| r.busy_minutes),
        power_cycles: of(|r| r.power_cycles),
        power_on_hours: of(|r| r.power_on_hours),
        unsafe_shutdowns: of(|r| r.unsafe_shutdowns),
        media_errors: of(|r| r.media_errors),
        error_log_entries: of(|r| r.error_entries),
        warning_temperature_time_minutes: of(|r| r.warning_minutes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cadence::sample_times;
    use crate::fleet::tests::demo;

    #[test]
    fn a_drive_that_moved_has_one_line_with_both_hosts_and_no_sample_twice() {
        let fleet = demo();
        let times = sample_times(fleet.layout.start_ms, fleet.layout.end_ms);
        let moved = fleet
            .drives
            .iter()
            .find(|drive| drive.stays.len() == 2)
            .expect("one that moved");
        let line = sample_line(&fleet, moved, &times).expect("a line");
        let of_host = |place: usize| fleet.hosts[moved.stays[place].host as usize].installation_id;
        let hosts: Vec<Uuid> = line.stays.iter().map(|stay| stay.installation_id).collect();
        assert_eq!(hosts, [of_host(0), of_host(1)]);
        let sampled = line.stays.iter().map(|stay| stay.samples).sum::<usize>();
        assert_eq!(sampled, line.columns.time_ms.len());
        assert!(line.columns.time_ms.is_sorted_by(|a, b| a < b));
    }

    #[test]
    fn every_column_has_a_value_for_every_sample_named_as_on_the_wire() {
        let fleet = demo();
        let times = sample_times(fleet.layout.start_ms, fleet.layout.end_ms);
        let line = sample_lines(&fleet, &times).next().expect("a line");
        let json = serde_json::to_value(&line.columns).unwrap();
        let drive = &fleet.drives[0];
        let log = crosspoint_wire::SmartLog::from(Life::new(&fleet, drive, drive.stays[0]).reading(times[0]));
        let log = serde_json::to_value(log).unwrap();
        for (name, column) in json.as_object().unwrap() {
            let column = column.as_array().unwrap();
            assert_eq!(column.len(), line.columns.time_ms.len(), "{name}");
            let said = log.get(name).map(|value| value.to_string().replace('"', ""));
            assert!(name == "timeMs" || said == Some(column[0].to_string()), "{name}");
        }
        assert_eq!(json["timeMs"][0], times[0]);
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
