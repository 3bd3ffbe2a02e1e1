//! A program of the database that runs to its end: bounded in time, and ended when the run is to stop.

use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::process::Child;
use tokio::time::{sleep_until, timeout};

use super::super::stop::{Stop, StopSignal, asked_to_stop};

/// What a program may print; the rest is read and dropped.
const OUTPUT_BYTES_MAX: u64 = 256 * 1024;
const KILL_GRACE: Duration = Duration::from_secs(2);

/// Why something of a database did not come to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::work::run) enum Broken {
    /// The run, or this point, is to stop.
    Stopped(Stop),
    /// It failed, for a reason for a person.
    Failed(String),
}

impl From<String> for Broken {
    fn from(reason: String) -> Self {
        Self::Failed(reason)
    }
}

/// Waits for a program to end well, and returns what it printed.
///
/// # Errors
/// What it said, that it took too long, or that it was stopped.
pub(super) async fn output(
    mut child: Child,
    what: &str,
    limit: Duration,
    stop: &mut StopSignal,
) -> Result<String, Broken> {
    let stdout = tokio::spawn(text_of(child.stdout.take()));
    let stderr = tokio::spawn(text_of(child.stderr.take()));
    let deadline = tokio::time::Instant::now() + limit;
    let status = tokio::select! {
        status = child.wait() => status.map_err(|error| format!("{what}: {error}"))?,
        stopped = asked_to_stop(stop) => {
            end(&mut child).await;
            return Err(Broken::Stopped(stopped));
        }
        () = sleep_until(deadline) => {
            end(&mut child).await;
            return Err(Broken::Failed(format!("{what} did not end within {} s", limit.as_secs())));
        }
    };
    let (stdout, stderr) = (said(stdout).await, said(stderr).await);
    if status.success() {
        return Ok(stdout);
    }
    Err(Broken::Failed(format!("{what} failed: {}", last_words(&stderr))))
}

/// Ends a program at once.
pub(super) async fn end(child: &mut Child) {
    signal(child, Signal::SIGQUIT);
    if timeout(KILL_GRACE, child.wait()).await.is_err() {
        let _ = child.start_kill();
        let _ = timeout(KILL_GRACE, child.wait()).await;
    }
}

/// Sends a signal to a program that has not been reaped.
pub(super) fn signal(child: &Child, signal: Signal) {
    if let Some(id) = child.id().and_then(|id| i32::try_from(id).ok()) {
        // It may have ended in this moment.
        let _ = kill(Pid::from_raw(id), signal);
    }
}

/// All that is printed, as far as it is kept: reading goes on, so that the program never waits.
pub(super) async fn text_of(stream: Option<impl AsyncRead + Unpin>) -> String {
    let mut text = Vec::new();
    if let Some(mut stream) = stream {
        let _ = (&mut stream).take(OUTPUT_BYTES_MAX).read_to_end(&mut text).await;
        let _ = tokio::io::copy(&mut stream, &mut tokio::io::sink()).await;
    }
    String::from_utf8_lossy(&text).into_owned()
}

pub(super) async fn said(text: tokio::task::JoinHandle<String>) -> String {
    let text = timeout(KILL_GRACE, text).await;
    text.ok().and_then(Result::ok).unwrap_or_default()
}

/// The last lines: there the reason stands.
pub(super) fn last_words(text: &str) -> String {
    let lines: Vec<&str> = text.trim().lines().collect();
    let from = lines.len().saturating_sub(3);
    match lines[from..].join("; ") {
        words if words.is_empty() => "it said nothing".to_owned(),
        words => words,
    }
}
