//! Load for a server's ingest: reports of samples, from so many clients at once, at a rate or as fast as they are taken. What
//! came of it is printed each second and at the end, one JSON document a line.

use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use crosspoint_agent::link::server::{CallError, Server};
use crosspoint_wire::{AgentEvent, ReportRequest, SmartEvent};
use hdrhistogram::Histogram;
use serde::Serialize;
use tokio::task::JoinSet;
use uuid::Uuid;

use crate::courier::{Courier, now_ms};
use crate::fleet::Fleet;
use crate::life::Life;
use crate::observation::identity;

/// What is asked of the server.
#[derive(Debug, Clone, Copy)]
pub struct Demand {
    /// Reports under way at the same time.
    pub clients: usize,
    /// Samples in each.
    pub samples: usize,
    /// Samples a second of all clients; `None`: each sends its next report as soon as the last one is answered.
    pub rate: Option<f64>,
    /// How long.
    pub seconds: u64,
}

/// What became of the reports of a time.
#[derive(Debug, Clone)]
struct Tally {
    reports: u64,
    accepted: u64,
    refused: u64,
    busy: u64,
    failed: u64,
    /// Microseconds from sending a report to its answer.
    latency_us: Histogram<u64>,
}

impl Default for Tally {
    fn default() -> Self {
        // To a minute, in three digits.
        let latency_us =
            Histogram::new_with_bounds(1, 60_000_000, 3).expect("constants that the histogram accepts");
        Self {
            reports: 0,
            accepted: 0,
            refused: 0,
            busy: 0,
            failed: 0,
            latency_us,
        }
    }
}

/// One line of what is printed.
#[derive(Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Figures {
    /// `second` or `total`.
    pub kind: &'static str,
    /// Seconds since the beginning.
    pub seconds: f64,
    /// Reports that were answered with what became of their events.
    pub reports: u64,
    /// Samples that the server stored.
    pub accepted: u64,
    /// Samples that it refused.
    pub refused: u64,
    /// Answers that asked to come back later.
    pub busy: u64,
    /// Requests without an answer, or with any other.
    pub failed: u64,
    /// Stored samples a second.
    pub accepted_per_second: f64,
    /// Of the answered reports; `None` where there is none.
    pub latency_ms_p50: Option<f64>,
    /// p99.
    pub latency_ms_p99: Option<f64>,
    /// p99.9.
    pub latency_ms_p999: Option<f64>,
    /// The longest.
    pub latency_ms_max: Option<f64>,
}

/// Sends what is demanded, and gives each line to `print`. The totals are returned.
pub async fn load(
    fleet: Arc<Fleet>,
    couriers: Vec<Courier>,
    demand: Demand,
    mut print: impl FnMut(&Figures),
) -> Figures {
    let second = Arc::new(Mutex::new(Tally::default()));
    let begun = Instant::now();
    let end = begun + Duration::from_secs(demand.seconds);
    let mut tasks = JoinSet::new();
    for client in 0..demand.clients {
        let hosts: Vec<Sender> = couriers
            .iter()
            .enumerate()
            .filter(|(index, _)| index % demand.clients == client)
            .map(|(index, courier)| Sender {
                courier: courier.clone(),
                host: index,
                last_ms: 0,
                next_drive: 0,
            })
            .collect();
        tasks.spawn(send(Arc::clone(&fleet), hosts, demand, end, Arc::clone(&second)));
    }
    let mut total = Tally::default();
    for count in 1..=demand.seconds {
        tokio::time::sleep_until((begun + Duration::from_secs(count)).into()).await;
        let of_second = std::mem::take(&mut *lock(&second));
        print(&figures(
            "second",
            &of_second,
            begun.elapsed(),
            Duration::from_secs(1),
        ));
        total.add(&of_second);
    }
    while tasks.join_next().await.is_some() {}
    total.add(&lock(&second));
    let took = begun.elapsed();
    let totals = figures("total", &total, took, took);
    print(&totals);
    totals
}

struct Sender {
    courier: Courier,
    host: usize,
    last_ms: u64,
    next_drive: usize,
}

/// One client: a report of each of its hosts in turn.
async fn send(
    fleet: Arc<Fleet>,
    mut hosts: Vec<Sender>,
    demand: Demand,
    end: Instant,
    tally: Arc<Mutex<Tally>>,
) {
    if hosts.is_empty() {
        return;
    }
    let mut due = Instant::now();
    for turn in 0.. {
        let sender = turn % hosts.len();
        let Some(body) = hosts[sender].report(&fleet, demand.samples) else {
            return;
        };
        if Instant::now() >= end {
            return;
        }
        let (server, key) = hosts[sender].courier.line();
        send_until_answered(server, key, &body, end, &tally).await;
        if let Some(rate) = demand.rate {
            due += Duration::from_secs_f64(real(demand.samples * demand.clients) / rate);
            tokio::time::sleep_until(due.into()).await;
        }
    }
}

/// An agent keeps a report that was not taken, and sends it again.
async fn send_until_answered(server: &Server, key: &str, body: &[u8], end: Instant, tally: &Mutex<Tally>) {
    loop {
        let sent = Instant::now();
        let wait = match server.report(key, body).await {
            Ok(answer) => {
                let mut tally = lock(tally);
                tally.reports += 1;
                tally.accepted += answer.accepted;
                tally.refused += answer.refused.len() as u64;
                tally.latency_us.saturating_record(
                    u64::try_from(sent.elapsed().as_micros())
                        .unwrap_or(u64::MAX)
                        .max(1),
                );
                return;
            }
            Err(CallError::Unavailable {
                retry_after: Some(wait),
                ..
            }) => {
                lock(tally).busy += 1;
                wait
            }
            Err(_) => {
                lock(tally).failed += 1;
                Duration::from_millis(200)
            }
        };
        if Instant::now() + wait >= end {
            return;
        }
        tokio::time::sleep(wait).await;
    }
}

impl Sender {
    /// The next report: a sample of each drive in turn, none with a time that it had before.
    fn report(&mut self, fleet: &Fleet, samples: usize) -> Option<Vec<u8>> {
        let host = &fleet.hosts[self.host];
        let stays: Vec<_> = fleet
            .stays_in(host)
            .filter(|(_, stay)| stay.until_ms == u64::MAX)
            .collect();
        let mut events = Vec::with_capacity(samples);
        for _ in 0..samples {
            if self.next_drive.is_multiple_of(stays.len().max(1)) {
                self.last_ms = now_ms().max(self.last_ms + 1);
            }
            let (drive, stay) = *stays.get(self.next_drive % stays.len().max(1))?;
            self.next_drive += 1;
            events.push(AgentEvent::Smart(SmartEvent {
                drive: identity(drive),
                id: Uuid::new_v4(),
                log: Life::new(fleet, drive, stay).reading(self.last_ms).into(),
                sequence: Some(self.courier.take_number()),
                time_ms: self.last_ms,
            }));
        }
        let request = ReportRequest {
            agent_time_ms: now_ms(),
            events,
        };
        serde_json::to_vec(&request).ok()
    }
}

impl Tally {
    fn add(&mut self, other: &Self) {
        self.reports += other.reports;
        self.accepted += other.accepted;
        self.refused += other.refused;
        self.busy += other.busy;
        self.failed += other.failed;
        self.latency_us
            .add(&other.latency_us)
            .expect("both have the same bounds");
    }
}

fn figures(kind: &'static str, tally: &Tally, since: Duration, span: Duration) -> Figures {
    let at = |quantile: f64| {
        let latencies = &tally.latency_us;
        (!latencies.is_empty()).then(|| real_of(latencies.value_at_quantile(quantile)) / 1e3)
    };
    Figures {
        kind,
        seconds: since.as_secs_f64(),
        reports: tally.reports,
        accepted: tally.accepted,
        refused: tally.refused,
        busy: tally.busy,
        failed: tally.failed,
        accepted_per_second: real_of(tally.accepted) / span.as_secs_f64(),
        latency_ms_p50: at(0.5),
        latency_ms_p99: at(0.99),
        latency_ms_p999: at(0.999),
        latency_ms_max: at(1.0),
    }
}

/// Nobody panics with it.
fn lock(tally: &Mutex<Tally>) -> MutexGuard<'_, Tally> {
    tally.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

#[allow(clippy::cast_precision_loss)]
fn real(value: usize) -> f64 {
    value as f64
}

#[allow(clippy::cast_precision_loss)]
fn real_of(value: u64) -> f64 {
    value as f64
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::fleet::Layout;

    #[test]
    fn no_drive_has_two_samples_at_one_time_and_every_event_its_own_number() {
        let fleet = Fleet::new(Layout {
            seed: 1,
            hosts: 1,
            drives: 3,
            start_ms: 0,
            end_ms: 1,
        });
        let trust = crosspoint_agent::link::server::Trust::default();
        let server = Server::new("http://127.0.0.1:1", trust).expect("loopback may be plain");
        let courier = Courier::new(server, "key", "sim-db-000");
        let mut sender = Sender {
            courier,
            host: 0,
            last_ms: 0,
            next_drive: 0,
        };
        let mut told = HashSet::new();
        let mut numbers = HashSet::new();
        for _ in 0..5 {
            let body = sender.report(&fleet, 4).expect("a report");
            let request: ReportRequest = serde_json::from_slice(&body).unwrap();
            for event in request.events {
                let AgentEvent::Smart(sample) = event else {
                    panic!("samples alone")
                };
                assert!(told.insert((sample.drive.serial, sample.time_ms)));
                assert!(numbers.insert(sample.sequence));
            }
        }
        assert_eq!(told.len(), 20);
    }

    #[test]
    fn says_what_was_taken_and_how_fast() {
        let mut tally = Tally {
            reports: 2,
            accepted: 48,
            ..Tally::default()
        };
        tally.latency_us.record_n(20_000, 99).unwrap();
        tally.latency_us.record(900_000).unwrap();
        let said = figures("total", &tally, Duration::from_secs(3), Duration::from_secs(2));
        assert!((said.accepted_per_second - 24.0).abs() < 1e-9);
        // In three digits.
        assert!((said.latency_ms_p50.unwrap() - 20.0).abs() < 0.02 && said.latency_ms_max.unwrap() >= 900.0);
        assert_eq!(
            figures(
                "second",
                &Tally::default(),
                Duration::ZERO,
                Duration::from_secs(1)
            )
            .latency_ms_p99,
            None
        );
    }
}
