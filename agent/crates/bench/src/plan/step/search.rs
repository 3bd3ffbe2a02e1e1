//! A parameter that is raised until a criterion fails: the highest value that passes is the answer.

use super::criterion::Criterion;
use super::grid::Grid;
use super::kind::Kind;
use super::slices::check_count;
use super::tree::{ReadBody, Search, Step};
use crate::arrivals::RATES_PER_SECOND;
use crate::plan::field::{Field, Object, PlanError};
use crate::plan::point::Parameter;
use crate::workload::{DURATION_MAX, Depth, Load, QUEUE_DEPTH_MAX, StreamRequest, THREADS_MAX};
use std::time::Duration;

const FIELDS: &[&str] = &[
    "kind",
    "raise",
    "from",
    "to",
    "resolution",
    "confirmSeconds",
    "criteria",
    "steps",
];
/// Most criteria.
const CRITERIA_MAX: usize = 16;
/// What a body may be.
const BODY: [Kind; 2] = [Kind::Streams, Kind::Sweep];

impl Search {
    pub(super) fn read(step: &Field<'_>, body: ReadBody) -> Result<Self, PlanError> {
        let fields = step.object(FIELDS)?;
        let raise = fields.required("raise")?.choice(&[
            ("rate", Parameter::Rate),
            ("queueDepth", Parameter::QueueDepth),
            ("threads", Parameter::Threads),
        ])?;
        let value = |name| fields.required(name)?.number(RATES_PER_SECOND);
        let ends = [value("from")?, value("to")?, value("resolution")?];
        let confirm = fields.get("confirmSeconds");
        let read_seconds = |field: &Field<'_>| field.whole(1..=DURATION_MAX.as_secs());
        let confirm_seconds = confirm.as_ref().map(read_seconds).transpose()?;
        let criteria = fields.required("criteria")?.items(CRITERIA_MAX)?;
        let search = Search {
            raise,
            confirm: confirm_seconds.map(Duration::from_secs),
            criteria: criteria.iter().map(Criterion::read).collect::<Result<_, _>>()?,
            steps: read_body_of_one(&fields.required("steps")?, body)?,
            grid: Grid::read(&fields, raise, ends)?,
        };
        search.check_body(&fields)?;
        search.check_raise(&fields, ends)?;
        if let (Some(at), Some(longest), Some(slices)) = (&confirm, search.confirm, search.body().slices()) {
            check_count(at, slices, longest)?;
        }
        for (criterion, field) in search.criteria.iter().zip(&criteria) {
            criterion.check(field, search.body())?;
        }
        Ok(search)
    }

    fn check_body(&self, fields: &Object<'_>) -> Result<(), PlanError> {
        match self.body() {
            Step::Sweep(sweep) if sweep.len() != 1 => {
                let count = sweep.len();
                let [body] = &fields.required("steps")?.items(1)?[..] else {
                    unreachable!("it was read as a list of one")
                };
                Err(body.error(format_args!(
                    "a search has a sweep of one point, and this one has {count}"
                )))
            }
            _ => Ok(()),
        }
    }

    /// Refuses a body that has not what is raised, or would have too much of it.
    fn check_raise(&self, fields: &Object<'_>, [from, to, _]: [f64; 3]) -> Result<(), PlanError> {
        let loads = self.loads();
        let error = |name, message: &str| Err(fields.required(name)?.error(message));
        if self.raise == Parameter::Rate {
            let rates = loads.iter().filter_map(|load| match load.load {
                Load::Open { rate_per_second, .. } => Some(rate_per_second),
                Load::Closed => None,
            });
            let rates: Vec<f64> = rates.collect();
            if rates.is_empty() {
                return error("raise", "the body has no rate to raise: give it a ratePerSecond");
            }
            let is_possible = |rate: &f64| {
                RATES_PER_SECOND.contains(&(rate * from)) && RATES_PER_SECOND.contains(&(rate * to))
            };
            return match rates.iter().all(is_possible) {
                true => Ok(()),
                false => error("to", "a raised rate may be 0.001 to 1000000000 per second"),
            };
        }
        let name = self.raise.name();
        let most = match self.raise {
            Parameter::Threads => THREADS_MAX,
            _ => QUEUE_DEPTH_MAX,
        };
        if from < 1.0 || to > f64::from(most) {
            return error("to", &format!("{name} may be 1 to {most}"));
        }
        if loads.iter().any(|load| matches!(load.depth, Depth::Total { .. })) {
            return error("raise", &format!("a totalDepth has no {name} to raise"));
        }
        Ok(())
    }

    fn loads(&self) -> Vec<StreamRequest> {
        match self.body() {
            Step::Sweep(sweep) => vec![sweep.spec(0).stream],
            Step::Streams(streams) => streams.streams().to_vec(),
            _ => Vec::new(),
        }
    }
}

/// A list of one step.
fn read_body_of_one(field: &Field<'_>, body: ReadBody) -> Result<Vec<Step>, PlanError> {
    field.items(1)?;
    body(field, "search", &BODY)
}
