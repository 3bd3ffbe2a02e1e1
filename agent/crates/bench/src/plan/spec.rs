//! All that is asked of a point, and what it is called.

use super::setting::DriveSettings;
use crate::content::Data;
use crate::distribution::Distribution;
use crate::engine::Choice;
use crate::output::Pattern;
use crate::workload::{Depth, Load, Slices, StreamRequest, Until};
use std::fmt;
use std::time::Duration;

/// U+2009, between a number and its unit.
const THIN_SPACE: char = '\u{2009}';

/// What a point is measured for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Its figures.
    Measure,
    /// What it does to the target: its figures are shown, and never a result.
    Precondition,
}

/// The specification of a point, defaults written out. Displayed, it is what the point is called: "4 KiB random 67 % read,
/// QD32, 4 threads".
#[derive(Debug, Clone, PartialEq)]
pub struct Spec {
    /// What for.
    pub purpose: Purpose,
    /// By which way.
    pub engine: Choice,
    /// The operations; named if there are others beside them.
    pub stream: StreamRequest,
    /// What runs at the same time, by name; each is a point of its own.
    pub beside: Vec<StreamRequest>,
    /// Length of the ramp, which is in no result; whole seconds.
    pub ramp: Duration,
    /// What ends it.
    pub until: Until,
    /// Slow operations are counted by slices of the measured window.
    pub slices: Option<Slices>,
    /// Settings of the drive that the plan has made and that are in effect.
    pub settings: DriveSettings,
    /// What steps before did to the target, in order; empty if it is as it was found.
    pub precondition: Vec<String>,
}

impl Spec {
    /// Whether any of its operations may write.
    pub fn writes(&self) -> bool {
        self.stream.read_percent < 100
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stream = &self.stream;
        if let Some(name) = &stream.name {
            write!(f, "{name}: ")?;
        }
        write!(
            f,
            "{} {} {}",
            blocks(stream),
            pattern(stream),
            direction(stream.read_percent)
        )?;
        match stream.depth {
            Depth::PerThread { depth, threads: 1 } => write!(f, ", QD{depth}")?,
            Depth::PerThread { depth, threads } => write!(f, ", QD{depth}, {threads} threads")?,
            Depth::Total { depth, threads_max } => {
                write!(f, ", QD{depth} over {threads_max} threads at most")?;
            }
        }
        if let Load::Open {
            rate_per_second,
            pace,
        } = stream.load
        {
            write!(f, ", {rate_per_second}/s {pace}")?;
        }
        if stream.distribution != Distribution::Uniform {
            write!(f, ", {}", stream.distribution)?;
        }
        if let Some(bytes) = stream.align_bytes {
            write!(f, ", aligned to {}", block_size(bytes))?;
        }
        if stream.data != Data::Incompressible {
            write!(f, ", {}", stream.data)?;
        }
        if self.engine != Choice::DEFAULT {
            write!(f, ", {}", self.engine)?;
        }
        Ok(())
    }
}

fn pattern(stream: &StreamRequest) -> &'static str {
    match stream.pattern {
        Pattern::Random => "random",
        Pattern::Sequential => "sequential",
        Pattern::Sprandom => "sprandom",
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
