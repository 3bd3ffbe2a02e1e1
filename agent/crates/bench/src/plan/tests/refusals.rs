//! What is no plan, and how an error says so.

use super::*;

#[test]
fn an_error_names_the_path_to_its_field() {
    for (extra, message) in [
        (
            json!({ "queue_depth": [1, 2, "x"] }),
            "sweeps[0].queue_depth[2]: expected a whole number from 1 to 4096, found \"x\"",
        ),
        (
            json!({ "queue_depth": [] }),
            "sweeps[0].queue_depth: a list of 1 to 64 is expected, not of 0",
        ),
        (
            json!({ "queue_depth": [1, 1] }),
            "sweeps[0].queue_depth[1]: the value is there twice",
        ),
        (
            json!({ "queue_depth": 4097 }),
            "sweeps[0].queue_depth: expected a whole number from 1 to 4096, found 4097",
        ),
        (
            json!({ "queue_depth": -1 }),
            "sweeps[0].queue_depth: expected a whole number from 1 to 4096, found -1",
        ),
        (
            json!({ "queue_depth": 1.5 }),
            "sweeps[0].queue_depth: expected a whole number from 1 to 4096, found 1.5",
        ),
        (
            json!({ "block_bytes": [4096, "4kB"] }),
            "sweeps[0].block_bytes[1]: \"4kB\" is not a size: kB, MB, GB are read both as 1000 and as 1024; write k, M, G or KiB, MiB, GiB (1024)",
        ),
        (
            json!({ "block_bytes": 0 }),
            "sweeps[0].block_bytes: 0 bytes are out of range: it may be 1 to 67108864",
        ),
        (
            json!({ "pattern": "zigzag" }),
            "sweeps[0].pattern: expected random or sequential",
        ),
        (json!({ "pattern": null }), "sweeps[0]: pattern is missing"),
        (
            json!({ "engine": "io_uring+fast" }),
            "sweeps[0].engine: behind an engine stand +poll and +sqpoll, each once",
        ),
        (
            json!({ "distribution": "pareto" }),
            "sweeps[0].distribution: \"pareto\" is not a distribution: expected uniform, zipf:1.1 or hotspot:90/10",
        ),
        (
            json!({ "steady_state": { "round_s": 0 }, "duration_s": null }),
            "sweeps[0].steady_state.round_s: expected a whole number from 1 to 604800, found 0",
        ),
        (
            json!({ "span_percent": 0 }),
            "sweeps[0].span_percent: expected a whole number from 1 to 100, found 0",
        ),
        (
            json!({ "read_percent": [[100]] }),
            "sweeps[0].read_percent[0]: expected a whole number from 0 to 100, found a list",
        ),
    ] {
        assert_eq!(error(extra), message);
    }
    let unknown = error(json!({ "queue_dept": 1 }));
    assert!(
        unknown.starts_with("sweeps[0]: there is no field \"queue_dept\"; there are engine, pattern,"),
        "{unknown}"
    );
    let contradiction = error(json!({ "engine": "null+poll" }));
    assert!(
        contradiction.starts_with("sweeps[0].engine: the null engine"),
        "{contradiction}"
    );
}

#[test]
fn a_plan_that_reads_only_may_not_write() {
    let mut plan = plan_of(json!([
        sweep(json!({})),
        sweep(json!({ "read_percent": [100, 99] }))
    ]));
    plan["sweeps"][1]["block_bytes"] = json!(512);
    assert!(read(&plan).is_ok());
    plan["reads_only"] = json!(true);
    assert_eq!(
        read(&plan).unwrap_err().to_string(),
        "reads_only: it says that no point writes, but \"512\u{2009}B random 99 % read, QD1\" does"
    );
}

#[test]
fn more_points_than_a_plan_may_have_are_refused_before_they_are_made() {
    let axis: Vec<u32> = (1..=64).collect();
    let huge = json!({ "queue_depth": axis, "threads": axis, "rate_per_second": axis, "align_bytes": axis });
    assert_eq!(
        error(huge),
        "sweeps[0]: its axes multiply to more than 512 points"
    );
    let half = |pattern| sweep(json!({ "queue_depth": axis, "threads": [1, 2, 3, 4], "pattern": pattern }));
    assert_eq!(
        read(&plan_of(json!([half("random"), half("sequential")])))
            .unwrap()
            .points
            .len(),
        512
    );
    let one_more = plan_of(json!([
        half("random"),
        half("sequential"),
        sweep(json!({ "block_bytes": 512 }))
    ]));
    assert_eq!(
        read(&one_more).unwrap_err().to_string(),
        "sweeps[2]: with this sweep the plan has more than 512 points"
    );
}

#[test]
fn one_plan_of_several_is_named() {
    let of = |id: &str| {
        let mut plan = plan_of(json!([sweep(json!({}))]));
        plan["id"] = id.into();
        plan
    };
    let file = PlanFile::parse(&json!([of("a"), of("b"), of("twice"), of("twice")]).to_string()).unwrap();
    assert_eq!(file.plan(Some("b"), SEED).unwrap().id, "b");
    let error = |id| file.plan(id, SEED).unwrap_err().to_string();
    assert_eq!(
        error(None),
        "the plan file: it has several plans: say which of a, b, twice, twice"
    );
    assert_eq!(
        error(Some("c")),
        "the plan file: it has no plan c; there are a, b, twice, twice"
    );
    assert_eq!(
        error(Some("twice")),
        "the plan file: it has more than one plan twice"
    );
    let mut broken = of("a");
    broken["sweeps"][0]["threads"] = json!(0);
    let file = PlanFile::parse(&json!([of("b"), broken]).to_string()).unwrap();
    assert!(
        file.plan(Some("b"), SEED).is_ok(),
        "another plan's fault is no fault of this one"
    );
    assert!(
        file.plan(Some("a"), SEED)
            .unwrap_err()
            .to_string()
            .starts_with("[1].sweeps[0].threads: ")
    );
}

#[test]
fn a_file_that_is_no_plan_is_refused() {
    for text in [
        "",
        "{",
        "- [",
        "just words",
        "a: 1\na: 2",
        "&a [*a]",
        "\u{0}",
        "3",
    ] {
        let read = PlanFile::parse(text).and_then(|file| file.plan(None, SEED));
        assert!(read.is_err(), "{text:?}");
    }
    let large = format!("#{}", " ".repeat(FILE_BYTES_MAX));
    assert!(
        PlanFile::parse(&large)
            .unwrap_err()
            .to_string()
            .contains("larger than 1048576 bytes")
    );
    // Ten levels of ten aliases each would be ten thousand million values.
    let bomb = (1..10).fold("a0: &a0 [x]\n".to_owned(), |text, level| {
        let aliases = vec![format!("*a{}", level - 1); 10].join(",");
        format!("{text}a{level}: &a{level} [{aliases}]\n")
    });
    assert!(PlanFile::parse(&bomb).is_err());
    assert_eq!(
        PlanFile::parse("id: p\nid: q").unwrap_err().to_string(),
        "the plan file: duplicate mapping key `id` is not allowed here at line 2, column 1"
    );
    assert!(PlanFile::parse(&"- 1\n".repeat(VALUES_MAX / 2)).is_ok());
    assert!(PlanFile::parse(&"- 1\n".repeat(VALUES_MAX)).is_err());
    for deep in ["[".repeat(100_000), "{a: ".repeat(100_000), "- ".repeat(100_000)] {
        assert!(PlanFile::parse(&deep).is_err());
    }
}
