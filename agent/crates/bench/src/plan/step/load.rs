//! What a sweep and each of several streams say of a load: as axes of values, or as values.

use super::axes::{
    axis, read_alignment, read_blocks, read_depths, read_loads, read_pattern, read_percent, required_axis,
};
use super::named::Named;
use crate::block_mix::BlockMix;
use crate::content::Data;
use crate::distribution::Distribution;
use crate::output::Pattern;
use crate::plan::field::{Field, Object, PlanError};
use crate::quantity::Span;
use crate::workload::{Depth, Load, StreamRequest};

/// The axes of a load, in the order in which they vary, and its span.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Axes {
    patterns: Vec<Pattern>,
    distributions: Vec<Distribution>,
    data: Vec<Data>,
    alignments: Vec<Option<u64>>,
    blocks: Vec<BlockMix>,
    read_percents: Vec<u8>,
    depths: Vec<Depth>,
    loads: Vec<Load>,
    span: Span,
}

impl Axes {
    pub(super) fn read(fields: &Object<'_>) -> Result<Self, PlanError> {
        let loads = read_loads(fields)?;
        Ok(Axes {
            patterns: required_axis(fields, "pattern", read_pattern)?,
            distributions: axis(fields, "distribution", Distribution::Uniform, Field::notation)?,
            data: axis(fields, "data", Data::Incompressible, Field::notation)?,
            alignments: axis(fields, "alignBytes", None, read_alignment)?,
            blocks: read_blocks(fields)?,
            read_percents: required_axis(fields, "readPercent", read_percent)?,
            depths: read_depths(fields, matches!(loads[..], [Load::Open { .. }, ..]))?,
            loads,
            span: read_span(fields)?,
        })
    }

    /// Number of combinations, or more than any plan may have.
    pub(super) fn len(&self) -> usize {
        let axes = [
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

    /// How many combinations have these values; counted from the axes, without making one.
    pub(super) fn count(&self, named: &Named) -> usize {
        let axes = [
            self.patterns
                .iter()
                .filter(|value| named.has_pattern(**value))
                .count(),
            self.distributions.len(),
            self.data.len(),
            self.alignments.len(),
            self.blocks.iter().filter(|value| named.has_blocks(value)).count(),
            self.read_percents
                .iter()
                .filter(|value| named.has_read_percent(**value))
                .count(),
            self.depths
                .iter()
                .filter(|value| named.has_depth(**value))
                .count(),
            self.loads.len(),
        ];
        axes.into_iter().fold(1, usize::saturating_mul)
    }

    /// Takes the last digits off `rest`, the last axis first: it varies fastest.
    pub(super) fn pick(&self, rest: &mut usize) -> StreamRequest {
        let load = pick(&self.loads, rest);
        let depth = pick(&self.depths, rest);
        let read_percent = pick(&self.read_percents, rest);
        let blocks = pick(&self.blocks, rest);
        let align_bytes = pick(&self.alignments, rest);
        let data = pick(&self.data, rest);
        let distribution = pick(&self.distributions, rest);
        let pattern = pick(&self.patterns, rest);
        StreamRequest {
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
        }
    }

    /// Whether any combination may write.
    pub(super) fn writes(&self) -> bool {
        self.read_percents.iter().any(|&percent| percent < 100)
    }
}

/// The value of an axis at the lowest digit of `rest`, which it takes off.
pub(super) fn pick<T: Clone>(axis: &[T], rest: &mut usize) -> T {
    let value = axis[*rest % axis.len()].clone();
    *rest /= axis.len();
    value
}

pub(super) fn read_span(fields: &Object<'_>) -> Result<Span, PlanError> {
    let percent = fields
        .get("spanPercent")
        .map(|field| field.whole(1..=100))
        .transpose()?
        .unwrap_or(100);
    Ok(Span::PartsPerMillion(
        u32::try_from(percent * 10_000).expect("at most a million"),
    ))
}
