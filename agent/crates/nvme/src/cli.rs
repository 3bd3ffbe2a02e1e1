//! nvme-cli as a child process with a time limit of its own for every call.
//!
//! A drive that hangs leaves the child in an uninterruptible sleep, which not even SIGKILL ends. Such a child is
//! abandoned: the caller gets [`CliError::NotResponding`] at once, a background task waits for the end of the
//! child (so that it never stays a zombie), and until then no other child is started for that device.

use std::collections::HashMap;
use std::future::Future;
use std::path::PathBuf;
use std::pin::Pin;
use std::process::Stdio;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::process::{Child, Command};
use tokio::sync::oneshot;

/// How long a killed child may take to end before it is abandoned.
const KILL_GRACE: Duration = Duration::from_secs(1);
/// More output than any log that is read has; the rest is cut.
const OUTPUT_BYTES_MAX: u64 = 1024 * 1024;

/// What a call printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Output {
    /// Standard output.
    pub stdout: Vec<u8>,
    /// Standard error, as text.
    pub stderr: String,
    /// Exit code; `None` if a signal ended the child.
    pub exit_code: Option<i32>,
}

/// Why there is no output.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CliError {
    /// There is no such program.
    #[error("{program} is not installed")]
    Missing {
        /// Path or name that was tried.
        program: String,
    },
    /// The program is there but cannot be started.
    #[error("{program} cannot be started: {reason}")]
    NotStarted {
        /// Path or name that was tried.
        program: String,
        /// The kernel's word.
        reason: String,
    },
    /// No answer within the limit of this or of an earlier, still hanging call.
    #[error("no answer for {} s", waited.as_secs())]
    NotResponding {
        /// Since the start of the call that hangs.
        waited: Duration,
    },
}

/// What [`NvmeCli::run`] returns.
pub type CliFuture<'a> = Pin<Box<dyn Future<Output = Result<Output, CliError>> + Send + 'a>>;

/// Runs nvme-cli. A trait, because tests need answers of drives that nobody here owns.
pub trait NvmeCli: Send + Sync {
    /// Runs `nvme <arguments>` for a device and waits at most `limit`.
    ///
    /// `device` only groups calls: while one for it hangs, others for it are refused.
    fn run<'a>(&'a self, device: &'a str, arguments: &'a [&'a str], limit: Duration) -> CliFuture<'a>;
}

/// The real nvme-cli.
#[derive(Debug)]
pub struct InstalledNvmeCli {
    program: PathBuf,
    hanging: Arc<Mutex<HashMap<String, Instant>>>,
}

impl InstalledNvmeCli {
    /// Uses this program: a path, or a name to look up in PATH.
    #[must_use]
    pub fn new(program: impl Into<PathBuf>) -> Self {
        Self {
            program: program.into(),
            hanging: Arc::default(),
        }
    }

    fn hanging_since(&self, device: &str) -> Option<Instant> {
        self.hanging
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(device)
            .copied()
    }

    fn spawn(&self, arguments: &[&str]) -> Result<Child, CliError> {
        let mut command = Command::new(&self.program);
        // A process group of its own, so that a wrapper script dies together with what it started.
        command
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0);
        let program = self.program.display().to_string();
        command.spawn().map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => CliError::Missing { program },
            _ => CliError::NotStarted {
                program,
                reason: error.to_string(),
            },
        })
    }

    async fn run_bounded(
        &self,
        device: &str,
        arguments: &[&str],
        limit: Duration,
    ) -> Result<Output, CliError> {
        let started = Instant::now();
        if let Some(since) = self.hanging_since(device) {
            return Err(CliError::NotResponding {
                waited: since.elapsed(),
            });
        }
        let mut child = self.spawn(arguments)?;
        if let Ok(output) = tokio::time::timeout(limit, collect(&mut child)).await {
            return output.map_err(|error| CliError::NotStarted {
                program: self.program.display().to_string(),
                reason: error.to_string(),
            });
        }
        self.kill(child, device, started).await;
        Err(CliError::NotResponding {
            waited: started.elapsed(),
        })
    }

    /// Kills the child; if it does not end, marks the device as hanging until it does.
    async fn kill(&self, mut child: Child, device: &str, started: Instant) {
        if let Some(group) = child.id().and_then(|id| i32::try_from(id).ok()) {
            // It may have ended in this moment; then there is nothing to kill.
            let _ = killpg(Pid::from_raw(group), Signal::SIGKILL);
        }
        let (ended, has_ended) = oneshot::channel();
        let (hanging, device) = (Arc::clone(&self.hanging), device.to_owned());
        hanging
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(device.clone(), started);
        tokio::spawn(async move {
            let _ = child.wait().await;
            hanging
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .remove(&device);
            let _ = ended.send(());
        });
        let _ = tokio::time::timeout(KILL_GRACE, has_ended).await;
    }
}

impl NvmeCli for InstalledNvmeCli {
    fn run<'a>(&'a self, device: &'a str, arguments: &'a [&'a str], limit: Duration) -> CliFuture<'a> {
        Box::pin(self.run_bounded(device, arguments, limit))
    }
}

async fn collect(child: &mut Child) -> std::io::Result<Output> {
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let (stdout, stderr, status) = tokio::join!(read(stdout), read(stderr), child.wait());
    Ok(Output {
        stdout: stdout?,
        stderr: String::from_utf8_lossy(&stderr?).trim().to_owned(),
        exit_code: status?.code(),
    })
}

async fn read(pipe: Option<impl AsyncRead + Unpin>) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if let Some(pipe) = pipe {
        pipe.take(OUTPUT_BYTES_MAX).read_to_end(&mut bytes).await?;
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;
    use std::path::Path;

    fn fake(directory: &Path, script: &str) -> InstalledNvmeCli {
        let path = directory.join("nvme");
        std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        InstalledNvmeCli::new(path)
    }

    #[tokio::test]
    async fn returns_what_the_program_printed() {
        let directory = tempfile::tempdir().unwrap();
        let cli = fake(directory.path(), "echo \"$1\"; echo trouble >&2; exit 3");
        let output = cli
            .run("nvme0", &["smart-log"], Duration::from_secs(5))
            .await
            .unwrap();
        let expected = Output {
            stdout: b"smart-log\n".into(),
            stderr: "trouble".into(),
            exit_code: Some(3),
        };
        assert_eq!(output, expected);
    }

    #[tokio::test]
    async fn a_missing_program_is_named() {
        let cli = InstalledNvmeCli::new("/nowhere/nvme");
        let error = cli.run("nvme0", &[], Duration::from_secs(5)).await.unwrap_err();
        assert_eq!(
            error,
            CliError::Missing {
                program: "/nowhere/nvme".into()
            }
        );
    }

    #[tokio::test]
    async fn a_hanging_call_is_killed_with_its_children_and_the_device_is_free_again() {
        let directory = tempfile::tempdir().unwrap();
        // The child ignores SIGTERM and has started a child that holds the pipe.
        let cli = fake(
            directory.path(),
            "trap '' TERM; [ \"$1\" = quick ] && exit 0; sleep 600 & echo $! > $1; wait",
        );
        let pid_file = directory.path().join("sleeper");
        let started = Instant::now();
        let error = cli
            .run("nvme0", &[pid_file.to_str().unwrap()], Duration::from_millis(300))
            .await
            .unwrap_err();
        assert!(matches!(error, CliError::NotResponding { .. }));
        assert!(
            started.elapsed() < Duration::from_secs(2),
            "{:?}",
            started.elapsed()
        );

        let sleeper = std::fs::read_to_string(pid_file).unwrap();
        tokio::time::sleep(Duration::from_millis(100)).await;
        let state = std::fs::read_to_string(format!("/proc/{}/stat", sleeper.trim())).unwrap_or_default();
        assert!(
            state.is_empty() || state.contains(") Z "),
            "the grandchild still runs: {state}"
        );
        assert!(cli.run("nvme0", &["quick"], Duration::from_secs(5)).await.is_ok());
    }

    #[tokio::test]
    async fn while_a_call_hangs_no_other_is_started_for_that_device_but_for_others() {
        let directory = tempfile::tempdir().unwrap();
        let cli = fake(directory.path(), "exit 0");
        // What kill() leaves behind for a child in an uninterruptible sleep, which a test cannot make.
        let hanging_since = Instant::now().checked_sub(Duration::from_secs(77)).unwrap();
        cli.hanging.lock().unwrap().insert("nvme0".into(), hanging_since);
        let error = cli.run("nvme0", &[], Duration::from_secs(5)).await.unwrap_err();
        assert_eq!(error.to_string(), "no answer for 77 s");
        assert!(cli.run("nvme1", &[], Duration::from_secs(5)).await.is_ok());
    }
}
