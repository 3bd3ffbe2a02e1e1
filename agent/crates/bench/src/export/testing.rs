//! Lines of a run for the tests of the exports.

use crate::histogram::Latencies;
use crate::output::{Environment, Phase, Second, SecondDirection, Start, Target, TargetKind, VERSION};
use crate::workload::Workload;
use crate::workload::testing::{limits, request, stream};

/// One direction in which operations of 4 KiB took so long each.
pub(super) fn measured(latencies_ns: &[u64]) -> SecondDirection {
    let mut latencies = Latencies::new();
    latencies_ns.iter().for_each(|&ns| latencies.record(ns));
    SecondDirection {
        operations: latencies.count(),
        bytes: latencies.count() * 4096,
        latency_ns_mean: latencies.mean_ns(),
        latency_ns_p50: latencies.quantile_ns(0.5),
        latency_ns_p99: latencies.quantile_ns(0.99),
        latency_ns_max: latencies.quantile_ns(1.0),
        histogram: latencies.encode(),
    }
}

pub(super) fn second(
    phase: Phase,
    second: u32,
    elapsed_ns: u64,
    read: Option<SecondDirection>,
    write: Option<SecondDirection>,
) -> Second {
    Second {
        second,
        phase,
        elapsed_ns,
        read,
        write,
        streams: vec![],
    }
}

pub(super) fn start() -> Start {
    Start {
        version: VERSION,
        tool_version: "1.2.3".into(),
        engine: "io_uring".into(),
        target: Target {
            path: "/dev/nvme0n1".into(),
            kind: TargetKind::Block,
            capacity_bytes: 1 << 40,
            serial: Some("PHMD1234".into()),
            model: None,
            in_use: vec![],
            members: vec![],
        },
        workload: Workload::fit(&request(stream()), limits(1 << 40))
            .unwrap()
            .describe(),
        environment: Environment::default(),
        warnings: vec![],
    }
}
