//! The command `plan`.

mod list;
mod refuse;
mod walk;

use crate::cli::{PlanArguments, random_seed};
use crate::exit;
use crate::measure::with_report;
use crosspoint_bench::plan::{FILE_BYTES_MAX, Plan};
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

/// Walks a plan; returns the exit code.
pub fn run(arguments: &PlanArguments) -> u8 {
    match read(arguments) {
        Ok(plan) if arguments.list => list::print(&plan, arguments.how.output),
        Ok(plan) => {
            let seed = arguments.seed.unwrap_or_else(random_seed);
            let runs = plan.points().len();
            with_report(&arguments.how, runs, |report, signals| {
                walk::walk(&plan, arguments, seed, report, signals)
            })
        }
        Err(message) => {
            let file = arguments.file.display();
            let _ = writeln!(io::stderr(), "uring-bench: {file}: {message}");
            exit::USAGE
        }
    }
}

fn read(arguments: &PlanArguments) -> Result<Plan, String> {
    let plan = Plan::parse_part(&read_text(&arguments.file)?).map_err(|error| error.to_string())?;
    match refuse::steps_for_an_agent(&plan) {
        reasons if reasons.is_empty() || arguments.list => Ok(plan),
        reasons => Err(reasons.join("\n")),
    }
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
