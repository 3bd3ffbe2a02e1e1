//! Turns what the tool says of one measurement into events of its points.

use crosspoint_bench::output::{Line, Second, Start};

use super::child::Listener;
use super::place::PointPlace;
use super::prepared::Prepared;
use super::runs::Runs;
use super::volume::serials_of;
use crate::runtime::clock::now_ms;

/// Turns the lines of one process into events of each point that it measures.
pub(super) struct Reporter<'a> {
    pub runs: &'a Runs,
    pub places: &'a [PointPlace],
    pub prepared: &'a Prepared,
}

impl Listener for Reporter<'_> {
    async fn line(&self, line: Line) -> Option<String> {
        match line {
            Line::Start(start) => {
                let objection = wrong_target(&start, self.prepared);
                for place in self.places {
                    let firmware = self.prepared.firmware.clone();
                    let started = place.started(Start::clone(&start), firmware, now_ms());
                    self.runs.ledger.report(started).await;
                }
                objection
            }
            Line::Second(second) => {
                let outbox = self.runs.ledger.outbox();
                for (stream, place) in self.places.iter().enumerate() {
                    let second = of_stream(&second, stream, self.places.len());
                    // A second that finds no room is missing in a chart; the point's result is not touched by it.
                    let _ = outbox.second(place.second(second, now_ms())).await;
                }
                None
            }
            Line::Result(_)
            | Line::Error(_)
            | Line::Point(_)
            | Line::Step(_)
            | Line::Finding(_)
            | Line::Search(_)
            | Line::Unknown => None,
        }
    }
}

/// What one of several streams did in a second; all of it where there is one.
fn of_stream(second: &Second, stream: usize, streams: usize) -> Second {
    if streams == 1 {
        return second.clone();
    }
    let own = second.streams.get(stream);
    Second {
        read: own.and_then(|own| own.read.clone()),
        write: own.and_then(|own| own.write.clone()),
        streams: Vec::new(),
        ..second.clone()
    }
}

/// The tool says which serials it found behind the path; figures of another drive would be worse than none.
fn wrong_target(start: &Start, prepared: &Prepared) -> Option<String> {
    let unknown = "no serial";
    let (expected, found) = if let Some(drive) = &prepared.drive {
        let found = start.target.serial.as_deref().unwrap_or(unknown);
        (drive.drive.serial.clone(), found.to_owned())
    } else {
        let members = start.target.members.iter();
        let mut found: Vec<&str> = members
            .map(|member| member.serial.as_deref().unwrap_or(unknown))
            .collect();
        found.sort_unstable();
        found.dedup();
        (serials_of(prepared.volume.as_ref()?).join(", "), found.join(", "))
    };
    (found != expected).then(|| {
        format!(
            "{} belongs to {found} now, not to {expected}: the drives were renamed",
            start.target.path
        )
    })
}
