//! Operations that failed: counted by error number, and which of them end a run.

use crate::output::{ErrorCount, Failure};
use nix::errno::Errno;

/// Error numbers of the kernel are below this (`MAX_ERRNO` is 4095).
const ERRNO_LIMIT: usize = 4096;
/// After so many failures in a row without one success, a thread gives up: the target is gone or refuses all.
pub const FAILURES_IN_A_ROW_MAX: u32 = 1000;

/// Failed operations by error number; 0 is an operation that moved too few bytes.
#[derive(Debug, Clone)]
pub struct ErrorCounts(Box<[u64]>);

impl Default for ErrorCounts {
    fn default() -> Self {
        ErrorCounts(vec![0; ERRNO_LIMIT].into_boxed_slice())
    }
}

impl ErrorCounts {
    /// Counts one failure.
    pub fn count(&mut self, errno: i32) {
        let index = usize::try_from(errno).unwrap_or(0).min(ERRNO_LIMIT - 1);
        self.0[index] += 1;
    }

    /// Adds the failures of another thread.
    pub fn add(&mut self, other: &ErrorCounts) {
        self.0
            .iter_mut()
            .zip(&other.0)
            .for_each(|(mine, theirs)| *mine += theirs);
    }

    /// Those that occurred, by error number.
    pub fn describe(&self) -> Vec<ErrorCount> {
        let occurred = self.0.iter().enumerate().filter(|&(_, &count)| count > 0);
        occurred
            .map(|(index, &count)| {
                let errno = i32::try_from(index).expect("the index is below 4096");
                ErrorCount {
                    errno,
                    name: name(errno),
                    count,
                }
            })
            .collect()
    }
}

/// The name of an error number.
pub fn name(errno: i32) -> String {
    match (errno, Errno::from_raw(errno)) {
        (0, _) => "SHORT".into(),
        (_, Errno::UnknownErrno) => format!("E{errno}"),
        (_, known) => format!("{known:?}"),
    }
}

/// Whether going on after this error is pointless: every further operation would meet it as well.
pub fn ends_the_run(errno: i32) -> bool {
    matches!(
        errno,
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
    )
}

/// The failure that ended a run, for a person.
pub fn explain(errno: i32, target: &str) -> Failure {
    let (what, remedy) = match errno {
        libc::ENODEV | libc::ENXIO => (
            "the device has vanished",
            "look at the kernel's log (dmesg) for a reset, a removal or a link failure",
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
        0 => (
            "operations move fewer bytes than asked for",
            "the file was made shorter during the run: leave it alone",
        ),
        libc::EIO => (
            "every operation fails with an I/O error",
            "look at the kernel's log (dmesg) and the drive's health (nvme smart-log)",
        ),
        _ => ("every operation fails", "look at the kernel's log (dmesg)"),
    };
    Failure {
        message: format!("{target}: {what} ({})", name(errno)),
        remedy: Some(remedy.into()),
        errno: (errno != 0).then_some(errno),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counted_by_number_and_named() {
        let (mut one, mut other) = (ErrorCounts::default(), ErrorCounts::default());
        one.count(libc::EIO);
        other.count(libc::EIO);
        other.count(0);
        other.count(4000);
        one.add(&other);
        let described: Vec<_> = one
            .describe()
            .into_iter()
            .map(|e| (e.errno, e.name, e.count))
            .collect();
        assert_eq!(
            described,
            [
                (0, "SHORT".into(), 1),
                (5, "EIO".into(), 2),
                (4000, "E4000".into(), 1)
            ]
        );
    }

    #[test]
    fn an_error_at_one_place_does_not_end_the_run_but_a_vanished_device_does() {
        assert!(!ends_the_run(libc::EIO));
        assert!(!ends_the_run(libc::ENODATA));
        assert!(ends_the_run(libc::ENODEV) && ends_the_run(libc::ENOSPC));
    }
}
