//! What a benchmark on a simulated drive would come to: operations a second and mean latency of each direction.

use crosspoint_wire::{PointDepth, PointSpec};

use crate::model::{Model, Pace};

/// How sharply throughput bends where the drive is saturated: 1 is the harmonic curve of a single queue.
const BEND: f64 = 4.0;
const DEFAULT_BLOCK: u32 = 4096;

/// One direction of a load in its steady state.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Flow {
    /// Operations a second.
    pub iops: f64,
    /// Mean latency.
    pub mean_ns: f64,
}

/// What is expected of a closed load.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Expected {
    /// Where it reads.
    pub read: Option<Flow>,
    /// Where it writes.
    pub write: Option<Flow>,
    /// Operations under way.
    pub outstanding: f64,
}

/// By the model's pace; Little's law holds: operations a second times mean latency are those under way.
#[must_use]
pub fn expected(model: &Model, spec: &PointSpec) -> Expected {
    let block = f64::from(spec.block_bytes.unwrap_or(DEFAULT_BLOCK));
    let outstanding = outstanding(&spec.depth);
    let reads = f64::from(spec.read_percent) / 100.0;
    let (read, write) = (alone(&model.read, block), alone(&model.write, block));
    let unloaded_ns = reads * read.mean_ns + (1.0 - reads) * write.mean_ns;
    let most_iops = 1.0 / (reads / read.iops + (1.0 - reads) / write.iops);
    let saturated_ns = outstanding / most_iops * 1e9;
    let mean_ns = (unloaded_ns.powf(BEND) + saturated_ns.powf(BEND)).powf(1.0 / BEND);
    let iops = outstanding / mean_ns * 1e9;
    let flow = |share: f64, of: &Flow| {
        (share > 0.0).then(|| Flow {
            iops: iops * share,
            mean_ns: mean_ns * of.mean_ns / unloaded_ns,
        })
    };
    Expected {
        read: flow(reads, &read),
        write: flow(1.0 - reads, &write),
        outstanding,
    }
}

/// Operations under way in all threads.
fn outstanding(depth: &PointDepth) -> f64 {
    match depth {
        PointDepth::PerThread(depth) => f64::from(depth.queue_depth) * f64::from(depth.threads),
        PointDepth::Total(depth) => f64::from(depth.total_depth),
    }
}

/// One operation at a time, and as many as the drive takes: larger blocks cost the time of their bytes.
fn alone(pace: &Pace, block: f64) -> Flow {
    let beyond = (block - f64::from(DEFAULT_BLOCK)).max(0.0);
    Flow {
        iops: pace.iops.min(pace.bytes_per_second / block),
        mean_ns: pace.latency_us * 1e3 + beyond / pace.bytes_per_second * 1e9,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{P3700_1600, P4800X_375};

    fn load(read_percent: u8, block_bytes: u32, queue_depth: u16) -> PointSpec {
        serde_json::from_value(serde_json::json!({
            "engine": "io_uring", "pattern": "random", "distribution": "uniform", "data": "random",
            "blockBytes": block_bytes, "readPercent": read_percent, "spanPercent": 100, "rampSeconds": 5,
            "depth": { "kind": "perThread", "queueDepth": queue_depth, "threads": 1 }, "load": { "kind": "closed" },
            "ending": { "kind": "duration", "durationSeconds": 60 }, "precondition": []
        }))
        .expect("a point of the contract")
    }

    #[test]
    fn one_read_at_a_time_takes_the_latency_of_the_model() {
        let flow = expected(&P4800X_375, &load(100, 4096, 1)).read.expect("it reads");
        // 9.5 us, bent a little by the 1.8 us that one operation takes at full speed.
        assert!((flow.mean_ns - 9_503.0).abs() < 5.0, "{}", flow.mean_ns);
        assert!((flow.iops - 105_200.0).abs() < 200.0, "{}", flow.iops);
    }

    #[test]
    fn many_at_once_saturate_the_drive() {
        let flow = expected(&P4800X_375, &load(100, 4096, 16))
            .read
            .expect("it reads");
        assert!((540_000.0..550_000.0).contains(&flow.iops), "{}", flow.iops);
        let sequential = expected(&P3700_1600, &load(100, 131_072, 32))
            .read
            .expect("it reads");
        assert!((2.6e9..2.8e9).contains(&(sequential.iops * 131_072.0)));
    }

    #[test]
    fn a_mix_obeys_littles_law_and_has_both_directions() {
        let both = expected(&P3700_1600, &load(70, 4096, 16));
        let (read, write) = (both.read.expect("reads"), both.write.expect("writes"));
        let under_way = (read.iops * read.mean_ns + write.iops * write.mean_ns) / 1e9;
        assert!((under_way - 16.0).abs() < 1e-6, "{under_way}");
        assert!((read.iops / write.iops - 7.0 / 3.0).abs() < 1e-9);
        assert_eq!(expected(&P3700_1600, &load(100, 4096, 1)).write, None);
    }
}
