//! Rounds until steady state: each is judged when it is over, and the last of them are the result.

use super::totals::Totals;
use crate::output;
use crate::steady_state::{Progress, Verdict};
use crate::workload::{SteadyState, Tracked, Workload};
use std::collections::VecDeque;
use std::time::Duration;

/// The rounds so far.
pub(super) struct Rounds<'a> {
    workload: &'a Workload,
    wanted: &'a SteadyState,
    /// The round that is being measured, and how much of it is.
    current: Totals,
    current_ns: u64,
    /// The last whole rounds, as many as are judged.
    window: VecDeque<Totals>,
    values: Vec<f64>,
    /// Set with the last round.
    end: Option<Option<Verdict>>,
}

impl<'a> Rounds<'a> {
    pub(super) fn new(workload: &'a Workload, wanted: &'a SteadyState) -> Self {
        Rounds {
            workload,
            wanted,
            current: Totals::new(workload),
            current_ns: 0,
            window: VecDeque::new(),
            values: Vec::new(),
            end: None,
        }
    }

    /// Adds a second of the measured window. True with the last second of the last round.
    pub(super) fn add(&mut self, totals: &Totals, elapsed_ns: u64) -> bool {
        if self.is_over() {
            return false;
        }
        self.current.add(totals);
        self.current_ns += elapsed_ns;
        let round_ns = nanoseconds(self.wanted.round);
        if self.current_ns < round_ns {
            return false;
        }
        self.current_ns = 0;
        let round = std::mem::replace(&mut self.current, Totals::new(self.workload));
        self.values.push(tracked(self.wanted.tracked, &round, round_ns));
        self.window.push_back(round);
        if self.window.len() > self.wanted.criterion.window_rounds {
            self.window.pop_front();
        }
        self.end = match self.wanted.criterion.progress(&self.values) {
            Progress::Unsteady => None,
            Progress::Steady(verdict) => Some(Some(verdict)),
            Progress::GivenUp(verdict) => Some(verdict),
        };
        self.is_over()
    }

    /// Whether the last round is over.
    pub(super) fn is_over(&self) -> bool {
        self.end.is_some()
    }

    /// What was done in the rounds that are the result, and how long they took: the window, or what there is of it.
    pub(super) fn result(&self) -> (Totals, u64) {
        let mut sum = self.current.clone();
        self.window.iter().for_each(|round| sum.add(round));
        let elapsed_ns = self.window.len() as u64 * nanoseconds(self.wanted.round) + self.current_ns;
        (sum, elapsed_ns)
    }

    /// The judgement.
    pub(super) fn describe(&self) -> output::SteadyState {
        let verdict = self.end.flatten();
        output::SteadyState {
            achieved: verdict.is_some_and(|verdict| verdict.achieved),
            rounds: self.values.clone(),
            excursion: verdict.map(|verdict| verdict.excursion),
            slope_excursion: verdict.map(|verdict| verdict.slope_excursion),
        }
    }
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).expect("a round is at most a week")
}

fn tracked(tracked: Tracked, round: &Totals, elapsed_ns: u64) -> f64 {
    let seconds = elapsed_ns as f64 / 1e9;
    let operations = round.operations();
    match tracked {
        Tracked::Iops => operations as f64 / seconds,
        Tracked::Bandwidth => round.parts().map(|(_, done)| done.bytes).sum::<u64>() as f64 / seconds,
        // Without an operation there is no mean: not a number, which is never steady.
        Tracked::MeanLatency => {
            round
                .parts()
                .map(|(_, done)| done.latencies.sum_ns())
                .sum::<u128>() as f64
                / operations as f64
        }
    }
}
