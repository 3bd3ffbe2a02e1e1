//! Reads and writes through io_uring and the kernel's block layer or file system.

use super::SetupError;
use super::queue::{Queue, TARGET};
use super::setup::RingOptions;
use crate::engine::{Completion, Engine, Outcome, Wait};
use crate::operation::{Direction, Operation};
use io_uring::{cqueue, opcode, squeue};
use std::fs::File;
use std::io;

/// An io_uring instance for one target and one thread.
pub struct Ring {
    queue: Queue<squeue::Entry, cqueue::Entry>,
    entry_flags: squeue::Flags,
}

impl Ring {
    /// A ring for `depth` operations of at most `block_bytes` on `file`, to be used by the calling thread alone.
    ///
    /// `handed_off`: the target cannot be asked without blocking ([`super::can_submit_without_blocking`]), so that the
    /// kernel gives each operation to a worker thread.
    pub fn new(
        file: &File,
        depth: u16,
        block_bytes: u32,
        options: RingOptions,
        handed_off: bool,
    ) -> Result<Self, SetupError> {
        let queue = Queue::new(Some(file), depth, block_bytes, options)?;
        // Told at once that it must hand over, the kernel spares the vain attempt.
        let entry_flags = if handed_off {
            squeue::Flags::ASYNC
        } else {
            squeue::Flags::empty()
        };
        Ok(Ring { queue, entry_flags })
    }

    /// What this ring runs with.
    pub fn flags(&self) -> &[String] {
        self.queue.flags()
    }
}

impl Engine for Ring {
    #[inline]
    fn buffer(&mut self, slot: u16) -> &mut [u8] {
        self.queue.free(slot)
    }

    #[inline]
    fn prepare(&mut self, slot: u16, operation: Operation) {
        let (length, offset, fixed) = (operation.length, operation.offset, self.queue.fixed_buffers());
        let flags = self.entry_flags;
        self.queue.push(slot, length, |buffer| {
            let entry = match (operation.direction, fixed) {
                (Direction::Read, true) => opcode::ReadFixed::new(TARGET, buffer, length, slot)
                    .offset(offset)
                    .build(),
                (Direction::Read, false) => opcode::Read::new(TARGET, buffer, length).offset(offset).build(),
                (Direction::Write, true) => opcode::WriteFixed::new(TARGET, buffer, length, slot)
                    .offset(offset)
                    .build(),
                (Direction::Write, false) => {
                    opcode::Write::new(TARGET, buffer, length).offset(offset).build()
                }
            };
            entry.flags(flags).user_data(u64::from(slot))
        });
    }

    #[inline]
    fn submit(&mut self, wait: Wait) -> io::Result<()> {
        self.queue.submit(wait)
    }

    #[inline]
    fn completed(&mut self) -> usize {
        self.queue.completed()
    }

    #[inline]
    fn take(&mut self) -> Completion {
        let (slot, result) = self.queue.take();
        Completion {
            slot,
            outcome: Outcome::from_result(result),
        }
    }
}
