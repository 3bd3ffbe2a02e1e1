//! The values that a search may try: whole numbers of resolutions above where it begins.

use crate::plan::field::{Object, PlanError};
use crate::plan::point::Parameter;

/// Most values between the ends of a search.
const VALUES_MAX: f64 = 1_000_000.0;
/// How often the answer is tried again, each time a resolution lower.
pub(in crate::plan) const CONFIRMATIONS_MAX: u32 = 4;
/// A value is as good as whole if it is so close to a whole one: it was given in decimal digits.
const ROUNDING: f64 = 1e-9;
/// Values are rounded to so many parts of one, so that they print as they are meant.
const PARTS: f64 = 1e6;

/// The values, by their number of resolutions above the first.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::plan) struct Grid {
    from: f64,
    resolution: f64,
    last: u32,
}

impl Grid {
    pub(super) fn read(
        fields: &Object<'_>,
        raise: Parameter,
        [from, to, resolution]: [f64; 3],
    ) -> Result<Self, PlanError> {
        let error = |name, message: String| Err(fields.required(name)?.error(message));
        let named = [("from", from), ("to", to), ("resolution", resolution)];
        let fractional = named.iter().find(|(_, value)| value.fract() != 0.0);
        if let (Some((name, _)), true) = (fractional, raise != Parameter::Rate) {
            return error(name, format!("{} is raised by whole numbers", raise.name()));
        }
        if to <= from {
            return error("to", "to must be above from".into());
        }
        let values = (to - from) / resolution;
        if (values - values.round()).abs() > ROUNDING * values.max(1.0) {
            return error(
                "resolution",
                "to must be a whole number of resolutions above from".into(),
            );
        }
        if values > VALUES_MAX {
            return error(
                "resolution",
                format!("there would be more than {VALUES_MAX} values between from and to"),
            );
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "above 0 and at most a million"
        )]
        let last = values.round() as u32;
        Ok(Grid {
            from,
            resolution,
            last,
        })
    }

    /// The number of the highest value.
    pub(in crate::plan) fn last(self) -> u32 {
        self.last
    }

    /// A value by its number.
    pub(in crate::plan) fn value(self, number: u32) -> f64 {
        round6(self.from + f64::from(number) * self.resolution)
    }

    /// The number of the value that doubling tries after this one.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "not negative, and cut off at the largest by the cast"
    )]
    pub(in crate::plan) fn doubled(self, number: u32) -> u32 {
        let twice = (self.from + 2.0 * f64::from(number) * self.resolution) / self.resolution;
        let twice = (twice + ROUNDING).floor() as u32;
        twice.max(number + 1).min(self.last)
    }

    /// Most values that a search tries: until one of the doubled ones fails, and then halving what lies below it.
    pub(super) fn trials_max(self) -> usize {
        let (mut number, mut trials, mut most) = (0, 1, 1);
        while number < self.last {
            let next = self.doubled(number);
            trials += 1;
            let halvings = (next - number).next_power_of_two().trailing_zeros() as usize;
            most = most.max(trials + halvings);
            number = next;
        }
        most
    }
}

/// A rounded value, as both languages round it.
pub(in crate::plan) fn round6(value: f64) -> f64 {
    (value * PARTS).round() / PARTS
}
