//! From the command line to runs that are ready to start: target opened, load fitted, engine found out about.

mod processors;

use crate::cli::{HowArguments, TargetArguments};
use crate::measurement::Measurement;
use crate::signals::die_with_parent;
use crate::stop::Stop;
use crosspoint_bench::clock;
use crosspoint_bench::engine::support::Support;
use crosspoint_bench::engine::{Choice, Kind};
use crosspoint_bench::environment;
use crosspoint_bench::errors::Failed;
use crosspoint_bench::host::Host;
use crosspoint_bench::memory::{Budget, Demand, first_to_be_killed};
use crosspoint_bench::output::{self, Start, TargetKind};
use crosspoint_bench::run::{Observer, Outcome, RunError, Settings, run};
use crosspoint_bench::target::Target;
use crosspoint_bench::workload::{Limits, Request, Workload};
use nix::sched::{CpuSet, sched_getaffinity};
use nix::unistd::Pid;

/// Size of the target of an engine that has none: that of a common drive.
const NULL_CAPACITY_BYTES: u64 = 1 << 40;
const NULL_LOGICAL_BLOCK_BYTES: u32 = 512;
/// What all runs of a series share.
pub struct Bench<'a> {
    host: Host,
    how: &'a HowArguments,
    /// `None` for an engine that measures this program itself.
    target: Option<Target>,
    allowed_cpus: Vec<usize>,
    clock: clock::Source,
    /// What concerns every run of the series.
    warnings: Vec<String>,
}

/// A run that is ready to start.
pub struct Ready<'a> {
    bench: &'a Bench<'a>,
    choice: Choice,
    workload: Workload,
    support: Option<Support<'a>>,
    cpus: Vec<usize>,
    warnings: Vec<String>,
}

impl<'a> Bench<'a> {
    /// Opens the target that `points` need: for writing if any of them writes, or if it is purged, which needs the guard's
    /// consent and the caller's.
    pub fn open(
        named: &TargetArguments,
        how: &'a HowArguments,
        points: &[Measurement],
        purges: bool,
    ) -> Result<Self, Stop> {
        follow_parent(how)?;
        let of_itself = points
            .iter()
            .map(|point| point.engine)
            .find(|engine| engine.kind.measures_itself());
        let writes = purges
            || points.iter().any(|point| {
                point
                    .request
                    .streams
                    .iter()
                    .any(|stream| stream.read_percent < 100)
            });
        let host = Host::default();
        let not_killed_first = first_to_be_killed(&host).err().map(|error| {
            format!("if memory runs out, the kernel may kill others before this benchmark: {error}")
        });
        let target = match (&named.target, of_itself) {
            (None, Some(_)) if points.iter().all(|point| point.engine.kind.measures_itself()) => None,
            (Some(_), Some(engine)) => {
                return Err(Stop::usage(
                    format!("the {engine} engine takes no target: it would not be measured"),
                    "leave out --target, or choose another --engine",
                ));
            }
            (None, _) => {
                return Err(Stop::usage(
                    "--target is missing",
                    "name a block device or a file",
                ));
            }
            (Some(path), _) if writes => Some(Target::open_to_write(path, named.consent().as_ref(), &host)?),
            (Some(path), _) => Some(Target::open_to_read(path, &host)?),
        };
        if let (Some(target), Some(nsid)) = (&target, named.namespace_id) {
            target.require_namespace(nsid, &host)?;
        }
        if let (Some(target), Some(uuid)) = (&target, &named.array_uuid) {
            target.require_array(uuid, &host)?;
        }
        if let (Some(target), Some(meant)) = (&target, &named.file_identity) {
            target.require_file(meant)?;
        }
        let affinity = sched_getaffinity(Pid::from_raw(0)).unwrap_or_default();
        let allowed_cpus = (0..CpuSet::count())
            .filter(|&cpu| affinity.is_set(cpu).unwrap_or(false))
            .collect();
        Ok(Bench {
            clock: clock::Source::choose(&host),
            host,
            how,
            target,
            allowed_cpus,
            warnings: not_killed_first.into_iter().collect(),
        })
    }

    /// Discards all that the target holds.
    pub fn discard(&self) -> Result<(), Stop> {
        match &self.target {
            Some(target) => Ok(target.discard()?),
            None => Ok(()),
        }
    }

    /// Fits `request` to the target.
    pub fn fit(&self, request: &Request) -> Result<Workload, Stop> {
        let limits = match &self.target {
            Some(target) => Limits {
                capacity_bytes: target.capacity_bytes(),
                logical_block_bytes: target.logical_block_bytes(),
            },
            None => Limits {
                capacity_bytes: NULL_CAPACITY_BYTES,
                logical_block_bytes: NULL_LOGICAL_BLOCK_BYTES,
            },
        };
        let workload = Workload::fit(request, limits)?;
        let deepest = workload
            .streams()
            .iter()
            .map(|stream| u32::from(stream.depth_per_thread_max()))
            .max();
        self.check_memory(&workload)?;
        if deepest.is_some_and(|deepest| self.how.batch > deepest) {
            return Err(Stop::usage(
                "--batch is larger than --qd: so many operations are never in flight",
                "give at most the queue depth",
            ));
        }
        Ok(workload)
    }

    /// Whether this host has the memory for it, at this moment.
    fn check_memory(&self, workload: &Workload) -> Result<(), Stop> {
        let budget = Budget::survey(&self.host).map_err(|error| {
            Stop::usage(
                error.to_string(),
                "run it where /proc can be read, on Linux 3.14 or later",
            )
        })?;
        Ok(Demand::of(workload).admit(&budget)?)
    }

    /// Readies a run of `workload`.
    pub fn ready(&'a self, choice: Choice, workload: Workload) -> Result<Ready<'a>, Stop> {
        // Once more: hours may lie between the first run of a series and this one.
        self.check_memory(&workload)?;
        let support = match &self.target {
            Some(target) => Some(Support::find(choice, target, &workload, &self.host)?),
            None => None,
        };
        let mut warnings = self.warnings.clone();
        warnings.extend(self.target_warnings(choice, &workload));
        warnings.extend(support.iter().flat_map(Support::warnings));
        let cpus = self.choose_cpus(workload.threads().len(), &mut warnings)?;
        Ok(Ready {
            bench: self,
            choice,
            workload,
            support,
            cpus,
            warnings,
        })
    }

    fn target_warnings(&self, choice: Choice, workload: &Workload) -> Vec<String> {
        let Some(target) = &self.target else {
            return vec![format!(
                "the {choice} engine does no I/O: the figures are those of uring-bench itself"
            )];
        };
        let in_use = target.describe().in_use;
        let mut warnings: Vec<String> = in_use
            .iter()
            .map(|usage| format!("the target is in use: {usage}"))
            .collect();
        warnings.extend(target.notes().iter().cloned());
        if target.is_sparse() && workload.directions().read {
            warnings.push(
                "the file has holes: reads of them never reach the drive, so the figures will be too good"
                    .into(),
            );
        }
        warnings
    }
}

fn follow_parent(how: &HowArguments) -> Result<(), Stop> {
    let Some(parent) = how.die_with_parent else {
        return Ok(());
    };
    match die_with_parent(parent) {
        Ok(true) => Ok(()),
        Ok(false) => Err(Stop::usage(
            "the parent process is gone already",
            "start it again",
        )),
        Err(error) => Err(Stop::usage(
            format!("cannot follow the parent process: {error}"),
            "leave out the option",
        )),
    }
}

impl Ready<'_> {
    /// The first line of the output, but for what is known when the threads are ready.
    pub fn start(&self) -> Start {
        let target = self.bench.target.as_ref();
        let logical_block_bytes = target.map_or(NULL_LOGICAL_BLOCK_BYTES, Target::logical_block_bytes);
        let mut environment = environment::survey(
            &self.bench.host,
            target.and_then(Target::device),
            logical_block_bytes,
        );
        environment.engine_flags = self.flags();
        let mut warnings = self.warnings.clone();
        warnings.extend(environment::warnings(&environment));
        Start {
            version: output::VERSION,
            tool_version: env!("CARGO_PKG_VERSION").into(),
            engine: self.choice.to_string(),
            target: target.map_or_else(|| no_target(self.choice), Target::describe),
            workload: self.workload.describe(),
            environment,
            warnings,
        }
    }

    fn flags(&self) -> Vec<String> {
        let mut flags = match &self.support {
            Some(support) => support.flags(),
            None => vec![self.choice.to_string()],
        };
        if self.bench.target.is_some() {
            flags.push("O_DIRECT".into());
        }
        flags.push(format!("clock={}", self.bench.clock));
        if self.bench.how.batch > 1 {
            flags.push(format!("batch={}", self.bench.how.batch));
        }
        flags
    }

    /// Measures.
    pub fn run(&self, observer: &mut dyn Observer) -> Result<Outcome, RunError> {
        let target = self.bench.target.as_ref();
        let name = target.map_or_else(
            || self.choice.to_string(),
            |target| target.path().display().to_string(),
        );
        let settings = Settings {
            target: &name,
            cpus: &self.cpus,
            batch: self.bench.how.batch,
            clock: self.bench.clock.clone(),
            logical_block_bytes: target.map_or(NULL_LOGICAL_BLOCK_BYTES, Target::logical_block_bytes),
        };
        let workload = &self.workload;
        // One instance of the measuring loop for each engine: none pays for the choice.
        let mut outcome = match (&self.support, self.choice.kind) {
            (_, Kind::Nop) => run(
                workload,
                &settings,
                |plan| Support::nop(self.choice, plan),
                observer,
            ),
            (None, _) | (_, Kind::Null) => run(workload, &settings, |plan| Ok(Support::null(plan)), observer),
            (Some(support), Kind::IoUring) => run(workload, &settings, |plan| support.ring(plan), observer),
            (Some(support), Kind::Passthrough) => {
                run(workload, &settings, |plan| support.passthrough(plan), observer)
            }
            (Some(support), Kind::Sync) => run(workload, &settings, |plan| support.sync(plan), observer),
        }?;
        if outcome.failure.is_some() && target.is_some_and(Target::has_vanished) {
            outcome.failure = Some(Failed::VANISHED.explain(&name));
        }
        Ok(outcome)
    }
}

fn no_target(engine: Choice) -> output::Target {
    output::Target {
        path: engine.to_string(),
        kind: TargetKind::None,
        capacity_bytes: NULL_CAPACITY_BYTES,
        serial: None,
        model: None,
        in_use: Vec::new(),
        members: Vec::new(),
    }
}
