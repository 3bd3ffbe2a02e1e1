//! How it stands with the logs of one drive: when it is their turn, and whether what they say is told.

use std::time::{Duration, Instant};

use crosspoint_wire as wire;

use super::logs_told::is_news;

const READ_INTERVAL: Duration = Duration::from_secs(3600);
/// What moves with every reading, as bytes written do, is told at least this often.
const TELL_INTERVAL: Duration = Duration::from_secs(6 * 3600);

/// How it stands with the logs of one drive.
#[derive(Clone, Default)]
pub(super) struct LogsRead {
    pub read: Option<Instant>,
    told: Option<(Instant, wire::DriveLogs)>,
    /// Of the error log, as it was told last.
    pub newest_told: Option<u64>,
    endurance_group_warning: Option<u8>,
    pub is_wanted: bool,
    pub is_being_read: bool,
}

impl LogsRead {
    /// Notes a health sample: a new error, or another warning of a group, is looked at soon.
    pub fn note_sample(&mut self, has_new_errors: bool, endurance_group_warning: u8) {
        let before = self.endurance_group_warning.replace(endurance_group_warning);
        self.is_wanted |= has_new_errors || before.is_some_and(|before| before != endurance_group_warning);
    }

    pub fn is_due(&self) -> bool {
        let is_time = self.read.is_none_or(|read| read.elapsed() >= READ_INTERVAL);
        !self.is_being_read && (is_time || self.is_wanted)
    }

    /// Takes what was read, and says whether it is to be told.
    pub fn take(&mut self, logs: &wire::DriveLogs, newest: Option<u64>) -> bool {
        let is_old = |(at, _): &(Instant, _)| at.elapsed() >= TELL_INTERVAL;
        let is_told = self
            .told
            .as_ref()
            .is_none_or(|told| is_old(told) || is_news(&told.1, logs));
        if is_told {
            self.told = Some((Instant::now(), logs.clone()));
            self.newest_told = newest.or(self.newest_told);
        }
        is_told
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wire::{ErrorNews, KernelCounters, MediaCounters, MediaCountersLog};

    fn logs(resets: u64, bytes_written: &str, newest: &str) -> wire::DriveLogs {
        wire::DriveLogs {
            boot: None,
            data_units_written: Some(bytes_written.to_owned()),
            endurance_group_warning: Some(0),
            errors: Some(ErrorNews {
                entries: Vec::new(),
                newest_count: newest.to_owned(),
            }),
            kernel: Some(KernelCounters {
                failed_commands: None,
                resets: Some(resets),
            }),
            link: None,
            media: Some(MediaCounters {
                bytes_written: Some(bytes_written.to_owned()),
                ..media()
            }),
            namespaces: None,
            self_tests: None,
            unread: Vec::new(),
        }
    }

    fn media() -> MediaCounters {
        MediaCounters {
            bad_blocks: None,
            bytes_read: None,
            bytes_written: None,
            capacitor_percent: None,
            die_failure_tolerance: None,
            dies_offline: None,
            end_to_end_errors: None,
            incomplete_shutdowns: None,
            link_correctable_errors: None,
            log: MediaCountersLog::Ocp,
        }
    }

    #[test]
    fn what_only_goes_on_as_ever_is_told_some_times_a_day() {
        let mut read = LogsRead::default();
        assert!(read.take(&logs(0, "1", "5"), Some(5)), "the first word");
        assert!(!read.take(&logs(0, "2", "5"), Some(5)), "more was written");
        assert!(read.take(&logs(1, "3", "5"), Some(5)), "a reset");
        assert!(read.take(&logs(1, "3", "6"), Some(6)), "an error");
        let (at, told) = read.told.take().unwrap();
        read.told = Some((at.checked_sub(TELL_INTERVAL).unwrap(), told));
        assert!(read.take(&logs(1, "4", "6"), Some(6)), "six hours later");
    }

    #[test]
    fn it_is_read_each_hour_and_soon_after_a_new_error() {
        let mut read = LogsRead::default();
        assert!(read.is_due());
        read.read = Some(Instant::now());
        assert!(!read.is_due());
        read.note_sample(false, 0);
        assert!(!read.is_due(), "nothing new");
        read.note_sample(false, 1);
        assert!(read.is_due(), "a group's warning");
        read.is_wanted = false;
        read.note_sample(true, 1);
        assert!(read.is_due(), "an error");
        read.is_being_read = true;
        assert!(!read.is_due());
        read.is_being_read = false;
        read.is_wanted = false;
        read.read = Instant::now().checked_sub(READ_INTERVAL);
        assert!(read.is_due(), "an hour later");
    }
}
