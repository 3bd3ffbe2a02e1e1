//! Measuring one load after the other, and showing what comes of it.

use crate::cli::{HowArguments, Output, RunArguments, TargetArguments};
use crate::exit;
use crate::output::{self as shown, Report};
use crate::prepare::Bench;
use crate::search;
use crate::signals::Signals;
use crate::stop::Stop;
use crosspoint_bench::output::Point;
use crosspoint_bench::run::Outcome;
use crosspoint_bench::workload::{Request, Workload};

/// The command `run`; returns the exit code.
pub fn run(arguments: &RunArguments) -> u8 {
    let requests = arguments.requests();
    if arguments.objective.is_some() {
        return with_report(&arguments.how, requests.len(), |report, signals| {
            search::run(arguments, &requests, report, signals)
        });
    }
    series(&arguments.target, &arguments.how, &requests)
}

/// Measures `requests`, each with its name, one after the other; returns the exit code.
pub fn series(target: &TargetArguments, how: &HowArguments, requests: &[(String, Request)]) -> u8 {
    with_report(how, requests.len(), |report, signals| {
        let writes = requests.iter().any(|(_, request)| writes(request));
        let bench = Bench::open(target, how, writes)?;
        // All are fitted before the first one starts: a mistake in the last shows at once.
        let workloads = requests
            .iter()
            .map(|(name, request)| Ok((name, bench.fit(request)?)))
            .collect::<Result<Vec<_>, Stop>>()?;
        let of = u32::try_from(workloads.len()).ok();
        let mut code = exit::GOOD;
        for ((name, workload), index) in workloads.into_iter().zip(0..) {
            if of != Some(1) {
                report.point(&Point {
                    index,
                    of,
                    name: name.clone(),
                });
            }
            let outcome = measure(&bench, workload, report)?;
            code = code.max(exit_code(&outcome, signals));
            if outcome.result.interrupted || outcome.failure.is_some() {
                return Ok(code);
            }
        }
        Ok(code)
    })
}

/// Whether a load writes anything.
pub fn writes(request: &Request) -> bool {
    request.streams.iter().any(|stream| stream.read_percent < 100)
}

/// Measures one load and shows what comes of it.
pub fn measure(bench: &Bench<'_>, workload: Workload, report: &mut dyn Report) -> Result<Outcome, Stop> {
    let ready = bench.ready(workload)?;
    report.begin(ready.start());
    let outcome = ready.run(report)?;
    report.result(&outcome.result);
    if let Some(failure) = &outcome.failure {
        report.failure(failure);
    }
    Ok(outcome)
}

/// What a run's end means for the exit code.
pub fn exit_code(outcome: &Outcome, signals: &Signals) -> u8 {
    let result = &outcome.result;
    match signals.received() {
        Some(signal) if result.interrupted && outcome.failure.is_none() => 128 + signal,
        _ if result.interrupted || outcome.failure.is_some() || !result.errors.is_empty() => exit::INCOMPLETE,
        _ => exit::GOOD,
    }
}

fn with_report(
    how: &HowArguments,
    runs: usize,
    measure: impl FnOnce(&mut dyn Report, &Signals) -> Result<u8, Stop>,
) -> u8 {
    let signals = match Signals::watch() {
        Ok(signals) => signals,
        Err(error) => {
            eprintln!("uring-bench: cannot watch for signals: {error}");
            return exit::ENGINE;
        }
    };
    let mut report = shown::of(how.output, signals.clone());
    let outcome = if runs > 1 && matches!(how.output, Output::Csv | Output::Hlog) {
        Err(Stop::usage(
            "csv and hlog hold the seconds of one run",
            "give a single --qd, or --output json-lines",
        ))
    } else {
        measure(&mut *report, &signals)
    };
    let code = outcome.unwrap_or_else(|stop| {
        report.failure(&stop.failure);
        stop.code
    });
    report.close();
    code
}
