//! Loads for the tests of several modules.

use crate::block_mix::BlockMix;
use crate::content::Data;
use crate::distribution::Distribution;
use crate::output::Pattern;
use crate::quantity::Span;
use crate::workload::{Depth, Limits, Load, Request, StreamRequest, Until};
use std::time::Duration;

/// One stream of random reads of 4 KiB, one at a time, on the whole target.
pub(crate) fn stream() -> StreamRequest {
    StreamRequest {
        name: None,
        pattern: Pattern::Random,
        read_percent: 100,
        blocks: BlockMix::of(4096).unwrap(),
        align_bytes: None,
        depth: Depth::PerThread { depth: 1, threads: 1 },
        load: Load::Closed,
        span: Span::WHOLE,
        distribution: Distribution::Uniform,
        data: Data::Incompressible,
        over_provisioning_percent: None,
    }
}

/// `stream` alone, for a second.
pub(crate) fn request(stream: StreamRequest) -> Request {
    Request {
        streams: vec![stream],
        ramp: Duration::ZERO,
        until: Until::Elapsed(Duration::from_secs(1)),
        ends_at_limit: false,
        slices: None,
        seed: 1,
    }
}

/// A target of `capacity_bytes` with logical blocks of 512 bytes.
pub(crate) fn limits(capacity_bytes: u64) -> Limits {
    Limits {
        capacity_bytes,
        logical_block_bytes: 512,
    }
}
