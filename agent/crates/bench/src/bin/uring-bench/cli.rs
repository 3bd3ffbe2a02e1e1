//! The command line.

use clap::{Args, Parser, Subcommand, ValueEnum};
use crosspoint_bench::environment::parse_list;
use crosspoint_bench::output::Pattern;
use crosspoint_bench::quantity::{ByteSize, Span, TimeSpan};
use crosspoint_bench::target::WriteConsent;
use crosspoint_bench::workload::{Request, SEED_LIMIT};
use std::hash::{BuildHasher, RandomState};
use std::path::PathBuf;

pub const EXIT_CODES: &str = "\
Exit codes:
  0    the run is complete and nothing failed; guard: the target may be written
  1    the figures are incomplete: the run ended early or operations failed
  2    wrong usage
  3    refused: the target may not be written, or was not named for it
  4    the target cannot be used (missing, no permission, misaligned block size, ...)
  5    io_uring cannot be used
  130  ended by SIGINT, with what was measured so far (143: by SIGTERM, 129: by SIGHUP)";

const RUN_EXAMPLES: &str = "\
Examples:
  Random reads at depth 32 for half a minute:
    uring-bench run --target /dev/nvme0n1 --rw randread --bs 4k --qd 32 --duration 30s --ramp 2s
  A 70/30 mix on the first 10 GiB, which DESTROYS what is there:
    uring-bench run --target /dev/nvme0n1 --rw randrw --read-percent 70 --bs 4k --qd 16 \\
        --span 10G --write-serial PHKE7123000A375AGN
  Sequential writes into a file:
    uring-bench run --target scratch.bin --write-file scratch.bin --rw write --bs 128k --qd 8

Sizes take b, k, M, G, T (powers of 1024), times us, ms, s, m, h (a bare number is seconds).";

/// Measures NVMe drives, other block devices and files through io_uring, recording the latency of every
/// operation.
#[derive(Debug, Parser)]
#[command(name = "uring-bench", version, after_help = EXIT_CODES)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Run one workload and report rates and latencies.
    #[command(after_help = format!("{RUN_EXAMPLES}\n\n{EXIT_CODES}"))]
    Run(Box<RunArguments>),
    /// Tell whether a target may be written, and why not. Changes nothing.
    #[command(after_help = EXIT_CODES)]
    Guard(GuardArguments),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Output {
    /// For a person.
    Table,
    /// For a program: one JSON object a line, see the documentation of `crosspoint_bench::output`.
    JsonLines,
}

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

#[derive(Debug, Args)]
pub struct RunArguments {
    /// Block device or regular file to measure.
    #[arg(long, value_name = "PATH")]
    pub target: PathBuf,
    /// Order and direction of the operations.
    #[arg(long)]
    pub rw: Rw,
    /// Share of reads of randrw and rw.
    #[arg(long, value_name = "PERCENT", default_value_t = 50, value_parser = clap::value_parser!(u8).range(0..=100))]
    pub read_percent: u8,
    /// Size of each operation.
    #[arg(long, value_name = "SIZE", default_value = "4k")]
    pub bs: ByteSize,
    /// Operations in flight per thread.
    #[arg(long, value_name = "DEPTH", default_value_t = 1)]
    pub qd: u32,
    /// Completions to wait for at a time, as fio's iodepth_batch_complete_min. More than 1 saves processor time, but
    /// an operation that is back has to wait for the others, and its latency says so.
    #[arg(long, value_name = "COUNT", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=4096))]
    pub batch: u16,
    /// Threads, each with a ring of its own.
    #[arg(long, default_value_t = 1)]
    pub threads: u32,
    /// Length of the measured window.
    #[arg(long, value_name = "TIME", default_value = "30s")]
    pub duration: TimeSpan,
    /// Time before it that is left out of the figures.
    #[arg(long, value_name = "TIME", default_value = "0s")]
    pub ramp: TimeSpan,
    /// Part of the target that is used, from its beginning: a size or a percentage.
    #[arg(long, value_name = "SIZE|PERCENT", default_value = "100%")]
    pub span: Span,
    /// Seed of the sequence; the same seed repeats it. Drawn by chance if not given.
    #[arg(long, value_parser = clap::value_parser!(u64).range(0..SEED_LIMIT))]
    pub seed: Option<u64>,
    /// Processors to pin the threads to, such as 2,4-7. Without it they are chosen beside the drive, if there
    /// are enough.
    #[arg(long, value_name = "LIST", conflicts_with = "no_pin")]
    pub cpus: Option<String>,
    /// Do not pin the threads.
    #[arg(long)]
    pub no_pin: bool,
    /// Allow the drive with this serial number to be overwritten.
    #[arg(long, value_name = "SERIAL", group = "consent")]
    pub write_serial: Option<String>,
    /// Allow this device without serial number to be overwritten: the target once more.
    #[arg(long, value_name = "PATH", group = "consent")]
    pub write_device: Option<PathBuf>,
    /// Allow this regular file to be overwritten: the target once more.
    #[arg(long, value_name = "PATH", group = "consent")]
    pub write_file: Option<PathBuf>,
    /// Form of the output.
    #[arg(long, value_enum, default_value_t = Output::Table)]
    pub output: Output,
    /// End the run in order when the parent process dies. Give the parent's process id to be sure that it has
    /// not died before this took effect. Linux means the thread that started this process: start it
    /// from one that lives as long as the run.
    #[arg(long, value_name = "PID", num_args = 0..=1, require_equals = true)]
    pub die_with_parent: Option<Option<i32>>,
}

#[derive(Debug, Args)]
pub struct GuardArguments {
    /// Block device or regular file.
    pub target: PathBuf,
    /// Form of the output.
    #[arg(long, value_enum, default_value_t = Output::Table)]
    pub output: Output,
}

impl RunArguments {
    /// The load asked for.
    pub fn request(&self) -> Request {
        let (pattern, read_percent) = match self.rw {
            Rw::Randread => (Pattern::Random, 100),
            Rw::Randwrite => (Pattern::Random, 0),
            Rw::Randrw => (Pattern::Random, self.read_percent),
            Rw::Read => (Pattern::Sequential, 100),
            Rw::Write => (Pattern::Sequential, 0),
            Rw::Rw => (Pattern::Sequential, self.read_percent),
        };
        Request {
            pattern,
            read_percent,
            block_bytes: self.bs.bytes(),
            queue_depth: self.qd,
            threads: self.threads,
            duration: self.duration.duration(),
            ramp: self.ramp.duration(),
            span: self.span,
            // A RandomState is keyed by the system's random numbers.
            seed: self
                .seed
                .unwrap_or_else(|| RandomState::new().hash_one(0) % SEED_LIMIT),
        }
    }

    /// How the target is named for writing, if it is.
    pub fn consent(&self) -> Option<WriteConsent> {
        let serial = self.write_serial.clone().map(WriteConsent::Serial);
        let device = || self.write_device.clone().map(WriteConsent::Device);
        let file = || self.write_file.clone().map(WriteConsent::File);
        serial.or_else(device).or_else(file)
    }

    /// The processors given, `None` to choose.
    pub fn cpu_list(&self) -> Option<Vec<usize>> {
        if self.no_pin {
            Some(Vec::new())
        } else {
            self.cpus.as_deref().map(parse_list)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definition_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn a_full_command_line() {
        let line = "uring-bench run --target /dev/x --rw randrw --read-percent 70 --bs 8k --qd 16 --threads 2 --duration 1m \
                    --ramp 500ms --span 25% --seed 7 --write-serial S1 --output json-lines --die-with-parent=42";
        let Command::Run(arguments) = Cli::parse_from(line.split_whitespace()).command else {
            panic!("run")
        };
        let request = arguments.request();
        assert_eq!(
            (request.pattern, request.read_percent, request.block_bytes),
            (Pattern::Random, 70, 8192)
        );
        assert_eq!(
            (request.duration.as_secs(), request.ramp.as_millis(), request.seed),
            (60, 500, 7)
        );
        assert_eq!(arguments.consent(), Some(WriteConsent::Serial("S1".into())));
        assert_eq!(arguments.die_with_parent, Some(Some(42)));
    }

    #[test]
    fn the_share_of_reads_belongs_to_mixes_alone() {
        let line = "uring-bench run --target x --rw randread --read-percent 0";
        let Command::Run(arguments) = Cli::parse_from(line.split_whitespace()).command else {
            panic!("run")
        };
        assert_eq!(arguments.request().read_percent, 100, "a read never writes");
    }

    #[test]
    fn what_is_refused() {
        for line in [
            "run --rw randread",
            "run --target x --rw trim",
            "run --target x --rw read --bs 4kB",
            "run --target x --rw read --seed 9007199254740992",
            "run --target x --rw write --write-file x --write-device x",
        ] {
            let words = std::iter::once("uring-bench").chain(line.split_whitespace());
            assert!(Cli::try_parse_from(words).is_err(), "{line}");
        }
    }
}
