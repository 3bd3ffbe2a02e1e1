//! The engine that goes nowhere: what is left is the cost of this program.

use super::{Completion, Engine, Outcome, Wait};
use crate::operation::Operation;
use std::io;

/// Every operation is back at the next look, with all its bytes.
#[derive(Debug)]
pub struct NullEngine {
    /// One buffer for all slots: nobody reads it.
    buffer: Vec<u8>,
    /// A ring as long as the next power of two after the depth.
    back: Box<[Back]>,
    taken: usize,
    handed_over: usize,
    prepared: usize,
}

/// An operation that is back.
#[derive(Debug, Clone, Copy, Default)]
struct Back {
    slot: u16,
    length: u32,
}

impl NullEngine {
    /// For `depth` slots and operations of at most `block_bytes`.
    pub fn new(depth: u16, block_bytes: u32) -> Self {
        let entries = usize::from(depth).next_power_of_two();
        NullEngine {
            buffer: vec![0; block_bytes as usize],
            back: vec![Back::default(); entries].into_boxed_slice(),
            taken: 0,
            handed_over: 0,
            prepared: 0,
        }
    }

    #[inline]
    fn entry(&mut self, number: usize) -> &mut Back {
        let mask = self.back.len() - 1;
        &mut self.back[number & mask]
    }
}

impl Engine for NullEngine {
    #[inline]
    fn buffer(&mut self, _slot: u16) -> &mut [u8] {
        &mut self.buffer
    }

    #[inline]
    fn prepare(&mut self, slot: u16, operation: Operation) {
        let entry = self.entry(self.prepared);
        entry.slot = slot;
        entry.length = operation.length;
        self.prepared = self.prepared.wrapping_add(1);
    }

    #[inline]
    fn submit(&mut self, _wait: Wait) -> io::Result<()> {
        self.handed_over = self.prepared;
        Ok(())
    }

    #[inline]
    fn completed(&mut self) -> usize {
        self.handed_over.wrapping_sub(self.taken)
    }

    #[inline]
    fn take(&mut self) -> Completion {
        assert!(self.completed() > 0, "no operation has come back");
        let Back { slot, length } = *self.entry(self.taken);
        self.taken = self.taken.wrapping_add(1);
        Completion {
            slot,
            outcome: Outcome::Moved(length),
        }
    }
}
