//! Has the drive of a run test itself, and reports what it found.

use std::sync::Arc;

use crosspoint_bench::plan::{Feedback, SelfTest};
use crosspoint_nvme::decode::SelfTestResult;
use crosspoint_wire::{self as wire, RunSelfTestEventOutcome as Outcome, RunSelfTestEventTest as WireTest};

use super::asked_test::Asked;
use super::prepared::Prepared;
use super::runs::Runs;
use super::stop::{Stop, StopSignal, asked_to_stop};
use super::walk::Break;
use crate::link::outbox::once;
use crate::runtime::clock::now_ms;
use crate::telemetry::drives::self_test_result;
use crate::work::control::{Tested, WantedTest};

/// How it ended, for the server and for the walk.
struct Ended {
    outcome: Outcome,
    reason: Option<String>,
    result: Option<SelfTestResult>,
}

impl Runs {
    /// Tests the drive to the end of the test. A person who cancels the run aborts the test; when the agent is stopped, the test
    /// goes on in the drive.
    pub(super) async fn self_test(
        &self,
        prepared: &Prepared,
        asked: Asked<'_>,
        stop: &mut StopSignal,
    ) -> Result<Feedback, Break> {
        let Some(target) = &prepared.drive else {
            let reason = "a file has no self-test".to_owned();
            return Ok(self
                .tell_test(prepared, &asked, ended(Tested::Skipped(reason)))
                .await);
        };
        let wanted = WantedTest {
            command_id: prepared.command_id,
            drive: target.drive.clone(),
            test: asked.test,
            was_begun: asked.was_begun,
            claim: Arc::clone(&prepared.claim),
        };
        let tested = tokio::select! {
            tested = self.controls.test_itself(&wanted) => tested,
            stopped = asked_to_stop(stop) => {
                if stopped != Stop::Suspend {
                    self.controls.abort_test(&target.drive).await;
                    let cut_off = Tested::Unfinished("the run was stopped, and the test aborted".to_owned());
                    self.tell_test(prepared, &asked, ended(cut_off)).await;
                }
                return Err(stopped.into());
            }
        };
        Ok(self.tell_test(prepared, &asked, ended(tested)).await)
    }

    async fn tell_test(&self, prepared: &Prepared, asked: &Asked<'_>, ended: Ended) -> Feedback {
        let feedback = ended.feedback();
        self.ledger
            .report(wire::RunSelfTestEvent {
                id: once(prepared.run_id, &format!("selfTest/{}", asked.number)),
                number: u16::try_from(asked.number).unwrap_or(u16::MAX),
                outcome: ended.outcome,
                reason: ended.reason,
                result: ended.result.as_ref().map(self_test_result),
                run_id: prepared.run_id,
                sequence: None,
                step_path: asked
                    .step_path
                    .iter()
                    .filter_map(|&index| u8::try_from(index).ok())
                    .collect(),
                test: match asked.test {
                    SelfTest::Short => WireTest::Short,
                    SelfTest::Extended => WireTest::Extended,
                },
                time_ms: now_ms(),
            })
            .await;
        feedback
    }
}

fn ended(tested: Tested) -> Ended {
    match tested {
        Tested::Skipped(reason) => Ended {
            outcome: Outcome::Skipped,
            reason: Some(reason),
            result: None,
        },
        Tested::Unfinished(reason) => Ended {
            outcome: Outcome::Unfinished,
            reason: Some(reason),
            result: None,
        },
        Tested::Ended(result) => Ended {
            outcome: match result.result {
                0 => Outcome::Passed,
                5..=7 => Outcome::Failed,
                _ => Outcome::Unfinished,
            },
            reason: (result.result != 0).then(|| result.words().to_owned()),
            result: Some(result),
        },
    }
}

impl Ended {
    /// What the drive found is a result of the run. A test without a result is a step that failed.
    fn feedback(&self) -> Feedback {
        let reason = || self.reason.clone().unwrap_or_default();
        match self.outcome {
            Outcome::Passed | Outcome::Failed => Feedback::Done,
            Outcome::Skipped => Feedback::Skipped { reason: reason() },
            Outcome::Unfinished => Feedback::Failed { reason: reason() },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(result: u8) -> (Outcome, Feedback) {
        let ended = ended(Tested::Ended(SelfTestResult {
            code: 1,
            result,
            failed_segment: None,
            power_on_hours: 0,
            nsid: None,
            failing_lba: None,
            status: None,
        }));
        (ended.outcome, ended.feedback())
    }

    #[test]
    fn a_test_that_fails_is_a_finding_and_one_that_is_cut_off_is_none() {
        assert_eq!(of(0), (Outcome::Passed, Feedback::Done));
        for failed in 5..=7 {
            assert_eq!(of(failed), (Outcome::Failed, Feedback::Done), "{failed}");
        }
        for aborted in [1, 2, 3, 4, 8, 9] {
            let (outcome, feedback) = of(aborted);
            assert_eq!(outcome, Outcome::Unfinished, "{aborted}");
            assert!(matches!(feedback, Feedback::Failed { .. }), "{aborted}");
        }
    }
}
