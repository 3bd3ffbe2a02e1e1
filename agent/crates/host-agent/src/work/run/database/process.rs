//! Who runs the database's programs, and how each is started.

use std::path::{Path, PathBuf};
use std::process::Stdio;

use nix::unistd::{Gid, Uid, User, geteuid};
use tokio::process::{Child, Command};

/// The user that the packages of PostgreSQL make.
const PACKAGED_USER: &str = "postgres";

/// An unprivileged user: PostgreSQL refuses to run as root.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::work::run) struct Account {
    pub uid: Uid,
    pub gid: Gid,
    /// The agent's own: nothing has to be changed.
    is_own: bool,
}

impl Account {
    /// The agent's own user, or that of the packages where the agent is root.
    ///
    /// # Errors
    /// For a person.
    pub fn find() -> Result<Self, String> {
        let own = geteuid();
        if !own.is_root() {
            return Ok(Self {
                uid: own,
                gid: nix::unistd::getegid(),
                is_own: true,
            });
        }
        let user = User::from_name(PACKAGED_USER).ok().flatten();
        let user = user.ok_or_else(|| {
            format!("the plan runs a database, and this host has no user {PACKAGED_USER}: install postgresql")
        })?;
        Ok(Self {
            uid: user.uid,
            gid: user.gid,
            is_own: false,
        })
    }

    /// Gives it a directory, if it is another's.
    pub fn own(&self, path: &Path) -> std::io::Result<()> {
        if self.is_own {
            return Ok(());
        }
        std::os::unix::fs::chown(path, Some(self.uid.as_raw()), Some(self.gid.as_raw()))
    }
}

/// How programs are started.
#[derive(Debug, Clone)]
pub(in crate::work::run) struct Starter {
    /// This program, which becomes them.
    pub launcher: PathBuf,
    pub account: Account,
    pub directory: PathBuf,
}

/// The log of pgbench, in pipes.
pub(in crate::work::run) struct LogPipes<'a> {
    pub prefix: &'a Path,
    pub threads: u32,
}

impl Starter {
    /// Starts a program with its output to be read. It ends when the agent does.
    pub fn start(
        &self,
        program: &Path,
        arguments: &[String],
        log: Option<&LogPipes<'_>>,
    ) -> Result<Child, String> {
        let mut command = Command::new(&self.launcher);
        command.args(["database-program", "--parent", &std::process::id().to_string()]);
        if !self.account.is_own {
            let (uid, gid) = (self.account.uid.to_string(), self.account.gid.to_string());
            command.args(["--uid", &uid, "--gid", &gid]);
        }
        if let Some(log) = log {
            command.arg("--log-prefix").arg(log.prefix);
            command.args(["--threads", &log.threads.to_string()]);
        }
        command.arg("--").arg(program).args(arguments);
        command
            .env_clear()
            .envs([
                ("LC_ALL", "C"),
                ("TZ", "UTC"),
                ("PATH", "/usr/sbin:/usr/bin:/sbin:/bin"),
            ])
            .current_dir(&self.directory)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .map_err(|error| format!("{} cannot be started: {error}", program.display()))
    }
}
