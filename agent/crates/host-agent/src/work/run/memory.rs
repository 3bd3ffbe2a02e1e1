//! Has this host the memory that a plan asks for? The tool asks itself again before each point; a plan that cannot end well is
//! better declined as a whole than after half of it.

use crosspoint_bench::host::Host;
use crosspoint_bench::memory::{Budget, Demand, Threads};
use crosspoint_bench::plan::{Plan, Spec};
use crosspoint_bench::workload::Depth;

use super::place::name;

/// Judges a plan by the memory that is available now.
///
/// # Errors
/// Which point asks for how much, and what there is; or that it cannot be found out.
pub(super) fn check(plan: &Plan) -> Result<(), String> {
    // The tool runs in the same control group as the agent, so that what is left there is the same for both.
    let budget = Budget::survey(&Host::default()).map_err(|error| error.to_string())?;
    check_within(plan, &budget)
}

fn check_within(plan: &Plan, budget: &Budget) -> Result<(), String> {
    for point in plan.points() {
        if let Err(refused) = demand(&point.spec).admit(budget) {
            return Err(format!(
                "{}: {}; {}",
                name(&point),
                refused.message,
                refused.remedy
            ));
        }
    }
    Ok(())
}

/// Without the account of verified data, which depends on the size of the target.
fn demand(spec: &Spec) -> Demand {
    let (count, depth) = match spec.stream.depth {
        Depth::PerThread { depth, threads } => (threads, depth),
        Depth::Total { depth, threads_max } => {
            let threads = threads_max.min(depth).max(1);
            (threads, depth.div_ceil(threads))
        }
    };
    let sizes = spec.stream.blocks.shares().iter().map(|share| share.bytes);
    Demand::of_threads(Threads {
        count: count.into(),
        depth: depth.into(),
        block_bytes: sizes.max().unwrap_or_default().into(),
        directions: if matches!(spec.stream.read_percent, 0 | 100) {
            1
        } else {
            2
        },
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::plan::tests::read_steps;
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

    fn sweep(threads: u32, queue_depth: u32, block_bytes: u32) -> serde_json::Value {
        json!({"kind": "sweep", "pattern": "random", "readPercent": 100, "blockBytes": block_bytes,
               "threads": threads, "queueDepth": queue_depth, "durationSeconds": 1})
    }

    #[test]
    fn the_first_point_that_takes_too_much_is_named() {
        let (small, large) = (sweep(4, 256, 128 << 10), sweep(8, 256, 1 << 20));
        assert_eq!(
            check_within(&read_steps(std::slice::from_ref(&small)).unwrap(), &budget()),
            Ok(())
        );
        // 8 x 256 x 1 MiB are 2 GiB, and a little.
        assert_eq!(
            check_within(&read_steps(&[small, large]).unwrap(), &budget()),
            Err(
                "point 2 (1\u{2009}MiB random read, QD256, 8 threads): the load takes 2.0 GiB of memory, and at most 512 MiB may \
                 be taken: a quarter of the 2 GiB that are available on this host; lower the queue depth, the block size or the \
                 number of threads: their product is the memory for buffers"
                    .to_owned()
            )
        );
    }

    #[test]
    fn a_depth_split_over_threads_counts_once() {
        let total = |depth: u32| {
            let step = json!({"kind": "sweep", "pattern": "random", "readPercent": 100, "blockMix": "4k:90,1M:10",
                              "threadsMax": 8, "totalDepth": depth, "durationSeconds": 1});
            check_within(&read_steps(&[step]).unwrap(), &budget())
        };
        // 256 buffers of the largest size are 256 MiB; 1024 are 1 GiB.
        assert_eq!(total(256), Ok(()));
        assert!(total(1024).unwrap_err().contains("the load takes 1.0 GiB"));
    }

    #[test]
    fn no_point_is_too_large_to_be_refused() {
        let largest = sweep(256, 4096, 64 << 20);
        assert!(check_within(&read_steps(&[largest]).unwrap(), &budget()).is_err());
    }
}
