use serde_json::{Value, json};

use super::*;

/// The steps of a plan that may write.
pub fn read_steps(steps: &[Value]) -> Result<Vec<Step>, String> {
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
    let steps = read_steps(&steps).unwrap();
    assert!(matches!(&steps[2], Step::Set(settings) if settings.power_state == Some(2)));
    let places: Vec<_> = points(&steps)
        .map(|point| (point.place.sequence, point.place.step_path.clone(), point.name()))
        .collect();
    assert_eq!(
        places,
        [
            (0, vec![0], "point 1 (4\u{2009}KiB random read, QD1)".to_owned()),
            (1, vec![0], "point 2 (4\u{2009}KiB random read, QD16)".to_owned()),
            (2, vec![2], "point 3 (4\u{2009}KiB random write, QD1)".to_owned()),
        ]
    );
    let spec = &points(&steps).last().unwrap().place.spec;
    assert_eq!(
        serde_json::to_value(spec).unwrap(),
        json!({"engine": "io_uring", "pattern": "random", "distribution": "uniform", "data": "incompressible",
            "blockBytes": 4096, "readPercent": 0, "depth": {"kind": "perThread", "queueDepth": 1, "threads": 1},
            "load": {"kind": "closed"}, "spanPercent": 100, "rampSeconds": 5,
            "ending": {"kind": "duration", "durationSeconds": 1}, "settings": {"powerState": 2},
            "precondition": []})
    );
}

#[test]
fn what_cannot_be_read_is_refused_with_its_place() {
    let refused = |steps: &[Value]| read_steps(steps).unwrap_err();
    assert_eq!(
        refused(&[sweep(&json!({})), json!({"kind": "purge"})]),
        "this agent cannot read the plan: steps[1].method: is missing"
    );
    assert_eq!(
        refused(&[sweep(&json!({})), json!({"kind": "idle", "seconds": 1})]),
        "this agent cannot do steps[1] of the plan: update it"
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
fn a_file_has_no_settings() {
    let set = [sweep(&json!({})), json!({"kind": "set", "scheduler": "none"})];
    let file = Path::new("/scratch");
    assert_eq!(require_no_settings(&read_steps(&set[..1]).unwrap(), file), Ok(()));
    let reason = require_no_settings(&read_steps(&set).unwrap(), file).unwrap_err();
    assert!(reason.contains("/scratch is a file"), "{reason}");
}

/// The same files hold the preview of the server: packages/domain.
#[test]
fn every_point_of_the_golden_plans_is_expressed_as_the_server_expects_it() {
    let catalog = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../packages/catalog/golden");
    let text = std::fs::read_to_string(catalog.join("every-axis.yaml")).unwrap();
    let plan = Plan::parse(&text).unwrap();
    let points: Value =
        serde_json::from_slice(&std::fs::read(catalog.join("every-axis-points.json")).unwrap()).unwrap();
    let points = points.as_array().unwrap();
    assert_eq!(plan.points().len(), points.len());
    for (point, expected) in plan.points().into_iter().zip(points) {
        let spec = serde_json::from_value(point.spec.describe());
        let spec: crosspoint_wire::PointSpec = spec.unwrap_or_else(|error| panic!("{error}: {expected}"));
        let expected: crosspoint_wire::PointSpec = serde_json::from_value(expected["spec"].clone()).unwrap();
        assert_eq!(spec, expected);
    }
}
