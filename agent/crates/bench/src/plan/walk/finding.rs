//! What searches and rounds have come to.

use crate::plan::point::Parameter;

/// What a step that goes by what it measures has come to.
#[derive(Debug, Clone, PartialEq)]
pub enum Finding {
    /// A search is over.
    Searched {
        /// Where its step stands in the plan.
        step_path: Vec<u32>,
        /// What it raised.
        parameter: Parameter,
        /// The highest value that passed; `None` if none did, or where a trial was not measured to its end.
        highest: Option<f64>,
        /// A trial was not measured to its end: nothing is known.
        undecided: bool,
    },
    /// Rounds are over.
    Rounds {
        /// Where its step stands in the plan.
        step_path: Vec<u32>,
        /// How many were measured.
        rounds: u32,
        /// Whether they became steady; `None` where nothing waited for it.
        steady: Option<bool>,
    },
}
