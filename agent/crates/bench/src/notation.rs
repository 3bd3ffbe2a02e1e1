//! What the notations of a load ("zipf:1.1", "4k:60,64k:40", "p99.9<1ms") share: their error and their numbers.

use crate::quantity;
use std::fmt::Display;

/// Most characters of a faulty text that an error repeats.
const QUOTED_CHARS_MAX: usize = 80;

/// Why a part of a load could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{text} is not {what}: {reason}")]
pub struct NotationError {
    /// Quoted.
    text: String,
    /// With its article: "a block mix".
    what: &'static str,
    reason: String,
}

impl NotationError {
    /// `text` is not `what` ("a block mix"), for a `reason` that says what is expected.
    pub(crate) fn new(text: &str, what: &'static str, reason: impl Display) -> Self {
        NotationError {
            text: quoted(text),
            what,
            reason: reason.to_string(),
        }
    }
}

/// `text` as an error repeats it: in quotation marks, and cut where it gets long.
pub(crate) fn quoted(text: &str) -> String {
    match text.char_indices().nth(QUOTED_CHARS_MAX) {
        None => format!("\"{text}\""),
        Some((end, _)) => format!("\"{}…\"", &text[..end]),
    }
}

/// A decimal number in units of 10^-`fraction_digits`, exactly: "1.1" with 3 digits is 1100. `None` for anything but
/// digits with at most one point among them, for what does not come out whole, and for more than fits.
pub(crate) fn fixed_point(text: &str, fraction_digits: u32) -> Option<u32> {
    let scaled = quantity::scaled(text, 10_u64.pow(fraction_digits)).ok()?;
    u32::try_from(scaled).ok()
}

/// The inverse of [`fixed_point`], without zeros at the end: 1100 with 3 digits is "1.1".
pub(crate) fn write_fixed_point(value: u32, fraction_digits: u32) -> String {
    let unit = 10_u32.pow(fraction_digits);
    let width = fraction_digits as usize;
    let fraction = format!("{:0width$}", value % unit);
    match fraction.trim_end_matches('0') {
        "" => (value / unit).to_string(),
        fraction => format!("{}.{fraction}", value / unit),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn fixed_points() {
        assert_eq!(fixed_point("1.1", 3), Some(1_100));
        assert_eq!(fixed_point("99.999", 5), Some(9_999_900));
        assert_eq!(fixed_point("7", 0), Some(7));
        for text in [
            "", ".", "1.", ".5", "1..2", "1.2.3", "-1", "+1", "1e3", " 1", "nan", "inf", "1.2345", "٣",
        ] {
            assert_eq!(fixed_point(text, 3), None, "{text}");
        }
        // 2^32 = 4 294 967 296 thousandths are one too many.
        assert_eq!(fixed_point("4294967.295", 3), Some(u32::MAX));
        assert_eq!(fixed_point("4294967.296", 3), None);
    }

    #[test]
    fn an_error_names_the_text_but_never_repeats_a_long_one() {
        let error = NotationError::new("zip", "a distribution", "expected uniform");
        assert_eq!(
            error.to_string(),
            "\"zip\" is not a distribution: expected uniform"
        );
        let long = NotationError::new(&"ä".repeat(1000), "a mix", "no").to_string();
        assert_eq!(long, format!("\"{}…\" is not a mix: no", "ä".repeat(80)));
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(value: u32, digits in 0..=5_u32) {
            prop_assert_eq!(fixed_point(&write_fixed_point(value, digits), digits), Some(value));
        }
    }
}
