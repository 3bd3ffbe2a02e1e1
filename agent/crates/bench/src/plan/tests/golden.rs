//! The same points as the server expands a plan to, and specifications that lose nothing on their way.

use super::*;
use std::collections::BTreeMap;
use std::path::PathBuf;

fn catalog() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../packages/catalog")
}

fn read(path: &str) -> String {
    std::fs::read_to_string(catalog().join(path)).unwrap()
}

/// The points of a plan as the golden files have them.
fn points_of(file: &str) -> (String, Vec<Value>) {
    let plan = Plan::parse(&read(file)).unwrap();
    let actions = plan.actions(|_| Vec::new());
    actions.iter().for_each(survives);
    let points = actions.iter().flat_map(described).collect();
    (plan.id, points)
}

#[test]
fn the_catalog_s_plans_have_the_points_that_the_server_expands_them_to() {
    let golden: BTreeMap<String, Vec<Value>> =
        serde_json::from_str(&read("golden/plan-points.json")).unwrap();
    assert!(golden.len() >= 2, "the catalog has plans");
    for (id, expected) in golden {
        let (found_id, found) = points_of(&format!("data/plans/{id}.yaml"));
        assert_eq!(found_id, id);
        are_equal(&found, &expected);
    }
}

#[test]
fn every_axis_has_the_points_that_the_server_expands_it_to() {
    let golden: Vec<Value> = serde_json::from_str(&read("golden/every-axis-points.json")).unwrap();
    let (_, found) = points_of("golden/every-axis.yaml");
    are_equal(&found, &golden);
}

#[test]
fn every_step_has_the_points_that_the_server_expands_it_to() {
    let golden: Value = serde_json::from_str(&read("golden/every-step-points.json")).unwrap();
    let plan = Plan::parse(&read("golden/every-step.yaml")).unwrap();
    let offered: BTreeMap<String, Vec<SettingValue>> =
        serde_json::from_value(golden["offered"].clone()).unwrap();
    let actions = plan.actions(|setting| offered.get(setting.name()).cloned().unwrap_or_default());
    actions.iter().for_each(survives);
    let points: Vec<Value> = actions.iter().flat_map(described).collect();
    are_equal(&points, golden["points"].as_array().unwrap());
    let most: usize = plan.steps.iter().map(|step| step.points_max()).sum();
    assert_eq!(json!(most), golden["pointsMax"]);
}

/// The points of an action.
fn described(action: &Action) -> Vec<Value> {
    match action {
        Action::Measure(measurement) => measurement.points.iter().map(Point::describe).collect(),
        Action::Transact(point) => vec![point.describe()],
        _ => Vec::new(),
    }
}

/// Point by point: the first that differs is told.
fn are_equal(found: &[Value], expected: &[Value]) {
    for (found, expected) in found.iter().zip(expected) {
        assert_eq!(found, expected);
    }
    assert_eq!(found.len(), expected.len());
}

/// The contract refuses the same plans in the same words (packages/catalog/src/plan-mistakes.test.ts).
#[test]
fn a_mistake_is_refused_where_and_as_the_contract_refuses_it() {
    let golden: Vec<Value> = serde_json::from_str(&read("golden/plan-mistakes.json")).unwrap();
    assert!(golden.len() >= 80, "the file has the mistakes");
    let steps: Vec<Value> = serde_json::from_str(&read("golden/step-mistakes.json")).unwrap();
    assert!(steps.len() >= 90, "the file has the mistakes");
    for mistake in [golden, steps].concat() {
        let text = |name: &str| mistake[name].as_str().unwrap();
        let expected = format!("{}: {}", text("path"), text("message"));
        let found = Plan::read(&mistake["plan"]).map_err(|error| error.to_string());
        assert_eq!(found.err(), Some(expected), "{}", mistake["plan"]);
    }
}

/// A measurement, made a plan of its own, is read as the same measurement, but for what other steps made of the drive.
fn survives(action: &Action) {
    let Action::Measure(measurement) = action else {
        return;
    };
    let document = measurement.document();
    let plan = Plan::parse_part(&document.to_string()).unwrap_or_else(|error| panic!("{error}: {document}"));
    let expected = measurement.points.iter().map(|point| Spec {
        settings: DriveSettings::default(),
        precondition: Vec::new(),
        ..point.spec.clone()
    });
    let found: Vec<Spec> = plan.points().into_iter().map(|point| point.spec).collect();
    assert_eq!(found, expected.collect::<Vec<_>>(), "{document}");
    assert_eq!(plan.reads_only, !measurement.writes());
}

#[test]
fn everything_that_a_sweep_can_ask_survives_as_a_plan_of_its_own() {
    let steady = json!({
        "roundSeconds": 10, "tracked": "meanLatency", "windowRounds": 3, "excursionPercent": 7, "slopePercent": 29,
        "roundsMax": 9,
    });
    for extra in [
        json!({
            "engine": ["io_uring", "io_uring+poll", "passthrough+poll+sqpoll", "sync+poll", "null"],
            "pattern": ["random", "sequential"],
        }),
        json!({ "distribution": ["zipf:1.05", "hotspot:90/10"], "data": ["verified", "compressible:2.5"] }),
        json!({ "blockBytes": null, "blockMix": ["512:10,4k:60,64k:30", "1M:1,2M:99"], "readPercent": [0, 37] }),
        json!({ "threads": [1, 3], "queueDepth": [1, 4096], "alignBytes": ["block", 512] }),
        json!({ "threadsMax": 4, "totalDepth": [3, 64], "spanPercent": 37, "rampSeconds": 5 }),
        json!({ "ratePerSecond": [0.25, 1000, 23.53], "pace": "poisson" }),
        json!({ "fills": 2.125, "durationSeconds": null, "readPercent": 0 }),
        json!({ "fills": 1, "durationSeconds": 7 }),
        json!({ "bytes": "18446744073709551615" }),
        json!({ "steadyState": {}, "durationSeconds": null }),
        json!({ "steadyState": steady, "durationSeconds": null }),
    ] {
        let plan = Plan::read(&plan_of(json!([sweep(extra)]))).unwrap();
        plan.actions(|_| Vec::new()).iter().for_each(survives);
    }
}

#[test]
fn a_specification_writes_its_defaults_out() {
    let [spec] = &specs(json!({}))[..] else {
        panic!("one point")
    };
    assert_eq!(
        spec.describe(),
        json!({
            "engine": "io_uring",
            "pattern": "random",
            "distribution": "uniform",
            "data": "incompressible",
            "blockBytes": 4096,
            "readPercent": 100,
            "depth": { "kind": "perThread", "queueDepth": 1, "threads": 1 },
            "load": { "kind": "closed" },
            "spanPercent": 100,
            "rampSeconds": 0,
            "ending": { "kind": "duration", "durationSeconds": 30 },
            "precondition": [],
        })
    );
    let ending = |extra| specs(extra)[0].describe()["ending"].clone();
    assert_eq!(
        ending(json!({ "fills": 2, "durationSeconds": null })),
        json!({ "kind": "fills", "fills": 2, "durationSeconds": 604_800 })
    );
    assert_eq!(
        ending(json!({ "bytes": "10737418240" })),
        json!({ "kind": "bytes", "bytes": "10737418240", "durationSeconds": 30 })
    );
    assert_eq!(
        ending(json!({ "steadyState": {}, "durationSeconds": null })),
        json!({
            "kind": "steadyState", "roundSeconds": 60, "tracked": "iops", "windowRounds": 5, "excursionPercent": 20,
            "slopePercent": 10, "roundsMax": 25,
        })
    );
}
