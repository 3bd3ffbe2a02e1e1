//! The engine that goes nowhere: what is left is the cost of this program.

use super::{Completion, Engine, Outcome, Wait};
use crate::operation::Operation;
use std::io;

/// Every operation is back at the next look, with all its bytes.
#[derive(Debug)]
pub struct NullEngine {
    /// One buffer for all slots: nobody reads it.
    buffer: Vec<u8>,
    back: Vec<Completion>,
}

impl NullEngine {
    /// For `depth` slots and operations of at most `block_bytes`.
    pub fn new(depth: u16, block_bytes: u32) -> Self {
        NullEngine {
            buffer: vec![0; block_bytes as usize],
            back: Vec::with_capacity(usize::from(depth)),
        }
    }
}

impl Engine for NullEngine {
    #[inline]
    fn buffer(&mut self, _slot: u16) -> &mut [u8] {
        &mut self.buffer
    }

    #[inline]
    fn prepare(&mut self, slot: u16, operation: Operation) {
        self.back.push(Completion {
            slot,
            outcome: Outcome::Moved(operation.length),
        });
    }

    #[inline]
    fn submit(&mut self, _wait: Wait) -> io::Result<()> {
        Ok(())
    }

    #[inline]
    fn reap(&mut self, completions: &mut Vec<Completion>) {
        completions.append(&mut self.back);
    }
}
