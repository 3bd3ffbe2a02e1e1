mod any_walk;
mod documentation;
mod failures;
mod golden;
mod judge;
mod refusals;
mod rounds;
mod search;
mod steps;
mod sweeps;
mod told;
mod walk;

use super::*;
use crate::arrivals::Pace;
use crate::content::Data;
use crate::distribution::Distribution;
use crate::engine::{Choice, Kind};
use crate::output::Pattern;
use crate::quantity::Span;
use crate::steady_state::Criterion;
use crate::workload::{DURATION_MAX, Depth, Load, SteadyState, StreamRequest, Tracked, Until};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::time::Duration;

/// A sweep of one point, with `extra` fields in place of its own and without those that are null there.
fn sweep(extra: Value) -> Value {
    let mut sweep = json!({
        "kind": "sweep",
        "pattern": "random",
        "blockBytes": 4096,
        "readPercent": 100,
        "durationSeconds": 30,
    });
    let (Value::Object(sweep_fields), Value::Object(extra)) = (&mut sweep, extra) else {
        panic!("a sweep is a mapping")
    };
    for (name, value) in extra {
        if value.is_null() {
            sweep_fields.remove(&name);
        } else {
            sweep_fields.insert(name, value);
        }
    }
    sweep
}

/// A mapping with fields of another in place of its own.
fn with(mut value: Value, extra: Value) -> Value {
    let Value::Object(extra) = extra else {
        panic!("fields are a mapping")
    };
    for (name, field) in extra {
        value[name] = field;
    }
    value
}

fn plan_of(steps: Value) -> Value {
    let mut plan = json!({ "id": "p", "name": "P" });
    plan["steps"] = steps;
    plan
}

/// What is asked of the points of one sweep.
fn specs(extra: Value) -> Vec<Spec> {
    let plan = Plan::read(&plan_of(json!([sweep(extra)]))).unwrap();
    plan.points().into_iter().map(|point| point.spec).collect()
}

fn streams(extra: Value) -> Vec<StreamRequest> {
    specs(extra).into_iter().map(|spec| spec.stream).collect()
}

/// What is wrong with a plan of one sweep.
fn error(extra: Value) -> String {
    error_of(json!([sweep(extra)]))
}

/// What is wrong with a plan of these steps.
fn error_of(steps: Value) -> String {
    Plan::read(&plan_of(steps)).unwrap_err().to_string()
}

#[test]
fn yaml_and_json_are_read_alike() {
    let yaml = "
id: p
name: P            # a comment
follows: [the method of somebody]
steps:
  - kind: sweep
    pattern: random
    blockBytes: [4096, 8192]
    readPercent: 70
    durationSeconds: 30
    distribution: 'hotspot:90/10'
";
    let json = plan_of(json!([sweep(json!({
        "blockBytes": [4096, 8192], "readPercent": 70, "distribution": "hotspot:90/10"
    }))]));
    let expected = Plan::read(&json).unwrap();
    assert_eq!(expected.points().len(), 2);
    assert_eq!(Plan::parse(yaml).unwrap(), expected);
    assert_eq!(Plan::parse(&json.to_string()).unwrap(), expected);
    // JSON as others write it: with tabs, and with what YAML has no need to escape.
    let tabbed = serde_json::to_string_pretty(&json)
        .unwrap()
        .replace("  ", "\t")
        .replace("random", "r\\u0061ndom");
    assert_eq!(Plan::parse(&tabbed).unwrap(), expected);
}

#[test]
fn names_say_what_is_asked() {
    let names = |extra| -> Vec<String> { specs(extra).iter().map(ToString::to_string).collect() };
    let full = json!({
        "blockBytes": 1536, "readPercent": 67, "threadsMax": 4, "totalDepth": 8, "ratePerSecond": 23.53,
        "distribution": "zipf:1.1", "alignBytes": 512, "engine": "io_uring+poll", "data": "compressible:2",
    });
    assert_eq!(
        names(full),
        [
            "1.5\u{2009}KiB random 67 % read, QD8 over 4 threads at most, 23.53/s fixed, zipf:1.1, aligned to \
          512\u{2009}B, compressible:2, io_uring IOPOLL"
        ]
    );
    assert_eq!(
        names(json!({ "blockBytes": [131_072, 1_048_576, 8200], "threads": 2 })),
        [
            "128\u{2009}KiB random read, QD1, 2 threads",
            "1\u{2009}MiB random read, QD1, 2 threads",
            "8200\u{2009}B random read, QD1, 2 threads",
        ]
    );
}
