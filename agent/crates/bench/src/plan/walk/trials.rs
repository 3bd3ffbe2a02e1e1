//! The values that a search tries, one after the other.

use crate::plan::step::{CONFIRMATIONS_MAX, Grid};

/// What came of a trial.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Every criterion held.
    Passed,
    /// One did not.
    Failed,
    /// It was not measured to its end.
    Unknown,
}

/// What a search has come to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Answer {
    /// The highest value that passed.
    Highest(f64),
    /// None passed, or none was confirmed.
    None,
    /// A trial was not measured to its end.
    Unknown,
}

impl Answer {
    pub(super) fn highest(self) -> Option<f64> {
        match self {
            Answer::Highest(value) => Some(value),
            Answer::None | Answer::Unknown => None,
        }
    }
}

/// One value to be tried.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Trial {
    pub value: f64,
    /// For as long as a confirmation takes.
    pub confirms: bool,
}

/// A search as far as it is. It doubles until a value fails, halves what lies between the highest that passed and the lowest
/// that failed until they are neighbors, and confirms what passed, where that is asked for.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Trials {
    grid: Grid,
    confirms: bool,
    phase: Phase,
}

/// Values are known by their number.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Phase {
    Doubling { at: u32, passed: Option<u32> },
    Halving { passed: u32, failed: u32 },
    Confirming { at: u32, failures: u32 },
    Over(Answer),
}

impl Trials {
    pub(super) fn new(grid: Grid, confirms: bool) -> Self {
        Trials {
            grid,
            confirms,
            phase: Phase::Doubling { at: 0, passed: None },
        }
    }

    /// What to try next, or what came of the search.
    pub(super) fn next(&self) -> Result<Trial, Answer> {
        let trial = |number, confirms| Trial {
            value: self.grid.value(number),
            confirms,
        };
        match self.phase {
            Phase::Doubling { at, .. } => Ok(trial(at, false)),
            Phase::Halving { passed, failed } => Ok(trial(u32::midpoint(passed, failed), false)),
            Phase::Confirming { at, .. } => Ok(trial(at, true)),
            Phase::Over(answer) => Err(answer),
        }
    }

    /// What came of the trial that [`next`](Self::next) asked for.
    pub(super) fn tell(&mut self, verdict: Verdict) {
        self.phase = match (self.phase, verdict) {
            (Phase::Over(answer), _) => Phase::Over(answer),
            (_, Verdict::Unknown) => Phase::Over(Answer::Unknown),
            (Phase::Doubling { at, passed }, verdict) => self.doubled(at, passed, verdict),
            (Phase::Halving { passed, failed }, verdict) => {
                let middle = u32::midpoint(passed, failed);
                match verdict {
                    Verdict::Passed => self.between(middle, failed),
                    _ => self.between(passed, middle),
                }
            }
            (Phase::Confirming { at, .. }, Verdict::Passed) => {
                Phase::Over(Answer::Highest(self.grid.value(at)))
            }
            (Phase::Confirming { at, failures }, _) if at > 0 && failures + 1 < CONFIRMATIONS_MAX => {
                Phase::Confirming {
                    at: at - 1,
                    failures: failures + 1,
                }
            }
            (Phase::Confirming { .. }, _) => Phase::Over(Answer::None),
        }
    }

    fn doubled(&self, at: u32, passed: Option<u32>, verdict: Verdict) -> Phase {
        match (verdict, passed) {
            (Verdict::Passed, _) if at == self.grid.last() => self.settled(at),
            (Verdict::Passed, _) => Phase::Doubling {
                at: self.grid.doubled(at),
                passed: Some(at),
            },
            (_, None) => Phase::Over(Answer::None),
            (_, Some(passed)) => self.between(passed, at),
        }
    }

    fn between(&self, passed: u32, failed: u32) -> Phase {
        if failed - passed == 1 {
            return self.settled(passed);
        }
        Phase::Halving { passed, failed }
    }

    fn settled(&self, at: u32) -> Phase {
        if self.confirms {
            return Phase::Confirming { at, failures: 0 };
        }
        Phase::Over(Answer::Highest(self.grid.value(at)))
    }
}
