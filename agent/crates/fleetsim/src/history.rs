//! Tells a server the past of a fleet through its door for agents, faster than it happened. All hosts tell the same week before
//! any tells the next, so that a drive that moved is let go by one before the other takes it.

use std::sync::Arc;

use crosspoint_agent::link::server::Server;
use crosspoint_wire::AgentEvent;
use tokio::task::JoinSet;

use crate::cadence::sample_times;
use crate::chronicle::{Chronicle, time_of};
use crate::courier::{Courier, DeliveryError};
use crate::fleet::{Fleet, MOVE_MS};
use crate::identities::FleetFile;
use crate::times::WEEK_MS;

/// The couriers of all enrolled hosts of a fleet, by the host's number; `None` for one that has no key.
#[must_use]
pub fn couriers(fleet: &Fleet, file: &FleetFile, server: &Server) -> Vec<Option<Courier>> {
    let courier = |host: &crate::fleet::Host| {
        let key = file.keys.get(&host.installation_id)?;
        Some(Courier::new(server.clone(), key, &host.hostname))
    };
    fleet.hosts.iter().map(courier).collect()
}

/// Delivers the whole history, with so many hosts at once. Returns how many events there were.
///
/// # Errors
/// The first [`DeliveryError`].
pub async fn tell_history(
    fleet: Arc<Fleet>,
    couriers: &[Option<Courier>],
    clients: usize,
) -> Result<usize, DeliveryError> {
    let times_ms: Arc<[u64]> = sample_times(fleet.layout.start_ms, fleet.layout.end_ms).into();
    let mut total = 0;
    for week in 0..fleet.weeks() {
        for part in [Part::BeforeMoves, Part::Rest] {
            let mut tasks = JoinSet::new();
            for client in 0..clients {
                let hosts: Vec<(usize, Courier)> = couriers
                    .iter()
                    .enumerate()
                    .filter(|(index, _)| index % clients == client)
                    .filter_map(|(index, courier)| Some((index, courier.clone()?)))
                    .collect();
                tasks.spawn(tell_part(
                    Arc::clone(&fleet),
                    Arc::clone(&times_ms),
                    hosts,
                    week,
                    part,
                ));
            }
            while let Some(told) = tasks.join_next().await {
                total += told.expect("a teller does not panic")?;
            }
        }
    }
    Ok(total)
}

/// Drives are pulled at the turn of a week, and plugged in again after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    BeforeMoves,
    Rest,
}

async fn tell_part(
    fleet: Arc<Fleet>,
    times_ms: Arc<[u64]>,
    hosts: Vec<(usize, Courier)>,
    week: u64,
    part: Part,
) -> Result<usize, DeliveryError> {
    let mut total = 0;
    for (index, courier) in hosts {
        let events = events_of(&fleet, &times_ms, index, week, part);
        if !events.is_empty() {
            total += courier.deliver(events).await?;
        }
    }
    Ok(total)
}

/// What a host tells in one part of a week. One that was cut off for a week tells it at the beginning of the next.
fn events_of(fleet: &Fleet, times_ms: &[u64], index: usize, week: u64, part: Part) -> Vec<AgentEvent> {
    let host = &fleet.hosts[index];
    if host.late_week == Some(week) {
        return Vec::new();
    }
    let chronicle = Chronicle::new(fleet, host, times_ms);
    let split_ms = fleet.layout.start_ms + week * WEEK_MS + MOVE_MS;
    let of_week = chronicle.week(week).into_iter();
    let of_part = of_week.filter(|event| (time_of(event) < split_ms) == (part == Part::BeforeMoves));
    let is_late = part == Part::BeforeMoves && week > 0 && host.late_week == Some(week - 1);
    let late = if is_late {
        chronicle.week(week - 1)
    } else {
        Vec::new()
    };
    late.into_iter().chain(of_part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fleet::tests::demo;

    #[test]
    fn tells_everything_once_also_of_a_host_that_was_cut_off() {
        let fleet = demo();
        let times = sample_times(fleet.layout.start_ms, fleet.layout.end_ms);
        let late = fleet
            .hosts
            .iter()
            .find(|host| host.late_week.is_some())
            .expect("a late one");
        for host in [late, &fleet.hosts[0]] {
            let chronicle = Chronicle::new(&fleet, host, &times);
            let all: Vec<AgentEvent> = (0..fleet.weeks()).flat_map(|week| chronicle.week(week)).collect();
            let told: Vec<AgentEvent> = (0..fleet.weeks())
                .flat_map(|week| [(week, Part::BeforeMoves), (week, Part::Rest)])
                .flat_map(|(week, part)| events_of(&fleet, &times, host.index as usize, week, part))
                .collect();
            assert_eq!(told, all, "{}", host.hostname);
        }
    }
}
