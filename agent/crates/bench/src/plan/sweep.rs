//! A sweep: its axes, and the points that they span.

use super::axes::{
    axis, read_alignment, read_blocks, read_depths, read_engine, read_loads, read_pattern, read_percent,
    required_axis,
};
use super::ending::{read_until, seconds};
use super::field::{Field, Object, PlanError};
use super::point::POINTS_MAX;
use super::spec::Spec;
use crate::block_mix::BlockMix;
use crate::content::Data;
use crate::distribution::Distribution;
use crate::engine::Choice;
use crate::output::Pattern;
use crate::quantity::Span;
use crate::workload::{Depth, Load, StreamRequest, Until};
use std::time::Duration;

const FIELDS: &[&str] = &[
    "kind",
    "engine",
    "pattern",
    "distribution",
    "data",
    "alignBytes",
    "blockBytes",
    "blockMix",
    "readPercent",
    "threads",
    "queueDepth",
    "threadsMax",
    "totalDepth",
    "ratePerSecond",
    "pace",
    "spanPercent",
    "rampSeconds",
    "durationSeconds",
    "fills",
    "bytes",
    "steadyState",
];

/// The axes of a sweep, in the order in which they vary, and what all of its points share.
#[derive(Debug, Clone, PartialEq)]
pub struct Sweep {
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
    pub(super) fn read(step: &Field<'_>) -> Result<Self, PlanError> {
        let fields = step.object(FIELDS)?;
        let loads = read_loads(&fields)?;
        let sweep = Sweep {
            engines: axis(&fields, "engine", Choice::DEFAULT, read_engine)?,
            patterns: required_axis(&fields, "pattern", read_pattern)?,
            distributions: axis(&fields, "distribution", Distribution::Uniform, Field::notation)?,
            data: axis(&fields, "data", Data::Incompressible, Field::notation)?,
            alignments: axis(&fields, "alignBytes", None, read_alignment)?,
            blocks: read_blocks(&fields)?,
            read_percents: required_axis(&fields, "readPercent", read_percent)?,
            depths: read_depths(&fields, matches!(loads[..], [Load::Open { .. }, ..]))?,
            loads,
            span: read_span(&fields)?,
            ramp: seconds(&fields, "rampSeconds", 0)?.unwrap_or_default(),
            until: read_until(&fields)?,
        };
        if sweep.len() > POINTS_MAX {
            return Err(step.error(format!("its axes multiply to more than {POINTS_MAX} points")));
        }
        Ok(sweep)
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

    /// What is asked of each point, in the order of measuring.
    pub(super) fn specs(&self) -> impl Iterator<Item = Spec> {
        (0..self.len()).map(|index| self.spec(index))
    }

    fn spec(&self, index: usize) -> Spec {
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
            over_provisioning_percent: None,
        };
        Spec {
            engine,
            stream,
            ramp: self.ramp,
            until: self.until.clone(),
            precondition: Vec::new(),
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
        .get("spanPercent")
        .map(|field| field.whole(1..=100))
        .transpose()?
        .unwrap_or(100);
    Ok(Span::PartsPerMillion(
        u32::try_from(percent * 10_000).expect("at most a million"),
    ))
}
