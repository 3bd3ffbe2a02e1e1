//! The search of the highest value that passes.

use super::told::{complete, told};
use super::*;
use crate::output::Found;

/// A search of a queue depth, or of what `extra` says.
fn search(extra: Value) -> Plan {
    let step = json!({
        "kind": "search", "raise": "queueDepth", "from": 1, "to": 100, "resolution": 1,
        "criteria": [{ "direction": "read", "percentile": 99.9, "belowNs": 1_000_000 }],
        "steps": [sweep(json!({}))],
    });
    Plan::read(&plan_of(json!([with(step, extra)]))).unwrap()
}

/// The values tried, those of a confirmation negative, and what came of it, on a drive that passes as `passes` says.
fn tried(plan: &Plan, passes: impl Fn(Raised) -> Trial) -> (Vec<f64>, Found) {
    let mut tried = Vec::new();
    let (_, walk) = told(plan, |action| {
        let Action::Measure(measurement) = action else {
            panic!("a search measures")
        };
        let raised = measurement.first().raised.unwrap();
        tried.push(if raised.confirms {
            -raised.value
        } else {
            raised.value
        });
        match passes(raised) {
            Trial::Holds(holds) => complete(measurement, 1000.0, holds),
            Trial::Broken => Feedback::Failed { reason: "x".into() },
        }
    });
    let [finding] = walk.findings() else {
        panic!("one finding")
    };
    assert_eq!(finding.step_path, [0]);
    (tried, finding.found.clone())
}

enum Trial {
    Holds(bool),
    Broken,
}

fn found(parameter: &str, highest: Option<f64>, undecided: bool) -> Found {
    Found::Search {
        parameter: parameter.into(),
        highest,
        undecided,
    }
}

fn up_to(limit: f64) -> impl Fn(Raised) -> Trial {
    move |raised| Trial::Holds(raised.value <= limit)
}

#[test]
fn it_doubles_until_a_value_fails_and_halves_what_lies_between() {
    let depth = |highest| found("queueDepth", highest, false);
    assert_eq!(
        tried(&search(json!({})), up_to(37.0)),
        (
            vec![1., 2., 4., 8., 16., 32., 64., 48., 40., 36., 38., 37.],
            depth(Some(37.0))
        )
    );
    assert_eq!(
        tried(&search(json!({})), up_to(1000.0)),
        (vec![1., 2., 4., 8., 16., 32., 64., 100.], depth(Some(100.0)))
    );
    assert_eq!(tried(&search(json!({})), up_to(0.0)), (vec![1.], depth(None)));
    assert_eq!(
        tried(&search(json!({})), up_to(1.0)),
        (vec![1., 2.], depth(Some(1.0)))
    );
    // Between 4 and 10 in steps of 3 there are 7 and 10 only.
    let coarse = search(json!({ "from": 4, "to": 10, "resolution": 3 }));
    assert_eq!(tried(&coarse, up_to(9.0)), (vec![4., 7., 10.], depth(Some(7.0))));
}

#[test]
fn the_answer_is_confirmed_and_lowered_at_most_four_times() {
    let plan = search(json!({ "to": 16, "confirmSeconds": 7200 }));
    let confirmed = |limit: f64| {
        move |raised: Raised| Trial::Holds(raised.value <= if raised.confirms { limit } else { 11.0 })
    };
    let trials = [1., 2., 4., 8., 16., 12., 10., 11.];
    let with = |more: &[f64]| [&trials[..], more].concat();
    let depth = |highest| found("queueDepth", highest, false);
    assert_eq!(tried(&plan, confirmed(11.0)), (with(&[-11.]), depth(Some(11.0))));
    assert_eq!(
        tried(&plan, confirmed(9.0)),
        (with(&[-11., -10., -9.]), depth(Some(9.0)))
    );
    assert_eq!(
        tried(&plan, confirmed(1.0)),
        (with(&[-11., -10., -9., -8.]), depth(None))
    );
    // Nothing is below the first value.
    let lowest = |raised: Raised| Trial::Holds(raised.value <= 1.0 && !raised.confirms);
    assert_eq!(tried(&plan, lowest), (vec![1., 2., -1.], depth(None)));
    let points = plan.points();
    let last = points.last().unwrap();
    assert_eq!(last.spec.until, Until::Elapsed(Duration::from_secs(7200)));
    assert!(last.raised.unwrap().confirms);
    assert_eq!(points[0].spec.until, Until::Elapsed(Duration::from_secs(30)));
}

#[test]
fn a_trial_that_was_not_measured_to_its_end_is_no_answer() {
    let fails_at = |value: f64| {
        move |raised: Raised| match raised.value {
            at if (at - value).abs() < 0.5 => Trial::Broken,
            at => Trial::Holds(at <= 37.0),
        }
    };
    let undecided = found("queueDepth", None, true);
    assert_eq!(
        tried(&search(json!({})), fails_at(4.0)),
        (vec![1., 2., 4.], undecided.clone())
    );
    assert_eq!(
        tried(&search(json!({})), fails_at(48.0)),
        (vec![1., 2., 4., 8., 16., 32., 64., 48.], undecided)
    );
}

#[test]
fn a_rate_is_multiplied_in_every_stream_and_a_depth_replaced() {
    let streams = json!({ "kind": "streams", "durationSeconds": 30, "streams": [
        { "name": "reads", "pattern": "random", "blockBytes": 4096, "readPercent": 100, "ratePerSecond": 2000 },
        { "name": "large", "pattern": "random", "blockBytes": 131_072, "readPercent": 50, "ratePerSecond": 23.53 },
        { "name": "rest", "pattern": "random", "blockBytes": 4096, "readPercent": 100, "queueDepth": 3 },
    ] });
    let act = search(
        json!({ "raise": "rate", "from": 0.5, "to": 4, "resolution": 0.5, "steps": [streams],
        "criteria": [{ "stream": "reads", "direction": "read", "overNs": 1_000_000, "percentBelow": 5 }] }),
    );
    let points = act.points();
    let rates: Vec<f64> = points
        .iter()
        .filter_map(|point| match point.spec.stream.load {
            Load::Open { rate_per_second, .. } => Some(rate_per_second),
            Load::Closed => None,
        })
        .collect();
    assert_eq!(
        rates,
        [1000.0, 11.765, 2000.0, 23.53, 4000.0, 47.06, 8000.0, 94.12],
        "of 0.5, 1, 2 and 4 times"
    );
    let Load::Open { rate_per_second, .. } = points[0].spec.beside[0].load else {
        panic!("the large ones have a rate")
    };
    assert_eq!(rate_per_second, 11.765, "what runs beside is raised too");
    assert_eq!(
        points[2].spec.stream.depth,
        Depth::PerThread { depth: 3, threads: 1 }
    );

    let threads =
        search(json!({ "raise": "threads", "to": 4, "steps": [sweep(json!({ "queueDepth": 8 }))] }));
    let depths: Vec<Depth> = threads
        .points()
        .iter()
        .map(|point| point.spec.stream.depth)
        .collect();
    let of = |threads| Depth::PerThread { depth: 8, threads };
    assert_eq!(depths, [of(1), of(2), of(4)]);
}

#[test]
fn a_trial_passes_only_if_all_criteria_of_all_points_hold() {
    let streams = json!({ "kind": "streams", "durationSeconds": 30, "streams": [
        { "name": "a", "pattern": "random", "blockBytes": 4096, "readPercent": 100, "queueDepth": 1 },
        { "name": "b", "pattern": "random", "blockBytes": 4096, "readPercent": 50, "queueDepth": 1 },
    ] });
    let criterion =
        |stream: &str| json!({ "stream": stream, "direction": "read", "percentile": 99, "belowNs": 5000 });
    let plan = search(
        json!({ "to": 4, "steps": [streams], "criteria": [criterion("b"), criterion("a"), criterion("b")] }),
    );
    let first_of = |judged: [Vec<bool>; 2]| {
        let mut walk = Walk::new(&plan);
        let Some(Action::Measure(measurement)) = walk.action().cloned() else {
            panic!("a measurement")
        };
        let Feedback::Measured { mut points } = complete(&measurement, 1.0, true) else {
            panic!("figures")
        };
        assert_eq!(
            points
                .iter()
                .map(|point| point.criteria.len())
                .collect::<Vec<_>>(),
            [1, 2]
        );
        for (point, criteria) in points.iter_mut().zip(judged) {
            point.criteria = criteria;
        }
        walk.tell(&Feedback::Measured { points });
        (
            walk.action().is_some(),
            walk.findings().first().map(|finding| finding.found.clone()),
        )
    };
    assert_eq!(first_of([vec![true], vec![true, true]]), (true, None));
    let none = Some(found("queueDepth", None, false));
    assert_eq!(first_of([vec![true], vec![true, false]]), (false, none.clone()));
    assert_eq!(first_of([vec![false], vec![true, true]]), (false, none));
    // Judged by fewer criteria than there are, nothing is known.
    assert_eq!(
        first_of([vec![true], vec![true]]),
        (false, Some(found("queueDepth", None, true)))
    );
}

proptest! {
    /// On a drive that passes up to some value, the answer is the highest value of the grid that is not above it.
    #[test]
    fn the_answer_is_the_highest_that_passes(
        from in 1_u32..50,
        steps in 1_u32..300,
        resolution in 1_u32..7,
        limit in 0_u32..2500,
    ) {
        let to = from + steps * resolution;
        let plan = search(json!({ "from": from, "to": to, "resolution": resolution }));
        let (tried, answer) = tried(&plan, up_to(limit.into()));
        let below = (0..=steps).map(|step| from + step * resolution).filter(|&value| value <= limit);
        prop_assert_eq!(answer, found("queueDepth", below.max().map(f64::from), false));
        prop_assert!(tried.len() <= plan.steps[0].points_max());
        let on_grid = |value: &f64| ((value - f64::from(from)) / f64::from(resolution)).fract() == 0.0;
        prop_assert!(tried.iter().all(on_grid));
    }
}
