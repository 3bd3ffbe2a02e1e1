//! How much memory a benchmark may take of its host, and that the kernel kills it before anybody else.

use crate::host::Host;
use crate::quantity::format_bytes;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A benchmark may take one part in so many of the memory that the kernel calls available. The rest is not free: the page cache of
/// whoever else is on the host is in it.
const HOST_PARTS: u64 = 4;
/// Of what its control group may still take it may take so many quarters: that limit is meant for it, and what it counts badly or
/// not at all fits into the rest.
const GROUP_QUARTERS: u64 = 3;
/// The highest score: whoever has it is killed first.
const OOM_SCORE_ADJ: &str = "1000";

/// How much memory a benchmark may take.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Budget {
    bytes: u64,
    reason: String,
}

/// Where a version of control groups has what is asked here, below the directory of a group.
struct Files {
    /// Where the groups are, below `/sys/fs/cgroup`.
    root: &'static str,
    /// Beyond the one the kernel kills, beyond the other it holds up whoever asks for more, and with it what is measured.
    limits: &'static [&'static str],
    used: &'static str,
    /// Line of `memory.stat`: cached file contents that the kernel gives up before anybody is killed.
    reclaimable: &'static str,
}

const VERSION_1: Files = Files {
    root: "memory",
    limits: &["memory.limit_in_bytes"],
    used: "memory.usage_in_bytes",
    reclaimable: "total_inactive_file",
};
const VERSION_2: Files = Files {
    root: "",
    limits: &["memory.max", "memory.high"],
    used: "memory.current",
    reclaimable: "inactive_file",
};

impl Budget {
    /// Of the calling process on `host`, at this moment.
    ///
    /// # Errors
    /// If the kernel does not say how much memory is available.
    pub fn survey(host: &Host) -> io::Result<Self> {
        let available = available(host)?;
        let of_host = Budget {
            bytes: available / HOST_PARTS,
            reason: format!(
                "a quarter of the {} that are available on this host",
                format_bytes(available)
            ),
        };
        let of_group = room_in_groups(host).map(|room| Budget {
            bytes: room / 4 * GROUP_QUARTERS,
            reason: format!(
                "three quarters of the {} that the memory limit of its control group leaves",
                format_bytes(room)
            ),
        });
        Ok(match of_group {
            Some(of_group) if of_group.bytes < of_host.bytes => of_group,
            _ => of_host,
        })
    }

    /// In bytes.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Why so much, for a person.
    pub fn reason(&self) -> &str {
        &self.reason
    }
}

/// All memory of the host, or what the tightest control group of the calling process lets it have, cached files included: as much
/// as its reads can find there. `None` if the kernel does not tell.
pub fn memory_bytes(host: &Host) -> Option<u64> {
    let total = meminfo(host, "MemTotal").ok()?;
    let limit = |directory: &Path, files: &Files| limit_of(directory, files);
    Some(in_groups(host, limit).map_or(total, |limit| limit.min(total)))
}

fn available(host: &Host) -> io::Result<u64> {
    meminfo(host, "MemAvailable")
}

/// A line of `/proc/meminfo` (proc_meminfo(5)), in bytes.
fn meminfo(host: &Host, name: &str) -> io::Result<u64> {
    let path = host.proc.join("meminfo");
    let unknown = |error: io::Error| {
        io::Error::new(
            error.kind(),
            format!(
                "{} does not tell how much memory there is: {error}",
                path.display()
            ),
        )
    };
    let text = fs::read_to_string(&path).map_err(unknown)?;
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
    let kib = line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok());
    kib.and_then(|kib| kib.checked_mul(1024))
        .ok_or_else(|| unknown(io::Error::other(format!("it has no {name}"))))
}

/// What the tightest of the groups that this process is in may still take; `None` without a limit.
fn room_in_groups(host: &Host) -> Option<u64> {
    in_groups(host, room)
}

/// The least of what is said of the groups that this process is in.
fn in_groups(host: &Host, of: impl Fn(&Path, &Files) -> Option<u64>) -> Option<u64> {
    let groups = fs::read_to_string(host.proc.join("self/cgroup")).ok()?;
    groups
        .lines()
        .filter_map(|line| {
            // cgroups(7): number, controllers (none of version 2), path.
            let mut fields = line.splitn(3, ':').skip(1);
            let (controllers, path) = (fields.next()?, fields.next()?);
            let files = match controllers {
                "" => VERSION_2,
                _ if controllers.split(',').any(|name| name == "memory") => VERSION_1,
                _ => return None,
            };
            up_to_root(&host.sys.join("fs/cgroup").join(files.root), path, |group| {
                of(group, &files)
            })
        })
        .min()
}

/// A group is bound by those above it, too. A path that is not there is that of a container as its host sees it, whose own
/// limit stands at the root.
fn up_to_root(root: &Path, path: &str, of: impl Fn(&Path) -> Option<u64>) -> Option<u64> {
    let group: PathBuf = root.join(path.trim_start_matches('/'));
    group
        .ancestors()
        .take_while(|directory| directory.starts_with(root))
        .filter_map(of)
        .min()
}

/// "max" is no number, and no limit.
fn limit_of(directory: &Path, files: &Files) -> Option<u64> {
    files
        .limits
        .iter()
        .filter_map(|name| number_in(&directory.join(name)))
        .min()
}

fn number_in(file: &Path) -> Option<u64> {
    fs::read_to_string(file).ok()?.trim().parse().ok()
}

fn room(directory: &Path, files: &Files) -> Option<u64> {
    let limit = limit_of(directory, files)?;
    let used = number_in(&directory.join(files.used)).unwrap_or(0);
    let stat = fs::read_to_string(directory.join("memory.stat")).unwrap_or_default();
    let reclaimable = stat
        .lines()
        .filter_map(|line| line.split_once(' '))
        .find(|(name, _)| *name == files.reclaimable)
        .and_then(|(_, bytes)| bytes.trim().parse().ok())
        .unwrap_or(0);
    Some(limit.saturating_sub(used.saturating_sub(reclaimable)))
}

/// From now on the kernel kills this process before any other if memory runs out, whatever it was started by.
///
/// # Errors
/// If the kernel does not take the score.
pub fn first_to_be_killed(host: &Host) -> io::Result<()> {
    fs::write(host.proc.join("self/oom_score_adj"), OOM_SCORE_ADJ)
}
