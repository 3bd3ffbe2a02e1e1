//! What is no plan, and how an error says so.

use super::*;
use crate::plan::document::{self, VALUES_MAX};

#[test]
fn an_error_names_the_path_to_its_field() {
    for (extra, message) in [
        (
            json!({ "queueDepth": [1, 2, "x"] }),
            "steps[0].queueDepth[2]: expected a whole number from 1 to 4096, found \"x\"",
        ),
        (
            json!({ "queueDepth": [] }),
            "steps[0].queueDepth: a list of 1 to 64 is expected, not of 0",
        ),
        (
            json!({ "queueDepth": [1, 1] }),
            "steps[0].queueDepth[1]: the value is there twice",
        ),
        (
            json!({ "queueDepth": 4097 }),
            "steps[0].queueDepth: expected a whole number from 1 to 4096, found 4097",
        ),
        (
            json!({ "queueDepth": -1 }),
            "steps[0].queueDepth: expected a whole number from 1 to 4096, found -1",
        ),
        (
            json!({ "queueDepth": 1.5 }),
            "steps[0].queueDepth: expected a whole number from 1 to 4096, found 1.5",
        ),
    ] {
        assert_eq!(error(extra), message);
    }
}

#[test]
fn an_error_says_what_is_expected_instead() {
    for (extra, message) in [
        (
            json!({ "blockBytes": [4096, "4k"] }),
            "steps[0].blockBytes[1]: expected a whole number of bytes, found \"4k\"",
        ),
        (
            json!({ "blockBytes": 0 }),
            "steps[0].blockBytes: 0 bytes are out of range: it may be 1 to 67108864",
        ),
        (
            json!({ "pattern": "zigzag" }),
            "steps[0].pattern: expected random or sequential",
        ),
        (json!({ "pattern": null }), "steps[0].pattern: is missing"),
        (
            json!({ "engine": "io_uring+fast" }),
            "steps[0].engine: behind an engine stand +poll and +sqpoll, each once",
        ),
        (
            json!({ "distribution": "pareto" }),
            "steps[0].distribution: \"pareto\" is not a distribution: expected uniform, zipf:1.1 or hotspot:90/10",
        ),
        (
            json!({ "steadyState": { "roundSeconds": 0 }, "durationSeconds": null }),
            "steps[0].steadyState.roundSeconds: expected a whole number from 1 to 604800, found 0",
        ),
        (
            json!({ "spanPercent": 0 }),
            "steps[0].spanPercent: expected a whole number from 1 to 100, found 0",
        ),
        (
            json!({ "readPercent": [[100]] }),
            "steps[0].readPercent[0]: expected a whole number from 0 to 100, found a list",
        ),
    ] {
        assert_eq!(error(extra), message);
    }
    let unknown = error(json!({ "queue_dept": 1 }));
    assert!(
        unknown.starts_with("steps[0]: there is no field \"queue_dept\"; there are kind, engine, pattern,"),
        "{unknown}"
    );
    let contradiction = error(json!({ "engine": "null+poll" }));
    assert!(
        contradiction.starts_with("steps[0].engine: the null engine"),
        "{contradiction}"
    );
}

#[test]
fn a_plan_that_reads_only_may_not_write() {
    let mut plan = plan_of(json!([
        sweep(json!({})),
        sweep(json!({ "readPercent": [100, 99] }))
    ]));
    assert!(Plan::read(&plan).is_ok());
    plan["readsOnly"] = json!(true);
    assert_eq!(
        Plan::read(&plan).unwrap_err().to_string(),
        "readsOnly: it says that no point writes, but steps[1] does"
    );
}

#[test]
fn more_points_than_a_plan_may_have_are_refused_before_they_are_made() {
    let axis: Vec<u32> = (1..=64).collect();
    let huge = json!({ "queueDepth": axis, "threads": axis, "ratePerSecond": axis, "alignBytes": axis });
    assert_eq!(
        error(huge),
        "steps[0]: its axes multiply to more than 4096 points"
    );
    let half = |pattern| {
        let reads: Vec<u32> = (1..=32).collect();
        sweep(json!({ "queueDepth": axis, "readPercent": reads, "pattern": pattern }))
    };
    let whole = plan_of(json!([half("random"), half("sequential")]));
    assert_eq!(Plan::read(&whole).unwrap().points().len(), 4096);
    assert_eq!(
        error_of(json!([half("random"), half("sequential"), sweep(json!({}))])),
        "steps[2]: with this step the plan has more than 4096 points"
    );
}

#[test]
fn a_plan_has_a_name_and_steps() {
    assert_eq!(
        Plan::read(&json!([])).unwrap_err().to_string(),
        "the plan: expected a mapping, found a list",
        "one plan a file"
    );
    let mut plan = plan_of(json!([sweep(json!({}))]));
    plan["sweeps"] = json!([]);
    assert_eq!(
        Plan::read(&plan).unwrap_err().to_string(),
        "the plan: there is no field \"sweeps\"; there are id, name, description, readsOnly, steps, source, follows, departs"
    );
    assert_eq!(
        Plan::read(&json!({ "id": "p", "name": "P" }))
            .unwrap_err()
            .to_string(),
        "steps: is missing"
    );
    let steps = vec![sweep(json!({})); 65];
    assert_eq!(
        error_of(json!(steps)),
        "steps: a list of 1 to 64 is expected, not of 65"
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
        let read = Plan::parse(text);
        assert!(read.is_err(), "{text:?}");
    }
    let large = format!("#{}", " ".repeat(FILE_BYTES_MAX));
    assert!(
        Plan::parse(&large)
            .unwrap_err()
            .to_string()
            .contains("larger than 1048576 bytes")
    );
    // Ten levels of ten aliases each would be ten thousand million values.
    let bomb = (1..10).fold("a0: &a0 [x]\n".to_owned(), |text, level| {
        let aliases = vec![format!("*a{}", level - 1); 10].join(",");
        format!("{text}a{level}: &a{level} [{aliases}]\n")
    });
    assert!(Plan::parse(&bomb).is_err());
    assert_eq!(
        Plan::parse("id: p\nid: q").unwrap_err().to_string(),
        "the plan: duplicate mapping key `id` is not allowed here at line 2, column 1"
    );
    assert!(document::parse(&"- 1\n".repeat(VALUES_MAX / 2)).is_ok());
    assert!(document::parse(&"- 1\n".repeat(VALUES_MAX)).is_err());
    for deep in ["[".repeat(100_000), "{a: ".repeat(100_000), "- ".repeat(100_000)] {
        assert!(Plan::parse(&deep).is_err());
    }
}
