//! The search of the highest rate that meets a latency objective: one run after the other at another rate.

use crate::cli::RunArguments;
use crate::exit;
use crate::measure::{exit_code, measure};
use crate::measurement::Measurement;
use crate::output::Report;
use crate::prepare::Bench;
use crate::signals::Signals;
use crate::stop::Stop;
use crosspoint_bench::arrivals::Pace;
use crosspoint_bench::objective::{Objective, RateSearch, kept_up};
use crosspoint_bench::operation::Direction;
use crosspoint_bench::output::{self, Search, SearchStep};
use crosspoint_bench::run::Outcome;
use crosspoint_bench::workload::Load;

/// Where the search begins if no rate is given.
const RATE_DEFAULT: f64 = 1000.0;

/// Searches; returns the exit code.
pub fn run(
    arguments: &RunArguments,
    points: &[Measurement],
    report: &mut dyn Report,
    signals: &Signals,
) -> Result<u8, Stop> {
    let (Some(objective), [point]) = (arguments.objective, points) else {
        return Err(Stop::usage(
            "a rate is searched for one load at a time",
            "give a single --qd, the most operations that may be in flight",
        ));
    };
    let [stream] = &point.request.streams[..] else {
        return Err(Stop::usage(
            "with several streams it is unclear whose rate to search",
            "give a single stream",
        ));
    };
    let (first, pace) = match stream.load {
        Load::Open {
            rate_per_second,
            pace,
        } => (rate_per_second, pace),
        Load::Closed => (RATE_DEFAULT, Pace::Fixed),
    };
    let bench = Bench::open(&arguments.target, &arguments.how, points, false)?;
    let mut rates = RateSearch::new(first);
    let mut search = Search {
        objective: objective.to_string(),
        steps: Vec::new(),
        best_per_second: None,
    };
    let mut code = exit::GOOD;
    while let Some(rate) = rates.next_rate() {
        let mut request = point.request.clone();
        request.streams[0].load = Load::Open {
            rate_per_second: rate,
            pace,
        };
        report.point(&output::Point {
            index: u32::try_from(search.steps.len()).unwrap_or(u32::MAX),
            of: None,
            name: format!("{rate:.0} per second"),
            place: None,
        });
        let outcome = measure(&bench, point.engine, bench.fit(&request)?, report)?;
        code = code.max(exit_code(&outcome, signals));
        if outcome.result.interrupted || outcome.failure.is_some() {
            return Ok(code);
        }
        let step = judge(objective, rate, &outcome)?;
        rates.tell(rate, step.met);
        search.steps.push(step);
    }
    search.best_per_second = rates.best();
    report.search(&search);
    Ok(code)
}

fn judge(objective: Objective, rate: f64, outcome: &Outcome) -> Result<SearchStep, Stop> {
    let directions = [&outcome.read, &outcome.write];
    let latencies = match Objective::direction(outcome.read.is_some()) {
        Direction::Read => &outcome.read,
        Direction::Write => &outcome.write,
    };
    let completed: u64 = directions
        .into_iter()
        .flatten()
        .map(|latencies| latencies.count())
        .sum();
    let open_loop = outcome.result.open_loop.as_ref();
    let (due, not_started) = open_loop.map_or((0, 0), |arrivals| (arrivals.due, arrivals.not_started));
    let met = latencies.as_ref().and_then(|latencies| {
        // What did not start is of either direction, in the share of what did.
        let share = latencies.count() as f64 / completed.max(1) as f64;
        objective.met_beside(not_started as f64 * share, latencies)
    });
    let per_second = |count: u64| count as f64 * 1e9 / outcome.result.elapsed_ns.max(1) as f64;
    let step = |met| SearchStep {
        offered_per_second: rate,
        due_per_second: per_second(due),
        achieved_per_second: per_second(completed),
        met,
    };
    match met {
        Some(met) => Ok(step(met && kept_up(due, completed))),
        // A drive that falls far behind completes too little to judge, and has not met it.
        None if !kept_up(due, completed) => Ok(step(false)),
        None => Err(Stop::usage(
            format!("{completed} operations at {rate:.0} per second are too few to judge {objective}"),
            "give a longer --duration, or a higher --rate to begin with",
        )),
    }
}
