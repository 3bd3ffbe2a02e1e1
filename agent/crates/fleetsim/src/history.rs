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
        let mut tellers = JoinSet::new();
        for client in 0..clients {
            let hosts: Vec<(usize, Courier)> = couriers
                .iter()
                .enumerate()
                .filter(|(index, _)| index % clients == client)
                .filter_map(|(index, courier)| Some((index, courier.clone()?)))
                .collect();
            let (fleet, times_ms) = (Arc::clone(&fleet), Arc::clone(&times_ms));
            tellers.spawn(tell_until_moves(fleet, times_ms, hosts, week));
        }
        let mut untold = Vec::new();
        while let Some(told) = tellers.join_next().await {
            let (events, rest) = told.expect("a teller does not panic")?;
            total += events;
            untold.push(rest);
        }
        let mut tellers: JoinSet<_> = untold.into_iter().map(tell).collect();
        while let Some(told) = tellers.join_next().await {
            total += told.expect("a teller does not panic")?;
        }
    }
    Ok(total)
}

/// What hosts have to say, each by its own courier.
type Untold = Vec<(Courier, Vec<AgentEvent>)>;

/// Has hosts tell what they saw of a week until drives that moved are plugged in again. Returns how many events there were, and the rest
/// of the week.
async fn tell_until_moves(
    fleet: Arc<Fleet>,
    times_ms: Arc<[u64]>,
    hosts: Vec<(usize, Courier)>,
    week: u64,
) -> Result<(usize, Untold), DeliveryError> {
    let mut total = 0;
    let mut rests = Vec::with_capacity(hosts.len());
    for (index, courier) in hosts {
        let (fleet, times_ms) = (Arc::clone(&fleet), Arc::clone(&times_ms));
        // Others tell meanwhile.
        let weeks = tokio::task::spawn_blocking(move || events_of(&fleet, &times_ms, index, week));
        let Parts { until_moves, rest } = weeks.await.expect("a week is made without a panic");
        total += courier.deliver(until_moves).await?;
        rests.push((courier, rest));
    }
    Ok((total, rests))
}

async fn tell(untold: Untold) -> Result<usize, DeliveryError> {
    let mut total = 0;
    for (courier, events) in untold {
        total += courier.deliver(events).await?;
    }
    Ok(total)
}

/// What a host tells of a week. Drives are pulled at the turn of a week, and plugged in again after it.
struct Parts {
    until_moves: Vec<AgentEvent>,
    rest: Vec<AgentEvent>,
}

/// One that was cut off for a week tells it at the beginning of the next.
fn events_of(fleet: &Fleet, times_ms: &[u64], index: usize, week: u64) -> Parts {
    let host = &fleet.hosts[index];
    let chronicle = Chronicle::new(fleet, host, times_ms);
    let split_ms = fleet.layout.start_ms + week * WEEK_MS + MOVE_MS;
    let of_week = if host.late_week == Some(week) {
        Vec::new()
    } else {
        chronicle.week(week)
    };
    let (until_moves, rest) = of_week
        .into_iter()
        .partition::<Vec<_>, _>(|event| time_of(event) < split_ms);
    let late = match week.checked_sub(1) {
        Some(before) if host.late_week == Some(before) => chronicle.week(before),
        _ => Vec::new(),
    };
    Parts {
        until_moves: late.into_iter().chain(until_moves).collect(),
        rest,
    }
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
                .map(|week| events_of(&fleet, &times, host.index as usize, week))
                .flat_map(|parts| parts.until_moves.into_iter().chain(parts.rest))
                .collect();
            assert_eq!(told, all, "{}", host.hostname);
        }
    }
}
