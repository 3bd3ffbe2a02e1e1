//! Which program runs: decided by the installed agent each time it starts.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use nix::sys::prctl::set_pdeathsig;
use nix::sys::signal::Signal;

use super::exec::exec;
use super::installation::{INSTALLED, Installation, RUNNING};
use super::record::{Failed, Record, Upgrade};
use super::trial::{Ended, Trial};
use crate::link::identity::StateDirectory;
use crate::runtime::stop_signals::StopSignals;

/// Starts of an upgrade that is tried. A reboot in the middle is no fault of it; a second is unlikely.
const TRIAL_STARTS_MAX: u32 = 2;
/// Starts in a row, of an upgrade that proved itself once, that ended at once.
const STARTS_MAX: u32 = 5;

/// What to do at the start.
pub enum Start {
    /// This program goes on, and has the state directory. Since a trial no signal ends it by itself; this hears of them.
    Here(StateDirectory, Option<StopSignals>),
    /// An upgrade ran in its place, and ended with this exit code.
    Ended(u8),
}

/// Starts what is to run in place of this program, if anything is. Returns when that is over, or when this program is to go on.
///
/// # Errors
/// If the state directory cannot be locked, as when another agent is running.
pub async fn start(state_directory: &Path, installation: &Installation) -> anyhow::Result<Start> {
    if installation.running.is_some() {
        end_with_watcher(state_directory, installation);
        return Ok(Start::Here(StateDirectory::open(state_directory).await?, None));
    }
    // Locked before the record is read, which another agent may change until it ends. `exec` releases the lock.
    let mut state = StateDirectory::open(state_directory).await?;
    let Some(mut record) = Record::read(state_directory) else {
        return Ok(Start::Here(state, None));
    };
    if record.installed != installation.sha256 {
        forget(&mut record, installation);
        save(&record, state_directory);
        return Ok(Start::Here(state, None));
    }
    let mut signals = None;
    if record.trial.is_some() {
        (state, signals) = match try_out(&mut record, state, installation).await? {
            Start::Here(state, signals) => (state, signals),
            ended @ Start::Ended(_) => return Ok(ended),
        };
        make_room_for_another(&mut record, state_directory, installation);
    }
    let is_stopped = go_on_with_confirmed(&mut record, state_directory, installation, signals.as_mut()).await;
    if is_stopped {
        return Ok(Start::Ended(0));
    }
    Ok(Start::Here(state, signals))
}

/// Becomes the agent that was installed while another was tried, if one was: the way back is to nothing of the one before it.
fn make_room_for_another(record: &mut Record, state_directory: &Path, installation: &Installation) {
    if installation.is_unchanged() {
        return;
    }
    forget(record, installation);
    save(record, state_directory);
    let error = hand_over(installation);
    tracing::error!(%error, "{} does not start", installation.program.display());
}

/// What is tried runs only while it is watched.
fn end_with_watcher(state_directory: &Path, installation: &Installation) {
    let tried = Record::read(state_directory).and_then(|record| record.trial);
    if tried.is_some_and(|upgrade| Some(&upgrade.build.archive) == installation.running.as_ref())
        && let Err(error) = set_pdeathsig(Signal::SIGTERM)
    {
        tracing::warn!(%error, "this upgrade would outlive the agent that tries it");
    }
}

/// Whoever installed another agent on the host meant that one.
fn forget(record: &mut Record, installation: &Installation) {
    tracing::info!("another agent was installed on this host: it goes before what the server sent");
    record.give_up_trial("another agent was installed on the host before this one was tried".to_owned());
    record.confirmed = None;
    record.installed.clone_from(&installation.sha256);
}

/// Tries the upgrade. If it is given up, what ran before goes on.
async fn try_out(
    record: &mut Record,
    state: StateDirectory,
    installation: &Installation,
) -> anyhow::Result<Start> {
    let Some(upgrade) = record.trial.clone() else {
        return Ok(Start::Here(state, None));
    };
    let directory = state.path().to_owned();
    let mut signals = StopSignals::listen()?;
    let (state, reason) = match begin_trial(record, &directory) {
        Err(reason) => (Some(state), reason),
        Ok(program) => {
            // The program on trial locks the directory itself.
            drop(state);
            let trial = Trial {
                state_directory: &directory,
                command: upgrade.command,
                version: &upgrade.build.version,
            };
            let child = command(&program, &upgrade, installation);
            match trial.run(child, &mut signals).await {
                Ended::Stopped => {
                    give_up_stopped(&directory, |trial| trial.command == upgrade.command);
                    return Ok(Start::Ended(0));
                }
                Ended::Confirmed(code) => return Ok(Start::Ended(code)),
                Ended::Failed(reason) => (None, reason),
            }
        }
    };
    let (new, old) = (&upgrade.build.version, &upgrade.from);
    tracing::error!(reason, "version {new} is given up, and {old} goes on");
    record.give_up_trial(format!(
        "{reason}. Version {old} runs again; the host's journal has more"
    ));
    // Before the lock is had again, which another process may keep: it would be tried once more.
    save(record, &directory);
    let state = match state {
        Some(state) => Some(state),
        None => open_again(&directory, &mut signals).await?,
    };
    Ok(state.map_or(Start::Ended(0), |state| Start::Here(state, Some(signals))))
}

/// Locks the state directory again. `None` if this process was asked to stop since the trial, or is while it waits.
async fn open_again(
    state_directory: &Path,
    signals: &mut StopSignals,
) -> anyhow::Result<Option<StateDirectory>> {
    let state = tokio::select! {
        state = StateDirectory::open(state_directory) => state?,
        _ = signals.next() => return Ok(None),
    };
    // The lock may be had at once, before a signal is looked at that is there.
    Ok((!signals.came().await).then_some(state))
}

/// Gives up an upgrade that was to be tried at the next start, of an agent that is asked to stop instead of making room for it.
pub fn give_up_untried(state_directory: &Path) {
    give_up_stopped(state_directory, |trial| trial.starts == 0);
}

/// Whoever stops the agent must not find another version at its next start. The new one may have proved itself at the last moment.
fn give_up_stopped(state_directory: &Path, is_stopped: impl Fn(&Upgrade) -> bool) {
    let Some(mut record) = Record::read(state_directory) else {
        return;
    };
    let Some(trial) = record.trial.as_ref().filter(|trial| is_stopped(trial)) else {
        return;
    };
    let (new, old) = (trial.build.version.clone(), trial.from.clone());
    tracing::info!("stopped before version {new} had proved itself: version {old} starts next");
    record.give_up_trial(format!(
        "the agent was stopped before version {new} had proved itself. Version {old} runs again. To try once more, ask for the \
         upgrade again"
    ));
    save(&record, state_directory);
}

/// Counts one more start, on the disk, before the program is started.
fn begin_trial(record: &mut Record, state_directory: &Path) -> Result<PathBuf, String> {
    let upgrade = record.trial.as_mut().ok_or("nothing is to be tried")?;
    let version = &upgrade.build.version;
    if upgrade.starts >= TRIAL_STARTS_MAX {
        return Err(format!(
            "version {version} was started {TRIAL_STARTS_MAX} times, and ended each time before it had proved itself"
        ));
    }
    let program = upgrade.build.checked(state_directory)?;
    upgrade.starts += 1;
    record
        .save(state_directory)
        .map_err(|error| format!("what is tried cannot be written down: {error}"))?;
    Ok(program)
}

/// Becomes the upgrade that proved itself. Returns only if that cannot be: then this program goes on; or ends, where this is true,
/// because it was asked to stop.
async fn go_on_with_confirmed(
    record: &mut Record,
    state_directory: &Path,
    installation: &Installation,
    signals: Option<&mut StopSignals>,
) -> bool {
    let Some(upgrade) = record.confirmed.clone() else {
        return false;
    };
    let begun = begin_confirmed(record, state_directory);
    // That took a while, and the next program would not hear what this one was asked.
    if let Some(signals) = signals
        && signals.came().await
    {
        return true;
    }
    let reason = match begun {
        Ok(program) => exec(&command(&program, &upgrade, installation)).to_string(),
        Err(reason) => reason,
    };
    let version = &upgrade.build.version;
    tracing::error!(
        reason,
        "version {version} is given up: the installed agent goes on"
    );
    record.confirmed = None;
    let command = upgrade.command;
    record.failed.get_or_insert(Failed { command, reason });
    save(record, state_directory);
    false
}

fn begin_confirmed(record: &mut Record, state_directory: &Path) -> Result<PathBuf, String> {
    let upgrade = record.confirmed.as_mut().ok_or("nothing is confirmed")?;
    if upgrade.starts >= STARTS_MAX {
        return Err(format!("it ended at once {STARTS_MAX} times in a row"));
    }
    let program = upgrade.build.checked(state_directory)?;
    upgrade.starts += 1;
    // A disk that is full is no reason to change the version.
    save(record, state_directory);
    Ok(program)
}

fn command(program: &Path, upgrade: &Upgrade, installation: &Installation) -> Command {
    let mut command = Command::new(program);
    command
        .args(arguments())
        .env(RUNNING, &upgrade.build.archive)
        .env(INSTALLED, &installation.program);
    command
}

/// Becomes the installed agent again, which then starts what is to be tried.
#[must_use]
pub fn hand_over(installation: &Installation) -> io::Error {
    let mut command = Command::new(&installation.program);
    command
        .args(arguments())
        .env_remove(RUNNING)
        .env_remove(INSTALLED);
    exec(&command)
}

fn arguments() -> impl Iterator<Item = OsString> {
    std::env::args_os().skip(1)
}

fn save(record: &Record, state_directory: &Path) {
    if let Err(error) = record.save(state_directory) {
        tracing::error!(%error, "what became of the upgrade cannot be written down");
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::{Instant, sleep};
    use uuid::Uuid;

    use super::*;
    use crate::link::identity::is_running;
    use crate::upgrade::record::{AGENT, BENCH, Build, sha256};

    const INSTALLED_SHA: &str = "of the installed one";

    fn installation() -> Installation {
        Installation {
            program: PathBuf::from("/nonexistent"),
            sha256: INSTALLED_SHA.to_owned(),
            running: None,
            obstacle: None,
        }
    }

    /// An upgrade whose programs lie where they belong. Neither starts: the kernel does not know such a file.
    fn upgrade(state: &Path, starts: u32) -> Upgrade {
        let build = Build {
            version: "9.0.0".to_owned(),
            archive: "archive".to_owned(),
            agent: sha256(b"agent"),
            bench: sha256(b"bench"),
        };
        let directory = build.directory(state);
        std::fs::create_dir_all(&directory).unwrap();
        std::fs::write(directory.join(AGENT), "agent").unwrap();
        std::fs::write(directory.join(BENCH), "bench").unwrap();
        Upgrade {
            build,
            command: Uuid::from_u128(1),
            from: "0.1.0".to_owned(),
            starts,
        }
    }

    /// What is on the disk after a start.
    async fn started(state: &Path, record: &Record) -> Record {
        record.save(state).unwrap();
        assert!(goes_on(state).await);
        Record::read(state).unwrap()
    }

    /// Whether the installed program goes on, in a directory that no other can have.
    async fn goes_on(state: &Path) -> bool {
        let start = start(state, &installation()).await.unwrap();
        matches!(start, Start::Here(..)) && is_running(state)
    }

    fn record() -> Record {
        Record {
            installed: INSTALLED_SHA.to_owned(),
            ..Record::default()
        }
    }

    fn reason(record: &Record) -> &str {
        &record.failed.as_ref().unwrap().reason
    }

    #[tokio::test]
    async fn what_was_installed_since_goes_before_what_the_server_sent() {
        let state = tempfile::tempdir().unwrap();
        let upgraded = Record {
            installed: "of the one before".to_owned(),
            confirmed: Some(upgrade(state.path(), 0)),
            trial: Some(upgrade(state.path(), 0)),
            failed: None,
        };
        let after = started(state.path(), &upgraded).await;
        assert_eq!((&after.confirmed, &after.trial), (&None, &None));
        assert_eq!(after.installed, INSTALLED_SHA);
        assert!(reason(&after).contains("another agent was installed"));
        assert!(!state.path().join("upgrade/archive").exists(), "nor is it kept");
    }

    #[tokio::test]
    async fn a_trial_that_was_cut_off_twice_is_given_up() {
        let state = tempfile::tempdir().unwrap();
        let trial = Some(upgrade(state.path(), TRIAL_STARTS_MAX));
        let after = started(state.path(), &Record { trial, ..record() }).await;
        assert_eq!(after.trial, None);
        assert!(
            reason(&after).contains("was started 2 times"),
            "{}",
            reason(&after)
        );
    }

    #[tokio::test]
    async fn a_program_that_is_not_what_was_downloaded_is_never_started() {
        for (trial, confirmed) in [(true, false), (false, true)] {
            let state = tempfile::tempdir().unwrap();
            let one = upgrade(state.path(), 0);
            std::fs::write(one.build.directory(state.path()).join(BENCH), "another").unwrap();
            let of = |is: bool| is.then(|| one.clone());
            let before = Record {
                trial: of(trial),
                confirmed: of(confirmed),
                ..record()
            };
            let after = started(state.path(), &before).await;
            assert_eq!((&after.trial, &after.confirmed), (&None, &None));
            assert!(
                reason(&after).contains("is not what was downloaded"),
                "{}",
                reason(&after)
            );
        }
    }

    #[tokio::test]
    async fn an_upgrade_that_ends_at_once_again_and_again_or_does_not_start_is_given_up() {
        for (starts, words) in [(STARTS_MAX, "ended at once 5 times"), (0, "Permission denied")] {
            let state = tempfile::tempdir().unwrap();
            let confirmed = Some(upgrade(state.path(), starts));
            let after = started(
                state.path(),
                &Record {
                    confirmed,
                    ..record()
                },
            )
            .await;
            assert_eq!(after.confirmed, None);
            assert!(reason(&after).contains(words), "{}", reason(&after));
        }
    }

    #[tokio::test]
    async fn a_trial_that_fails_leaves_the_upgrade_before_it() {
        let state = tempfile::tempdir().unwrap();
        let mut trial = upgrade(state.path(), 0);
        trial.build.agent = "another".to_owned();
        let mut before = record();
        before.trial = Some(trial);
        let kept = upgrade(state.path(), STARTS_MAX - 1);
        before.confirmed = Some(kept.clone());
        before.save(state.path()).unwrap();
        let mut record = before.clone();
        let directory = StateDirectory::open(state.path()).await.unwrap();
        let after = try_out(&mut record, directory, &installation()).await.unwrap();
        assert!(matches!(after, Start::Here(..)));
        assert_eq!(Record::read(state.path()).unwrap().confirmed, Some(kept));
    }

    /// A package may replace the agent while another is tried.
    #[test]
    fn there_is_no_way_back_to_what_went_on_before_another_installation() {
        let state = tempfile::tempdir().unwrap();
        let program = state.path().join("installed");
        std::fs::write(&program, "what a package put there").unwrap();
        let (mut installation, mut before) = (installation(), record());
        installation.program = program;
        before.confirmed = Some(upgrade(state.path(), 0));
        make_room_for_another(&mut before, state.path(), &installation);
        assert_eq!((&before.confirmed, &before.failed), (&None, &None));
        let saved = Record::read(state.path()).unwrap();
        assert_eq!(saved, before);

        installation.sha256 = sha256(b"what a package put there");
        before.confirmed = Some(upgrade(state.path(), 0));
        make_room_for_another(&mut before, state.path(), &installation);
        assert!(before.confirmed.is_some(), "nobody replaced this one");
    }

    #[tokio::test]
    async fn a_damaged_record_lets_the_installed_agent_run() {
        let state = tempfile::tempdir().unwrap();
        record().save(state.path()).unwrap();
        std::fs::write(state.path().join("upgrade/state.json"), "{").unwrap();
        assert!(goes_on(state.path()).await);
    }

    /// The one before wrote down the trial, and ends.
    #[tokio::test(start_paused = true)]
    async fn what_is_to_run_is_decided_once_the_agent_before_has_ended() {
        let state = tempfile::tempdir().unwrap();
        let path = state.path().to_owned();
        let before = StateDirectory::open(&path).await.unwrap();
        tokio::spawn(async move {
            sleep(Duration::from_secs(4)).await;
            let trial = Some(upgrade(&path, 0));
            Record { trial, ..record() }.save(&path).unwrap();
            drop(before);
        });
        assert!(goes_on(state.path()).await);
        let after = Record::read(state.path()).unwrap();
        assert!(reason(&after).contains("could not be started"), "{after:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn nothing_is_decided_while_another_agent_runs() {
        let state = tempfile::tempdir().unwrap();
        let before = Record {
            confirmed: Some(upgrade(state.path(), 0)),
            trial: Some(upgrade(state.path(), 0)),
            ..record()
        };
        before.save(state.path()).unwrap();
        let _other = StateDirectory::open(state.path()).await.unwrap();
        let begin = Instant::now();
        let Err(error) = start(state.path(), &installation()).await else {
            panic!("two agents in one directory")
        };
        assert!(
            error
                .to_string()
                .contains("is in use by another crosspoint-agent")
        );
        assert_eq!(begin.elapsed(), Duration::from_secs(5));
        assert_eq!(Record::read(state.path()).unwrap(), before);
    }
}
