//! The walk where something is not done.

use super::told::{all_done, complete, failed, told};
use super::*;

#[test]
fn what_a_purge_or_a_fill_left_undone_is_said_until_a_purge() {
    let plan = |steps: Value| Plan::read(&plan_of(steps)).unwrap();
    let fill = json!({ "kind": "fill", "method": "random", "blockBytes": 4096, "fills": 1 });
    let within =
        json!({ "kind": "each", "setting": "powerState", "values": [0], "steps": [fill, sweep(json!({}))] });
    let purge = json!({ "kind": "purge", "method": "discard" });
    let mut words = Vec::new();
    let (told, walk) = told(
        &plan(json!([within, sweep(json!({})), purge, sweep(json!({}))])),
        |action| {
            let Action::Measure(measurement) = action else {
                return Feedback::Done;
            };
            words.push(measurement.first().spec.precondition.clone());
            match measurement.first().spec.purpose {
                Purpose::Precondition => failed(),
                Purpose::Measure => complete(measurement, 1.0, true),
            }
        },
    );
    // The sweep behind the fill is left out, and the next list goes on.
    assert_eq!(told.len(), 6, "{told:?}");
    assert_eq!(
        words,
        [
            vec![],
            vec!["incomplete".to_owned()],
            vec!["purge:discard".to_owned()]
        ]
    );
    assert!(!walk.conclusion().complete);
}

/// What a drive finds of itself changes nothing of what is measured after it.
#[test]
fn a_self_test_that_is_left_out_or_fails_does_not_end_the_plan() {
    let steps = json!([{ "kind": "selfTest", "test": "extended" }, sweep(json!({}))]);
    let plan = Plan::read(&plan_of(steps)).unwrap();
    assert_eq!(plan.steps[0], Step::SelfTest(SelfTest::Extended));
    assert!(!plan.writes());
    let reason = || "the drive has no self-test".to_owned();
    for (feedback, is_complete) in [
        (Feedback::Done, true),
        (Feedback::Skipped { reason: reason() }, true),
        (Feedback::Failed { reason: reason() }, false),
    ] {
        let (told, walk) = told(&plan, |action| match action {
            Action::SelfTest { .. } => feedback.clone(),
            _ => all_done(action),
        });
        assert_eq!(told.len(), 2, "{feedback:?}");
        assert_eq!(walk.conclusion().complete, is_complete, "{feedback:?}");
    }
}

#[test]
fn a_purge_that_failed_leaves_the_drive_in_no_known_state() {
    let within = json!({ "kind": "each", "setting": "powerState", "values": [0, 1], "steps": [
        { "kind": "purge", "method": "format" }, sweep(json!({})),
    ] });
    let plan = Plan::read(&plan_of(json!([within, sweep(json!({}))]))).unwrap();
    let mut purges = 0;
    let mut words = Vec::new();
    told(&plan, |action| match action {
        Action::Purge { .. } => {
            purges += 1;
            if purges == 1 { Feedback::Done } else { failed() }
        }
        Action::Measure(measurement) => {
            words.push(measurement.first().spec.precondition.clone());
            all_done(action)
        }
        _ => Feedback::Done,
    });
    assert_eq!(words, [["purge:format"], ["incomplete"]]);
}

#[test]
fn a_failed_point_does_not_lose_the_others_and_eight_in_a_row_end_the_run() {
    let plan = Plan::read(&plan_of(json!([sweep(json!({ "queueDepth": [1, 2, 3] }))]))).unwrap();
    let (told, walk) = told(&plan, |action| match action {
        Action::Measure(measurement) if measurement.first().sequence == 1 => failed(),
        action => all_done(action),
    });
    assert_eq!(told.len(), 3);
    let conclusion = walk.conclusion();
    assert_eq!((conclusion.points, conclusion.failed), (3, 1));
    assert_eq!(
        conclusion.reason.unwrap(),
        "1 of 3 points failed: point 2 (4\u{2009}KiB random read, QD2): broken"
    );

    let depths: Vec<u32> = (1..=20).collect();
    let plan = Plan::read(&plan_of(json!([sweep(json!({ "queueDepth": depths }))]))).unwrap();
    let (told, walk) = super::told::told(&plan, |_| failed());
    assert_eq!(told.len(), 8);
    let reason = walk.conclusion().reason.unwrap();
    assert!(
        reason.starts_with("8 of 8 points failed; too many failures in a row: point 1 ("),
        "{reason}"
    );
    // A point that is complete in between breaks the row; one that is skipped does not.
    let every_eighth = |action: &Action| match action {
        Action::Measure(measurement) if measurement.first().sequence % 8 == 7 => {
            complete(measurement, 1.0, true)
        }
        _ => failed(),
    };
    assert_eq!(super::told::told(&plan, every_eighth).0.len(), 20);
    let skipped = |action: &Action| match action {
        Action::Measure(measurement) if measurement.first().sequence % 8 == 7 => Feedback::Skipped {
            reason: "by me".into(),
        },
        _ => failed(),
    };
    assert_eq!(super::told::told(&plan, skipped).0.len(), 9);
}

#[test]
fn skipped_points_leave_a_run_complete() {
    let plan = Plan::read(&plan_of(json!([sweep(json!({ "queueDepth": [1, 2] }))]))).unwrap();
    let (_, walk) = told(&plan, |_| Feedback::Skipped {
        reason: "it cannot".into(),
    });
    let conclusion = walk.conclusion();
    assert_eq!(
        (conclusion.complete, conclusion.points, conclusion.skipped),
        (true, 2, 2)
    );
}

#[test]
fn figures_that_would_mislead_are_not_measured() {
    let steps = |step: Value| Plan::read(&plan_of(json!([step, sweep(json!({}))]))).unwrap();
    for step in [
        json!({ "kind": "purge", "method": "format" }),
        json!({ "kind": "set", "powerState": 1 }),
        json!({ "kind": "fill", "method": "random", "blockBytes": 4096, "fills": 1 }),
        json!({ "kind": "each", "setting": "powerState", "values": "offered", "steps": [sweep(json!({}))] }),
    ] {
        let (told, walk) = told(&steps(step.clone()), |_| failed());
        assert_eq!(told.len(), 1, "{step}: {told:?}");
        let reason = walk.conclusion().reason.unwrap();
        assert!(reason.contains("the steps after it were not run"), "{reason}");
        assert!(walk.settings().is_empty());
    }
    // An `each` whose drive offers nothing, or what cannot be, measures nothing either.
    let each =
        json!({ "kind": "each", "setting": "powerState", "values": "offered", "steps": [sweep(json!({}))] });
    for values in [
        vec![],
        vec![SettingValue::Name("none".into())],
        vec![SettingValue::Number(0); 33],
    ] {
        let offered = |_: &Action| Feedback::Offered {
            values: values.clone(),
        };
        assert_eq!(told(&steps(each.clone()), offered).0, ["values offered"]);
    }
}

#[test]
fn a_value_that_cannot_be_set_leaves_the_others_theirs() {
    let each = json!({ "kind": "each", "setting": "powerGovernor", "values": [0, 1, 2], "steps": [sweep(json!({}))] });
    let set = json!({ "kind": "set", "powerGovernor": 2 });
    let plan = Plan::read(&plan_of(json!([set, each, sweep(json!({}))]))).unwrap();
    let (told, walk) = told(&plan, |action| match action {
        Action::Set { settings, .. } if settings.power_governor == Some(1) => failed(),
        action => all_done(action),
    });
    assert_eq!(
        told,
        [
            "set {\"powerGovernor\":2}",
            "set {\"powerGovernor\":0}",
            "steps[1].steps[0] 0",
            "set {\"powerGovernor\":1}",
            "set {\"powerGovernor\":2}",
            "steps[1].steps[0] 1",
            "put back 2",
            "steps[2] 2",
        ]
    );
    assert_eq!(
        walk.conclusion().reason.unwrap(),
        "1 step failed: steps[1] (set): broken"
    );
}

#[test]
fn a_setting_that_cannot_be_put_back_ends_the_run_in_whatever_list() {
    let each =
        json!({ "kind": "each", "setting": "powerGovernor", "values": [1], "steps": [sweep(json!({}))] });
    let around = json!({ "kind": "each", "setting": "powerState", "values": [0, 1], "steps": [sweep(json!({})), each] });
    let plan = Plan::read(&plan_of(json!([around, sweep(json!({}))]))).unwrap();
    let (told, walk) = told(&plan, |action| match action {
        Action::PutBack { .. } => failed(),
        action => all_done(action),
    });
    assert_eq!(
        told,
        [
            "set {\"powerState\":0}",
            "steps[0].steps[0] 0",
            "set {\"powerGovernor\":1}",
            "steps[0].steps[1].steps[0] 1",
            "put back null",
        ]
    );
    assert_eq!(
        walk.conclusion().reason.unwrap(),
        "1 step failed; the steps after it were not run: steps[0].steps[1] (put back): broken"
    );
}

#[test]
fn a_run_is_not_complete_where_a_skipped_fill_left_steps_out() {
    let fill = json!({ "kind": "fill", "method": "random", "blockBytes": 4096, "fills": 1 });
    let each =
        json!({ "kind": "each", "setting": "powerState", "values": [0], "steps": [fill, sweep(json!({}))] });
    let plan = Plan::read(&plan_of(json!([each, sweep(json!({}))]))).unwrap();
    let (told, walk) = told(&plan, |action| match action {
        Action::Measure(measurement) if measurement.first().spec.purpose == Purpose::Precondition => {
            Feedback::Skipped {
                reason: "by Ada".into(),
            }
        }
        action => all_done(action),
    });
    assert_eq!(told.len(), 4, "{told:?}");
    let conclusion = walk.conclusion();
    assert!(!conclusion.complete);
    let reason = conclusion.reason.unwrap();
    assert!(
        reason.starts_with("the steps after it were not run: point 1 (") && reason.ends_with("): by Ada"),
        "{reason}"
    );
}
