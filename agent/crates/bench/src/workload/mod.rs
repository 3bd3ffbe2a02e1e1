//! What is read and written, in which order, by which thread: validated once, then generated.
//!
//! A [`Request`] says what a person or plan asks for. [`Workload::fit`] holds it against a target and gives each
//! measuring thread its [`ThreadPlan`]: every operation that its sequence generates lies within the target and is
//! aligned.

mod bounds;
mod describe;
mod fit;
mod request;
mod sequence;
mod sprandom;
mod stream;
mod thread;

pub use bounds::{
    DURATION_MAX, QUEUE_DEPTH_MAX, SEED_LIMIT, SLICES_MAX, STREAMS_MAX, THREADS_MAX, THRESHOLDS_MAX,
};
pub use fit::{Limits, WorkloadError};
pub use request::{Depth, Load, Request, Slices, SteadyState, StreamRequest, Tracked, Until};
pub use sequence::Sequence;
pub use stream::Stream;
pub use thread::ThreadPlan;

use crate::operation::Directions;
use std::time::Duration;

/// A load that fits its target.
#[derive(Debug, Clone, PartialEq)]
pub struct Workload {
    streams: Vec<Stream>,
    ramp: Duration,
    until: Until,
    ends_at_limit: bool,
    slices: Option<Slices>,
    seed: u64,
}

impl Workload {
    /// The streams.
    pub fn streams(&self) -> &[Stream] {
        &self.streams
    }

    /// Length of the ramp.
    pub fn ramp(&self) -> Duration {
        self.ramp
    }

    /// What ends the run.
    pub fn until(&self) -> &Until {
        &self.until
    }

    /// Whether it is whole when its longest time is over, whatever was moved by then.
    pub fn ends_at_limit(&self) -> bool {
        self.ends_at_limit
    }

    /// Slices of the measured window whose slow operations are counted.
    pub fn slices(&self) -> Option<&Slices> {
        self.slices.as_ref()
    }

    /// Longest time that is measured.
    pub fn duration(&self) -> Duration {
        self.until.longest()
    }

    /// Whether any operation reads, whether any writes.
    pub fn directions(&self) -> Directions {
        Directions {
            read: self.streams.iter().any(|stream| stream.directions().read),
            write: self.streams.iter().any(|stream| stream.directions().write),
        }
    }

    /// The same load at another rate, if it has a single stream with an open loop.
    pub fn at_rate(&self, rate: f64) -> Self {
        let mut workload = self.clone();
        for stream in &mut workload.streams {
            if let Load::Open { rate_per_second, .. } = &mut stream.load {
                *rate_per_second = rate;
            }
        }
        workload
    }
}

#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;
