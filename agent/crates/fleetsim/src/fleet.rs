//! Which hosts there are, and which drives are in them when.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::fate::Fate;
use crate::marks::{HOSTNAME_PREFIX, SERIAL_PREFIX};
use crate::model::Model;
use crate::seed::Seed;
use crate::times::{HOUR_MS, MINUTE_MS, WEEK_MS, share};
use crate::warm_minutes::WarmMinutes;
use crate::workload::{WORKLOADS, Workload};

/// A drive that moves is plugged in again so long after it was pulled.
pub const MOVE_MS: u64 = 30 * MINUTE_MS;
const MOVING: f64 = 0.015;
/// Shares of hosts that were off for a while, and that delivered one week of events late.
const OFF: f64 = 0.03;
const LATE: f64 = 0.04;

/// What a fleet is made from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Layout {
    /// The same seed makes the same fleet.
    pub seed: u64,
    /// How many hosts.
    pub hosts: u32,
    /// How many drives in all.
    pub drives: u32,
    /// When its history begins.
    pub start_ms: u64,
    /// When its history ends and the present begins.
    pub end_ms: u64,
}

/// A machine.
#[derive(Debug)]
pub struct Host {
    /// Its number.
    pub index: u32,
    /// Of all about it.
    pub seed: Seed,
    /// Its name, with its mark.
    pub hostname: String,
    /// As an agent would have made it.
    pub installation_id: Uuid,
    /// What it is for.
    pub workload: &'static Workload,
    /// When it was switched off, and on again.
    pub off: Option<(u64, u64)>,
    /// The week whose events were delivered with those of the next.
    pub late_week: Option<u64>,
    /// Drives that were in it, each with its stay.
    pub stays: Vec<(usize, usize)>,
}

/// A drive in a host for a while.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stay {
    /// Number of the host.
    pub host: u32,
    /// Number of the controller there.
    pub slot: u32,
    /// From then on.
    pub from_ms: u64,
    /// Until just before then.
    pub until_ms: u64,
}

impl Stay {
    /// Whether it is there at this time.
    #[must_use]
    pub fn holds(&self, time_ms: u64) -> bool {
        self.from_ms <= time_ms && time_ms < self.until_ms
    }
}

/// A drive.
#[derive(Debug)]
pub struct Drive {
    /// Of all about it.
    pub seed: Seed,
    /// With its mark.
    pub serial: String,
    /// What it pretends to be.
    pub model: &'static Model,
    /// What befalls it.
    pub fate: Fate,
    /// Where it was, the first first.
    pub stays: Vec<Stay>,
    /// How long it was too warm, as far as somebody asked.
    pub warm_minutes: WarmMinutes,
}

/// Hosts and drives.
#[derive(Debug)]
pub struct Fleet {
    /// What it was made from.
    pub layout: Layout,
    /// By their number.
    pub hosts: Vec<Host>,
    /// By their number.
    pub drives: Vec<Drive>,
}

impl Fleet {
    /// Lays out a fleet; there is at least one host.
    #[must_use]
    pub fn new(layout: Layout) -> Self {
        let root = Seed::new(layout.seed);
        let mut fleet = Self {
            layout,
            hosts: (0..layout.hosts.max(1))
                .map(|index| host(root, &layout, index))
                .collect(),
            drives: Vec::new(),
        };
        fleet.drives = (0..layout.drives).map(|index| fleet.drive(root, index)).collect();
        fleet.move_some();
        fleet.list_stays();
        fleet
    }

    /// Weeks of history, the last of which may be short.
    #[must_use]
    pub fn weeks(&self) -> u64 {
        (self.layout.end_ms - self.layout.start_ms).div_ceil(WEEK_MS)
    }

    /// The drives that were ever in a host, with their stays there.
    pub fn stays_in(&self, host: &Host) -> impl Iterator<Item = (&Drive, Stay)> {
        host.stays
            .iter()
            .map(|&(drive, stay)| (&self.drives[drive], self.drives[drive].stays[stay]))
    }

    fn drive(&self, root: Seed, index: u32) -> Drive {
        let Layout {
            hosts,
            start_ms,
            end_ms,
            ..
        } = self.layout;
        let seed = root.child("drive", u64::from(index));
        let host = index % hosts.max(1);
        // Drives of one host are of one model, but for one in twelve.
        let models = self.hosts[host as usize].workload.models;
        let usual = self.hosts[host as usize].seed.child("model", 0).pick(models);
        let model = if seed.child("other model", 0).chance(1.0 / 12.0) {
            seed.child("model", 0).pick(models)
        } else {
            usual
        };
        Drive {
            seed,
            serial: format!("{SERIAL_PREFIX}{:010}", serial_number(seed, index)),
            model,
            fate: Fate::of(seed.child("fate", 0), start_ms, end_ms),
            stays: vec![Stay {
                host,
                slot: index / hosts.max(1),
                from_ms: start_ms,
                until_ms: u64::MAX,
            }],
            warm_minutes: WarmMinutes::default(),
        }
    }

    /// Moves some healthy drives to another host, each at the turn of a week.
    fn move_some(&mut self) {
        let (weeks, hosts) = (self.weeks(), self.layout.hosts.max(1));
        if weeks < 3 || hosts < 2 {
            return;
        }
        let mut slots = vec![self.layout.drives.div_ceil(hosts); self.hosts.len()];
        for drive in &mut self.drives {
            let seed = drive.seed.child("move", 0);
            if drive.fate != Fate::Healthy || !seed.chance(MOVING) {
                continue;
            }
            let at_ms = self.layout.start_ms + (1 + seed.child("week", 0).below(weeks - 2)) * WEEK_MS;
            let step = 1 + seed.child("to", 0).below(u64::from(hosts) - 1);
            let host = (drive.stays[0].host + u32::try_from(step).unwrap_or(1)) % hosts;
            drive.stays[0].until_ms = at_ms;
            let slot = slots[host as usize];
            drive.stays.push(Stay {
                host,
                slot,
                from_ms: at_ms + MOVE_MS,
                until_ms: u64::MAX,
            });
            slots[host as usize] += 1;
        }
    }

    fn list_stays(&mut self) {
        for (number, drive) in self.drives.iter().enumerate() {
            for (stay, Stay { host, .. }) in drive.stays.iter().enumerate() {
                self.hosts[*host as usize].stays.push((number, stay));
            }
        }
        // What comes late of one host must not be about a drive that another host took meanwhile.
        for host in &mut self.hosts {
            if host
                .stays
                .iter()
                .any(|&(drive, _)| self.drives[drive].stays.len() > 1)
            {
                host.late_week = None;
            }
        }
    }
}

/// Unlike for every drive of a fleet, and in no order that shows.
fn serial_number(seed: Seed, index: u32) -> u64 {
    seed.child("serial", 0).below(10_000) * 1_000_000 + u64::from(index)
}

fn host(root: Seed, layout: &Layout, index: u32) -> Host {
    let seed = root.child("host", u64::from(index));
    let workload = seed.child("workload", 0).pick(&WORKLOADS);
    let weeks = (layout.end_ms - layout.start_ms) / WEEK_MS;
    let late = seed.child("late", 0);
    Host {
        index,
        seed,
        hostname: format!("{HOSTNAME_PREFIX}{}-{index:03}", workload.name),
        installation_id: seed.child("installation", 0).uuid(),
        workload,
        off: off(seed.child("off", 0), layout),
        late_week: (weeks > 2 && late.chance(LATE)).then(|| late.child("week", 0).below(weeks - 2)),
        stays: Vec::new(),
    }
}

/// Switched off for hours or days, once, and back before the history ends.
fn off(seed: Seed, layout: &Layout) -> Option<(u64, u64)> {
    let span_ms = layout.end_ms - layout.start_ms;
    if span_ms < 2 * WEEK_MS || !seed.chance(OFF) {
        return None;
    }
    let from_ms = layout.start_ms + share(span_ms, seed.child("when", 0).between(0.2, 0.8));
    Some((
        from_ms,
        from_ms + share(HOUR_MS, seed.child("long", 0).between(6.0, 60.0)),
    ))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::times::DAY_MS;
    use std::collections::HashSet;

    /// Ninety days until a moment of 2026.
    pub(crate) fn demo() -> Fleet {
        let end_ms = 1_795_000_000_000;
        Fleet::new(Layout {
            seed: 1,
            hosts: 200,
            drives: 2000,
            start_ms: end_ms - 90 * DAY_MS,
            end_ms,
        })
    }

    #[test]
    fn is_the_same_for_the_same_seed() {
        let (a, b) = (demo(), demo());
        assert_eq!(format!("{a:?}"), format!("{b:?}"));
        let other = Fleet::new(Layout { seed: 2, ..a.layout });
        assert_ne!(a.drives[0].serial, other.drives[0].serial);
    }

    #[test]
    fn marks_every_host_and_every_drive_and_names_none_twice() {
        let fleet = demo();
        assert!(fleet.hosts.iter().all(|host| host.hostname.starts_with("sim-")));
        assert!(
            fleet
                .drives
                .iter()
                .all(|drive| drive.serial.starts_with("SIMULATED-"))
        );
        assert!(
            fleet.drives.iter().all(|drive| drive.serial.len() == 20),
            "an NVMe serial has 20 characters"
        );
        let serials: HashSet<_> = fleet.drives.iter().map(|drive| &drive.serial).collect();
        let hostnames: HashSet<_> = fleet.hosts.iter().map(|host| &host.hostname).collect();
        assert_eq!((serials.len(), hostnames.len()), (2000, 200));
    }

    #[test]
    fn a_drive_is_in_one_host_at_a_time() {
        let fleet = demo();
        let moved: Vec<_> = fleet
            .drives
            .iter()
            .filter(|drive| drive.stays.len() == 2)
            .collect();
        assert!((10..60).contains(&moved.len()), "{}", moved.len());
        for drive in moved {
            let [first, second] = drive.stays[..] else {
                panic!("two stays")
            };
            assert_eq!(second.from_ms - first.until_ms, MOVE_MS);
            assert_ne!(first.host, second.host);
        }
    }

    #[test]
    fn no_two_drives_of_a_host_have_one_slot() {
        let fleet = demo();
        for host in &fleet.hosts {
            let slots: Vec<_> = fleet.stays_in(host).map(|(_, stay)| stay.slot).collect();
            assert_eq!(
                slots.iter().collect::<HashSet<_>>().len(),
                slots.len(),
                "{}",
                host.hostname
            );
        }
    }

    #[test]
    fn everything_that_can_happen_happens_in_the_demo() {
        let fleet = demo();
        let has = |what: fn(&Fate) -> bool| fleet.drives.iter().any(|drive| what(&drive.fate));
        assert!(has(|fate| matches!(fate, Fate::MediaErrors { .. })));
        assert!(has(|fate| matches!(fate, Fate::SpareLoss { .. })));
        assert!(has(|fate| matches!(fate, Fate::Stops { .. })));
        assert!(has(|fate| matches!(fate, Fate::Vanishes { .. })));
        assert!(has(|fate| matches!(fate, Fate::Hot { .. })));
        assert!(fleet.hosts.iter().any(|host| host.off.is_some()));
        assert!(fleet.hosts.iter().any(|host| host.late_week.is_some()));
    }
}
