//! Has this host the memory that a plan asks for? The tool asks itself again before each point; a plan that cannot end well is
//! better declined as a whole than after half of it.

use crosspoint_bench::host::Host;
use crosspoint_bench::memory::{Budget, Demand, Threads};
use crosspoint_wire::PlanPoint;

/// Judges a plan by the memory that is available now.
///
/// # Errors
/// Which point asks for how much, and what there is; or that it cannot be found out.
pub(super) fn check(points: &[PlanPoint]) -> Result<(), String> {
    // The tool runs in the same control group as the agent, so that what is left there is the same for both.
    let budget = Budget::survey(&Host::default()).map_err(|error| error.to_string())?;
    check_within(points, &budget)
}

fn check_within(points: &[PlanPoint], budget: &Budget) -> Result<(), String> {
    for (number, point) in (1..).zip(points) {
        if let Err(refused) = demand(point).admit(budget) {
            return Err(format!(
                "point {number} ({}): {}; {}",
                point.name, refused.message, refused.remedy
            ));
        }
    }
    Ok(())
}

fn demand(point: &PlanPoint) -> Demand {
    Demand::of_threads(Threads {
        count: point.threads.into(),
        depth: point.queue_depth.into(),
        block_bytes: point.block_bytes.into(),
        directions: if matches!(point.read_percent, 0 | 100) {
            1
        } else {
            2
        },
    })
}

#[cfg(test)]
mod tests {
    use crosspoint_wire::PlanPointPattern;

    use super::*;

    /// What a host with 2 GiB available allows: 512 MiB.
    fn budget() -> Budget {
        let root = tempfile::tempdir().unwrap();
        std::fs::write(root.path().join("meminfo"), "MemAvailable: 2097152 kB\n").unwrap();
        let host = Host {
            sys: root.path().join("sys"),
            proc: root.path().to_owned(),
        };
        Budget::survey(&host).unwrap()
    }

    fn point(name: &str, threads: u16, queue_depth: u16, block_bytes: u32) -> PlanPoint {
        PlanPoint {
            name: name.to_owned(),
            pattern: PlanPointPattern::Random,
            read_percent: 100,
            block_bytes,
            queue_depth,
            threads,
            duration_ms: 1000,
            ramp_ms: 0,
            span_percent: 100,
        }
    }

    #[test]
    fn the_first_point_that_takes_too_much_is_named() {
        let (small, large) = (point("small", 4, 256, 128 << 10), point("large", 8, 256, 1 << 20));
        assert_eq!(check_within(std::slice::from_ref(&small), &budget()), Ok(()));
        // 8 x 256 x 1 MiB are 2 GiB, and a little.
        assert_eq!(
            check_within(&[small, large], &budget()),
            Err(
                "point 2 (large): the load takes 2.0 GiB of memory, and at most 512 MiB may be taken: a quarter of the 2 GiB that \
                 are available on this host; lower the queue depth, the block size or the number of threads: their product is the \
                 memory for buffers"
                    .to_owned()
            )
        );
    }

    #[test]
    fn no_point_is_too_large_to_be_refused() {
        let largest = point("largest", u16::MAX, u16::MAX, u32::MAX);
        assert!(check_within(&[largest], &budget()).is_err());
    }
}
