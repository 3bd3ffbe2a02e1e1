//! The figures as a person reads them. Pure: from output types to text.

use crosspoint_bench::output::{DirectionResult, Finding, Found, LatencyNs, Place, RunResult, Search, Slice};
use crosspoint_bench::plan;
use crosspoint_bench::quantity::{format_ns, format_rate};
use std::fmt::Write;

/// What the search of a rate came to.
pub fn search(search: &Search) -> String {
    let mut text = format!("\nSearch for {}\n", search.objective);
    for step in &search.steps {
        let _ = writeln!(
            text,
            "{:>14} per second offered, {:>12} due, {:>12} achieved: {}",
            format_rate(step.offered_per_second),
            format_rate(step.due_per_second),
            format_rate(step.achieved_per_second),
            if step.met { "met" } else { "not met" }
        );
    }
    match search.best_per_second {
        Some(best) => {
            text + &format!(
                "Highest rate that meets {}: {} per second\n",
                search.objective,
                format_rate(best)
            )
        }
        None => text + &format!("No rate meets {}\n", search.objective),
    }
}

/// Where in its plan a run stands.
pub fn place(at: &Place) -> String {
    let mut text = plan::place(&at.step_path);
    if let Some(round) = at.round {
        let _ = write!(text, ", round {}", round + 1);
    }
    if let Some(raised) = &at.raised {
        let confirms = if raised.confirms { ", confirmation" } else { "" };
        let _ = write!(text, ", {} {}{confirms}", raised.parameter, raised.value);
    }
    text + ": "
}

/// What a step of a plan has come to.
pub fn finding(finding: &Finding) -> String {
    let place = plan::place(&finding.step_path);
    match &finding.found {
        Found::Search { undecided: true, .. } => {
            format!("\n{place}: no answer: a trial was not measured to its end\n")
        }
        Found::Search {
            parameter, highest, ..
        } => match highest {
            Some(value) => {
                format!("\n{place}: the highest {parameter} that meets every criterion is {value}\n")
            }
            None => format!("\n{place}: no {parameter} meets every criterion\n"),
        },
        Found::Rounds { rounds, steady } => match steady {
            Some(true) => format!("\n{place}: steady state after {rounds} rounds\n"),
            Some(false) => format!("\n{place}: no steady state after {rounds} rounds\n"),
            None => format!("\n{place}: {rounds} rounds\n"),
        },
    }
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
    push_checks(&mut text, result);
    for error in &result.errors {
        let _ = writeln!(text, "FAILED: {} operations with {}", error.count, error.name);
    }
    if result.interrupted {
        text.push_str("INTERRUPTED: the results cover only the part that was measured\n");
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
    if let (Some(user), Some(system), Some(switches)) = (
        result.cpu_user_ns_per_operation,
        result.cpu_system_ns_per_operation,
        result.context_switches_per_operation,
    ) {
        let _ = writeln!(
            text,
            "processor    {} user + {} system per operation, {switches:.3} context switches",
            format_ns(user),
            format_ns(system),
        );
    }
    if let Some(law) = &result.littles_law {
        let verdict = if law.ok { "ok" } else { "MISMATCH" };
        let _ = writeln!(
            text,
            "in flight    {:.2} by Little's law, {:.2} expected: {verdict}",
            law.mean_in_flight, law.expected
        );
    }
}

fn push_checks(text: &mut String, result: &RunResult) {
    if let Some(state) = &result.steady_state {
        let verdict = if state.achieved { "reached" } else { "NOT REACHED" };
        let _ = writeln!(text, "steady state {verdict} after {} rounds", state.rounds.len());
    }
    if let Some(found) = &result.verification {
        let _ = writeln!(
            text,
            "verified     {} reads correct, {} wrong; {} of blocks not written by this run",
            found.matched, found.mismatched, found.unknown
        );
    }
    push_slices(text, "", &result.slices);
    for stream in &result.streams {
        push_slices(text, stream.name.as_deref().unwrap_or("stream"), &stream.slices);
        for (name, direction) in [("read", &stream.read), ("write", &stream.write)] {
            if let Some(direction) = direction {
                let _ = writeln!(
                    text,
                    "{:<12}{name}: {}",
                    stream.name.as_deref().unwrap_or("stream"),
                    brief(direction)
                );
            }
        }
    }
}

/// The share of slow operations in each slice.
fn push_slices(text: &mut String, stream: &str, slices: &[Slice]) {
    for slice in slices {
        for (name, direction) in [("read", &slice.read), ("write", &slice.write)] {
            let Some(direction) = direction.as_ref().filter(|direction| direction.operations > 0) else {
                continue;
            };
            let end_second = slice.start_second + slice.seconds;
            let _ = write!(
                text,
                "{stream:<12}{name} in {}-{end_second} s:",
                slice.start_second
            );
            for over in &direction.over {
                let percent = 100.0 * over.operations as f64 / direction.operations as f64;
                let _ = write!(
                    text,
                    "  {percent:.3} % over {}",
                    format_ns(over.threshold_ns as f64)
                );
            }
            text.push('\n');
        }
    }
}

fn brief(direction: &DirectionResult) -> String {
    let rate = format_rate(direction.iops);
    match &direction.latency_ns {
        None => format!("{rate} IOPS"),
        Some(latency) => format!(
            "{rate} IOPS, mean {}, p50 {}, p99 {}, p99.9 {}, max {}",
            format_ns(latency.mean),
            format_ns(latency.p50 as f64),
            format_ns(latency.p99 as f64),
            format_ns(latency.p999 as f64),
            format_ns(latency.max as f64)
        ),
    }
}

pub(super) fn push_warnings(text: &mut String, warnings: &[String]) {
    for warning in warnings {
        let _ = writeln!(text, "warning: {warning}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosspoint_bench::exchange::Done;
    use crosspoint_bench::histogram::Latencies;
    use crosspoint_bench::output::{ErrorCount, OverThreshold, SliceDirection};
    use crosspoint_bench::summary;

    #[test]
    fn a_result_with_everything_that_must_not_be_overlooked() {
        let mut latencies = Latencies::new();
        (0..1000).for_each(|_| latencies.record(10_000));
        let done = Done {
            bytes: 1000 * 4096,
            latencies,
        };
        let shown = result(&RunResult {
            interrupted: true,
            elapsed_ns: 1_000_000_000,
            read: Some(summary::direction(&done, 1_000_000_000)),
            write: Some(summary::direction(&Done::default(), 1_000_000_000)),
            cpu_user_ns: 200_000,
            cpu_system_ns: 1_500_000,
            cpu_user_ns_per_operation: Some(200.0),
            cpu_system_ns_per_operation: Some(1500.0),
            context_switches_per_operation: Some(1.0),
            voluntary_context_switches: 1000,
            involuntary_context_switches: 0,
            ramp_errors: Vec::new(),
            errors: vec![ErrorCount {
                errno: Some(5),
                nvme_status: None,
                name: "EIO".into(),
                count: 3,
            }],
            littles_law: summary::littles_law(10_000_000, 1_000_000_000, 1.0),
            streams: Vec::new(),
            slices: vec![Slice {
                start_second: 3600,
                seconds: 1800,
                read: Some(SliceDirection {
                    operations: 400,
                    over: vec![OverThreshold {
                        threshold_ns: 1_000_000,
                        operations: 3,
                    }],
                }),
                write: None,
            }],
            open_loop: None,
            steady_state: None,
            verification: None,
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
        assert!(
            lines.contains(&"read in 3600-5400 s: 0.750 % over 1.00 ms".split(' ').collect()),
            "{shown}"
        );
        assert!(shown.contains("FAILED: 3 operations with EIO"));
        assert!(shown.contains("INTERRUPTED") && shown.contains("warning: look here"));
        assert!(shown.contains("0.01 by Little's law, 1.00 expected: MISMATCH"));
    }
}
