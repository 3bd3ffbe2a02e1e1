use super::*;
use crate::work::run::stop::Stop;
use crosspoint_bench::output::FailureKind;
use crosspoint_bench::output::{
    DirectionResult, ErrorCount, Failure, RunResult, Slice, SteadyState, StreamResult,
};
use serde_json::json;
use wire::PointFinishedEventOutcome::{Complete, Failed, Interrupted, Skipped};

fn point(sequence: u16) -> PointPlace {
    let spec = json!({"engine": "io_uring", "pattern": "random", "distribution": "uniform", "data": "incompressible",
        "blockBytes": 4096, "readPercent": 100, "depth": {"kind": "perThread", "queueDepth": 1, "threads": 1},
        "load": {"kind": "closed"}, "spanPercent": 100, "rampSeconds": 0,
        "ending": {"kind": "duration", "durationSeconds": 1}, "precondition": []});
    PointPlace {
        run_id: Uuid::from_u128(7),
        sequence,
        step_path: vec![1],
        round: None,
        spec: serde_json::from_value(spec).unwrap(),
        raised: None,
        attempt: 0,
        notes: Vec::new(),
    }
}

fn result() -> RunResult {
    RunResult {
        interrupted: false,
        elapsed_ns: 30,
        read: None,
        write: None,
        cpu_user_ns: 1,
        cpu_system_ns: 2,
        cpu_user_ns_per_operation: None,
        cpu_system_ns_per_operation: None,
        context_switches_per_operation: None,
        voluntary_context_switches: 3,
        involuntary_context_switches: 4,
        errors: Vec::new(),
        ramp_errors: Vec::new(),
        littles_law: None,
        streams: Vec::new(),
        slices: Vec::new(),
        open_loop: None,
        steady_state: None,
        verification: None,
        warnings: vec!["odd".into()],
    }
}

fn outcome(ending: Ending) -> (wire::PointFinishedEventOutcome, String) {
    let event = point(2).finished(ending, 1);
    (event.outcome, event.reason.unwrap_or_default())
}

#[test]
fn only_a_whole_result_without_a_but_is_complete() {
    let whole = || Ending {
        result: Some(result()),
        ..Ending::default()
    };
    assert_eq!(outcome(whole()), (Complete, String::new()));

    let failure = Failure {
        message: "no such device".into(),
        remedy: Some("Plug it in".into()),
        errno: None,
        kind: None,
    };
    assert_eq!(
        outcome(Ending {
            failure: Some(failure),
            ..whole()
        }),
        (Failed, "no such device. Plug it in".into())
    );
    assert_eq!(
        outcome(Ending {
            trouble: Some("exit code 1".into()),
            ..whole()
        }),
        (Failed, "exit code 1".into())
    );
    assert_eq!(
        outcome(Ending {
            stopped: Some(Stop::Cancel("cancelled".into())),
            ..whole()
        }),
        (Interrupted, "cancelled".into())
    );
    assert_eq!(outcome(Ending::default()).0, Failed);
    let interrupted = RunResult {
        interrupted: true,
        ..result()
    };
    assert_eq!(
        outcome(Ending {
            result: Some(interrupted),
            ..Ending::default()
        })
        .0,
        Interrupted
    );
}

#[test]
fn failed_operations_do_not_hide_behind_a_cancellation() {
    let errors = vec![ErrorCount {
        errno: Some(5),
        nvme_status: None,
        name: "EIO".into(),
        count: 12,
    }];
    let ending = Ending {
        result: Some(RunResult { errors, ..result() }),
        stopped: Some(Stop::Cancel("cancelled".into())),
        ..Ending::default()
    };
    assert_eq!(outcome(ending), (Failed, "operations failed: 12 x EIO".into()));
}

#[test]
fn the_ids_of_a_points_events_are_its_own_and_always_the_same() {
    let other = point(3);
    let id = point(2).finished(Ending::default(), 1).id;
    assert_eq!(id, point(2).finished(Ending::default(), 2).id);
    assert_ne!(id, other.finished(Ending::default(), 1).id);
    let second = |phase, second| Second {
        second,
        phase,
        elapsed_ns: 1,
        read: None,
        write: None,
        streams: Vec::new(),
    };
    assert_ne!(
        point(2).second(second(Phase::Ramp, 0), 1).id,
        point(2).second(second(Phase::Measure, 0), 1).id
    );
}

#[test]
fn what_cannot_be_measured_and_what_a_person_passes_over_is_skipped() {
    let failure = |kind| Failure {
        message: "no queues that can be polled".into(),
        remedy: None,
        errno: None,
        kind,
    };
    let refused = |kind| Ending {
        failure: Some(failure(kind)),
        ..Ending::default()
    };
    let why = || "no queues that can be polled".to_owned();
    assert_eq!(outcome(refused(Some(FailureKind::Unsupported))), (Skipped, why()));
    assert_eq!(outcome(refused(Some(FailureKind::Unknown))), (Failed, why()));
    assert_eq!(outcome(refused(None)), (Failed, why()));
    // Once it has measured, it could.
    let later = Ending {
        result: Some(result()),
        ..refused(Some(FailureKind::Unsupported))
    };
    assert_eq!(outcome(later).0, Failed);
    let passed_over = Ending {
        stopped: Some(Stop::Skip("Skipped by Ada".into())),
        ..Ending::default()
    };
    assert_eq!(outcome(passed_over), (Skipped, "Skipped by Ada".into()));
}

/// The server takes an id once: what is told of a second measurement must not pass for what was told of the first.
#[test]
fn a_point_that_is_measured_again_is_told_anew_with_what_is_to_be_known_of_it() {
    let again = PointPlace {
        attempt: 1,
        notes: vec!["The agent restarted".into()],
        ..point(2)
    };
    let ending = || Ending {
        result: Some(result()),
        ..Ending::default()
    };
    let (first, second) = (point(2).finished(ending(), 1), again.finished(ending(), 1));
    assert_ne!(first.id, second.id);
    assert_eq!((first.attempt, second.attempt), (None, Some(1)));
    assert_eq!(first.warnings, ["odd"]);
    assert_eq!(second.warnings, ["The agent restarted", "odd"]);
}

#[test]
fn each_of_several_streams_has_its_own_figures_and_none_of_the_whole_process() {
    let direction = |operations| DirectionResult {
        operations,
        bytes: 4096 * operations,
        iops: 1.0,
        bytes_per_second: 4096.0,
        latency_ns: None,
        histogram: String::new(),
    };
    let slice = |seconds| Slice {
        start_second: 0,
        seconds,
        read: None,
        write: None,
    };
    let stream = |read, write, seconds| StreamResult {
        name: None,
        read,
        write,
        slices: vec![slice(seconds)],
        cpu_user_ns: seconds.into(),
        ..StreamResult::default()
    };
    let both = Ending {
        result: Some(RunResult {
            read: Some(direction(30)),
            write: Some(direction(70)),
            streams: vec![
                stream(Some(direction(30)), None, 5),
                stream(None, Some(direction(70)), 6),
            ],
            ..result()
        }),
        ..Ending::default()
    };
    let told = |index: usize| {
        let event = point(2).finished(both.of_stream(index, 2), 1);
        let operations =
            |direction: Option<wire::PointDirection>| direction.map(|direction| direction.operations);
        (
            operations(event.read),
            operations(event.write),
            event.slices[0].seconds,
            event.cpu_user_ns,
        )
    };
    assert_eq!(told(0), (Some(30), None, 5.0, Some(5)));
    assert_eq!(told(1), (None, Some(70), 6.0, Some(6)));
    assert_eq!(
        point(2)
            .finished(both.of_stream(0, 2), 1)
            .voluntary_context_switches,
        None
    );
    // A stream that the tool says nothing of has no figures of another.
    assert_eq!(point(2).finished(both.of_stream(2, 3), 1).read, None);
    let alone = point(2).finished(both.of_stream(0, 1), 1);
    assert_eq!(
        (alone.cpu_user_ns, alone.voluntary_context_switches),
        (Some(1), Some(3))
    );
}

#[test]
fn figures_beside_a_stream_that_failed_are_no_result() {
    let error = |name: &str, count| ErrorCount {
        errno: Some(5),
        nvme_status: None,
        name: name.into(),
        count,
    };
    let failed = Ending {
        result: Some(RunResult {
            errors: vec![error("EIO", 2)],
            streams: vec![
                StreamResult {
                    errors: vec![error("EIO", 2)],
                    ..StreamResult::default()
                },
                StreamResult::default(),
            ],
            ..result()
        }),
        ..Ending::default()
    };
    for stream in 0..2 {
        let event = point(2).finished(failed.of_stream(stream, 2), 1);
        assert_eq!((event.outcome, event.errors.len()), (Failed, 1));
    }
}

#[test]
fn a_warning_about_one_of_several_streams_is_told_with_that_one() {
    let stream = |name: &str| StreamResult {
        name: Some(name.to_owned()),
        ..StreamResult::default()
    };
    let both = Ending {
        result: Some(RunResult {
            streams: vec![stream("reads"), stream("writes")],
            warnings: ["stream reads: few", "stream writes: many", "of all"]
                .map(str::to_owned)
                .into(),
            ..result()
        }),
        ..Ending::default()
    };
    let told = |index| both.of_stream(index, 2).result.map(|result| result.warnings);
    assert_eq!(told(0).unwrap(), ["stream reads: few", "of all"]);
    assert_eq!(told(1).unwrap(), ["stream writes: many", "of all"]);
}

#[test]
fn a_steady_state_that_was_waited_for_says_whether_it_was_reached() {
    let waiting = || {
        let mut waiting = point(0);
        let ending = json!({"kind": "steadyState", "roundSeconds": 60, "tracked": "iops", "windowRounds": 5,
            "excursionPercent": 20, "slopePercent": 10, "roundsMax": 25});
        waiting.spec.ending = serde_json::from_value(ending).unwrap();
        waiting
    };
    let reached = |steady_state| {
        let ending = Ending {
            result: Some(RunResult {
                steady_state,
                ..result()
            }),
            ..Ending::default()
        };
        match waiting().finished(ending, 1).spec.ending {
            wire::PointEnding::SteadyState(ending) => ending.reached,
            other => panic!("{other:?}"),
        }
    };
    let state = |achieved| SteadyState {
        achieved,
        rounds: Vec::new(),
        excursion: None,
        slope_excursion: None,
    };
    assert_eq!(reached(Some(state(true))), Some(true));
    assert_eq!(reached(Some(state(false))), Some(false));
    assert_eq!(reached(None), Some(false));
}
