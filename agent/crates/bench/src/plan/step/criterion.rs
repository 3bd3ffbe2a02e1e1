//! What must hold for a value of a search to pass.

use super::Step;
use super::slices::read_latency;
use crate::notation::quoted;
use crate::operation::Direction;
use crate::plan::field::{Field, Object, PlanError};
use crate::workload::{Load, StreamRequest};

const FIELDS: &[&str] = &[
    "stream",
    "direction",
    "overNs",
    "percentBelow",
    "percentile",
    "belowNs",
    "ratePercentAtLeast",
];

/// A criterion: of one direction of a point, or of each slice of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Criterion {
    /// Of which of several streams.
    pub stream: Option<String>,
    /// Of its reads or of its writes.
    pub direction: Direction,
    /// What must hold.
    pub limit: Limit,
}

/// What must hold.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Limit {
    /// Operations that took longer are below a share.
    Over {
        /// Longer than this.
        over_ns: u64,
        /// In percent.
        percent_below: f64,
    },
    /// A percentile is below a latency.
    Percentile {
        /// In percent.
        percentile: f64,
        /// The latency.
        below_ns: u64,
    },
    /// At least so much is completed of what the open loop asks for.
    Rate {
        /// In percent.
        percent_at_least: f64,
    },
}

impl Limit {
    fn threshold(self) -> Option<(&'static str, u64)> {
        match self {
            Limit::Over { over_ns, .. } => Some(("overNs", over_ns)),
            Limit::Percentile { below_ns, .. } => Some(("belowNs", below_ns)),
            Limit::Rate { .. } => None,
        }
    }
}

impl Criterion {
    pub(super) fn read(field: &Field<'_>) -> Result<Self, PlanError> {
        let fields = field.object(FIELDS)?;
        let stream = fields.get("stream").map(|field| field.text().map(str::to_owned));
        Ok(Criterion {
            stream: stream.transpose()?,
            direction: fields
                .required("direction")?
                .choice(&[("read", Direction::Read), ("write", Direction::Write)])?,
            limit: read_limit(&fields)?,
        })
    }

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

fn read_limit(fields: &Object<'_>) -> Result<Limit, PlanError> {
    let latency = |name| fields.get(name).map(|field| read_latency(&field)).transpose();
    let percent = |name, range| fields.get(name).map(|field| field.number(range)).transpose();
    let over_ns = latency("overNs")?;
    let percent_below = percent("percentBelow", 0.0001..=100.0)?;
    let percentile = percent("percentile", 1.0..=99.999_999_9)?;
    let below_ns = latency("belowNs")?;
    let rate = percent("ratePercentAtLeast", 1.0..=100.0)?;
    match (over_ns, percent_below, percentile, below_ns, rate) {
        (Some(over_ns), Some(percent_below), None, None, None) => Ok(Limit::Over {
            over_ns,
            percent_below,
        }),
        (None, None, Some(percentile), Some(below_ns), None) => {
            Ok(Limit::Percentile { percentile, below_ns })
        }
        (None, None, None, None, Some(percent_at_least)) => Ok(Limit::Rate { percent_at_least }),
        _ => {
            Err(fields
                .error("expected overNs with percentBelow, percentile with belowNs, or ratePercentAtLeast"))
        }
    }
}
