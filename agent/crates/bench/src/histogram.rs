//! Latency histograms: what is recorded, how they are merged and how they travel.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hdrhistogram::Histogram;
use hdrhistogram::serialization::{Deserializer, Serializer, V2DeflateSerializer};

/// Shortest latency that is told apart, in nanoseconds.
pub const LATENCY_NS_MIN: u64 = 1;
/// Longest latency that is recorded as such: ten minutes, far beyond the time-outs of the kernel's drivers.
pub const LATENCY_NS_MAX: u64 = 600 * 1_000_000_000;
/// Significant decimal digits.
pub const SIGNIFICANT_DIGITS: u8 = 3;

/// Why a histogram could not be read back.
#[derive(Debug, thiserror::Error)]
pub enum DecodeError {
    /// The text is not base64.
    #[error("histogram is not base64: {0}")]
    Base64(#[from] base64::DecodeError),
    /// The bytes are not an HdrHistogram in V2 deflate encoding.
    #[error("histogram is not an HdrHistogram (V2, deflate): {0}")]
    Format(#[from] hdrhistogram::serialization::DeserializeError),
}

/// The latencies of one direction: every operation is in it, none is lost.
#[derive(Debug, Clone)]
pub struct Latencies {
    histogram: Histogram<u64>,
    /// Exact, for the mean: a histogram only knows its buckets.
    sum_ns: u128,
    /// Operations that took longer than [`LATENCY_NS_MAX`] and are in the histogram with that value.
    beyond_range: u64,
}

impl Default for Latencies {
    fn default() -> Self {
        Self::new()
    }
}

impl Latencies {
    /// Memory of one: 8 bytes for each of its 30 x 1024 + 1024 buckets.
    pub const MEMORY_BYTES: u64 = 31 * 1024 * 8;

    /// An empty one, with all the memory it will ever need.
    pub fn new() -> Self {
        let histogram = Histogram::new_with_bounds(LATENCY_NS_MIN, LATENCY_NS_MAX, SIGNIFICANT_DIGITS)
            .expect("the bounds are constants that the histogram accepts");
        Latencies {
            histogram,
            sum_ns: 0,
            beyond_range: 0,
        }
    }

    /// Memory of its buckets.
    #[cfg(test)]
    pub(crate) fn memory_bytes(&self) -> u64 {
        self.histogram.distinct_values() as u64 * 8
    }

    /// Records one latency.
    #[inline]
    pub fn record(&mut self, latency_ns: u64) {
        self.sum_ns += u128::from(latency_ns);
        if self.histogram.record(latency_ns).is_err() {
            self.beyond_range += 1;
            self.histogram.saturating_record(LATENCY_NS_MAX);
        }
    }

    /// Adds latencies counted elsewhere: how many there are of each value within range and how many beyond it, and the sum of
    /// all of them.
    pub(crate) fn add_counted(
        &mut self,
        counts: impl Iterator<Item = (u64, u64)>,
        sum_ns: u128,
        beyond_range: u64,
    ) {
        for (ns, count) in counts.chain((beyond_range > 0).then_some((LATENCY_NS_MAX, beyond_range))) {
            self.histogram.saturating_record_n(ns, count);
        }
        self.sum_ns += sum_ns;
        self.beyond_range += beyond_range;
    }

    /// Adds all latencies of `other`.
    pub fn add(&mut self, other: &Latencies) {
        self.histogram
            .add(&other.histogram)
            .expect("both histograms have the same bounds");
        self.sum_ns += other.sum_ns;
        self.beyond_range += other.beyond_range;
    }

    /// Operations recorded.
    pub fn count(&self) -> u64 {
        self.histogram.len()
    }

    /// Operations that took longer than the histogram can tell.
    pub fn beyond_range(&self) -> u64 {
        self.beyond_range
    }

    /// Sum of all latencies.
    pub fn sum_ns(&self) -> u128 {
        self.sum_ns
    }

    /// Mean latency, exact; `None` without operations.
    pub fn mean_ns(&self) -> Option<f64> {
        (self.count() > 0).then(|| self.sum_ns as f64 / self.count() as f64)
    }

    /// The value that `quantile` (0 to 1) of the operations do not exceed; `None` without operations.
    pub fn quantile_ns(&self, quantile: f64) -> Option<u64> {
        (self.count() > 0).then(|| self.histogram.value_at_quantile(quantile))
    }

    /// Operations that took longer than `threshold_ns`, as far as the histogram tells latencies apart: those in a bucket
    /// behind the one that the threshold lies in. One that took longer by less than 0.1 % may not be counted.
    pub fn count_over(&self, threshold_ns: u64) -> u64 {
        if threshold_ns >= LATENCY_NS_MAX {
            return self.beyond_range;
        }
        let alike_ns = self.histogram.highest_equivalent(threshold_ns);
        self.count() - self.histogram.count_between(0, alike_ns)
    }

    /// The histogram itself.
    pub fn histogram(&self) -> &Histogram<u64> {
        &self.histogram
    }

    /// V2, deflate, base64.
    pub fn encode(&self) -> String {
        let mut bytes = Vec::new();
        V2DeflateSerializer::new()
            .serialize(&self.histogram, &mut bytes)
            .expect("a histogram below 2^63 counts serializes into memory");
        STANDARD.encode(bytes)
    }
}

/// Reads back what [`Latencies::encode`] wrote.
pub fn decode(text: &str) -> Result<Histogram<u64>, DecodeError> {
    let bytes = STANDARD.decode(text)?;
    Ok(Deserializer::new().deserialize(&mut bytes.as_slice())?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn one_to_a_hundred_thousand() {
        let mut latencies = Latencies::new();
        (1..=100_000).for_each(|ns| latencies.record(ns));
        assert_eq!(latencies.count(), 100_000);
        // Exact: (1 + 100 000) / 2.
        assert_eq!(latencies.mean_ns(), Some(50_000.5));
        // 50 000 lies in [32768, 65536) where a bucket is 32 wide (2048 sub-buckets): 49984 to 50015.
        assert_eq!(latencies.quantile_ns(0.5), Some(50_015));
        // 99 999 in [65536, 131072), width 64: 99968 to 100031.
        assert_eq!(latencies.quantile_ns(0.999_99), Some(100_031));
    }

    #[test]
    fn nothing_recorded_is_no_latency() {
        let latencies = Latencies::new();
        assert_eq!(
            (latencies.mean_ns(), latencies.quantile_ns(0.5), latencies.count()),
            (None, None, 0)
        );
        assert_eq!(decode(&latencies.encode()).unwrap().len(), 0);
    }

    #[test]
    fn more_than_ten_minutes_is_counted_and_said() {
        let mut latencies = Latencies::new();
        latencies.record(LATENCY_NS_MAX);
        assert_eq!(latencies.beyond_range(), 0);
        latencies.record(4 * LATENCY_NS_MAX);
        assert_eq!((latencies.count(), latencies.beyond_range()), (2, 1));
        assert_eq!(latencies.mean_ns(), Some(2.5 * LATENCY_NS_MAX as f64));
    }

    #[test]
    fn what_is_over_a_threshold_is_in_a_bucket_behind_it() {
        let mut latencies = Latencies::new();
        // 1 000 000 lies in [524288, 1048576), where a bucket is 512 wide: 999 936 to 1 000 447.
        for ns in [
            1,
            999_935,
            999_936,
            1_000_000,
            1_000_447,
            1_000_448,
            4 * LATENCY_NS_MAX,
        ] {
            latencies.record(ns);
        }
        assert_eq!(latencies.count_over(1_000_000), 2);
        assert_eq!(latencies.count_over(999_000), 6);
        assert_eq!(latencies.count_over(LATENCY_NS_MAX), 1);
        // Below 2048 each value has a bucket of its own.
        assert_eq!((latencies.count_over(1), Latencies::new().count_over(1)), (6, 0));
    }

    #[test]
    fn garbage_is_an_error() {
        assert!(matches!(decode("§"), Err(DecodeError::Base64(_))));
        assert!(matches!(decode("AAAA"), Err(DecodeError::Format(_))));
    }

    proptest! {
        /// What is decoded equals what was encoded, bucket by bucket, and parts merged equal the whole.
        #[test]
        fn round_trip_and_merge(values in prop::collection::vec(0..=LATENCY_NS_MAX, 1..200), cut in 0..200_usize) {
            let cut = cut.min(values.len());
            let (mut whole, mut left, mut right) = (Latencies::new(), Latencies::new(), Latencies::new());
            values.iter().for_each(|&ns| whole.record(ns));
            values[..cut].iter().for_each(|&ns| left.record(ns));
            values[cut..].iter().for_each(|&ns| right.record(ns));
            left.add(&right);
            prop_assert_eq!(left.encode(), whole.encode());
            prop_assert_eq!(left.sum_ns(), whole.sum_ns());
            let decoded = decode(&whole.encode()).unwrap();
            prop_assert_eq!(decoded.len(), values.len() as u64);
            prop_assert_eq!(&decoded, whole.histogram());
        }
    }
}
