//! Plans, walked by what comes of their steps.

use crate::support::{directory, file, lines};
use crate::{MIB, command, path};
use crosspoint_bench::output::{Found, Line};

/// A plan of these steps, in a file.
fn plan(directory: &tempfile::TempDir, steps: &str) -> std::path::PathBuf {
    let plan = directory.path().join("plan.yaml");
    std::fs::write(&plan, format!("id: p\nname: P\nsteps:\n{steps}")).unwrap();
    plan
}

const READS: &str =
    "{ kind: sweep, pattern: random, blockBytes: 4096, readPercent: 100, durationSeconds: 1 }";

/// What was done, in a word each.
fn told(lines: &[Line]) -> Vec<String> {
    let of = |line: &Line| match line {
        Line::Point(point) => {
            let place = point.place.as_ref().unwrap();
            let round = place
                .round
                .map(|round| format!(" round {round}"))
                .unwrap_or_default();
            let raised = place.raised.as_ref();
            let raised = raised.map(|raised| format!(" {} {}", raised.parameter, raised.value));
            Some(format!(
                "{} {:?}{round}{}",
                point.index,
                place.step_path,
                raised.unwrap_or_default()
            ))
        }
        Line::Step(step) => Some(format!("{:?} {}", step.step_path, step.name)),
        Line::Finding(finding) => Some(match &finding.found {
            Found::Rounds { rounds, steady } => format!("{rounds} rounds {steady:?}"),
            Found::Search { highest, .. } => format!("highest {highest:?}"),
        }),
        _ => None,
    };
    lines.iter().filter_map(of).collect()
}

#[test]
fn every_step_that_needs_no_agent_is_walked() {
    let directory = directory();
    let target = file(&directory, "target", 16 * MIB);
    let streams = "{ kind: streams, durationSeconds: 1, streams: [\
        { name: a, pattern: random, blockBytes: 4096, readPercent: 100, ratePerSecond: 100 }, \
        { name: b, pattern: random, blockBytes: 4096, readPercent: 50, ratePerSecond: 20 } ] }";
    let tracked = "until: { kind: steadyState, windowRounds: 2, excursionPercent: 100, slopePercent: 100, tracked: [{ metric: iops }] }";
    // No operation takes a nanosecond: the second value of the search is never tried.
    let criterion = "{ stream: a, direction: read, overNs: 1, percentBelow: 1 }";
    let plan = plan(
        &directory,
        &format!(
            "  - {{ kind: purge, method: discard }}\n\
             \x20 - {{ kind: fill, method: sequential, blockBytes: 1048576, fills: 1 }}\n\
             \x20 - {{ kind: idle, seconds: 1 }}\n\
             \x20 - {{ kind: rounds, roundsMax: 5, {tracked}, steps: [{READS}] }}\n\
             \x20 - {{ kind: search, raise: rate, from: 1, to: 4, resolution: 1, criteria: [{criterion}], steps: [{streams}] }}\n"
        ),
    );
    let arguments = [
        path(&plan),
        "--target",
        path(&target),
        "--write-file",
        path(&target),
        "--output",
        "json-lines",
    ];
    let output = command("plan", &arguments);
    assert_eq!(
        told(&lines(&output.stdout)),
        [
            "[0] purge by discard",
            "0 [1]",
            "[2] idle for 1 s",
            "1 [3, 0] round 0",
            "2 [3, 0] round 1",
            "2 rounds Some(true)",
            "3 [4, 0] rate 1",
            "highest None",
        ]
    );
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn a_point_that_the_target_cannot_do_is_skipped_and_the_others_are_measured() {
    let directory = directory();
    let target = file(&directory, "target", MIB);
    let sweep = |sizes: &str| READS.replace("4096", sizes);
    let some = plan(&directory, &format!("  - {}\n", sweep("[100, 4096]")));
    let output = command(
        "plan",
        &[path(&some), "--target", path(&target), "--output", "json-lines"],
    );
    let told = told(&lines(&output.stdout));
    let [first, skipped, second] = &told[..] else {
        panic!("{told:?}")
    };
    assert_eq!((first.as_str(), second.as_str()), ("0 [0]", "1 [0]"));
    assert!(
        skipped.starts_with("[0] skipped: a block size of 100 bytes"),
        "{skipped}"
    );
    assert_eq!(output.status.code(), Some(0));
    // Nothing of it can be measured: that is no complete run.
    let none = plan(&directory, &format!("  - {}\n", sweep("[100, 200]")));
    let output = command("plan", &[path(&none), "--target", path(&target)]);
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn a_purge_is_writing_and_needs_the_target_named_twice() {
    let directory = directory();
    let target = file(&directory, "target", MIB);
    let before = std::fs::read(&target).unwrap();
    let plan = plan(
        &directory,
        &format!("  - {{ kind: purge, method: discard }}\n  - {READS}\n"),
    );
    let output = command("plan", &[path(&plan), "--target", path(&target)]);
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(std::fs::read(&target).unwrap(), before);
    let named = [
        path(&plan),
        "--target",
        path(&target),
        "--write-file",
        path(&target),
    ];
    assert_eq!(command("plan", &named).status.code(), Some(0));
    let after = std::fs::read(&target).unwrap();
    assert!(after.len() == before.len() && after.iter().all(|&byte| byte == 0));
}

#[test]
fn steps_that_need_an_agent_are_all_named_before_anything_starts() {
    let directory = directory();
    let target = file(&directory, "target", MIB);
    let each = format!(
        "{{ kind: each, setting: powerState, values: offered, steps: [{{ kind: purge, method: format }}, {READS}] }}"
    );
    let database = "{ kind: database, system: postgresql, benchmark: tpcbLike, sizeGib: 1, clients: 4, durationSeconds: 1 }";
    let plan = plan(
        &directory,
        &format!("  - {READS}\n  - {{ kind: set, scheduler: none }}\n  - {each}\n  - {database}\n"),
    );
    let output = command(
        "plan",
        &[
            path(&plan),
            "--target",
            path(&target),
            "--write-file",
            path(&target),
        ],
    );
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    let said = String::from_utf8_lossy(&output.stderr);
    for place in [
        "steps[1]: a set step",
        "steps[2]: an each step",
        "steps[2].steps[0]: a purge by format",
        "steps[3]: a database step needs an agent",
    ] {
        assert!(said.contains(place), "{said}");
    }
}

#[test]
fn a_list_of_what_a_plan_does_touches_no_target() {
    let directory = directory();
    let body = "{ kind: sweep, pattern: random, blockBytes: 4096, readPercent: 0, queueDepth: [1, 2], durationSeconds: 1 }";
    let each = format!("{{ kind: each, setting: powerGovernor, values: [0, 2], steps: [{body}] }}");
    let plan = plan(
        &directory,
        &format!("  - {{ kind: purge, method: format }}\n  - {each}\n"),
    );
    let output = command("plan", &[path(&plan), "--list", "--target", "/nowhere"]);
    assert_eq!(output.status.code(), Some(0));
    let point = |number: u32, depth: u32| {
        format!("   {number}  steps[1].steps[0]: 4\u{2009}KiB random write, QD{depth}\n")
    };
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        [
            "      steps[0]: purge by format\n",
            "      steps[1]: set {\"powerGovernor\":0}\n",
            &point(1, 1),
            &point(2, 2),
            "      steps[1]: set {\"powerGovernor\":2}\n",
            &point(3, 1),
            &point(4, 2),
            "      steps[1]: put powerGovernor back\n",
        ]
        .concat()
    );
    let output = command("plan", &[path(&plan), "--list", "--output", "json-lines"]);
    let lines = String::from_utf8(output.stdout).unwrap();
    let points: Vec<serde_json::Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(points.len(), 4);
    assert_eq!(points[2]["spec"]["settings"]["powerGovernor"], 2);
}

#[test]
fn a_plan_of_too_many_points_is_refused_at_once() {
    let directory = directory();
    let axis: Vec<String> = (1..=20).map(|value| value.to_string()).collect();
    let axis = axis.join(", ");
    // 20 x 20 points in each of 250 rounds are 100,000.
    let body = format!(
        "{{ kind: sweep, pattern: random, blockBytes: 4096, readPercent: [{axis}], queueDepth: [{axis}], durationSeconds: 1 }}"
    );
    let plan = plan(
        &directory,
        &format!("  - {{ kind: rounds, roundsMax: 250, steps: [{body}] }}\n"),
    );
    let output = command("plan", &[path(&plan), "--list"]);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        said.contains("steps[0]: with this step the plan has more than 4096 points"),
        "{said}"
    );
}
