//! A fill that leaves a drive as long random overwrites would, by writing its physical space once.
//!
//! The idea is that of SPRandom (Sandisk, SNIA Developer Conference 2025, session 19366; fio has it from 3.41 on). A drive in
//! steady state holds old data of which much has been overwritten since, and new data of which little has. So the physical
//! space is thought of as regions in the order of writing. Of what is written into each, a share chosen by chance is written
//! once more while the next region is filled, and becomes invalid where it was. How large that share is follows from the
//! over-provisioning ([`Curve`]).
//!
//! Unlike fio, which overwrites the last region's share before anything new is written, the overwriting is spread over the
//! region: about a region lies between both writes, so that a drive's write cache does not swallow the first. And the
//! shares are exact numbers, not chances, so that every place is written and the length of the fill is known.

mod curve;

use crate::distribution::Scatter;
use crate::operation::Region;
use crate::random::SplitMix64;
use curve::Curve;
use std::collections::VecDeque;

/// Regions, unless their account would take too much memory.
const REGIONS: u32 = 100;
/// Fewer places than these and a region has too few to choose from.
pub(super) const PLACES_MIN: u64 = 32 * REGIONS as u64;
/// Most memory for the account of one thread: more regions are smaller, and each needs less.
const ACCOUNT_BYTES_MAX: u64 = 32 << 20;

/// The places of a fill, one after the other.
#[derive(Debug, Clone)]
pub(super) struct Sprandom {
    curve: Curve,
    block_bytes: u32,
    places: u64,
    /// The order of what is written for the first time, and where in it the fill begins.
    order: Scatter,
    first: u64,
    /// Places written for the first time so far.
    fresh: u64,
    region: u32,
    /// Writes of this region that are still to come.
    left: u64,
    /// How many of these are to be chosen for overwriting.
    to_choose: u64,
    /// Chosen in the region before: to be overwritten in this one.
    due: VecDeque<u64>,
    /// Chosen in this region.
    chosen: VecDeque<u64>,
}

impl Sprandom {
    /// Fills the whole blocks of `region`, of which there are [`PLACES_MIN`] at least.
    pub(super) fn new(
        random: &mut SplitMix64,
        region: Region,
        block_bytes: u32,
        over_provisioning_percent: u8,
    ) -> Self {
        let places = region.bytes / u64::from(block_bytes);
        let curve = curve_of(places, over_provisioning_percent);
        let most = usize::try_from(curve.region(0).1).expect("a region's account fits into memory") + 1;
        let mut fill = Sprandom {
            curve,
            block_bytes,
            places,
            order: Scatter::new(places),
            first: random.below(places),
            fresh: 0,
            region: 0,
            left: 0,
            to_choose: 0,
            due: VecDeque::with_capacity(most),
            chosen: VecDeque::with_capacity(most),
        };
        fill.begin(0);
        fill
    }

    /// Length and offset of the next write. Behind the end it begins anew.
    pub(super) fn next(&mut self, random: &mut SplitMix64) -> (u32, u64) {
        while self.left == 0 {
            self.begin((self.region + 1) % self.curve.regions());
        }
        // Selection sampling (Knuth, The Art of Computer Programming 2, 3.4.2, algorithm S): exactly as many as are to be.
        let draw =
            |random: &mut SplitMix64, wanted: u64, left: u64| wanted > 0 && random.below(left) < wanted;
        let overwrites = draw(random, self.due.len() as u64, self.left);
        let overwritten = overwrites.then(|| self.due.pop_front()).flatten();
        let place = overwritten.unwrap_or_else(|| self.next_fresh());
        if draw(random, self.to_choose, self.left) {
            self.to_choose -= 1;
            self.chosen.push_back(place);
        }
        self.left -= 1;
        (self.block_bytes, place * u64::from(self.block_bytes))
    }

    fn next_fresh(&mut self) -> u64 {
        let rank = (self.first + self.fresh) % self.places;
        self.fresh += 1;
        self.order.place_of(rank)
    }

    fn begin(&mut self, region: u32) {
        debug_assert!(self.due.is_empty(), "all that was due has been overwritten");
        self.region = region;
        (self.left, self.to_choose) = self.curve.region(region);
        std::mem::swap(&mut self.due, &mut self.chosen);
    }
}

/// Bytes that a fill of `region` writes.
pub(super) fn bytes_written(region: Region, block_bytes: u32, over_provisioning_percent: u8) -> u64 {
    let places = region.bytes / u64::from(block_bytes);
    curve_of(places, over_provisioning_percent).writes() * u64::from(block_bytes)
}

/// Memory that the account of a fill of so many places takes.
pub(super) fn account_bytes(places: u64, over_provisioning_percent: u8) -> u64 {
    account_of(&curve_of(places, over_provisioning_percent))
}

fn curve_of(places: u64, over_provisioning_percent: u8) -> Curve {
    let usual = Curve::new(places, over_provisioning_percent, REGIONS);
    let times = u32::try_from(account_of(&usual).div_ceil(ACCOUNT_BYTES_MAX)).unwrap_or(u32::MAX / REGIONS);
    match times {
        0 | 1 => usual,
        times => Curve::new(places, over_provisioning_percent, REGIONS.saturating_mul(times)),
    }
}

/// Both lists hold what is chosen of a region, at most that of the first.
fn account_of(curve: &Curve) -> u64 {
    2 * size_of::<u64>() as u64 * (curve.region(0).1 + 1)
}

#[cfg(test)]
mod tests;
