//! What a plan would do, without a device.

use crate::cli::Output;
use crate::exit;
use crosspoint_bench::output::{Place, Raised};
use crosspoint_bench::plan::{Action, Plan, Point, place};
use serde_json::{Value, json};
use std::io::{self, Write};

/// Prints the longest walk: no rounds become steady, no search fails. Returns the exit code.
pub fn print(plan: &Plan, output: Output) -> u8 {
    let text = match output {
        Output::Json => format!("{:#}\n", json!({ "plan": plan.id, "points": points(plan) })),
        Output::JsonLines => points(plan).iter().map(|point| format!("{point}\n")).collect(),
        Output::Table | Output::Csv | Output::Hlog => table(plan),
    };
    // If nobody reads it, there is nobody to tell.
    let _ = io::stdout().write_all(text.as_bytes());
    exit::GOOD
}

fn points(plan: &Plan) -> Vec<Value> {
    let actions = plan.actions(|_| Vec::new()).into_iter();
    let described = actions.flat_map(|action| match action {
        Action::Measure(measurement) => measurement.points.iter().map(Point::describe).collect(),
        Action::Transact(point) => vec![point.describe()],
        _ => Vec::new(),
    });
    described.collect()
}

fn table(plan: &Plan) -> String {
    let lines = plan
        .actions(|_| Vec::new())
        .into_iter()
        .map(|action| match &action {
            Action::Measure(measurement) => {
                let points = measurement.points.iter();
                points
                    .map(|point| format!("{:>4}  {}{}\n", point.sequence + 1, at(point), point.spec))
                    .collect()
            }
            Action::Transact(point) => format!("{:>4}  {}\n", point.sequence + 1, point.spec),
            action => format!("      {}: {}\n", place(action.step_path()), describe(action)),
        });
    lines.collect()
}

fn at(point: &Point) -> String {
    crate::output::place(&place_of(point))
}

/// Where a point stands, as results have it.
pub fn place_of(point: &Point) -> Place {
    Place {
        step_path: point.step_path.clone(),
        round: point.round,
        raised: point.raised.map(|raised| Raised {
            parameter: raised.parameter.name().to_owned(),
            value: raised.value,
            confirms: raised.confirms,
        }),
    }
}

/// What an action that measures nothing does.
pub fn describe(action: &Action) -> String {
    match action {
        Action::Purge { method, .. } => format!("purge by {}", method.name()),
        Action::Set { settings, .. } => format!("set {}", json!(settings)),
        Action::Ask { setting, .. } => format!("once for every {} that the drive offers", setting.name()),
        Action::PutBack { setting, .. } => format!("put {} back", setting.name()),
        Action::Idle { duration, .. } => format!("idle for {} s", duration.as_secs()),
        Action::SelfTest { test, .. } => format!("{} self-test of the drive", test.name()),
        Action::Measure(measurement) => measurement.name(),
        Action::Transact(point) => point.spec.to_string(),
    }
}
