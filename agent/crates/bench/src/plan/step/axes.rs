//! The axes of a sweep, read from their fields.

use crate::arrivals::{Pace, RATES_PER_SECOND};
use crate::block_mix::BLOCK_BYTES_MAX;
use crate::block_mix::BlockMix;
use crate::engine::{Choice, Kind};
use crate::notation::quoted;
use crate::output::Pattern;
use crate::plan::field::{Field, Object, PlanError};
use crate::workload::{Depth, Load, QUEUE_DEPTH_MAX, THREADS_MAX};

/// Most values of an axis.
pub(super) const AXIS_MAX: usize = 64;
/// Operations in flight of an open loop if not said otherwise: enough to hold what a drive falls behind.
const OPEN_LOOP_DEPTH: u32 = 256;

/// An axis that a sweep may leave out.
pub(super) fn axis<'a, T: PartialEq>(
    fields: &Object<'a>,
    name: &str,
    default: T,
    read: impl Fn(&Field<'a>) -> Result<T, PlanError>,
) -> Result<Vec<T>, PlanError> {
    match fields.get(name) {
        Some(field) => field.axis(AXIS_MAX, read),
        None => Ok(vec![default]),
    }
}

/// An axis that a sweep must have.
pub(super) fn required_axis<'a, T: PartialEq>(
    fields: &Object<'a>,
    name: &str,
    read: impl Fn(&Field<'a>) -> Result<T, PlanError>,
) -> Result<Vec<T>, PlanError> {
    fields.required(name)?.axis(AXIS_MAX, read)
}

pub(super) fn read_engine(field: &Field<'_>) -> Result<Choice, PlanError> {
    let mut words = field.text()?.split('+');
    let kind = match words.next() {
        Some("io_uring") => Kind::IoUring,
        Some("passthrough") => Kind::Passthrough,
        Some("sync") => Kind::Sync,
        Some("null") => Kind::Null,
        _ => return Err(field.error("expected io_uring, passthrough, sync or null, with +poll or +sqpoll")),
    };
    let mut choice = Choice {
        kind,
        poll: false,
        sqpoll: false,
    };
    for word in words {
        match word {
            "poll" if !choice.poll => choice.poll = true,
            "sqpoll" if !choice.sqpoll => choice.sqpoll = true,
            _ => return Err(field.error("behind an engine stand +poll and +sqpoll, each once")),
        }
    }
    match choice.contradiction() {
        Some(reason) => Err(field.error(reason)),
        None => Ok(choice),
    }
}

pub(super) fn read_pattern(field: &Field<'_>) -> Result<Pattern, PlanError> {
    field.choice(&[("random", Pattern::Random), ("sequential", Pattern::Sequential)])
}

pub(super) fn read_alignment(field: &Field<'_>) -> Result<Option<u64>, PlanError> {
    match field.text() {
        Ok("block") => Ok(None),
        _ => read_block_bytes(field).map(Some),
    }
}

/// The size of a block: a number of bytes without a unit, as the server's contract has it.
pub(super) fn read_block_bytes(field: &Field<'_>) -> Result<u64, PlanError> {
    let most = u64::from(BLOCK_BYTES_MAX);
    match field.raw().as_i64() {
        Some(bytes) => match u64::try_from(bytes) {
            Ok(size) if (1..=most).contains(&size) => Ok(size),
            _ => Err(field.error(format!("{bytes} bytes are out of range: it may be 1 to {most}"))),
        },
        None => field.expected("a whole number of bytes"),
    }
}

/// How many bytes a point moves, as the decimal text that results write: JSON's numbers are exact only to 2^53.
pub(super) fn read_bytes(field: &Field<'_>) -> Result<u64, PlanError> {
    let text = field.text()?;
    let not = |reason: &str| Err(field.error(format!("{} is not a size: {reason}", quoted(text))));
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return not("expected a whole number of bytes");
    }
    match text.parse() {
        Err(_) => not("it is too large"),
        Ok(0) => Err(field.error(format!("0 bytes are out of range: it may be 1 to {}", u64::MAX))),
        Ok(_) if text.starts_with('0') => {
            Err(field.error(format!("{} is not written as results write it", quoted(text))))
        }
        Ok(bytes) => Ok(bytes),
    }
}

pub(super) fn read_blocks(fields: &Object<'_>) -> Result<Vec<BlockMix>, PlanError> {
    let of_one_size = |field: &Field<'_>| {
        let bytes = read_block_bytes(field)?;
        BlockMix::of(bytes).map_err(|reason| field.error(reason))
    };
    match (fields.get("blockBytes"), fields.get("blockMix")) {
        (Some(sizes), None) => sizes.axis(AXIS_MAX, of_one_size),
        (None, Some(mixes)) => mixes.axis(AXIS_MAX, Field::notation),
        _ => Err(fields.error("expected either blockBytes or blockMix")),
    }
}

pub(super) fn read_percent(field: &Field<'_>) -> Result<u8, PlanError> {
    field
        .whole(0..=100)
        .map(|percent| u8::try_from(percent).expect("at most 100"))
}

/// The depths, already multiplied with the threads, which vary more slowly.
pub(super) fn read_depths(fields: &Object<'_>, open_loop: bool) -> Result<Vec<Depth>, PlanError> {
    let total_most = u64::from(QUEUE_DEPTH_MAX) * u64::from(THREADS_MAX);
    if let Some(total) = fields.get("totalDepth") {
        if let Some(other) = fields.get("queueDepth").or(fields.get("threads")) {
            return Err(other.error("totalDepth goes with threadsMax, not with queueDepth and threads"));
        }
        let threads = count_axis(fields, "threadsMax", THREADS_MAX.into(), 1)?;
        let depths = total.axis(AXIS_MAX, |field| count(field, total_most))?;
        return Ok(product(&threads, &depths, |threads_max, depth| Depth::Total {
            depth,
            threads_max,
        }));
    }
    if let Some(threads_max) = fields.get("threadsMax") {
        return Err(
            threads_max.error("threadsMax goes with totalDepth; queueDepth is that of each of threads")
        );
    }
    let threads = count_axis(fields, "threads", THREADS_MAX.into(), 1)?;
    let depth_default = if open_loop { OPEN_LOOP_DEPTH } else { 1 };
    let depths = count_axis(fields, "queueDepth", QUEUE_DEPTH_MAX.into(), depth_default)?;
    Ok(product(&threads, &depths, |threads, depth| Depth::PerThread {
        depth,
        threads,
    }))
}

fn product(outer: &[u32], inner: &[u32], both: impl Fn(u32, u32) -> Depth) -> Vec<Depth> {
    outer
        .iter()
        .flat_map(|&outer| inner.iter().map(move |&inner| (outer, inner)))
        .map(|(a, b)| both(a, b))
        .collect()
}

fn count_axis(fields: &Object<'_>, name: &str, most: u64, default: u32) -> Result<Vec<u32>, PlanError> {
    axis(fields, name, default, |field| count(field, most))
}

pub(super) fn count(field: &Field<'_>, most: u64) -> Result<u32, PlanError> {
    field
        .whole(1..=most)
        .map(|count| u32::try_from(count).expect("every limit is below 2^32"))
}

pub(super) fn read_loads(fields: &Object<'_>) -> Result<Vec<Load>, PlanError> {
    let pace = fields.get("pace");
    let Some(rates) = fields.get("ratePerSecond") else {
        return match pace {
            Some(pace) => Err(pace.error("only an open loop has a pace: give a ratePerSecond too")),
            None => Ok(vec![Load::Closed]),
        };
    };
    let pace = pace
        .map(|pace| pace.notation())
        .transpose()?
        .unwrap_or(Pace::Fixed);
    rates.axis(AXIS_MAX, |rate| {
        let rate_per_second = rate.number(RATES_PER_SECOND)?;
        Ok(Load::Open {
            rate_per_second,
            pace,
        })
    })
}
