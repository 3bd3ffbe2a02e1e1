//! What a point is called: as the server calls it (`describeWorkload` of packages/domain), and beyond what the
//! server can ask for, whatever else sets it apart from other points.

use crate::content::Data;
use crate::distribution::Distribution;
use crate::engine::Choice;
use crate::output::Pattern;
use crate::workload::{Depth, Load, StreamRequest};
use std::fmt::{Arguments, Write};

/// U+2009, between a number and its unit.
const THIN_SPACE: char = '\u{2009}';

/// The name of a point with a single stream: "4 KiB random 67 % read, QD32, 4 threads".
pub(super) fn name(stream: &StreamRequest, engine: Choice) -> String {
    let mut name = format!(
        "{} {} {}",
        blocks(stream),
        pattern(stream),
        direction(stream.read_percent)
    );
    match stream.depth {
        Depth::PerThread { depth, threads: 1 } => push(&mut name, format_args!("QD{depth}")),
        Depth::PerThread { depth, threads } => push(&mut name, format_args!("QD{depth}, {threads} threads")),
        Depth::Total { depth, threads_max } => {
            push(
                &mut name,
                format_args!("QD{depth} over {threads_max} threads at most"),
            );
        }
    }
    if let Load::Open {
        rate_per_second,
        pace,
    } = stream.load
    {
        push(&mut name, format_args!("{rate_per_second}/s {pace}"));
    }
    if stream.distribution != Distribution::Uniform {
        push(&mut name, format_args!("{}", stream.distribution));
    }
    if let Some(bytes) = stream.align_bytes {
        push(&mut name, format_args!("aligned to {}", block_size(bytes)));
    }
    if stream.data != Data::Incompressible {
        push(&mut name, format_args!("{}", stream.data));
    }
    if engine != Choice::DEFAULT {
        push(&mut name, format_args!("{engine}"));
    }
    name
}

fn push(name: &mut String, part: Arguments<'_>) {
    write!(name, ", {part}").expect("writing into a String cannot fail");
}

fn pattern(stream: &StreamRequest) -> &'static str {
    match stream.pattern {
        Pattern::Random => "random",
        Pattern::Sequential => "sequential",
    }
}

fn direction(read_percent: u8) -> String {
    match read_percent {
        100 => "read".into(),
        0 => "write".into(),
        percent => format!("{percent} % read"),
    }
}

fn blocks(stream: &StreamRequest) -> String {
    match stream.blocks.shares() {
        [only] => block_size(only.bytes.into()),
        _ => stream.blocks.to_string(),
    }
}

/// A size in the largest unit that says it exactly in four digits, and else in bytes: no two sizes share a
/// text. Where `formatBlockSize` of packages/domain is exact, this is what it writes.
fn block_size(bytes: u64) -> String {
    let exact = |(unit, factor): (&str, f64)| {
        let value = (bytes as f64 / factor).to_string();
        let digits = value.bytes().filter(u8::is_ascii_digit).count();
        (bytes as f64 >= factor && digits <= 4).then(|| format!("{value}{THIN_SPACE}{unit}"))
    };
    let units = [("MiB", 1_048_576.0), ("KiB", 1_024.0)];
    units
        .into_iter()
        .find_map(exact)
        .unwrap_or_else(|| format!("{bytes}{THIN_SPACE}B"))
}
