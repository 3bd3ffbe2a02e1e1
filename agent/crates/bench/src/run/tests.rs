//! What a run says of its threads before it starts.

use super::*;
use crate::engine::NullEngine;
use crate::output::Second;
use crate::workload::testing::{limits, request, stream};
use crate::workload::{Depth, Request, StreamRequest, Until};
use std::time::Duration;

#[derive(Default)]
struct Watcher(Option<Readiness>);

impl Observer for Watcher {
    fn ready(&mut self, readiness: &Readiness) {
        self.0 = Some(readiness.clone());
    }

    fn second(&mut self, _: Second) {}

    fn stop_requested(&mut self) -> bool {
        false
    }
}

/// Three threads on the null engine, thread n with the flags `of(n)`.
fn readiness(cpus: &[usize], of: impl Fn(u64) -> Vec<String> + Sync) -> Readiness {
    let load = Request {
        until: Until::Elapsed(Duration::from_millis(1)),
        ..request(StreamRequest {
            pattern: crate::output::Pattern::Sequential,
            depth: Depth::PerThread { depth: 1, threads: 3 },
            ..stream()
        })
    };
    let workload = Workload::fit(&load, limits(3 << 20)).unwrap();
    let settings = Settings {
        target: "null",
        cpus,
        batch: 1,
        clock: ClockSource::Kernel,
        logical_block_bytes: 512,
    };
    let make = |plan: &ThreadPlan| {
        let number = plan.region.start >> 20;
        // The first thread is the last to be ready.
        std::thread::sleep(Duration::from_millis(60 - 20 * number));
        Ok((NullEngine::new(plan.depth, plan.block_bytes_max), of(number)))
    };
    let mut watcher = Watcher::default();
    run(&workload, &settings, make, &mut watcher).unwrap();
    watcher.0.unwrap()
}

#[test]
fn what_the_threads_run_with_is_that_of_all_of_them() {
    let alike = readiness(&[], |_| vec!["DEFER_TASKRUN".into(), "fixed-buffers".into()]);
    assert_eq!(alike.flags, ["DEFER_TASKRUN", "fixed-buffers"]);
    assert_eq!(alike.warnings, [""; 0]);

    let buffers = ["fixed-buffers", "plain-buffers", "plain-buffers"];
    let differing = readiness(&[], |thread| {
        vec![
            "DEFER_TASKRUN".into(),
            buffers[usize::try_from(thread).unwrap()].into(),
        ]
    });
    assert_eq!(
        differing.flags,
        [
            "DEFER_TASKRUN",
            "fixed-buffers (1 of 3 threads)",
            "plain-buffers (2 of 3 threads)"
        ]
    );
    assert_eq!(
        differing.warnings,
        [
            "threads run under different conditions: fixed-buffers in 1 of 3, plain-buffers in 2 of 3; their latencies are not comparable"
        ]
    );
}

#[test]
fn a_processor_that_a_thread_could_not_be_kept_on_is_not_named_as_one() {
    // No machine of the tests has a processor of this number; the kernel answers EINVAL.
    let readiness = readiness(&[0, 1023], |_| Vec::new());
    assert_eq!(readiness.flags, ["cpus=0", "not-pinned=1023"]);
    assert_eq!(
        readiness.warnings,
        [
            "a thread could not be kept on processor 1023 (EINVAL: Invalid argument): it runs where the kernel puts it, and its \
             latencies contain being moved"
        ]
    );
}

#[test]
fn what_a_percentile_of_one_of_several_streams_rests_on_is_said_of_that_stream() {
    let named = |name: &str| StreamRequest {
        name: Some(name.to_owned()),
        ..stream()
    };
    let load = Request {
        until: Until::Elapsed(Duration::from_millis(50)),
        streams: vec![named("one"), named("two")],
        ..request(stream())
    };
    let workload = Workload::fit(&load, limits(3 << 20)).unwrap();
    let settings = Settings {
        target: "null",
        cpus: &[],
        batch: 1,
        clock: ClockSource::Kernel,
        logical_block_bytes: 512,
    };
    let make = |plan: &ThreadPlan| Ok((NullEngine::new(plan.depth, plan.block_bytes_max), Vec::new()));
    let result = run(&workload, &settings, make, &mut Watcher::default())
        .unwrap()
        .result;
    let rests_on = |name: &str, operations: u64| {
        format!(
            "stream {name}: p99.999 of read latency is based on {operations} I/Os; at least 1,000,000 recommended"
        )
    };
    for stream in &result.streams {
        let operations = stream.read.as_ref().unwrap().operations;
        let warning = rests_on(stream.name.as_deref().unwrap(), operations);
        assert!(result.warnings.contains(&warning), "{:?}", result.warnings);
    }
}

/// What became of `until` on the null engine, which moves far more than a gigabyte a second and far less than a petabyte.
fn ended(until: Until, ends_at_limit: bool) -> (bool, Vec<String>) {
    let load = Request {
        until,
        ends_at_limit,
        ..request(stream())
    };
    let workload = Workload::fit(&load, limits(3 << 20)).unwrap();
    let settings = Settings {
        target: "null",
        cpus: &[],
        batch: 1,
        clock: ClockSource::Kernel,
        logical_block_bytes: 512,
    };
    let make = |plan: &ThreadPlan| Ok((NullEngine::new(plan.depth, plan.block_bytes_max), Vec::new()));
    let outcome = run(&workload, &settings, make, &mut Watcher::default()).unwrap();
    let doubts = outcome.result.warnings.iter();
    let ends = doubts.filter(|text| text.contains("before everything was moved"));
    (outcome.result.interrupted, ends.cloned().collect())
}

#[test]
fn a_point_that_ends_by_what_it_moves_or_by_its_time_is_whole_by_either() {
    let bytes = |bytes| Until::Bytes {
        bytes,
        at_most: Duration::from_millis(200),
    };
    assert_eq!(ended(bytes(1 << 20), true), (false, vec![]), "by what it moves");
    let (interrupted, said) = ended(bytes(1 << 50), true);
    assert!(!interrupted, "by its time");
    assert!(
        said.len() == 1 && said[0].starts_with("its time limit ended it after 0.2"),
        "{said:?}"
    );
    let (interrupted, said) = ended(bytes(1 << 50), false);
    assert!(interrupted, "a fill is not whole");
    assert!(said[0].starts_with("the run ended after 0.2"), "{said:?}");
}
