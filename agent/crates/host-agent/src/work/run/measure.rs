//! Measures what one process of the tool measures: a point, or several that run side by side.

use std::time::Duration;

use crosspoint_bench::content::Data;
use crosspoint_bench::plan::{Feedback, Measurement, PointOutcome as Came, Spec};
use crosspoint_bench::workload::Until;
use crosspoint_wire::{PointFinishedEvent, PointFinishedEventOutcome as Outcome};

use super::child;
use super::ending::Ending;
use super::invocation::Invocation;
use super::permission::write_right;
use super::place::{PointPlace, name};
use super::prepared::Prepared;
use super::reporter::Reporter;
use super::runs::Runs;
use super::stop::{Stop, StopSignal};
use super::walk::Break;
use crate::runtime::clock::now_ms;

/// The tool says something every second; a drive may stall for as long as the kernel's own timeout (30 s) and more.
const SILENCE_MAX: Duration = Duration::from_secs(90);

impl Runs {
    /// Measures, and reports what it came to. `told` goes with it: how often it was begun before, and what its figures are to be
    /// read with.
    pub(super) async fn measure(
        &self,
        prepared: &Prepared,
        measurement: &Measurement,
        told: (u8, Vec<String>),
        stop: &StopSignal,
    ) -> Result<Feedback, Break> {
        let places = places(prepared, measurement, &told).map_err(Break::Failed)?;
        if let Err(reason) = self.may_still(prepared, measurement).await {
            let reason = format!("{} was not started: {reason}", title(measurement));
            return Err(Break::Failed(reason));
        }
        let invocation = Invocation {
            uring_bench: self.uring_bench.clone(),
            target: prepared.target.clone(),
            namespace_id: prepared.drive.as_ref().map(|target| target.nsid),
            array_uuid: prepared.volume.as_ref().map(|target| target.uuid.clone()),
            file_identity: prepared.file,
            write: write_right(prepared, measurement),
            document: measurement.document(),
            silence_max: silence_max(measurement),
        };
        let reporter = Reporter {
            runs: self,
            places: &places,
            prepared,
        };
        let sequences = places.iter().map(|place| place.sequence).collect();
        self.measures(prepared.run_id, sequences);
        let ending = child::measure(&invocation, stop.clone(), &reporter).await;
        self.has_measured(prepared.run_id);
        self.tell(measurement, &places, ending).await
    }

    /// Tells the end of each point. One that the agent's own stop broke off has none: it is measured again.
    async fn tell(
        &self,
        measurement: &Measurement,
        places: &[PointPlace],
        ending: Ending,
    ) -> Result<Feedback, Break> {
        if ending.stopped == Some(Stop::Suspend) {
            return Err(Break::Suspended);
        }
        let events: Vec<PointFinishedEvent> = places
            .iter()
            .enumerate()
            .map(|(stream, place)| place.finished(ending.of_stream(stream, places.len()), now_ms()))
            .collect();
        let feedback = feedback(measurement, &ending, &events);
        for event in events {
            self.ledger.report(event).await;
        }
        match (ending.stopped, ending.trouble) {
            (Some(Stop::Cancel(reason)), _) => Err(Break::Cancelled(reason)),
            (_, Some(reason)) if ending.is_objected_to => {
                Err(Break::Failed(format!("{}: {reason}", title(measurement))))
            }
            _ => Ok(feedback),
        }
    }
}

fn places(
    prepared: &Prepared,
    measurement: &Measurement,
    (attempt, notes): &(u8, Vec<String>),
) -> Result<Vec<PointPlace>, String> {
    let points = measurement.points.iter().map(|point| {
        let place = PointPlace::of(point, prepared.run_id)?;
        Ok(PointPlace {
            attempt: *attempt,
            notes: notes.clone(),
            ..place
        })
    });
    points.collect()
}

/// What the walk needs to know of it.
fn feedback(measurement: &Measurement, ending: &Ending, events: &[PointFinishedEvent]) -> Feedback {
    let reason = |event: &PointFinishedEvent| event.reason.clone().unwrap_or_default();
    let first = &events[0];
    match (&ending.result, first.outcome) {
        (Some(result), _) => {
            let mut points = measurement.measured(result);
            for (point, event) in points.iter_mut().zip(events) {
                point.outcome = came(event.outcome);
                point.reason = event.reason.clone();
            }
            Feedback::Measured { points }
        }
        (None, Outcome::Skipped) => Feedback::Skipped {
            reason: reason(first),
        },
        (None, _) => Feedback::Failed {
            reason: reason(first),
        },
    }
}

/// One that ended early is no result.
fn came(outcome: Outcome) -> Came {
    match outcome {
        Outcome::Complete => Came::Complete,
        Outcome::Skipped => Came::Skipped,
        Outcome::Failed | Outcome::Interrupted => Came::Failed,
    }
}

fn title(measurement: &Measurement) -> String {
    let names: Vec<String> = measurement.points.iter().map(name).collect();
    names.join(" and ")
}

/// Verified data are read back when all is written, without a word, which takes about as long as writing them did.
fn silence_max(measurement: &Measurement) -> Duration {
    let specs = measurement.points.iter().map(|point| silence_of(&point.spec));
    specs.max().unwrap_or(SILENCE_MAX)
}

fn silence_of(spec: &Spec) -> Duration {
    if spec.stream.data != Data::Verified || !spec.writes() {
        return SILENCE_MAX;
    }
    SILENCE_MAX
        + spec.ramp
        + match &spec.until {
            Until::Elapsed(duration) => *duration,
            Until::Bytes { at_most, .. } | Until::Fills { at_most, .. } => *at_most,
            Until::SteadyState(steady) => steady.longest(),
        }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::plan::tests::read_steps;
    use super::*;

    #[test]
    fn reading_verified_data_back_is_no_silence() {
        let limit = |data: &str, read_percent: u8| {
            let sweep = json!({"kind": "sweep", "pattern": "sequential", "blockBytes": 4096, "readPercent": read_percent,
                "data": data, "rampSeconds": 10, "fills": 2, "durationSeconds": 3600});
            let points = read_steps(&[sweep]).unwrap().points();
            silence_of(&points[0].spec).as_secs()
        };
        assert_eq!([limit("incompressible", 0), limit("verified", 100)], [90, 90]);
        assert_eq!(limit("verified", 0), 90 + 10 + 3600);
    }
}
