//! One `uring-bench` process: started, listened to, stopped.

use std::future::Future;
use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use crosspoint_bench::output::Line;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command};
use tokio::time::{Instant, sleep_until, timeout};

use super::ending::Ending;
use super::invocation::Invocation;
use super::stop::{StopSignal, asked_to_stop};

/// A line holds at most two histograms; one that is longer is not from our tool.
const LINE_BYTES_MAX: u64 = 4 * 1024 * 1024;
/// How long the tool may take to end in order after SIGTERM; the whole stop of the agent stays under 5 s.
const STOP_GRACE: Duration = Duration::from_secs(3);
const KILL_GRACE: Duration = Duration::from_millis(500);
/// How long it may take to end by itself after all that it had to say: the kernel takes back its memory and closes the drive. Killed
/// meanwhile, it would have failed, with its result at hand.
const EXIT_GRACE: Duration = Duration::from_secs(3);
/// What uring-bench exits with when its results are incomplete.
const EXIT_INCOMPLETE: i32 = 1;
const STDERR_BYTES_MAX: u64 = 4096;

/// Takes the lines of the tool as they come.
pub trait Listener: Sync {
    /// Takes a start or second line. The answer is an objection that stops the point.
    fn line(&self, line: Line) -> impl Future<Output = Option<String>> + Send;
}

/// Runs the tool to its end, or until it is told to stop, and hands every start and second line to the listener. If that
/// objects, the tool is stopped for it and the point has failed.
pub async fn measure(invocation: &Invocation, stop: StopSignal, listener: &impl Listener) -> Ending {
    let mut child = match spawn(&invocation.uring_bench, &invocation.arguments()) {
        Ok(child) => child,
        Err(error) => {
            let program = invocation.uring_bench.display();
            return Ending::of_trouble(format!("{program} cannot be started: {error}"));
        }
    };
    let (Some(stdin), Some(stdout), Some(stderr)) =
        (child.stdin.take(), child.stdout.take(), child.stderr.take())
    else {
        return Ending::of_trouble("uring-bench has no input or output".to_owned());
    };
    tokio::spawn(tell(stdin, invocation.document.to_string()));
    let stderr = tokio::spawn(text_of(stderr));
    let mut conversation = Conversation {
        child: &child,
        listener,
        ending: Ending::default(),
        silence_max: invocation.silence_max,
        deadline: Instant::now() + invocation.silence_max,
    };
    conversation.listen(stdout, stop).await;
    let mut ending = conversation.ending;
    let is_in_order = ending.stopped.is_none() && ending.trouble.is_none();
    let exit = end(child, if is_in_order { EXIT_GRACE } else { KILL_GRACE }).await;
    let says_why = ending.failure.is_some() || is_told_by_result(&ending, exit);
    if is_in_order && !says_why {
        let stderr = timeout(KILL_GRACE, stderr).await.ok().and_then(Result::ok);
        ending.trouble = trouble_of(exit, &stderr.unwrap_or_default());
    }
    ending
}

/// What is said between the agent and the tool while it measures.
struct Conversation<'a, L> {
    child: &'a Child,
    listener: &'a L,
    ending: Ending,
    silence_max: Duration,
    /// When the tool is given up.
    deadline: Instant,
}

impl<L: Listener> Conversation<'_, L> {
    /// Listens until the tool closes its output, or is given up.
    async fn listen(&mut self, stdout: ChildStdout, mut stop: StopSignal) {
        let mut lines = BufReader::new(stdout);
        let mut line = Vec::new();
        loop {
            let mut bounded = (&mut lines).take(LINE_BYTES_MAX);
            tokio::select! {
                read = bounded.read_until(b'\n', &mut line) => match read {
                    Ok(0) => return,
                    Ok(_) => {
                        self.take(&line).await;
                        line.clear();
                    }
                    Err(error) => {
                        self.ending.trouble = Some(format!("the output of uring-bench cannot be read: {error}"));
                        return;
                    }
                },
                reason = asked_to_stop(&mut stop), if self.ending.stopped.is_none() => {
                    self.ending.stopped = Some(reason);
                    self.stop();
                }
                () = sleep_until(self.deadline) => {
                    if self.is_in_order() {
                        self.ending.trouble = Some(format!(
                            "uring-bench printed nothing for {} s; the drive is not responding",
                            self.silence_max.as_secs()
                        ));
                    }
                    return;
                }
            }
        }
    }

    async fn take(&mut self, line: &[u8]) {
        let objection = match serde_json::from_slice(line) {
            Ok(Line::Result(result)) => {
                self.ending.result = Some(*result);
                None
            }
            Ok(Line::Error(failure)) => {
                self.ending.failure = Some(failure);
                None
            }
            Ok(Line::Unknown) => None,
            Ok(other) => {
                let objection = self.listener.line(other).await;
                self.ending.is_objected_to |= objection.is_some();
                objection
            }
            Err(error) => Some(format!(
                "uring-bench printed a line that does not follow its contract: {error}"
            )),
        };
        if !self.is_in_order() {
            return;
        }
        self.deadline = Instant::now() + self.silence_max;
        if let Some(objection) = objection {
            self.ending.trouble = Some(objection);
            self.stop();
        }
    }

    fn stop(&mut self) {
        self.deadline = Instant::now() + STOP_GRACE;
        terminate(self.child);
    }

    fn is_in_order(&self) -> bool {
        self.ending.stopped.is_none() && self.ending.trouble.is_none()
    }
}

/// A tool that does not read it says why it ended.
async fn tell(mut stdin: ChildStdin, document: String) {
    let _ = stdin.write_all(document.as_bytes()).await;
}

async fn text_of(stderr: ChildStderr) -> String {
    let mut text = Vec::new();
    let _ = stderr.take(STDERR_BYTES_MAX).read_to_end(&mut text).await;
    String::from_utf8_lossy(&text).trim().to_owned()
}

fn spawn(program: &Path, arguments: &[String]) -> std::io::Result<Child> {
    Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
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

/// Whether it ended as it does after a measurement that ended early, of which the result itself says so.
fn is_told_by_result(ending: &Ending, exit: Option<ExitStatus>) -> bool {
    let is_early = ending.result.as_ref().is_some_and(|result| result.interrupted);
    is_early && exit.is_some_and(|status| status.code() == Some(EXIT_INCOMPLETE))
}

fn trouble_of(exit: Option<ExitStatus>, stderr: &str) -> Option<String> {
    match exit {
        Some(status) if status.success() => None,
        Some(status) if stderr.is_empty() => Some(format!("uring-bench ended with {status}")),
        Some(status) => Some(format!("uring-bench ended with {status}: {stderr}")),
        None => Some("uring-bench does not exit; the drive is not responding".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use tokio::sync::watch;

    use super::super::invocation::WriteRight;
    use super::*;

    struct Deaf;

    impl Listener for Deaf {
        async fn line(&self, _: Line) -> Option<String> {
            None
        }
    }

    async fn ending_of(script: &str) -> Ending {
        let directory = tempfile::tempdir().unwrap();
        let uring_bench = directory.path().join("uring-bench");
        std::fs::write(&uring_bench, format!("#!/bin/sh\n{script}\n")).unwrap();
        std::fs::set_permissions(&uring_bench, std::fs::Permissions::from_mode(0o755)).unwrap();
        let invocation = Invocation {
            uring_bench,
            target: "/dev/null".into(),
            namespace_id: None,
            array_uuid: None,
            file_identity: None,
            write: WriteRight::None,
            document: serde_json::json!({"id": "point"}),
            silence_max: Duration::from_secs(90),
        };
        let (_stop, signal) = watch::channel(None);
        measure(&invocation, signal, &Deaf).await
    }

    #[tokio::test]
    async fn a_tool_that_has_said_all_is_given_time_to_end() {
        // Closing a drive, and giving back gigabytes, takes a while on a busy machine.
        assert_eq!(ending_of("exec >&- 2>&-\nsleep 1.2").await.trouble, None);
    }

    #[tokio::test]
    async fn a_result_that_ended_early_says_so_itself_and_any_other_exit_is_trouble() {
        let result = |interrupted: bool, code: u8| {
            format!(
                r#"echo '{{"type":"result","interrupted":{interrupted},"elapsedNs":1,"read":null,"write":null,"cpuUserNs":1,"cpuSystemNs":2,"voluntaryContextSwitches":3,"involuntaryContextSwitches":4,"errors":[],"littlesLaw":null,"warnings":[]}}'
exit {code}"#
            )
        };
        assert_eq!(ending_of(&result(true, 1)).await.trouble, None);
        let trouble = async |script: &str| ending_of(script).await.trouble.unwrap();
        assert_eq!(
            trouble(&result(false, 1)).await,
            "uring-bench ended with exit status: 1"
        );
        assert_eq!(
            trouble(&result(true, 5)).await,
            "uring-bench ended with exit status: 5"
        );
    }
}
