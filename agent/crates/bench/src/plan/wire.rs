//! A specification as the contract between server and agent has it (`PointSpec` of packages/protocol), and as a plan of its
//! own.

use super::spec::Spec;
use crate::engine::{Choice, Kind};
use crate::quantity::Span;
use crate::workload::{Depth, Load, Tracked, Until};
use serde_json::{Map, Value, json};
use std::time::Duration;

impl Spec {
    /// As the contract has it, every default written out.
    pub fn describe(&self) -> Value {
        let stream = &self.stream;
        let mut spec = Map::new();
        let mut put = |name: &str, value: Value| spec.insert(name.to_owned(), value);
        put("engine", engine(self.engine).into());
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
        put("rampSeconds", self.ramp.as_secs().into());
        put("ending", ending(&self.until));
        put("precondition", json!(self.precondition));
        Value::Object(spec)
    }

    /// A plan of this point alone, for a process that measures it and nothing else. What steps before did to the target is
    /// not in it.
    pub fn document(&self) -> Value {
        let Value::Object(mut sweep) = self.describe() else {
            unreachable!("a specification is a mapping")
        };
        sweep.remove("precondition");
        for part in ["depth", "load", "ending"] {
            if let Some(Value::Object(fields)) = sweep.remove(part) {
                sweep.extend(fields.into_iter().filter(|(name, _)| name != "kind"));
            }
        }
        if let Until::SteadyState(_) = self.until {
            let fields = STEADY_STATE_FIELDS.iter();
            let steady_state: Map<String, Value> = fields
                .filter_map(|&name| Some((name.to_owned(), sweep.remove(name)?)))
                .collect();
            sweep.insert("steadyState".into(), steady_state.into());
        }
        sweep.insert("kind".into(), "sweep".into());
        json!({ "id": "point", "name": self.to_string(), "readsOnly": !self.writes(), "steps": [sweep] })
    }
}

const STEADY_STATE_FIELDS: [&str; 6] = [
    "roundSeconds",
    "tracked",
    "windowRounds",
    "excursionPercent",
    "slopePercent",
    "roundsMax",
];

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
            let fills = number(f64::from(*thousandths) / 1000.0);
            json!({ "kind": "fills", "fills": fills, "durationSeconds": seconds(at_most) })
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
