//! Benchmarks that simulated hosts ran: the events that a run's agent would have sent, from its first to its last.

use crosspoint_wire::{
    AgentEvent, BenchmarkEnvironment, LittlesLaw, PointDirection, PointEnding, PointFinishedEvent,
    PointFinishedEventOutcome, PointSecondEvent, PointSecondEventPhase, PointSpec, PointStartedEvent,
    RunFinishedEvent, RunFinishedEventOutcome, RunStartedEvent, SecondDirection,
};
use serde::Deserialize;
use uuid::Uuid;

use crate::fleet::{Drive, Fleet, Host};
use crate::latency::{Spread, Tally};
use crate::marks::VERSION;
use crate::observation::{environment, firmware};
use crate::seed::Seed;
use crate::speed::{Expected, Flow, expected};
use crate::times::SECOND_MS;

const SECOND_NS: u64 = 1_000_000_000;
/// Seconds of a point that ends otherwise than after a time.
const USUAL_SECONDS: u32 = 60;
const DEFAULT_BLOCK: u32 = 4096;

/// A run that a server has on record, and that a simulated drive is to have done.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RunOrder {
    /// The server's.
    pub run_id: Uuid,
    /// The drive's.
    pub serial: String,
    /// When it began.
    pub started_ms: u64,
    /// In their order.
    pub points: Vec<PointOrder>,
}

/// One of its points.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PointOrder {
    /// Its place in the order of measuring.
    pub sequence: u16,
    /// Where its step stands in the plan.
    pub step_path: Vec<u8>,
    /// Of a step that repeats its body.
    #[serde(default)]
    pub round: Option<u16>,
    /// What is asked of it.
    pub spec: PointSpec,
}

/// The order cannot be carried out.
#[derive(Debug, thiserror::Error)]
pub enum OrderError {
    /// No such drive.
    #[error("the fleet has no drive {0}")]
    UnknownDrive(String),
    /// It was nowhere at that time.
    #[error("the drive {0} was in no host when the run began")]
    Nowhere(String),
}

/// The host that does the run, and all that it says of it.
///
/// # Errors
/// [`OrderError`].
pub fn run_events<'a>(fleet: &'a Fleet, order: &RunOrder) -> Result<(&'a Host, Vec<AgentEvent>), OrderError> {
    let drive = fleet
        .drives
        .iter()
        .find(|drive| drive.serial == order.serial)
        .ok_or_else(|| OrderError::UnknownDrive(order.serial.clone()))?;
    let stay = drive
        .stays
        .iter()
        .find(|stay| stay.holds(order.started_ms))
        .ok_or_else(|| OrderError::Nowhere(order.serial.clone()))?;
    let host = &fleet.hosts[stay.host as usize];
    let mut run = Run {
        fleet,
        drive,
        host,
        order,
        time_ms: order.started_ms,
        events: Vec::new(),
    };
    run.measure();
    Ok((host, run.events))
}

struct Run<'a> {
    fleet: &'a Fleet,
    drive: &'a Drive,
    host: &'a Host,
    order: &'a RunOrder,
    time_ms: u64,
    events: Vec<AgentEvent>,
}

impl Run<'_> {
    fn measure(&mut self) {
        let run_id = self.order.run_id;
        let (id, time_ms) = (self.id("started", 0), self.time_ms);
        self.events.push(AgentEvent::RunStarted(RunStartedEvent {
            id,
            run_id,
            sequence: None,
            time_ms,
        }));
        for point in &self.order.points {
            self.point(point);
        }
        self.events.push(AgentEvent::RunFinished(RunFinishedEvent {
            id: self.id("finished", 0),
            outcome: RunFinishedEventOutcome::Complete,
            reason: None,
            run_id,
            sequence: None,
            time_ms: self.time_ms,
        }));
    }

    fn point(&mut self, point: &PointOrder) {
        self.events.push(AgentEvent::PointStarted(PointStartedEvent {
            attempt: None,
            environment: self.environment(),
            id: self.id("point started", point.sequence),
            point_sequence: point.sequence,
            raised: None,
            round: point.round,
            run_id: self.order.run_id,
            sequence: None,
            spec: point.spec.clone(),
            step_path: point.step_path.clone(),
            time_ms: self.time_ms,
            warnings: Vec::new(),
        }));
        let expected = expected(self.drive.model, &point.spec);
        self.seconds(
            point,
            &expected,
            PointSecondEventPhase::Ramp,
            point.spec.ramp_seconds,
        );
        let measured = self.seconds(
            point,
            &expected,
            PointSecondEventPhase::Measure,
            duration_seconds(&point.spec),
        );
        self.finish(point, &expected, &measured);
    }

    /// One phase of a point, second by second; returns what was counted in each direction.
    fn seconds(
        &mut self,
        point: &PointOrder,
        expected: &Expected,
        phase: PointSecondEventPhase,
        seconds: u32,
    ) -> [Tally; 2] {
        let mut sums = [Tally::default(), Tally::default()];
        let block = u64::from(point.spec.block_bytes.unwrap_or(DEFAULT_BLOCK));
        for second in 0..seconds {
            let seed = self
                .seed(&format!("{phase} {}", point.sequence))
                .child("second", u64::from(second));
            let [read, write] = [(expected.read, "read"), (expected.write, "write")]
                .map(|(flow, name)| flow.map(|flow| self.second(flow, seed.child(name, 0))));
            for (sum, tally) in sums.iter_mut().zip([&read, &write]) {
                tally.iter().for_each(|tally| sum.add(tally));
            }
            self.time_ms += SECOND_MS;
            self.events.push(AgentEvent::PointSecond(PointSecondEvent {
                attempt: None,
                elapsed_ns: SECOND_NS,
                id: seed.child("id", 0).uuid(),
                phase,
                point_sequence: point.sequence,
                read: read.map(|tally| second_direction(&tally, block)),
                run_id: self.order.run_id,
                second,
                sequence: None,
                time_ms: self.time_ms,
                write: write.map(|tally| second_direction(&tally, block)),
            }));
        }
        sums
    }

    /// A second is a little faster or slower than another, and a drive than another of its model.
    fn second(&self, flow: Flow, seed: Seed) -> Tally {
        let pace = self.drive.seed.child("pace", 0).between(0.97, 1.03)
            * seed.child("pace", 0).between(0.985, 1.015);
        let mut tally = Tally::default();
        let spread = Spread::of(self.drive.model.medium);
        spread.fill(
            &mut tally,
            rounded(flow.iops * pace),
            flow.mean_ns / pace,
            seed.child("chance", 0).unit(),
        );
        tally
    }

    fn finish(&mut self, point: &PointOrder, expected: &Expected, [read, write]: &[Tally; 2]) {
        let seconds = f64::from(duration_seconds(&point.spec));
        let block = u64::from(point.spec.block_bytes.unwrap_or(DEFAULT_BLOCK));
        let in_flight =
            |tally: &Tally| real(tally.operations()) * tally.mean_ns().unwrap_or(0.0) / seconds / 1e9;
        let mean_in_flight = in_flight(read) + in_flight(write);
        let direction =
            |tally: &Tally| (tally.operations() > 0).then(|| point_direction(tally, block, seconds));
        self.events.push(AgentEvent::PointFinished(PointFinishedEvent {
            attempt: None,
            cpu_system_ns: None,
            cpu_user_ns: None,
            elapsed_ns: u64::from(duration_seconds(&point.spec)) * SECOND_NS,
            errors: Vec::new(),
            id: self.id("point finished", point.sequence),
            involuntary_context_switches: None,
            littles_law: Some(LittlesLaw {
                expected: expected.outstanding,
                mean_in_flight,
                ok: true,
            }),
            outcome: PointFinishedEventOutcome::Complete,
            point_sequence: point.sequence,
            raised: None,
            read: direction(read),
            reason: None,
            round: point.round,
            run_id: self.order.run_id,
            sequence: None,
            slices: Vec::new(),
            spec: point.spec.clone(),
            step_path: point.step_path.clone(),
            time_ms: self.time_ms,
            verification: None,
            voluntary_context_switches: None,
            warnings: Vec::new(),
            write: direction(write),
        }));
    }

    fn environment(&self) -> BenchmarkEnvironment {
        let host = environment(self.host, self.fleet);
        BenchmarkEnvironment {
            tool_version: VERSION.to_owned(),
            kernel: Some(host.kernel),
            cpu_model: Some(host.cpu_model),
            cpu_count: Some(host.cpu_count),
            governor: host.governor,
            scheduler: Some("none".to_owned()),
            numa_node: None,
            pcie_link: Some("8.0 GT/s PCIe x4".to_owned()),
            max_pcie_link: Some("8.0 GT/s PCIe x4".to_owned()),
            logical_block_bytes: Some(4096),
            write_cache: None,
            poll_queues: None,
            mitigations: None,
            firmware: Some(firmware(self.fleet, self.drive, self.host.index, self.time_ms).to_owned()),
            engine_flags: vec!["simulated".to_owned()],
            in_use: Vec::new(),
        }
    }

    fn id(&self, what: &str, number: u16) -> Uuid {
        self.seed(what).child("id", u64::from(number)).uuid()
    }

    /// Of this run: the same drive measures again like itself, but not the very same.
    fn seed(&self, what: &str) -> Seed {
        let (high, low) = self.order.run_id.as_u64_pair();
        self.drive.seed.child("run", high).child(what, low)
    }
}

fn duration_seconds(spec: &PointSpec) -> u32 {
    match &spec.ending {
        PointEnding::Duration(ending) => ending.duration_seconds,
        PointEnding::Fills(_) | PointEnding::Bytes(_) | PointEnding::SteadyState(_) => USUAL_SECONDS,
    }
}

fn second_direction(tally: &Tally, block: u64) -> SecondDirection {
    SecondDirection {
        bytes: tally.operations() * block,
        histogram: tally.encode(),
        latency_ns_max: tally.at(1.0),
        latency_ns_mean: tally.mean_ns().map(rounded),
        latency_ns_p50: tally.at(0.5),
        latency_ns_p99: tally.at(0.99),
        operations: tally.operations(),
    }
}

fn point_direction(tally: &Tally, block: u64, seconds: f64) -> PointDirection {
    let iops = real(tally.operations()) / seconds;
    PointDirection {
        bytes: (u128::from(tally.operations()) * u128::from(block)).to_string(),
        bytes_per_second: iops * real(block),
        histogram: tally.encode(),
        iops,
        latency_ns_max: tally.at(1.0),
        latency_ns_mean: tally.mean_ns(),
        latency_ns_min: tally.min_ns(),
        latency_ns_stddev: tally.stddev_ns(),
        operations: tally.operations(),
    }
}

#[allow(clippy::cast_precision_loss)]
fn real(value: u64) -> f64 {
    value as f64
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn rounded(value: f64) -> u64 {
    value.round() as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fleet::tests::demo;

    fn order(fleet: &Fleet) -> RunOrder {
        serde_json::from_value(serde_json::json!({
            "runId": "018f6b4e-0000-4000-8000-000000000001",
            "serial": fleet.drives[0].serial,
            "startedMs": fleet.layout.start_ms,
            "points": [{ "sequence": 0, "stepPath": [0], "spec": {
                "engine": "io_uring", "pattern": "random", "distribution": "uniform", "data": "random",
                "blockBytes": 4096, "readPercent": 70, "spanPercent": 100, "rampSeconds": 5,
                "depth": { "kind": "perThread", "queueDepth": 16, "threads": 1 }, "load": { "kind": "closed" },
                "ending": { "kind": "duration", "durationSeconds": 10 }, "precondition": []
            } }]
        }))
        .expect("an order")
    }

    #[test]
    fn a_run_is_told_from_its_start_to_its_end() {
        let fleet = demo();
        let (host, events) = run_events(&fleet, &order(&fleet)).expect("the drive is there");
        assert_eq!(host.index, fleet.drives[0].stays[0].host);
        // Run and point begin, 5 and 10 seconds, point and run end.
        assert_eq!(events.len(), 2 + 15 + 2);
        assert!(matches!(events.first(), Some(AgentEvent::RunStarted(_))));
        assert!(matches!(events.last(), Some(AgentEvent::RunFinished(_))));
    }

    #[test]
    fn the_measured_seconds_are_the_result() {
        let fleet = demo();
        let (_, events) = run_events(&fleet, &order(&fleet)).expect("the drive is there");
        let of_seconds: u64 = events
            .iter()
            .filter_map(|event| match event {
                AgentEvent::PointSecond(second) if second.phase == PointSecondEventPhase::Measure => {
                    second.read.as_ref().map(|read| read.operations)
                }
                _ => None,
            })
            .sum();
        let Some(AgentEvent::PointFinished(finished)) = events.get(events.len() - 2) else {
            panic!("the point ends before the run")
        };
        assert_eq!(
            finished.read.as_ref().map(|read| read.operations),
            Some(of_seconds)
        );
        let law = finished.littles_law.as_ref().expect("it is told");
        assert!((law.mean_in_flight / law.expected - 1.0).abs() < 0.03, "{law:?}");
    }

    #[test]
    fn a_drive_of_another_fleet_is_refused() {
        let fleet = demo();
        let foreign = RunOrder {
            serial: "PHKS750100AA".to_owned(),
            ..order(&fleet)
        };
        assert!(matches!(
            run_events(&fleet, &foreign),
            Err(OrderError::UnknownDrive(_))
        ));
    }
}
