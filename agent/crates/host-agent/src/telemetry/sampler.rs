//! The rhythm of telemetry: hot plug, inventory, environment, health.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crosspoint_bench::host::Host;
use crosspoint_wire::{self as wire, DriveDetailsEvent, DriveProblemEvent, InventoryEvent, SmartEvent};
use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, timeout};
use uuid::Uuid;

use crate::guard::scratch_file::Scratch;
use crate::link::outbox::Outbox;
use crate::runtime::clock::now_ms;
use crate::runtime::moment::Clocks;
use crate::telemetry::drives::{Depth, Drives, Sampled, wire_problem};
use crate::telemetry::environment::{self, Survey};
use crate::telemetry::inventory::Inventory;
use crate::telemetry::log_teller::tell_logs;
use crate::telemetry::smart::smart_log;
use crate::telemetry::uevents::{Uevent, Uevents};

/// How often names in sysfs are looked at, for hosts where the kernel's own word is not heard; a new or pulled drive shows
/// in the browser within ten seconds, the uplink's rhythm included.
const HOT_PLUG_INTERVAL: Duration = Duration::from_secs(2);
/// How often sysfs is read in full: links, schedulers and firmware change without a word.
const SCAN_INTERVAL: Duration = Duration::from_secs(30);
/// Inventory is sent at least this often, so that the server notices one that was lost.
const INVENTORY_INTERVAL: Duration = Duration::from_secs(600);
/// Logs and settings are read at least this often; otherwise at start, on a change, and on request.
const DETAILS_INTERVAL: Duration = Duration::from_secs(86_400);
/// A drive that is slow to identify itself does not hold up the inventory of the others for longer.
const IDENTIFY_PATIENCE: Duration = Duration::from_secs(3);
/// A server that does not answer at the start does not hold up the first word for longer.
const SERVER_PATIENCE: Duration = Duration::from_secs(5);

/// How long telling of the host waits for the spool's disk.
const PENDING_LIMIT: Duration = Duration::from_secs(1);

/// What the sampler needs to know.
pub struct Sampler {
    /// The drives.
    pub drives: Arc<Drives>,
    /// Where events go.
    pub outbox: Outbox,
    /// Told what the server's clock shows.
    pub clocks: Arc<Clocks>,
    /// The kernel's file systems.
    pub host: Host,
    /// Name of this host.
    pub hostname: String,
    /// nvme-cli.
    pub nvme_cli: PathBuf,
    /// uring-bench.
    pub uring_bench: PathBuf,
    /// The policy file.
    pub policy: PathBuf,
    /// Why the server cannot upgrade this agent.
    pub upgrade_obstacle: Option<String>,
    /// Time between two samples of a drive.
    pub interval: Duration,
    /// The scratch file, once it is made.
    pub scratch: watch::Receiver<Option<Scratch>>,
    /// The kernel's word on hot plug.
    pub uevents: Uevents,
    /// Counts up when somebody wants everything read now.
    pub collect_now: watch::Receiver<u64>,
}

impl Sampler {
    /// Samples for ever.
    pub async fn run(mut self) {
        self.drives.scan().await;
        let mut last_inventory = Inventory::default();
        let mut last_environment = None;
        self.settle().await;
        // What is said before that is dated by a clock that may not know the time yet.
        let _ = timeout(SERVER_PATIENCE, self.clocks.until_heard()).await;
        self.send_environment(&mut last_environment, true).await;
        self.send_inventory(&mut last_inventory, true).await;
        let rhythm = keep_rhythm(Arc::clone(&self.drives), self.outbox.clone(), self.interval);
        tokio::join!(rhythm, self.watch(last_inventory, last_environment));
    }

    /// Looks for what changed, for ever.
    async fn watch(
        &mut self,
        mut last_inventory: Inventory,
        mut last_environment: Option<wire::EnvironmentEvent>,
    ) {
        let mut hot_plug = ticks(HOT_PLUG_INTERVAL);
        let mut scan = ticks(SCAN_INTERVAL);
        let mut inventory = ticks(INVENTORY_INTERVAL);
        let mut everything = ticks(DETAILS_INTERVAL);
        inventory.reset();
        everything.reset();
        let mut content_changed = false;
        loop {
            tokio::select! {
                _ = hot_plug.tick() => {
                    if self.drives.names_changed() {
                        self.hot_plug(&mut last_inventory).await;
                    }
                    if self.drives.volumes_changed() {
                        self.send_inventory(&mut last_inventory, false).await;
                    }
                }
                _ = scan.tick() => {
                    self.hot_plug(&mut last_inventory).await;
                    self.read_logs();
                    if std::mem::take(&mut content_changed) || last_inventory.is_uncertain() {
                        self.send_inventory(&mut last_inventory, false).await;
                    }
                }
                event = self.uevents.next() => match event {
                    Uevent::HotPlug => self.hot_plug(&mut last_inventory).await,
                    Uevent::ContentChanged(block_name) => {
                        self.drives.look_again(&block_name);
                        content_changed = true;
                    }
                },
                () = self.drives.changed() => {
                    self.send_inventory(&mut last_inventory, false).await;
                    self.send_details();
                    self.read_logs();
                }
                Ok(()) = self.scratch.changed() => self.send_inventory(&mut last_inventory, false).await,
                Ok(()) = self.collect_now.changed() => {
                    self.drives.want_logs();
                    self.collect(&mut last_inventory, &mut last_environment, Depth::Everything).await;
                    sample_all(&self.drives, &self.outbox);
                }
                _ = inventory.tick() => self.collect(&mut last_inventory, &mut last_environment, Depth::Inventory).await,
                _ = everything.tick() => self.drives.identify_all(Depth::Everything),
            }
        }
    }

    async fn hot_plug(&self, inventory: &mut Inventory) {
        if self.drives.scan().await {
            self.settle().await;
            self.send_inventory(inventory, false).await;
        }
    }

    async fn collect(
        &self,
        inventory: &mut Inventory,
        environment: &mut Option<wire::EnvironmentEvent>,
        depth: Depth,
    ) {
        self.drives.scan().await;
        self.drives.identify_all(depth);
        self.settle().await;
        self.send_environment(environment, false).await;
        self.send_inventory(inventory, true).await;
    }

    /// Waits until every drive has identified itself, but not for one that takes long.
    async fn settle(&self) {
        let patience = Instant::now() + IDENTIFY_PATIENCE;
        while self.drives.is_identifying() && Instant::now() < patience {
            sleep(Duration::from_millis(20)).await;
        }
    }

    async fn send_inventory(&self, last: &mut Inventory, always: bool) {
        let volumes = self.drives.volumes().await;
        let now = Inventory {
            drives: self.drives.observations().await,
            scratch_files: self
                .scratch
                .borrow()
                .iter()
                .map(|scratch| scratch.file.clone())
                .collect(),
            volumes,
        };
        if !always && now == *last {
            return;
        }
        last.clone_from(&now);
        let Inventory {
            drives,
            scratch_files,
            volumes,
        } = now;
        tracing::debug!(drives = drives.len(), "inventory");
        self.outbox.sample(InventoryEvent {
            drives,
            id: Uuid::new_v4(),
            scratch_files,
            sequence: None,
            time_ms: now_ms(),
            volumes,
        });
    }

    fn send_details(&self) {
        for (drive, details) in self.drives.take_details() {
            self.outbox.sample(DriveDetailsEvent {
                details,
                drive,
                id: Uuid::new_v4(),
                sequence: None,
                time_ms: now_ms(),
            });
        }
    }

    /// Of drives whose turn it is, each by itself.
    fn read_logs(&self) {
        for asked in self.drives.logs_to_read() {
            tokio::spawn(tell_logs(Arc::clone(&self.drives), self.outbox.clone(), asked));
        }
    }

    async fn send_environment(&self, last: &mut Option<wire::EnvironmentEvent>, always: bool) {
        // While the disk hangs, what waits is not known, and a wrong number would be worse than none.
        let Ok(Ok(pending)) = timeout(PENDING_LIMIT, self.outbox.spool().pending()).await else {
            return;
        };
        let now = environment::survey(&Survey {
            host: &self.host,
            hostname: &self.hostname,
            nvme_cli: &self.nvme_cli,
            uring_bench: &self.uring_bench,
            policy: &self.policy,
            pending,
            upgrade_obstacle: self.upgrade_obstacle.as_deref(),
        })
        .await;
        let is_same = last.as_ref().is_some_and(|last| {
            *last
                == wire::EnvironmentEvent {
                    id: last.id,
                    time_ms: last.time_ms,
                    ..now.clone()
                }
        });
        if always || !is_same {
            self.outbox.sample(now.clone());
            *last = Some(now);
        }
    }
}

/// Samples on time, whatever the rest waits for: looking at a drive that hangs takes seconds.
async fn keep_rhythm(drives: Arc<Drives>, outbox: Outbox, period: Duration) {
    let mut samples = ticks(period);
    loop {
        samples.tick().await;
        sample_all(&drives, &outbox);
    }
}

/// Each drive by itself: one that hangs delays no other.
fn sample_all(drives: &Arc<Drives>, outbox: &Outbox) {
    for sampled in drives.to_sample() {
        tokio::spawn(sample(Arc::clone(drives), outbox.clone(), sampled));
    }
}

fn ticks(period: Duration) -> tokio::time::Interval {
    let mut ticks = interval(period);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Skip);
    ticks
}

async fn sample(drives: Arc<Drives>, outbox: Outbox, sampled: Sampled) {
    let (id, time_ms) = (Uuid::new_v4(), now_ms());
    let Some(result) = drives.sample(&sampled).await else {
        return;
    };
    let drive = sampled.identity;
    match result {
        Ok(log) => outbox.sample(SmartEvent {
            drive,
            id,
            log: smart_log(&log),
            sequence: None,
            time_ms,
        }),
        Err(problem) => {
            tracing::warn!(serial = drive.serial, %problem, "a drive could not be sampled");
            outbox.sample(DriveProblemEvent {
                drive,
                id,
                problem: wire_problem(&problem),
                sequence: None,
                time_ms,
            });
        }
    }
}
