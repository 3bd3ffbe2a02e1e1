//! A specification as the contract between server and agent has it (`PointSpec` of packages/protocol), and as a plan of its
//! own.

use super::database::DatabaseSpec;
use super::measurement::Measurement;
use super::point::{DatabasePoint, Point, Raised};
use super::setting::DriveSettings;
use super::spec::{Purpose, Spec};
use crate::engine::{Choice, Kind};
use crate::quantity::Span;
use crate::workload::{Depth, Load, Slices, StreamRequest, Tracked, Until};
use serde_json::{Map, Value, json};
use std::time::Duration;

type Fields = Map<String, Value>;

impl Spec {
    /// As the contract has it, every default written out but for what hardly any point has.
    pub fn describe(&self) -> Value {
        let mut spec = load_fields(&self.stream);
        let mut put = |name: &str, value: Value| spec.insert(name.to_owned(), value);
        if self.purpose == Purpose::Precondition {
            put("purpose", "precondition".into());
        }
        put("engine", engine(self.engine).into());
        if let Some(name) = &self.stream.name {
            put("stream", name.as_str().into());
        }
        if !self.beside.is_empty() {
            put("beside", self.beside.iter().map(beside).collect());
        }
        put("rampSeconds", self.ramp.as_secs().into());
        put("ending", ending(&self.until));
        if let Some(asked) = &self.slices {
            put("slices", slices(asked));
        }
        if self.settings != DriveSettings::default() {
            put("settings", json!(self.settings));
        }
        put("precondition", json!(self.precondition));
        Value::Object(spec)
    }
}

impl Point {
    /// As the contract has it, without its run.
    pub fn describe(&self) -> Value {
        let mut point = Fields::new();
        point.insert("sequence".into(), self.sequence.into());
        point.insert("stepPath".into(), json!(self.step_path));
        if let Some(round) = self.round {
            point.insert("round".into(), round.into());
        }
        if let Some(raised) = self.raised {
            point.insert("raised".into(), raised.describe());
        }
        point.insert("spec".into(), self.spec.describe());
        Value::Object(point)
    }
}

impl DatabaseSpec {
    /// As the contract has it.
    pub fn describe(&self) -> Value {
        let mut spec = json!({
            "system": "postgresql",
            "benchmark": self.benchmark.name(),
            "sizeGib": number(self.size_gib),
            "scale": self.scale,
            "clients": self.clients,
            "rampSeconds": self.ramp.as_secs(),
            "durationSeconds": self.duration.as_secs(),
            "precondition": self.precondition,
        });
        if self.settings != DriveSettings::default() {
            spec["settings"] = json!(self.settings);
        }
        spec
    }
}

impl DatabasePoint {
    /// As the contract has it, without its run.
    pub fn describe(&self) -> Value {
        json!({ "sequence": self.sequence, "stepPath": self.step_path, "database": self.spec.describe() })
    }
}

impl Raised {
    /// As the contract has it.
    pub fn describe(&self) -> Value {
        let mut raised = json!({ "parameter": self.parameter.name(), "value": number(self.value) });
        if self.confirms {
            raised["confirms"] = true.into();
        }
        raised
    }
}

impl Measurement {
    /// This measurement alone, for a process that measures it and nothing else and reads it with [`Plan::parse_part`]. What
    /// steps before did to the target and to the drive's settings is not in it.
    ///
    /// [`Plan::parse_part`]: super::Plan::parse_part
    pub fn document(&self) -> Value {
        let spec = &self.first().spec;
        let step = match (self.points.len(), spec.purpose) {
            (1, Purpose::Precondition) => fill_step(spec),
            (1, Purpose::Measure) => sweep_step(spec),
            _ => self.streams_step(),
        };
        json!({ "id": "point", "name": self.name(), "readsOnly": !self.writes(), "steps": [step] })
    }

    fn streams_step(&self) -> Value {
        let spec = &self.first().spec;
        let streams = self.points.iter().map(|point| {
            let mut fields = flat(load_fields(&point.spec.stream));
            fields.insert("name".into(), json!(point.spec.stream.name));
            Value::Object(fields)
        });
        let mut step = Fields::new();
        step.insert("kind".into(), "streams".into());
        step.insert("streams".into(), streams.collect());
        step.extend(shared_fields(spec));
        Value::Object(step)
    }
}

fn sweep_step(spec: &Spec) -> Value {
    let mut step = flat(load_fields(&spec.stream));
    step.insert("kind".into(), "sweep".into());
    step.extend(shared_fields(spec));
    Value::Object(step)
}

fn fill_step(spec: &Spec) -> Value {
    let load = flat(load_fields(&spec.stream));
    let names = [
        ("pattern", "method"),
        ("blockBytes", "blockBytes"),
        ("queueDepth", "queueDepth"),
        ("threads", "threads"),
        ("data", "data"),
        ("spanPercent", "spanPercent"),
        ("overProvisioningPercent", "overProvisioningPercent"),
    ];
    let fields = names
        .into_iter()
        .filter_map(|(name, as_fill)| Some((as_fill.to_owned(), load.get(name)?.clone())));
    let mut step: Fields = fields.collect();
    step.insert("kind".into(), "fill".into());
    if let Until::Fills { thousandths, at_most } = &spec.until {
        if spec.stream.over_provisioning_percent.is_none() {
            step.insert("fills".into(), fills(*thousandths));
        }
        step.insert("durationSecondsMax".into(), at_most.as_secs().into());
    }
    Value::Object(step)
}

/// What all streams of a process share, as a step says it.
fn shared_fields(spec: &Spec) -> Fields {
    let mut fields = Fields::new();
    fields.insert("engine".into(), engine(spec.engine).into());
    fields.insert("rampSeconds".into(), spec.ramp.as_secs().into());
    if let Some(asked) = &spec.slices {
        fields.insert("slices".into(), slices(asked));
    }
    let Value::Object(mut ending) = ending(&spec.until) else {
        unreachable!("an ending is a mapping")
    };
    ending.remove("kind");
    if let Until::SteadyState(_) = spec.until {
        fields.insert("steadyState".into(), ending.into());
    } else {
        fields.extend(ending);
    }
    fields
}

/// The operations of a point.
fn load_fields(stream: &StreamRequest) -> Fields {
    let mut fields = Fields::new();
    let mut put = |name: &str, value: Value| fields.insert(name.to_owned(), value);
    put("pattern", json!(stream.pattern));
    put("distribution", stream.distribution.to_string().into());
    put("data", stream.data.to_string().into());
    if let Some(bytes) = stream.align_bytes {
        put("alignBytes", bytes.into());
    }
    match stream.blocks.shares() {
        [only] => put("blockBytes", only.bytes.into()),
        _ => put("blockMix", stream.blocks.to_string().into()),
    };
    put("readPercent", stream.read_percent.into());
    put("depth", depth(stream.depth));
    put("load", load(stream.load));
    put("spanPercent", span_percent(stream.span));
    if let Some(percent) = stream.over_provisioning_percent {
        put("overProvisioningPercent", percent.into());
    }
    fields
}

/// Another stream of the same process.
fn beside(stream: &StreamRequest) -> Value {
    let mut fields = load_fields(stream);
    fields.insert("name".into(), json!(stream.name));
    Value::Object(fields)
}

/// Fields of a load as a step has them, without the mappings around them.
fn flat(mut fields: Fields) -> Fields {
    for part in ["depth", "load"] {
        if let Some(Value::Object(inner)) = fields.remove(part) {
            fields.extend(inner.into_iter().filter(|(name, _)| name != "kind"));
        }
    }
    fields
}

fn slices(slices: &Slices) -> Value {
    json!({ "seconds": slices.every.as_secs(), "overNs": slices.over_ns })
}

fn engine(choice: Choice) -> String {
    let kind = match choice.kind {
        Kind::IoUring => "io_uring",
        Kind::Passthrough => "passthrough",
        Kind::Sync => "sync",
        Kind::Nop => "nop",
        Kind::Null => "null",
    };
    let poll = if choice.poll { "+poll" } else { "" };
    let sqpoll = if choice.sqpoll { "+sqpoll" } else { "" };
    format!("{kind}{poll}{sqpoll}")
}

fn depth(depth: Depth) -> Value {
    match depth {
        Depth::PerThread { depth, threads } => {
            json!({ "kind": "perThread", "queueDepth": depth, "threads": threads })
        }
        Depth::Total { depth, threads_max } => {
            json!({ "kind": "total", "totalDepth": depth, "threadsMax": threads_max })
        }
    }
}

fn load(load: Load) -> Value {
    match load {
        Load::Closed => json!({ "kind": "closed" }),
        Load::Open {
            rate_per_second,
            pace,
        } => json!({ "kind": "open", "ratePerSecond": number(rate_per_second), "pace": pace.to_string() }),
    }
}

fn span_percent(span: Span) -> Value {
    match span {
        Span::PartsPerMillion(parts) => number(f64::from(parts) / 10_000.0),
        Span::Bytes(_) => unreachable!("a plan gives its span in percent"),
    }
}

fn ending(until: &Until) -> Value {
    let seconds = |time: &Duration| time.as_secs();
    match until {
        Until::Elapsed(duration) => json!({ "kind": "duration", "durationSeconds": seconds(duration) }),
        Until::Fills { thousandths, at_most } => {
            json!({ "kind": "fills", "fills": fills(*thousandths), "durationSeconds": seconds(at_most) })
        }
        Until::Bytes { bytes, at_most } => {
            json!({ "kind": "bytes", "bytes": bytes.to_string(), "durationSeconds": seconds(at_most) })
        }
        Until::SteadyState(steady) => json!({
            "kind": "steadyState",
            "roundSeconds": seconds(&steady.round),
            "tracked": match steady.tracked {
                Tracked::Iops => "iops",
                Tracked::Bandwidth => "bandwidth",
                Tracked::MeanLatency => "meanLatency",
            },
            "windowRounds": steady.criterion.window_rounds,
            "excursionPercent": percent(steady.criterion.excursion_max),
            "slopePercent": percent(steady.criterion.slope_excursion_max),
            "roundsMax": steady.criterion.rounds_max,
        }),
    }
}

fn fills(thousandths: u32) -> Value {
    number(f64::from(thousandths) / 1000.0)
}

/// A share that a plan gave in whole percents.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "at most 100 percent, and at least none"
)]
fn percent(share: f64) -> u64 {
    (share * 100.0).round() as u64
}

/// A whole number as one, as JavaScript writes it.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "whole, not negative and below 2^53"
)]
fn number(value: f64) -> Value {
    const EXACT_BELOW: f64 = 9_007_199_254_740_992.0;
    if value.fract() == 0.0 && (0.0..EXACT_BELOW).contains(&value) {
        (value as u64).into()
    } else {
        value.into()
    }
}
