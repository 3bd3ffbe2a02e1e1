//! The walk where all is done.

use super::told::{all_done, every_kind, streams_step, told};
use super::*;
use crate::workload::Slices;

#[test]
fn every_kind_of_step_is_walked_in_its_turn() {
    let (told, walk) = told(&every_kind(), all_done);
    assert_eq!(
        told,
        [
            "purge",
            "set {\"scheduler\":\"none\"}",
            "steps[2] 0",
            "set {\"powerGovernor\":0}",
            "steps[3].steps[0] 1",
            // Steady after two rounds, which are all of the window.
            "steps[3].steps[1].steps[0] 2",
            "steps[3].steps[1].steps[0] 3",
            "idle",
            "steps[3].steps[1].steps[0] 4",
            "steps[3].steps[1].steps[0] 5",
            "idle",
            "set {\"powerGovernor\":1}",
            "steps[3].steps[0] 6",
            "steps[3].steps[1].steps[0] 7",
            "steps[3].steps[1].steps[0] 8",
            "idle",
            "steps[3].steps[1].steps[0] 9",
            "steps[3].steps[1].steps[0] 10",
            "idle",
            "put back null",
            "values offered",
            "set {\"powerState\":0}",
            "steps[4].steps[0] 11",
            "set {\"powerState\":3}",
            "steps[4].steps[0] 12",
            "put back null",
            // 1, 2, 4, 8, and 8 again for longer.
            "steps[5].steps[0] 13+14",
            "steps[5].steps[0] 15+16",
            "steps[5].steps[0] 17+18",
            "steps[5].steps[0] 19+20",
            "steps[5].steps[0] 21+22",
            "idle",
            "steps[7] 23+24",
        ]
    );
    let conclusion = walk.conclusion();
    assert_eq!(
        (conclusion.complete, conclusion.points, conclusion.failed),
        (true, 25, 0)
    );
}

#[test]
fn a_point_says_what_was_made_of_the_drive_before_it() {
    let mut seen = Vec::new();
    let (_, walk) = told(&every_kind(), |action| {
        if let Action::Measure(measurement) = action {
            let spec = &measurement.first().spec;
            seen.push((
                measurement.first().sequence,
                json!(spec.settings),
                spec.precondition.clone(),
            ));
        }
        all_done(action)
    });
    let at = |sequence: u32| {
        let found = seen.iter().find(|(number, ..)| *number == sequence).unwrap();
        (
            found.1.clone(),
            found.2.iter().map(String::as_str).collect::<Vec<_>>(),
        )
    };
    let none = "none";
    assert_eq!(at(0), (json!({ "scheduler": none }), vec!["purge:format"]));
    let filled = "fill:sequential:131072:2";
    let sprandom = "fill:sprandom:4096:1:10";
    assert_eq!(
        at(1),
        (
            json!({ "scheduler": none, "powerGovernor": 0 }),
            vec!["purge:format", filled]
        )
    );
    assert_eq!(
        at(2),
        (
            json!({ "scheduler": none, "powerGovernor": 0 }),
            vec!["purge:format", filled, sprandom]
        )
    );
    // The second value begins with the rounds of the first behind it; its fill comes after them.
    assert_eq!(
        at(7),
        (
            json!({ "scheduler": none, "powerGovernor": 1 }),
            vec!["purge:format", filled, "steady:iops", sprandom]
        )
    );
    assert_eq!(
        at(11).0,
        json!({ "scheduler": none, "powerState": 0 }),
        "the governor was put back"
    );
    assert_eq!(at(23).0, json!({ "scheduler": none }));
    assert_eq!(json!(walk.settings()), json!({ "scheduler": none }));
}

#[test]
fn streams_are_points_of_one_process_that_know_each_other() {
    let plan = Plan::read(&plan_of(json!([streams_step()]))).unwrap();
    let [Action::Measure(measurement)] = &plan.actions(|_| Vec::new())[..] else {
        panic!("one process")
    };
    let [reads, large] = &measurement.points[..] else {
        panic!("two points")
    };
    assert_eq!((reads.sequence, large.sequence), (0, 1));
    assert_eq!(reads.spec.stream.name.as_deref(), Some("reads"));
    assert_eq!(reads.spec.beside, std::slice::from_ref(&large.spec.stream));
    assert_eq!(large.spec.beside, std::slice::from_ref(&reads.spec.stream));
    let slices = Slices {
        every: Duration::from_secs(10),
        over_ns: vec![1_000_000],
    };
    assert_eq!(reads.spec.slices, Some(slices));
    assert_eq!(measurement.request(7).streams.len(), 2);
    let again = Plan::parse(&measurement.document().to_string()).unwrap();
    assert_eq!(again.points().len(), 2);
    assert_eq!(again.points()[1].spec, large.spec);
}
