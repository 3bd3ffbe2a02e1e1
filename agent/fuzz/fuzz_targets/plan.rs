//! Plan files: no input may panic, hang or take more memory than its limits allow, and what is read keeps what
//! a plan promises.
#![no_main]

use crosspoint_bench::export::fio_job::fio_job;
use crosspoint_bench::plan::{POINTS_MAX, Plan};
use libfuzzer_sys::fuzz_target;
use std::path::Path;

fuzz_target!(|text: &str| {
    match Plan::parse(text) {
        Ok(plan) => check(&plan),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});

fn check(plan: &Plan) {
    let points = plan.points();
    assert!((1..=POINTS_MAX).contains(&points.len()));
    for (point, sequence) in points.iter().zip(0..) {
        assert_eq!(point.sequence, sequence);
        assert!(!plan.reads_only || !point.spec.writes());
    }
    // One is enough: a plan may have thousands that differ in a number.
    let spec = &points[points.len() - 1].spec;
    let alone = Plan::read(&spec.document()).expect("a point is a plan of its own").points();
    assert_eq!([spec], alone.iter().map(|point| &point.spec).collect::<Vec<_>>()[..]);
    fio_job(&spec.request(1), spec.engine, Path::new("/dev/nvme0n1")).expect("a plain path");
}
