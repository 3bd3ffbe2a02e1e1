//! The figures of the tool in the words of the wire.

use crosspoint_bench::output::{
    DirectionResult, ErrorCount, PcieLink, SecondDirection, Slice, SliceDirection, Verification,
};
use crosspoint_wire as wire;

const EIO: u16 = 5;

pub(super) fn second_direction(direction: SecondDirection) -> wire::SecondDirection {
    wire::SecondDirection {
        bytes: direction.bytes,
        histogram: direction.histogram,
        latency_ns_max: direction.latency_ns_max,
        latency_ns_mean: direction.latency_ns_mean.map(whole),
        latency_ns_p50: direction.latency_ns_p50,
        latency_ns_p99: direction.latency_ns_p99,
        operations: direction.operations,
    }
}

/// The wire has whole nanoseconds here; a mean is a non-negative number far below 2^53.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the cast saturates, and NaN becomes 0"
)]
fn whole(mean: f64) -> u64 {
    mean.round() as u64
}

pub(super) fn point_direction(direction: &DirectionResult) -> wire::PointDirection {
    let latency = direction.latency_ns.as_ref();
    wire::PointDirection {
        bytes: direction.bytes.to_string(),
        bytes_per_second: direction.bytes_per_second,
        histogram: direction.histogram.clone(),
        iops: direction.iops,
        latency_ns_max: latency.map(|latency| latency.max),
        latency_ns_mean: latency.map(|latency| latency.mean),
        latency_ns_min: latency.map(|latency| latency.min),
        latency_ns_stddev: latency.map(|latency| latency.stddev),
        operations: direction.operations,
    }
}

pub(super) fn io_error(error: &ErrorCount) -> wire::IoError {
    wire::IoError {
        count: error.count,
        // A drive's own status reaches an ordinary reader as EIO; its name tells which it was.
        errno: error
            .errno
            .unwrap_or(if error.nvme_status.is_some() { EIO } else { 0 }),
        name: error.name.clone(),
    }
}

pub(super) fn current_link(link: &PcieLink) -> String {
    format!("{} x{}", link.speed, link.width)
}

pub(super) fn max_link(link: &PcieLink) -> String {
    format!("{} x{}", link.max_speed, link.max_width)
}

pub(super) fn verification(found: &Verification) -> wire::Verification {
    wire::Verification {
        first_mismatch_bytes: found.first_mismatch.map(|offset| offset.to_string()),
        matched: found.matched,
        mismatched: found.mismatched,
        read_back_bytes: found.read_back_bytes.to_string(),
        span_bytes: found.span_bytes.to_string(),
        unknown: found.unknown,
    }
}

pub(super) fn slice(slice: &Slice) -> wire::PointSlice {
    wire::PointSlice {
        read: slice.read.as_ref().map(slice_direction),
        seconds: slice.seconds.into(),
        start_second: slice.start_second,
        write: slice.write.as_ref().map(slice_direction),
    }
}

fn slice_direction(direction: &SliceDirection) -> wire::SliceDirection {
    let over = direction.over.iter().map(|over| wire::SliceThreshold {
        operations: over.operations,
        threshold_ns: over.threshold_ns,
    });
    wire::SliceDirection {
        operations: direction.operations,
        over: over.collect(),
    }
}
