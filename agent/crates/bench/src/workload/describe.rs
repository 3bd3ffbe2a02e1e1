//! A load as the output describes it.

use super::Workload;
use super::request::{Load, Until};
use super::stream::Stream;
use crate::output;
use std::time::Duration;

impl Workload {
    /// As the output describes it.
    pub fn describe(&self) -> output::Workload {
        let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        output::Workload {
            streams: self.streams.iter().map(Stream::describe).collect(),
            ramp_ms: millis(self.ramp),
            until: match &self.until {
                Until::Elapsed(duration) => output::Until::Elapsed {
                    duration_ms: millis(*duration),
                },
                Until::Bytes { bytes, at_most } => output::Until::Bytes {
                    bytes: *bytes,
                    at_most_ms: millis(*at_most),
                },
                Until::Fills { thousandths, at_most } => output::Until::Fills {
                    fills: f64::from(*thousandths) / 1000.0,
                    at_most_ms: millis(*at_most),
                },
                Until::SteadyState(steady) => output::Until::SteadyState {
                    round_ms: millis(steady.round),
                    rounds_max: steady.criterion.rounds_max,
                    window_rounds: steady.criterion.window_rounds,
                    tracked: steady.tracked,
                },
            },
            slices: self.slices.as_ref().map(|slices| output::Slices {
                seconds: slices.every.as_secs(),
                over_ns: slices.over_ns.clone(),
            }),
            seed: self.seed,
        }
    }
}

impl Stream {
    fn describe(&self) -> output::Stream {
        output::Stream {
            name: self.name.clone(),
            pattern: self.pattern,
            read_percent: self.read_percent,
            blocks: self.blocks.to_string(),
            block_bytes_max: self.blocks.largest(),
            align_bytes: self.align_bytes,
            queue_depth: self.depth(),
            threads: u32::try_from(self.depths.len()).unwrap_or(u32::MAX),
            load: match self.load {
                Load::Closed => output::Load::Closed,
                Load::Open {
                    rate_per_second,
                    pace,
                } => output::Load::Open {
                    rate_per_second,
                    pace: pace.to_string(),
                },
            },
            span_bytes: self.span_bytes,
            distribution: self.distribution.to_string(),
            data: self.data.to_string(),
            over_provisioning_percent: self.over_provisioning_percent,
        }
    }
}
