//! Puts the parts of the agent together.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use anyhow::Context;
use crosspoint_bench::host::Host;
use crosspoint_nvme::cli::InstalledNvmeCli;
use crosspoint_nvme::sysfs::Sysfs;
use tokio::sync::{Mutex, Notify, watch};

use crate::configuration::Settings;
use crate::guard::in_use::InUse;
use crate::link::outbox::Outbox;
use crate::link::sequence::Sequence;
use crate::link::spool::Spool;
use crate::runtime::moment::Clocks;
use crate::telemetry::drives::Drives;
use crate::telemetry::sampler::Sampler;
use crate::telemetry::uevents::Uevents;
use crate::upgrade::installation::Installation;
use crate::work::commands::Commands;
use crate::work::control::Controls;
use crate::work::journal::{Journal, journal_path};
use crate::work::ledger::Ledger;
use crate::work::run::{Paths, Runs};
use crate::work::scratch::offer::ScratchOffer;
use crate::work::settings::restore::Restores;
use crate::work::upgrades::Upgrades;

/// All of the agent but the server, not yet at work.
pub(super) struct Parts {
    pub clocks: Arc<Clocks>,
    pub spool: Spool,
    pub drives: Arc<Drives>,
    pub restores: Arc<Restores>,
    pub ledger: Arc<Ledger>,
    pub runs: Arc<Runs>,
    pub scratch: Arc<ScratchOffer>,
    pub sampler: Sampler,
    pub upgrades: Arc<Upgrades>,
    pub commands: Commands,
}

/// Opens what is on disk and puts the parts together.
pub(super) fn assemble(
    settings: &Settings,
    state: &Path,
    installation: Installation,
) -> anyhow::Result<Parts> {
    let spool = Spool::open(&state.join("spool"), settings.spool_bytes)?;
    let clocks = Arc::new(Clocks::default());
    let outbox = Outbox::new(spool.clone(), open_sequence(state)?, Arc::clone(&clocks));
    let ledger = Arc::new(Ledger::new(open_journal(state)?, outbox.clone()));
    let host = Host {
        sys: settings.sysfs.clone(),
        ..Host::default()
    };
    let drives = drives_of(settings, host.clone());
    let scratch = Arc::new(ScratchOffer::new(
        state,
        settings.scratch.clone(),
        settings.policy.clone(),
        Arc::clone(&drives.claims),
    ));
    let restores = Arc::new(Restores::open(state));
    let (collect_now, collect_wishes) = watch::channel(0);
    let controls = Arc::new(Controls {
        drives: Arc::clone(&drives),
        ledger: Arc::clone(&ledger),
        policy: settings.policy.clone(),
        collect_now: collect_now.clone(),
    });
    let paths = Paths {
        state_directory: state.to_owned(),
        uring_bench: settings.uring_bench.clone(),
        launcher: None,
    };
    let runs = Arc::new(Runs::new(
        Arc::clone(&controls),
        Arc::clone(&restores),
        paths,
        scratch.offered(),
        Arc::clone(&clocks),
    ));
    let upgrade_obstacle = installation.obstacle.clone();
    let upgrades = Arc::new(Upgrades {
        state_directory: state.to_owned(),
        installation,
        policy: settings.policy.clone(),
        claims: Arc::clone(&drives.claims),
        runs: Arc::clone(&runs),
        ledger: Arc::clone(&ledger),
        gate: Arc::new(Mutex::new(())),
        server: OnceLock::new(),
        one: Arc::new(Mutex::new(())),
        ready: Notify::new(),
    });
    Ok(Parts {
        clocks: Arc::clone(&clocks),
        commands: Commands {
            upgrades: Arc::clone(&upgrades),
            runs: Arc::clone(&runs),
            controls,
            scratch: Arc::clone(&scratch),
            ledger: Arc::clone(&ledger),
            clocks: Arc::clone(&clocks),
            collect_now,
        },
        sampler: Sampler {
            drives: Arc::clone(&drives),
            outbox,
            clocks,
            host,
            hostname: settings.hostname.clone(),
            nvme_cli: settings.nvme_cli.clone(),
            uring_bench: settings.uring_bench.clone(),
            policy: settings.policy.clone(),
            upgrade_obstacle,
            interval: settings.sample_interval,
            scratch: scratch.offered(),
            collect_now: collect_wishes,
            uevents: Uevents::listen(),
        },
        upgrades,
        spool,
        drives,
        restores,
        ledger,
        runs,
        scratch,
    })
}

fn drives_of(settings: &Settings, host: Host) -> Arc<Drives> {
    Arc::new(Drives::new(
        Sysfs::new(&settings.sysfs),
        Arc::new(InstalledNvmeCli::new(&settings.nvme_cli)),
        InUse::new(host, settings.devfs.clone()),
    ))
}

fn open_sequence(state: &Path) -> anyhow::Result<Sequence> {
    Sequence::open(state)
        .with_context(|| format!("the count of events in {} cannot be kept", state.display()))
}

fn open_journal(state: &Path) -> anyhow::Result<Journal> {
    let path = journal_path(state);
    Journal::open(&path).with_context(|| format!("{} cannot be used", path.display()))
}
