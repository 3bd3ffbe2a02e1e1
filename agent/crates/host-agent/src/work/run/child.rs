//! One `uring-bench` process: started, listened to, stopped.

use std::future::Future;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use crosspoint_bench::node::FileIdentity;
use crosspoint_bench::output::Line;
use crosspoint_wire::{PlanPoint, PlanPointPattern};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until, timeout};

use super::convert::Ending;

/// A line holds at most two histograms; one that is longer is not from our tool.
const LINE_BYTES_MAX: u64 = 4 * 1024 * 1024;
/// A second line comes every second; a drive may stall for as long as the kernel's own timeout (30 s) and more.
const SILENCE_MAX: Duration = Duration::from_secs(90);
/// How long the tool may take to end in order after SIGTERM; the whole stop of the agent stays under 5 s.
const STOP_GRACE: Duration = Duration::from_secs(3);
const KILL_GRACE: Duration = Duration::from_millis(500);
/// How long it may take to end by itself after all that it had to say: the kernel takes back its memory and closes the drive. Killed
/// meanwhile, it would have failed, with its result at hand.
const EXIT_GRACE: Duration = Duration::from_secs(3);
const STDERR_BYTES_MAX: u64 = 4096;

/// By which right the tool may write, if at all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WriteRight {
    /// The point only reads.
    None,
    /// A drive that policy and person named by this serial; the tool compares it once more.
    Serial(String),
    /// A file that the agent made for it.
    File,
}

/// What to start.
#[derive(Debug, Clone)]
pub struct Invocation {
    /// The program.
    pub uring_bench: PathBuf,
    /// Device or file.
    pub target: PathBuf,
    /// Which namespace of a drive that must be; the tool asks the opened device. Absent for a file.
    pub namespace_id: Option<u32>,
    /// Which file that must be; the tool asks the opened one. Absent for a drive.
    pub file_identity: Option<FileIdentity>,
    /// May it write?
    pub write: WriteRight,
    /// The load.
    pub point: PlanPoint,
}

/// Whether to go on; the reason is for a person.
pub type StopSignal = watch::Receiver<Option<String>>;

impl Invocation {
    /// The arguments of the program.
    #[must_use]
    pub fn arguments(&self) -> Vec<String> {
        let point = &self.point;
        let target = self.target.display().to_string();
        let mut arguments: Vec<String> = ["run", "--target", &target, "--rw", workload(point)]
            .map(String::from)
            .into();
        let mut option = |name: &str, value: String| arguments.extend([name.to_owned(), value]);
        if !matches!(point.read_percent, 0 | 100) {
            option("--read-percent", point.read_percent.to_string());
        }
        option("--bs", point.block_bytes.to_string());
        option("--qd", point.queue_depth.to_string());
        option("--threads", point.threads.to_string());
        option("--duration", format!("{}ms", point.duration_ms));
        option("--ramp", format!("{}ms", point.ramp_ms));
        option("--span", format!("{}%", point.span_percent));
        option("--output", "json-lines".to_owned());
        if let Some(nsid) = self.namespace_id {
            option("--namespace-id", nsid.to_string());
        }
        if let Some(identity) = self.file_identity {
            option("--file-identity", identity.to_string());
        }
        match &self.write {
            WriteRight::None => {}
            WriteRight::Serial(serial) => option("--write-serial", serial.clone()),
            WriteRight::File => option("--write-file", target),
        }
        arguments.push(format!("--die-with-parent={}", std::process::id()));
        arguments
    }
}

fn workload(point: &PlanPoint) -> &'static str {
    match (point.pattern, point.read_percent) {
        (PlanPointPattern::Random, 100) => "randread",
        (PlanPointPattern::Random, 0) => "randwrite",
        (PlanPointPattern::Random, _) => "randrw",
        (PlanPointPattern::Sequential, 100) => "read",
        (PlanPointPattern::Sequential, 0) => "write",
        (PlanPointPattern::Sequential, _) => "rw",
    }
}

/// Takes the lines of the tool as they come.
pub trait Listener: Sync {
    /// Takes a start or second line. The answer is an objection that stops the point.
    fn line(&self, line: Line) -> impl Future<Output = Option<String>> + Send;
}

/// Runs the tool to its end, or until it is told to stop, and hands every start and second line to the listener. If that
/// objects, the tool is stopped for it and the point has failed.
pub async fn measure(invocation: &Invocation, mut stop: StopSignal, listener: &impl Listener) -> Ending {
    let mut ending = Ending::default();
    let mut child = match spawn(&invocation.uring_bench, &invocation.arguments()) {
        Ok(child) => child,
        Err(error) => {
            ending.trouble = Some(format!(
                "{} cannot be started: {error}",
                invocation.uring_bench.display()
            ));
            return ending;
        }
    };
    let (Some(stdout), Some(stderr)) = (child.stdout.take(), child.stderr.take()) else {
        ending.trouble = Some("uring-bench has no output to read".to_owned());
        return ending;
    };
    let stderr = tokio::spawn(async move {
        let mut text = Vec::new();
        let _ = stderr.take(STDERR_BYTES_MAX).read_to_end(&mut text).await;
        String::from_utf8_lossy(&text).trim().to_owned()
    });

    let mut lines = BufReader::new(stdout);
    let mut line = Vec::new();
    let mut deadline = Instant::now() + SILENCE_MAX;
    loop {
        let mut bounded = (&mut lines).take(LINE_BYTES_MAX);
        tokio::select! {
            read = bounded.read_until(b'\n', &mut line) => match read {
                Ok(0) => break,
                Err(error) => {
                    ending.trouble = Some(format!("the output of uring-bench cannot be read: {error}"));
                    break;
                }
                Ok(_) => {
                    let parsed = serde_json::from_slice(&line);
                    line.clear();
                    let objection = match parsed {
                        Ok(Line::Result(result)) => { ending.result = Some(*result); None }
                        Ok(Line::Error(failure)) => { ending.failure = Some(failure); None }
                        Ok(Line::Unknown) => None,
                        Ok(other) => listener.line(other).await,
                        Err(error) => Some(format!("uring-bench printed a line that is not its contract: {error}")),
                    };
                    if ending.stopped.is_none() && ending.trouble.is_none() {
                        deadline = Instant::now() + SILENCE_MAX;
                        if let Some(objection) = objection {
                            ending.trouble = Some(objection);
                            deadline = Instant::now() + STOP_GRACE;
                            terminate(&child);
                        }
                    }
                }
            },
            reason = asked_to_stop(&mut stop), if ending.stopped.is_none() => {
                ending.stopped = Some(reason);
                deadline = Instant::now() + STOP_GRACE;
                terminate(&child);
            }
            () = sleep_until(deadline) => {
                if ending.stopped.is_none() && ending.trouble.is_none() {
                    ending.trouble = Some(format!("uring-bench printed nothing for {} s; the drive does not answer", SILENCE_MAX.as_secs()));
                }
                break;
            }
        }
    }
    let is_in_order = ending.stopped.is_none() && ending.trouble.is_none();
    let exit = end(child, if is_in_order { EXIT_GRACE } else { KILL_GRACE }).await;
    if ending.trouble.is_none() && ending.stopped.is_none() && ending.failure.is_none() {
        let stderr = timeout(KILL_GRACE, stderr)
            .await
            .ok()
            .and_then(Result::ok)
            .unwrap_or_default();
        ending.trouble = trouble_of(exit, &stderr);
    }
    ending
}

fn spawn(program: &Path, arguments: &[String]) -> std::io::Result<Child> {
    Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
}

/// Never returns while there is no reason to stop.
async fn asked_to_stop(stop: &mut StopSignal) -> String {
    let reason = stop
        .wait_for(Option::is_some)
        .await
        .map(|reason| reason.clone().unwrap_or_default());
    match reason {
        Ok(reason) => reason,
        Err(_) => std::future::pending().await,
    }
}

fn terminate(child: &Child) {
    if let Some(id) = child.id().and_then(|id| i32::try_from(id).ok()) {
        // It may have ended in this moment.
        let _ = kill(Pid::from_raw(id), Signal::SIGTERM);
    }
}

/// Waits for a child that has closed its output; kills one that has not ended then. One in an uninterruptible
/// sleep is left to tokio, which reaps it when it ends.
async fn end(mut child: Child, grace: Duration) -> Option<ExitStatus> {
    if let Ok(status) = timeout(grace, child.wait()).await {
        return status.ok();
    }
    let _ = child.start_kill();
    timeout(KILL_GRACE, child.wait()).await.ok()?.ok()
}

fn trouble_of(exit: Option<ExitStatus>, stderr: &str) -> Option<String> {
    match exit {
        Some(status) if status.success() => None,
        Some(status) if stderr.is_empty() => Some(format!("uring-bench ended with {status}")),
        Some(status) => Some(format!("uring-bench ended with {status}: {stderr}")),
        None => Some("uring-bench does not end; the drive does not answer".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    struct Deaf;

    impl Listener for Deaf {
        async fn line(&self, _: Line) -> Option<String> {
            None
        }
    }

    #[tokio::test]
    async fn a_tool_that_has_said_all_is_given_time_to_end() {
        let directory = tempfile::tempdir().unwrap();
        let uring_bench = directory.path().join("uring-bench");
        // Closing a drive, and giving back gigabytes, takes a while on a busy machine.
        std::fs::write(&uring_bench, "#!/bin/sh\nexec >&- 2>&-\nsleep 1.2\n").unwrap();
        std::fs::set_permissions(&uring_bench, std::fs::Permissions::from_mode(0o755)).unwrap();
        let invocation = Invocation {
            uring_bench,
            target: "/dev/null".into(),
            namespace_id: None,
            file_identity: None,
            write: WriteRight::None,
            point: PlanPoint {
                name: "p".to_owned(),
                pattern: PlanPointPattern::Random,
                read_percent: 100,
                block_bytes: 4096,
                queue_depth: 1,
                threads: 1,
                duration_ms: 1000,
                ramp_ms: 0,
                span_percent: 100,
            },
        };
        let (_stop, signal) = watch::channel(None);
        let ending = measure(&invocation, signal, &Deaf).await;
        assert_eq!(ending.trouble, None);
    }
}
