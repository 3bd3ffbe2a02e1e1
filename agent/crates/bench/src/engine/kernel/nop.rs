//! Operations that the kernel takes and gives back at once (`IORING_OP_NOP`): what a ring costs, without a device behind it.

use super::SetupError;
use super::queue::Queue;
use super::setup::RingOptions;
use crate::engine::{Completion, Engine, Outcome, Wait};
use crate::operation::Operation;
use io_uring::{cqueue, opcode, squeue};
use std::io;

/// An io_uring instance that carries operations into the kernel and back, for one thread.
pub struct Nop {
    queue: Queue<squeue::Entry, cqueue::Entry>,
    /// What the operation in each slot was to move: it comes back as done.
    lengths: Box<[u32]>,
}

impl Nop {
    /// A ring as [`super::Ring`] has it, for `depth` operations of at most `block_bytes`, to be used by the calling thread
    /// alone.
    pub fn new(depth: u16, block_bytes: u32, options: RingOptions) -> Result<Self, SetupError> {
        Ok(Nop {
            queue: Queue::new(None, depth, block_bytes, options)?,
            lengths: vec![0; usize::from(depth)].into_boxed_slice(),
        })
    }

    /// What this ring runs with.
    pub fn flags(&self) -> &[String] {
        self.queue.flags()
    }
}

impl Engine for Nop {
    #[inline]
    fn buffer(&mut self, slot: u16) -> &mut [u8] {
        self.queue.free(slot)
    }

    #[inline]
    fn prepare(&mut self, slot: u16, operation: Operation) {
        self.lengths[usize::from(slot)] = operation.length;
        self.queue.push(slot, operation.length, |_| {
            opcode::Nop::new().build().user_data(u64::from(slot))
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
            outcome: match result {
                0 => Outcome::Moved(self.lengths[usize::from(slot)]),
                refused => Outcome::from_result(refused),
            },
        }
    }
}
