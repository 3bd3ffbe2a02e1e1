//! How a ring is set up, on new and on old kernels.

use super::SetupError;
use super::enter::Limit;
use super::time_limit::TimeLimit;
use io_uring::{Builder, IoUring, cqueue, squeue};
use std::io;
use std::os::fd::AsRawFd;

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

/// A ring that is ready for use.
pub(super) struct Ready<S: squeue::EntryMarker, C: cqueue::EntryMarker> {
    pub(super) ring: IoUring<S, C>,
    pub(super) limit: Limit,
    /// What it was set up with.
    pub(super) flags: Vec<&'static str>,
}

/// A ring with room for `depth` operations.
pub(super) fn build<S: squeue::EntryMarker, C: cqueue::EntryMarker>(
    depth: u32,
    options: RingOptions,
) -> Result<Ready<S, C>, SetupError> {
    for flags in SETUPS {
        let mut builder = IoUring::<S, C>::builder();
        let flags = configure(&mut builder, options, flags);
        match builder.build(depth.next_power_of_two()) {
            Ok(ring) => return ready(ring, options, flags),
            Err(error) if error.raw_os_error() == Some(libc::EINVAL) => {}
            Err(error) => return Err(refused(error)),
        }
    }
    Err(refused(io::Error::from_raw_os_error(libc::EINVAL)))
}

/// Tells the kernel once how waits are limited, if it can be told, and enables the ring.
fn ready<S: squeue::EntryMarker, C: cqueue::EntryMarker>(
    ring: IoUring<S, C>,
    options: RingOptions,
    mut flags: Vec<&'static str>,
) -> Result<Ready<S, C>, SetupError> {
    let mut limit = if options.poll {
        // A polled wait ends with a completion, whatever the kernel is told.
        Limit::None
    } else {
        Limit::passed_to(&ring)
    };
    if is_built_disabled(options, &flags) {
        if let Some(known) = TimeLimit::known_to(ring.as_raw_fd()) {
            limit = Limit::Known(known);
            flags.push("registered-wait");
        }
        ring.submitter().register_enable_rings().map_err(refused)?;
    }
    Ok(Ready { ring, limit, flags })
}

/// Only a ring that is not enabled yet accepts memory for the limit of its waits, and only kernels that know this flag as well
/// have such memory.
fn is_built_disabled(options: RingOptions, flags: &[&'static str]) -> bool {
    !options.poll && flags.contains(&"NO_SQARRAY")
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
    if is_built_disabled(options, &used) {
        builder.setup_r_disabled();
    }
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
