//! From merged histograms to the figures of the output. Pure.

use crate::exchange::Done;
use crate::histogram::Latencies;
use crate::operation::Direction;
use crate::output::{DirectionResult, LatencyNs, LittlesLaw, SecondDirection};

/// Largest deviation from Little's law, in percent of the depth, that is put down to the time between two operations,
/// which the tool spends itself and does not count as in flight, and to the edges of the window. The server has the same
/// for what it imports (ADR 0091).
const LITTLES_LAW_TOLERANCE_PERCENT: f64 = 5.0;
/// Operations that a 99.999th percentile needs: ten lie above it then.
const OPERATIONS_FOR_FIVE_NINES: u64 = 1_000_000;

/// One direction in one second.
pub fn second(done: &Done) -> SecondDirection {
    let latencies = &done.latencies;
    SecondDirection {
        operations: latencies.count(),
        bytes: done.bytes,
        latency_ns_mean: latencies.mean_ns(),
        latency_ns_p50: latencies.quantile_ns(0.5),
        latency_ns_p99: latencies.quantile_ns(0.99),
        latency_ns_max: latencies.quantile_ns(1.0),
        histogram: latencies.encode(),
    }
}

/// One direction of the result, measured for `elapsed_ns`.
pub fn direction(done: &Done, elapsed_ns: u64) -> DirectionResult {
    let operations = done.latencies.count();
    // Nothing can have completed in a window of no length, so the rate is 0 then, and no division by zero.
    let seconds = elapsed_ns.max(1) as f64 / 1e9;
    DirectionResult {
        operations,
        bytes: done.bytes,
        iops: operations as f64 / seconds,
        bytes_per_second: done.bytes as f64 / seconds,
        latency_ns: latency(&done.latencies),
        histogram: done.latencies.encode(),
    }
}

fn latency(latencies: &Latencies) -> Option<LatencyNs> {
    let at = |quantile| latencies.quantile_ns(quantile);
    Some(LatencyNs {
        min: latencies.histogram().min(),
        max: at(1.0)?,
        mean: latencies.mean_ns()?,
        stddev: latencies.histogram().stdev(),
        p50: at(0.5)?,
        p90: at(0.9)?,
        p99: at(0.99)?,
        p999: at(0.999)?,
        p9999: at(0.9999)?,
        p99999: at(0.99999)?,
    })
}

/// What falls to each operation; `None` without one.
pub fn per_operation(sum: u64, operations: u64) -> Option<f64> {
    (operations > 0).then(|| sum as f64 / operations as f64)
}

/// Little's law (Little 1961): the mean number in flight is the rate times the mean latency, which here is the
/// sum of all latencies by the length of the window. `None` if nothing completed.
pub fn littles_law(sum_ns: u128, elapsed_ns: u64, expected: f64) -> Option<LittlesLaw> {
    if sum_ns == 0 || elapsed_ns == 0 {
        return None;
    }
    let mean_in_flight = sum_ns as f64 / elapsed_ns as f64;
    // By products: 0.95 - 1 is beyond 0.05 in floating point.
    let ok = 100.0 * (mean_in_flight - expected).abs() <= LITTLES_LAW_TOLERANCE_PERCENT * expected;
    Some(LittlesLaw {
        mean_in_flight,
        expected,
        ok,
    })
}

/// What the histogram of one direction cannot carry.
pub fn doubts(direction: Direction, latencies: &Latencies) -> Vec<String> {
    let name = match direction {
        Direction::Read => "read",
        Direction::Write => "write",
    };
    let mut doubts = Vec::new();
    if latencies.beyond_range() > 0 {
        doubts.push(format!(
            "{} {name} operations took longer than 10 minutes and are recorded as 10 minutes in the histogram",
            latencies.beyond_range()
        ));
    }
    if (1..OPERATIONS_FOR_FIVE_NINES).contains(&latencies.count()) {
        doubts.push(format!(
            "p99.999 of {name} latency is based on {} I/Os; at least 1,000,000 recommended",
            latencies.count()
        ));
    }
    doubts
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 1000 operations of 4 KiB in 2 s: 1, 2, … 1000 µs.
    fn thousand() -> Done {
        let mut latencies = Latencies::new();
        (1..=1000).for_each(|us| latencies.record(us * 1000));
        Done {
            bytes: 1000 * 4096,
            latencies,
        }
    }

    #[test]
    fn a_direction() {
        let result = direction(&thousand(), 2_000_000_000);
        assert_eq!((result.operations, result.bytes), (1000, 4_096_000));
        assert_eq!((result.iops, result.bytes_per_second), (500.0, 2_048_000.0));
        let latency = result.latency_ns.unwrap();
        // 1000 lies below 2048, where each value has a bucket of its own.
        assert_eq!(latency.min, 1000);
        assert_eq!(latency.mean, 500_500.0);
        // 500 000 in [262144, 524288): buckets of 256 from 262144, the 929th is 499968 to 500223.
        assert_eq!(latency.p50, 500_223);
        // 1 000 000 in [524288, 1048576): buckets of 512, 999936 to 1000447. The last 1 of 1000 is p99.9 and up.
        assert_eq!(
            (latency.max, latency.p9999, latency.p99999),
            (1_000_447, 1_000_447, 1_000_447)
        );
        // 990 000: 989696 to 990207; 900 000: 899584 to 900095.
        assert_eq!((latency.p99, latency.p90), (990_207, 900_095));
        // Uniform 1 to 1000: the square root of (1000² - 1) / 12 = 288.675 µs; buckets blur by less than 0.1 %.
        assert!(
            (latency.stddev / 288_675.0 - 1.0).abs() < 0.001,
            "{}",
            latency.stddev
        );
    }

    #[test]
    fn nothing_completed_invents_no_latency() {
        let empty = Done::default();
        let result = direction(&empty, 0);
        assert_eq!(
            (result.operations, result.iops, result.latency_ns),
            (0, 0.0, None)
        );
        let in_second = second(&empty);
        assert_eq!(
            (
                in_second.operations,
                in_second.latency_ns_p50,
                in_second.latency_ns_mean
            ),
            (0, None, None)
        );
        assert_eq!(littles_law(0, 1_000_000_000, 1.0), None);
        assert_eq!((per_operation(9, 0), per_operation(9, 4)), (None, Some(2.25)));
        assert!(doubts(Direction::Read, &empty.latencies).is_empty());
    }

    #[test]
    fn littles_law_holds_or_is_flagged() {
        // 100 k operations in a second, 320 µs each: 32 in flight.
        let holds = littles_law(100_000 * 320_000, 1_000_000_000, 32.0).unwrap();
        assert_eq!(
            (holds.mean_in_flight, holds.expected, holds.ok),
            (32.0, 32.0, true)
        );
        // The fio 3.32 SQPOLL files: a mean of 80 s at 108 k IOPS and depth 32.
        let broken = littles_law(108_000 * 80_000_000_000, 1_000_000_000, 32.0).unwrap();
        assert!(!broken.ok && broken.mean_in_flight > 8e6);
        // Half of the queue is stuck.
        assert!(!littles_law(16_000_000_000, 1_000_000_000, 32.0).unwrap().ok);
        // 5 % either way, the bounds themselves included: 19 to 21 of 20.
        let agrees = |sum_ns| littles_law(sum_ns, 1_000_000_000, 20.0).unwrap().ok;
        assert!(agrees(19_000_000_000) && agrees(21_000_000_000));
        assert!(!agrees(18_999_000_000) && !agrees(21_001_000_000));
    }

    #[test]
    fn doubts_are_said() {
        let mut latencies = thousand().latencies;
        assert!(doubts(Direction::Read, &latencies)[0].contains("is based on 1000 I/Os"));
        latencies.record(u64::MAX);
        assert!(
            doubts(Direction::Read, &latencies)[0].contains("1 read operations took longer than 10 minutes")
        );
    }
}
