use crosspoint_bench::plan::{Action, Point, SettingKind};
use crosspoint_wire::{PointSpec, RaisedParameter};
use serde_json::{Value, json};

use super::*;

/// A plan of these steps, which may write.
pub fn read_steps(steps: &[Value]) -> Result<Plan, String> {
    let plan = json!({"id": "x", "name": "X", "readsOnly": false, "steps": steps});
    read(&serde_json::from_value(plan).unwrap(), Uuid::from_u128(7))
}

fn sweep(more: &Value) -> Value {
    let mut sweep = json!({"kind": "sweep", "pattern": "random", "blockBytes": 4096, "readPercent": 100, "durationSeconds": 1});
    for (name, value) in more.as_object().unwrap() {
        sweep[name] = value.clone();
    }
    sweep
}

#[test]
fn points_are_counted_through_and_know_their_step() {
    let steps = [
        sweep(&json!({"queueDepth": [1, 16]})),
        json!({"kind": "set", "powerState": 2}),
        sweep(&json!({"readPercent": 0, "rampSeconds": 5})),
    ];
    let points = read_steps(&steps).unwrap().points();
    let place = |point: &_| PointPlace::of(point, Uuid::from_u128(7)).unwrap();
    let places: Vec<_> = points
        .iter()
        .map(|point| (place(point).sequence, place(point).step_path, name(point)))
        .collect();
    assert_eq!(
        places,
        [
            (0, vec![0], "point 1 (4\u{2009}KiB random read, QD1)".to_owned()),
            (1, vec![0], "point 2 (4\u{2009}KiB random read, QD16)".to_owned()),
            (2, vec![2], "point 3 (4\u{2009}KiB random write, QD1)".to_owned()),
        ]
    );
    let spec = place(points.last().unwrap()).spec;
    assert_eq!(
        serde_json::to_value(spec).unwrap(),
        json!({"engine": "io_uring", "pattern": "random", "distribution": "uniform", "data": "incompressible",
            "blockBytes": 4096, "readPercent": 0, "depth": {"kind": "perThread", "queueDepth": 1, "threads": 1},
            "load": {"kind": "closed"}, "spanPercent": 100, "rampSeconds": 5,
            "ending": {"kind": "duration", "durationSeconds": 1}, "precondition": [], "settings": {"powerState": 2}})
    );
}

#[test]
fn what_cannot_be_read_is_refused_with_its_place() {
    let refused = |steps: &[Value]| read_steps(steps).unwrap_err();
    assert_eq!(
        refused(&[sweep(&json!({})), json!({"kind": "loop"})]),
        "this agent cannot read the plan: steps[1].kind: there is no step \"loop\" in this version: use purge, set, fill, sweep, \
         streams, rounds, each, search, selfTest, idle or database, or update Crosspoint"
    );
    let odd = refused(&[sweep(&json!({"queueDepth": [1, "x"]}))]);
    assert!(
        odd.starts_with("this agent cannot read the plan: steps[0].queueDepth[1]: "),
        "{odd}"
    );
    let null = refused(&[sweep(&json!({"engine": ["io_uring", "null"]}))]);
    assert!(
        null.starts_with("point 2 (") && null.ends_with("choose another engine than null"),
        "{null}"
    );
}

#[test]
fn a_file_has_no_settings_and_is_not_purged() {
    let set = [sweep(&json!({})), json!({"kind": "set", "scheduler": "none"})];
    let file = Path::new("/scratch");
    assert_eq!(require_no_drive(&read_steps(&set[..1]).unwrap(), file), Ok(()));
    let reason = require_no_drive(&read_steps(&set).unwrap(), file).unwrap_err();
    assert!(
        reason.contains("a step \"set\"") && reason.contains("/scratch is a file"),
        "{reason}"
    );
    let purge = [json!({"kind": "purge", "method": "discard"}), sweep(&json!({}))];
    let reason = require_no_drive(&read_steps(&purge).unwrap(), file).unwrap_err();
    assert!(reason.contains("a step \"purge\""), "{reason}");
}

fn golden(name: &str) -> String {
    let catalog = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../packages/catalog/golden");
    std::fs::read_to_string(catalog.join(name)).unwrap()
}

/// Held against what the server expects of each point in its preview: packages/domain holds that to the same files.
fn are_expressed(points: &[Point], expected: &[Value]) {
    assert_eq!(points.len(), expected.len());
    for (point, expected) in points.iter().zip(expected) {
        let place =
            PointPlace::of(point, Uuid::from_u128(7)).unwrap_or_else(|error| panic!("{error}: {expected}"));
        let spec: PointSpec = serde_json::from_value(expected["spec"].clone()).unwrap();
        assert_eq!(place.spec, spec);
        let raised: Option<RaisedParameter> = serde_json::from_value(expected["raised"].clone()).unwrap();
        assert_eq!(place.raised, raised, "{expected}");
        assert_eq!(
            json!([place.sequence, place.step_path, place.round]),
            json!([expected["sequence"], expected["stepPath"], expected["round"]])
        );
    }
}

#[test]
fn every_point_of_the_golden_plans_is_expressed_as_the_server_expects_it() {
    let plan = Plan::parse(&golden("every-axis.yaml")).unwrap();
    let points: Vec<Value> = serde_json::from_str(&golden("every-axis-points.json")).unwrap();
    are_expressed(&plan.points(), &points);

    let plan = Plan::parse(&golden("every-step.yaml")).unwrap();
    let expected: Value = serde_json::from_str(&golden("every-step-points.json")).unwrap();
    let offered = |setting: SettingKind| {
        let values = expected["offered"][setting.name()].clone();
        serde_json::from_value(values).unwrap_or_default()
    };
    let points = plan.actions(offered).into_iter().flat_map(|action| match action {
        Action::Measure(measurement) => measurement.points,
        _ => Vec::new(),
    });
    // Points of a database have another specification, and events of their own.
    let mut expected = expected["points"].as_array().unwrap().clone();
    expected.retain(|point| point["spec"].is_object());
    are_expressed(&points.collect::<Vec<_>>(), &expected);
}
