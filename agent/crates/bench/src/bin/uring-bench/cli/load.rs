//! The options that describe a load.

use clap::{Args, Parser, ValueEnum};
use crosspoint_bench::arrivals::Pace;
use crosspoint_bench::block_mix::BlockMix;
use crosspoint_bench::content::Data;
use crosspoint_bench::distribution::Distribution;
use crosspoint_bench::output::Pattern;
use crosspoint_bench::quantity::{ByteSize, Span};
use crosspoint_bench::workload::{Depth, Load, QUEUE_DEPTH_MAX, StreamRequest, THREADS_MAX};
use std::str::FromStr;

/// Operations in flight of an open loop if not said otherwise: enough to hold what a drive falls behind.
const OPEN_LOOP_DEPTH: u32 = 256;

/// What to read and write; the names are those of fio.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "lower")]
#[expect(clippy::enum_variant_names, reason = "these are the names of fio")]
pub enum Rw {
    Randread,
    Randwrite,
    Randrw,
    Read,
    Write,
    Rw,
}

/// A load, or one stream of it.
#[derive(Debug, Clone, Args)]
pub struct LoadArguments {
    /// Order and direction of the operations.
    #[arg(long, required_unless_present = "streams")]
    pub rw: Option<Rw>,
    /// Percentage of reads in randrw and rw.
    #[arg(long, value_name = "PERCENT", default_value_t = 50, value_parser = clap::value_parser!(u8).range(0..=100))]
    pub read_percent: u8,
    /// Block size, or a mix with the percentage of each: 512:10,4k:60,64k:30.
    #[arg(long, value_name = "SIZE|MIX", default_value = "4k")]
    pub bs: BlockMix,
    /// Alignment of random offsets; by default each operation's own size.
    #[arg(long, value_name = "SIZE")]
    pub align: Option<ByteSize>,
    /// Operations in flight per thread; in an open loop, the maximum (256 if not given). A list (1,4,16) or a
    /// doubling range (1..64) measures one depth after the other.
    #[arg(long, value_name = "DEPTH|LIST")]
    pub qd: Option<DepthList>,
    /// Split the queue depth over at most --threads threads, instead of using it for each thread.
    #[arg(long)]
    pub split_qd: bool,
    /// Number of threads, each with its own engine.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=i64::from(THREADS_MAX)))]
    pub threads: u32,
    /// Open loop: total operations per second, however long they take. Latency counts from the intended start.
    #[arg(long, value_name = "PER_SECOND")]
    pub rate: Option<f64>,
    /// Spacing of the operations in an open loop: fixed, or poisson (random, as from many users).
    #[arg(long, default_value = "fixed")]
    pub pace: Pace,
    /// Part of the target to use, from its beginning: a size or a percentage.
    #[arg(long, value_name = "SIZE|PERCENT", default_value = "100%")]
    pub span: Span,
    /// Distribution of random offsets: uniform, zipf:1.1, or hotspot:90/10 (90 % of the operations on 10 % of the
    /// offsets).
    #[arg(long, default_value = "uniform")]
    pub distribution: Distribution,
    /// Make a single fill (--rw randwrite --fills 1) leave the drive as many random overwrites would, assuming this
    /// over-provisioning of the drive, as fio's sprandom. Best on a drive that was erased before.
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(1..=100))]
    pub sprandom: Option<u8>,
    /// Data to write: incompressible, compressible:2 (shrinks by that ratio), or verified (each sector records its
    /// location and which write it came from; reads are checked, and everything written is read back at the end).
    #[arg(long, default_value = "incompressible")]
    pub data: Data,
}

/// One stream of several, as its option describes it.
#[derive(Debug, Clone, Parser)]
#[command(no_binary_name = true, disable_help_flag = true, disable_version_flag = true)]
struct StreamArguments {
    #[command(flatten)]
    load: LoadArguments,
    #[arg(long)]
    name: Option<String>,
    /// Only for `required_unless_present` of the load.
    #[arg(long, hide = true)]
    streams: bool,
}

/// Reads `name=records rw=randread bs=1536 rate=2000`.
pub fn parse_stream(text: &str) -> Result<StreamRequest, String> {
    let mut arguments = Vec::new();
    for word in text.split_whitespace() {
        let (key, value) = word
            .split_once('=')
            .ok_or_else(|| format!("\"{word}\" is not of the form option=value"))?;
        if key == "streams" {
            return Err("a stream has no streams of its own".into());
        }
        arguments.push(format!("--{key}"));
        if !(key == "split-qd" && value == "true") {
            arguments.push(value.to_owned());
        }
    }
    let stream = StreamArguments::try_parse_from(arguments)
        .map_err(|error| error.to_string().lines().next().unwrap_or_default().to_owned())?;
    let depths = stream.load.depths();
    if depths.len() > 1 {
        return Err("a stream has a single queue depth".into());
    }
    Ok(StreamRequest {
        name: stream.name,
        ..stream.load.stream(depths[0])
    })
}

impl LoadArguments {
    /// The queue depths to measure, at least one.
    pub fn depths(&self) -> Vec<u32> {
        match &self.qd {
            Some(list) => list.0.clone(),
            None if self.rate.is_some() => vec![OPEN_LOOP_DEPTH],
            None => vec![1],
        }
    }

    /// The stream at this queue depth.
    pub fn stream(&self, depth: u32) -> StreamRequest {
        let (pattern, read_percent) = match self.rw {
            Some(Rw::Randwrite) if self.sprandom.is_some() => (Pattern::Sprandom, 0),
            Some(Rw::Randread) | None => (Pattern::Random, 100),
            Some(Rw::Randwrite) => (Pattern::Random, 0),
            Some(Rw::Randrw) => (Pattern::Random, self.read_percent),
            Some(Rw::Read) => (Pattern::Sequential, 100),
            Some(Rw::Write) => (Pattern::Sequential, 0),
            Some(Rw::Rw) => (Pattern::Sequential, self.read_percent),
        };
        StreamRequest {
            name: None,
            pattern,
            read_percent,
            blocks: self.bs.clone(),
            align_bytes: self.align.map(ByteSize::bytes),
            depth: if self.split_qd {
                Depth::Total {
                    depth,
                    threads_max: self.threads,
                }
            } else {
                Depth::PerThread {
                    depth,
                    threads: self.threads,
                }
            },
            load: match self.rate {
                None => Load::Closed,
                Some(rate_per_second) => Load::Open {
                    rate_per_second,
                    pace: self.pace,
                },
            },
            span: self.span,
            distribution: self.distribution,
            data: self.data,
            over_provisioning_percent: self.sprandom,
        }
    }
}

/// Queue depths: `16`, `1,4,16` or `1..64`, which doubles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DepthList(Vec<u32>);

impl FromStr for DepthList {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let depth = |text: &str| match text.trim().parse() {
            // A split depth may be that of many threads.
            Ok(depth) if (1..=QUEUE_DEPTH_MAX * THREADS_MAX).contains(&depth) => Ok(depth),
            _ => Err(format!(
                "\"{text}\" is not a queue depth: expected a number from 1, such as 32"
            )),
        };
        if let Some((first, last)) = text.split_once("..") {
            let (first, last) = (depth(first)?, depth(last)?);
            if first > last {
                return Err(format!(
                    "\"{text}\" is empty: a range goes upwards, such as 1..64"
                ));
            }
            let mut depths: Vec<u32> = std::iter::successors(Some(first), |&depth| {
                depth.checked_mul(2).filter(|&next| next < last)
            })
            .collect();
            if last > first {
                depths.push(last);
            }
            return Ok(DepthList(depths));
        }
        text.split(',')
            .map(depth)
            .collect::<Result<_, _>>()
            .map(DepthList)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_and_ranges_of_queue_depths() {
        for (text, depths) in [
            ("16", vec![16]),
            ("1,4, 16", vec![1, 4, 16]),
            ("1..64", vec![1, 2, 4, 8, 16, 32, 64]),
            ("3..20", vec![3, 6, 12, 20]),
            ("8..8", vec![8]),
        ] {
            assert_eq!(text.parse::<DepthList>().unwrap().0, depths, "{text}");
        }
        for text in ["", "0", "x", "4..2", "1,,2", "1...4", "-1"] {
            assert!(text.parse::<DepthList>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_stream_of_its_own() {
        let stream =
            parse_stream("name=large rw=randrw read-percent=50 bs=128k rate=47.06 pace=poisson span=50%")
                .unwrap();
        assert_eq!(stream.name.as_deref(), Some("large"));
        assert_eq!((stream.read_percent, stream.blocks.largest()), (50, 131_072));
        assert_eq!(
            stream.load,
            Load::Open {
                rate_per_second: 47.06,
                pace: Pace::Poisson
            }
        );
        assert_eq!(
            stream.depth,
            Depth::PerThread {
                depth: 256,
                threads: 1
            }
        );
        for text in [
            "",
            "bs=4k",
            "rw=randread bs",
            "rw=randread bs=4kB",
            "rw=read qd=1,2",
            "rw=read streams=1",
        ] {
            assert!(parse_stream(text).is_err(), "{text}");
        }
    }
}
