//! Operations that failed: counted by kind, and which kinds end a run.

use crate::output::{ErrorCount, Failure};
use crosspoint_nvme::status::Status;
use nix::errno::Errno;

/// Error numbers of the kernel are below this (`MAX_ERRNO` is 4095).
const ERRNO_LIMIT: usize = 4096;
/// Status type (three bits) and code (eight bits) are below this.
const NVME_LIMIT: usize = 2048;
/// After so many failures in a row without one success, a thread gives up: the target is gone or refuses all.
pub const FAILURES_IN_A_ROW_MAX: u32 = 1000;

/// How an operation failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failed {
    /// It moved fewer bytes than asked for.
    Short,
    /// It brought something else than was written there.
    Mismatch,
    /// The kernel answered with this error number.
    Errno(u16),
    /// The drive answered with this status: type and code.
    Nvme(u16),
}

/// Failed operations by kind.
#[derive(Debug, Clone)]
pub struct ErrorCounts {
    short: u64,
    mismatch: u64,
    errno: Box<[u64]>,
    nvme: Box<[u64]>,
}

impl Default for ErrorCounts {
    fn default() -> Self {
        ErrorCounts {
            short: 0,
            mismatch: 0,
            errno: vec![0; ERRNO_LIMIT].into_boxed_slice(),
            nvme: vec![0; NVME_LIMIT].into_boxed_slice(),
        }
    }
}

impl ErrorCounts {
    /// Memory of the tables.
    pub const MEMORY_BYTES: u64 = ((ERRNO_LIMIT + NVME_LIMIT) * size_of::<u64>()) as u64;

    /// Counts one failure.
    pub fn count(&mut self, failed: Failed) {
        *match failed {
            Failed::Short => &mut self.short,
            Failed::Mismatch => &mut self.mismatch,
            Failed::Errno(errno) => &mut self.errno[usize::from(errno).min(ERRNO_LIMIT - 1)],
            Failed::Nvme(status) => &mut self.nvme[usize::from(status).min(NVME_LIMIT - 1)],
        } += 1;
    }

    /// Adds the failures of another thread.
    pub fn add(&mut self, other: &ErrorCounts) {
        self.short += other.short;
        self.mismatch += other.mismatch;
        let pairs = (self.errno.iter_mut().zip(&other.errno)).chain(self.nvme.iter_mut().zip(&other.nvme));
        pairs.for_each(|(mine, theirs)| *mine += theirs);
    }

    /// Those that occurred.
    pub fn describe(&self) -> Vec<ErrorCount> {
        let number = |index: usize| u16::try_from(index).expect("the tables are short");
        let by_number = |counts: &[u64], failed: fn(u16) -> Failed| -> Vec<(Failed, u64)> {
            let all = counts.iter().enumerate();
            all.map(|(index, &count)| (failed(number(index)), count))
                .collect()
        };
        [(Failed::Mismatch, self.mismatch), (Failed::Short, self.short)]
            .into_iter()
            .chain(by_number(&self.errno, Failed::Errno))
            .chain(by_number(&self.nvme, Failed::Nvme))
            .filter(|&(_, count)| count > 0)
            .map(|(failed, count)| ErrorCount {
                errno: failed.errno(),
                nvme_status: failed.nvme_status(),
                name: failed.name(),
                count,
            })
            .collect()
    }
}

impl Failed {
    /// The device is gone (ENODEV).
    pub const VANISHED: Failed = Failed::Errno(19);

    /// Error number of the kernel, if it is one.
    pub fn errno(self) -> Option<u16> {
        match self {
            Failed::Errno(errno) => Some(errno),
            Failed::Short | Failed::Mismatch | Failed::Nvme(_) => None,
        }
    }

    fn nvme_status(self) -> Option<u16> {
        match self {
            Failed::Nvme(status) => Some(status),
            Failed::Short | Failed::Mismatch | Failed::Errno(_) => None,
        }
    }

    /// Its name, such as "EIO".
    pub fn name(self) -> String {
        match self {
            Failed::Short => "SHORT".into(),
            Failed::Mismatch => "MISMATCH".into(),
            Failed::Errno(errno) => match Errno::from_raw(errno.into()) {
                Errno::UnknownErrno => format!("E{errno}"),
                known => format!("{known:?}"),
            },
            Failed::Nvme(status) => match Status::of_field(status).known_name() {
                Some(words) => format!("NVMe status {status:03X}h ({words})"),
                None => format!("NVMe status {status:03X}h"),
            },
        }
    }

    /// Whether going on after this error is pointless: every further operation would meet it as well.
    pub fn ends_the_run(self) -> bool {
        match self {
            Failed::Short | Failed::Mismatch => false,
            Failed::Errno(errno) => matches!(
                i32::from(errno),
                libc::ENODEV
                    | libc::ENXIO
                    | libc::ENOSPC
                    | libc::EDQUOT
                    | libc::EROFS
                    | libc::EBADF
                    | libc::EINVAL
                    | libc::EOPNOTSUPP
                    | libc::EPERM
                    | libc::EACCES
                    | libc::EFBIG
            ),
            // Invalid opcode, field or namespace, write protected, beyond the end.
            Failed::Nvme(status) => matches!(status, 0x01 | 0x02 | 0x0b | 0x20 | 0x80 | 0x182),
        }
    }

    /// The failure that ended a run, for a person.
    pub fn explain(self, target: &str) -> Failure {
        let (what, remedy) = match self {
            Failed::Short => (
                "operations move fewer bytes than asked for",
                "the file was made shorter during the run: leave it alone",
            ),
            Failed::Mismatch => (
                "reads return something other than what was written",
                "do not trust the data on it: check the drive's health (nvme smart-log) and who else writes to it",
            ),
            Failed::Errno(errno) => explain_errno(errno.into()),
            Failed::Nvme(_) => (
                "the drive refuses the commands",
                "look at the drive's health (nvme smart-log) and its error log (nvme error-log)",
            ),
        };
        Failure {
            message: format!("{target}: {what} ({})", self.name()),
            remedy: Some(remedy.into()),
            errno: self.errno().map(i32::from),
            kind: None,
        }
    }
}

fn explain_errno(errno: i32) -> (&'static str, &'static str) {
    match errno {
        libc::ENODEV | libc::ENXIO => (
            "the device has vanished",
            "check the kernel log (dmesg) for a reset, a removal or a link failure",
        ),
        libc::ENOSPC | libc::EDQUOT => (
            "there is no space left for the file",
            "free space, or allocate the whole file first (fallocate), and run again",
        ),
        libc::EROFS | libc::EPERM | libc::EACCES => (
            "writing is not permitted",
            "the device or file system is read-only, or this user may not write to it",
        ),
        libc::EINVAL | libc::EOPNOTSUPP => (
            "the kernel refuses the operation",
            "the block size may not suit the device, or its file system has no direct I/O: choose another --bs or target",
        ),
        libc::EIO => (
            "every operation fails with an I/O error",
            "check the kernel log (dmesg) and the drive's health (nvme smart-log)",
        ),
        _ => ("every operation fails", "check the kernel log (dmesg)"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counted_by_kind_and_named() {
        let (mut one, mut other) = (ErrorCounts::default(), ErrorCounts::default());
        one.count(Failed::Errno(5));
        other.count(Failed::Errno(5));
        other.count(Failed::Short);
        other.count(Failed::Errno(4000));
        other.count(Failed::Nvme(0x281));
        one.count(Failed::Mismatch);
        one.add(&other);
        let described: Vec<_> = one
            .describe()
            .into_iter()
            .map(|e| (e.name, e.errno, e.count))
            .collect();
        assert_eq!(
            described,
            [
                ("MISMATCH".into(), None, 1),
                ("SHORT".into(), None, 1),
                ("EIO".into(), Some(5), 2),
                ("E4000".into(), Some(4000), 1),
                ("NVMe status 281h (Unrecovered Read Error)".into(), None, 1),
            ]
        );
    }

    #[test]
    fn an_error_at_one_place_does_not_end_the_run_but_a_vanished_device_does() {
        let errno = |errno: i32| Failed::Errno(u16::try_from(errno).unwrap());
        assert!(!errno(libc::EIO).ends_the_run() && !errno(libc::ENODATA).ends_the_run());
        assert!(errno(libc::ENODEV).ends_the_run() && errno(libc::ENOSPC).ends_the_run());
        assert!(!Failed::Nvme(0x281).ends_the_run() && Failed::Nvme(0x0b).ends_the_run());
    }
}
