//! Starts a program of the database as another user, and bound to the life of the agent.

use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::Command;

use nix::sys::prctl::set_pdeathsig;
use nix::sys::resource::{Resource, getrlimit, setrlimit};
use nix::sys::signal::Signal;
use nix::sys::stat::Mode;
use nix::unistd::{Gid, Pid, Uid, getpid, getppid, mkfifo, setgid, setgroups, setuid};

/// What `crosspoint-agent database-program` is given.
#[derive(Debug, Clone, clap::Args)]
pub struct Launch {
    /// The agent that started it; it ends with that
    #[arg(long)]
    parent: i32,
    /// User that it runs as
    #[arg(long)]
    uid: Option<u32>,
    /// Group that it runs as
    #[arg(long, requires = "uid")]
    gid: Option<u32>,
    /// Pipes to make before it starts, as pgbench names its logs
    #[arg(long, requires = "threads")]
    log_prefix: Option<PathBuf>,
    /// How many
    #[arg(long)]
    threads: Option<u32>,
    /// The program and its arguments
    #[arg(last = true, required = true)]
    command: Vec<String>,
}

/// Becomes the program. Returns only if it cannot.
///
/// # Errors
/// Why not.
pub fn launch(launch: &Launch) -> std::io::Error {
    match prepare(launch) {
        Ok(()) => Command::new(&launch.command[0]).args(&launch.command[1..]).exec(),
        Err(error) => error,
    }
}

/// A connection of pgbench is an open file, beside those that every program has; systemd gives a service 1024 of them.
const OPEN_FILES: u64 = 4096;

fn prepare(launch: &Launch) -> std::io::Result<()> {
    let (soft, hard) = getrlimit(Resource::RLIMIT_NOFILE)?;
    setrlimit(Resource::RLIMIT_NOFILE, open_files(soft, hard), hard)?;
    if let (Some(uid), Some(gid)) = (launch.uid, launch.gid) {
        let (uid, gid) = (Uid::from_raw(uid), Gid::from_raw(gid));
        let changed = setgroups(&[gid])
            .and_then(|()| setgid(gid))
            .and_then(|()| setuid(uid));
        changed.map_err(|error| {
            std::io::Error::other(format!(
                "the agent may not change to the database's user ({error}): see \"A database on the drive\" in operations.md"
            ))
        })?;
    }
    // A change of user takes it away: so after that. PostgreSQL takes SIGQUIT for "stop at once", pgbench dies of it.
    set_pdeathsig(Signal::SIGQUIT)?;
    if getppid() != Pid::from_raw(launch.parent) {
        return Err(std::io::Error::other("the agent is gone"));
    }
    for path in log_pipes(launch) {
        mkfifo(&path, Mode::S_IRUSR | Mode::S_IWUSR)?;
    }
    Ok(())
}

/// As many as are needed, as far as the host lets a program have them; never fewer than it has.
fn open_files(soft: u64, hard: u64) -> u64 {
    soft.max(OPEN_FILES.min(hard))
}

fn log_pipes(launch: &Launch) -> Vec<PathBuf> {
    let (Some(prefix), Some(threads)) = (&launch.log_prefix, launch.threads) else {
        return Vec::new();
    };
    pipe_names(prefix, getpid().as_raw(), threads)
}

/// The log of each thread of pgbench, as it calls them.
pub(super) fn pipe_names(prefix: &std::path::Path, pid: i32, threads: u32) -> Vec<PathBuf> {
    let first = format!("{}.{pid}", prefix.display());
    let names = (0..threads).map(|thread| match thread {
        0 => PathBuf::from(&first),
        other => PathBuf::from(format!("{first}.{other}")),
    });
    names.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_each_has_its_open_file() {
        assert_eq!(open_files(1024, 524_288), 4096, "systemd's default");
        assert_eq!(open_files(1024, 2048), 2048, "as far as the host lets it");
        assert_eq!(open_files(65_536, 65_536), 65_536, "never fewer");
    }
}
