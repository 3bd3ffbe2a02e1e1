//! Starts everything, and stops it in order.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use crosspoint_bench::host::Host;
use crosspoint_nvme::cli::InstalledNvmeCli;
use crosspoint_nvme::sysfs::Sysfs;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;
use tokio::time::{Instant, sleep, timeout};

use crate::configuration::Settings;
use crate::guard::claims::Claims;
use crate::guard::in_use::InUse;
use crate::link::enroll::{Application, EnrollError, enroll, is_key_refused};
use crate::link::identity::{Enrollment, StateDirectory};
use crate::link::outbox::Outbox;
use crate::link::sequence::Sequence;
use crate::link::server::Server;
use crate::link::spool::Spool;
use crate::link::uplink::{Rhythm, Uplink};
use crate::telemetry::drives::Drives;
use crate::telemetry::sampler::Sampler;
use crate::telemetry::uevents::Uevents;
use crate::work::commands::Commands;
use crate::work::control::Controls;
use crate::work::journal::{Journal, journal_path};
use crate::work::ledger::Ledger;
use crate::work::restore::{RETRIES, Restores};
use crate::work::run::Runs;
use crate::work::scratch::offer::ScratchOffer;

/// An orderly stop takes at most this long; then the journal tells the next start what was interrupted.
const STOP_LIMIT: Duration = Duration::from_millis(4800);
/// And so much longer where the spool's disk hangs; systemd kills after 15 s.
const LAST_WORD_LIMIT: Duration = Duration::from_secs(3);

/// Runs the agent until SIGTERM or SIGINT.
///
/// # Errors
/// If it cannot start: state directory, spool, journal, settings, or a refused enrolment.
pub async fn run(settings: Settings) -> anyhow::Result<()> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    let state = StateDirectory::open(&settings.state_dir)?;

    let spool = Spool::open(&state.path().join("spool"), settings.spool_bytes)?;
    let sequence = Sequence::open(state.path())
        .with_context(|| format!("the count of events in {} cannot be kept", state.path().display()))?;
    let outbox = Outbox::new(spool.clone(), sequence);
    let journal_path = journal_path(state.path());
    let journal =
        Journal::open(&journal_path).with_context(|| format!("{} cannot be used", journal_path.display()))?;
    let host = Host {
        sys: settings.sysfs.clone(),
        ..Host::default()
    };
    let cli = Arc::new(InstalledNvmeCli::new(&settings.nvme_cli));
    let drives = Arc::new(Drives::new(
        Sysfs::new(&settings.sysfs),
        cli,
        InUse::new(host.clone(), settings.devfs.clone()),
    ));
    let ledger = Arc::new(Ledger::new(journal, outbox.clone()));
    let (collect_now, collect_wishes) = watch::channel(0);
    let scratch_offer = Arc::new(ScratchOffer::new(
        state.path(),
        settings.scratch.clone(),
        settings.policy.clone(),
        Arc::clone(&drives.claims),
    ));
    let scratch = scratch_offer.offered();
    let restores = Arc::new(Restores::open(state.path()));
    let runs = Arc::new(Runs::new(
        Arc::clone(&drives),
        Arc::clone(&ledger),
        Arc::clone(&restores),
        settings.uring_bench.clone(),
        settings.policy.clone(),
        scratch.clone(),
    ));
    let owing = Arc::clone(&ledger);
    tokio::spawn(async move { owing.pay().await });
    runs.settle_interrupted().await;
    let kept_trying = Arc::clone(&drives);
    tokio::spawn(async move { restores.keep_trying(&kept_trying, RETRIES).await });
    let controls = Arc::new(Controls {
        drives: Arc::clone(&drives),
        ledger: Arc::clone(&ledger),
        policy: settings.policy.clone(),
        collect_now: collect_now.clone(),
    });
    let commands = Commands {
        runs: Arc::clone(&runs),
        controls,
        scratch: Arc::clone(&scratch_offer),
        ledger,
        collect_now,
    };
    let claims = Arc::clone(&drives.claims);
    let trouble = runs.ledger.trouble();

    // Sampling starts before the server is known: what is read meanwhile waits in the spool.
    let sampler = Sampler {
        drives,
        outbox,
        host,
        hostname: settings.hostname.clone(),
        nvme_cli: settings.nvme_cli.clone(),
        uring_bench: settings.uring_bench.clone(),
        policy: settings.policy.clone(),
        interval: settings.sample_interval,
        scratch,
        collect_now: collect_wishes,
        uevents: Uevents::listen(),
    };
    tokio::spawn(sampler.run());
    scratch_offer.make_at_start();

    let talk = async {
        let (server, enrollment) = connect(&settings, &state).await?;
        let key = enrollment.agent_key;
        let uplink = Uplink::new(
            spool,
            server.clone(),
            key.clone(),
            Rhythm::default(),
            state.path(),
        )
        .telling(trouble);
        tokio::select! {
            error = uplink.run() => Err(anyhow::Error::from(error)),
            () = commands.run(server, key, Rhythm::default()) => Ok(()),
        }
    };
    tokio::select! {
        ended = talk => ended?,
        _ = terminate.recv() => tracing::info!("SIGTERM: stopping"),
        _ = interrupt.recv() => tracing::info!("SIGINT: stopping"),
    }
    stop(&runs, &claims).await;
    Ok(())
}

/// Where and as whom to report: enrols first where that has not happened yet.
async fn connect(settings: &Settings, state: &StateDirectory) -> anyhow::Result<(Server, Enrollment)> {
    let enrollment = match state.identity()?.enrollment {
        Some(enrollment) => enroll_again(settings, state, enrollment).await,
        None => enroll_now(settings, state).await?,
    };
    let (url, trust) = settings.door(&enrollment);
    let server = Server::new(url, trust)?;
    warn_unencrypted(&server, url);
    tracing::info!(server = url, host_id = %enrollment.host_id, "reporting");
    Ok((server, enrollment))
}

/// A host whose key was revoked is let in again by a new token, and stays the same host.
async fn enroll_again(settings: &Settings, state: &StateDirectory, known: Enrollment) -> Enrollment {
    let (url, trust) = settings.door(&known);
    let Ok(server) = Server::new(url, trust) else {
        return known;
    };
    if settings.token.is_none() || !is_key_refused(&server, &known.agent_key).await {
        return known;
    }
    tracing::info!("the server refuses this host's key: enrolling again with the token");
    enroll_now(settings, state).await.unwrap_or_else(|error| {
        // What is sampled meanwhile is worth more than an end.
        tracing::error!(error = format!("{error:#}"), "this host is not let in again");
        known
    })
}

async fn enroll_now(settings: &Settings, state: &StateDirectory) -> anyhow::Result<Enrollment> {
    let (Some(server_url), Some(token)) = (&settings.server, &settings.token) else {
        anyhow::bail!(EnrollError::Missing);
    };
    let server = Server::new(server_url, settings.trust())?;
    warn_unencrypted(&server, server_url);
    let application = Application {
        server_url,
        token,
        hostname: &settings.hostname,
        allow_plain_http: settings.allow_plain_http,
    };
    let identity = enroll(&server, state, &application, true).await?;
    identity.enrollment.context("an enrolment without a key")
}

/// Says so where the key travels in the clear.
pub fn warn_unencrypted(server: &Server, url: &str) {
    if server.is_unencrypted() {
        tracing::warn!(
            server = url,
            "the connection is not encrypted: everyone on the network can read this host's key. Use https"
        );
    }
}

/// Stops the runs; what they measured, and every sample taken, is in the spool when this returns. A drive that is being
/// formatted or sanitized cannot be stopped: the next start reports that as interrupted.
async fn stop(runs: &Runs, claims: &Claims) {
    let deadline = Instant::now() + STOP_LIMIT;
    runs.stop_all();
    while !claims.is_empty() && Instant::now() < deadline {
        sleep(Duration::from_millis(10)).await;
    }
    // The spool answers in order: with this answer everything appended before is written. A disk that hangs answers never.
    let written = timeout(LAST_WORD_LIMIT, runs.ledger.outbox().spool().pending()).await;
    if written.is_err() {
        tracing::error!("the disk of the spool does not answer: what was measured last may be lost");
    }
}
