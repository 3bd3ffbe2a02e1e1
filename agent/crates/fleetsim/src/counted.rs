//! What simulated drives count beyond their health log: as Intel's additional SMART, and the error log. Nothing of it is out of the
//! ordinary: what is wrong with a simulated drive shows in its health.

use crosspoint_wire::{
    DriveLogs, DriveLogsEvent, ErrorNews, MediaCounters, MediaCountersLog, ReadOnlyNamespaces,
};
use uuid::Uuid;

use crate::fleet::{Drive, Fleet, Stay};
use crate::life::Life;
use crate::model::Medium;
use crate::observation::{error_log, identity};

const DATA_UNIT_BYTES: f64 = 512_000.0;
/// What reaches the flash for each byte of hosts, at least and at most: steady for a drive, as its load is.
const AMPLIFICATION: (f64, f64) = (1.4, 6.0);

/// What the logs of a drive say at a time.
#[must_use]
pub fn logs_event(fleet: &Fleet, drive: &Drive, stay: Stay, time_ms: u64, id: Uuid) -> DriveLogsEvent {
    DriveLogsEvent {
        drive: identity(drive),
        id,
        logs: logs(fleet, drive, stay, time_ms),
        sequence: None,
        time_ms,
    }
}

fn logs(fleet: &Fleet, drive: &Drive, stay: Stay, time_ms: u64) -> DriveLogs {
    let reading = Life::new(fleet, drive, stay).reading(time_ms);
    DriveLogs {
        boot: None,
        data_units_written: Some(reading.units_written.to_string()),
        endurance_group_warning: Some(0),
        errors: Some(ErrorNews {
            entries: error_log(drive.seed, reading.error_entries, reading.media_errors),
            newest_count: reading.error_entries.to_string(),
        }),
        kernel: None,
        link: None,
        media: Some(MediaCounters {
            bad_blocks: Some("0".to_owned()),
            bytes_read: None,
            bytes_written: (drive.model.medium == Medium::Nand)
                .then(|| to_flash(drive, reading.units_written).to_string()),
            capacitor_percent: None,
            die_failure_tolerance: None,
            dies_offline: None,
            end_to_end_errors: Some("0".to_owned()),
            incomplete_shutdowns: None,
            link_correctable_errors: None,
            log: MediaCountersLog::Intel,
        }),
        namespaces: Some(ReadOnlyNamespaces {
            read_only: Vec::new(),
        }),
        self_tests: None,
        unread: Vec::new(),
    }
}

#[allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss
)]
fn to_flash(drive: &Drive, units_written: u64) -> u128 {
    let (least, most) = AMPLIFICATION;
    // Most drives are near the least.
    let unit = drive.seed.child("amplification", 0).unit();
    let factor = least + (most - least) * unit * unit;
    (units_written as f64 * DATA_UNIT_BYTES * factor) as u128
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fleet::tests::demo;
    use crate::times::{DAY_MS, HOUR_MS};

    #[test]
    fn flash_is_written_more_than_hosts_write_and_never_less_than_before() {
        let fleet = demo();
        let end_ms = fleet.layout.end_ms;
        let nand = |drive: &&Drive| drive.model.medium == Medium::Nand && drive.stays[0].holds(end_ms);
        let drives: Vec<_> = fleet.drives.iter().filter(nand).take(50).collect();
        assert!(drives.len() > 20);
        for drive in drives {
            let at = |time_ms| {
                let logs = logs(&fleet, drive, drive.stays[0], time_ms);
                let media: u128 = logs.media.unwrap().bytes_written.unwrap().parse().unwrap();
                let host: u128 = logs.data_units_written.unwrap().parse().unwrap();
                (media, host * 512_000)
            };
            let (before, now) = (at(end_ms - 8 * DAY_MS), at(end_ms - HOUR_MS));
            assert!(now.0 >= before.0 && now.0 >= now.1, "{before:?} {now:?}");
        }
    }
}
