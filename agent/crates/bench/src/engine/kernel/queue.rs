//! What all rings have in common: set-up, buffers, waiting, completions.

use super::SetupError;
use super::buffers::Buffers;
use super::enter::Entrance;
use super::setup::{Ready, RingOptions, build};
use crate::engine::Wait;
use io_uring::{IoUring, cqueue, squeue, types};
use std::fs::File;
use std::io;
use std::mem::ManuallyDrop;
use std::os::fd::AsRawFd;
use std::time::Duration;

/// Index of the target in a ring's table of registered files.
pub(super) const TARGET: types::Fixed = types::Fixed(0);
/// The wait of a polled ring ends with a completion and not with the time: a shorter wait only looks.
const POLLED_WAIT_MIN: Duration = Duration::from_millis(50);

/// A ring with a buffer for each slot, for one target and one thread.
pub(super) struct Queue<S: squeue::EntryMarker, C: cqueue::EntryMarker> {
    /// Closed before the buffers go, see `Drop`.
    ring: ManuallyDrop<IoUring<S, C>>,
    buffers: ManuallyDrop<Buffers>,
    /// How this thread enters the ring; `None` if a thread of the kernel does.
    entrance: Option<Entrance>,
    fixed_buffers: bool,
    timed_wait: bool,
    poll: bool,
    /// Entries not yet handed over.
    prepared: u32,
    flags: Vec<String>,
}

impl<S: squeue::EntryMarker, C: cqueue::EntryMarker + Into<cqueue::Entry> + Clone> Queue<S, C> {
    /// A ring for `depth` operations of at most `block_bytes` on `file`, if they need one, to be used by the calling thread
    /// alone.
    pub(super) fn new(
        file: Option<&File>,
        depth: u16,
        block_bytes: u32,
        options: RingOptions,
    ) -> Result<Self, SetupError> {
        let failed = |step| move |source| SetupError::Failed { step, source };
        let Ready { ring, limit, flags } = build::<S, C>(u32::from(depth), options)?;
        let mut flags: Vec<String> = flags.into_iter().map(str::to_owned).collect();
        let buffers = Buffers::map(depth, block_bytes).map_err(failed("allocate the buffers"))?;
        if let Some(file) = file {
            ring.submitter()
                .register_files(&[file.as_raw_fd()])
                .map_err(failed("register the target with the ring"))?;
            flags.push("fixed-file".to_owned());
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
        Ok(Queue {
            entrance: (!options.sqpoll).then(|| Entrance::to(ring.as_raw_fd(), limit)),
            timed_wait: ring.params().is_feature_ext_arg(),
            ring: ManuallyDrop::new(ring),
            buffers: ManuallyDrop::new(buffers),
            fixed_buffers,
            poll: options.poll,
            prepared: 0,
            flags,
        })
    }

    /// What this ring runs with.
    pub(super) fn flags(&self) -> &[String] {
        &self.flags
    }

    /// Whether the kernel knows the buffers: then each is addressed by its slot's number as well.
    #[inline]
    pub(super) fn fixed_buffers(&self) -> bool {
        self.fixed_buffers
    }

    #[inline]
    pub(super) fn free(&mut self, slot: u16) -> &mut [u8] {
        self.buffers.free(slot)
    }

    /// Puts the entry that `make` makes for the slot's buffer into the queue. The entry has the kernel touch `length` bytes
    /// of it, and no more.
    #[inline]
    pub(super) fn push(&mut self, slot: u16, length: u32, make: impl FnOnce(*mut u8) -> S) {
        let entry = make(self.buffers.claim(slot, length));
        // SAFETY: the entry points to the slot's buffer, which holds that many bytes (`claim` has checked it), stays mapped until the operation has come back and
        // which nobody else touches until then: it has just been claimed.
        unsafe { self.ring.submission().push(&entry) }
            .expect("the queue has at least as many entries as there are slots, and each slot is in it once");
        self.prepared += 1;
    }

    #[inline(always)]
    pub(super) fn submit(&mut self, wait: Wait) -> io::Result<()> {
        let only_look = wait.completions == 0 || (self.poll && wait.at_most < POLLED_WAIT_MIN);
        if only_look {
            return self.look(wait.at_most);
        }
        // At the end of a run fewer may be in flight than are waited for; the wait for those must end, too.
        let want = wait.completions.min(self.buffers.in_flight()).max(1);
        if let Some(entrance) = &mut self.entrance {
            let taken = entrance.enter(self.prepared, want, wait.at_most);
            // What the kernel did not take, as in a moment without memory, is handed over the next time.
            return tolerate(taken.map(|taken| self.prepared -= taken));
        }
        self.submit_to_thread(want, wait.at_most)
    }

    /// Has the kernel's thread see what is prepared, and waits.
    #[inline(never)]
    fn submit_to_thread(&mut self, want: u32, at_most: Duration) -> io::Result<()> {
        self.prepared = 0;
        if !self.timed_wait {
            return tolerate(self.ring.submit_and_wait(want as usize).map(drop));
        }
        let timeout = types::Timespec::from(at_most);
        let arguments = types::SubmitArgs::new().timespec(&timeout);
        tolerate(
            self.ring
                .submitter()
                .submit_with_args(want as usize, &arguments)
                .map(drop),
        )
    }

    /// Hands over and collects what is done, without waiting for more.
    #[inline(never)]
    fn look(&mut self, at_most: Duration) -> io::Result<()> {
        if self.prepared == 0 && self.buffers.in_flight() == 0 {
            std::thread::sleep(at_most);
            return Ok(());
        }
        let pending = self.poll || self.ring.submission().taskrun();
        if self.prepared == 0 && !pending {
            return Ok(());
        }
        let taken = self
            .ring
            .submit()
            .map(|taken| u32::try_from(taken).unwrap_or(u32::MAX));
        if self.entrance.is_none() {
            self.prepared = 0;
        }
        tolerate(taken.map(|taken| self.prepared = self.prepared.saturating_sub(taken)))
    }

    /// Operations that have come back.
    #[inline]
    pub(super) fn completed(&mut self) -> usize {
        self.ring.completion().len()
    }

    /// The next that has come back: its slot, and what the kernel answered.
    #[inline]
    pub(super) fn take(&mut self) -> (u16, i32) {
        let entry = self.ring.completion().next();
        let entry: cqueue::Entry = entry.expect("one has come back").into();
        let slot = u16::try_from(entry.user_data()).expect("user data is the slot that was submitted");
        self.buffers.release(slot);
        (slot, entry.result())
    }
}

/// Time over, a signal, completions that must be reaped first, a moment without memory: come again.
#[inline]
fn tolerate(outcome: io::Result<()>) -> io::Result<()> {
    match outcome.map_err(|error| (error.raw_os_error(), error)) {
        Ok(()) | Err((Some(libc::ETIME | libc::EINTR | libc::EBUSY | libc::EAGAIN), _)) => Ok(()),
        Err((_, error)) => Err(error),
    }
}

impl<S: squeue::EntryMarker, C: cqueue::EntryMarker> Drop for Queue<S, C> {
    fn drop(&mut self) {
        if let Some(entrance) = &mut self.entrance {
            entrance.close();
        }
        // The kernel takes a ring apart some time after it is closed. Until then the target would stay open, and with it
        // locked or claimed for us. With operations under way this would wait for them.
        if self.buffers.in_flight() == 0 {
            let _ = self.ring.submitter().unregister_files();
        }
        // SAFETY: the field is not used after this, and `drop` runs once. The ring goes first: the kernel
        // then drops its registration of the buffers.
        unsafe { ManuallyDrop::drop(&mut self.ring) };
        Buffers::unmap_if_free(&mut self.buffers);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::kernel::enter::Limit;
    use io_uring::opcode;

    /// A ring as old kernels have it: they hand over no entry behind one that they refuse.
    fn plain() -> Queue<squeue::Entry, cqueue::Entry> {
        let ring = IoUring::builder().build(4).unwrap();
        Queue {
            entrance: Some(Entrance::to(ring.as_raw_fd(), Limit::passed_to(&ring))),
            timed_wait: ring.params().is_feature_ext_arg(),
            ring: ManuallyDrop::new(ring),
            buffers: ManuallyDrop::new(Buffers::map(4, 4096).unwrap()),
            fixed_buffers: false,
            poll: false,
            prepared: 0,
            flags: Vec::new(),
        }
    }

    #[test]
    fn what_the_kernel_has_not_taken_is_handed_over_the_next_time() {
        for completions in [1, 0] {
            let mut queue = plain();
            let nop = |slot: u16| opcode::Nop::new().build().user_data(u64::from(slot));
            // A no-operation chooses no buffer.
            queue.push(0, 512, |_| nop(0).flags(squeue::Flags::BUFFER_SELECT));
            for slot in 1..3 {
                queue.push(slot, 512, |_| nop(slot));
            }
            let wait = Wait {
                completions,
                at_most: Duration::from_millis(20),
            };
            let mut back = Vec::new();
            for _ in 0..5 {
                queue.submit(wait).unwrap();
                for _ in 0..queue.completed() {
                    back.push(queue.take());
                }
            }
            assert_eq!(back, [(0, -libc::EOPNOTSUPP), (1, 0), (2, 0)]);
        }
    }

    #[test]
    fn a_kernel_that_knows_no_limit_is_told_with_each_wait() {
        let mut queue = plain();
        let before = std::time::Instant::now();
        queue
            .submit(Wait {
                completions: 1,
                at_most: Duration::from_millis(30),
            })
            .unwrap();
        assert!(before.elapsed() >= Duration::from_millis(30));
    }
}
