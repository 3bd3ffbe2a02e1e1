//! Starts everything, and stops it in order.

mod assemble;
mod connect;

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, sleep, timeout};

use crate::configuration::Settings;
use crate::guard::claims::Claims;
use crate::link::identity::StateDirectory;
use crate::link::spool::Spool;
use crate::link::uplink::{Rhythm, Uplink};
use crate::runtime::moment::Clocks;
use crate::runtime::stop_signals::StopSignals;
use crate::runtime::trouble::Trouble;
use crate::upgrade::installation::Installation;
use crate::upgrade::start::give_up_untried;
use crate::work::commands::Commands;
use crate::work::run::Runs;
use crate::work::settings::restore::RETRIES;
use crate::work::upgrades::Upgrades;
use assemble::{Parts, assemble};
use connect::connect;

/// An orderly stop takes at most this long; then the journal tells the next start what was interrupted.
const STOP_LIMIT: Duration = Duration::from_millis(4800);
/// And so much longer where the spool's disk hangs; systemd kills after 15 s.
const LAST_WORD_LIMIT: Duration = Duration::from_secs(3);

/// Why the agent ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// It was asked to.
    Stopped,
    /// An upgrade is to be tried in its place.
    MadeRoom,
}

/// Runs the agent in its state directory until SIGTERM or SIGINT, or until it is to make room for an upgrade. `signals` is what hears
/// of these already, where something does.
///
/// # Errors
/// If it cannot start: spool, journal, settings, or a refused enrollment.
pub async fn run(
    settings: Settings,
    state: StateDirectory,
    installation: Installation,
    signals: Option<StopSignals>,
) -> anyhow::Result<Ended> {
    let mut signals = match signals {
        Some(signals) => signals,
        None => StopSignals::listen()?,
    };
    let parts = assemble(&settings, state.path(), installation)?;
    let upgrades = Arc::clone(&parts.upgrades);
    let (runs, claims) = (Arc::clone(&parts.runs), Arc::clone(&parts.drives.claims));
    let talk = begin(parts).await;
    let ended = tokio::select! {
        ended = talk.go_on(&settings, &state) => ended.map(|()| Ended::Stopped)?,
        () = upgrades.ready.notified() => Ended::MadeRoom,
        signal = signals.next() => {
            tracing::info!("{signal}: stopping");
            Ended::Stopped
        }
    };
    stop(&runs, &claims).await;
    // The next program would not hear what this one was asked.
    let is_stopped = ended == Ended::Stopped || signals.came().await;
    if !is_stopped {
        return Ok(Ended::MadeRoom);
    }
    // An upgrade may have been made ready while this was being asked to stop, too.
    give_up_untried(state.path());
    Ok(Ended::Stopped)
}

/// Takes up what was under way when the agent stopped, and starts sampling. The server is not known yet: what is read
/// meanwhile waits in the spool.
async fn begin(parts: Parts) -> Talk {
    let trouble = parts.ledger.trouble();
    tokio::spawn(async move { parts.ledger.pay().await });
    parts.upgrades.tell().await;
    parts.runs.take_up().await;
    tokio::spawn(async move { parts.restores.keep_trying(&parts.drives, RETRIES).await });
    tokio::spawn(parts.sampler.run());
    parts.scratch.make_at_start();
    Talk {
        clocks: parts.clocks,
        spool: parts.spool,
        commands: parts.commands,
        upgrades: parts.upgrades,
        trouble,
    }
}

/// What is said between this host and its server: events up, commands down.
struct Talk {
    clocks: Arc<Clocks>,
    spool: Spool,
    commands: Commands,
    upgrades: Arc<Upgrades>,
    trouble: Trouble,
}

impl Talk {
    /// Goes on for ever.
    async fn go_on(self, settings: &Settings, state: &StateDirectory) -> anyhow::Result<()> {
        let (server, enrollment) = connect(settings, state).await?;
        let (key, rhythm) = (enrollment.agent_key, Rhythm::default());
        let uplink = Uplink::new(self.spool, server.clone(), key.clone(), rhythm, state.path())
            .telling(self.trouble)
            .hearing(self.clocks);
        let heard = uplink.heard();
        let _ = self.upgrades.server.set(server.clone());
        let commands = async {
            // An upgrade that has not proved itself begins nothing.
            self.upgrades.prove(heard).await;
            self.commands.run(server, key, rhythm).await;
        };
        tokio::select! {
            error = uplink.run() => Err(anyhow::Error::from(error)),
            () = commands => Ok(()),
        }
    }
}

/// Suspends the runs, which go on when the agent starts again; what they measured, and every sample taken, is in the spool when
/// this returns. A drive that is being formatted or sanitized cannot be stopped: the next start reports a command for that as
/// interrupted.
async fn stop(runs: &Runs, claims: &Claims) {
    let deadline = Instant::now() + STOP_LIMIT;
    runs.suspend_all();
    while !(claims.is_empty() && runs.is_idle()) && Instant::now() < deadline {
        sleep(Duration::from_millis(10)).await;
    }
    // The spool answers in order: with this answer everything appended before is written. A disk that hangs answers never.
    let written = timeout(LAST_WORD_LIMIT, runs.ledger.outbox().spool().pending()).await;
    if written.is_err() {
        tracing::error!("the disk of the spool does not answer: what was measured last may be lost");
    }
}
