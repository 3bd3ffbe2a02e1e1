//! The commands `plan` and `fio-job`.

use crate::cli::{PlanArguments, RunArguments, random_seed};
use crate::exit;
use crate::measure::series;
use crate::measurement::Measurement;
use crosspoint_bench::export::fio_job;
use crosspoint_bench::plan::{Action, FILE_BYTES_MAX, Plan, place};
use crosspoint_bench::random::SplitMix64;
use crosspoint_bench::workload::SEED_LIMIT;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

/// Runs a plan's points; returns the exit code.
pub fn run(arguments: &PlanArguments) -> u8 {
    match read(arguments) {
        Ok(runs) => series(&arguments.target, &arguments.how, &runs),
        Err(message) => {
            let file = arguments.file.display();
            let _ = writeln!(io::stderr(), "uring-bench: {file}: {message}");
            exit::USAGE
        }
    }
}

/// What the plan measures. Each point has a sequence of its own: were it the same one, a point would find in the drive's
/// cache what the one before it had left there.
fn read(arguments: &PlanArguments) -> Result<Vec<Measurement>, String> {
    let plan = Plan::parse(&read_text(&arguments.file)?).map_err(|error| error.to_string())?;
    let mut seeds = SplitMix64::new(arguments.seed.unwrap_or_else(random_seed));
    let runs = plan.actions().into_iter().map(|action| match action {
        Action::Measure(point) => Ok(Measurement {
            name: point.spec.to_string(),
            engine: point.spec.engine,
            request: point.spec.request(seeds.below(SEED_LIMIT)),
        }),
        Action::Set { step_path, .. } => Err(format!(
            "{}: a set step changes a setting of the drive, which Crosspoint's agent alone puts back: launch the plan there, \
             or leave the step out",
            place(&step_path)
        )),
    });
    runs.collect()
}

/// The text of a file, or of standard input for `-`.
fn read_text(file: &Path) -> Result<String, String> {
    let most = FILE_BYTES_MAX as u64 + 1;
    let mut text = String::new();
    let read = if file == Path::new("-") {
        io::stdin().take(most).read_to_string(&mut text)
    } else {
        File::open(file).and_then(|opened| opened.take(most).read_to_string(&mut text))
    };
    read.map(|_| text).map_err(|error| error.to_string())
}

/// Prints the job file of a run; returns the exit code.
pub fn fio_job(arguments: &RunArguments) -> u8 {
    let points = arguments.measurements();
    let job = match (&arguments.target.target, &points[..]) {
        (Some(target), [point]) => {
            fio_job::fio_job(&point.request, point.engine, target).map_err(|error| error.to_string())
        }
        (None, _) => Err("--target is missing: the job file names it".into()),
        (Some(_), _) => Err("a job file describes one run: give a single --qd".into()),
    };
    match job {
        Ok(text) => {
            // If nobody reads it, there is nobody to tell.
            let _ = io::stdout().write_all(text.as_bytes());
            exit::GOOD
        }
        Err(message) => {
            let _ = writeln!(io::stderr(), "uring-bench: {message}");
            exit::USAGE
        }
    }
}
