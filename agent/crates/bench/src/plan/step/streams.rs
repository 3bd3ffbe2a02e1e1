//! Several loads at once: a point of each, measured together.

use super::axes::{axis, read_engine};
use super::ending::seconds;
use super::load::Axes;
use super::named::Named;
use super::slices::read_slices;
use crate::content::Data;
use crate::engine::Choice;
use crate::plan::field::{Field, PlanError};
use crate::plan::setting::DriveSettings;
use crate::plan::spec::{Purpose, Spec};
use crate::workload::{DURATION_MAX, STREAMS_MAX, Slices, StreamRequest, Until};
use std::time::Duration;

const FIELDS: &[&str] = &[
    "kind",
    "engine",
    "rampSeconds",
    "durationSeconds",
    "slices",
    "streams",
];
const STREAM_FIELDS: &[&str] = &[
    "name",
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
];
/// Longest name of a stream.
const NAME_LENGTH_MAX: usize = 32;

/// The streams, and what they share.
#[derive(Debug, Clone, PartialEq)]
pub struct Streams {
    engine: Choice,
    ramp: Duration,
    until: Until,
    slices: Option<Slices>,
    streams: Vec<StreamRequest>,
}

impl Streams {
    pub(super) fn read(step: &Field<'_>) -> Result<Self, PlanError> {
        let fields = step.object(FIELDS)?.of_single_values();
        let [engine] = axis(&fields, "engine", Choice::DEFAULT, read_engine)?[..] else {
            unreachable!("a single value is read")
        };
        let duration = fields
            .required("durationSeconds")?
            .whole(1..=DURATION_MAX.as_secs())?;
        let until = Until::Elapsed(Duration::from_secs(duration));
        Ok(Streams {
            engine,
            ramp: seconds(&fields, "rampSeconds", 0)?.unwrap_or_default(),
            slices: read_slices(&fields, &until)?,
            until,
            streams: read_list(&fields.required("streams")?)?,
        })
    }

    /// Number of points.
    pub(in crate::plan) fn len(&self) -> usize {
        self.streams.len()
    }

    pub(super) fn writes(&self) -> bool {
        self.streams.iter().any(|stream| stream.read_percent < 100)
    }

    pub(super) fn slices(&self) -> Option<&Slices> {
        self.slices.as_ref()
    }

    pub(super) fn streams(&self) -> &[StreamRequest] {
        &self.streams
    }

    /// How many points have these values.
    pub(super) fn count(&self, named: &Named) -> usize {
        self.specs().iter().filter(|spec| named.is(spec)).count()
    }

    /// What is asked of the point of each stream.
    pub(in crate::plan) fn specs(&self) -> Vec<Spec> {
        self.streams.iter().map(|stream| self.spec(stream)).collect()
    }

    fn spec(&self, stream: &StreamRequest) -> Spec {
        let others = self.streams.iter().filter(|other| other.name != stream.name);
        let mut beside: Vec<StreamRequest> = others.cloned().collect();
        beside.sort_by(|a, b| a.name.cmp(&b.name));
        Spec {
            purpose: Purpose::Measure,
            engine: self.engine,
            stream: stream.clone(),
            beside,
            ramp: self.ramp,
            until: self.until.clone(),
            slices: self.slices.clone(),
            settings: DriveSettings::default(),
            precondition: Vec::new(),
        }
    }
}

fn read_list(field: &Field<'_>) -> Result<Vec<StreamRequest>, PlanError> {
    let mut streams: Vec<StreamRequest> = Vec::new();
    for item in field.items_of(2..=STREAMS_MAX)? {
        let fields = item.object(STREAM_FIELDS)?.of_single_values();
        let name = fields.required("name")?;
        let text = Some(read_name(&name)?);
        if streams.iter().any(|other| other.name == text) {
            return Err(name.error("the name is there twice"));
        }
        let stream = Axes::read(&fields)?.pick(&mut 0);
        if stream.data == Data::Verified && stream.read_percent < 100 {
            return Err(item.error_within(
                "data",
                "verified data needs a single stream: another one could overwrite it",
            ));
        }
        streams.push(StreamRequest { name: text, ..stream });
    }
    Ok(streams)
}

fn read_name(field: &Field<'_>) -> Result<String, PlanError> {
    let name = field.text()?;
    let starts = name.starts_with(|c: char| c.is_ascii_lowercase());
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-';
    if !starts || name.len() > NAME_LENGTH_MAX || !name.chars().all(is_name) {
        return Err(field.error(
            "expected a name of up to 32 letters, digits and hyphens that starts with a small letter",
        ));
    }
    Ok(name.to_owned())
}
