//! The commands `guard` and `info`, which change nothing.

use crate::cli::{ExamineArguments, Form};
use crate::exit;
use crosspoint_bench::engine::support;
use crosspoint_bench::environment;
use crosspoint_bench::host::Host;
use crosspoint_bench::output::{Environment, Target as Described};
use crosspoint_bench::quantity::format_bytes;
use crosspoint_bench::target::{Target, TargetError};
use serde_json::json;
use std::fmt::Write as _;
use std::io::{self, Write};

/// Tells whether the target may be written; returns the exit code.
pub fn guard(arguments: &ExamineArguments) -> u8 {
    match Target::examine(&arguments.target, &Host::default()) {
        Ok((reasons, target)) => {
            let reasons: Vec<String> = reasons.iter().map(ToString::to_string).collect();
            let notes = target
                .as_ref()
                .map(|target| target.notes().to_vec())
                .unwrap_or_default();
            let consent = target.map(|target| target.consent_needed());
            print(&verdict(arguments, &reasons, &notes, consent.as_deref()));
            if reasons.is_empty() {
                exit::GOOD
            } else {
                exit::REFUSED
            }
        }
        Err(error) => complain(arguments.output, &error),
    }
}

/// Tells what surrounds a measurement of the target; returns the exit code.
pub fn info(arguments: &ExamineArguments) -> u8 {
    let host = Host::default();
    let target = match Target::open_to_read(&arguments.target, &host) {
        Ok(target) => target,
        Err(error) => return complain(arguments.output, &error),
    };
    let surroundings = environment::survey(&host, target.device(), target.logical_block_bytes());
    let engines = support::possibilities(&target, &host);
    let described = target.describe();
    let mut warnings: Vec<String> = described
        .in_use
        .iter()
        .map(|usage| format!("the target is in use: {usage}"))
        .collect();
    warnings.extend(environment::warnings(&surroundings));
    if arguments.output == Form::JsonLines {
        let engines: Vec<_> = engines
            .iter()
            .map(|engine| json!({ "engine": engine.choice.to_string(), "obstacle": engine.obstacle, "note": engine.note }))
            .collect();
        let line = json!({
            "type": "info", "target": described, "environment": surroundings, "engines": engines, "warnings": warnings,
        });
        print(&format!("{line}\n"));
    } else {
        print(&table(&described, &surroundings, &engines, &warnings));
    }
    exit::GOOD
}

/// If nobody reads it, the exit code still tells.
fn print(text: &str) {
    let _ = io::stdout().write_all(text.as_bytes());
}

fn complain(form: Form, error: &TargetError) -> u8 {
    let (remedy, errno) = (error.remedy(), error.errno());
    if form == Form::JsonLines {
        let line = json!({ "type": "error", "message": error.to_string(), "remedy": remedy, "errno": errno });
        print(&format!("{line}\n"));
    } else {
        let _ = writeln!(io::stderr(), "uring-bench: {error}\n  remedy: {remedy}");
    }
    exit::TARGET
}

fn verdict(
    arguments: &ExamineArguments,
    reasons: &[String],
    notes: &[String],
    consent: Option<&str>,
) -> String {
    let target = arguments.target.display();
    if arguments.output == Form::JsonLines {
        let line = json!({
            "type": "guard",
            "target": target.to_string(),
            "mayBeWritten": reasons.is_empty(),
            "reasons": reasons,
            "notes": notes,
            "consent": consent,
        });
        return format!("{line}\n");
    }
    let known: String = notes.iter().map(|note| format!("note: {note}\n")).collect();
    if reasons.is_empty() {
        let consent = consent.unwrap_or_default();
        return format!(
            "{target} may be written: nothing uses it, and no signature was found on it.\nTo write to it, add {consent}.\n{known}"
        );
    }
    let list: String = reasons.iter().map(|reason| format!("  - {reason}\n")).collect();
    format!("{target} must not be written:\n{list}{known}")
}

fn table(
    target: &Described,
    surroundings: &Environment,
    engines: &[support::Possibility],
    warnings: &[String],
) -> String {
    let mut rows = rows_of_target(target);
    rows.extend(rows_of_surroundings(surroundings));
    rows.extend(engines.iter().map(row_of_engine));
    let mut text = String::new();
    for (name, value) in rows {
        let _ = writeln!(text, "{name:<16}{}", value.unwrap_or_else(|| "unknown".into()));
    }
    for warning in warnings {
        let _ = writeln!(text, "warning: {warning}");
    }
    text
}

/// A name and what is known of it.
type Row = (&'static str, Option<String>);

fn rows_of_target(target: &Described) -> Vec<Row> {
    let size = format_bytes(target.capacity_bytes);
    let mut rows = vec![
        ("target", Some(format!("{} ({size})", target.path))),
        ("model", target.model.clone()),
        ("serial", target.serial.clone()),
    ];
    rows.extend(target.members.iter().map(|member| {
        let serial = member.serial.as_deref().unwrap_or_default();
        ("built on", Some(format!("{} {serial}", member.path)))
    }));
    rows
}

fn rows_of_surroundings(surroundings: &Environment) -> Vec<Row> {
    let link = surroundings.pcie_link.as_ref().map(|link| {
        format!(
            "{} x{} of {} x{}",
            link.speed, link.width, link.max_speed, link.max_width
        )
    });
    vec![
        (
            "logical block",
            Some(format_bytes(surroundings.logical_block_bytes.into())),
        ),
        ("scheduler", surroundings.scheduler.clone()),
        ("write cache", surroundings.write_cache.clone()),
        ("PCIe link", link),
        ("NUMA node", surroundings.numa_node.map(|node| node.to_string())),
        (
            "poll queues",
            surroundings.poll_queues.map(|count| count.to_string()),
        ),
        (
            "processor",
            Some(format!("{} x {}", surroundings.cpu_count, surroundings.cpu_model)),
        ),
        ("governor", surroundings.governor.clone()),
        ("kernel", Some(surroundings.kernel.clone())),
        ("mitigations", surroundings.mitigations.clone()),
    ]
}

fn row_of_engine(engine: &support::Possibility) -> Row {
    let state = engine.obstacle.as_ref().or(engine.note.as_ref());
    let state = state.map_or("available", String::as_str);
    ("engine", Some(format!("{}: {state}", engine.choice)))
}
