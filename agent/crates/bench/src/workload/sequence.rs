//! The operations of one thread, generated without a ring, a clock or a file.

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
    /// By chance; for each size of the mix the places where one fits.
    Random(Vec<Fitting>),
    /// Ascending. Reads and writes of a mix advance separately, as in fio. The last operation before the end of the
    /// region is as short as it must be, so that a pass covers every byte once.
    Sequential { next_read: u64, next_write: u64 },
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
        let fitting = |length: u32| {
            let align = align_bytes.unwrap_or(u64::from(length));
            let places = (region.bytes - u64::from(length)) / align + 1;
            Fitting {
                length,
                align,
                places: Places::new(distribution, places),
            }
        };
        let order = Order::Random(blocks.shares().iter().map(|share| fitting(share.bytes)).collect());
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

    fn new(random: SplitMix64, region: Region, read_percent: u8, blocks: &BlockMix, order: Order) -> Self {
        Sequence {
            random,
            region,
            read_percent: u64::from(read_percent),
            blocks: blocks.clone(),
            order,
        }
    }

    /// The next operation.
    #[inline]
    pub fn next_operation(&mut self) -> Operation {
        let direction = self.next_direction();
        let (length, offset) = match &mut self.order {
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
        };
        Operation {
            direction,
            length,
            offset: self.region.start + offset,
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
