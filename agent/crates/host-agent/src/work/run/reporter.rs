//! Turns what the tool says of one point into events.

use crosspoint_bench::output::{Line, Start};

use super::child::Listener;
use super::prepared::Prepared;
use super::runs::Runs;
use crate::runtime::clock::now_ms;
use crate::work::place::PointPlace;

/// Turns the lines of one point into events.
pub(super) struct Reporter<'a> {
    pub runs: &'a Runs,
    pub at: &'a PointPlace,
    pub prepared: &'a Prepared,
}

impl Listener for Reporter<'_> {
    async fn line(&self, line: Line) -> Option<String> {
        match line {
            Line::Start(start) => {
                let objection = wrong_drive(
                    &start,
                    self.prepared
                        .drive
                        .as_ref()
                        .map(|target| target.drive.serial.as_str()),
                );
                let firmware = self.prepared.firmware.clone();
                self.runs
                    .ledger
                    .report(self.at.started(*start, firmware, now_ms()))
                    .await;
                objection
            }
            Line::Second(second) => {
                let outbox = self.runs.ledger.outbox();
                // A second that finds no room is missing in a chart; the point's result is not touched by it.
                let _ = outbox.second(self.at.second(second, now_ms())).await;
                None
            }
            Line::Result(_)
            | Line::Error(_)
            | Line::Point(_)
            | Line::Search(_)
            | Line::Step(_)
            | Line::Finding(_)
            | Line::Unknown => None,
        }
    }
}

/// The tool says which serial it found behind the path; figures of another drive would be worse than none.
fn wrong_drive(start: &Start, expected: Option<&str>) -> Option<String> {
    let expected = expected?;
    let found = start.target.serial.as_deref().unwrap_or("no serial");
    (found != expected).then(|| {
        format!(
            "{} belongs to {found} now, not to {expected}: the drives were renamed",
            start.target.path
        )
    })
}
