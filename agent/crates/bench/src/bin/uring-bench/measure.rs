//! The command `run`.

use crate::cli::{Output, RunArguments};
use crate::exit;
use crate::json_lines::JsonLines;
use crate::signals::{Signals, die_with_parent};
use crate::terminal::Terminal;
use crosspoint_bench::environment::{self, cpus_for};
use crosspoint_bench::host::Host;
use crosspoint_bench::output::{self, Failure, RunResult, Start};
use crosspoint_bench::ring::Ring;
use crosspoint_bench::run::{Observer, Outcome, RunError, run};
use crosspoint_bench::target::{Target, TargetError};
use crosspoint_bench::workload::{Workload, WorkloadError};
use nix::sched::{CpuSet, sched_getaffinity};
use nix::unistd::Pid;

/// Who shows a run to somebody.
pub trait Report: Observer {
    /// The result, after the last second.
    fn result(&mut self, result: &RunResult);
    /// The failure, last of all.
    fn failure(&mut self, failure: &Failure);
}

/// Why there is no outcome.
struct Stop {
    code: u8,
    failure: Failure,
}

impl From<TargetError> for Stop {
    fn from(error: TargetError) -> Self {
        let code = match error {
            TargetError::Refused { .. } | TargetError::NotNamed { .. } => exit::REFUSED,
            TargetError::System { .. } | TargetError::Unsuitable { .. } => exit::TARGET,
        };
        let (remedy, errno) = (Some(error.remedy()), error.errno());
        Stop {
            code,
            failure: Failure {
                message: error.to_string(),
                remedy,
                errno,
            },
        }
    }
}

impl From<WorkloadError> for Stop {
    fn from(error: WorkloadError) -> Self {
        Stop {
            code: exit::TARGET,
            failure: Failure {
                message: error.message,
                remedy: Some(error.remedy),
                errno: None,
            },
        }
    }
}

impl From<RunError> for Stop {
    fn from(error: RunError) -> Self {
        let (remedy, errno) = match &error {
            RunError::Ring(ring) => (ring.remedy(), ring.errno()),
            RunError::Thread(thread) => (
                "use fewer --threads, or raise the limit (ulimit -u)",
                thread.raw_os_error(),
            ),
        };
        let failure = Failure {
            message: error.to_string(),
            remedy: Some(remedy.into()),
            errno,
        };
        Stop {
            code: exit::ENGINE,
            failure,
        }
    }
}

fn usage(message: &str, remedy: &str) -> Stop {
    Stop {
        code: exit::USAGE,
        failure: Failure {
            message: message.into(),
            remedy: Some(remedy.into()),
            errno: None,
        },
    }
}

/// Runs and reports; returns the exit code.
pub fn main(arguments: &RunArguments) -> u8 {
    let signals = match Signals::watch() {
        Ok(signals) => signals,
        Err(error) => {
            eprintln!("uring-bench: cannot watch for signals: {error}");
            return exit::ENGINE;
        }
    };
    match arguments.output {
        Output::Table => report(arguments, &signals, |start| Terminal::new(start, signals.clone())),
        Output::JsonLines => report(arguments, &signals, |start| {
            JsonLines::new(start, signals.clone())
        }),
    }
}

fn report<R: Report>(arguments: &RunArguments, signals: &Signals, new: impl Fn(Option<Start>) -> R) -> u8 {
    let plan = match prepare(arguments) {
        Ok(plan) => plan,
        Err(stop) => {
            new(None).failure(&stop.failure);
            return stop.code;
        }
    };
    let mut report = new(Some(plan.start()));
    match plan.run(&mut report) {
        Ok(outcome) => {
            report.result(&outcome.result);
            if let Some(failure) = &outcome.failure {
                report.failure(failure);
            }
            exit_code(&outcome, signals)
        }
        Err(error) => {
            let stop = Stop::from(error);
            report.failure(&stop.failure);
            stop.code
        }
    }
}

fn exit_code(outcome: &Outcome, signals: &Signals) -> u8 {
    let result = &outcome.result;
    match signals.received() {
        Some(signal) if result.interrupted && outcome.failure.is_none() => 128 + signal,
        _ if result.interrupted || outcome.failure.is_some() || !result.errors.is_empty() => exit::INCOMPLETE,
        _ => exit::GOOD,
    }
}

/// A run that is ready to start.
struct Plan {
    host: Host,
    target: Target,
    workload: Workload,
    cpus: Vec<usize>,
    batch: u16,
    warnings: Vec<String>,
}

fn prepare(arguments: &RunArguments) -> Result<Plan, Stop> {
    if let Some(parent) = arguments.die_with_parent {
        match die_with_parent(parent) {
            Ok(true) => {}
            Ok(false) => return Err(usage("the parent process is gone already", "start it again")),
            Err(error) => {
                return Err(usage(
                    &format!("cannot follow the parent process: {error}"),
                    "leave out the option",
                ));
            }
        }
    }
    let host = Host::default();
    let request = arguments.request();
    let target = if request.read_percent == 100 {
        Target::open_to_read(&arguments.target, &host)?
    } else {
        Target::open_to_write(&arguments.target, arguments.consent().as_ref(), &host)?
    };
    if u32::from(arguments.batch) > request.queue_depth {
        return Err(usage(
            "--batch is larger than --qd: so many operations are never in flight",
            "give at most the queue depth",
        ));
    }
    let workload = Workload::fit(&request, target.capacity_bytes(), target.logical_block_bytes())?;
    let mut warnings = target_warnings(&target, &workload);
    let cpus = choose_cpus(arguments, &host, &target, &mut warnings)?;
    Ok(Plan {
        host,
        target,
        workload,
        cpus,
        batch: arguments.batch,
        warnings,
    })
}

fn target_warnings(target: &Target, workload: &Workload) -> Vec<String> {
    let mut warnings: Vec<String> = target
        .describe()
        .in_use
        .iter()
        .map(|usage| format!("the target is in use: {usage}"))
        .collect();
    if target.is_sparse() && workload.reads() {
        warnings.push(
            "the file has holes: reading one does not reach the drive, so the figures will be too good"
                .into(),
        );
    }
    warnings
}

/// One processor for each thread, or none for any.
fn choose_cpus(
    arguments: &RunArguments,
    host: &Host,
    target: &Target,
    warnings: &mut Vec<String>,
) -> Result<Vec<usize>, Stop> {
    let affinity = sched_getaffinity(Pid::from_raw(0)).unwrap_or_default();
    let allowed: Vec<usize> = (0..CpuSet::count())
        .filter(|&cpu| affinity.is_set(cpu).unwrap_or(false))
        .collect();
    let threads = arguments.threads as usize;
    if let Some(given) = arguments.cpu_list() {
        if !arguments.no_pin && given.len() < threads {
            return Err(usage(
                "--cpus names fewer processors than there are threads",
                "name one for each thread",
            ));
        }
        if let Some(cpu) = given.iter().find(|cpu| !allowed.contains(cpu)) {
            return Err(usage(
                &format!("processor {cpu} of --cpus is not available"),
                "choose from those in `taskset -p $$`",
            ));
        }
        return Ok(given.into_iter().take(threads).collect());
    }
    if threads > allowed.len() {
        warnings.push(format!(
            "{threads} threads share {} processors and are not pinned: their latencies contain waiting for a processor",
            allowed.len()
        ));
        return Ok(Vec::new());
    }
    let node = environment::survey(host, target.device(), target.logical_block_bytes()).numa_node;
    Ok(cpus_for(host, node, &allowed).into_iter().take(threads).collect())
}

impl Plan {
    /// The first line of the output, but for the engine's flags.
    fn start(&self) -> Start {
        let mut environment = environment::survey(
            &self.host,
            self.target.device(),
            self.target.logical_block_bytes(),
        );
        environment.engine_flags.push("O_DIRECT".into());
        if !self.cpus.is_empty() {
            let cpus: Vec<String> = self.cpus.iter().map(ToString::to_string).collect();
            environment.engine_flags.push(format!("cpus={}", cpus.join(",")));
        }
        let mut warnings = self.warnings.clone();
        warnings.extend(environment::warnings(&environment));
        Start {
            version: output::VERSION,
            tool_version: env!("CARGO_PKG_VERSION").into(),
            target: self.target.describe(),
            workload: self.workload.describe(),
            environment,
            warnings,
        }
    }

    fn run(&self, observer: &mut dyn Observer) -> Result<Outcome, RunError> {
        let depth = u16::try_from(self.workload.queue_depth()).expect("a workload's depth is at most 4096");
        let make_ring = |thread| {
            let data = self.workload.data(thread);
            let ring = Ring::new(
                self.target.file(),
                depth,
                self.workload.block_bytes(),
                self.batch,
                data,
            )?;
            let flags = ring.flags().to_owned();
            Ok((ring, flags))
        };
        run(
            &self.workload,
            &self.target.path().display().to_string(),
            &self.cpus,
            make_ring,
            observer,
        )
    }
}
