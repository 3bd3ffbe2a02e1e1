//! Walking the steps of a plan.

use super::*;

#[test]
fn steps_are_walked_in_order_and_points_are_numbered_through() {
    let plan = Plan::read(&plan_of(json!([
        { "kind": "set", "powerGovernor": 2, "scheduler": "none" },
        sweep(json!({ "queueDepth": [1, 16] })),
        { "kind": "set", "powerState": 0 },
        sweep(json!({})),
    ])))
    .unwrap();
    let seen: Vec<(u32, Option<(u32, String)>)> = plan
        .actions(|_| Vec::new())
        .into_iter()
        .map(|action| match &action {
            Action::Measure(measurement) => {
                let point = measurement.first();
                (point.step_path[0], Some((point.sequence, point.spec.to_string())))
            }
            action => (action.step_path()[0], None),
        })
        .collect();
    let name = |depth| format!("4\u{2009}KiB random read, QD{depth}");
    assert_eq!(
        seen,
        [
            (0, None),
            (1, Some((0, name(1)))),
            (1, Some((1, name(16)))),
            (2, None),
            (3, Some((2, name(1)))),
        ],
        "a point may be measured again"
    );
    let settings = DriveSettings {
        power_state: None,
        power_governor: Some(2),
        scheduler: Some("none".into()),
    };
    assert_eq!(plan.steps[0], Step::Set(settings));
}

#[test]
fn a_kind_of_step_that_is_not_known_is_named_with_what_to_do() {
    assert_eq!(
        error_of(json!([sweep(json!({})), { "kind": "loop", "steps": [] }])),
        "steps[1].kind: there is no step \"loop\" in this version: use purge, set, fill, sweep, streams, rounds, each, search, \
         selfTest, idle or database, or update Crosspoint"
    );
    assert_eq!(
        error_of(json!([sweep(json!({})), { "kind": "database", "steps": [] }])),
        "steps[1]: there is no field \"steps\"; there are kind, system, benchmark, sizeGib, clients, rampSeconds, durationSeconds"
    );
    assert_eq!(error_of(json!([{}])), "steps[0].kind: is missing");
    assert_eq!(
        error_of(json!(["sweep"])),
        "steps[0]: expected a mapping, found \"sweep\""
    );
}

#[test]
fn a_setting_is_of_the_drive_and_not_of_anything_else() {
    for (set, message) in [
        (
            json!({ "kind": "set" }),
            "steps[0]: it sets nothing: give powerState, powerGovernor or scheduler",
        ),
        (
            json!({ "kind": "set", "powerState": 32 }),
            "steps[0].powerState: expected a whole number from 0 to 31, found 32",
        ),
        (
            json!({ "kind": "set", "powerGovernor": 256 }),
            "steps[0].powerGovernor: expected a whole number from 0 to 255, found 256",
        ),
        (
            json!({ "kind": "set", "scheduler": "../x" }),
            "steps[0].scheduler: expected the name of an I/O scheduler, such as none or mq-deadline",
        ),
        (
            json!({ "kind": "set", "feature": 1 }),
            "steps[0]: there is no field \"feature\"; there are kind, powerState, powerGovernor, scheduler",
        ),
    ] {
        assert_eq!(error_of(json!([set])), message);
    }
    assert_eq!(
        error_of(json!([{ "kind": "set", "powerState": 0 }])),
        "steps: no step measures: give a sweep, streams or search"
    );
}
