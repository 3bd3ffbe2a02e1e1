//! The operations of one thread, generated without a ring, a clock or a file.

use super::sprandom::Sprandom;
use crate::block_mix::BlockMix;
use crate::distribution::{Distribution, Places};
use crate::operation::{Direction, Operation, Region};
use crate::random::SplitMix64;

/// The endless sequence of operations of one thread.
#[derive(Debug, Clone)]
pub struct Sequence {
    random: SplitMix64,
    region: Region,
    read_percent: u64,
    blocks: BlockMix,
    order: Order,
}

/// Where the next operation lies.
#[derive(Debug, Clone)]
enum Order {
    /// By chance, every place of one size as likely as any other: the rule, and a few instructions.
    Uniform { length: u32, align: u64, places: u64 },
    /// By chance; for each size of the mix the places where one fits.
    Random(Vec<Fitting>),
    /// Ascending. Reads and writes of a mix advance separately, as in fio. The last operation before the end of the
    /// region is as short as it must be, so that a pass covers every byte once.
    Sequential { next_read: u64, next_write: u64 },
    /// By chance, so that one fill is like many.
    Sprandom(Box<Sprandom>),
}

/// The places for operations of one size.
#[derive(Debug, Clone)]
struct Fitting {
    length: u32,
    align: u64,
    places: Places,
}

impl Sequence {
    /// Operations of random order, at multiples of `align_bytes` or of their own size.
    pub(super) fn random(
        random: SplitMix64,
        region: Region,
        read_percent: u8,
        blocks: &BlockMix,
        align_bytes: Option<u64>,
        distribution: &Distribution,
    ) -> Self {
        let align_of = |length: u32| align_bytes.unwrap_or(u64::from(length));
        let places_of = |length: u32| (region.bytes - u64::from(length)) / align_of(length) + 1;
        let fitting = |length: u32| Fitting {
            length,
            align: align_of(length),
            places: Places::new(distribution, places_of(length)),
        };
        let order = match (blocks.shares(), distribution) {
            ([only], Distribution::Uniform) => Order::Uniform {
                length: only.bytes,
                align: align_of(only.bytes),
                places: places_of(only.bytes),
            },
            (shares, _) => Order::Random(shares.iter().map(|share| fitting(share.bytes)).collect()),
        };
        Sequence::new(random, region, read_percent, blocks, order)
    }

    /// Operations of ascending order.
    pub(super) fn sequential(
        random: SplitMix64,
        region: Region,
        read_percent: u8,
        blocks: &BlockMix,
    ) -> Self {
        let order = Order::Sequential {
            next_read: 0,
            next_write: 0,
        };
        Sequence::new(random, region, read_percent, blocks, order)
    }

    /// The writes of a fill that assumes this over-provisioning.
    pub(super) fn sprandom(
        mut random: SplitMix64,
        region: Region,
        blocks: &BlockMix,
        over_provisioning_percent: u8,
    ) -> Self {
        let fill = Sprandom::new(&mut random, region, blocks.largest(), over_provisioning_percent);
        Sequence::new(random, region, 0, blocks, Order::Sprandom(Box::new(fill)))
    }

    fn new(random: SplitMix64, region: Region, read_percent: u8, blocks: &BlockMix, order: Order) -> Self {
        Sequence {
            random,
            region,
            read_percent: u64::from(read_percent),
            blocks: blocks.clone(),
            order,
        }
    }

    /// The next operation. Inlined by order, see `Worker::prepare`.
    #[inline(always)]
    pub fn next_operation(&mut self) -> Operation {
        let direction = self.next_direction();
        let (length, offset) = match self.order {
            Order::Uniform {
                length,
                align,
                places,
            } => (length, self.random.below(places) * align),
            Order::Random(_) | Order::Sequential { .. } | Order::Sprandom(_) => self.next_place(direction),
        };
        Operation {
            direction,
            length,
            offset: self.region.start + offset,
        }
    }

    /// Length and offset of the next operation. Apart from the rule, which is not to pay for it.
    #[inline(never)]
    fn next_place(&mut self, direction: Direction) -> (u32, u64) {
        match &mut self.order {
            Order::Uniform {
                length,
                align,
                places,
            } => (*length, self.random.below(*places) * *align),
            Order::Sprandom(fill) => fill.next(&mut self.random),
            Order::Random(fittings) => {
                let fitting = pick(fittings, &self.blocks, &mut self.random);
                (
                    fitting.length,
                    fitting.places.next(&mut self.random) * fitting.align,
                )
            }
            Order::Sequential {
                next_read,
                next_write,
            } => {
                let next = if direction == Direction::Read {
                    next_read
                } else {
                    next_write
                };
                advance(next, self.blocks.pick(&mut self.random), self.region.bytes)
            }
        }
    }

    #[inline]
    fn next_direction(&mut self) -> Direction {
        match self.read_percent {
            100 => Direction::Read,
            0 => Direction::Write,
            percent if self.random.below(100) < percent => Direction::Read,
            _ => Direction::Write,
        }
    }
}

/// The places for the size that comes next. One size, the rule, needs no draw.
#[inline]
fn pick<'a>(fittings: &'a mut [Fitting], blocks: &BlockMix, random: &mut SplitMix64) -> &'a mut Fitting {
    let index = if fittings.len() == 1 {
        0
    } else {
        let length = blocks.pick(random);
        fittings
            .iter()
            .position(|fitting| fitting.length == length)
            .expect("there is a fitting for each size of the mix")
    };
    &mut fittings[index]
}

/// Length and offset of the operation at `next`, which moves on, to the start again behind the end.
#[inline]
fn advance(next: &mut u64, length: u32, bytes: u64) -> (u32, u64) {
    let offset = *next;
    let left = bytes - offset;
    if left > u64::from(length) {
        *next = offset + u64::from(length);
        return (length, offset);
    }
    *next = 0;
    let rest = u32::try_from(left).expect("what is left is at most a block");
    (rest, offset)
}
