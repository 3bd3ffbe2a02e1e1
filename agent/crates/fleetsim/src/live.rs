//! The fleet's present: every host samples its drives once a minute, waits for commands and declines them.

use std::sync::Arc;
use std::time::Duration;

use crosspoint_agent::link::backoff::Backoff;
use crosspoint_agent::link::server::{CallError, POLL};
use crosspoint_wire::{
    AgentEvent, Command, CommandEvent, CommandEventOutcome, DriveProblemEvent, EnvironmentEvent,
    InventoryEvent, Offer, SmartEvent,
};
use tokio::task::JoinSet;
use uuid::Uuid;

use crate::columns::is_sampled;
use crate::courier::{Courier, now_ms};
use crate::fleet::{Fleet, Host};
use crate::life::Life;
use crate::observation::{environment, identity, not_responding, observations};
use crate::seed::Seed;
use crate::times::{HOUR_MS, MINUTE_MS};

const SAMPLE_EVERY: Duration = Duration::from_secs(60);
/// Inventories are told again after so many samples.
const INVENTORY_EVERY: u64 = 10;
/// What a host keeps while it is cut off.
const HELD_MAX: usize = 10_000;
const SILENT: f64 = 0.015;
const CUT_OFF: f64 = 0.03;
/// A bad line is away for so long at the beginning of every hour of its own.
const CUT_OFF_MS: u64 = 6 * MINUTE_MS;

/// How a host gets on with the network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Presence {
    /// It always reports.
    Steady,
    /// It is not heard of any more.
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

/// Lives until the process ends.
pub async fn live(fleet: Arc<Fleet>, couriers: Vec<Option<Courier>>) {
    let mut tasks = JoinSet::new();
    for (index, courier) in couriers.into_iter().enumerate() {
        let presence = Presence::of(&fleet.hosts[index]);
        let Some(courier) = courier.filter(|_| presence != Presence::Silent) else {
            continue;
        };
        tasks.spawn(wait_for_commands(courier.clone()));
        tasks.spawn(report(Arc::clone(&fleet), index, courier, presence));
    }
    while tasks.join_next().await.is_some() {}
}

async fn report(fleet: Arc<Fleet>, index: usize, courier: Courier, presence: Presence) {
    let seed = fleet.hosts[index].seed;
    let mut held = Vec::new();
    // Hosts do not all sample at once.
    tokio::time::sleep(SAMPLE_EVERY.mul_f64(seed.child("phase", 0).unit())).await;
    let mut ticks = tokio::time::interval(SAMPLE_EVERY);
    for count in 0u64.. {
        ticks.tick().await;
        let time_ms = now_ms().max(fleet.layout.end_ms + 1);
        held.extend(said_now(&fleet, &fleet.hosts[index], time_ms, count));
        if held.len() > HELD_MAX {
            held.drain(..held.len() - HELD_MAX);
        }
        if !presence.reaches(seed, time_ms) {
            continue;
        }
        // A server that stays away is tried again with the next sample; what it took is stored once.
        match courier.deliver(held.clone()).await {
            Ok(_) => held.clear(),
            Err(error) => eprintln!("{error}"),
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
            let log = Life::new(fleet, drive, stay).reading(time_ms).into();
            let drive = identity(drive);
            events.push(AgentEvent::Smart(SmartEvent {
                drive,
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

/// Long polls, as an agent does.
async fn wait_for_commands(courier: Courier) {
    let mut backoff = Backoff::new(Duration::from_secs(1), Duration::from_secs(60));
    loop {
        let (server, key) = courier.line();
        match server.commands(key, POLL).await {
            Ok(answer) => {
                backoff.reset();
                let declined: Vec<AgentEvent> = answer
                    .offers
                    .iter()
                    .filter_map(|offer| decline(offer, courier.hostname()))
                    .collect();
                if !declined.is_empty()
                    && let Err(error) = courier.deliver(declined).await
                {
                    eprintln!("{error}");
                }
            }
            Err(CallError::Unauthorized(reason)) => {
                eprintln!(
                    "{} is not known to the server any more: {reason}",
                    courier.hostname()
                );
                return;
            }
            Err(CallError::Unavailable { retry_after, .. }) => {
                tokio::time::sleep(backoff.next_wait_asked(retry_after)).await;
            }
            Err(_) => tokio::time::sleep(backoff.next_wait()).await,
        }
    }
}

/// There is no drive to do anything to.
fn decline(offer: &Offer, hostname: &str) -> Option<AgentEvent> {
    let command_id = match offer {
        Offer::Command(command) => id_of(command),
        Offer::NotUnderstood { id, .. } => *id,
        Offer::Unanswerable { .. } => return None,
    };
    Some(AgentEvent::Command(CommandEvent {
        command_id,
        id: Uuid::new_v4(),
        nvme_status: None,
        outcome: CommandEventOutcome::Declined,
        reason: Some(format!("{hostname} is simulated: it carries out no commands.")),
        run_unknown:
            matches!(offer, Offer::Command(command) if matches!(**command, Command::CancelBenchmark(_)))
                .then_some(true),
        sequence: None,
        time_ms: now_ms(),
    }))
}

fn id_of(command: &Command) -> Uuid {
    match command {
        Command::StartBenchmark(command) => command.id,
        Command::CancelBenchmark(command) => command.id,
        Command::CollectNow(command) => command.id,
        Command::ControlDrive(command) => command.id,
        Command::CreateScratchFile(command) => command.id,
        Command::RemoveScratchFile(command) => command.id,
    }
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

    #[test]
    fn every_command_is_declined() {
        let id = Uuid::new_v4();
        let offer = Offer::NotUnderstood {
            id,
            reason: String::new(),
        };
        let Some(AgentEvent::Command(answer)) = decline(&offer, "sim-db-001") else {
            panic!("an answer")
        };
        assert_eq!(
            (answer.command_id, answer.outcome),
            (id, CommandEventOutcome::Declined)
        );
    }
}
