//! What a restart of the agent, or of its host, broke off: a run goes on, anything else is reported and not begun again.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crosspoint_bench::plan::{Action, Plan, PurgeMethod, Walk};
use crosspoint_wire::{BenchmarkTarget, RunFinishedEventOutcome, StartBenchmarkCommand};
use tokio::time::{Instant, sleep, timeout};
use uuid::Uuid;

use super::plan;
use super::prepared::Prepared;
use super::record::{ActionPlace, Record};
use super::runs::Runs;
use super::stop::{Stop, StopSignal, asked_to_stop};
use super::walk::Course;
use crate::guard::claims::Claim;
use crate::guard::in_use::is_unknown;
use crate::runtime::moment::{Moment, Passed};
use crate::work::control::longest_purge;
use crate::work::journal::State;

const REASON: &str = "the agent or its host went down before it finished";
/// How long a drive may take to appear after a boot, or a scratch file to be found in order, and how often that is looked at.
const TARGET_LIMIT: Duration = Duration::from_secs(120);
const TARGET_INTERVAL: Duration = Duration::from_millis(200);
/// The same of a drive that is busy for hours: each look asks every process of the host what it has open.
const PURGE_INTERVAL: Duration = Duration::from_secs(5);
/// How long the server's first word is waited for: in it, a run may be cancelled. A host without its server goes on without.
const SERVER_LIMIT: Duration = Duration::from_secs(90);
/// How often it is looked whether this host's clock was set.
const CLOCK_INTERVAL: Duration = Duration::from_secs(1);
/// After so long nobody reckons with it any more, and what a plan did to the drive before may have been undone.
const AWAY_MAX: Duration = Duration::from_secs(24 * 3600);

/// A run that goes on.
struct Resumed {
    record: Record,
    claim: Claim,
    stop: StopSignal,
}

impl Runs {
    /// Goes on with the runs that a restart broke off, and reports the other commands as interrupted.
    pub async fn take_up(self: &Arc<Self>) {
        let mut going_on = Vec::new();
        for (command_id, state) in self.ledger.unsettled() {
            match state {
                State::Accepted { run_id: Some(run_id) } => match self.regain(run_id) {
                    Ok(resumed) => going_on.push((run_id, resumed)),
                    Err(reason) => self.interrupt_run(command_id, run_id, &reason).await,
                },
                other => self.settle(command_id, other).await,
            }
        }
        let run_ids: Vec<Uuid> = going_on.iter().map(|(run_id, _)| *run_id).collect();
        self.records.forget_all_but(&run_ids);
        self.restores.put_back_all_but(&run_ids, &self.drives).await;
        let (runs, left) = (Arc::clone(self), self.leftovers.all_but(&run_ids));
        tokio::spawn(async move {
            for run_id in left {
                runs.leftovers.remove_with_patience(run_id, &runs.drives).await;
            }
        });
        for (_, resumed) in going_on {
            let runs = Arc::clone(self);
            tokio::spawn(async move { runs.go_on(resumed).await });
        }
    }

    async fn settle(&self, command_id: Uuid, state: State) {
        match state {
            State::Accepted { .. } | State::Settled => {
                self.ledger.interrupt(command_id, REASON.to_owned()).await;
            }
            State::Acting { action } => {
                let reason = format!(
                    "the agent or its host went down during this {action}: its progress is unknown, and it is not started \
                     again. Check the drive before you request it again"
                );
                self.ledger.interrupt(command_id, reason).await;
            }
            State::Ended(ending) => self.ledger.end(command_id, ending).await,
            // Told by what knows what became of it.
            State::Upgrading { .. } => {}
        }
    }

    async fn interrupt_run(&self, command_id: Uuid, run_id: Uuid, reason: &str) {
        let outcome = RunFinishedEventOutcome::Interrupted;
        let reason = format!("{REASON}, and it could not go on: {reason}");
        self.ledger
            .finish_run(command_id, run_id, outcome, Some(reason))
            .await;
    }

    /// Holds the target of a run at once, before another command can ask for it.
    fn regain(&self, run_id: Uuid) -> Result<Resumed, String> {
        let record = self.records.read(run_id)?;
        let claim = match &record.command.target {
            BenchmarkTarget::Namespace(target) => {
                let serial = &target.drive.serial;
                self.claim(serial, Path::new(serial))
            }
            BenchmarkTarget::ScratchFile(target) => self.claim(&target.path, Path::new(&target.path)),
            BenchmarkTarget::Volume(target) => self.claim_volume(target),
        }?;
        let stop = self.reserve(record.command.id, run_id);
        Ok(Resumed { record, claim, stop })
    }

    async fn go_on(&self, resumed: Resumed) {
        let Resumed {
            record,
            claim,
            mut stop,
        } = resumed;
        let (command_id, run_id) = (record.command.id, record.command.run_id);
        let ready = tokio::select! {
            ready = self.until_ready(&record) => ready,
            stopped = asked_to_stop(&mut stop) => return self.stop_before(&record, stopped).await,
        };
        match self.course(record, claim, ready).await {
            Ok((prepared, course)) => {
                tracing::info!(%run_id, done = course.record.done().len(), "the run goes on after a restart");
                self.execute(prepared, course, stop).await;
            }
            Err(reason) => {
                self.restores.put_back(run_id, &self.drives).await;
                self.interrupt_run(command_id, run_id, &reason).await;
                self.records.forget(run_id);
                self.leftovers.remove_with_patience(run_id, &self.drives).await;
                self.release(run_id);
            }
        }
    }

    /// Returns when the run may be looked at again: the server could tell that it was cancelled meanwhile, it is known how long the
    /// agent was away, and its target is there, without what a database left on it. Returns for how long nothing was measured.
    async fn until_ready(&self, record: &Record) -> Result<Duration, String> {
        let _ = timeout(SERVER_LIMIT, self.clocks.until_asked()).await;
        let away = self.until_away_is_known(record.last()).await?;
        let known = Instant::now();
        self.until_target(&record.command).await;
        self.until_purged(record).await;
        // A database that was there makes its drive one that is in use.
        self.leftovers
            .remove_with_patience(record.command.run_id, &self.drives)
            .await;
        Ok(away + known.elapsed())
    }

    /// This host's clock may be wrong until it is set over the network. What would end a run by that clock alone waits for the
    /// server's; at most as long as after which the run has ended in any case.
    async fn until_away_is_known(&self, last: &Moment) -> Result<Duration, String> {
        loop {
            let now = self.clocks.now();
            match last.until(&now) {
                Passed::Known(away) | Passed::Said(away) if away <= AWAY_MAX => return Ok(away),
                Passed::Known(away) => return Err(away_for(away)),
                Passed::Said(_) | Passed::Unknown if now.boot_ms > millis(AWAY_MAX) => {
                    return Err(away_for(Duration::from_millis(now.boot_ms)));
                }
                Passed::Said(_) | Passed::Unknown => sleep(CLOCK_INTERVAL).await,
            }
        }
    }

    async fn course(
        &self,
        record: Record,
        claim: Claim,
        ready: Result<Duration, String>,
    ) -> Result<(Prepared, Course), String> {
        let away = ready?;
        let prepared = self.judge(record.command.clone(), Some(claim)).await?;
        self.require_same(&prepared, record.namespace.as_ref()).await?;
        let walk = replay(&prepared.plan, &record)?;
        let notes = vec![went_on(away)];
        Ok((prepared, Course::new(walk, record, notes)))
    }

    async fn stop_before(&self, record: &Record, stopped: Stop) {
        let (command_id, run_id) = (record.command.id, record.command.run_id);
        self.restores.put_back(run_id, &self.drives).await;
        if let Stop::Cancel(reason) = stopped {
            let outcome = RunFinishedEventOutcome::Cancelled;
            self.ledger
                .finish_run(command_id, run_id, outcome, Some(reason))
                .await;
            self.records.forget(run_id);
            self.leftovers.remove_with_patience(run_id, &self.drives).await;
        }
        self.release(run_id);
    }

    /// Returns when the target is there; or after a while, so that its absence is the reason that is told.
    async fn until_target(&self, command: &StartBenchmarkCommand) {
        let patience = Instant::now() + TARGET_LIMIT;
        while !self.has_target(command) && Instant::now() < patience {
            sleep(TARGET_INTERVAL).await;
        }
    }

    /// A drive goes on with a format or a sanitize by itself, and cannot be looked at meanwhile. Returns when it can, or after as
    /// long as it may take.
    async fn until_purged(&self, record: &Record) {
        let BenchmarkTarget::Namespace(target) = &record.command.target else {
            return;
        };
        let Some(method) = broken_off_purge(record) else {
            return;
        };
        let patience = Instant::now() + longest_purge(method);
        while Instant::now() < patience {
            let Ok(block_name) = self.block_name(target) else {
                return;
            };
            let reasons = self.drives.reasons_not_to_write(&block_name).await;
            if !reasons.iter().any(|reason| is_unknown(reason)) {
                return;
            }
            sleep(PURGE_INTERVAL).await;
        }
    }

    fn has_target(&self, command: &StartBenchmarkCommand) -> bool {
        match &command.target {
            BenchmarkTarget::Namespace(target) => {
                let found = self.drives.find_drive(&target.drive);
                found.is_ok_and(|found| found.namespace(target.nsid).is_ok())
            }
            BenchmarkTarget::Volume(target) => self.drives.find_volume(target).is_ok(),
            BenchmarkTarget::ScratchFile(target) => {
                let offered = self.scratch.borrow();
                offered
                    .as_ref()
                    .is_some_and(|scratch| scratch.file.path == target.path)
            }
        }
    }
}

/// The purge within which it was broken off, if it was.
fn broken_off_purge(record: &Record) -> Option<PurgeMethod> {
    let plan = plan::read(&record.command.plan, record.command.run_id);
    let walk = plan.and_then(|plan| replay(&plan, record)).ok()?;
    match walk.action() {
        Some(Action::Purge { method, .. }) if record.has_begun_next() => Some(*method),
        _ => None,
    }
}

/// Walks to where the run was broken off. Another version of the agent may walk in another way: then its points would be other
/// ones than those that were measured.
fn replay(plan: &Plan, record: &Record) -> Result<Walk, String> {
    let mut walk = Walk::new(plan);
    for (place, feedback) in record.done() {
        if walk.action().map(ActionPlace::of).as_ref() != Some(place) {
            return Err(
                "this version of the agent walks the plan in another way than the one that began it"
                    .to_owned(),
            );
        }
        walk.tell(feedback);
    }
    Ok(walk)
}

fn away_for(away: Duration) -> String {
    let hours = away.as_secs() / 3600;
    format!("the agent was away for {hours} hours")
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

/// How long nothing was sent is what a reader of the figures behind it must know.
fn went_on(away: Duration) -> String {
    let seconds = away.as_millis().div_ceil(1000);
    format!(
        "The agent restarted during this run: it went on here, after at most {seconds} s in which nothing was measured"
    )
}
