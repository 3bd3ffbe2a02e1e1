//! The value that `nvme get-feature` prints: text, also where binary was asked for.

use super::Malformed;

const MARKER: &str = "Current value:";

/// Reads the 32-bit value of `get-feature:0x02 (Power Management), Current value:0x00000000`; versions of nvme-cli
/// differ in the prefix `0x` and in spaces.
///
/// # Errors
/// [`Malformed`] if there is no such value in the text.
pub fn current_feature_value(text: &str) -> Result<u32, Malformed> {
    let malformed = || Malformed {
        structure: "Get Features",
        reason: format!(
            "no \"{MARKER}\" in what nvme-cli printed: {:?}",
            text.chars().take(200).collect::<String>()
        ),
    };
    let (_, rest) = text.split_once(MARKER).ok_or_else(malformed)?;
    let rest = rest.trim_start();
    let digits = rest.strip_prefix("0x").unwrap_or(rest);
    let end = digits
        .find(|letter: char| !letter.is_ascii_hexdigit())
        .unwrap_or(digits.len());
    u32::from_str_radix(&digits[..end], 16).map_err(|_| malformed())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn reads_the_forms_of_all_versions() {
        for (text, value) in [
            ("get-feature:0x02 (Power Management), Current value:00000000\n", 0),
            (
                "get-feature:0x02 (Power Management), Current value:0x00000041\n",
                0x41,
            ),
            (
                "get-feature:0x2 (Power Management), Current value: 0x1\n\tWorkload Hint",
                1,
            ),
            ("Current value:ffffffff", u32::MAX),
        ] {
            assert_eq!(current_feature_value(text).unwrap(), value, "{text}");
        }
    }

    #[test]
    fn refuses_text_without_a_value() {
        for text in [
            "",
            "Current value:",
            "Current value:0x",
            "Current value:1ffffffff",
            "NVMe status: Invalid Field",
        ] {
            assert!(current_feature_value(text).is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "(Current value:)?.{0,20}") {
            let _ = current_feature_value(&text);
        }
    }
}
