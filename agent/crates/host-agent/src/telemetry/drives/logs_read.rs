//! How it stands with the logs of one drive: when it is their turn, and whether what they say is told.

use std::time::{Duration, Instant};

use crosspoint_wire as wire;

use super::logs_told::is_news;
use crate::link::spool::{Fate, Receipt};

const READ_INTERVAL: Duration = Duration::from_secs(3600);
/// What moves with every reading, as bytes written do, is told at least this often.
const TELL_INTERVAL: Duration = Duration::from_secs(6 * 3600);

/// How it stands with the logs of one drive.
#[derive(Clone, Default)]
pub(super) struct LogsRead {
    read: Option<Instant>,
    told: Option<Told>,
    /// Of the error log: the server has its entries up to this one.
    pub newest_had: Option<u64>,
    endurance_group_warning: Option<u8>,
    pub is_wanted: bool,
    pub is_being_read: bool,
}

/// What was told last: the spool took it, and has not lost it as far as is known.
#[derive(Clone)]
struct Told {
    at: Instant,
    logs: wire::DriveLogs,
    newest: Option<u64>,
    /// As long as it is not known that the server has it.
    receipt: Option<Receipt>,
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

    /// Takes what was read, and says whether it is to be told; then it counts as being read until [`Self::note_told`].
    pub fn take(&mut self, logs: &wire::DriveLogs) -> bool {
        self.read = Some(Instant::now());
        let is_old = |told: &Told| told.at.elapsed() >= TELL_INTERVAL;
        let is_told = self
            .told
            .as_ref()
            .is_none_or(|told| is_old(told) || is_news(&told.logs, logs));
        self.is_being_read = is_told;
        is_told
    }

    /// Notes that the spool took it; or, without a receipt, that it did not: then nothing was told.
    pub fn note_told(&mut self, logs: wire::DriveLogs, newest: Option<u64>, receipt: Option<Receipt>) {
        self.is_being_read = false;
        if receipt.is_some() {
            self.told = Some(Told {
                at: Instant::now(),
                logs,
                newest,
                receipt,
            });
        }
    }

    /// What to ask the fate of.
    pub fn followed(&self) -> Option<Receipt> {
        self.told.as_ref()?.receipt
    }

    /// Notes what became of what was told. What may be lost counts as never told.
    pub fn note_fate(&mut self, told: Receipt, fate: Fate) {
        let Some(last) = self.told.as_mut().filter(|last| last.receipt == Some(told)) else {
            return;
        };
        match fate {
            Fate::Waiting => {}
            Fate::Sent => {
                last.receipt = None;
                self.newest_had = last.newest.or(self.newest_had);
            }
            Fate::MaybeLost => self.told = None,
        }
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

    /// Whether it is told; the spool takes it as the sample of that number.
    fn tell(read: &mut LogsRead, logs: wire::DriveLogs, number: u64) -> bool {
        let is_told = read.take(&logs);
        if is_told {
            let newest = logs
                .errors
                .as_ref()
                .map(|errors| errors.newest_count.parse().unwrap());
            read.note_told(logs, newest, Some(Receipt::of(number)));
        }
        is_told
    }

    #[test]
    fn what_only_goes_on_as_ever_is_told_some_times_a_day() {
        let mut read = LogsRead::default();
        assert!(tell(&mut read, logs(0, "1", "5"), 1), "the first word");
        assert!(!tell(&mut read, logs(0, "2", "5"), 2), "more was written");
        assert!(tell(&mut read, logs(1, "3", "5"), 2), "a reset");
        assert!(tell(&mut read, logs(1, "3", "6"), 3), "an error");
        let told = read.told.as_mut().unwrap();
        told.at = told.at.checked_sub(TELL_INTERVAL).unwrap();
        assert!(tell(&mut read, logs(1, "4", "6"), 4), "six hours later");
    }

    #[test]
    fn what_the_spool_does_not_take_was_not_told() {
        let mut read = LogsRead::default();
        assert!(read.take(&logs(0, "1", "5")));
        assert!(!read.is_due(), "it is on its way");
        read.note_told(logs(0, "1", "5"), Some(5), None);
        assert_eq!((read.followed(), read.newest_had), (None, None));
        assert!(tell(&mut read, logs(0, "1", "5"), 1), "once more");
    }

    #[test]
    fn entries_are_the_servers_once_it_has_them_and_are_told_again_where_they_may_be_lost() {
        let mut read = LogsRead::default();
        tell(&mut read, logs(0, "1", "5"), 1);
        read.note_fate(Receipt::of(1), Fate::Waiting);
        assert_eq!(read.newest_had, None);
        tell(&mut read, logs(0, "1", "6"), 2);
        read.note_fate(Receipt::of(1), Fate::Sent);
        assert_eq!(read.newest_had, None, "that was the event before");
        read.note_fate(Receipt::of(2), Fate::Sent);
        assert_eq!((read.newest_had, read.followed()), (Some(6), None));
        tell(&mut read, logs(0, "1", "7"), 3);
        read.note_fate(Receipt::of(3), Fate::MaybeLost);
        assert_eq!(read.newest_had, Some(6));
        assert!(tell(&mut read, logs(0, "1", "7"), 4), "nothing changed since");
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
