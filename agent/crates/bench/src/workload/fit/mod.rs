//! Holding a request against a target.

mod refusal;
mod slices;
mod sprandom;
mod times;

pub use refusal::WorkloadError;

use super::Workload;
use super::bounds::{QUEUE_DEPTH_MAX, STREAMS_MAX, THREADS_MAX};
use super::request::{Depth, Load, Request, StreamRequest, Until};
use super::sprandom::PLACES_MIN;
use super::stream::Stream;
use crate::arrivals::RATES_PER_SECOND;
use crate::block_mix::BLOCK_BYTES_MAX;
use crate::content::{Content, Data};
use crate::operation::Region;
use crate::output::Pattern;
use crate::quantity::format_bytes;
use refusal::{outside, refuse, unsuited};
use slices::check_slices;
use sprandom::check_sprandom;
use times::check_times;

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

impl Workload {
    /// Fits `request` to a target.
    pub fn fit(request: &Request, limits: Limits) -> Result<Self, WorkloadError> {
        if !(1..=STREAMS_MAX).contains(&request.streams.len()) {
            return outside("the number of streams", format!("1 to {STREAMS_MAX}"));
        }
        check_times(request)?;
        check_slices(request)?;
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
            ends_at_limit: request.ends_at_limit,
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

fn fit_stream(request: &StreamRequest, until: &Until, limits: Limits) -> Result<Stream, WorkloadError> {
    if request.read_percent > 100 {
        return outside("the share of reads", "0 to 100 percent");
    }
    check_sprandom(request, until)?;
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
        over_provisioning_percent: request.over_provisioning_percent,
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
    let block = u64::from(request.blocks.largest());
    let unit = if request.pattern == Pattern::Sprandom {
        block
    } else {
        logical
    };
    let span_bytes = asked / unit * unit;
    let needed = match (request.pattern, request.data) {
        (Pattern::Sprandom, _) => threads * PLACES_MIN,
        (Pattern::Sequential, _) | (Pattern::Random, Data::Verified) => threads,
        (Pattern::Random, _) => 1,
    };
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
