//! Sizes, times and spans as a person writes them ("4k", "30s", "50%"), and as a person reads them.

use std::str::FromStr;
use std::time::Duration;

/// Why a quantity could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("\"{text}\" is not a {what}: {reason}")]
pub struct QuantityError {
    text: String,
    what: &'static str,
    reason: &'static str,
}

/// A number of bytes. As in fio, suffixes are powers of 1024: `4k`, `128KiB`, `1.5G`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ByteSize(u64);

impl ByteSize {
    /// The size in bytes.
    pub fn bytes(self) -> u64 {
        self.0
    }
}

impl FromStr for ByteSize {
    type Err = QuantityError;

    fn from_str(text: &str) -> Result<Self, QuantityError> {
        let fail = |reason| QuantityError {
            text: text.to_owned(),
            what: "size",
            reason,
        };
        let (number, unit) = split_unit(text);
        let shift = match unit.to_ascii_lowercase().as_str() {
            "" | "b" => 0,
            "k" | "kib" => 10,
            "m" | "mib" => 20,
            "g" | "gib" => 30,
            "t" | "tib" => 40,
            "kb" | "mb" | "gb" | "tb" => {
                return Err(fail(
                    "kB, MB, GB are read both as 1000 and as 1024; write k, M, G or KiB, MiB, GiB (1024)",
                ));
            }
            _ => return Err(fail("expected a number with b, k, M, G or T, such as 4k or 10G")),
        };
        scaled(number, 1 << shift).map(ByteSize).map_err(fail)
    }
}

/// A length of time: `30s`, `500ms`, `5m`, `1h`, `1.5s`. A bare number is seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct TimeSpan(Duration);

impl TimeSpan {
    /// The length of time.
    pub fn duration(self) -> Duration {
        self.0
    }
}

impl FromStr for TimeSpan {
    type Err = QuantityError;

    fn from_str(text: &str) -> Result<Self, QuantityError> {
        let fail = |reason| QuantityError {
            text: text.to_owned(),
            what: "time",
            reason,
        };
        let (number, unit) = split_unit(text);
        let unit_ns: u64 = match unit {
            "us" => 1_000,
            "ms" => 1_000_000,
            "" | "s" => 1_000_000_000,
            "m" | "min" => 60_000_000_000,
            "h" => 3_600_000_000_000,
            _ => {
                return Err(fail(
                    "expected a number with us, ms, s, m or h, such as 30s or 500ms",
                ));
            }
        };
        scaled(number, unit_ns)
            .map(|ns| TimeSpan(Duration::from_nanos(ns)))
            .map_err(fail)
    }
}

/// How much of a target is used, from its beginning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Span {
    /// So many bytes.
    Bytes(u64),
    /// So many millionths of the capacity ("50%" is 500 000).
    PartsPerMillion(u32),
}

impl Span {
    /// The whole target.
    pub const WHOLE: Span = Span::PartsPerMillion(1_000_000);

    /// The span in bytes on a target of `capacity_bytes`, not yet rounded to blocks.
    pub fn bytes_of(self, capacity_bytes: u64) -> u64 {
        match self {
            Span::Bytes(bytes) => bytes,
            Span::PartsPerMillion(parts) => {
                let bytes = u128::from(capacity_bytes) * u128::from(parts) / 1_000_000;
                u64::try_from(bytes).unwrap_or(u64::MAX)
            }
        }
    }
}

impl FromStr for Span {
    type Err = QuantityError;

    fn from_str(text: &str) -> Result<Self, QuantityError> {
        let fail = |reason| QuantityError {
            text: text.to_owned(),
            what: "span",
            reason,
        };
        let Some(percent) = text.strip_suffix('%') else {
            return text.parse::<ByteSize>().map(|size| Span::Bytes(size.bytes()));
        };
        let parts = scaled(percent, 10_000).map_err(fail)?;
        match u32::try_from(parts) {
            Ok(parts) if (1..=1_000_000).contains(&parts) => Ok(Span::PartsPerMillion(parts)),
            _ => Err(fail("a percentage lies above 0 and at most at 100")),
        }
    }
}

/// Digits with at most one point, then the unit.
fn split_unit(text: &str) -> (&str, &str) {
    let end = text
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    (number, unit.trim_start())
}

/// `number` times `factor`, exactly: a fraction that does not come out whole is refused, not rounded.
pub(crate) fn scaled(number: &str, factor: u64) -> Result<u64, &'static str> {
    const TOO_LARGE: &str = "it is too large";
    /// More digits than this behind the point are refused, so that 10^digits fits.
    const FRACTION_DIGITS_MAX: usize = 9;
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let all_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty()
        || (number.contains('.') && fraction.is_empty())
        || !all_digits(whole)
        || !all_digits(fraction)
    {
        return Err("expected a number such as 4 or 1.5");
    }
    if fraction.len() > FRACTION_DIGITS_MAX {
        return Err("it has more than 9 digits behind the point");
    }
    let whole: u64 = whole.parse().map_err(|_| TOO_LARGE)?;
    let fraction_digits = u32::try_from(fraction.len()).map_err(|_| TOO_LARGE)?;
    let fraction: u128 = if fraction.is_empty() {
        0
    } else {
        fraction.parse().map_err(|_| TOO_LARGE)?
    };
    let power = 10_u128.pow(fraction_digits);
    let numerator = (u128::from(whole) * power + fraction)
        .checked_mul(factor.into())
        .ok_or(TOO_LARGE)?;
    if !numerator.is_multiple_of(power) {
        return Err("it is not a whole number of the smallest unit");
    }
    u64::try_from(numerator / power).map_err(|_| TOO_LARGE)
}

/// Bytes as a person reads a block or span size: the largest binary unit that keeps it short ("4 KiB").
pub fn format_bytes(bytes: u64) -> String {
    const UNITS: [&str; 4] = ["KiB", "MiB", "GiB", "TiB"];
    if bytes < 1024 {
        return format!("{bytes} B");
    }
    let mut value = bytes as f64 / 1024.0;
    let mut unit = 0;
    while value >= 1024.0 && unit + 1 < UNITS.len() {
        value /= 1024.0;
        unit += 1;
    }
    if value.fract() == 0.0 {
        format!("{value} {}", UNITS[unit])
    } else {
        format!("{value:.1} {}", UNITS[unit])
    }
}

/// Nanoseconds as a person reads a latency ("12.3 µs").
pub fn format_ns(ns: f64) -> String {
    match ns {
        ns if ns < 1e3 => format!("{ns:.0} ns"),
        ns if ns < 1e6 => format!("{:.2} µs", ns / 1e3),
        ns if ns < 1e9 => format!("{:.2} ms", ns / 1e6),
        ns => format!("{:.2} s", ns / 1e9),
    }
}

/// A rate as a person reads it ("345 k", "1.21 M").
pub fn format_rate(per_second: f64) -> String {
    match per_second {
        rate if rate < 1e4 => format!("{rate:.0}"),
        rate if rate < 1e6 => format!("{:.1} k", rate / 1e3),
        rate => format!("{:.3} M", rate / 1e6),
    }
}

#[cfg(test)]
mod tests;
