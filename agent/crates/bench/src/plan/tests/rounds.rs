//! Rounds until steady state.

use super::told::{complete, told};
use super::*;
use crate::output::Found;

/// Rounds of a write and a read, tracked by what `tracked` says, and a point behind them.
fn rounds(tracked: Value) -> Plan {
    let mut until = json!({ "kind": "steadyState" });
    until["tracked"] = tracked;
    let body = sweep(json!({ "readPercent": [0, 100] }));
    Plan::read(&plan_of(json!([
        { "kind": "rounds", "roundsMax": 25, "until": until, "steps": [body] },
        sweep(json!({})),
    ])))
    .unwrap()
}

/// How many rounds there were, whether they became steady, and what the point behind them says of it; a point of a round has
/// the figure that `iops` says for the writes, or fails.
fn walked(plan: &Plan, iops: impl Fn(u32, u8) -> Option<f64>) -> (u32, Option<bool>, Vec<String>) {
    let mut words = Vec::new();
    let (_, walk) = told(plan, |action| {
        let Action::Measure(measurement) = action else {
            panic!("rounds measure")
        };
        let point = measurement.first();
        words.clone_from(&point.spec.precondition);
        let failed = Feedback::Failed { reason: "x".into() };
        let figure = point
            .round
            .map_or(Some(1.0), |round| iops(round, point.spec.stream.read_percent));
        figure.map_or(failed, |figure| complete(measurement, figure, true))
    });
    let Some(Found::Rounds { rounds, steady }) = walk.findings().first().map(|finding| finding.found.clone())
    else {
        panic!("the rounds came to something")
    };
    (rounds, steady, words)
}

#[test]
fn they_end_when_the_last_five_are_steady() {
    let plan = rounds(json!([{ "metric": "iops", "readPercent": 0 }]));
    // Falls by a third a round until it stays: rounds 6 to 10 are the first five that do.
    let falling = |round: u32, read_percent: u8| match read_percent {
        0 => Some(1000.0 / 1.5_f64.powi(round.min(6).try_into().unwrap())),
        // What is not tracked may do what it likes.
        _ => Some(1.0 + f64::from(round * round)),
    };
    assert_eq!(
        walked(&plan, falling),
        (11, Some(true), vec!["steady:iops".to_owned()])
    );
}

#[test]
fn they_end_at_the_most_and_say_so() {
    let plan = rounds(
        json!([{ "metric": "iops", "readPercent": 0 }, { "metric": "meanLatency", "readPercent": 100 }]),
    );
    let one_of_two = |round: u32, read_percent: u8| match read_percent {
        0 => Some(1000.0),
        _ => Some(1000.0 * 1.2_f64.powi(round.try_into().unwrap())),
    };
    let words = vec!["notSteady:iops:meanLatency".to_owned()];
    assert_eq!(walked(&plan, one_of_two), (25, Some(false), words));
    assert_eq!(plan.points().len(), 51);
}

#[test]
fn a_round_without_its_figure_is_no_part_of_a_window() {
    let plan = rounds(json!([{ "metric": "iops", "readPercent": 0 }]));
    let with_gap = |round: u32, read_percent: u8| (round != 3 || read_percent != 0).then_some(1000.0);
    // The window begins anew behind round 3: rounds 4 to 8.
    assert_eq!(walked(&plan, with_gap).0, 9);
    // A gap in what is not tracked is none.
    let elsewhere = |round: u32, read_percent: u8| (round != 3 || read_percent == 0).then_some(1000.0);
    assert_eq!(walked(&plan, elsewhere).0, 5);
}

#[test]
fn without_something_to_wait_for_there_are_exactly_so_many() {
    let plan = Plan::read(&plan_of(json!([
        { "kind": "rounds", "roundsMax": 3, "steps": [sweep(json!({})), { "kind": "idle", "seconds": 1 }] },
        sweep(json!({})),
    ])))
    .unwrap();
    let points = plan.points();
    let of: Vec<_> = points
        .iter()
        .map(|point| (point.step_path.clone(), point.round))
        .collect();
    assert_eq!(
        of,
        [
            (vec![0, 0], Some(0)),
            (vec![0, 0], Some(1)),
            (vec![0, 0], Some(2)),
            (vec![1], None)
        ]
    );
    assert!(points[3].spec.precondition.is_empty());
}

#[test]
fn a_failed_fill_ends_its_round_and_not_the_rounds() {
    let fill = json!({ "kind": "fill", "method": "random", "blockBytes": 4096, "fills": 1 });
    let plan = Plan::read(&plan_of(json!([
        { "kind": "rounds", "roundsMax": 3, "steps": [fill, sweep(json!({}))] }
    ])))
    .unwrap();
    let mut seen = Vec::new();
    told(&plan, |action| {
        let Action::Measure(measurement) = action else {
            panic!("rounds measure")
        };
        let point = measurement.first();
        seen.push((point.round, point.spec.purpose));
        match (point.round, point.spec.purpose) {
            (Some(1), Purpose::Precondition) => Feedback::Skipped { reason: "x".into() },
            _ => complete(measurement, 1.0, true),
        }
    });
    let (fill, measure) = (Purpose::Precondition, Purpose::Measure);
    assert_eq!(
        seen,
        [
            (Some(0), fill),
            (Some(0), measure),
            (Some(1), fill),
            (Some(2), fill),
            (Some(2), measure)
        ]
    );
}
