//! The io_uring engine and its buffers: the one place in this crate with unsafe code.
//!
//! # Ownership
//! The kernel reads and writes the buffers between submission and completion. They are one anonymous mapping
//! that belongs to the [`Ring`], is reached through raw pointers only (no reference into it exists while an
//! operation is in flight), and is unmapped after the ring is closed; if operations are still in flight then, it
//! is never unmapped. A slot's buffer is touched by us only while the slot is free, which `busy` tracks.
#![allow(unsafe_code)]

mod buffers;

use crate::engine::{Completion, Engine};
use crate::workload::{Direction, Operation, SplitMix64};
use buffers::Buffers;
use io_uring::{IoUring, opcode, squeue, types};
use std::fs::File;
use std::io;
use std::mem::ManuallyDrop;
use std::os::fd::AsRawFd;
use std::time::Duration;

/// Why a ring could not be set up.
#[derive(Debug, thiserror::Error)]
pub enum RingError {
    /// The kernel has no io_uring.
    #[error("this kernel has no io_uring")]
    Missing,
    /// io_uring is there, but not for us.
    #[error("io_uring is switched off for this process")]
    Forbidden,
    /// Anything else.
    #[error("could not {step}: {source}")]
    Setup {
        /// What was tried.
        step: &'static str,
        /// What the kernel said.
        source: io::Error,
    },
}

impl RingError {
    /// What a person can do about it.
    pub fn remedy(&self) -> &'static str {
        match self {
            RingError::Missing => "run it on Linux 5.11 or later with CONFIG_IO_URING",
            RingError::Forbidden => {
                "set the sysctl kernel.io_uring_disabled to 0, or let the container's seccomp profile allow io_uring"
            }
            RingError::Setup { .. } => {
                "lower --qd, --threads or --bs, or raise the limit of locked memory (ulimit -l)"
            }
        }
    }

    /// Error number of the kernel.
    pub fn errno(&self) -> Option<i32> {
        match self {
            RingError::Missing => Some(libc::ENOSYS),
            RingError::Forbidden => Some(libc::EPERM),
            RingError::Setup { source, .. } => source.raw_os_error(),
        }
    }
}

/// An io_uring instance with a buffer for each slot, for one target and one thread.
pub struct Ring {
    /// Closed before the buffers go, see `Drop`.
    ring: ManuallyDrop<IoUring>,
    buffers: ManuallyDrop<Buffers>,
    /// Whether the slot is with the kernel, or about to be.
    busy: Box<[bool]>,
    in_flight: usize,
    /// Completions to wait for at a time.
    batch: usize,
    block_bytes: u32,
    fixed_buffers: bool,
    timed_wait: bool,
    /// Makes each written block unlike any other.
    stamps: SplitMix64,
    flags: Vec<String>,
}

/// Index of the target in the ring's table of registered files.
const TARGET: types::Fixed = types::Fixed(0);

impl Ring {
    /// A ring for `depth` operations of `block_bytes` on `file`, to be used by the calling thread alone.
    /// Each wait is for `batch` completions: 1 sees every completion as soon as it is there, more spares wake-ups at
    /// the cost of the latency. The buffers are filled with incompressible `data`.
    pub fn new(
        file: &File,
        depth: u16,
        block_bytes: u32,
        batch: u16,
        mut data: SplitMix64,
    ) -> Result<Self, RingError> {
        let (ring, setup_flags) = build(u32::from(depth))?;
        let mut flags = vec!["io_uring".to_owned()];
        flags.extend(setup_flags.iter().map(|&flag| flag.to_owned()));
        let mut buffers =
            Buffers::map(usize::from(depth), block_bytes as usize).map_err(|source| RingError::Setup {
                step: "allocate the buffers",
                source,
            })?;
        buffers.fill(&mut data);
        ring.submitter()
            .register_files(&[file.as_raw_fd()])
            .map_err(|source| RingError::Setup {
                step: "register the target with the ring",
                source,
            })?;
        flags.push("fixed-file".to_owned());
        if batch > 1 {
            flags.push(format!("batch={batch}"));
        }
        // SAFETY: the buffers are mapped, and stay so until the ring is closed (see `Drop`).
        let fixed_buffers = unsafe { ring.submitter().register_buffers(&buffers.iovecs()) }.is_ok();
        // Without the right to lock so much memory the run goes on with buffers pinned for each operation.
        flags.push(
            if fixed_buffers {
                "fixed-buffers"
            } else {
                "plain-buffers"
            }
            .to_owned(),
        );
        Ok(Ring {
            timed_wait: ring.params().is_feature_ext_arg(),
            ring: ManuallyDrop::new(ring),
            buffers: ManuallyDrop::new(buffers),
            busy: vec![false; usize::from(depth)].into_boxed_slice(),
            in_flight: 0,
            batch: usize::from(batch),
            block_bytes,
            fixed_buffers,
            stamps: data,
            flags,
        })
    }

    /// What this ring runs with.
    pub fn flags(&self) -> &[String] {
        &self.flags
    }

    fn entry(&self, slot: u16, operation: Operation) -> squeue::Entry {
        let (pointer, length) = (self.buffers.slot(slot), self.block_bytes);
        let entry = match (operation.direction, self.fixed_buffers) {
            (Direction::Read, true) => opcode::ReadFixed::new(TARGET, pointer, length, slot)
                .offset(operation.offset)
                .build(),
            (Direction::Read, false) => opcode::Read::new(TARGET, pointer, length)
                .offset(operation.offset)
                .build(),
            (Direction::Write, true) => opcode::WriteFixed::new(TARGET, pointer, length, slot)
                .offset(operation.offset)
                .build(),
            (Direction::Write, false) => opcode::Write::new(TARGET, pointer, length)
                .offset(operation.offset)
                .build(),
        };
        entry.user_data(u64::from(slot))
    }
}

impl Engine for Ring {
    #[inline]
    fn prepare(&mut self, slot: u16, operation: Operation) {
        let busy = &mut self.busy[usize::from(slot)];
        assert!(
            !*busy,
            "slot {slot} is prepared a second time before its operation came back"
        );
        *busy = true;
        self.in_flight += 1;
        if operation.direction == Direction::Write {
            self.buffers.stamp(slot, &mut self.stamps);
        }
        let entry = self.entry(slot, operation);
        // SAFETY: the entry points to the slot's buffer, which stays mapped until the operation has come back and
        // which nobody else touches until then: `busy` was false and is now true.
        unsafe { self.ring.submission().push(&entry) }
            .expect("the queue has at least as many entries as there are slots, and each slot is in it once");
    }

    #[inline]
    fn submit_and_wait(&mut self, timeout: Duration) -> io::Result<()> {
        // At the end of a run fewer may be in flight than a batch; the wait for those must end, too.
        let want = self.batch.min(self.in_flight).max(1);
        let outcome = if self.timed_wait {
            let timeout = types::Timespec::from(timeout);
            self.ring
                .submitter()
                .submit_with_args(want, &types::SubmitArgs::new().timespec(&timeout))
        } else {
            self.ring.submit_and_wait(want)
        };
        match outcome.map_err(|error| (error.raw_os_error(), error)) {
            Ok(_) => Ok(()),
            // Time over, a signal, completions that must be reaped first, a moment without memory: come again.
            Err((Some(libc::ETIME | libc::EINTR | libc::EBUSY | libc::EAGAIN), _)) => Ok(()),
            Err((_, error)) => Err(error),
        }
    }

    #[inline]
    fn reap(&mut self, completions: &mut Vec<Completion>) {
        for entry in self.ring.completion() {
            let slot = u16::try_from(entry.user_data()).expect("user data is the slot that was submitted");
            self.busy[usize::from(slot)] = false;
            self.in_flight -= 1;
            completions.push(Completion {
                slot,
                result: entry.result(),
            });
        }
    }
}

impl Drop for Ring {
    fn drop(&mut self) {
        // SAFETY: neither field is used after this, and `drop` runs once. The ring goes first: the kernel
        // then drops its registration of the buffers.
        unsafe { ManuallyDrop::drop(&mut self.ring) };
        if self.in_flight == 0 {
            // SAFETY: as above, and the kernel has no operation left that could touch the buffers.
            unsafe { ManuallyDrop::drop(&mut self.buffers) };
        }
        // Otherwise the mapping is left in place: an operation that never came back may still arrive in it.
    }
}

/// The set-ups to try, the fastest first; older kernels refuse flags they do not know with EINVAL.
const SETUPS: [&[&str]; 3] = [
    &["SINGLE_ISSUER", "DEFER_TASKRUN", "NO_SQARRAY"],
    &["SINGLE_ISSUER", "DEFER_TASKRUN"],
    &[],
];

/// A ring with room for `depth` operations, and the flags it was set up with.
fn build(depth: u32) -> Result<(IoUring, &'static [&'static str]), RingError> {
    for flags in SETUPS {
        let mut builder = IoUring::builder();
        builder.setup_clamp();
        if flags.contains(&"SINGLE_ISSUER") {
            // DEFER_TASKRUN: completions are handed over when we ask, not by interrupting us. SUBMIT_ALL came
            // before both: one bad entry does not hold up those behind it.
            builder
                .setup_single_issuer()
                .setup_defer_taskrun()
                .setup_submit_all();
        }
        if flags.contains(&"NO_SQARRAY") {
            builder.setup_no_sqarray();
        }
        match builder.build(depth.next_power_of_two()) {
            Ok(ring) => return Ok((ring, flags)),
            Err(error) if error.raw_os_error() == Some(libc::EINVAL) => {}
            Err(error) if error.raw_os_error() == Some(libc::ENOSYS) => return Err(RingError::Missing),
            Err(error) if error.raw_os_error() == Some(libc::EPERM) => return Err(RingError::Forbidden),
            Err(source) => {
                return Err(RingError::Setup {
                    step: "set up io_uring",
                    source,
                });
            }
        }
    }
    Err(RingError::Setup {
        step: "set up io_uring",
        source: io::Error::from_raw_os_error(libc::EINVAL),
    })
}

#[cfg(test)]
mod tests;
