//! What a host reported in one week of the past, as events. Of its samples only those that tell something new of a drive's
//! health: the server dates a verdict by them, and the rest go in bulk (see [`crate::columns`]).

use crosspoint_wire::{
    AgentEvent, DriveDetailsEvent, DriveProblemEvent, EnvironmentEvent, InventoryEvent, SmartEvent,
};
use uuid::Uuid;

use crate::columns::is_sampled;
use crate::counted::logs_event;
use crate::fleet::{Drive, Fleet, Host, Stay};
use crate::life::Life;
use crate::observation::{details, environment, firmware, identity, not_responding, observations};
use crate::reading::Reading;
use crate::times::{DAY_MS, WEEK_MS};

/// Before the end of the history: over more than half of a week, as write amplification asks for, and over a day.
const LOGS_TOLD_BEFORE: [u64; 3] = [4 * DAY_MS, DAY_MS, 0];

/// Up to here no percentage used says anything of health.
const UNWORN_PERCENT: u8 = 75;

/// The weeks of one host.
#[derive(Debug)]
pub struct Chronicle<'a> {
    fleet: &'a Fleet,
    host: &'a Host,
    times_ms: &'a [u64],
}

impl<'a> Chronicle<'a> {
    /// Of a host; `times_ms` are those of [`crate::cadence`].
    #[must_use]
    pub fn new(fleet: &'a Fleet, host: &'a Host, times_ms: &'a [u64]) -> Self {
        Self {
            fleet,
            host,
            times_ms,
        }
    }

    /// Everything that the host said in a week, in its order. A week begins when the one before it ends; the last holds the
    /// end of the history too.
    #[must_use]
    pub fn week(&self, week: u64) -> Vec<AgentEvent> {
        let from_ms = self.fleet.layout.start_ms + week * WEEK_MS;
        let is_last = week + 1 == self.fleet.weeks();
        let until_ms = if is_last {
            self.fleet.layout.end_ms + 1
        } else {
            from_ms + WEEK_MS
        };
        let mut events = Vec::new();
        if week == 0 {
            events.push(self.environment(from_ms));
        }
        for time_ms in self.inventory_times(from_ms, until_ms) {
            events.push(self.inventory(time_ms));
        }
        for (drive, stay) in self.fleet.stays_in(self.host) {
            self.health(drive, stay, from_ms..until_ms, &mut events);
        }
        events.extend(self.logs(from_ms..until_ms));
        if is_last {
            self.end(&mut events);
        }
        // Of one moment, samples are the last: a server takes everything else together.
        events.sort_by_key(|event| (time_of(event), is_sample(event)));
        events
    }

    /// When the inventory changed: at the beginning, where a drive came or went, and where firmware was updated. A drive that left was
    /// listed until its last sample.
    fn inventory_times(&self, from_ms: u64, until_ms: u64) -> Vec<u64> {
        let Fleet { layout, .. } = self.fleet;
        let stays = || self.fleet.stays_in(self.host);
        let left = |drive: &Drive, stay: Stay| {
            let left_ms = drive
                .fate
                .vanished_ms()
                .map_or(stay.until_ms, |ms| ms.min(stay.until_ms));
            let listed_ms = (left_ms <= layout.end_ms).then(|| self.last_before(left_ms, drive, stay));
            [Some(left_ms), listed_ms.flatten()]
        };
        let mut times: Vec<u64> = stays()
            .flat_map(|(drive, stay)| {
                [Some(stay.from_ms)]
                    .into_iter()
                    .chain(left(drive, stay))
                    .flatten()
            })
            .filter(|time_ms| (from_ms..until_ms).contains(time_ms))
            .collect();
        let is_updated = from_ms > layout.start_ms
            && stays().any(|(drive, stay)| {
                stay.holds(from_ms)
                    && firmware(self.fleet, drive, stay.host, from_ms - 1)
                        != firmware(self.fleet, drive, stay.host, from_ms)
            });
        if is_updated || from_ms == layout.start_ms {
            times.push(from_ms);
        }
        times.sort_unstable();
        times.dedup();
        times
    }

    /// Samples that say something new of the drive's health, the first of its stay, the last of a drive that fell silent, and
    /// that it stopped answering.
    fn health(&self, drive: &Drive, stay: Stay, span: std::ops::Range<u64>, events: &mut Vec<AgentEvent>) {
        let life = Life::new(self.fleet, drive, stay);
        let first = self
            .times_ms
            .partition_point(|time_ms| *time_ms < span.start.max(stay.from_ms));
        // The sample of the end closes the history, whatever it says.
        let end_ms = self.fleet.layout.end_ms;
        let last_ms = self.last_before_silence(drive, stay);
        let mut said = first.checked_sub(1).and_then(|before| {
            let time_ms = self.times_ms[before];
            is_sampled(drive, self.host, stay, time_ms).then(|| health_of(&life.reading(time_ms)))
        });
        for time_ms in self.times_ms[first..]
            .iter()
            .take_while(|time_ms| **time_ms < span.end.min(end_ms))
        {
            if !is_sampled(drive, self.host, stay, *time_ms) {
                continue;
            }
            let reading = life.reading(*time_ms);
            let is_last = last_ms == Some(*time_ms);
            if said.replace(health_of(&reading)) != Some(health_of(&reading)) || is_last {
                events.push(self.sample(drive, reading, *time_ms));
            }
            if is_last {
                events.push(self.details(drive, stay, *time_ms));
            }
        }
        if let Some(stopped_ms) = drive
            .fate
            .stopped_ms()
            .filter(|at| span.contains(at) && stay.holds(*at))
        {
            events.push(self.problem(drive, stopped_ms));
        }
    }

    /// When a drive was sampled for the last time that stopped answering or vanished.
    fn last_before_silence(&self, drive: &Drive, stay: Stay) -> Option<u64> {
        let silent_ms = drive.fate.stopped_ms().or_else(|| drive.fate.vanished_ms())?;
        self.last_before(silent_ms, drive, stay)
    }

    /// When a drive was sampled before a time, where it was sampled then.
    fn last_before(&self, before_ms: u64, drive: &Drive, stay: Stay) -> Option<u64> {
        let before = self.times_ms.partition_point(|time_ms| *time_ms < before_ms);
        let last_ms = *self.times_ms[..before].last()?;
        is_sampled(drive, self.host, stay, last_ms).then_some(last_ms)
    }

    /// What logs say in the last week, from which it is told how fast they count.
    fn logs(&self, span: std::ops::Range<u64>) -> Vec<AgentEvent> {
        let end_ms = self.fleet.layout.end_ms;
        let told_ms = LOGS_TOLD_BEFORE.map(|before_ms| end_ms - before_ms);
        let mut events = Vec::new();
        for time_ms in told_ms.into_iter().filter(|time_ms| span.contains(time_ms)) {
            for (drive, stay) in self.fleet.stays_in(self.host) {
                if is_sampled(drive, self.host, stay, time_ms) {
                    let id = drive.seed.child("logs", time_ms).uuid();
                    let event = logs_event(self.fleet, drive, stay, time_ms, id);
                    events.push(AgentEvent::DriveLogs(event));
                }
            }
        }
        events
    }

    /// At the end: where everything is, and how it is.
    fn end(&self, events: &mut Vec<AgentEvent>) {
        let end_ms = self.fleet.layout.end_ms;
        events.push(self.environment(end_ms));
        events.push(self.inventory(end_ms));
        for (drive, stay) in self
            .fleet
            .stays_in(self.host)
            .filter(|(_, stay)| stay.holds(end_ms))
        {
            if is_sampled(drive, self.host, stay, end_ms) {
                let reading = Life::new(self.fleet, drive, stay).reading(end_ms);
                events.push(self.sample(drive, reading, end_ms));
                events.push(self.details(drive, stay, end_ms));
            }
        }
    }

    fn environment(&self, time_ms: u64) -> AgentEvent {
        let id = self.id("environment", time_ms);
        AgentEvent::Environment(EnvironmentEvent {
            id,
            time_ms,
            ..environment(self.host, self.fleet)
        })
    }

    fn inventory(&self, time_ms: u64) -> AgentEvent {
        AgentEvent::Inventory(InventoryEvent {
            drives: observations(self.fleet, self.host, time_ms),
            id: self.id("inventory", time_ms),
            scratch_files: Vec::new(),
            sequence: None,
            time_ms,
            volumes: Vec::new(),
        })
    }

    fn sample(&self, drive: &Drive, reading: Reading, time_ms: u64) -> AgentEvent {
        AgentEvent::Smart(SmartEvent {
            drive: identity(drive),
            id: drive.seed.child("sample", time_ms).uuid(),
            log: reading.into(),
            sequence: None,
            time_ms,
        })
    }

    fn problem(&self, drive: &Drive, time_ms: u64) -> AgentEvent {
        AgentEvent::DriveProblem(DriveProblemEvent {
            drive: identity(drive),
            id: drive.seed.child("problem", time_ms).uuid(),
            problem: not_responding(),
            sequence: None,
            time_ms,
        })
    }

    fn details(&self, drive: &Drive, stay: Stay, time_ms: u64) -> AgentEvent {
        AgentEvent::DriveDetails(DriveDetailsEvent {
            details: details(self.fleet, drive, stay, time_ms),
            drive: identity(drive),
            id: drive.seed.child("details", time_ms).uuid(),
            sequence: None,
            time_ms,
        })
    }

    /// The same for the same event however often it is made: a history that is sent again is stored once.
    fn id(&self, kind: &str, time_ms: u64) -> Uuid {
        self.host.seed.child(kind, time_ms).uuid()
    }
}

/// What the server's rules look at.
fn health_of(reading: &Reading) -> (u8, u8, u8, u64) {
    (
        reading.critical_warning,
        reading.spare_percent,
        reading.percentage_used.max(UNWORN_PERCENT),
        reading.media_errors,
    )
}

/// Does the same with an event of any kind.
macro_rules! of_any_kind {
    ($event:expr, $inner:ident => $does:expr) => {
        match $event {
            AgentEvent::Inventory($inner) => $does,
            AgentEvent::Environment($inner) => $does,
            AgentEvent::Smart($inner) => $does,
            AgentEvent::DriveProblem($inner) => $does,
            AgentEvent::DriveDetails($inner) => $does,
            AgentEvent::DriveLogs($inner) => $does,
            AgentEvent::Command($inner) => $does,
            AgentEvent::CommandProgress($inner) => $does,
            AgentEvent::RunStarted($inner) => $does,
            AgentEvent::PointStarted($inner) => $does,
            AgentEvent::PointSecond($inner) => $does,
            AgentEvent::PointFinished($inner) => $does,
            AgentEvent::RunCounters($inner) => $does,
            AgentEvent::RunSelfTest($inner) => $does,
            AgentEvent::DatabasePointStarted($inner) => $does,
            AgentEvent::DatabasePointFinished($inner) => $does,
            AgentEvent::RunFinding($inner) => $does,
            AgentEvent::RunFinished($inner) => $does,
        }
    };
}

/// Whether an event is a sample of a drive.
#[must_use]
pub fn is_sample(event: &AgentEvent) -> bool {
    matches!(event, AgentEvent::Smart(_))
}

/// When an event happened.
#[must_use]
pub fn time_of(event: &AgentEvent) -> u64 {
    of_any_kind!(event, of => of.time_ms)
}

/// Gives an event its number in its host's count.
pub fn number(event: &mut AgentEvent, sequence: u64) {
    of_any_kind!(event, of => of.sequence = Some(sequence));
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::cadence::sample_times;
    use crate::fleet::tests::demo;

    fn all_of(fleet: &Fleet, host: &Host) -> Vec<AgentEvent> {
        let times = sample_times(fleet.layout.start_ms, fleet.layout.end_ms);
        let chronicle = Chronicle::new(fleet, host, &times);
        (0..fleet.weeks()).flat_map(|week| chronicle.week(week)).collect()
    }

    #[test]
    fn weeks_follow_one_another() {
        let fleet = demo();
        let times: Vec<u64> = all_of(&fleet, &fleet.hosts[0]).iter().map(time_of).collect();
        assert!(times.is_sorted());
        assert_eq!(times.last(), Some(&fleet.layout.end_ms));
    }

    #[test]
    fn tells_far_less_than_every_sample() {
        let fleet = demo();
        let events: usize = fleet
            .hosts
            .iter()
            .take(40)
            .map(|host| all_of(&fleet, host).len())
            .sum();
        // 400 drives: some 328,000 samples.
        assert!((800..40_000).contains(&events), "{events}");
    }

    #[test]
    fn the_last_sample_of_a_drive_that_stopped_is_told() {
        let fleet = demo();
        let times = sample_times(fleet.layout.start_ms, fleet.layout.end_ms);
        let (drive, stopped_ms) = fleet
            .drives
            .iter()
            .filter(|drive| drive.stays.len() == 1)
            .find_map(|drive| Some((drive, drive.fate.stopped_ms()?)))
            .expect("one that stopped");
        let last_ms = times[times.partition_point(|time_ms| *time_ms < stopped_ms) - 1];
        let host = &fleet.hosts[drive.stays[0].host as usize];
        let told = all_of(&fleet, host).iter().any(|event| {
            matches!(event, AgentEvent::Smart(sample)
                if sample.time_ms == last_ms && sample.drive.serial == drive.serial)
        });
        assert!(told);
    }

    #[test]
    fn a_drive_that_vanished_was_listed_until_its_last_sample() {
        let fleet = demo();
        let vanished = |drive: &&Drive| drive.fate.vanished_ms().is_some() && drive.stays.len() == 1;
        let drive = fleet.drives.iter().find(vanished).expect("one that vanished");
        let (mut listed_ms, mut sampled_ms) = (0, 0);
        for event in all_of(&fleet, &fleet.hosts[drive.stays[0].host as usize]) {
            match event {
                AgentEvent::Inventory(event)
                    if event
                        .drives
                        .iter()
                        .any(|listed| listed.identity.serial == drive.serial) =>
                {
                    listed_ms = event.time_ms;
                }
                AgentEvent::Smart(event) if event.drive.serial == drive.serial => sampled_ms = event.time_ms,
                _ => {}
            }
        }
        assert_eq!(listed_ms, sampled_ms);
    }

    #[test]
    fn a_moved_drive_is_let_go_before_another_host_takes_it() {
        let fleet = demo();
        let drive = fleet
            .drives
            .iter()
            .find(|drive| drive.stays.len() == 2)
            .expect("one that moved");
        let lists = |host: u32, at_ms: u64| {
            all_of(&fleet, &fleet.hosts[host as usize])
                .into_iter()
                .find_map(|event| match event {
                    AgentEvent::Inventory(event) if event.time_ms == at_ms => Some(
                        event
                            .drives
                            .iter()
                            .any(|listed| listed.identity.serial == drive.serial),
                    ),
                    _ => None,
                })
        };
        assert_eq!(lists(drive.stays[0].host, drive.stays[0].until_ms), Some(false));
        assert_eq!(lists(drive.stays[1].host, drive.stays[1].from_ms), Some(true));
    }

    #[test]
    fn no_event_has_the_identifier_of_another() {
        let fleet = demo();
        let ids: Vec<String> = fleet.hosts[..20]
            .iter()
            .flat_map(|host| all_of(&fleet, host))
            .map(|event| serde_json::to_value(&event).unwrap()["id"].to_string())
            .collect();
        let once: HashSet<_> = ids.iter().collect();
        assert_eq!(once.len(), ids.len());
    }
}
