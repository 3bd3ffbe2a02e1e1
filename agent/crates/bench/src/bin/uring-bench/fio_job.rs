//! The command `fio-job`.

use crate::cli::RunArguments;
use crate::exit;
use crosspoint_bench::export::fio_job;
use std::io::{self, Write};

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
