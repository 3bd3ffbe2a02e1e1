//! A self-test as a step of a run: one of the commands to a drive, under the claim of the run.

use std::sync::Arc;

use crosspoint_bench::plan::SelfTest as Test;
use crosspoint_nvme::control::SelfTest;
use crosspoint_nvme::decode::SelfTestResult;
use crosspoint_wire::{DriveAction, DriveIdentity, SelfTestAction, SelfTestActionTest};
use uuid::Uuid;

use super::controls::{Controls, Prepared};
use super::extent::{identify, lacks};
use super::self_test::{OwnTest, patience};
use super::watch::Watch;
use crate::guard::claims::Claim;
use crate::guard::policy::{self, ActionKind};
use crate::work::ledger::Failure;

/// What a run asks for.
pub struct WantedTest {
    /// The command that the run stands for: its progress is told.
    pub command_id: Uuid,
    /// Which drive.
    pub drive: DriveIdentity,
    /// Which of its tests.
    pub test: Test,
    /// It was begun before the agent went down: one that is running is this one.
    pub was_begun: bool,
    /// The run's hold on the drive.
    pub claim: Arc<Claim>,
}

/// What came of it.
pub enum Tested {
    /// The drive wrote down a result.
    Ended(SelfTestResult),
    /// It was not begun; the reason is for a person.
    Skipped(String),
    /// Its end is not known; the reason is for a person.
    Unfinished(String),
}

impl Controls {
    /// Has a drive test itself, and waits for the end. Cutting the wait off leaves the test running.
    pub async fn test_itself(&self, wanted: &WantedTest) -> Tested {
        let prepared = match self.may_test(wanted).await {
            Ok(Ok(prepared)) => prepared,
            Ok(Err(reason)) => return Tested::Skipped(reason),
            Err(reason) => return Tested::Unfinished(reason),
        };
        match self.start_and_watch(wanted, &prepared).await {
            Ok(result) => Tested::Ended(result),
            Err(failure) => Tested::Unfinished(failure.reason),
        }
    }

    /// Stops the test that is running.
    pub async fn abort_test(&self, drive: &DriveIdentity) {
        let aborted = match self.drives.find_drive(drive) {
            Ok(found) => {
                let aborted = found.control.self_test(SelfTest::Abort).await;
                aborted.map_err(|error| error.to_string())
            }
            Err(reason) => Err(reason),
        };
        if let Err(reason) = aborted {
            tracing::warn!(serial = drive.serial, reason, "a self-test could not be aborted");
        }
    }

    /// Inner error: why the drive or its host has no such test. Outer one: why that cannot be found out.
    async fn may_test(&self, wanted: &WantedTest) -> Result<Result<Prepared, String>, String> {
        if let Err(reason) = policy::require(&self.policy, ActionKind::SelfTest, &wanted.drive) {
            return Ok(Err(reason));
        }
        let found = self.drives.find_drive(&wanted.drive)?;
        let action = DriveAction::SelfTest(SelfTestAction {
            test: match wanted.test {
                Test::Short => SelfTestActionTest::Short,
                Test::Extended => SelfTestActionTest::Extended,
            },
        });
        let Some(identify) = identify(&found, &action).await? else {
            return Err("the drive says nothing of itself".to_owned());
        };
        if lacks(&identify.capabilities, &action).is_some() {
            return Ok(Err("the drive has no self-test".to_owned()));
        }
        Ok(Ok(Prepared {
            command_id: wanted.command_id,
            drive: wanted.drive.clone(),
            action,
            destroyed: Vec::new(),
            extended_self_test_minutes: identify.capabilities.extended_self_test_minutes.unwrap_or(0),
            claim: Some(Arc::clone(&wanted.claim)),
        }))
    }

    async fn start_and_watch(
        &self,
        wanted: &WantedTest,
        prepared: &Prepared,
    ) -> Result<SelfTestResult, Failure> {
        let (code, number) = match wanted.test {
            Test::Short => (SelfTest::Short, 1),
            Test::Extended => (SelfTest::Extended, 2),
        };
        let log = self.self_test_log(&wanted.drive).await?;
        let is_running = log.running.is_some_and(|(running, _)| running == number);
        let own = if wanted.was_begun && is_running {
            OwnTest::under_way(log)
        } else {
            self.drives
                .find_drive(&wanted.drive)?
                .control
                .self_test(code)
                .await?;
            OwnTest::after(log)
        };
        let (phase, limit) = patience(code, prepared.extended_self_test_minutes);
        self.watch_self_test(prepared, Watch::new(self, prepared, phase, limit), own)
            .await
    }
}
