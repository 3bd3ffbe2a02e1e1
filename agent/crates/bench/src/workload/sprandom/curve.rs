//! How much of what each region of a drive holds is still valid when random overwrites have gone on for long.
//!
//! Desnoyers (Analytic Models of SSD Write Performance, ACM Transactions on Storage 8(2), 2012) models a drive that
//! cleans the block with the fewest valid pages, under uniformly random overwrites. What was written a share x of the physical
//! space ago (1 is the newest) is valid by the share v(x) = g^(1-x), where g is what is left in a block that is cleaned. The
//! mean over all x is the logical by the physical size, 1/α with α = 1 + over-provisioning:
//!
//! > (1 - g) / -ln g = 1/α, so that g = e^(-α(1-g)),
//!
//! which is his formula by Lambert's W, solved here by bisection.

/// Halvings of an interval of length 1 until a double cannot tell its ends apart.
const HALVINGS: u32 = 60;

/// What each region gets, in the order of writing. Each is a whole number of places, and they add up exactly.
#[derive(Debug, Clone)]
pub(super) struct Curve {
    /// Places of the span: as many are valid in the end.
    places: u64,
    /// Writes of a drive's whole physical space.
    physical: u64,
    regions: u32,
    /// Valid share of the block that is cleaned.
    cleaned: f64,
}

impl Curve {
    pub(super) fn new(places: u64, over_provisioning_percent: u8, regions: u32) -> Self {
        let spare = u128::from(places) * u128::from(over_provisioning_percent) / 100;
        Curve {
            places,
            physical: places.saturating_add(u64::try_from(spare).unwrap_or(u64::MAX)),
            regions,
            cleaned: cleaned_share(f64::from(over_provisioning_percent) / 100.0),
        }
    }

    pub(super) fn regions(&self) -> u32 {
        self.regions
    }

    /// Writes of region number `region`, and how many of them are overwritten in the region behind it. None of the last is:
    /// it is shorter by what would be, and ends the fill.
    pub(super) fn region(&self, region: u32) -> (u64, u64) {
        if region + 1 >= self.regions {
            let before = self.written_before(region) - self.overwritten_before(region);
            return (self.places - before, 0);
        }
        (
            self.written_before(region + 1) - self.written_before(region),
            self.overwritten_before(region + 1) - self.overwritten_before(region),
        )
    }

    /// Writes of all regions.
    pub(super) fn writes(&self) -> u64 {
        let last = self.regions - 1;
        self.written_before(last) + self.region(last).0
    }

    fn written_before(&self, region: u32) -> u64 {
        let share = u128::from(self.physical) * u128::from(region) / u128::from(self.regions);
        u64::try_from(share).expect("a part of the physical size is not larger")
    }

    /// What of the regions before `region` is not valid in the end: all of it less the integral of v. It grows with each region
    /// by far more than a double rounds.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a part of what is written, and 0 at least"
    )]
    fn overwritten_before(&self, region: u32) -> u64 {
        let x = f64::from(region) / f64::from(self.regions);
        let valid = (libm::pow(self.cleaned, 1.0 - x) - self.cleaned) / (1.0 - self.cleaned);
        (x * self.physical as f64 - valid * self.places as f64) as u64
    }
}

/// The share g of valid pages in a block that is cleaned. The equation has this root below 1, and 1 itself, which means nothing.
pub(super) fn cleaned_share(over_provisioning: f64) -> f64 {
    let alpha = 1.0 + over_provisioning;
    // The right side minus the left is positive below the root, and negative between it and 1. At 1/α it is negative.
    let (mut below, mut above) = (0.0, 1.0 / alpha);
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(below, above);
        if libm::exp(-alpha * (1.0 - middle)) > middle {
            below = middle;
        } else {
            above = middle;
        }
    }
    above
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Share of each region that is overwritten, in ten thousandths, as fio 3.42 prints it (`--debug=sprandom`, 100 regions).
    const OF_FIO: [(u8, [(u32, f64); 6]); 2] = [
        (
            10,
            [
                (0, 1754.0),
                (10, 1592.0),
                (25, 1343.0),
                (50, 911.0),
                (75, 457.0),
                (89, 193.0),
            ],
        ),
        (
            28,
            [
                (0, 4023.0),
                (10, 3704.0),
                (25, 3194.0),
                (50, 2249.0),
                (75, 1174.0),
                (89, 507.0),
            ],
        ),
    ];

    #[test]
    fn the_cleaned_share_is_that_of_lamberts_w() {
        // By a second program, in Python: -W(-α e^-α) / α of the principal branch.
        for (over_provisioning, share) in [
            (0.07, 0.872_076_298_71),
            (0.28, 0.596_995_356_49),
            (1.0, 0.203_187_869_98),
        ] {
            assert!(
                (cleaned_share(over_provisioning) - share).abs() < 1e-11,
                "{over_provisioning}"
            );
        }
    }

    #[test]
    fn the_curve_is_that_of_fio_but_for_its_approximation() {
        // fio takes 0.5 / over-provisioning + 0.7 for the write amplification and interpolates between 100 points.
        for (percent, regions) in OF_FIO {
            let curve = Curve::new(100_000_000, percent, 100);
            for (region, expected) in regions {
                let (writes, overwritten) = curve.region(region);
                let share = 10_000.0 * overwritten as f64 / writes as f64;
                assert!(
                    (share - expected).abs() < 21.0,
                    "{percent} %, region {region}: {share}"
                );
            }
        }
    }

    #[test]
    fn regions_add_up_to_every_place_valid_once() {
        for (places, percent, regions) in [
            (3200, 1, 100),
            (65_536, 10, 100),
            (10_007, 100, 100),
            (1 << 33, 28, 700),
        ] {
            let curve = Curve::new(places, percent, regions);
            let all: Vec<(u64, u64)> = (0..regions).map(|region| curve.region(region)).collect();
            let written: u64 = all.iter().map(|(writes, _)| writes).sum();
            let overwritten: u64 = all.iter().map(|(_, overwritten)| overwritten).sum();
            assert_eq!((written - overwritten, written), (places, curve.writes()));
            // The last region leaves out what would be overwritten behind it: less than a hundredth of a region.
            let physical = places + places * u64::from(percent) / 100;
            assert!(written <= physical && physical - written <= physical / u64::from(regions) / 50 + 1);
            // Whatever is overwritten has room in the region behind it.
            assert!(all.windows(2).all(|pair| pair[0].1 <= pair[1].0));
        }
    }
}
