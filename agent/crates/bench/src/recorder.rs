//! Latencies as a measuring thread counts them: by the bucket that HdrHistogram has for each, and nothing else. The
//! collecting thread makes histograms of them.

use crate::histogram::{LATENCY_NS_MAX, Latencies};

/// Buckets of one width: half of the 2048 that 3 significant digits need.
const HALF: usize = 1024;
/// `log2` of it.
const HALF_BITS: u32 = HALF.ilog2();
/// Buckets up to [`LATENCY_NS_MAX`]: the first two halves are 1 ns wide, each further one twice as wide as the one before.
const BUCKETS: usize = (bucket_of(LATENCY_NS_MAX) + 1).next_multiple_of(HALF);

/// Latencies of one direction in one interval.
#[derive(Debug, Clone)]
pub struct Recorder {
    counts: Box<[u64; BUCKETS]>,
    sum_ns: u128,
    beyond_range: u64,
    /// Whether anything was recorded.
    used: bool,
}

impl Default for Recorder {
    fn default() -> Self {
        let counts = vec![0; BUCKETS].into_boxed_slice();
        Recorder {
            counts: counts.try_into().expect("there are as many as were made"),
            sum_ns: 0,
            beyond_range: 0,
            used: false,
        }
    }
}

impl Recorder {
    /// Records one latency.
    #[inline(always)]
    pub fn record(&mut self, latency_ns: u64) {
        self.used = true;
        self.sum_ns += u128::from(latency_ns);
        match self.counts.get_mut(bucket_of(latency_ns)) {
            Some(count) => *count += 1,
            None => self.beyond_range += 1,
        }
    }

    /// Forgets everything, keeps the memory.
    pub fn clear(&mut self) {
        if self.used {
            self.counts.fill(0);
        }
        self.sum_ns = 0;
        self.beyond_range = 0;
        self.used = false;
    }

    /// Adds all of it to `latencies`.
    pub fn add_to(&self, latencies: &mut Latencies) {
        if !self.used {
            return;
        }
        let counted = self.counts.iter().enumerate().filter(|&(_, &count)| count > 0);
        latencies.add_counted(
            counted.map(|(bucket, &count)| (lowest_of(bucket), count)),
            self.sum_ns,
            self.beyond_range,
        );
    }
}

/// The bucket that HdrHistogram has for a value.
#[inline(always)]
#[expect(
    clippy::cast_possible_truncation,
    reason = "what is left after the shift is below 2048"
)]
const fn bucket_of(ns: u64) -> usize {
    let width_bits = u64::BITS - 1 - HALF_BITS - (ns | (2 * HALF as u64 - 1)).leading_zeros();
    ((width_bits as usize) << HALF_BITS) + (ns >> width_bits) as usize
}

/// The least value in a bucket.
fn lowest_of(bucket: usize) -> u64 {
    let width_bits = (bucket >> HALF_BITS).saturating_sub(1);
    ((bucket - (width_bits << HALF_BITS)) as u64) << width_bits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::histogram::SIGNIFICANT_DIGITS;
    use hdrhistogram::Histogram;
    use proptest::prelude::*;

    fn both(values: &[u64]) -> (Latencies, Latencies) {
        let (mut recorder, mut recorded, mut expected) =
            (Recorder::default(), Latencies::new(), Latencies::new());
        for &ns in values {
            recorder.record(ns);
            expected.record(ns);
        }
        recorder.add_to(&mut recorded);
        (recorded, expected)
    }

    #[test]
    fn every_bucket_is_the_histograms_own() {
        let histogram = Histogram::<u64>::new_with_bounds(1, LATENCY_NS_MAX, SIGNIFICANT_DIGITS).unwrap();
        assert_eq!(histogram.distinct_values(), BUCKETS);
        for bucket in 0..BUCKETS {
            let lowest = lowest_of(bucket);
            let highest = histogram.highest_equivalent(lowest);
            assert_eq!(histogram.lowest_equivalent(lowest), lowest);
            assert_eq!((bucket_of(lowest), bucket_of(highest)), (bucket, bucket));
            assert_eq!(bucket_of(highest + 1), bucket + 1);
        }
    }

    #[test]
    fn what_is_beyond_the_range_is_counted_as_the_longest() {
        let (recorded, expected) = both(&[0, 5, LATENCY_NS_MAX, 4 * LATENCY_NS_MAX, 1 << 62]);
        assert_eq!(recorded.encode(), expected.encode());
        assert_eq!((recorded.beyond_range(), recorded.count()), (2, 5));
        assert_eq!(recorded.sum_ns(), expected.sum_ns());
    }

    #[test]
    fn cleared_it_adds_nothing() {
        let (mut recorder, mut latencies) = (Recorder::default(), Latencies::new());
        recorder.record(7);
        recorder.record(u64::MAX);
        recorder.clear();
        recorder.add_to(&mut latencies);
        assert_eq!(latencies.encode(), Latencies::new().encode());
        assert_eq!((latencies.sum_ns(), latencies.beyond_range()), (0, 0));
        assert!(recorder.counts.iter().all(|&count| count == 0));
    }

    proptest! {
        #[test]
        fn is_the_same_as_recording_into_a_histogram(values in prop::collection::vec(0..=2 * LATENCY_NS_MAX, 0..200)) {
            let (recorded, expected) = both(&values);
            prop_assert_eq!(recorded.histogram(), expected.histogram());
            prop_assert_eq!(recorded.encode(), expected.encode());
            prop_assert_eq!(recorded.sum_ns(), expected.sum_ns());
            prop_assert_eq!(recorded.beyond_range(), expected.beyond_range());
            for quantile in [0.0, 0.5, 0.99, 1.0] {
                prop_assert_eq!(recorded.quantile_ns(quantile), expected.quantile_ns(quantile));
            }
        }
    }
}
