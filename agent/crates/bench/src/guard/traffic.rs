//! Whether somebody moves bytes, by the kernel's counters of each disk (`/sys/block/*/stat`,
//! Documentation/block/stat.rst). They count every path to the disk but NVMe passthrough.

use super::reason::{Reason, Traffic};
use crate::host::{BlockDevice, Host};
use std::collections::BTreeSet;
use std::io;
use std::path::PathBuf;

/// How often again if there were reads alone.
const WATCHES_MAX: usize = 3;

/// Watches the disks among `relatives`; `pause` waits for [`super::reason::WATCH`].
pub(super) fn foreign(host: &Host, relatives: &BTreeSet<BlockDevice>, pause: impl Fn()) -> Vec<Reason> {
    let watched = match disks(host, relatives) {
        Ok(watched) => watched,
        Err(error) => return vec![Reason::unknown("whether another process uses it", &error)],
    };
    let mut reasons = Vec::new();
    for _ in 0..WATCHES_MAX {
        reasons.clear();
        match watch(&watched, &pause) {
            Ok(seen) => reasons.extend(
                seen.into_iter()
                    .map(|(device, traffic)| Reason::ForeignIo { device, traffic }),
            ),
            Err(error) => return vec![Reason::unknown("whether another process uses it", &error)],
        }
        let is_reading =
            |reason: &Reason| matches!(reason, Reason::ForeignIo { traffic, .. } if traffic.writes == 0);
        if reasons.is_empty() || !reasons.iter().all(is_reading) {
            break;
        }
    }
    reasons
}

fn watch(disks: &[Counted], pause: impl Fn()) -> io::Result<Vec<(String, Traffic)>> {
    let before: Vec<Traffic> = disks.iter().map(Counted::counters).collect::<io::Result<_>>()?;
    pause();
    let mut seen = Vec::new();
    for (disk, before) in disks.iter().zip(before) {
        let after = disk.counters()?;
        let traffic = Traffic {
            // The kernel's counters are as wide as its words and may come round.
            reads: after.reads.wrapping_sub(before.reads),
            writes: after.writes.wrapping_sub(before.writes),
            in_flight: after.in_flight,
        };
        if !traffic.is_none() {
            seen.push((disk.path.clone(), traffic));
        }
    }
    Ok(seen)
}

/// A disk whose operations the kernel counts, a hidden one too.
struct Counted {
    path: String,
    directory: PathBuf,
}

impl Counted {
    fn hidden(directory: PathBuf) -> Self {
        let name = directory.file_name().unwrap_or_default().to_string_lossy();
        Counted {
            path: format!("/dev/{name}"),
            directory,
        }
    }

    fn counters(&self) -> io::Result<Traffic> {
        let text = std::fs::read_to_string(self.directory.join("stat"))
            .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", self.path)))?;
        parse(&text).ok_or_else(|| {
            io::Error::other(format!(
                "{} has I/O statistics that are not understood: \"{}\"",
                self.path,
                text.trim()
            ))
        })
    }

    /// An error if the kernel was told not to count.
    fn require_counting(&self) -> io::Result<()> {
        let switch = self.directory.join("queue/iostats");
        match std::fs::read_to_string(&switch) {
            Ok(text) if text.trim() == "0" => Err(io::Error::other(format!(
                "the kernel keeps no I/O statistics for {}; write 1 to {}",
                self.path,
                switch.display()
            ))),
            Ok(_) => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            Err(error) => Err(io::Error::new(
                error.kind(),
                format!("{}: {error}", switch.display()),
            )),
        }
    }
}

/// The whole disks, whose counters have their partitions' operations too; and below a namespace of native NVMe multipath its
/// paths. These must count, since before Linux 6.3 the namespace itself does not.
fn disks(host: &Host, relatives: &BTreeSet<BlockDevice>) -> io::Result<Vec<Counted>> {
    let mut disks = Vec::new();
    for disk in relatives.iter().filter(|relative| !relative.is_partition()) {
        let own = Counted {
            path: disk.path(),
            directory: disk.directory.clone(),
        };
        let paths = host.multipath_paths(disk)?;
        let paths: Vec<Counted> = paths.into_iter().map(Counted::hidden).collect();
        let counting = if paths.is_empty() {
            std::slice::from_ref(&own)
        } else {
            &paths
        };
        counting.iter().try_for_each(Counted::require_counting)?;
        disks.push(own);
        disks.extend(paths);
    }
    Ok(disks)
}

/// Reads, writes, in flight; discards from Linux 4.18 and flushes from 5.5 on.
fn parse(stat: &str) -> Option<Traffic> {
    const READS: usize = 0;
    const WRITES: usize = 4;
    const IN_FLIGHT: usize = 8;
    const DISCARDS: usize = 11;
    const FLUSHES: usize = 15;
    let numbers: Vec<u64> = stat
        .split_whitespace()
        .map(|word| word.parse().ok())
        .collect::<Option<_>>()?;
    let later = |index| numbers.get(index).copied().unwrap_or(0);
    Some(Traffic {
        reads: *numbers.get(READS)?,
        writes: numbers
            .get(WRITES)?
            .wrapping_add(later(DISCARDS))
            .wrapping_add(later(FLUSHES)),
        in_flight: *numbers.get(IN_FLIGHT)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_counters_of_old_and_new_kernels() {
        // The first eleven of a real drive; then discards (3) and flushes (2).
        let old = "  1096 0 33666 421 7 2 80 3 5 436 424";
        let expected = Traffic {
            reads: 1096,
            writes: 7,
            in_flight: 5,
        };
        assert_eq!(parse(old), Some(expected));
        let new = format!("{old} 3 0 16 0 2 1");
        assert_eq!(
            parse(&new),
            Some(Traffic {
                writes: 12,
                ..expected
            })
        );
        assert_eq!(parse("1 2 3"), None);
        assert_eq!(parse("a 0 0 0 0 0 0 0 0 0 0"), None);
    }
}
