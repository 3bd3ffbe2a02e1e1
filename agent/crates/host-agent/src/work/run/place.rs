//! Which point of which run.

use crosspoint_bench::plan::{Parameter, Point, Raised};
use crosspoint_wire::{PointSpec, RaisedParameter, RaisedParameterParameter};
use uuid::Uuid;

/// A point of a run, with all that is asked of it: what the events of it say.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct PointPlace {
    /// The run.
    pub run_id: Uuid,
    /// Its place in the order of measuring, from 0.
    pub sequence: u16,
    /// Where its step stands in the plan: `[1]` is the second step.
    pub step_path: Vec<u8>,
    /// Of a step that repeats its body, from 0.
    pub round: Option<u16>,
    /// What a search raised, and to which value.
    pub raised: Option<RaisedParameter>,
    /// All that is asked of it, defaults written out.
    pub spec: PointSpec,
    /// How often it was begun before, and broken off by a restart.
    pub attempt: u8,
    /// What its figures are to be read with, besides what the tool says.
    pub notes: Vec<String>,
}

impl PointPlace {
    /// The first time that it is measured.
    ///
    /// # Errors
    /// If it cannot be reported.
    pub fn of(point: &Point, run_id: Uuid) -> Result<Self, String> {
        let too_far = |_| format!("point {} is beyond what this agent can report", point.sequence);
        let spec = serde_json::from_value(point.spec.describe())
            .map_err(|error| format!("{} cannot be reported: {error}", point.spec))?;
        let path: Result<Vec<u8>, _> = point.step_path.iter().map(|&index| u8::try_from(index)).collect();
        Ok(Self {
            run_id,
            sequence: u16::try_from(point.sequence).map_err(too_far)?,
            step_path: path.map_err(too_far)?,
            round: point.round.map(u16::try_from).transpose().map_err(too_far)?,
            raised: point.raised.map(raised),
            spec,
            attempt: 0,
            notes: Vec::new(),
        })
    }
}

fn raised(raised: Raised) -> RaisedParameter {
    RaisedParameter {
        confirms: raised.confirms.then_some(true),
        parameter: match raised.parameter {
            Parameter::Rate => RaisedParameterParameter::Rate,
            Parameter::QueueDepth => RaisedParameterParameter::QueueDepth,
            Parameter::Threads => RaisedParameterParameter::Threads,
        },
        value: raised.value,
    }
}

/// What a point is called where people, who count from 1, read of it.
pub(super) fn name(point: &Point) -> String {
    format!("point {} ({})", point.sequence + 1, point.spec)
}
