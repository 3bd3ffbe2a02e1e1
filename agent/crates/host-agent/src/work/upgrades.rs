//! Upgrades that the server asks for: whether this host takes one now, getting it, and what became of it.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use crosspoint_wire::UpgradeAgentCommand;
use tokio::sync::{Mutex, Notify, watch};
use tokio::time::sleep;
use uuid::Uuid;

use crate::guard::claims::Claims;
use crate::guard::policy::{self, ActionKind};
use crate::link::server::Server;
use crate::upgrade::fetch::fetch;
use crate::upgrade::installation::Installation;
use crate::upgrade::record::{Build, Record, Upgrade};
use crate::work::journal::State;
use crate::work::ledger::Ledger;
use crate::work::run::Runs;

/// An upgrade proves itself by a report that the server took, and by so long without ending.
const STEADY: Duration = Duration::from_secs(10);
/// How often it is tried to write that down.
const RETRY: Duration = Duration::from_secs(5);

/// See the module.
pub struct Upgrades {
    /// Where upgrades lie.
    pub state_directory: PathBuf,
    /// How this agent came onto its host.
    pub installation: Installation,
    /// The policy file.
    pub policy: PathBuf,
    /// Who works on drives.
    pub claims: Arc<Claims>,
    /// Benchmarks.
    pub runs: Arc<Runs>,
    /// What became of commands.
    pub ledger: Arc<Ledger>,
    /// Held while a command is judged. An upgrade takes it for good: nothing is begun after it was seen that nothing runs.
    pub gate: Arc<Mutex<()>>,
    /// Where programs come from, once it is known.
    pub server: OnceLock<Server>,
    /// Held while one is under way.
    pub one: Arc<Mutex<()>>,
    /// Tells that this process is to make room.
    pub ready: Notify,
}

impl Upgrades {
    /// Judges an upgrade and begins it, or declines it.
    pub async fn take(self: &Arc<Self>, command: UpgradeAgentCommand) {
        let id = command.id;
        if let Err(reason) = self.judge(&command.version) {
            return self.ledger.decline(id, reason).await;
        }
        let Ok(turn) = Arc::clone(&self.one).try_lock_owned() else {
            let reason = "another upgrade is under way on this host".to_owned();
            return self.ledger.decline(id, reason).await;
        };
        let version = command.version.clone();
        if self.ledger.accept(id, State::Upgrading { version }).await {
            let this = Arc::clone(self);
            tokio::spawn(async move {
                let _turn = turn;
                if let Err(reason) = this.carry_out(&command).await {
                    let reason = format!("{reason}. Nothing was changed");
                    this.ledger.settle(id, Err(reason.into())).await;
                }
            });
        }
    }

    fn judge(&self, version: &str) -> Result<(), String> {
        policy::require_harmless(&self.policy, ActionKind::Upgrade)?;
        if let Some(obstacle) = &self.installation.obstacle {
            return Err(obstacle.clone());
        }
        if !is_newer(version, crate::VERSION) {
            return Err(format!(
                "the agent of this host is version {}, which is not older than {version}",
                crate::VERSION
            ));
        }
        self.require_rest()
    }

    /// Nothing that would be interrupted is under way.
    fn require_rest(&self) -> Result<(), String> {
        let after = "Ask for the upgrade again when that is over";
        if !self.runs.is_idle() {
            return Err(format!("a benchmark is running on this host. {after}"));
        }
        if let Some(doing) = self.claims.first_doing() {
            return Err(format!("{doing} at this moment. {after}"));
        }
        self.ledger.require_room()
    }

    /// Returns only if the upgrade comes to nothing.
    async fn carry_out(&self, command: &UpgradeAgentCommand) -> Result<(), String> {
        let server = self.server.get().ok_or("the server is not known yet")?;
        let progress = |phase: &str, percent| self.ledger.progress(command.id, phase, percent);
        let build = fetch(server, command, &self.state_directory, progress).await?;
        let _gate = self.gate.lock().await;
        self.require_rest()?;
        self.ledger
            .progress(command.id, &format!("trying version {}", build.version), None);
        self.write_trial(command.id, build)?;
        tracing::info!(version = command.version, "making room for an upgrade");
        self.ready.notify_one();
        // The process ends before this does, and the gate stays shut until then.
        std::future::pending().await
    }

    fn write_trial(&self, command: Uuid, build: Build) -> Result<(), String> {
        if !self.installation.is_unchanged() {
            return Err(format!(
                "another agent was installed as {} since this one started, and goes before the upgrade. Restart the agent on the \
                 host (systemctl restart crosspoint-agent); if its version is older then, ask for the upgrade again",
                self.installation.program.display()
            ));
        }
        // What went on before another installation is no way back from this one.
        let known = Record::read_of(&self.state_directory, &self.installation.sha256).unwrap_or_default();
        let record = Record {
            installed: self.installation.sha256.clone(),
            confirmed: known.confirmed,
            failed: None,
            trial: Some(Upgrade {
                build,
                command,
                from: crate::VERSION.to_owned(),
                starts: 0,
            }),
        };
        record
            .save(&self.state_directory)
            .map_err(|error| format!("the upgrade cannot be written down: {error}"))
    }

    /// Tells what became of upgrades that an earlier start took on.
    pub async fn tell(&self) {
        let record = Record::read(&self.state_directory).unwrap_or_default();
        for (id, state) in self.ledger.unsettled() {
            let State::Upgrading { version } = state else {
                continue;
            };
            let of = |upgrade: &Option<Upgrade>| upgrade.as_ref().is_some_and(|one| one.command == id);
            if let Some(failed) = record.failed.as_ref().filter(|failed| failed.command == id) {
                self.ledger.settle(id, Err(failed.reason.clone().into())).await;
            } else if of(&record.confirmed) {
                self.tell_confirmed(id, record.confirmed.as_ref()).await;
            } else if !of(&record.trial) {
                let reason = format!(
                    "the agent or its host went down before version {version} was tried. Nothing was changed"
                );
                self.ledger.interrupt(id, reason).await;
            }
        }
    }

    /// Returns at once where this is no upgrade, or one that proved itself before; else when it has.
    pub async fn prove(self: &Arc<Self>, mut heard: watch::Receiver<bool>) {
        let Some(archive) = self.installation.running.clone() else {
            return;
        };
        let record = Record::read(&self.state_directory).unwrap_or_default();
        let is_this =
            |upgrade: &Option<Upgrade>| upgrade.as_ref().is_some_and(|one| one.build.archive == archive);
        if is_this(&record.trial) {
            sleep(STEADY).await;
            let _ = heard.wait_for(|heard| *heard).await;
            self.confirm(record).await;
        } else if is_this(&record.confirmed) {
            let this = Arc::clone(self);
            tokio::spawn(async move {
                sleep(STEADY).await;
                this.forget_starts();
            });
        }
    }

    async fn confirm(&self, mut record: Record) {
        record.confirmed = record.trial.take().map(|trial| Upgrade { starts: 0, ..trial });
        while let Err(error) = record.save(&self.state_directory) {
            tracing::error!(%error, "that this upgrade proved itself cannot be written down");
            sleep(RETRY).await;
        }
        if let Some(command) = record.confirmed.as_ref().map(|upgrade| upgrade.command) {
            self.tell_confirmed(command, record.confirmed.as_ref()).await;
        }
    }

    async fn tell_confirmed(&self, command: Uuid, upgrade: Option<&Upgrade>) {
        let found = upgrade.map(|Upgrade { from, build, .. }| format!("{from} → {}", build.version));
        tracing::info!(found, "the upgrade has proved itself");
        self.ledger.settle(command, Ok(found)).await;
    }

    fn forget_starts(&self) {
        let Some(mut record) = Record::read(&self.state_directory) else {
            return;
        };
        if let Some(confirmed) = record.confirmed.as_mut().filter(|upgrade| upgrade.starts > 0) {
            confirmed.starts = 0;
            if let Err(error) = record.save(&self.state_directory) {
                tracing::error!(%error, "that the upgrade runs cannot be written down");
            }
        }
    }
}

/// Whether a version of three numbers is a later one. What is no such version is never newer.
fn is_newer(version: &str, than: &str) -> bool {
    let numbers = |text: &str| {
        let parts: Option<Vec<u32>> = text.split('.').map(|part| part.parse().ok()).collect();
        parts.filter(|parts| parts.len() == 3)
    };
    matches!((numbers(version), numbers(than)), (Some(one), Some(other)) if one > other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_later_version_is_newer() {
        for (version, expected) in [
            ("0.10.0", true),
            ("0.9.1", true),
            ("1.0.0", true),
            ("0.9.0", false),
            ("0.8.99", false),
            ("0.10", false),
            ("", false),
            ("next", false),
        ] {
            assert_eq!(is_newer(version, "0.9.0"), expected, "{version}");
        }
        assert!(!is_newer("1.0.0", "unknown"));
    }
}
