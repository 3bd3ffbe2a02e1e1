//! The points that one process measures at once.

use super::point::Point;
use super::spec::Purpose;
use super::step::Criterion;
use crate::engine::Choice;
use crate::workload::Request;

/// What one process measures: a point, or one for each of several streams.
#[derive(Debug, Clone, PartialEq)]
pub struct Measurement {
    /// The points, in the order of the plan; at least one, and of streams with successive sequences.
    pub points: Vec<Point>,
    /// What a search judges it by.
    pub criteria: Vec<Criterion>,
}

impl Measurement {
    /// The first point, which all others share engine, times and state of the target with.
    pub fn first(&self) -> &Point {
        self.points
            .first()
            .expect("there is a point of every measurement")
    }

    /// The criteria that are about a point.
    pub fn criteria_of(&self, point: usize) -> impl Iterator<Item = &Criterion> {
        let stream = self.points.get(point).map(|point| &point.spec.stream.name);
        self.criteria
            .iter()
            .filter(move |criterion| stream == Some(&criterion.stream))
    }

    /// By which way.
    pub fn engine(&self) -> Choice {
        self.first().spec.engine
    }

    /// The load whose chance `seed` determines.
    pub fn request(&self, seed: u64) -> Request {
        let spec = &self.first().spec;
        Request {
            streams: self
                .points
                .iter()
                .map(|point| point.spec.stream.clone())
                .collect(),
            ramp: spec.ramp,
            until: spec.until.clone(),
            // A drive that is filled only in part is no preconditioned one.
            ends_at_limit: spec.purpose == Purpose::Measure,
            slices: spec.slices.clone(),
            seed,
        }
    }

    /// Whether any of its operations may write.
    pub fn writes(&self) -> bool {
        self.points.iter().any(|point| point.spec.writes())
    }

    /// What it is called.
    pub fn name(&self) -> String {
        let names: Vec<String> = self.points.iter().map(|point| point.spec.to_string()).collect();
        names.join("; ")
    }
}
