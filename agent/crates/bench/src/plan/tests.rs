mod refusals;
mod sweeps;

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
use serde_json::json;
use std::path::PathBuf;
use std::time::Duration;

const SEED: u64 = 7;

/// A sweep of one point, with `extra` fields in place of its own and without those that are null there.
fn sweep(extra: Value) -> Value {
    let mut sweep = json!({
        "pattern": "random",
        "block_bytes": 4096,
        "read_percent": 100,
        "duration_s": 30,
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

fn plan_of(sweeps: Value) -> Value {
    let mut plan = json!({ "id": "p", "name": "P" });
    plan["sweeps"] = sweeps;
    plan
}

fn read(plan: &Value) -> Result<Plan, PlanError> {
    PlanFile::parse(&plan.to_string())?.plan(None, SEED)
}

/// The points of one sweep.
fn points(extra: Value) -> Vec<Point> {
    read(&plan_of(json!([sweep(extra)]))).unwrap().points
}

fn streams(extra: Value) -> Vec<StreamRequest> {
    points(extra)
        .into_iter()
        .map(|point| point.request.streams[0].clone())
        .collect()
}

/// What is wrong with a plan of one sweep.
fn error(extra: Value) -> String {
    read(&plan_of(json!([sweep(extra)]))).unwrap_err().to_string()
}

fn catalog() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../packages/catalog")
}

/// A point in the words of the protocol between agent and server.
fn as_protocol(point: &Point) -> Value {
    let [stream] = &point.request.streams[..] else {
        panic!("one stream")
    };
    let Depth::PerThread { depth, threads } = stream.depth else {
        panic!("a depth for each thread")
    };
    let Until::Elapsed(duration) = point.request.until else {
        panic!("a duration")
    };
    let Span::PartsPerMillion(parts) = stream.span else {
        panic!("a percentage")
    };
    let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap();
    json!({
        "name": point.name,
        "pattern": stream.pattern,
        "readPercent": stream.read_percent,
        "blockBytes": stream.blocks.largest(),
        "queueDepth": depth,
        "threads": threads,
        "durationMs": millis(duration),
        "rampMs": millis(point.request.ramp),
        "spanPercent": parts / 10_000,
    })
}

#[test]
fn the_catalog_s_plans_have_the_points_that_the_server_expands_them_to() {
    let text = std::fs::read_to_string(catalog().join("data/plans.yaml")).unwrap();
    let golden = std::fs::read_to_string(catalog().join("golden/plan-points.json")).unwrap();
    let golden: serde_json::Map<String, Value> = serde_json::from_str(&golden).unwrap();
    let file = PlanFile::parse(&text).unwrap();
    assert!(golden.len() >= 2, "the catalog has plans");
    for (id, points) in &golden {
        let plan = file.plan(Some(id), SEED).unwrap();
        let read: Vec<Value> = plan.points.iter().map(as_protocol).collect();
        assert_eq!(&Value::Array(read), points, "{id}");
    }
}

#[test]
fn points_draw_from_seeds_of_their_own_that_the_plan_repeats() {
    let seeds = |plan: &Value| -> Vec<u64> {
        read(plan)
            .unwrap()
            .points
            .iter()
            .map(|point| point.request.seed)
            .collect()
    };
    let mut plan = plan_of(json!([sweep(json!({ "queue_depth": [1, 2, 4] }))]));
    let drawn = seeds(&plan);
    assert_eq!(drawn, seeds(&plan));
    assert!(drawn.iter().all(|&seed| seed < SEED_LIMIT));
    assert_eq!(drawn.iter().collect::<HashSet<_>>().len(), 3, "{drawn:?}");
    plan["seed"] = SEED.into();
    assert_eq!(drawn, seeds(&plan), "the plan's own seed, here the same");
    plan["seed"] = 8.into();
    assert_ne!(drawn, seeds(&plan));
}

#[test]
fn names_tell_points_apart() {
    let names = |extra| -> Vec<String> { points(extra).into_iter().map(|point| point.name).collect() };
    let full = json!({
        "block_bytes": 1536, "read_percent": 67, "threads_max": 4, "total_depth": 8, "rate_per_second": 23.53,
        "distribution": "zipf:1.1", "align_bytes": 512, "engine": "io_uring+poll", "data": "compressible:2",
    });
    assert_eq!(
        names(full),
        [
            "1.5\u{2009}KiB random 67 % read, QD8 over 4 threads at most, 23.53/s fixed, zipf:1.1, aligned to \
          512\u{2009}B, compressible:2, io_uring IOPOLL"
        ]
    );
    assert_eq!(
        names(json!({ "block_bytes": [131_072, 1_048_576, 8200], "threads": 2 })),
        [
            "128\u{2009}KiB random read, QD1, 2 threads",
            "1\u{2009}MiB random read, QD1, 2 threads",
            "8200\u{2009}B random read, QD1, 2 threads",
        ]
    );
    assert_eq!(
        read(&plan_of(json!([
            sweep(json!({})),
            sweep(json!({ "span_percent": 50 }))
        ])))
        .unwrap_err()
        .to_string(),
        "sweeps[1]: another point measures \"4\u{2009}KiB random read, QD1\" already"
    );
}

#[test]
fn yaml_and_json_are_read_alike() {
    let yaml = "
id: p
name: P            # a comment
sweeps:
  - { pattern: random, block_bytes: [4096, 8k], read_percent: 70, duration_s: 30, distribution: 'hotspot:90/10' }
";
    let json = plan_of(json!([sweep(json!({
        "block_bytes": [4096, "8k"], "read_percent": 70, "distribution": "hotspot:90/10"
    }))]));
    assert_eq!(PlanFile::parse(yaml).unwrap().plan(None, SEED), read(&json));
    assert_eq!(
        PlanFile::parse(&json.to_string()).unwrap().plan(Some("p"), SEED),
        read(&json)
    );
    // JSON as others write it: with tabs, and with what YAML has no need to escape.
    let tabbed = serde_json::to_string_pretty(&json)
        .unwrap()
        .replace("  ", "\t")
        .replace("random", "r\\u0061ndom");
    assert_eq!(PlanFile::parse(&tabbed).unwrap().plan(None, SEED), read(&json));
}
