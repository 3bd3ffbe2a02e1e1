//! One stream of a load, fitted to the target.

use super::request::Load;
use super::sequence::Sequence;
use super::sprandom;
use crate::block_mix::BlockMix;
use crate::content::Data;
use crate::distribution::Distribution;
use crate::operation::{Directions, Region};
use crate::output::Pattern;
use crate::random::SplitMix64;

/// A stream that fits the target.
#[derive(Debug, Clone, PartialEq)]
pub struct Stream {
    pub(super) name: Option<String>,
    pub(super) pattern: Pattern,
    pub(super) read_percent: u8,
    pub(super) blocks: BlockMix,
    pub(super) align_bytes: Option<u64>,
    pub(super) depths: Vec<u16>,
    pub(super) load: Load,
    pub(super) span_bytes: u64,
    pub(super) distribution: Distribution,
    pub(super) data: Data,
    pub(super) over_provisioning_percent: Option<u8>,
    /// Bytes that it moves before it ends by itself.
    pub(super) budget_bytes: Option<u64>,
}

impl Stream {
    /// Name in the output.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// When its operations start.
    pub fn load(&self) -> Load {
        self.load
    }

    /// Threads.
    pub fn threads(&self) -> u64 {
        self.depths.len() as u64
    }

    /// Part of the target that it uses, in bytes from the start.
    pub fn span_bytes(&self) -> u64 {
        self.span_bytes
    }

    /// Whether what it reads is held against what it has written.
    pub fn is_verified(&self) -> bool {
        self.data == Data::Verified
    }

    /// Operations in flight in all its threads, at most.
    pub fn depth(&self) -> u64 {
        self.depths.iter().map(|&depth| u64::from(depth)).sum()
    }

    /// Operations in flight in the thread that has most of them.
    pub fn depth_per_thread_max(&self) -> u16 {
        self.depths.iter().copied().max().unwrap_or(0)
    }

    /// Its largest operation.
    pub fn block_bytes_max(&self) -> u32 {
        self.blocks.largest()
    }

    /// Whether it reads, whether it writes.
    pub fn directions(&self) -> Directions {
        Directions {
            read: self.read_percent > 0,
            write: self.read_percent < 100,
        }
    }

    /// Part of the span that thread `index` uses. Threads share the span of a random load; a sequential one is
    /// divided, and so is a verified one, because only who knows all writes to a place can tell what must be there.
    pub(super) fn region(&self, index: u64) -> Region {
        let whole = Region {
            start: 0,
            bytes: self.span_bytes,
        };
        let divided = self.pattern != Pattern::Random || self.data == Data::Verified;
        if !divided || self.depths.len() == 1 {
            return whole;
        }
        let block = u64::from(self.blocks.largest());
        let (first, count) = part(self.span_bytes / block, self.depths.len() as u64, index);
        let is_last = index + 1 == self.depths.len() as u64;
        let tail = if is_last { self.span_bytes % block } else { 0 };
        Region {
            start: first * block,
            bytes: count * block + tail,
        }
    }

    /// What an sprandom fill assumes; of no other stream.
    pub(super) fn assumed_over_provisioning(&self) -> u8 {
        self.over_provisioning_percent
            .expect("an sprandom fill says what it assumes: checked when it was fitted")
    }

    /// Memory of the account of an sprandom fill, in all threads.
    pub(crate) fn sprandom_account_bytes(&self) -> u64 {
        if self.pattern != Pattern::Sprandom {
            return 0;
        }
        let block = u64::from(self.blocks.largest());
        let of_thread = |index| {
            let places = self.region(index).bytes / block;
            sprandom::account_bytes(places, self.assumed_over_provisioning())
        };
        (0..self.threads()).map(of_thread).sum()
    }

    pub(super) fn sequence(&self, region: Region, random: SplitMix64) -> Sequence {
        match self.pattern {
            Pattern::Sequential => Sequence::sequential(random, region, self.read_percent, &self.blocks),
            Pattern::Sprandom => {
                Sequence::sprandom(random, region, &self.blocks, self.assumed_over_provisioning())
            }
            Pattern::Random => Sequence::random(
                random,
                region,
                self.read_percent,
                &self.blocks,
                self.align_bytes,
                &self.distribution,
            ),
        }
    }
}

/// Part number `index` of `total` in `parts` parts that differ by at most one: where it begins, how long it is.
pub(super) fn part(total: u64, parts: u64, index: u64) -> (u64, u64) {
    let (size, longer) = (total / parts, total % parts);
    (index * size + index.min(longer), size + u64::from(index < longer))
}
