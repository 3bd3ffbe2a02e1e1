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
    DURATION_MAX, Request, SEED_LIMIT, Slices, SteadyState, StreamRequest, Tracked, Until,
};
use std::hash::{BuildHasher, RandomState};
use std::path::PathBuf;
use std::time::Duration;

/// Duration if nothing else ends the run.
const DURATION_DEFAULT: Duration = Duration::from_secs(30);

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Output {
    /// For a person.
    Table,
    /// For a program: one JSON object per line, see the documentation of `crosspoint_bench::output`.
    JsonLines,
    /// The same as one JSON document at the end of the run.
    Json,
    /// A row for each second and direction.
    Csv,
    /// An HdrHistogram log: the full histogram of each second.
    Hlog,
}

/// How the target is accessed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Engine {
    /// io_uring through the block layer or file system.
    #[value(name = "io_uring")]
    IoUring,
    /// NVMe commands through io_uring to the namespace's generic device (/dev/ngXnY), past the block layer.
    Passthrough,
    /// preadv2 and pwritev2, one operation at a time per thread.
    Sync,
    /// io_uring's own no-operation, through the same ring: measures uring-bench and the kernel's ring. Takes no target.
    Nop,
    /// No I/O: measures uring-bench itself. Takes no target.
    Null,
}

/// Metric that has to become steady.
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
    /// One of several parallel streams, with its own options:
    /// "name=records rw=randread bs=1536 rate=2000". Give it once for each.
    #[arg(long = "stream", id = "streams", value_name = "OPTIONS", value_parser = parse_stream,
        conflicts_with_all = ["rw", "bs", "align", "qd", "split_qd", "threads", "rate", "pace", "span", "distribution", "data", "read_percent", "sprandom"])]
    pub streams: Vec<StreamRequest>,
    /// Duration, warm-up excluded; 30 s if nothing else ends the run, otherwise the maximum.
    #[arg(long, value_name = "TIME")]
    pub duration: Option<TimeSpan>,
    /// Warm-up before the measurement, excluded from the results.
    #[arg(long, value_name = "TIME", default_value = "0s")]
    pub ramp: TimeSpan,
    /// End after this many bytes.
    #[arg(long, value_name = "SIZE", group = "end")]
    pub bytes: Option<ByteSize>,
    /// End after this many times the span's size, such as 2 (a sequential load covers every byte each time).
    #[arg(long, value_name = "TIMES", group = "end", value_parser = parse_fills)]
    pub fills: Option<u32>,
    /// End at steady state by the SNIA criterion: the last 5 rounds differ by at most 20 % of their average and their
    /// trend by 10 %, after at most 25 rounds. These 5 rounds are the result.
    #[arg(long, value_name = "METRIC", group = "end", num_args = 0..=1, default_missing_value = "iops")]
    pub steady_state: Option<Steady>,
    /// Length of a steady-state round, whole seconds.
    #[arg(long, value_name = "TIME", default_value = "60s", requires = "steady_state")]
    pub round: TimeSpan,
    /// Search for the highest rate that meets this latency objective, such as "p99.9<1ms" or "mean<200us". Each trial
    /// takes --duration. Starts at --rate, or 1000 per second.
    #[arg(long, value_name = "OBJECTIVE", group = "end")]
    pub objective: Option<Objective>,
    /// Count slow operations (--over) by slices of this length, whole seconds. At most 256 slices.
    #[arg(long, value_name = "TIME", requires = "over")]
    pub slice: Option<TimeSpan>,
    /// Latencies above which an operation is slow, ascending, such as 1ms,8ms,64ms.
    #[arg(long, value_name = "TIME,...", requires = "slice", value_delimiter = ',')]
    pub over: Vec<TimeSpan>,
    /// Random seed; the same seed repeats the same sequence. Chosen at random if not given.
    #[arg(long, value_parser = clap::value_parser!(u64).range(0..SEED_LIMIT))]
    pub seed: Option<u64>,
    #[command(flatten)]
    pub engine: EngineArguments,
    #[command(flatten)]
    pub how: HowArguments,
}

/// What is measured, and whether it may be written.
#[derive(Debug, Args)]
pub struct TargetArguments {
    /// Block device or regular file to measure. The engines nop and null take none.
    #[arg(long, value_name = "PATH")]
    pub target: Option<PathBuf>,
    /// Refuse the target unless its driver reports this NVMe namespace identifier (NSID).
    #[arg(long, value_name = "NSID", requires = "target")]
    pub namespace_id: Option<u32>,
    /// Refuse the target unless it is the md array with this UUID (/sys/block/md0/md/uuid), whole and in sync.
    #[arg(long, value_name = "UUID", requires = "target")]
    pub array_uuid: Option<String>,
    /// Refuse the target unless it is this exact file, not a replacement: its device and inode numbers
    /// (`stat -c %d:%i`) and birth time, in nanoseconds since 1970 (`-` if the file system does not record it).
    #[arg(long, value_name = "DEVICE:INODE:BORN", requires = "target")]
    pub file_identity: Option<FileIdentity>,
    /// Allow the drive with this serial number to be overwritten. For a volume (md, LVM), give it for each drive.
    #[arg(long, value_name = "SERIAL", group = "consent")]
    pub write_serial: Vec<String>,
    /// Allow this device, which has no serial number, to be overwritten: repeat the target.
    #[arg(long, value_name = "PATH", group = "consent")]
    pub write_device: Option<PathBuf>,
    /// Allow this regular file to be overwritten: repeat the target.
    #[arg(long, value_name = "PATH", group = "consent")]
    pub write_file: Option<PathBuf>,
}

/// How the target is accessed.
#[derive(Debug, Args)]
pub struct EngineArguments {
    /// I/O engine.
    #[arg(long, value_enum, default_value_t = Engine::IoUring)]
    pub engine: Engine,
    /// Poll for completions instead of waiting for interrupts (IOPOLL; RWF_HIPRI with sync).
    #[arg(long)]
    pub poll: bool,
    /// Submit operations from a kernel thread (SQPOLL).
    #[arg(long)]
    pub sqpoll: bool,
}

/// On which processors, and for whom.
#[derive(Debug, Args)]
pub struct HowArguments {
    /// Completions to wait for at a time, as fio's iodepth_batch_complete_min. More than 1 saves CPU time, but a
    /// completed operation waits for the others, and its latency includes that wait.
    #[arg(long, value_name = "COUNT", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=4096))]
    pub batch: u32,
    /// CPUs to pin the threads to, such as 2,4-7. By default, CPUs near the drive are chosen if there are enough.
    #[arg(long, value_name = "LIST", conflicts_with = "no_pin")]
    pub cpus: Option<String>,
    /// Do not pin the threads.
    #[arg(long)]
    pub no_pin: bool,
    /// Output format.
    #[arg(long, value_enum, default_value_t = Output::Table)]
    pub output: Output,
    /// End the run cleanly when the parent process dies. Give the parent's process ID to detect that it died
    /// before this took effect. For Linux, the parent is the thread that started this process: start it from one
    /// that lives as long as the run.
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
                Engine::Nop => Kind::Nop,
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
            ends_at_limit: false,
            slices: self.slices(),
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

    fn slices(&self) -> Option<Slices> {
        let nanoseconds = |time: &TimeSpan| u64::try_from(time.duration().as_nanos()).unwrap_or(u64::MAX);
        self.slice.map(|every| Slices {
            every: every.duration(),
            over_ns: self.over.iter().map(nanoseconds).collect(),
        })
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
