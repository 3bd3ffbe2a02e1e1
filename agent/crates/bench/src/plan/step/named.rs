//! A point of a body, known by fields of its sweep or stream.

use super::axes::{count, read_block_bytes, read_pattern, read_percent};
use crate::block_mix::BlockMix;
use crate::output::Pattern;
use crate::plan::field::{Object, PlanError};
use crate::plan::spec::{Purpose, Spec};
use crate::workload::{Depth, QUEUE_DEPTH_MAX, THREADS_MAX};

/// Values that a point has; whatever is not given may be anything.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Named {
    stream: Option<String>,
    pattern: Option<Pattern>,
    block_bytes: Option<u64>,
    read_percent: Option<u8>,
    threads: Option<u32>,
    queue_depth: Option<u32>,
}

impl Named {
    pub(super) fn read(fields: &Object<'_>) -> Result<Self, PlanError> {
        let get = |name| fields.get(name);
        let stream = get("stream").map(|field| field.text().map(str::to_owned));
        let size = get("blockBytes").map(|field| read_block_bytes(&field));
        Ok(Named {
            stream: stream.transpose()?,
            pattern: get("pattern").map(|field| read_pattern(&field)).transpose()?,
            block_bytes: size.transpose()?,
            read_percent: get("readPercent").map(|field| read_percent(&field)).transpose()?,
            threads: get("threads")
                .map(|field| count(&field, THREADS_MAX.into()))
                .transpose()?,
            queue_depth: get("queueDepth")
                .map(|field| count(&field, QUEUE_DEPTH_MAX.into()))
                .transpose()?,
        })
    }

    /// Whether it may be a point of the stream of this name; of a sweep, which has none, if `None`.
    pub(super) fn has_stream(&self, name: Option<&str>) -> bool {
        self.stream.is_none() || self.stream.as_deref() == name
    }

    pub(super) fn has_pattern(&self, pattern: Pattern) -> bool {
        self.pattern.is_none_or(|wanted| wanted == pattern)
    }

    pub(super) fn has_blocks(&self, blocks: &BlockMix) -> bool {
        let Some(wanted) = self.block_bytes else {
            return true;
        };
        matches!(blocks.shares(), [only] if u64::from(only.bytes) == wanted)
    }

    pub(super) fn has_read_percent(&self, percent: u8) -> bool {
        self.read_percent.is_none_or(|wanted| wanted == percent)
    }

    pub(super) fn has_depth(&self, depth: Depth) -> bool {
        match depth {
            Depth::PerThread { depth, threads } => {
                self.queue_depth.is_none_or(|wanted| wanted == depth)
                    && self.threads.is_none_or(|wanted| wanted == threads)
            }
            Depth::Total { .. } => self.queue_depth.is_none() && self.threads.is_none(),
        }
    }

    /// Whether it is this point.
    pub(super) fn is(&self, spec: &Spec) -> bool {
        let stream = &spec.stream;
        spec.purpose == Purpose::Measure
            && self.has_stream(stream.name.as_deref())
            && self.has_pattern(stream.pattern)
            && self.has_blocks(&stream.blocks)
            && self.has_read_percent(stream.read_percent)
            && self.has_depth(stream.depth)
    }
}
