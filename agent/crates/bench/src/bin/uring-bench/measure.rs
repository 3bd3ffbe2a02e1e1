//! Measuring one load after the other, and showing what comes of it.

use crate::cli::{HowArguments, Output, TargetArguments};
use crate::exit;
use crate::measurement::Measurement;
use crate::output::{self as shown, Report};
use crate::prepare::Bench;
use crate::signals::Signals;
use crate::stop::Stop;
use crosspoint_bench::engine::Choice;
use crosspoint_bench::output;
use crosspoint_bench::run::Outcome;
use crosspoint_bench::workload::Workload;

/// Measures `points` one after the other; returns the exit code.
pub fn series(target: &TargetArguments, how: &HowArguments, points: &[Measurement]) -> u8 {
    with_report(how, points.len(), |report, signals| {
        let bench = Bench::open(target, how, points, false)?;
        // All are fitted before the first one starts: a mistake in the last shows at once.
        let workloads = points
            .iter()
            .map(|point| Ok((point, bench.fit(&point.request)?)))
            .collect::<Result<Vec<_>, Stop>>()?;
        let of = u32::try_from(workloads.len()).ok();
        let mut code = exit::GOOD;
        for ((point, workload), index) in workloads.into_iter().zip(0..) {
            if of != Some(1) {
                report.point(&output::Point {
                    index,
                    of,
                    name: point.name.clone(),
                    place: None,
                });
            }
            let outcome = measure(&bench, point.engine, workload, report)?;
            code = code.max(exit_code(&outcome, signals));
            if outcome.result.interrupted || outcome.failure.is_some() {
                return Ok(code);
            }
        }
        Ok(code)
    })
}

/// Measures one load and shows what comes of it.
pub fn measure(
    bench: &Bench<'_>,
    engine: Choice,
    workload: Workload,
    report: &mut dyn Report,
) -> Result<Outcome, Stop> {
    let ready = bench.ready(engine, workload)?;
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
    // Whenever it was found: reads return something other than what was written.
    let mismatched = (result.verification.as_ref()).is_some_and(|found| found.mismatched > 0);
    match signals.received() {
        Some(signal) if result.interrupted && outcome.failure.is_none() => 128 + signal,
        _ if result.interrupted || outcome.failure.is_some() || !result.errors.is_empty() || mismatched => {
            exit::INCOMPLETE
        }
        _ => exit::GOOD,
    }
}

/// Gives `measure` somebody to show `runs` runs to, and says why it stopped, if it did; returns the exit code.
pub fn with_report(
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
