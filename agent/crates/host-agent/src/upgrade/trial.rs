//! The first start of an upgrade, under the eyes of the installed agent.

use std::path::Path;
use std::process::{Command, ExitStatus};
use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use tokio::process::Child;
use tokio::time::{Instant, sleep_until, timeout};
use uuid::Uuid;

use super::record::Record;
use crate::runtime::stop_signals::StopSignals;

/// Until then the new agent has proved itself, or it is given up. A busy server takes 38 first reports a second, and turns away who
/// finds no room: 10,000 agents that were upgraded at once are all heard after 263 s. This is twice that and more, so that no good
/// version is given up only because others came first.
const TRIAL_LIMIT: Duration = Duration::from_secs(600);
/// It stops in order within 5 s.
const STOP_LIMIT: Duration = Duration::from_secs(10);
/// A service manager, or Ctrl-C, asks this process and the new agent to stop at once, and the new one's end may be seen first.
const SIGNAL_LIMIT: Duration = Duration::from_millis(200);
/// The exit code of a program that a signal ended.
const ENDED_BY_SIGNAL: u8 = 1;

/// How it ended.
#[derive(Debug, PartialEq, Eq)]
pub enum Ended {
    /// This process was asked to stop, and the new agent did.
    Stopped,
    /// The new agent proved itself, and ended later with this code.
    Confirmed(u8),
    /// It is given up, and runs no longer.
    Failed(String),
}

/// See the module.
pub struct Trial<'a> {
    pub state_directory: &'a Path,
    /// What asked for it.
    pub command: Uuid,
    pub version: &'a str,
}

impl Trial<'_> {
    /// Runs the program until it ends, or until it has had its time without proving itself. Of a signal that comes while it is being
    /// stopped, `signals` tells later.
    pub async fn run(&self, program: Command, signals: &mut StopSignals) -> Ended {
        self.run_within(program, signals, TRIAL_LIMIT).await
    }

    async fn run_within(&self, program: Command, signals: &mut StopSignals, limit: Duration) -> Ended {
        let version = self.version;
        tracing::info!("trying version {version}");
        let mut command = tokio::process::Command::from(program);
        let mut child = match command.kill_on_drop(true).spawn() {
            Ok(child) => child,
            Err(error) => return Ended::Failed(format!("version {version} could not be started: {error}")),
        };
        let deadline = Instant::now() + limit;
        let mut is_confirmed = false;
        loop {
            tokio::select! {
                status = child.wait() => {
                    let is_asked = signals.comes_within(SIGNAL_LIMIT).await;
                    return if is_asked { Ended::Stopped } else { self.judge(status.ok()) };
                }
                _ = signals.next() => return stopped(&mut child).await,
                () = sleep_until(deadline), if !is_confirmed => {
                    is_confirmed = self.is_confirmed();
                    if !is_confirmed {
                        stop(&mut child).await;
                        return self.judge_late(limit);
                    }
                }
            }
        }
    }

    fn judge(&self, status: Option<ExitStatus>) -> Ended {
        let code = status.and_then(|status| status.code());
        if self.is_confirmed() {
            return Ended::Confirmed(
                code.and_then(|code| code.try_into().ok())
                    .unwrap_or(ENDED_BY_SIGNAL),
            );
        }
        let how = match (code, status) {
            (Some(code), _) => format!("with exit code {code}"),
            (None, Some(status)) => format!("({status})"),
            (None, None) => "for an unknown reason".to_owned(),
        };
        Ended::Failed(format!(
            "version {} ended {how} before it had proved itself",
            self.version
        ))
    }

    /// It may have proved itself while it was being stopped.
    fn judge_late(&self, limit: Duration) -> Ended {
        if self.is_confirmed() {
            return Ended::Confirmed(ENDED_BY_SIGNAL);
        }
        Ended::Failed(format!(
            "no report of version {} was accepted by the server within {} s",
            self.version,
            limit.as_secs()
        ))
    }

    /// The new agent takes what is tried out of the record when it has proved itself; another may be tried by then.
    fn is_confirmed(&self) -> bool {
        let record = Record::read(self.state_directory);
        let is_tried = |record: &Record| {
            let trial = record.trial.as_ref();
            trial.is_some_and(|upgrade| upgrade.command == self.command)
        };
        record.is_some_and(|record| !is_tried(&record))
    }
}

/// systemd asks every process of a service to stop at once; elsewhere this one passes it on.
async fn stopped(child: &mut Child) -> Ended {
    stop(child).await;
    Ended::Stopped
}

async fn stop(child: &mut Child) {
    if let Some(pid) = child.id().and_then(|pid| pid.try_into().ok()) {
        let _ = kill(Pid::from_raw(pid), Signal::SIGTERM);
    }
    if timeout(STOP_LIMIT, child.wait()).await.is_err() {
        let _ = child.kill().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::upgrade::record::{Build, Upgrade};

    /// A record with something to try.
    fn state() -> tempfile::TempDir {
        let state = tempfile::tempdir().unwrap();
        let text = || "x".to_owned();
        let build = Build {
            version: "9.0.0".to_owned(),
            archive: text(),
            agent: text(),
            bench: text(),
        };
        let trial = Upgrade {
            build,
            command: COMMAND,
            from: text(),
            starts: 1,
        };
        let record = Record {
            trial: Some(trial),
            ..Record::default()
        };
        record.save(state.path()).unwrap();
        state
    }

    async fn ended(state: &Path, script: &str, limit: Duration) -> Ended {
        let mut signals = StopSignals::listen().unwrap();
        let program = shell(script);
        trial(state).run_within(program, &mut signals, limit).await
    }

    fn trial(state: &Path) -> Trial<'_> {
        Trial {
            state_directory: state,
            command: COMMAND,
            version: "9.0.0",
        }
    }

    fn shell(script: &str) -> Command {
        let mut program = Command::new("sh");
        program.args(["-c", script]);
        program
    }

    const COMMAND: Uuid = Uuid::from_u128(1);
    const LONG: Duration = Duration::from_secs(60);

    #[tokio::test]
    async fn one_that_ends_before_it_has_proved_itself_is_given_up_with_how_it_ended() {
        let failed =
            |how: &str| Ended::Failed(format!("version 9.0.0 ended {how} before it had proved itself"));
        let state = state();
        assert_eq!(
            ended(state.path(), "exit 78", LONG).await,
            failed("with exit code 78")
        );
        assert_eq!(
            ended(state.path(), "exit 0", LONG).await,
            failed("with exit code 0")
        );
        assert_eq!(
            ended(state.path(), "kill -9 $$", LONG).await,
            failed("(signal: 9 (SIGKILL))")
        );
    }

    #[tokio::test]
    async fn one_that_says_nothing_is_stopped_and_given_up() {
        let state = state();
        let limit = Duration::from_millis(100);
        let Ended::Failed(reason) = ended(state.path(), "exec sleep 1000", limit).await else {
            panic!("given up")
        };
        assert!(
            reason.starts_with("no report of version 9.0.0 was accepted"),
            "{reason}"
        );
    }

    /// As long as it takes the server to hear a whole fleet.
    #[tokio::test(start_paused = true)]
    async fn one_that_says_nothing_is_given_up_after_ten_minutes() {
        let state = state();
        let (begin, program) = (Instant::now(), shell("exec sleep 1000"));
        let mut signals = StopSignals::listen().unwrap();
        let ended = trial(state.path()).run(program, &mut signals).await;
        let reason = "no report of version 9.0.0 was accepted by the server within 600 s";
        assert_eq!(ended, Ended::Failed(reason.to_owned()));
        assert!(begin.elapsed() >= Duration::from_secs(600));
    }

    #[tokio::test]
    async fn one_that_proved_itself_runs_beyond_the_limit_and_ends_with_its_own_code() {
        let state = state();
        Record::default().save(state.path()).unwrap();
        let limit = Duration::from_millis(1);
        let ended = ended(state.path(), "sleep 0.3; exit 3", limit).await;
        assert_eq!(ended, Ended::Confirmed(3));
    }
}
