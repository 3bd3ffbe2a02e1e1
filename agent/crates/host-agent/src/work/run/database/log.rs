//! pgbench's log: a line for each transaction, added up as it comes.

use crosspoint_bench::histogram::Latencies;

const NS_PER_US: u64 = 1000;
/// A line has six or seven short numbers.
const LINE_BYTES_MAX: usize = 512;

/// Transactions, added up.
#[derive(Debug)]
pub(in crate::work::run) struct Transactions {
    pub latencies: Latencies,
    /// Sum of squares of the latencies in microseconds, for their deviation.
    squares_us: u128,
    pub failed: u64,
    /// Lines that are none of pgbench's.
    pub strange: u64,
    /// Committed in each second of the host's clock, from the first.
    seconds: Vec<u64>,
    first_second: Option<u64>,
    seconds_max: usize,
}

/// The lines of one pipe.
#[derive(Debug, Default)]
pub(super) struct Lines {
    rest: Vec<u8>,
}

impl Lines {
    /// Takes what was read, and adds up what is whole of it.
    pub fn take(&mut self, bytes: &[u8], into: &mut Transactions) {
        let mut bytes = bytes;
        while let Some(end) = bytes.iter().position(|&byte| byte == b'\n') {
            if self.rest.is_empty() {
                into.add(&bytes[..end]);
            } else {
                self.rest.extend_from_slice(&bytes[..end]);
                into.add(&self.rest);
                self.rest.clear();
            }
            bytes = &bytes[end + 1..];
        }
        self.rest.extend_from_slice(bytes);
        if self.rest.len() > LINE_BYTES_MAX {
            into.strange += 1;
            self.rest.clear();
        }
    }

    /// Nothing is left of a line that was not whole.
    pub fn is_whole(&self) -> bool {
        self.rest.is_empty()
    }
}

impl Transactions {
    /// None yet, of a measurement of so many seconds.
    pub fn new(seconds: u64) -> Self {
        Self {
            latencies: Latencies::new(),
            squares_us: 0,
            failed: 0,
            strange: 0,
            seconds: Vec::new(),
            first_second: None,
            // Transactions that are under way at the end are waited for.
            seconds_max: usize::try_from(seconds + 2).unwrap_or(usize::MAX),
        }
    }

    /// A line: client, number, microseconds or `failed`, script, and when it ended in seconds and microseconds.
    fn add(&mut self, line: &[u8]) {
        let mut fields = std::str::from_utf8(line)
            .unwrap_or_default()
            .split_ascii_whitespace();
        let (time, ended) = (fields.nth(2), fields.nth(1));
        match (time, ended.and_then(|ended| ended.parse::<u64>().ok())) {
            (Some("failed" | "serialization" | "deadlock" | "skipped"), _) => self.failed += 1,
            (Some(time), Some(second)) => match time.parse::<u64>() {
                Ok(microseconds) => self.committed(microseconds, second),
                Err(_) => self.strange += 1,
            },
            _ => self.strange += 1,
        }
    }

    fn committed(&mut self, microseconds: u64, second: u64) {
        self.latencies.record(microseconds.saturating_mul(NS_PER_US));
        self.squares_us += u128::from(microseconds) * u128::from(microseconds);
        // Threads write in turn: the very first may not be the first line.
        let first = *self.first_second.get_or_insert(second);
        let index = usize::try_from(second.saturating_sub(first)).unwrap_or(usize::MAX);
        let index = index.min(self.seconds_max.saturating_sub(1));
        if self.seconds.len() <= index {
            self.seconds.resize(index + 1, 0);
        }
        self.seconds[index] += 1;
    }

    /// Standard deviation in nanoseconds, of the latencies as pgbench wrote them.
    pub fn stddev_ns(&self) -> Option<f64> {
        let (count, mean) = (self.latencies.count() as f64, self.latencies.mean_ns()?);
        let mean_square = self.squares_us as f64 * (NS_PER_US * NS_PER_US) as f64 / count;
        Some((mean_square - mean * mean).max(0.0).sqrt())
    }

    /// Transactions of each interval, in at most so many, and how long an interval is.
    pub fn timeline(&self, intervals_max: usize) -> (u32, Vec<u64>) {
        let length = self.seconds.len().div_ceil(intervals_max).max(1);
        let sums = self.seconds.chunks(length).map(|chunk| chunk.iter().sum());
        (u32::try_from(length).unwrap_or(u32::MAX), sums.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_added_up_wherever_they_are_cut() {
        let text = b"0 1 1803 0 1795341661 391471\n0 2 197 0 1795341661 393458\n1 1 failed 0 1795341662 1\n2 1 4000 0 1795341663 5 0 0\n";
        for cut in 1..text.len() {
            let mut transactions = Transactions::new(10);
            let mut lines = Lines::default();
            for piece in text.chunks(cut) {
                lines.take(piece, &mut transactions);
            }
            assert!(lines.is_whole());
            let latencies = &transactions.latencies;
            assert_eq!(
                (latencies.count(), transactions.failed, transactions.strange),
                (3, 1, 0)
            );
            assert_eq!(latencies.sum_ns(), 6_000_000);
            assert_eq!(transactions.timeline(3600), (1, vec![2, 0, 1]));
            assert_eq!(transactions.timeline(2), (2, vec![2, 1]));
        }
    }

    #[test]
    fn the_deviation_is_that_of_all_of_them() {
        let mut transactions = Transactions::new(1);
        Lines::default().take(b"0 1 1000 0 5 1\n0 2 3000 0 5 2\n", &mut transactions);
        // 1 and 3 ms lie 1 ms from their mean of 2 ms.
        assert_eq!(transactions.stddev_ns(), Some(1_000_000.0));
        assert_eq!(Transactions::new(1).stddev_ns(), None);
    }

    #[test]
    fn what_is_no_line_of_pgbench_is_counted_and_believed_in_nothing() {
        let mut transactions = Transactions::new(1);
        let mut lines = Lines::default();
        lines.take(b"0 1 x 0 5 1\n\nhello\n0 1 1 0 y 1\n", &mut transactions);
        lines.take(&[b'1'; 600], &mut transactions);
        assert_eq!((transactions.latencies.count(), transactions.strange), (0, 5));
    }
}
