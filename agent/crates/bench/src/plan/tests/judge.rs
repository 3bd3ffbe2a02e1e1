//! Whether a measurement meets the criteria of a search.

use super::*;
use crate::histogram::Latencies;
use crate::output::RunResult;

/// The one measurement of a search over a body, judged by `criteria`.
fn measurement(body: Value, criteria: Value) -> Measurement {
    let mut search = json!({ "kind": "search", "raise": "queueDepth", "from": 1, "to": 2, "resolution": 1 });
    search["criteria"] = criteria;
    search["steps"] = Value::Array(vec![body]);
    let plan = Plan::read(&plan_of(json!([search]))).unwrap();
    match plan.actions(|_| Vec::new()).swap_remove(0) {
        Action::Measure(measurement) => *measurement,
        other => panic!("{other:?}"),
    }
}

/// A direction that completed these latencies in ten seconds.
fn direction(latencies: &[(u64, u64)]) -> Value {
    let mut recorded = Latencies::new();
    for &(ns, count) in latencies {
        (0..count).for_each(|_| recorded.record(ns));
    }
    let operations = recorded.count();
    let latency = recorded.mean_ns().map(|mean| {
        json!({ "min": 1, "max": 1, "mean": mean, "stddev": 0.0, "p50": 1, "p90": 1, "p99": 1, "p999": 1, "p9999": 1,
            "p99999": 1 })
    });
    json!({ "operations": operations, "bytes": operations * 4096, "iops": operations / 10,
        "bytesPerSecond": operations * 4096 / 10, "latencyNs": latency, "histogram": recorded.encode() })
}

/// A result of ten seconds with `extra` in it.
fn result(extra: Value) -> RunResult {
    let result = json!({
        "interrupted": false, "elapsedNs": 10_000_000_000_u64, "read": null, "write": null, "cpuUserNs": 0,
        "cpuSystemNs": 0, "voluntaryContextSwitches": 0, "involuntaryContextSwitches": 0, "errors": [],
        "littlesLaw": null, "warnings": [],
    });
    serde_json::from_value(with(result, extra)).unwrap()
}

/// Whether each criterion holds for reads with these latencies.
fn judged(criteria: Value, latencies: &[(u64, u64)]) -> Vec<bool> {
    let measured =
        measurement(sweep(json!({})), criteria).measured(&result(json!({ "read": direction(latencies) })));
    measured[0].criteria.clone()
}

const MS: u64 = 1_000_000;

fn over(percent: f64) -> Value {
    json!({ "direction": "read", "overNs": MS, "percentBelow": percent })
}

fn percentile(percentile: f64) -> Value {
    json!({ "direction": "read", "percentile": percentile, "belowNs": MS })
}

#[test]
fn a_share_of_slow_operations_is_below_its_limit() {
    // 50 of 1000 took 2 ms: 5 %.
    let latencies = [(MS / 2, 950), (2 * MS, 50)];
    assert_eq!(judged(json!([over(5.0), over(5.1)]), &latencies), [false, true]);
    assert_eq!(judged(json!([over(5.0)]), &[]), [false], "nothing was measured");
}

#[test]
fn a_percentile_needs_as_many_operations_as_lie_above_it() {
    let criteria = json!([percentile(99.9), percentile(99.0)]);
    // One of 1000 is the one that may lie above p99.9.
    assert_eq!(
        judged(criteria.clone(), &[(MS / 2, 999), (2 * MS, 1)]),
        [true, true]
    );
    assert_eq!(
        judged(criteria.clone(), &[(MS / 2, 998), (2 * MS, 2)]),
        [false, true]
    );
    assert_eq!(
        judged(criteria, &[(MS / 2, 999)]),
        [false, true],
        "too few to show it"
    );
}

/// An open loop of 100 reads a second.
fn open_loop(more: Value) -> Value {
    with(sweep(json!({ "ratePerSecond": 100 })), more)
}

fn arrivals(not_started: u64) -> Value {
    json!({ "offeredPerSecond": 100.0, "due": 1000, "started": 1000, "late": 0, "latestNs": 0, "notStarted": not_started })
}

#[test]
fn what_was_due_and_did_not_start_is_slow() {
    let criteria = json!([over(5.0), percentile(99.0)]);
    let of = |completed: u64, not_started: u64| {
        let result =
            result(json!({ "read": direction(&[(MS / 2, completed)]), "openLoop": arrivals(not_started) }));
        measurement(open_loop(json!({})), criteria.clone()).measured(&result)[0]
            .criteria
            .clone()
    };
    // Of 1000 due.
    assert_eq!(of(1000, 0), [true, true]);
    assert_eq!(of(960, 40), [true, false]);
    assert_eq!(of(940, 60), [false, false]);
    // No more are missing than were due, whatever other streams did not start.
    assert_eq!(of(995, 500), [true, true]);
}

#[test]
fn a_rate_is_kept_if_as_much_is_completed_as_was_asked_for() {
    let criteria = json!([
        { "direction": "read", "ratePercentAtLeast": 98 },
        { "direction": "write", "ratePercentAtLeast": 98 },
    ]);
    let of = |reads: u64, writes: u64| {
        let result = result(json!({ "read": direction(&[(5, reads)]), "write": direction(&[(5, writes)]) }));
        let body = open_loop(json!({ "readPercent": 70 }));
        measurement(body, criteria.clone()).measured(&result)[0]
            .criteria
            .clone()
    };
    // 700 reads and 300 writes in ten seconds.
    assert_eq!(of(686, 294), [true, true]);
    assert_eq!(of(685, 293), [false, false]);
}

#[test]
fn every_slice_is_judged() {
    let body =
        open_loop(json!({ "durationSeconds": 10, "slices": { "seconds": 5, "overNs": [MS, 8 * MS] } }));
    let criteria = json!([over(5.0), percentile(99.0), { "direction": "read", "ratePercentAtLeast": 98 }]);
    let slice = |operations: u64, over: u64| {
        json!({ "startSecond": 0, "seconds": 5, "read": { "operations": operations, "over": [
            { "thresholdNs": MS, "operations": over }, { "thresholdNs": 8 * MS, "operations": 0 } ] } })
    };
    let of = |slices: Value, not_started: u64| {
        let result = result(
            json!({ "read": direction(&[(5, 1000)]), "slices": slices, "openLoop": arrivals(not_started) }),
        );
        measurement(body.clone(), criteria.clone()).measured(&result)[0]
            .criteria
            .clone()
    };
    assert_eq!(of(json!([slice(500, 0), slice(500, 0)]), 0), [true, true, true]);
    // Bad in one slice is bad, though it is good in all: 30 of 500 are 6 %, of 1000 3 %.
    assert_eq!(
        of(json!([slice(500, 0), slice(500, 30)]), 0),
        [false, false, true]
    );
    assert_eq!(of(json!([slice(500, 6), slice(500, 0)]), 0), [true, false, true]);
    assert_eq!(of(json!([slice(480, 0), slice(520, 0)]), 0), [true, true, false]);
    // What did not start belongs to the last one.
    assert_eq!(
        of(json!([slice(500, 0), slice(460, 0)]), 40),
        [false, false, false]
    );
    assert_eq!(of(json!([]), 0), [false, false, false], "no slice at all");
}

#[test]
fn figures_are_those_of_all_operations_of_a_point() {
    let body = json!({ "kind": "streams", "durationSeconds": 10, "streams": [
        { "name": "a", "pattern": "random", "blockBytes": 4096, "readPercent": 100, "queueDepth": 1 },
        { "name": "b", "pattern": "random", "blockBytes": 4096, "readPercent": 50, "queueDepth": 1 },
    ] });
    let criterion =
        |stream| json!({ "stream": stream, "direction": "read", "overNs": MS, "percentBelow": 5 });
    let measurement = measurement(body, json!([criterion("a"), criterion("b")]));
    let streams = json!([
        { "name": "a", "read": direction(&[(1000, 100)]), "write": null },
        { "name": "b", "read": direction(&[(2 * MS, 100)]), "write": direction(&[(1000, 300)]) },
    ]);
    let measured = measurement.measured(&result(json!({ "streams": streams })));
    let [a, b] = &measured[..] else {
        panic!("two points")
    };
    assert_eq!(
        (a.operations, a.iops, a.mean_latency_ns),
        (100, 10.0, Some(1000.0))
    );
    // 100 of 2 ms and 300 of 1 µs.
    assert_eq!((b.operations, b.iops, b.bytes_per_second), (400, 40.0, 163_840.0));
    assert_eq!(b.mean_latency_ns, Some(500_750.0));
    assert_eq!((&a.criteria[..], &b.criteria[..]), (&[true][..], &[false][..]));
    // Errors of one stream are no errors of another.
    let mut with_errors = streams.clone();
    with_errors[1]["errors"] = json!([{ "name": "EIO", "count": 3 }]);
    let of_errors = measurement.measured(&result(
        json!({ "streams": with_errors, "errors": [{ "name": "EIO", "count": 3 }] }),
    ));
    let outcomes = of_errors.iter().map(|point| point.outcome);
    assert!(outcomes.eq([PointOutcome::Complete, PointOutcome::Failed]));
    // A result of fewer streams than there are points is no result.
    let short = measurement.measured(&result(json!({ "streams": [streams[0]] })));
    assert_eq!(
        [short[0].outcome, short[1].outcome],
        [PointOutcome::Complete, PointOutcome::Failed]
    );
}

#[test]
fn a_result_that_cannot_be_relied_on_is_no_complete_point() {
    let measurement = measurement(sweep(json!({})), json!([over(5.0)]));
    let of = |extra: Value| {
        let with = with(json!({ "read": direction(&[(5, 1000)]) }), extra);
        let point = measurement.measured(&result(with)).swap_remove(0);
        (point.outcome, point.reason.unwrap_or_default())
    };
    let failed = |reason: &str| (PointOutcome::Failed, reason.to_owned());
    assert_eq!(of(json!({})), (PointOutcome::Complete, String::new()));
    assert_eq!(
        of(json!({ "interrupted": true })),
        failed("it was not measured to its end")
    );
    assert_eq!(
        of(json!({ "errors": [{ "name": "EIO", "count": 3 }] })),
        failed("3 operations failed with EIO")
    );
    assert_eq!(
        of(json!({ "verification": { "matched": 1, "unknown": 0, "mismatched": 2 } })),
        failed("2 reads returned something else than what was written")
    );
}
