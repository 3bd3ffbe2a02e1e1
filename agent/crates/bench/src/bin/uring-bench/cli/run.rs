//! The options of the command `run`.

use super::load::{LoadArguments, parse_stream};
use crate::measurement::Measurement;
use clap::{Args, ValueEnum};
use crosspoint_bench::engine::{Choice, Kind};
use crosspoint_bench::environment::parse_list;
use crosspoint_bench::node::FileIdentity;
use crosspoint_bench::objective::Objective;
use crosspoint_bench::quantity::{ByteSize, TimeSpan};
use crosspoint_bench::steady_state::Criterion;
use crosspoint_bench::target::WriteConsent;
use crosspoint_bench::workload::{
    DURATION_MAX, Request, SEED_LIMIT, SteadyState, StreamRequest, Tracked, Until,
};
use std::hash::{BuildHasher, RandomState};
use std::path::PathBuf;
use std::time::Duration;

/// Measured time if nothing else ends the run.
const DURATION_DEFAULT: Duration = Duration::from_secs(30);

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Output {
    /// For a person.
    Table,
    /// For a program: one JSON object a line, see the documentation of `crosspoint_bench::output`.
    JsonLines,
    /// The same as one JSON document when the run is over.
    Json,
    /// A row for each second and direction.
    Csv,
    /// An HdrHistogram log: each second's whole histogram.
    Hlog,
}

/// Way to the target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Engine {
    /// io_uring through the block layer or file system.
    #[value(name = "io_uring")]
    IoUring,
    /// NVMe commands through io_uring to the namespace's generic device (/dev/ngXnY), past the block layer.
    Passthrough,
    /// preadv2 and pwritev2, one operation at a time per thread.
    Sync,
    /// Nowhere: measures uring-bench itself. Takes no target.
    Null,
}

/// Figure that has to become steady.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Steady {
    Iops,
    Bandwidth,
    MeanLatency,
}

#[derive(Debug, Args)]
pub struct RunArguments {
    #[command(flatten)]
    pub target: TargetArguments,
    #[command(flatten)]
    pub load: LoadArguments,
    /// One of several streams side by side, with options of its own:
    /// "name=records rw=randread bs=1536 rate=2000". Give it once for each.
    #[arg(long = "stream", id = "streams", value_name = "OPTIONS", value_parser = parse_stream,
        conflicts_with_all = ["rw", "bs", "align", "qd", "split_qd", "threads", "rate", "pace", "span", "distribution", "data", "read_percent"])]
    pub streams: Vec<StreamRequest>,
    /// Length of the measured window; 30 s if nothing else ends the run, else the longest it may take.
    #[arg(long, value_name = "TIME")]
    pub duration: Option<TimeSpan>,
    /// Time before it that is left out of the figures.
    #[arg(long, value_name = "TIME", default_value = "0s")]
    pub ramp: TimeSpan,
    /// End when so many bytes are moved.
    #[arg(long, value_name = "SIZE", group = "end")]
    pub bytes: Option<ByteSize>,
    /// End when the span is gone through so many times, such as 2 (a sequential load covers every byte each time).
    #[arg(long, value_name = "TIMES", group = "end", value_parser = parse_fills)]
    pub fills: Option<u32>,
    /// End at steady state by the SNIA criterion: the last 5 rounds differ by at most 20 % of their average and their
    /// trend by 10 %, after at most 25 rounds. These 5 are the result.
    #[arg(long, value_name = "FIGURE", group = "end", num_args = 0..=1, default_missing_value = "iops")]
    pub steady_state: Option<Steady>,
    /// Length of a round on the way to steady state, whole seconds.
    #[arg(long, value_name = "TIME", default_value = "60s", requires = "steady_state")]
    pub round: TimeSpan,
    /// Search the highest rate whose latency meets this, such as "p99.9<1ms" or "mean<200us", each try as long as
    /// --duration. Starts at --rate, or 1000 a second.
    #[arg(long, value_name = "OBJECTIVE", group = "end")]
    pub objective: Option<Objective>,
    /// Seed of all that is drawn by chance; the same seed repeats it. Drawn itself if not given.
    #[arg(long, value_parser = clap::value_parser!(u64).range(0..SEED_LIMIT))]
    pub seed: Option<u64>,
    #[command(flatten)]
    pub engine: EngineArguments,
    #[command(flatten)]
    pub how: HowArguments,
}

/// What is measured, and may it be written.
#[derive(Debug, Args)]
pub struct TargetArguments {
    /// Block device or regular file to measure. The null engine takes none.
    #[arg(long, value_name = "PATH")]
    pub target: Option<PathBuf>,
    /// Refuse the target unless it is the NVMe namespace of this identifier (NSID), by the word of its driver.
    #[arg(long, value_name = "NSID", requires = "target")]
    pub namespace_id: Option<u32>,
    /// Refuse the target unless it is this very file, and no later one in its place: the numbers of its device and inode
    /// (`stat -c %d:%i`) and when it was born, in nanoseconds since 1970 (`-` if the file system does not say).
    #[arg(long, value_name = "DEVICE:INODE:BORN", requires = "target")]
    pub file_identity: Option<FileIdentity>,
    /// Allow the drive with this serial number to be overwritten. Of a volume (md, LVM), name each drive's.
    #[arg(long, value_name = "SERIAL", group = "consent")]
    pub write_serial: Vec<String>,
    /// Allow this device without serial number to be overwritten: the target once more.
    #[arg(long, value_name = "PATH", group = "consent")]
    pub write_device: Option<PathBuf>,
    /// Allow this regular file to be overwritten: the target once more.
    #[arg(long, value_name = "PATH", group = "consent")]
    pub write_file: Option<PathBuf>,
}

/// By which way.
#[derive(Debug, Args)]
pub struct EngineArguments {
    /// Way to the target.
    #[arg(long, value_enum, default_value_t = Engine::IoUring)]
    pub engine: Engine,
    /// Ask the drive whether an operation is done, instead of waiting for its interrupt (IOPOLL; RWF_HIPRI of sync).
    #[arg(long)]
    pub poll: bool,
    /// Have a thread of the kernel hand operations over (SQPOLL).
    #[arg(long)]
    pub sqpoll: bool,
}

/// On which processors, and for whom.
#[derive(Debug, Args)]
pub struct HowArguments {
    /// Completions to wait for at a time, as fio's iodepth_batch_complete_min. More than 1 saves processor time, but
    /// an operation that is back has to wait for the others, and its latency says so.
    #[arg(long, value_name = "COUNT", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=4096))]
    pub batch: u32,
    /// Processors to pin the threads to, such as 2,4-7. Without it they are chosen beside the drive, if there
    /// are enough.
    #[arg(long, value_name = "LIST", conflicts_with = "no_pin")]
    pub cpus: Option<String>,
    /// Do not pin the threads.
    #[arg(long)]
    pub no_pin: bool,
    /// Form of the output.
    #[arg(long, value_enum, default_value_t = Output::Table)]
    pub output: Output,
    /// End the run in order when the parent process dies. Give the parent's process id to be sure that it has
    /// not died before this took effect. Linux means the thread that started this process: start it
    /// from one that lives as long as the run.
    #[arg(long, value_name = "PID", num_args = 0..=1, require_equals = true)]
    pub die_with_parent: Option<Option<i32>>,
}

/// A number of fills, in thousandths.
fn parse_fills(text: &str) -> Result<u32, String> {
    const FILLS_MAX: f64 = 1000.0;
    match text.parse::<f64>() {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a positive number below a million"
        )]
        Ok(fills) if (0.001..=FILLS_MAX).contains(&fills) => Ok((fills * 1000.0).round() as u32),
        _ => Err("expected a number from 0.001 to 1000, such as 2".into()),
    }
}

impl TargetArguments {
    /// How the target is named for writing, if it is.
    pub fn consent(&self) -> Option<WriteConsent> {
        let serials =
            (!self.write_serial.is_empty()).then(|| WriteConsent::Serials(self.write_serial.clone()));
        let device = || self.write_device.clone().map(WriteConsent::Device);
        let file = || self.write_file.clone().map(WriteConsent::File);
        serials.or_else(device).or_else(file)
    }
}

impl EngineArguments {
    /// The engine with its options.
    pub fn choice(&self) -> Choice {
        Choice {
            kind: match self.engine {
                Engine::IoUring => Kind::IoUring,
                Engine::Passthrough => Kind::Passthrough,
                Engine::Sync => Kind::Sync,
                Engine::Null => Kind::Null,
            },
            poll: self.poll,
            sqpoll: self.sqpoll,
        }
    }
}

impl HowArguments {
    /// The processors given, `None` to choose.
    pub fn cpu_list(&self) -> Option<Vec<usize>> {
        if self.no_pin {
            Some(Vec::new())
        } else {
            self.cpus.as_deref().map(parse_list)
        }
    }
}

impl RunArguments {
    /// What to measure, one run for each queue depth.
    pub fn measurements(&self) -> Vec<Measurement> {
        let engine = self.engine.choice();
        let named = self.requests().into_iter();
        named
            .map(|(name, request)| Measurement {
                name,
                engine,
                request,
            })
            .collect()
    }

    fn requests(&self) -> Vec<(String, Request)> {
        // One seed for all: only the depth differs.
        let seed = self.seed.unwrap_or_else(random_seed);
        let request = |streams| Request {
            streams,
            ramp: self.ramp.duration(),
            until: self.until(),
            seed,
        };
        if !self.streams.is_empty() {
            return vec![(String::new(), request(self.streams.clone()))];
        }
        let depths = self.load.depths().into_iter();
        depths
            .map(|depth| (format!("QD{depth}"), request(vec![self.load.stream(depth)])))
            .collect()
    }

    fn until(&self) -> Until {
        let given = self.duration.map(TimeSpan::duration);
        let at_most = given.unwrap_or(DURATION_MAX);
        if let Some(bytes) = self.bytes {
            return Until::Bytes {
                bytes: bytes.bytes(),
                at_most,
            };
        }
        if let Some(thousandths) = self.fills {
            return Until::Fills { thousandths, at_most };
        }
        if let Some(figure) = self.steady_state {
            return Until::SteadyState(SteadyState {
                round: self.round.duration(),
                tracked: match figure {
                    Steady::Iops => Tracked::Iops,
                    Steady::Bandwidth => Tracked::Bandwidth,
                    Steady::MeanLatency => Tracked::MeanLatency,
                },
                criterion: Criterion::default(),
            });
        }
        Until::Elapsed(given.unwrap_or(DURATION_DEFAULT))
    }
}

/// A `RandomState` is keyed by the system's random numbers.
pub fn random_seed() -> u64 {
    RandomState::new().hash_one(0) % SEED_LIMIT
}
