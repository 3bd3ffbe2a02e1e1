//! Which generation of each block may be on the target.
//!
//! Several writes to one block may be in flight at once, and the target may carry them out in any order. So a block
//! has a range: the oldest generation that may still be there, and the latest that was begun.

use crate::operation::{Direction, Operation, Region};

/// One block.
#[derive(Debug, Clone, Copy, Default)]
struct Block {
    /// The latest generation begun; 0 before the first.
    latest: u32,
    /// The oldest generation that may be on the target; 0 while what was there before the run may be.
    oldest: u32,
    /// The first of the writes in flight.
    first_in_flight: u32,
    in_flight: u16,
    /// One of them has failed: what was there before may still be there.
    failed: bool,
}

/// What is known of a block when a read of it begins.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Expectation {
    oldest: u32,
}

impl Expectation {
    /// Whether the block may hold something that is not of this run.
    pub(super) fn is_unknown(self) -> bool {
        self.oldest == 0
    }

    /// Whether a sector may be of this generation, if `latest` is the latest begun when the read was back.
    pub(super) fn allows(self, generation: u32, latest: u32) -> bool {
        (self.oldest..=latest).contains(&generation)
    }
}

/// The blocks of a region.
#[derive(Debug)]
pub(super) struct Ledger {
    blocks: Box<[Block]>,
    region: Region,
    block_bytes: u32,
}

impl Ledger {
    pub(super) fn new(region: Region, block_bytes: u32) -> Self {
        let blocks = usize::try_from(region.bytes.div_ceil(u64::from(block_bytes)))
            .expect("memory for it was asked for before");
        Ledger {
            blocks: vec![Block::default(); blocks].into_boxed_slice(),
            region,
            block_bytes,
        }
    }

    pub(super) fn memory_bytes(region: Region, block_bytes: u32) -> u64 {
        region.bytes.div_ceil(u64::from(block_bytes)) * size_of::<Block>() as u64
    }

    fn block(&mut self, offset: u64) -> &mut Block {
        let index = (offset - self.region.start) / u64::from(self.block_bytes);
        &mut self.blocks[usize::try_from(index).expect("the block is in memory")]
    }

    /// Begins a write; returns its generation.
    pub(super) fn begin_write(&mut self, offset: u64) -> u32 {
        let block = self.block(offset);
        block.latest += 1;
        if block.in_flight == 0 {
            block.first_in_flight = block.latest;
            block.failed = false;
        }
        block.in_flight += 1;
        block.latest
    }

    /// A write has come back.
    pub(super) fn end_write(&mut self, offset: u64, succeeded: bool) {
        let block = self.block(offset);
        block.in_flight -= 1;
        block.failed |= !succeeded;
        if block.in_flight == 0 && !block.failed {
            block.oldest = block.first_in_flight;
        }
    }

    /// What a read that begins now may find at least.
    pub(super) fn read(&mut self, offset: u64) -> Expectation {
        Expectation {
            oldest: self.block(offset).oldest,
        }
    }

    /// The latest generation begun.
    pub(super) fn latest(&mut self, offset: u64) -> u32 {
        self.block(offset).latest
    }

    /// A read of the first block from number `from` on that is known to be of this run, and the number of the one behind it.
    pub(super) fn next_written(&self, from: usize) -> Option<(Operation, usize)> {
        let known = self
            .blocks
            .get(from..)?
            .iter()
            .position(|block| block.oldest > 0)?;
        let index = from + known;
        let start = index as u64 * u64::from(self.block_bytes);
        let length = u64::from(self.block_bytes).min(self.region.bytes - start);
        let operation = Operation {
            direction: Direction::Read,
            length: u32::try_from(length).expect("a block is at most 64 MiB"),
            offset: self.region.start + start,
        };
        Some((operation, index + 1))
    }
}
