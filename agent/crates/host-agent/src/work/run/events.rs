//! From the lines of `uring-bench` to the events of the wire. Pure: no clock, no files.

use crosspoint_bench::output::{DirectionResult, PcieLink, Phase, Second, SecondDirection, Start};
use crosspoint_wire as wire;
use uuid::Uuid;

use super::ending::{Ending, judge};
use crate::link::outbox::once;
use crate::work::place::PointPlace;

const EIO: u16 = 5;

impl PointPlace {
    fn event_id(&self, what: &str) -> Uuid {
        once(self.run_id, &format!("{what}/{}", self.sequence))
    }

    /// The event for the start line.
    #[must_use]
    pub fn started(&self, start: Start, firmware: Option<String>, time_ms: u64) -> wire::PointStartedEvent {
        let environment = start.environment;
        wire::PointStartedEvent {
            attempt: None,
            environment: wire::BenchmarkEnvironment {
                cpu_count: Some(environment.cpu_count),
                cpu_model: Some(environment.cpu_model),
                engine_flags: environment.engine_flags,
                firmware,
                governor: environment.governor,
                in_use: start.target.in_use,
                kernel: Some(environment.kernel),
                logical_block_bytes: Some(environment.logical_block_bytes.into()),
                max_pcie_link: environment.pcie_link.as_ref().map(max_link),
                mitigations: environment.mitigations,
                numa_node: environment.numa_node.and_then(|node| i32::try_from(node).ok()),
                pcie_link: environment.pcie_link.as_ref().map(current_link),
                poll_queues: environment.poll_queues.map(Into::into),
                scheduler: environment.scheduler,
                tool_version: format!("uring-bench {}", start.tool_version),
                write_cache: environment.write_cache,
            },
            id: self.event_id("pointStarted"),
            point_sequence: self.sequence,
            raised: None,
            round: self.round,
            run_id: self.run_id,
            sequence: None,
            spec: self.spec.clone(),
            step_path: self.step_path.clone(),
            time_ms,
            warnings: start.warnings,
        }
    }

    /// The event for one second.
    #[must_use]
    pub fn second(&self, second: Second, time_ms: u64) -> wire::PointSecondEvent {
        let (phase, word) = match second.phase {
            Phase::Ramp => (wire::PointSecondEventPhase::Ramp, "ramp"),
            Phase::Measure => (wire::PointSecondEventPhase::Measure, "measure"),
        };
        wire::PointSecondEvent {
            attempt: None,
            elapsed_ns: second.elapsed_ns,
            id: self.event_id(&format!("pointSecond/{word}/{}", second.second)),
            phase,
            point_sequence: self.sequence,
            read: second.read.map(second_direction),
            run_id: self.run_id,
            second: second.second,
            sequence: None,
            time_ms,
            write: second.write.map(second_direction),
        }
    }

    /// The event for the end, however it came. `complete` only if nothing at all speaks against it.
    #[must_use]
    pub fn finished(&self, ending: Ending, time_ms: u64) -> wire::PointFinishedEvent {
        let (outcome, reason) = judge(&ending);
        let result = ending.result;
        let read = result
            .as_ref()
            .and_then(|result| result.read.as_ref())
            .map(point_direction);
        let write = result
            .as_ref()
            .and_then(|result| result.write.as_ref())
            .map(point_direction);
        wire::PointFinishedEvent {
            attempt: None,
            cpu_system_ns: result.as_ref().map(|result| result.cpu_system_ns),
            cpu_user_ns: result.as_ref().map(|result| result.cpu_user_ns),
            elapsed_ns: result.as_ref().map_or(0, |result| result.elapsed_ns),
            errors: result
                .iter()
                .flat_map(|result| &result.errors)
                .map(io_error)
                .collect(),
            id: self.event_id("pointFinished"),
            involuntary_context_switches: result.as_ref().map(|result| result.involuntary_context_switches),
            littles_law: result
                .as_ref()
                .and_then(|result| result.littles_law.as_ref())
                .map(|law| wire::LittlesLaw {
                    expected: law.expected,
                    mean_in_flight: law.mean_in_flight,
                    ok: law.ok,
                }),
            outcome,
            point_sequence: self.sequence,
            raised: None,
            read,
            reason,
            round: self.round,
            run_id: self.run_id,
            sequence: None,
            slices: Vec::new(),
            spec: self.spec.clone(),
            step_path: self.step_path.clone(),
            time_ms,
            voluntary_context_switches: result.as_ref().map(|result| result.voluntary_context_switches),
            warnings: result.map(|result| result.warnings).unwrap_or_default(),
            write,
        }
    }
}

fn second_direction(direction: SecondDirection) -> wire::SecondDirection {
    wire::SecondDirection {
        bytes: direction.bytes,
        histogram: direction.histogram,
        latency_ns_max: direction.latency_ns_max,
        latency_ns_mean: direction.latency_ns_mean.map(whole),
        latency_ns_p50: direction.latency_ns_p50,
        latency_ns_p99: direction.latency_ns_p99,
        operations: direction.operations,
    }
}

/// The wire has whole nanoseconds here; a mean is a non-negative number far below 2^53.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the cast saturates, and NaN becomes 0"
)]
fn whole(mean: f64) -> u64 {
    mean.round() as u64
}

fn point_direction(direction: &DirectionResult) -> wire::PointDirection {
    let latency = direction.latency_ns.as_ref();
    wire::PointDirection {
        bytes: direction.bytes.to_string(),
        bytes_per_second: direction.bytes_per_second,
        histogram: direction.histogram.clone(),
        iops: direction.iops,
        latency_ns_max: latency.map(|latency| latency.max),
        latency_ns_mean: latency.map(|latency| latency.mean),
        latency_ns_min: latency.map(|latency| latency.min),
        latency_ns_stddev: latency.map(|latency| latency.stddev),
        operations: direction.operations,
    }
}

fn io_error(error: &crosspoint_bench::output::ErrorCount) -> wire::IoError {
    wire::IoError {
        count: error.count,
        // A drive's own status reaches an ordinary reader as EIO; its name tells which it was.
        errno: error
            .errno
            .unwrap_or(if error.nvme_status.is_some() { EIO } else { 0 }),
        name: error.name.clone(),
    }
}

fn current_link(link: &PcieLink) -> String {
    format!("{} x{}", link.speed, link.width)
}

fn max_link(link: &PcieLink) -> String {
    format!("{} x{}", link.max_speed, link.max_width)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosspoint_bench::output::{ErrorCount, Failure, RunResult};
    use serde_json::json;
    use wire::PointFinishedEventOutcome::{Complete, Failed, Interrupted};

    fn point(sequence: u16) -> PointPlace {
        let spec = json!({"engine": "io_uring", "pattern": "random", "distribution": "uniform", "data": "incompressible",
            "blockBytes": 4096, "readPercent": 100, "depth": {"kind": "perThread", "queueDepth": 1, "threads": 1},
            "load": {"kind": "closed"}, "spanPercent": 100, "rampSeconds": 0,
            "ending": {"kind": "duration", "durationSeconds": 1}, "precondition": []});
        PointPlace {
            run_id: Uuid::from_u128(7),
            sequence,
            step_path: vec![1],
            round: None,
            spec: serde_json::from_value(spec).unwrap(),
        }
    }

    fn result() -> RunResult {
        RunResult {
            interrupted: false,
            elapsed_ns: 30,
            read: None,
            write: None,
            cpu_user_ns: 1,
            cpu_system_ns: 2,
            cpu_user_ns_per_operation: None,
            cpu_system_ns_per_operation: None,
            context_switches_per_operation: None,
            voluntary_context_switches: 3,
            involuntary_context_switches: 4,
            errors: Vec::new(),
            ramp_errors: Vec::new(),
            littles_law: None,
            streams: Vec::new(),
            slices: Vec::new(),
            open_loop: None,
            steady_state: None,
            verification: None,
            warnings: vec!["odd".into()],
        }
    }

    fn outcome(ending: Ending) -> (wire::PointFinishedEventOutcome, String) {
        let event = point(2).finished(ending, 1);
        (event.outcome, event.reason.unwrap_or_default())
    }

    #[test]
    fn only_a_whole_result_without_a_but_is_complete() {
        let whole = || Ending {
            result: Some(result()),
            ..Ending::default()
        };
        assert_eq!(outcome(whole()), (Complete, String::new()));

        let failure = Failure {
            message: "no such device".into(),
            remedy: Some("Plug it in".into()),
            errno: None,
            kind: None,
        };
        assert_eq!(
            outcome(Ending {
                failure: Some(failure),
                ..whole()
            }),
            (Failed, "no such device. Plug it in".into())
        );
        assert_eq!(
            outcome(Ending {
                trouble: Some("exit code 1".into()),
                ..whole()
            }),
            (Failed, "exit code 1".into())
        );
        assert_eq!(
            outcome(Ending {
                stopped: Some("cancelled".into()),
                ..whole()
            }),
            (Interrupted, "cancelled".into())
        );
        assert_eq!(outcome(Ending::default()).0, Failed);
        let interrupted = RunResult {
            interrupted: true,
            ..result()
        };
        assert_eq!(
            outcome(Ending {
                result: Some(interrupted),
                ..Ending::default()
            })
            .0,
            Interrupted
        );
    }

    #[test]
    fn failed_operations_do_not_hide_behind_a_cancellation() {
        let errors = vec![ErrorCount {
            errno: Some(5),
            nvme_status: None,
            name: "EIO".into(),
            count: 12,
        }];
        let ending = Ending {
            result: Some(RunResult { errors, ..result() }),
            stopped: Some("cancelled".into()),
            ..Ending::default()
        };
        assert_eq!(outcome(ending), (Failed, "operations failed: 12 x EIO".into()));
    }

    #[test]
    fn the_ids_of_a_points_events_are_its_own_and_always_the_same() {
        let other = point(3);
        let id = point(2).finished(Ending::default(), 1).id;
        assert_eq!(id, point(2).finished(Ending::default(), 2).id);
        assert_ne!(id, other.finished(Ending::default(), 1).id);
        let second = |phase, second| Second {
            second,
            phase,
            elapsed_ns: 1,
            read: None,
            write: None,
            streams: Vec::new(),
        };
        assert_ne!(
            point(2).second(second(Phase::Ramp, 0), 1).id,
            point(2).second(second(Phase::Measure, 0), 1).id
        );
    }
}
