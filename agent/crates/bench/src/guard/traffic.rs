//! Whether somebody moves bytes, by the kernel's counters of each disk (`/sys/block/*/stat`,
//! Documentation/block/stat.rst). They count every path to the disk but NVMe passthrough.

use super::reason::{Reason, Traffic};
use crate::host::{BlockDevice, Host};
use std::collections::BTreeSet;
use std::io;
use std::path::PathBuf;

/// How often it is watched if there were reads alone.
const WATCHES_MAX: usize = 3;
/// How often it is watched while an array does no more than keep its books: a moment after the last write to it md notes on the
/// members that it is clean, and within some ten seconds it clears its bitmap.
const WATCHES_OF_BOOKS_MAX: usize = 15;
/// Most writes and flushes of that to one member in one watch: a superblock, and the pages of a bitmap.
const BOOKS_WRITES_MAX: u64 = 64;

/// Watches the disks among `relatives`; `pause` waits for [`super::reason::WATCH`]. On `members` an array keeps its books.
pub(super) fn foreign(
    host: &Host,
    relatives: &BTreeSet<BlockDevice>,
    members: &BTreeSet<BlockDevice>,
    pause: impl Fn(),
) -> Vec<Reason> {
    let unknown = |error: io::Error| vec![Reason::unknown("whether another process uses it", &error)];
    let watched = match disks(host, relatives, members) {
        Ok(watched) => watched,
        Err(error) => return unknown(error),
    };
    let (mut watches, mut of_reads) = (0, 0);
    loop {
        let seen = match watch(&watched, &pause) {
            Ok(seen) => seen,
            Err(error) => return unknown(error),
        };
        watches += 1;
        let is_reading = seen.iter().all(|(_, traffic)| traffic.writes == 0);
        of_reads += usize::from(is_reading);
        let may_end = of_reads < WATCHES_MAX && watches < WATCHES_OF_BOOKS_MAX;
        let is_foreign = |(disk, traffic): &(&Counted, Traffic)| traffic.writes > disk.books_max();
        if seen.is_empty() || !may_end || seen.iter().any(is_foreign) {
            let reasons = seen.into_iter().map(|(disk, traffic)| Reason::ForeignIo {
                device: disk.path.clone(),
                traffic,
            });
            return reasons.collect();
        }
    }
}

fn watch(disks: &[Counted], pause: impl Fn()) -> io::Result<Vec<(&Counted, Traffic)>> {
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
            seen.push((disk, traffic));
        }
    }
    Ok(seen)
}

/// A disk whose operations the kernel counts, a hidden one too.
struct Counted {
    path: String,
    directory: PathBuf,
    /// An array keeps its books there.
    has_books: bool,
}

impl Counted {
    fn hidden(directory: PathBuf, has_books: bool) -> Self {
        let name = directory.file_name().unwrap_or_default().to_string_lossy();
        Counted {
            path: format!("/dev/{name}"),
            directory,
            has_books,
        }
    }

    /// Most writes that may be of nobody but the array.
    fn books_max(&self) -> u64 {
        if self.has_books { BOOKS_WRITES_MAX } else { 0 }
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
fn disks(
    host: &Host,
    relatives: &BTreeSet<BlockDevice>,
    members: &BTreeSet<BlockDevice>,
) -> io::Result<Vec<Counted>> {
    let mut disks = Vec::new();
    for disk in relatives.iter().filter(|relative| !relative.is_partition()) {
        let has_books = members.contains(disk);
        let own = Counted {
            path: disk.path(),
            directory: disk.directory.clone(),
            has_books,
        };
        let paths = host.multipath_paths(disk)?;
        let paths = paths.into_iter().map(|path| Counted::hidden(path, has_books));
        let paths: Vec<Counted> = paths.collect();
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
