//! Holding a request against a target.

use super::Workload;
use super::bounds::{
    DURATION_MAX, QUEUE_DEPTH_MAX, SEED_LIMIT, SLICES_MAX, STREAMS_MAX, THREADS_MAX, THRESHOLDS_MAX,
};
use super::request::{Depth, Load, Request, Slices, StreamRequest, Until};
use super::stream::Stream;
use crate::arrivals::RATES_PER_SECOND;
use crate::block_mix::BLOCK_BYTES_MAX;
use crate::content::{Content, Data};
use crate::histogram::{LATENCY_NS_MAX, LATENCY_NS_MIN};
use crate::operation::Region;
use crate::output::{FailureKind, Pattern};
use crate::quantity::format_bytes;
use std::time::Duration;

/// Most memory for the account of verified data.
const LEDGER_BYTES_MAX: u64 = 1 << 30;

/// What a target allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Size of the target.
    pub capacity_bytes: u64,
    /// Size of its logical blocks, to which offsets and lengths must be aligned.
    pub logical_block_bytes: u32,
}

/// Why a load does not fit its target.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct WorkloadError {
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub remedy: String,
    /// Whether another target could carry it.
    pub kind: Option<FailureKind>,
}

fn refuse<T>(message: impl Into<String>, remedy: impl Into<String>) -> Result<T, WorkloadError> {
    Err(WorkloadError {
        message: message.into(),
        remedy: remedy.into(),
        kind: None,
    })
}

/// Refuses what suits other targets, and not this one.
fn unsuited<T>(message: impl Into<String>, remedy: impl Into<String>) -> Result<T, WorkloadError> {
    refuse(message, remedy).map_err(|error| WorkloadError {
        kind: Some(FailureKind::Unsupported),
        ..error
    })
}

fn outside<T>(what: &str, range: impl Into<String>) -> Result<T, WorkloadError> {
    refuse(
        format!("{what} is out of range"),
        format!("it may be {}", range.into()),
    )
}

impl Workload {
    /// Fits `request` to a target.
    pub fn fit(request: &Request, limits: Limits) -> Result<Self, WorkloadError> {
        if !(1..=STREAMS_MAX).contains(&request.streams.len()) {
            return outside("the number of streams", format!("1 to {STREAMS_MAX}"));
        }
        check_times(request)?;
        check_slices(request)?;
        check_known(request)?;
        let streams: Vec<Stream> = request
            .streams
            .iter()
            .map(|stream| fit_stream(stream, &request.until, limits))
            .collect::<Result<_, _>>()?;
        check_streams(&streams, &request.until)?;
        Ok(Workload {
            streams,
            ramp: request.ramp,
            until: request.until.clone(),
            slices: request.slices.clone(),
            seed: request.seed,
        })
    }
}

fn check_streams(streams: &[Stream], until: &Until) -> Result<(), WorkloadError> {
    let threads: usize = streams.iter().map(|stream| stream.depths.len()).sum();
    if threads > THREADS_MAX as usize {
        return outside("the number of threads", format!("1 to {THREADS_MAX}"));
    }
    if streams.len() == 1 {
        return Ok(());
    }
    if matches!(until, Until::Bytes { .. } | Until::Fills { .. }) {
        return refuse(
            "several streams cannot end after a number of bytes or fills: it would not say which stream's",
            "give a duration, or a single stream",
        );
    }
    let writes_verified = |stream: &Stream| stream.data == Data::Verified && stream.directions().write;
    if streams.iter().any(writes_verified) {
        return refuse(
            "verified data needs a single stream: another one could overwrite it",
            "give a single stream",
        );
    }
    Ok(())
}

/// Slices that a result can hold, of thresholds that a histogram tells apart.
fn check_slices(request: &Request) -> Result<(), WorkloadError> {
    let Some(Slices { every, over_ns }) = &request.slices else {
        return Ok(());
    };
    if every.subsec_nanos() != 0 || every.is_zero() || *every > DURATION_MAX {
        return outside("the length of a slice", "whole seconds, at least one");
    }
    let ascending = over_ns.is_sorted_by(|a, b| a < b);
    let in_range = |ns: &u64| (LATENCY_NS_MIN..=LATENCY_NS_MAX).contains(ns);
    if !(1..=THRESHOLDS_MAX).contains(&over_ns.len()) || !ascending || !over_ns.iter().all(in_range) {
        return outside(
            "the latencies that are slow",
            format!("1 to {THRESHOLDS_MAX} of 1 ns to 10 minutes, ascending"),
        );
    }
    if matches!(request.until, Until::SteadyState(_)) {
        return refuse(
            "a run that ends with steady state has no slices: only its last rounds are the result",
            "give a duration, or leave the slices out",
        );
    }
    if request.until.longest().as_nanos().div_ceil(every.as_nanos()) > u128::from(SLICES_MAX) {
        return refuse(
            format!(
                "a run of up to {} s has more than {SLICES_MAX} slices",
                request.until.longest().as_secs()
            ),
            "give longer slices, or a shorter duration",
        );
    }
    Ok(())
}

/// What a plan may ask for and this engine does not do yet: measured without it, figures would be taken for others.
fn check_known(request: &Request) -> Result<(), WorkloadError> {
    let is_sprandom = |stream: &StreamRequest| stream.pattern == Pattern::Sprandom;
    if request.streams.iter().any(is_sprandom) {
        return refuse("this version has no sprandom fill", "fill at random twice");
    }
    Ok(())
}

fn check_times(request: &Request) -> Result<(), WorkloadError> {
    let in_range = |time: &Duration| (Duration::from_millis(1)..=DURATION_MAX).contains(time);
    if request.seed >= SEED_LIMIT {
        return outside("the seed", format!("at most {}", SEED_LIMIT - 1));
    }
    if request.ramp > DURATION_MAX {
        return outside("the ramp", "at most 7 days");
    }
    match &request.until {
        Until::Elapsed(time) if !in_range(time) => outside("the duration", "1 ms to 7 days"),
        Until::Bytes { at_most, .. } | Until::Fills { at_most, .. } if !in_range(at_most) => {
            outside("the duration", "1 ms to 7 days")
        }
        Until::Bytes { bytes: 0, .. } | Until::Fills { thousandths: 0, .. } => {
            outside("the amount to move", "more than nothing")
        }
        Until::Bytes { .. } | Until::Fills { .. } if !request.ramp.is_zero() => refuse(
            "a run that ends after a number of bytes or fills has no ramp: what the ramp moves would not be counted",
            "leave the ramp out",
        ),
        Until::SteadyState(steady) if steady.round.subsec_nanos() != 0 || steady.round.is_zero() => {
            outside("the length of a round", "whole seconds, at least one")
        }
        Until::SteadyState(steady) if steady.longest() > DURATION_MAX => {
            outside("the length of all rounds together", "at most 7 days")
        }
        _ => Ok(()),
    }
}

fn fit_stream(request: &StreamRequest, until: &Until, limits: Limits) -> Result<Stream, WorkloadError> {
    if request.read_percent > 100 {
        return outside("the share of reads", "0 to 100 percent");
    }
    check_blocks(request, limits.logical_block_bytes)?;
    let depths = check_depth(request)?;
    check_load(request)?;
    let span_bytes = check_span(request, limits, depths.len() as u64)?;
    check_data(request, span_bytes)?;
    let budget_bytes = match until {
        Until::Bytes { bytes, .. } => Some(*bytes),
        Until::Fills { thousandths, .. } => {
            let bytes = u128::from(span_bytes) * u128::from(*thousandths) / 1000;
            Some(u64::try_from(bytes).unwrap_or(u64::MAX))
        }
        Until::Elapsed(_) | Until::SteadyState(_) => None,
    };
    Ok(Stream {
        name: request.name.clone(),
        pattern: request.pattern,
        read_percent: request.read_percent,
        blocks: request.blocks.clone(),
        align_bytes: request.align_bytes,
        depths,
        load: request.load,
        span_bytes,
        distribution: request.distribution,
        data: request.data,
        budget_bytes,
    })
}

fn check_blocks(request: &StreamRequest, logical_block_bytes: u32) -> Result<(), WorkloadError> {
    let logical = u64::from(logical_block_bytes);
    let largest = request.blocks.largest();
    if largest > BLOCK_BYTES_MAX {
        return refuse(
            format!("a block size of {} is out of range", format_bytes(largest.into())),
            format!(
                "it may be {logical_block_bytes} bytes to {}",
                format_bytes(BLOCK_BYTES_MAX.into())
            ),
        );
    }
    let mut sizes = request.blocks.shares().iter().map(|share| share.bytes);
    if let Some(bytes) = sizes.find(|bytes| !bytes.is_multiple_of(logical_block_bytes)) {
        return unsuited(
            format!(
                "a block size of {bytes} bytes is not a multiple of the target's logical block of {logical_block_bytes} bytes"
            ),
            format!("give a --bs that is a multiple of {logical_block_bytes}"),
        );
    }
    match request.align_bytes {
        Some(bytes) if bytes == 0 || !bytes.is_multiple_of(logical) => unsuited(
            format!(
                "offsets at multiples of {bytes} bytes do not suit the target's logical block of {logical_block_bytes} bytes"
            ),
            format!("give an --align that is a multiple of {logical_block_bytes}"),
        ),
        Some(_) if request.pattern == Pattern::Sequential => refuse(
            "a sequential load has no alignment of its own: each operation begins where the last one ended",
            "leave --align out",
        ),
        _ => Ok(()),
    }
}

fn check_depth(request: &StreamRequest) -> Result<Vec<u16>, WorkloadError> {
    let (Depth::PerThread { depth, threads }
    | Depth::Total {
        depth,
        threads_max: threads,
    }) = request.depth;
    if !(1..=THREADS_MAX).contains(&threads) {
        return outside("the number of threads", format!("1 to {THREADS_MAX}"));
    }
    let total_max = match request.depth {
        Depth::PerThread { .. } => QUEUE_DEPTH_MAX,
        Depth::Total { .. } => QUEUE_DEPTH_MAX * threads,
    };
    if !(1..=total_max).contains(&depth) {
        return outside("the queue depth", format!("1 to {total_max}"));
    }
    let depths = request.depth.of_threads().into_iter();
    Ok(depths
        .map(|depth| u16::try_from(depth).expect("a thread's depth is at most 4096"))
        .collect())
}

fn check_load(request: &StreamRequest) -> Result<(), WorkloadError> {
    match request.load {
        Load::Open { rate_per_second, .. } if !RATES_PER_SECOND.contains(&rate_per_second) => outside(
            "the rate",
            format!(
                "{} to {} operations per second",
                RATES_PER_SECOND.start(),
                RATES_PER_SECOND.end()
            ),
        ),
        _ => Ok(()),
    }
}

fn check_span(request: &StreamRequest, limits: Limits, threads: u64) -> Result<u64, WorkloadError> {
    let logical = u64::from(limits.logical_block_bytes);
    let asked = request.span.bytes_of(limits.capacity_bytes);
    if asked > limits.capacity_bytes {
        return refuse(
            format!(
                "a span of {} reaches past the end of the target ({})",
                format_bytes(asked),
                format_bytes(limits.capacity_bytes)
            ),
            "give a smaller --span, or one in percent",
        );
    }
    let span_bytes = asked / logical * logical;
    let block = u64::from(request.blocks.largest());
    let divided = request.pattern == Pattern::Sequential || request.data == Data::Verified;
    let needed = if divided { threads } else { 1 };
    let blocks = span_bytes / block;
    if blocks < needed {
        return refuse(
            format!(
                "a span of {asked} bytes has {blocks} blocks of {block} bytes, at least {needed} are needed"
            ),
            "give a larger --span, a smaller --bs or fewer --threads",
        );
    }
    Ok(span_bytes)
}

fn check_data(request: &StreamRequest, span_bytes: u64) -> Result<(), WorkloadError> {
    if request.data != Data::Verified {
        return Ok(());
    }
    if request.align_bytes.is_some() || request.blocks.shares().len() > 1 {
        return refuse(
            "verified data needs blocks of one size, aligned to it: only then is it known what each must hold",
            "give one --bs and no --align",
        );
    }
    let region = Region {
        start: 0,
        bytes: span_bytes,
    };
    let memory_bytes = Content::ledger_bytes(region, request.blocks.largest());
    if memory_bytes > LEDGER_BYTES_MAX {
        return refuse(
            format!(
                "keeping track of what each block must hold takes {} of memory, at most {} is allowed",
                format_bytes(memory_bytes),
                format_bytes(LEDGER_BYTES_MAX)
            ),
            "give a smaller --span or a larger --bs",
        );
    }
    Ok(())
}
