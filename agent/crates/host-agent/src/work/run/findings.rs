//! What searches and rounds have come to, told as soon as they are over.

use crosspoint_bench::output::{Finding, Found};
use crosspoint_wire as wire;
use uuid::Uuid;

use super::runs::Runs;
use crate::link::outbox::once;
use crate::runtime::clock::now_ms;

impl Runs {
    /// Tells what has been found since `told`; returns how many are told. One that was told before a restart is the same event again.
    pub(super) async fn tell_findings(&self, run_id: Uuid, findings: &[Finding], told: usize) -> usize {
        for (number, finding) in findings.iter().enumerate().skip(told) {
            self.ledger.report(event_of(run_id, number, finding)).await;
        }
        findings.len()
    }
}

fn event_of(run_id: Uuid, number: usize, finding: &Finding) -> wire::RunFindingEvent {
    let (search, rounds) = match &finding.found {
        Found::Search {
            parameter,
            highest,
            undecided,
        } => (
            parameter.parse().ok().map(|parameter| wire::SearchFinding {
                highest: *highest,
                parameter,
                undecided: *undecided,
            }),
            None,
        ),
        Found::Rounds { rounds, steady } => (
            None,
            Some(wire::RoundsFinding {
                rounds: u16::try_from(*rounds).unwrap_or(u16::MAX),
                steady: *steady,
            }),
        ),
    };
    wire::RunFindingEvent {
        id: once(run_id, &format!("runFinding/{number}")),
        number: u16::try_from(number).unwrap_or(u16::MAX),
        rounds,
        run_id,
        search,
        sequence: None,
        step_path: finding
            .step_path
            .iter()
            .filter_map(|&index| u8::try_from(index).ok())
            .collect(),
        time_ms: now_ms(),
    }
}
