//! Steps that this program cannot do by itself.

use crosspoint_bench::plan::{Plan, PurgeMethod, Step, place};

/// Each step that needs an agent, with its path and why; looked at before anything starts.
pub fn steps_for_an_agent(plan: &Plan) -> Vec<String> {
    let steps = plan.placed_steps().into_iter();
    let refused = steps.filter_map(|(path, step)| {
        let why = reason(step)?;
        Some(format!(
            "{}: {why}: launch the plan there, or leave the step out",
            place(&path)
        ))
    });
    refused.collect()
}

fn reason(step: &Step) -> Option<String> {
    match step {
        Step::Set(_) => {
            Some("a set step changes a setting of the drive, which Crosspoint's agent alone puts back".into())
        }
        Step::Each(_) => Some(
            "an each step changes a setting of the drive, which Crosspoint's agent alone puts back".into(),
        ),
        Step::SelfTest(_) => Some(
            "a self-test is a command to the drive that Crosspoint's agent alone sends and waits for".into(),
        ),
        Step::Purge(PurgeMethod::Discard) => None,
        Step::Purge(method) => Some(format!(
            "a purge by {} is a command to the drive that Crosspoint's agent alone sends",
            method.name()
        )),
        Step::Database(_) => Some(
            "a database step needs an agent: it runs PostgreSQL and pgbench on a file system of the target"
                .into(),
        ),
        Step::Fill(_)
        | Step::Sweep(_)
        | Step::Streams(_)
        | Step::Rounds(_)
        | Step::Search(_)
        | Step::Idle(_) => None,
    }
}
