//! Writing the target over, to bring it into a state.

use super::axes::{count, read_block_bytes, read_percent};
use super::ending::{read_thousandths, seconds};
use super::load::read_span;
use crate::block_mix::BlockMix;
use crate::content::Data;
use crate::distribution::Distribution;
use crate::engine::Choice;
use crate::output::Pattern;
use crate::plan::field::{Field, Object, PlanError};
use crate::plan::setting::DriveSettings;
use crate::plan::spec::{Purpose, Spec};
use crate::quantity::Span;
use crate::workload::{DURATION_MAX, Depth, Load, QUEUE_DEPTH_MAX, StreamRequest, THREADS_MAX, Until};

const FIELDS: &[&str] = &[
    "kind",
    "method",
    "blockBytes",
    "fills",
    "queueDepth",
    "threads",
    "overProvisioningPercent",
    "data",
    "spanPercent",
    "durationSecondsMax",
];
/// Operations in flight if not said otherwise.
const DEPTH_DEFAULT: u32 = 32;
/// Thousandths of a fill in one.
const WHOLE: u32 = 1000;

/// A fill: one point, which is never a result.
#[derive(Debug, Clone, PartialEq)]
pub struct Fill {
    stream: StreamRequest,
    until: Until,
    word: String,
}

impl Fill {
    pub(super) fn read(step: &Field<'_>) -> Result<Self, PlanError> {
        let fields = step.object(FIELDS)?;
        let pattern = fields.required("method")?.choice(&[
            ("sequential", Pattern::Sequential),
            ("random", Pattern::Random),
            ("sprandom", Pattern::Sprandom),
        ])?;
        let size = fields.required("blockBytes")?;
        let bytes = read_block_bytes(&size)?;
        let number = |name, most: u32, default| {
            fields
                .get(name)
                .map_or(Ok(default), |field: Field<'_>| count(&field, most.into()))
        };
        let (thousandths, over_provisioning_percent) = read_amount(&fields, pattern)?;
        let stream = StreamRequest {
            name: None,
            pattern,
            read_percent: 0,
            blocks: BlockMix::of(bytes).map_err(|reason| size.error(reason))?,
            align_bytes: None,
            depth: Depth::PerThread {
                depth: number("queueDepth", QUEUE_DEPTH_MAX, DEPTH_DEFAULT)?,
                threads: number("threads", THREADS_MAX, 1)?,
            },
            load: Load::Closed,
            span: read_span(&fields)?,
            distribution: Distribution::Uniform,
            data: fields
                .get("data")
                .map_or(Ok(Data::Incompressible), |field| field.notation())?,
            over_provisioning_percent,
        };
        let at_most = seconds(&fields, "durationSecondsMax", 1)?.unwrap_or(DURATION_MAX);
        Ok(Fill {
            word: word(&stream, bytes, thousandths),
            stream,
            until: Until::Fills { thousandths, at_most },
        })
    }

    /// What points after it say of the state that they found.
    pub(in crate::plan) fn word(&self) -> &str {
        &self.word
    }

    /// What is asked of its point.
    pub(in crate::plan) fn spec(&self) -> Spec {
        Spec {
            purpose: Purpose::Precondition,
            engine: Choice::DEFAULT,
            stream: self.stream.clone(),
            beside: Vec::new(),
            ramp: std::time::Duration::ZERO,
            until: self.until.clone(),
            slices: None,
            settings: DriveSettings::default(),
            precondition: Vec::new(),
        }
    }
}

/// How often the span is written, in thousandths, and the over-provisioning that a sprandom fill assumes.
fn read_amount(fields: &Object<'_>, pattern: Pattern) -> Result<(u32, Option<u8>), PlanError> {
    let (fills, assumed) = (fields.get("fills"), fields.get("overProvisioningPercent"));
    if pattern != Pattern::Sprandom {
        let thousandths = read_thousandths(&fields.required("fills")?)?;
        return match assumed {
            Some(field) => Err(field.error("only sprandom assumes an over-provisioning: leave it out")),
            None => Ok((thousandths, None)),
        };
    }
    if let Some(fills) = fills {
        return Err(fills.error("sprandom writes the span once: leave fills out"));
    }
    let assumed = fields.required("overProvisioningPercent")?;
    assumed.whole(1..=99)?;
    Ok((WHOLE, Some(read_percent(&assumed)?)))
}

/// `fill:<method>:<blockBytes>:<fills>`, and what else sets it apart.
fn word(stream: &StreamRequest, bytes: u64, thousandths: u32) -> String {
    let method = match stream.pattern {
        Pattern::Sequential => "sequential",
        Pattern::Random => "random",
        Pattern::Sprandom => "sprandom",
    };
    let mut word = format!(
        "fill:{method}:{bytes}:{}",
        f64::from(thousandths) / f64::from(WHOLE)
    );
    if let Some(percent) = stream.over_provisioning_percent {
        word += &format!(":{percent}");
    }
    match stream.span {
        Span::PartsPerMillion(parts) if parts < 1_000_000 => word += &format!(":span{}", parts / 10_000),
        _ => {}
    }
    if stream.data != Data::Incompressible {
        word += &format!(":{}", stream.data);
    }
    word
}
