//! The examples of the documentation: of the module, and of docs/plans.md.

use super::*;

fn module() -> String {
    let lines = include_str!("../mod.rs")
        .lines()
        .filter_map(|line| line.strip_prefix("//!"));
    lines
        .map(|line| format!("{}\n", line.strip_prefix(' ').unwrap_or(line)))
        .collect()
}

/// The YAML blocks of a text: a plan, and lists of steps.
fn examples(text: &str) -> Vec<String> {
    let blocks = text.split("```yaml\n").skip(1);
    blocks
        .map(|block| block.split("```").next().unwrap().to_owned())
        .collect()
}

#[test]
fn every_example_is_a_plan_and_there_is_one_of_each_kind() {
    are_plans(&examples(&module()));
}

/// packages/catalog/src/plan-docs.test.ts reads the same ones.
#[test]
fn every_example_of_the_language_s_page_is_a_plan_too() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../docs/plans.md");
    are_plans(&examples(&std::fs::read_to_string(path).unwrap()));
}

fn are_plans(examples: &[String]) {
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
        "sweep", "streams", "purge", "fill", "set", "idle", "rounds", "each", "search", "selfTest",
    ];
    for kind in all {
        assert!(kinds.iter().any(|known| known == kind), "{kind} has an example");
    }
}
