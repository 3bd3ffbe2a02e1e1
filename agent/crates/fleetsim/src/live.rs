//! The fleet's present: every host samples its drives again and again, and waits for commands.

use std::sync::Arc;
use std::time::Duration;

use crosspoint_wire::{AgentEvent, DriveProblemEvent, EnvironmentEvent, InventoryEvent, SmartEvent};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until};
use uuid::Uuid;

use crate::columns::is_sampled;
use crate::commands::wait_for_commands;
use crate::counted::logs_event;
use crate::courier::{Courier, now_ms};
use crate::fleet::{Fleet, Host};
use crate::life::Life;
use crate::observation::{environment, identity, not_responding, observations};
use crate::seed::Seed;
use crate::times::{HOUR_MS, MINUTE_MS};
use crate::uplink::Uplink;
use crate::watch::Watch;

/// Inventories are told again after so many samples.
const INVENTORY_EVERY: u64 = 10;
/// Logs are told so often, and not with the first sample: the history ends with them.
const LOGS_EVERY: u64 = 360;
const SILENT: f64 = 0.015;
const CUT_OFF: f64 = 0.03;
/// A bad line is away for so long at the beginning of every hour of its own.
const CUT_OFF_MS: u64 = 6 * MINUTE_MS;

/// How a host gets on with the network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Presence {
    /// It always reports.
    Steady,
    /// It no longer reports.
    Silent,
    /// It is cut off for some minutes of every hour, and delivers late what it had to say.
    Flaky,
}

impl Presence {
    /// Of a host.
    #[must_use]
    pub fn of(host: &Host) -> Self {
        match host.seed.child("presence", 0).unit() {
            x if x < SILENT => Self::Silent,
            x if x < SILENT + CUT_OFF => Self::Flaky,
            _ => Self::Steady,
        }
    }

    /// Whether its words reach the server at this time.
    #[must_use]
    pub fn reaches(self, seed: Seed, time_ms: u64) -> bool {
        match self {
            Self::Steady => true,
            Self::Silent => false,
            Self::Flaky => (time_ms + seed.child("flaky", 0).below(HOUR_MS)) % HOUR_MS >= CUT_OFF_MS,
        }
    }
}

/// How a fleet lives.
#[derive(Debug, Clone, Copy)]
pub struct Rules {
    /// Between two samples of a drive.
    pub sample_every: Duration,
    /// No host is silent or has a bad line: what is missing then was lost.
    pub all_steady: bool,
    /// Until when hosts have something to say; `None`: for ever.
    pub end: Option<Instant>,
}

/// Lets all enrolled hosts live, until the process ends.
pub fn live(
    fleet: &Arc<Fleet>,
    couriers: Vec<Option<Courier>>,
    rules: Rules,
    watch: &Arc<Watch>,
) -> JoinSet<()> {
    let mut tasks = JoinSet::new();
    for (index, courier) in couriers.into_iter().enumerate() {
        let presence = if rules.all_steady {
            Presence::Steady
        } else {
            Presence::of(&fleet.hosts[index])
        };
        let Some(courier) = courier.filter(|_| presence != Presence::Silent) else {
            continue;
        };
        let phase = rules
            .sample_every
            .mul_f64(fleet.hosts[index].seed.child("phase", 0).unit());
        tasks.spawn(wait_for_commands(
            courier.clone(),
            index,
            Arc::clone(watch),
            phase,
        ));
        let uplink = Uplink::new(courier, index, Arc::clone(watch));
        tasks.spawn(report(Arc::clone(fleet), index, uplink, presence, rules));
    }
    tasks
}

async fn report(fleet: Arc<Fleet>, index: usize, mut uplink: Uplink, presence: Presence, rules: Rules) {
    let host = &fleet.hosts[index];
    // Hosts do not all sample at once.
    let phase = rules.sample_every.mul_f64(host.seed.child("phase", 0).unit());
    let mut ticks = tokio::time::interval_at(Instant::now() + phase, rules.sample_every);
    let mut count = 0;
    loop {
        let due = uplink.due().filter(|_| presence.reaches(host.seed, now_ms()));
        tokio::select! {
            at = ticks.tick() => {
                if rules.end.is_none_or(|end| at < end) {
                    let time_ms = now_ms().max(fleet.layout.end_ms + 1);
                    uplink.say(said_now(&fleet, host, time_ms, count));
                    count += 1;
                }
            }
            () = sleep_until(due.unwrap_or_else(Instant::now)), if due.is_some() => uplink.send().await,
        }
    }
}

/// What a host says at a time.
#[must_use]
pub fn said_now(fleet: &Fleet, host: &Host, time_ms: u64, count: u64) -> Vec<AgentEvent> {
    let id = Uuid::new_v4;
    let mut events = Vec::new();
    if count == 0 {
        let facts = environment(host, fleet);
        events.push(AgentEvent::Environment(EnvironmentEvent {
            id: id(),
            time_ms,
            ..facts
        }));
    }
    if count.is_multiple_of(INVENTORY_EVERY) {
        events.push(AgentEvent::Inventory(InventoryEvent {
            drives: observations(fleet, host, time_ms),
            id: id(),
            scratch_files: Vec::new(),
            sequence: None,
            time_ms,
            volumes: Vec::new(),
        }));
    }
    for (drive, stay) in fleet.stays_in(host).filter(|(_, stay)| stay.holds(time_ms)) {
        if is_sampled(drive, host, stay, time_ms) {
            if count > 0 && count.is_multiple_of(LOGS_EVERY) {
                events.push(AgentEvent::DriveLogs(logs_event(
                    fleet,
                    drive,
                    stay,
                    time_ms,
                    id(),
                )));
            }
            let log = Life::new(fleet, drive, stay).reading(time_ms).into();
            events.push(AgentEvent::Smart(SmartEvent {
                drive: identity(drive),
                id: id(),
                log,
                sequence: None,
                time_ms,
            }));
        } else if drive.fate.stopped_ms().is_some() {
            let (drive, problem) = (identity(drive), not_responding());
            events.push(AgentEvent::DriveProblem(DriveProblemEvent {
                drive,
                id: id(),
                problem,
                sequence: None,
                time_ms,
            }));
        }
    }
    events
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fleet::tests::demo;

    #[test]
    fn some_hosts_are_silent_and_some_have_a_bad_line() {
        let fleet = demo();
        let count = |which| {
            fleet
                .hosts
                .iter()
                .filter(|host| Presence::of(host) == which)
                .count()
        };
        assert!(
            (1..10).contains(&count(Presence::Silent)),
            "{}",
            count(Presence::Silent)
        );
        assert!(
            (1..16).contains(&count(Presence::Flaky)),
            "{}",
            count(Presence::Flaky)
        );
    }

    #[test]
    fn a_bad_line_is_away_for_six_minutes_of_an_hour() {
        let seed = Seed::new(5);
        let reached = (0..60)
            .filter(|minute| Presence::Flaky.reaches(seed, minute * MINUTE_MS))
            .count();
        assert!((53..=55).contains(&reached), "{reached}");
    }

    #[test]
    fn every_drive_that_is_there_is_spoken_of_once() {
        let fleet = demo();
        let host = &fleet.hosts[0];
        let time_ms = fleet.layout.end_ms + MINUTE_MS;
        let there = fleet
            .stays_in(host)
            .filter(|(drive, stay)| stay.holds(time_ms) && !drive.fate.is_gone_at(time_ms));
        assert_eq!(said_now(&fleet, host, time_ms, 1).len(), there.count());
        assert!(matches!(
            said_now(&fleet, host, time_ms, 0)[..2],
            [AgentEvent::Environment(_), AgentEvent::Inventory(_)]
        ));
    }
}
