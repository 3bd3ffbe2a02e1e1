//! `preadv2` and `pwritev2`: one operation at a time, done when the call returns.

use super::SetupError;
use super::buffers::Buffers;
use crate::engine::{Completion, Engine, Outcome, Wait};
use crate::operation::{Direction, Operation};
use std::collections::VecDeque;
use std::fs::File;
use std::io;
use std::mem::ManuallyDrop;
use std::os::fd::AsRawFd;

/// Synchronous calls on one target by one thread.
pub struct Sync<'a> {
    file: &'a File,
    buffers: ManuallyDrop<Buffers>,
    call_flags: i32,
    /// Each with the buffer of its slot, which is claimed.
    prepared: Vec<(u16, Operation, *mut u8)>,
    back: VecDeque<Completion>,
}

impl<'a> Sync<'a> {
    /// For `depth` slots, whose operations are carried out one after the other. `poll`: ask the drive for the completion
    /// (`RWF_HIPRI`).
    pub fn new(file: &'a File, depth: u16, block_bytes: u32, poll: bool) -> Result<Self, SetupError> {
        let buffers = Buffers::map(depth, block_bytes).map_err(|source| SetupError::Failed {
            step: "allocate the buffers",
            source,
        })?;
        Ok(Sync {
            file,
            buffers: ManuallyDrop::new(buffers),
            call_flags: if poll { libc::RWF_HIPRI } else { 0 },
            prepared: Vec::with_capacity(usize::from(depth)),
            back: VecDeque::with_capacity(usize::from(depth)),
        })
    }
}

impl Engine for Sync<'_> {
    #[inline]
    fn buffer(&mut self, slot: u16) -> &mut [u8] {
        self.buffers.free(slot)
    }

    #[inline]
    fn prepare(&mut self, slot: u16, operation: Operation) {
        let buffer = self.buffers.claim(slot, operation.length);
        self.prepared.push((slot, operation, buffer));
    }

    #[inline]
    fn submit(&mut self, wait: Wait) -> io::Result<()> {
        if self.prepared.is_empty() && self.back.is_empty() {
            std::thread::sleep(wait.at_most);
        }
        for (slot, operation, buffer) in self.prepared.drain(..) {
            let result = call(self.file, operation, buffer, self.call_flags);
            self.buffers.release(slot);
            let outcome = match usize::try_from(result) {
                Ok(bytes) => Outcome::Moved(u32::try_from(bytes).unwrap_or(u32::MAX)),
                Err(_) => {
                    let errno = io::Error::last_os_error().raw_os_error().unwrap_or(libc::EIO);
                    Outcome::from_result(-errno)
                }
            };
            self.back.push_back(Completion { slot, outcome });
        }
        Ok(())
    }

    #[inline]
    fn completed(&mut self) -> usize {
        self.back.len()
    }

    #[inline]
    fn take(&mut self) -> Completion {
        self.back.pop_front().expect("one has come back")
    }
}

impl Drop for Sync<'_> {
    fn drop(&mut self) {
        Buffers::unmap_if_free(&mut self.buffers);
    }
}

/// Bytes moved, or -1 with `errno` set.
#[inline]
fn call(file: &File, operation: Operation, buffer: *mut u8, flags: i32) -> isize {
    let vector = libc::iovec {
        iov_base: buffer.cast(),
        iov_len: operation.length as usize,
    };
    let offset = operation.offset.cast_signed();
    // SAFETY: the vector is one buffer of a slot that was claimed for `length` bytes, which nobody else touches until the
    // call returns.
    unsafe {
        match operation.direction {
            Direction::Read => libc::preadv2(file.as_raw_fd(), &raw const vector, 1, offset, flags),
            Direction::Write => libc::pwritev2(file.as_raw_fd(), &raw const vector, 1, offset, flags),
        }
    }
}

/// Whether the kernel can hand operations for `file` over without waiting. If not (some device drivers that carry
/// out an operation while it is submitted), io_uring gives each one to a worker thread.
pub fn can_submit_without_blocking(file: &File, logical_block_bytes: u32) -> bool {
    let Ok(mut buffers) = Buffers::map(1, logical_block_bytes) else {
        return true;
    };
    let operation = Operation {
        direction: Direction::Read,
        length: logical_block_bytes,
        offset: 0,
    };
    let buffer = buffers.claim(0, logical_block_bytes);
    let result = call(file, operation, buffer, libc::RWF_NOWAIT);
    let refused = result < 0 && io::Error::last_os_error().raw_os_error() == Some(libc::EOPNOTSUPP);
    buffers.release(0);
    !refused
}
