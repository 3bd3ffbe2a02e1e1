//! Criteria beside the body that they are to judge.

use super::criterion::{Criterion, Limit};
use super::tree::Step;
use crate::notation::quoted;
use crate::operation::Direction;
use crate::plan::field::{Field, Object, PlanError};
use crate::workload::{Load, StreamRequest};

impl Criterion {
    /// Refuses a criterion that says nothing about the body that it is to judge.
    pub(super) fn check(&self, field: &Field<'_>, body: &Step) -> Result<(), PlanError> {
        let fields = field.any_object()?;
        let at = |name: &str| fields.get(name).unwrap_or_else(|| field.clone());
        let load = self.load(&fields, body)?;
        let idle = match self.direction {
            Direction::Read => ("read", 0),
            Direction::Write => ("write", 100),
        };
        if load.read_percent == idle.1 {
            return Err(at("direction").error(format_args!("the load does not {}", idle.0)));
        }
        if matches!((self.limit, load.load), (Limit::Rate { .. }, Load::Closed)) {
            return Err(at("ratePercentAtLeast")
                .error("only an open loop has a rate to keep: give it a ratePerSecond"));
        }
        match (self.limit.threshold(), body.slices()) {
            (Some((name, ns)), Some(slices)) if !slices.over_ns.contains(&ns) => Err(at(name).error(
                format_args!("each slice is judged: {ns} must be one of the overNs of its slices"),
            )),
            _ => Ok(()),
        }
    }

    /// The load that it judges.
    fn load(&self, fields: &Object<'_>, body: &Step) -> Result<StreamRequest, PlanError> {
        match body {
            Step::Streams(streams) => {
                let field = fields.required("stream")?;
                let mut named = streams
                    .streams()
                    .iter()
                    .filter(|stream| stream.name == self.stream);
                let name = quoted(self.stream.as_deref().unwrap_or_default());
                let missing = || field.error(format_args!("the body has no stream {name}"));
                named.next().cloned().ok_or_else(missing)
            }
            Step::Sweep(sweep) => match fields.get("stream") {
                Some(field) => Err(field.error("the body has no streams: leave stream out")),
                None => Ok(sweep.spec(0).stream),
            },
            _ => unreachable!("the body of a search is streams or a sweep"),
        }
    }
}
