//! The commands `plan` and `fio-job`.

use crate::cli::{PlanArguments, RunArguments, random_seed};
use crate::exit;
use crate::measure::series;
use crosspoint_bench::export::fio_job;
use crosspoint_bench::plan::{Plan, PlanFile};
use std::fs;
use std::io::{self, Write};

/// Runs a plan's points; returns the exit code.
pub fn run(arguments: &PlanArguments) -> u8 {
    match read(arguments) {
        Ok(plan) => series(&arguments.target, &arguments.how, &plan.points),
        Err(message) => {
            let file = arguments.file.display();
            let _ = writeln!(io::stderr(), "uring-bench: {file}: {message}");
            exit::USAGE
        }
    }
}

fn read(arguments: &PlanArguments) -> Result<Plan, String> {
    let text = fs::read_to_string(&arguments.file).map_err(|error| error.to_string())?;
    let seed = arguments.seed.unwrap_or_else(random_seed);
    PlanFile::parse(&text)
        .and_then(|file| file.plan(arguments.plan_id.as_deref(), seed))
        .map_err(|error| error.to_string())
}

/// Prints the job file of a run; returns the exit code.
pub fn fio_job(arguments: &RunArguments) -> u8 {
    let points = arguments.points();
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
