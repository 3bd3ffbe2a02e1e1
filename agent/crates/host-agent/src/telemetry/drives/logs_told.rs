//! What was read of a drive's logs, in the words of the wire.

use crosspoint_nvme::decode::ErrorLogEntry;
use crosspoint_nvme::decode::media::MediaCounters;
use crosspoint_nvme::logs::{LogName, Logs};
use crosspoint_nvme::sysfs::{KernelCounters, LinkErrors};
use crosspoint_wire as wire;
use uuid::Uuid;

use super::details::{error_log_entry, self_test_result};

/// The largest number that JSON carries exactly.
const NUMBER_MAX: u64 = 9_007_199_254_740_991;

/// What was read of one drive.
pub(super) struct Found<'a> {
    /// Within which the kernel's counters are compared.
    pub stay: Option<Uuid>,
    pub read: Logs,
    /// The server has the entries of the error log up to this one.
    pub newest_had: Option<u64>,
    /// By the drive's own word.
    pub write_protected: &'a [u32],
    pub read_only: Result<Vec<u32>, String>,
    pub kernel: Result<KernelCounters, String>,
    pub link: Result<Option<LinkErrors>, String>,
    pub port: Result<Option<LinkErrors>, String>,
}

impl Found<'_> {
    /// Count of the newest entry of the error log. A log that shows none though the drive had some has lost them.
    pub fn newest(&self) -> Option<u64> {
        let entries = self.read.errors.as_ref()?;
        let had = self.read.smart.as_ref().map(|smart| smart.error_log_entries);
        entries
            .first()
            .map(|entry| entry.error_count)
            .or_else(|| u64::try_from(had?).ok())
            .or(Some(0))
    }
}

/// Everything, each by itself.
pub(super) fn wire_logs(found: Found<'_>) -> wire::DriveLogs {
    let newest = found.newest();
    let Logs {
        smart,
        errors,
        self_tests,
        media,
        unread,
        ..
    } = found.read;
    let mut unread: Vec<_> = unread
        .into_iter()
        .map(|(log, reason)| unread_log(wire_name(log), reason))
        .collect();
    let read_only = take(&mut unread, wire::DriveLogName::Namespaces, found.read_only);
    let kernel = take(&mut unread, wire::DriveLogName::Kernel, found.kernel);
    let drive = take(&mut unread, wire::DriveLogName::Link, found.link).flatten();
    let port = take(&mut unread, wire::DriveLogName::Link, found.port).flatten();
    wire::DriveLogs {
        boot: found.stay,
        data_units_written: smart.as_ref().map(|log| log.data_units_written.to_string()),
        endurance_group_warning: smart.as_ref().map(|log| log.endurance_group_warning),
        errors: errors.map(|entries| error_news(&entries, newest, found.newest_had)),
        kernel: kernel.and_then(kernel_counters),
        link: link_counters(drive, port),
        media: media.map(|(log, counters)| media_counters(log, &counters)),
        namespaces: read_only.map(|nsids| read_only_namespaces(nsids, found.write_protected)),
        self_tests: self_tests.map(|results| wire::SelfTestResults {
            results: results.iter().map(self_test_result).collect(),
        }),
        unread,
    }
}

/// Whether it says more than that everything went on as ever.
pub(super) fn is_news(told: &wire::DriveLogs, now: &wire::DriveLogs) -> bool {
    steady(told) != steady(now)
}

/// Without what moves with every reading, and what is told once.
fn steady(logs: &wire::DriveLogs) -> wire::DriveLogs {
    let mut steady = logs.clone();
    steady.data_units_written = None;
    if let Some(media) = &mut steady.media {
        (media.bytes_written, media.bytes_read) = (None, None);
    }
    if let Some(errors) = &mut steady.errors {
        errors.entries.clear();
    }
    steady
}

fn take<T>(unread: &mut Vec<wire::UnreadLog>, log: wire::DriveLogName, read: Result<T, String>) -> Option<T> {
    read.map_err(|reason| unread.push(unread_log(log, reason))).ok()
}

fn unread_log(log: wire::DriveLogName, reason: String) -> wire::UnreadLog {
    wire::UnreadLog { log, reason }
}

fn wire_name(log: LogName) -> wire::DriveLogName {
    match log {
        LogName::Smart => wire::DriveLogName::Smart,
        LogName::Errors => wire::DriveLogName::Errors,
        LogName::SelfTests => wire::DriveLogName::SelfTests,
        LogName::Ocp => wire::DriveLogName::Ocp,
        LogName::Intel => wire::DriveLogName::Intel,
    }
}

/// Entries that the server has are left out; none of them where the log counts from its beginning again.
fn error_news(entries: &[ErrorLogEntry], newest: Option<u64>, had: Option<u64>) -> wire::ErrorNews {
    let newest = newest.unwrap_or_default();
    let had = had.filter(|had| *had <= newest).unwrap_or_default();
    let new = entries.iter().filter(|entry| entry.error_count > had);
    wire::ErrorNews {
        entries: new.map(error_log_entry).collect(),
        newest_count: newest.to_string(),
    }
}

fn read_only_namespaces(mut nsids: Vec<u32>, write_protected: &[u32]) -> wire::ReadOnlyNamespaces {
    nsids.extend(write_protected);
    nsids.sort_unstable();
    nsids.dedup();
    wire::ReadOnlyNamespaces { read_only: nsids }
}

fn kernel_counters(counters: KernelCounters) -> Option<wire::KernelCounters> {
    let KernelCounters {
        resets,
        failed_commands,
    } = counters;
    (counters != KernelCounters::default()).then(|| wire::KernelCounters {
        failed_commands: failed_commands.map(number),
        resets: resets.map(number),
    })
}

fn link_counters(drive: Option<LinkErrors>, port: Option<LinkErrors>) -> Option<wire::LinkCounters> {
    let errors = |errors: LinkErrors| wire::LinkErrors {
        correctable: number(errors.correctable),
        fatal: number(errors.fatal),
        non_fatal: number(errors.non_fatal),
    };
    (drive.is_some() || port.is_some()).then(|| wire::LinkCounters {
        drive: drive.map(errors),
        port: port.map(errors),
    })
}

fn media_counters(log: LogName, counters: &MediaCounters) -> wire::MediaCounters {
    wire::MediaCounters {
        bad_blocks: counters.bad_blocks.map(|count| count.to_string()),
        bytes_read: counters.bytes_read.map(|count| count.to_string()),
        bytes_written: counters.bytes_written.map(|count| count.to_string()),
        capacitor_percent: counters.capacitor_percent,
        die_failure_tolerance: counters.die_failure_tolerance,
        dies_offline: counters.dies_offline,
        end_to_end_errors: counters.end_to_end_errors.map(|count| count.to_string()),
        incomplete_shutdowns: counters.incomplete_shutdowns.map(|count| count.to_string()),
        link_correctable_errors: counters.link_correctable_errors.map(|count| count.to_string()),
        log: match log {
            LogName::Intel => wire::MediaCountersLog::Intel,
            _ => wire::MediaCountersLog::Ocp,
        },
    }
}

fn number(count: u64) -> u64 {
    count.min(NUMBER_MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(error_count: u64) -> ErrorLogEntry {
        ErrorLogEntry {
            error_count,
            submission_queue: None,
            command_id: None,
            status: 0x281,
            lba: 0,
            nsid: 1,
        }
    }

    #[test]
    fn an_entry_that_the_server_has_is_not_told_again_but_all_of_a_log_that_begins_anew() {
        let counts = |entries: &[u64], newest, had| {
            let entries: Vec<_> = entries.iter().map(|count| entry(*count)).collect();
            let news = error_news(&entries, Some(newest), had);
            let told: Vec<_> = news.entries.into_iter().map(|entry| entry.error_count).collect();
            (news.newest_count, told.join(" "))
        };
        assert_eq!(counts(&[7, 6, 5], 7, None), ("7".into(), "7 6 5".into()));
        assert_eq!(counts(&[7, 6, 5], 7, Some(5)), ("7".into(), "7 6".into()));
        assert_eq!(counts(&[7, 6, 5], 7, Some(7)), ("7".into(), String::new()));
        assert_eq!(counts(&[2, 1], 2, Some(7)), ("2".into(), "2 1".into()));
    }

    fn found(read: Logs) -> Found<'static> {
        Found {
            stay: None,
            read,
            newest_had: None,
            write_protected: &[],
            read_only: Ok(Vec::new()),
            kernel: Ok(KernelCounters::default()),
            link: Ok(None),
            port: Ok(None),
        }
    }

    #[test]
    fn one_that_is_unread_says_nothing_of_the_others() {
        let mut read = Logs::default();
        read.errors = Some(vec![entry(3)]);
        read.unread = vec![(LogName::Ocp, "refused".to_owned())];
        let logs = wire_logs(Found {
            kernel: Err("it is no number".to_owned()),
            port: Ok(Some(LinkErrors {
                correctable: u64::MAX,
                non_fatal: 0,
                fatal: 0,
            })),
            write_protected: &[2],
            read_only: Ok(vec![5, 2]),
            ..found(read)
        });
        let unread: Vec<_> = logs
            .unread
            .iter()
            .map(|one| (one.log.to_string(), one.reason.as_str()))
            .collect();
        let expected = [
            ("ocp".to_owned(), "refused"),
            ("kernel".to_owned(), "it is no number"),
        ];
        assert_eq!(unread, expected);
        assert_eq!(logs.errors.unwrap().newest_count, "3");
        assert_eq!((logs.kernel, logs.media), (None, None));
        let link = logs.link.unwrap();
        assert_eq!((link.drive, link.port.unwrap().correctable), (None, NUMBER_MAX));
        assert_eq!(logs.namespaces.unwrap().read_only, [2, 5]);
    }

    #[test]
    fn a_log_that_is_empty_for_a_drive_that_had_errors_has_lost_them() {
        let mut read = Logs::default();
        read.errors = Some(Vec::new());
        assert_eq!(found(read.clone()).newest(), Some(0));
        let mut data = vec![0; 512];
        data[176] = 7;
        read.smart = crosspoint_nvme::decode::SmartLog::decode(&data).ok();
        assert_eq!(found(read.clone()).newest(), Some(7));
        read.errors = Some(vec![entry(9)]);
        assert_eq!(found(read.clone()).newest(), Some(9));
        read.errors = None;
        assert_eq!(found(read).newest(), None);
    }
}
