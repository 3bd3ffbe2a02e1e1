//! A sweep: its axes, and the points that they span.

use super::axes::{
    axis, read_alignment, read_blocks, read_depths, read_engine, read_loads, read_pattern, read_percent,
    required_axis,
};
use super::ending::{read_until, seconds};
use super::field::{Field, Object, PlanError};
use super::name::name;
use super::point::{POINTS_MAX, Point};
use crate::block_mix::BlockMix;
use crate::content::Data;
use crate::distribution::Distribution;
use crate::engine::Choice;
use crate::output::Pattern;
use crate::quantity::Span;
use crate::workload::{Depth, Load, Request, StreamRequest, Until};
use std::time::Duration;

const FIELDS: &[&str] = &[
    "engine",
    "pattern",
    "distribution",
    "data",
    "align_bytes",
    "block_bytes",
    "block_mix",
    "read_percent",
    "threads",
    "queue_depth",
    "threads_max",
    "total_depth",
    "rate_per_second",
    "pace",
    "span_percent",
    "ramp_s",
    "duration_s",
    "fills",
    "bytes",
    "steady_state",
];
/// The axes of a sweep, in the order in which they vary, and what all of its points share.
pub(super) struct Sweep {
    engines: Vec<Choice>,
    patterns: Vec<Pattern>,
    distributions: Vec<Distribution>,
    data: Vec<Data>,
    alignments: Vec<Option<u64>>,
    blocks: Vec<BlockMix>,
    read_percents: Vec<u8>,
    depths: Vec<Depth>,
    loads: Vec<Load>,
    span: Span,
    ramp: Duration,
    until: Until,
}

impl Sweep {
    pub(super) fn read(sweep: &Field<'_>) -> Result<Self, PlanError> {
        let fields = sweep.object(FIELDS)?;
        let loads = read_loads(&fields)?;
        let sweep_read = Sweep {
            engines: axis(&fields, "engine", Choice::DEFAULT, read_engine)?,
            patterns: required_axis(&fields, "pattern", read_pattern)?,
            distributions: axis(&fields, "distribution", Distribution::Uniform, Field::notation)?,
            data: axis(&fields, "data", Data::Incompressible, Field::notation)?,
            alignments: axis(&fields, "align_bytes", None, read_alignment)?,
            blocks: read_blocks(&fields)?,
            read_percents: required_axis(&fields, "read_percent", read_percent)?,
            depths: read_depths(&fields, matches!(loads[..], [Load::Open { .. }, ..]))?,
            loads,
            span: read_span(&fields)?,
            ramp: seconds(&fields, "ramp_s", 0)?.unwrap_or_default(),
            until: read_until(&fields)?,
        };
        if sweep_read.len() > POINTS_MAX {
            return Err(sweep.error(format!("its axes multiply to more than {POINTS_MAX} points")));
        }
        Ok(sweep_read)
    }

    /// Number of points, or more than any plan may have.
    pub(super) fn len(&self) -> usize {
        let axes = [
            self.engines.len(),
            self.patterns.len(),
            self.distributions.len(),
            self.data.len(),
            self.alignments.len(),
            self.blocks.len(),
            self.read_percents.len(),
            self.depths.len(),
            self.loads.len(),
        ];
        axes.into_iter().fold(1, usize::saturating_mul)
    }

    /// The points, each with a seed that `next_seed` gives.
    pub(super) fn points(&self, mut next_seed: impl FnMut() -> u64) -> Vec<Point> {
        (0..self.len())
            .map(|index| self.point(index, next_seed()))
            .collect()
    }

    fn point(&self, index: usize, seed: u64) -> Point {
        // The digits of the index, the last axis first: it varies fastest.
        let mut rest = index;
        let load = pick(&self.loads, &mut rest);
        let depth = pick(&self.depths, &mut rest);
        let read_percent = pick(&self.read_percents, &mut rest);
        let blocks = pick(&self.blocks, &mut rest);
        let align_bytes = pick(&self.alignments, &mut rest);
        let data = pick(&self.data, &mut rest);
        let distribution = pick(&self.distributions, &mut rest);
        let pattern = pick(&self.patterns, &mut rest);
        let engine = pick(&self.engines, &mut rest);
        let stream = StreamRequest {
            name: None,
            pattern,
            read_percent,
            blocks,
            align_bytes,
            depth,
            load,
            span: self.span,
            distribution,
            data,
        };
        Point {
            name: name(&stream, engine),
            engine,
            request: Request {
                streams: vec![stream],
                ramp: self.ramp,
                until: self.until.clone(),
                seed,
            },
        }
    }
}

/// The value of an axis at the lowest digit of `rest`, which it takes off.
fn pick<T: Clone>(axis: &[T], rest: &mut usize) -> T {
    let value = axis[*rest % axis.len()].clone();
    *rest /= axis.len();
    value
}

fn read_span(fields: &Object<'_>) -> Result<Span, PlanError> {
    let percent = fields
        .get("span_percent")
        .map(|field| field.whole(1..=100))
        .transpose()?
        .unwrap_or(100);
    Ok(Span::PartsPerMillion(
        u32::try_from(percent * 10_000).expect("at most a million"),
    ))
}
