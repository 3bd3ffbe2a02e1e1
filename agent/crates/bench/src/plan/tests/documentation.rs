//! The examples of the module's documentation.

use super::*;

/// The YAML blocks of the documentation: a plan, and lists of steps.
fn examples() -> Vec<String> {
    let lines = include_str!("../mod.rs")
        .lines()
        .filter_map(|line| line.strip_prefix("//!"));
    let text: String = lines
        .map(|line| format!("{}\n", line.strip_prefix(' ').unwrap_or(line)))
        .collect();
    let blocks = text.split("```yaml\n").skip(1);
    blocks
        .map(|block| block.split("```").next().unwrap().to_owned())
        .collect()
}

#[test]
fn every_example_is_a_plan_and_there_is_one_of_each_kind() {
    let examples = examples();
    assert!(Plan::parse(&examples[0]).unwrap().reads_only);
    let mut kinds = Vec::new();
    for steps in &examples[1..] {
        let Value::Array(mut steps) = document::parse(steps).unwrap() else {
            panic!("{steps} is a list")
        };
        kinds.extend(steps.iter().map(|step| step["kind"].as_str().unwrap().to_owned()));
        steps.push(sweep(json!({})));
        Plan::read(&plan_of(json!(steps))).unwrap_or_else(|error| panic!("{error}: {steps:?}"));
    }
    let all = [
        "sweep", "streams", "purge", "fill", "set", "idle", "rounds", "each", "search",
    ];
    for kind in all {
        assert!(kinds.iter().any(|known| known == kind), "{kind} has an example");
    }
}
