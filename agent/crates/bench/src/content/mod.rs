//! What is written, and whether what is read is what was written.

mod ledger;
mod sector;

use crate::notation::NotationError;
use crate::operation::{Direction, Operation, Region};
use crate::random::SplitMix64;
use crate::signature::{CLEAR_AT_START, keep_clear};
use ledger::{Expectation, Ledger};
use std::fmt;
use std::str::FromStr;

/// Written blocks differ from each other in every unit of this size, the one in which arrays look for duplicates.
const STAMP_EVERY: usize = 4096;
/// Most times that compressible data may shrink.
const RATIO_MAX: f64 = 100.0;

/// What is written.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Data {
    /// Random bytes.
    Incompressible,
    /// Random bytes and zeros, so that it shrinks by this ratio.
    Compressible {
        /// Size before by size after, at least 1.
        ratio: f64,
    },
    /// Each sector says where it belongs and how often it was written; reads are checked.
    Verified,
}

impl fmt::Display for Data {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Data::Incompressible => write!(f, "incompressible"),
            Data::Compressible { ratio } => write!(f, "compressible:{ratio}"),
            Data::Verified => write!(f, "verified"),
        }
    }
}

impl FromStr for Data {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let fail = |reason| NotationError::new(text, "a kind of data", reason);
        match text.split_once(':') {
            None if text == "incompressible" => Ok(Data::Incompressible),
            None if text == "verified" => Ok(Data::Verified),
            Some(("compressible", ratio)) => match ratio.parse() {
                Ok(ratio) if (1.0..=RATIO_MAX).contains(&ratio) => Ok(Data::Compressible { ratio }),
                _ => Err(fail(
                    "the ratio is a number from 1 to 100, such as compressible:2",
                )),
            },
            _ => Err(fail("expected incompressible, compressible:RATIO or verified")),
        }
    }
}

/// What the read-back of verified data came to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Verification {
    /// Reads whose content was known and was as it must be.
    pub matched: u64,
    /// Reads of what this run has not written (or not yet finished to write): nothing can be said of them.
    pub unknown: u64,
    /// Reads that returned something else than what was written.
    pub mismatched: u64,
    /// Where the first of these lies.
    pub first_mismatch: Option<u64>,
    /// Bytes that the final reading back found as they were written.
    pub read_back_bytes: u64,
}

impl Verification {
    /// Adds that of another thread.
    pub fn add(&mut self, other: &Verification) {
        self.matched += other.matched;
        self.unknown += other.unknown;
        self.mismatched += other.mismatched;
        self.read_back_bytes += other.read_back_bytes;
        self.first_mismatch = match (self.first_mismatch, other.first_mismatch) {
            (Some(mine), Some(theirs)) => Some(mine.min(theirs)),
            (mine, theirs) => mine.or(theirs),
        };
    }
}

/// The bytes that one thread writes, and the check of those it reads.
#[derive(Debug)]
pub struct Content {
    random: SplitMix64,
    data: Data,
    verifier: Option<Verifier>,
}

#[derive(Debug)]
struct Verifier {
    ledger: Ledger,
    /// What each slot's operation knows of its block.
    slots: Box<[Expectation]>,
    found: Verification,
    seed: u64,
    sector_bytes: usize,
}

impl Content {
    /// Of a thread with `slots` slots; verified data keep account of the blocks of `block_bytes` in `region`.
    pub fn new(
        data: Data,
        seed: u64,
        slots: u16,
        region: Region,
        block_bytes: u32,
        sector_bytes: u32,
    ) -> Self {
        let verifier = (data == Data::Verified).then(|| Verifier {
            ledger: Ledger::new(region, block_bytes),
            slots: vec![Expectation::default(); usize::from(slots)].into_boxed_slice(),
            found: Verification::default(),
            seed,
            sector_bytes: sector_bytes as usize,
        });
        Content {
            random: SplitMix64::new(seed),
            data,
            verifier,
        }
    }

    /// Memory that verified data of a region need, in bytes.
    pub fn ledger_bytes(region: Region, block_bytes: u32) -> u64 {
        Ledger::memory_bytes(region, block_bytes)
    }

    /// Fills a buffer for the first time.
    pub fn fill(&mut self, buffer: &mut [u8]) {
        let random_share = match self.data {
            Data::Compressible { ratio } => 1.0 / ratio,
            Data::Incompressible | Data::Verified => 1.0,
        };
        for chunk in buffer.chunks_mut(STAMP_EVERY) {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a share of 4096 bytes"
            )]
            let random_bytes = (chunk.len() as f64 * random_share).round() as usize;
            let (random, zeros) = chunk.split_at_mut(random_bytes);
            self.random.fill(random);
            zeros.fill(0);
        }
        keep_clear(buffer);
    }

    /// Called before `operation` is handed over in `slot`, with its buffer: readies what a write writes.
    #[inline]
    pub fn before(&mut self, slot: u16, operation: Operation, buffer: &mut [u8]) {
        match (&mut self.verifier, operation.direction) {
            (Some(verifier), _) => verifier.before(slot, operation, buffer),
            (None, Direction::Write) => stamp(buffer, &mut self.random),
            (None, Direction::Read) => {}
        }
    }

    /// Called when `operation` has come back, with its buffer. False if it read something else than was written.
    #[inline]
    pub fn after(&mut self, slot: u16, operation: Operation, succeeded: bool, buffer: &[u8]) -> bool {
        match &mut self.verifier {
            None => true,
            Some(verifier) => verifier.after(slot, operation, succeeded, buffer),
        }
    }

    /// What the checks have found; `None` if data are not verified.
    pub fn verification(&self) -> Option<Verification> {
        self.verifier.as_ref().map(|verifier| verifier.found)
    }

    /// A block of so many bytes was as it was written, when all was read back at the end.
    pub fn was_read_back(&mut self, bytes: u32) {
        if let Some(verifier) = &mut self.verifier {
            verifier.found.read_back_bytes += u64::from(bytes);
        }
    }

    /// A read of the first block from number `from` on that is known to be written by this run, and where to go on: what is left
    /// to read back. One by one, since a list of them would be as large as the account.
    pub fn next_written(&self, from: usize) -> Option<(Operation, usize)> {
        self.verifier.as_ref()?.ledger.next_written(from)
    }
}

/// Makes a block unlike any written before, so that it cannot be deduplicated: 63 of its bits are drawn anew. The one that is
/// set keeps the drive's own first sectors from looking like somebody's disk.
#[inline]
fn stamp(buffer: &mut [u8], random: &mut SplitMix64) {
    for chunk in buffer.chunks_mut(STAMP_EVERY) {
        if let Some(first) = chunk.first_chunk_mut::<8>() {
            *first = random.next().to_le_bytes();
            first[0] |= CLEAR_AT_START;
        }
    }
}

impl Verifier {
    fn before(&mut self, slot: u16, operation: Operation, buffer: &mut [u8]) {
        let expectation = match operation.direction {
            Direction::Read => self.ledger.read(operation.offset),
            Direction::Write => {
                let generation = self.ledger.begin_write(operation.offset);
                for (sector, offset) in self.sectors(buffer, operation) {
                    sector::write(sector, offset, generation, self.seed);
                }
                Expectation::default()
            }
        };
        self.slots[usize::from(slot)] = expectation;
    }

    fn after(&mut self, slot: u16, operation: Operation, succeeded: bool, buffer: &[u8]) -> bool {
        if operation.direction == Direction::Write {
            self.ledger.end_write(operation.offset, succeeded);
            return true;
        }
        if !succeeded {
            return true;
        }
        let expected = self.slots[usize::from(slot)];
        let latest = self.ledger.latest(operation.offset);
        if expected.is_unknown() {
            self.found.unknown += 1;
            return true;
        }
        let sectors = buffer
            .chunks(self.sector_bytes)
            .zip((operation.offset..).step_by(self.sector_bytes));
        for (sector, offset) in sectors {
            let generation = sector::read(sector, offset, self.seed);
            if !generation.is_some_and(|generation| expected.allows(generation, latest)) {
                self.found.mismatched += 1;
                let first = self.found.first_mismatch.get_or_insert(offset);
                *first = offset.min(*first);
                return false;
            }
        }
        self.found.matched += 1;
        true
    }

    fn sectors<'a>(
        &self,
        buffer: &'a mut [u8],
        operation: Operation,
    ) -> impl Iterator<Item = (&'a mut [u8], u64)> + use<'a> {
        buffer
            .chunks_mut(self.sector_bytes)
            .zip((operation.offset..).step_by(self.sector_bytes))
    }
}

#[cfg(test)]
mod tests;
