//! How a run went, as sparklines.

use crosspoint_bench::output::{Phase, Second};
use crosspoint_bench::quantity::{format_ns, format_rate};
use crosspoint_bench::sparkline::{Downsampling, sparkline};

/// Columns of a sparkline.
const SPARKLINE_WIDTH: usize = 60;

/// What the sparklines show: each measured second.
#[derive(Default)]
pub struct History {
    /// Operations per second.
    pub rates: Vec<Option<f64>>,
    /// 99th percentile of both directions' slower one.
    pub p99_ns: Vec<Option<f64>>,
}

impl History {
    pub fn add(&mut self, second: &Second) {
        if second.phase == Phase::Ramp {
            return;
        }
        let directions = [&second.read, &second.write];
        let operations: u64 = directions
            .into_iter()
            .flatten()
            .map(|direction| direction.operations)
            .sum();
        let slowest = directions
            .into_iter()
            .flatten()
            .filter_map(|direction| direction.latency_ns_p99)
            .max();
        self.rates
            .push(Some(operations as f64 * 1e9 / second.elapsed_ns.max(1) as f64));
        self.p99_ns.push(slowest.map(|ns| ns as f64));
    }
}

/// How rate and latency went along the measured window.
pub fn lines(history: &History) -> String {
    if history.rates.len() < 2 {
        return String::new();
    }
    let line = |name: &str, values: &[Option<f64>], downsampling, format: fn(f64) -> String| {
        let known = || values.iter().flatten().copied();
        let (least, most) = (known().fold(f64::INFINITY, f64::min), known().fold(0.0, f64::max));
        if most == 0.0 {
            return String::new();
        }
        format!(
            "{name:<12}{}  {} to {}\n",
            sparkline(values, SPARKLINE_WIDTH, downsampling),
            format(least),
            format(most)
        )
    };
    let rates = line("IOPS by s", &history.rates, Downsampling::Mean, format_rate);
    let latencies = line("p99 by s", &history.p99_ns, Downsampling::Max, format_ns);
    rates + &latencies
}
