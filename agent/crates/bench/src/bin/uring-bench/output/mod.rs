//! The forms in which a run is shown.

mod document;
mod heading;
mod history;
mod json_lines;
mod report;
mod rows;
mod sink;
mod table;
mod terminal;

pub use report::Report;
pub use table::place;

use crate::cli::Output;
use crate::signals::Signals;

/// The form asked for.
pub fn of(output: Output, signals: Signals) -> Box<dyn Report> {
    match output {
        Output::Table => Box::new(terminal::Terminal::new(signals)),
        Output::JsonLines => Box::new(json_lines::JsonLines::new(signals)),
        Output::Json => Box::new(document::Document::new(signals)),
        Output::Csv => Box::new(rows::Rows::csv(signals)),
        Output::Hlog => Box::new(rows::Rows::hlog(signals)),
    }
}
