//! The server of one database: made, started, loaded, asked, stopped. Nobody reaches it but through a socket in its directory.

use std::time::Duration;

use crosspoint_bench::plan::DatabaseSpec;
use nix::sys::signal::Signal;
use tokio::process::Child;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, timeout};

use super::super::stop::{StopSignal, asked_to_stop};
use super::child::{Broken, end, last_words, output, said, signal, text_of};
use super::packages::Packages;
use super::site::Site;

const INIT_LIMIT: Duration = Duration::from_secs(300);
const START_LIMIT: Duration = Duration::from_secs(120);
const START_INTERVAL: Duration = Duration::from_millis(100);
const ASK_LIMIT: Duration = Duration::from_secs(600);
const STOP_LIMIT: Duration = Duration::from_secs(20);
/// Loading is given up below this speed.
const LOAD_BYTES_PER_SECOND_MIN: u64 = 1 << 20;
const LOAD_LIMIT_LEAST: Duration = Duration::from_secs(600);
const BYTES_PER_SCALE: u64 = 15 << 20;

/// The superuser of the database.
pub(super) const USER: &str = "crosspoint";
pub(super) const DATABASE: &str = "postgres";

/// A server that runs.
pub(in crate::work::run) struct Server {
    process: Child,
    log: JoinHandle<String>,
    site: Site,
    packages: Packages,
}

/// What the server is told beside its own defaults: nothing that makes a committed transaction less than safe on the drive.
pub(super) fn settings(spec: &DatabaseSpec) -> Vec<String> {
    // Checkpoints by size stay rare, and the log small beside the database.
    let log_mib = (u64::from(spec.scale) * 15 / 2).clamp(128, 4096);
    [
        "shared_buffers=256MB",
        &format!("max_wal_size={log_mib}MB"),
        "checkpoint_timeout=5min",
        "max_connections=1100",
        "fsync=on",
        "synchronous_commit=on",
        "full_page_writes=on",
        "wal_level=minimal",
        "max_wal_senders=0",
        "jit=off",
    ]
    .map(String::from)
    .into()
}

impl Server {
    /// Makes an empty cluster and starts it.
    pub async fn start(
        site: Site,
        packages: Packages,
        spec: &DatabaseSpec,
        stop: &mut StopSignal,
    ) -> Result<Self, Broken> {
        let data = site.data().display().to_string();
        let arguments = [
            "-D",
            &data,
            "-U",
            USER,
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--no-locale",
        ];
        let initdb = site
            .starter
            .start(&packages.program("initdb"), &arguments.map(String::from), None)?;
        output(initdb, "initdb", INIT_LIMIT, stop).await?;
        let mut arguments = vec!["-D".to_owned(), data];
        let private = [
            "listen_addresses=".to_owned(),
            format!("unix_socket_directories={}", site.socket().display()),
        ];
        for setting in settings(spec).into_iter().chain(private) {
            arguments.extend(["-c".to_owned(), setting]);
        }
        let mut process = site
            .starter
            .start(&packages.program("postgres"), &arguments, None)?;
        drop(process.stdout.take());
        let log = tokio::spawn(text_of(process.stderr.take()));
        let mut server = Self {
            process,
            log,
            site,
            packages,
        };
        match server.until_ready(stop).await {
            Ok(()) => Ok(server),
            Err(broken) => {
                server.stop().await;
                Err(broken)
            }
        }
    }

    async fn until_ready(&mut self, stop: &mut StopSignal) -> Result<(), Broken> {
        let limit = Instant::now() + START_LIMIT;
        loop {
            if let Ok(Some(status)) = self.process.try_wait() {
                let log = std::mem::replace(&mut self.log, tokio::spawn(async { String::new() }));
                let words = last_words(&said(log).await);
                return Err(Broken::Failed(format!("PostgreSQL ended with {status}: {words}")));
            }
            match self.ask("SELECT 1", stop).await {
                Err(Broken::Failed(reason)) if Instant::now() > limit => {
                    return Err(Broken::Failed(format!("PostgreSQL did not start: {reason}")));
                }
                Err(Broken::Failed(_)) => {}
                other => return other.map(drop),
            }
            tokio::select! {
                () = sleep(START_INTERVAL) => {}
                stopped = asked_to_stop(stop) => return Err(Broken::Stopped(stopped)),
            }
        }
    }

    /// Makes the tables and all their rows.
    pub async fn load(&self, spec: &DatabaseSpec, stop: &mut StopSignal) -> Result<(), Broken> {
        let scale = spec.scale.to_string();
        let mut arguments = self.to_server();
        // Rows made by the server itself, and no data through a socket.
        arguments.extend(["-i", "-I", "dtGvp", "-q", "-s", &scale, DATABASE].map(String::from));
        let seconds = u64::from(spec.scale) * BYTES_PER_SCALE / LOAD_BYTES_PER_SECOND_MIN;
        let limit = Duration::from_secs(seconds).max(LOAD_LIMIT_LEAST);
        let pgbench = self.start_program("pgbench", &arguments)?;
        output(pgbench, "loading the database", limit, stop).await?;
        self.ask("CHECKPOINT", stop).await.map(drop)
    }

    /// One value.
    pub async fn ask(&self, query: &str, stop: &mut StopSignal) -> Result<String, Broken> {
        let mut arguments = self.to_server();
        arguments.extend(["-X", "-A", "-t", "-d", DATABASE, "-c", query].map(String::from));
        let psql = self.start_program("psql", &arguments)?;
        let said = output(psql, "psql", ASK_LIMIT, stop).await?;
        Ok(said.trim().to_owned())
    }

    fn start_program(&self, name: &str, arguments: &[String]) -> Result<Child, String> {
        self.site
            .starter
            .start(&self.packages.program(name), arguments, None)
    }

    /// Where a client finds it.
    pub fn to_server(&self) -> Vec<String> {
        let socket = self.site.socket().display().to_string();
        ["-h", &socket, "-U", USER].map(String::from).into()
    }

    pub fn site(&self) -> &Site {
        &self.site
    }

    pub fn packages(&self) -> &Packages {
        &self.packages
    }

    /// Ends it at once: what it holds is not needed any more.
    pub async fn stop(mut self) {
        signal(&self.process, Signal::SIGQUIT);
        if timeout(STOP_LIMIT, self.process.wait()).await.is_err() {
            end(&mut self.process).await;
        }
    }
}
