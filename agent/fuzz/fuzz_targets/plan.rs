//! Plan files: no input may panic, hang or take more memory than its limits allow, and what is read keeps what
//! a plan promises.
#![no_main]

use crosspoint_bench::export::fio_job::fio_job;
use crosspoint_bench::plan::{POINTS_MAX, Plan, PlanFile};
use crosspoint_bench::workload::SEED_LIMIT;
use libfuzzer_sys::fuzz_target;
use std::collections::HashSet;
use std::path::Path;

fuzz_target!(|text: &str| {
    let Ok(file) = PlanFile::parse(text) else {
        return;
    };
    for id in [None, Some("p")] {
        match file.plan(id, 1) {
            Ok(plan) => check(&plan),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
});

fn check(plan: &Plan) {
    assert!((1..=POINTS_MAX).contains(&plan.points.len()));
    let names: HashSet<&str> = plan.points.iter().map(|point| point.name.as_str()).collect();
    assert_eq!(names.len(), plan.points.len(), "names tell points apart");
    for point in &plan.points {
        let request = &point.request;
        assert!(request.seed < SEED_LIMIT);
        assert!(!plan.reads_only || request.streams.iter().all(|stream| stream.read_percent == 100));
    }
    // One is enough: a plan may have hundreds that differ in a number.
    let last = &plan.points[plan.points.len() - 1];
    fio_job(&last.request, last.engine, Path::new("/dev/nvme0n1")).expect("a plain path");
}
