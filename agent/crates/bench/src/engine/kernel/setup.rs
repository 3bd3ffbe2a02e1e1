//! How a ring is set up, on new and on old kernels.

use super::SetupError;
use io_uring::{Builder, IoUring, cqueue, squeue};
use std::io;

/// A kernel thread that submits (SQPOLL) sleeps after this time without work.
const SQPOLL_IDLE_MS: u32 = 2000;

/// How a ring is set up.
#[derive(Debug, Clone, Copy, Default)]
pub struct RingOptions {
    /// Completions by polling (IOPOLL).
    pub poll: bool,
    /// Submission by a thread of the kernel (SQPOLL).
    pub sqpoll: bool,
}

/// The set-ups to try, the fastest first; older kernels refuse flags they do not know with EINVAL.
const SETUPS: [&[&str]; 3] = [
    &["SINGLE_ISSUER", "DEFER_TASKRUN", "NO_SQARRAY"],
    &["SINGLE_ISSUER", "DEFER_TASKRUN"],
    &[],
];

/// A ring with room for `depth` operations, and the flags it was set up with.
pub(super) fn build<S: squeue::EntryMarker, C: cqueue::EntryMarker>(
    depth: u32,
    options: RingOptions,
) -> Result<(IoUring<S, C>, Vec<&'static str>), SetupError> {
    for flags in SETUPS {
        let mut builder = IoUring::<S, C>::builder();
        let flags = configure(&mut builder, options, flags);
        match builder.build(depth.next_power_of_two()) {
            Ok(ring) => return Ok((ring, flags)),
            Err(error) if error.raw_os_error() == Some(libc::EINVAL) => {}
            Err(error) => return Err(refused(error)),
        }
    }
    Err(refused(io::Error::from_raw_os_error(libc::EINVAL)))
}

fn configure<S: squeue::EntryMarker, C: cqueue::EntryMarker>(
    builder: &mut Builder<S, C>,
    options: RingOptions,
    flags: &[&'static str],
) -> Vec<&'static str> {
    let mut used = Vec::new();
    builder.setup_clamp();
    if options.poll {
        builder.setup_iopoll();
        used.push("IOPOLL");
    }
    if options.sqpoll {
        // The kernel's thread submits and completes: what is deferred to us elsewhere would never be done.
        builder.setup_sqpoll(SQPOLL_IDLE_MS);
        used.push("SQPOLL");
        return used;
    }
    if flags.contains(&"SINGLE_ISSUER") {
        // DEFER_TASKRUN: completions are handed over when we ask, not by interrupting us; TASKRUN_FLAG tells
        // without a system call whether there are any. SUBMIT_ALL came before both: one bad entry does not hold up
        // those behind it.
        builder
            .setup_single_issuer()
            .setup_defer_taskrun()
            .setup_taskrun_flag()
            .setup_submit_all();
    }
    if flags.contains(&"NO_SQARRAY") {
        builder.setup_no_sqarray();
    }
    used.extend(flags);
    used
}

fn refused(source: io::Error) -> SetupError {
    match source.raw_os_error() {
        Some(libc::ENOSYS) => SetupError::Missing,
        Some(libc::EPERM) => SetupError::Forbidden,
        _ => SetupError::Failed {
            step: "set up io_uring",
            source,
        },
    }
}
