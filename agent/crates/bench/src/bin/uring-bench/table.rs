//! The figures as a person reads them. Pure: from output types to text.

use crosspoint_bench::output::{DirectionResult, LatencyNs, Pattern, RunResult, Start};
use crosspoint_bench::quantity::{format_bytes, format_ns, format_rate};
use std::fmt::Write;

/// What is about to be measured.
pub fn heading(start: &Start) -> String {
    let (target, load) = (&start.target, &start.workload);
    let serial = target
        .serial
        .as_ref()
        .map(|serial| format!(", serial {serial}"))
        .unwrap_or_default();
    let model = target
        .model
        .as_ref()
        .map(|model| format!(", {model}"))
        .unwrap_or_default();
    let pattern = match load.pattern {
        Pattern::Random => "random",
        Pattern::Sequential => "sequential",
    };
    let direction = match load.read_percent {
        100 => "read".to_owned(),
        0 => "write".to_owned(),
        percent => format!("{percent} % read, {} % write", 100 - percent),
    };
    let mut text = format!(
        "{} ({}{model}{serial})\n{} {pattern} {direction}, depth {} x {} thread{}, span {}, {} s after a ramp of {} s, seed {}\n{}\n",
        target.path,
        format_bytes(target.capacity_bytes),
        format_bytes(load.block_bytes.into()),
        load.queue_depth,
        load.threads,
        if load.threads == 1 { "" } else { "s" },
        format_bytes(load.span_bytes),
        load.duration_ms as f64 / 1e3,
        load.ramp_ms as f64 / 1e3,
        load.seed,
        start.environment.engine_flags.join(" "),
    );
    push_warnings(&mut text, &start.warnings);
    text
}

/// The figures of the run.
pub fn result(result: &RunResult) -> String {
    let directions: Vec<(&str, &DirectionResult)> = [("read", &result.read), ("write", &result.write)]
        .into_iter()
        .filter_map(|(name, direction)| Some((name, direction.as_ref()?)))
        .collect();
    let mut text = String::from("\n");
    let mut row = |name: &str, cell: &dyn Fn(&DirectionResult) -> String| {
        let cells: String = directions
            .iter()
            .map(|(_, direction)| format!("{:>14}", cell(direction)))
            .collect();
        let _ = writeln!(text, "{name:<12}{cells}");
    };
    row("IOPS", &|direction| format_rate(direction.iops));
    row("MB/s", &|direction| {
        format!("{:.1}", direction.bytes_per_second / 1e6)
    });
    row("operations", &|direction| direction.operations.to_string());
    for (name, value) in LATENCY_ROWS {
        row(name, &|direction| {
            direction
                .latency_ns
                .as_ref()
                .map_or("-".into(), |latency| format_ns(value(latency)))
        });
    }
    let names: String = directions.iter().map(|(name, _)| format!("{name:>14}")).collect();
    text.insert_str(1, &format!("{:<12}{names}\n", ""));
    push_cost(&mut text, result);
    for error in &result.errors {
        let _ = writeln!(text, "FAILED: {} operations with {}", error.count, error.name);
    }
    if result.interrupted {
        text.push_str("INTERRUPTED: the figures are of the part that was measured\n");
    }
    push_warnings(&mut text, &result.warnings);
    text
}

/// Name of a row and what stands in it.
type LatencyRow = (&'static str, fn(&LatencyNs) -> f64);

const LATENCY_ROWS: [LatencyRow; 10] = [
    ("mean", |latency| latency.mean),
    ("std. dev.", |latency| latency.stddev),
    ("min", |latency| latency.min as f64),
    ("p50", |latency| latency.p50 as f64),
    ("p90", |latency| latency.p90 as f64),
    ("p99", |latency| latency.p99 as f64),
    ("p99.9", |latency| latency.p999 as f64),
    ("p99.99", |latency| latency.p9999 as f64),
    ("p99.999", |latency| latency.p99999 as f64),
    ("max", |latency| latency.max as f64),
];

fn push_cost(text: &mut String, result: &RunResult) {
    let operations: u64 = [&result.read, &result.write]
        .into_iter()
        .flatten()
        .map(|direction| direction.operations)
        .sum();
    if operations == 0 {
        return;
    }
    let each = |count: u64| count as f64 / operations as f64;
    let _ = writeln!(
        text,
        "processor    {} user + {} system per operation, {:.3} context switches",
        format_ns(each(result.cpu_user_ns)),
        format_ns(each(result.cpu_system_ns)),
        each(result.voluntary_context_switches + result.involuntary_context_switches),
    );
    if let Some(law) = &result.littles_law {
        let verdict = if law.ok { "as it should" } else { "DOES NOT HOLD" };
        let _ = writeln!(
            text,
            "in flight    {:.2} of {:.0} by Little's law: {verdict}",
            law.mean_in_flight, law.expected
        );
    }
}

fn push_warnings(text: &mut String, warnings: &[String]) {
    for warning in warnings {
        let _ = writeln!(text, "warning: {warning}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosspoint_bench::histogram::Latencies;
    use crosspoint_bench::output::ErrorCount;
    use crosspoint_bench::summary;

    #[test]
    fn a_result_with_everything_that_must_not_be_overlooked() {
        let mut latencies = Latencies::new();
        (0..1000).for_each(|_| latencies.record(10_000));
        let shown = result(&RunResult {
            interrupted: true,
            elapsed_ns: 1_000_000_000,
            read: Some(summary::direction(&latencies, 4096, 1_000_000_000)),
            write: Some(summary::direction(&Latencies::new(), 4096, 1_000_000_000)),
            cpu_user_ns: 200_000,
            cpu_system_ns: 1_500_000,
            voluntary_context_switches: 1000,
            involuntary_context_switches: 0,
            errors: vec![ErrorCount {
                errno: 5,
                name: "EIO".into(),
                count: 3,
            }],
            littles_law: summary::littles_law(10_000_000, 1_000_000_000, 1),
            warnings: vec!["look here".into()],
        });
        let lines: Vec<Vec<&str>> = shown
            .lines()
            .map(|line| line.split_whitespace().collect())
            .collect();
        assert!(lines.contains(&vec!["read", "write"]));
        assert!(lines.contains(&vec!["IOPS", "1000", "0"]));
        assert!(lines.contains(&vec!["MB/s", "4.1", "0.0"]));
        // 10 000 in [8192, 16384): buckets of 8, up to 10 007. No write completed, so it has no latency.
        assert!(lines.contains(&vec!["p50", "10.01", "µs", "-"]), "{shown}");
        assert!(shown.contains("200 ns user + 1.50 µs system per operation, 1.000 context switches"));
        assert!(shown.contains("FAILED: 3 operations with EIO"));
        assert!(shown.contains("INTERRUPTED") && shown.contains("warning: look here"));
        assert!(shown.contains("0.01 of 1 by Little's law: DOES NOT HOLD"));
    }
}
