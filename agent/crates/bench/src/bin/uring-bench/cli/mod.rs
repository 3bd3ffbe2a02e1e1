//! The command line.

mod load;
mod run;

pub use run::{HowArguments, Output, RunArguments, TargetArguments, random_seed};

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use crosspoint_bench::workload::SEED_LIMIT;
use std::path::PathBuf;

pub const EXIT_CODES: &str = "\
Exit codes:
  0    the run is complete and nothing failed; guard: the target may be written
       (of several runs: all of them)
  1    the results are incomplete: the run ended early or operations failed
  2    usage error
  3    refused: the target must not be written, or was not named for writing
  4    the target cannot be used (missing, no permission, misaligned block size, ...)
  5    the engine cannot be used: not supported by the kernel, driver or drive
  130  ended by SIGINT, with partial results (143: by SIGTERM, 129: by SIGHUP)";

const RUN_EXAMPLES: &str = r#"Examples:
  Random reads at queue depth 32 for 30 seconds:
    uring-bench run --target /dev/nvme0n1 --rw randread --bs 4k --qd 32 --duration 30s --ramp 2s
  A 70/30 mix on the first 10 GiB, which DESTROYS what is there:
    uring-bench run --target /dev/nvme0n1 --rw randrw --read-percent 70 --bs 4k --qd 16 \
        --span 10G --write-serial PHKE7123000A375AGN
  Every queue depth from 1 to 64, one after the other:
    uring-bench run --target /dev/nvme0n1 --rw randread --qd 1..64 --duration 30s --ramp 5s
  2000 reads per second (open loop), with large reads and writes in parallel:
    uring-bench run --target scratch.bin --write-file scratch.bin --duration 1m \
        --stream "name=records rw=randread bs=1536 align=512 rate=2000" \
        --stream "name=large rw=randrw bs=128k rate=47"
  The highest rate at which 99.9 % of reads take less than 1 ms:
    uring-bench run --target /dev/nvme0n1 --rw randread --objective "p99.9<1ms" --duration 20s
  Sequential writes covering a file twice:
    uring-bench run --target scratch.bin --write-file scratch.bin --rw write --bs 128k --qd 8 --fills 2

Sizes take b, k, M, G, T (powers of 1024), times us, ms, s, m, h (a bare number is seconds)."#;

const PLAN_EXAMPLE: &str = r#"Example, a file with two steps, of one point and of four points:
  id: depths
  name: Read latency by queue depth
  readsOnly: true
  steps:
    - { kind: sweep, pattern: sequential, blockBytes: 131072, readPercent: 100, durationSeconds: 30 }
    - kind: sweep
      pattern: random
      blockBytes: 4096
      readPercent: 100
      queueDepth: [1, 4, 16, 64]
      rampSeconds: 5
      durationSeconds: 60
A sweep measures every combination of its lists. They vary in this order, the
last fastest: engine, pattern, distribution, data, alignBytes, blockBytes or blockMix,
readPercent, threads and queueDepth (or threadsMax and totalDepth), ratePerSecond.
The other kinds of step are fill, streams, rounds, search, idle and purge (by discard
alone); set, each, selfTest and every other purge need Crosspoint's agent. --list prints
what a plan does at most."#;

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
    /// Walk the steps of a plan file (YAML or JSON) and measure its points.
    #[command(after_help = format!("{PLAN_EXAMPLE}\n\n{EXIT_CODES}"))]
    Plan(Box<PlanArguments>),
    /// Print the closest equivalent fio job file, with comments where fio differs. Opens no target.
    FioJob(Box<RunArguments>),
    /// Check whether a target may be written, and if not, why. Changes nothing.
    #[command(after_help = EXIT_CODES)]
    Guard(ExamineArguments),
    /// Show a target's environment and what in it will affect a measurement. Changes nothing.
    #[command(after_help = EXIT_CODES)]
    Info(ExamineArguments),
    /// Print a shell completion script.
    Completions {
        /// The shell.
        shell: Shell,
    },
}

/// The output format of `info` and `guard`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Form {
    /// For a person.
    Table,
    /// For a program: one JSON object on one line.
    JsonLines,
}

#[derive(Debug, Args)]
pub struct PlanArguments {
    /// The plan file; - reads standard input.
    pub file: PathBuf,
    /// Random seed; the same seed repeats the same sequence. Chosen at random if not given.
    #[arg(long, value_parser = clap::value_parser!(u64).range(0..SEED_LIMIT))]
    pub seed: Option<u64>,
    /// Print what the plan does at most, point by point, and open no target.
    #[arg(long)]
    pub list: bool,
    #[command(flatten)]
    pub target: TargetArguments,
    #[command(flatten)]
    pub how: HowArguments,
}

#[derive(Debug, Args)]
pub struct ExamineArguments {
    /// Block device or regular file.
    pub target: PathBuf,
    /// Output format.
    #[arg(long, value_enum, default_value_t = Form::Table)]
    pub output: Form,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;
    use crosspoint_bench::output::Pattern;
    use crosspoint_bench::plan::Plan;
    use crosspoint_bench::target::WriteConsent;
    use crosspoint_bench::workload::{Depth, Until};
    use std::time::Duration;

    #[test]
    fn the_definition_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn the_example_of_a_plan_is_one() {
        let lines = PLAN_EXAMPLE.lines();
        let document: String = lines
            .skip(1)
            .take_while(|line| line.starts_with(' '))
            .map(|line| format!("{}\n", &line[2..]))
            .collect();
        assert_eq!(Plan::parse(&document).unwrap().points().len(), 1 + 4);
    }

    #[test]
    fn a_full_command_line() {
        let line = "uring-bench run --target /dev/x --rw randrw --read-percent 70 --bs 8k --qd 16 --threads 2 --duration 1m \
                    --ramp 500ms --span 25% --seed 7 --write-serial S1 --output json-lines --die-with-parent=42";
        let Command::Run(arguments) = Cli::parse_from(line.split_whitespace()).command else {
            panic!("run")
        };
        let points = arguments.measurements();
        let request = &points[0].request;
        assert_eq!(points.len(), 1);
        let stream = &request.streams[0];
        assert_eq!(
            (stream.pattern, stream.read_percent, stream.blocks.largest()),
            (Pattern::Random, 70, 8192)
        );
        assert_eq!(
            stream.depth,
            Depth::PerThread {
                depth: 16,
                threads: 2
            }
        );
        assert_eq!(request.until, Until::Elapsed(Duration::from_secs(60)));
        assert_eq!((request.ramp.as_millis(), request.seed), (500, 7));
        assert_eq!(
            arguments.target.consent(),
            Some(WriteConsent::Serials(vec!["S1".into()]))
        );
        assert_eq!(arguments.how.die_with_parent, Some(Some(42)));
    }

    #[test]
    fn the_share_of_reads_belongs_to_mixes_alone() {
        let line = "uring-bench run --target x --rw randread --read-percent 0";
        let Command::Run(arguments) = Cli::parse_from(line.split_whitespace()).command else {
            panic!("run")
        };
        let points = arguments.measurements();
        assert_eq!(
            points[0].request.streams[0].read_percent, 100,
            "a read never writes"
        );
    }

    #[test]
    fn what_is_refused() {
        for line in [
            "run --target x",
            "run --target x --rw trim",
            "run --target x --rw read --bs 4kB",
            "run --target x --rw read --seed 9007199254740992",
            "run --target x --rw write --write-file x --write-device x",
            "run --target x --rw read --bytes 1G --fills 2",
            "run --target x --rw read --fills 0",
            "run --target x --rw read --stream rw=read",
            "run --target x --stream rw=read --qd 4",
            "run --target x --rw read --objective p99",
        ] {
            let words = std::iter::once("uring-bench").chain(line.split_whitespace());
            assert!(Cli::try_parse_from(words).is_err(), "{line}");
        }
    }
}
