//! What must hold for a value of a search to pass.

use super::slices::read_latency;

use crate::operation::Direction;
use crate::plan::field::{Field, Object, PlanError};

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
    pub(super) fn threshold(self) -> Option<(&'static str, u64)> {
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
