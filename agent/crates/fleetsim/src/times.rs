//! Spans of time in milliseconds, the unit of all times here.

/// A second.
pub const SECOND_MS: u64 = 1000;
/// A minute.
pub const MINUTE_MS: u64 = 60 * SECOND_MS;
/// An hour.
pub const HOUR_MS: u64 = 60 * MINUTE_MS;
/// A day.
pub const DAY_MS: u64 = 24 * HOUR_MS;
/// A week.
pub const WEEK_MS: u64 = 7 * DAY_MS;

/// So many days, exact below 2^53.
#[allow(clippy::cast_precision_loss)]
#[must_use]
pub fn days(span_ms: u64) -> f64 {
    span_ms as f64 / DAY_MS as f64
}

/// A share of a span.
#[allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss
)]
#[must_use]
pub fn share(span_ms: u64, part: f64) -> u64 {
    (span_ms as f64 * part) as u64
}
