//! What is about to be measured, as a person reads it.

use super::table::push_warnings;
use crosspoint_bench::output::{Load, Pattern, Start, Stream, Until};
use crosspoint_bench::quantity::format_bytes;
use std::fmt::Write;

/// What is about to be measured.
pub fn heading(start: &Start) -> String {
    let target = &start.target;
    let named = |what: &str, value: &Option<String>| {
        value
            .as_ref()
            .map(|value| format!(", {what}{value}"))
            .unwrap_or_default()
    };
    let mut text = format!(
        "{} ({}{}{})\n",
        target.path,
        format_bytes(target.capacity_bytes),
        named("", &target.model),
        named("serial ", &target.serial),
    );
    for member in &target.members {
        let _ = writeln!(
            text,
            "  built on {}{}{}",
            member.path,
            named("", &member.model),
            named("serial ", &member.serial)
        );
    }
    for stream in &start.workload.streams {
        let _ = writeln!(text, "{}", describe(stream));
    }
    let _ = writeln!(
        text,
        "{}, seed {}\n{}",
        describe_end(start),
        start.workload.seed,
        start.environment.engine_flags.join(" ")
    );
    push_warnings(&mut text, &start.warnings);
    text
}

fn describe(stream: &Stream) -> String {
    let pattern = match stream.pattern {
        Pattern::Random => "random",
        Pattern::Sequential => "sequential",
        Pattern::Sprandom => "sprandom",
    };
    let direction = match stream.read_percent {
        100 => "read".to_owned(),
        0 => "write".to_owned(),
        percent => format!("{percent} % read, {} % write", 100 - percent),
    };
    let load = match &stream.load {
        Load::Closed => format!("depth {}", stream.queue_depth),
        Load::Open {
            rate_per_second,
            pace,
        } => {
            format!(
                "{rate_per_second} per second ({pace}), at most {} in flight",
                stream.queue_depth
            )
        }
    };
    let name = stream
        .name
        .as_ref()
        .map(|name| format!("{name}: "))
        .unwrap_or_default();
    let mut text = format!(
        "{name}{} {pattern} {direction}, {load} over {} thread{}, span {}",
        stream.blocks,
        stream.threads,
        if stream.threads == 1 { "" } else { "s" },
        format_bytes(stream.span_bytes),
    );
    if let Some(align) = stream.align_bytes {
        let _ = write!(text, ", aligned to {}", format_bytes(align));
    }
    if stream.distribution != "uniform" {
        let _ = write!(text, ", {}", stream.distribution);
    }
    if stream.data != "incompressible" && stream.read_percent < 100 {
        let _ = write!(text, ", data {}", stream.data);
    }
    text
}

fn describe_end(start: &Start) -> String {
    let seconds = |ms: u64| ms as f64 / 1e3;
    match &start.workload.until {
        Until::Elapsed { duration_ms } => format!(
            "{} s after a warm-up of {} s",
            seconds(*duration_ms),
            seconds(start.workload.ramp_ms)
        ),
        Until::Bytes { bytes, .. } => format!("until {} are transferred", format_bytes(*bytes)),
        Until::Fills { fills, .. } => format!("until the span has been covered {fills} times"),
        Until::SteadyState {
            round_ms,
            rounds_max,
            window_rounds,
            ..
        } => format!(
            "until steady state: {window_rounds} steady rounds of {} s, at most {rounds_max} rounds",
            seconds(*round_ms)
        ),
    }
}
