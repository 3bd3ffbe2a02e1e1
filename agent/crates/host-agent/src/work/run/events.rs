//! From the lines of `uring-bench` to the events of the wire. Pure: no clock, no files.

use crosspoint_bench::output::{Phase, RunResult, Second, Start};
use crosspoint_wire as wire;
use uuid::Uuid;

use super::ending::{Ending, judge};
use super::figures::{
    current_link, io_error, max_link, point_direction, second_direction, slice, verification,
};
use super::place::PointPlace;
use crate::link::outbox::once;

impl PointPlace {
    /// A point that is measured again is told again.
    fn event_id(&self, what: &str) -> Uuid {
        let place = format!("{what}/{}", self.sequence);
        match self.attempt {
            0 => once(self.run_id, &place),
            again => once(self.run_id, &format!("{place}/{again}")),
        }
    }

    fn attempt(&self) -> Option<u8> {
        (self.attempt > 0).then_some(self.attempt)
    }

    fn warnings(&self, of_tool: Vec<String>) -> Vec<String> {
        self.notes.iter().cloned().chain(of_tool).collect()
    }

    /// What was measured, with what became of a steady state that it waited for.
    fn measured_spec(&self, result: Option<&RunResult>) -> wire::PointSpec {
        let mut spec = self.spec.clone();
        if let wire::PointEnding::SteadyState(ending) = &mut spec.ending {
            let state = result.and_then(|result| result.steady_state.as_ref());
            ending.reached = Some(state.is_some_and(|state| state.achieved));
        }
        spec
    }

    /// The event for the start line.
    pub fn started(&self, start: Start, firmware: Option<String>, time_ms: u64) -> wire::PointStartedEvent {
        let environment = start.environment;
        wire::PointStartedEvent {
            attempt: self.attempt(),
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
            raised: self.raised.clone(),
            round: self.round,
            run_id: self.run_id,
            sequence: None,
            spec: self.spec.clone(),
            step_path: self.step_path.clone(),
            time_ms,
            warnings: self.warnings(start.warnings),
        }
    }

    /// The event for one second.
    pub fn second(&self, second: Second, time_ms: u64) -> wire::PointSecondEvent {
        let (phase, word) = match second.phase {
            Phase::Ramp => (wire::PointSecondEventPhase::Ramp, "ramp"),
            Phase::Measure => (wire::PointSecondEventPhase::Measure, "measure"),
        };
        wire::PointSecondEvent {
            attempt: self.attempt(),
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
    pub fn finished(&self, ending: Ending, time_ms: u64) -> wire::PointFinishedEvent {
        let (outcome, reason) = judge(&ending);
        let result = ending.result;
        // Of a process that measures several streams nobody counts for which of them it was switched.
        let process = result.as_ref().filter(|_| !ending.is_part);
        let read = result
            .as_ref()
            .and_then(|result| result.read.as_ref())
            .map(point_direction);
        let write = result
            .as_ref()
            .and_then(|result| result.write.as_ref())
            .map(point_direction);
        wire::PointFinishedEvent {
            attempt: self.attempt(),
            cpu_system_ns: result.as_ref().map(|result| result.cpu_system_ns),
            cpu_user_ns: result.as_ref().map(|result| result.cpu_user_ns),
            elapsed_ns: result.as_ref().map_or(0, |result| result.elapsed_ns),
            errors: result
                .iter()
                .flat_map(|result| &result.errors)
                .map(io_error)
                .collect(),
            id: self.event_id("pointFinished"),
            involuntary_context_switches: process.map(|process| process.involuntary_context_switches),
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
            raised: self.raised.clone(),
            read,
            reason,
            round: self.round,
            run_id: self.run_id,
            sequence: None,
            slices: result
                .iter()
                .flat_map(|result| &result.slices)
                .map(slice)
                .collect(),
            spec: self.measured_spec(result.as_ref()),
            step_path: self.step_path.clone(),
            time_ms,
            verification: result
                .as_ref()
                .and_then(|result| result.verification.as_ref())
                .map(verification),
            voluntary_context_switches: process.map(|process| process.voluntary_context_switches),
            warnings: self.warnings(result.map(|result| result.warnings).unwrap_or_default()),
            write,
        }
    }
}

#[cfg(test)]
mod tests;
