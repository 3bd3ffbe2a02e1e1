//! Takes the programs of an upgrade from the server, and sees that they are what the server said.

use std::path::Path;
use std::time::Duration;

use crosspoint_wire::UpgradeAgentCommand;
use tokio::time::sleep;

use super::record::{AGENT, BENCH, Build, sha256, upgrades};
use super::unpack::unpack;
use crate::link::backoff::Backoff;
use crate::link::server::{CallError, Server};
use crate::telemetry::environment;

/// Downloads that are tried.
const TRIES: u32 = 8;
/// First and longest pause between two, before jitter; many hosts may ask the server at once, and it may be starting anew itself.
const PAUSES: (Duration, Duration) = (Duration::from_secs(2), Duration::from_secs(300));

/// Downloads, checks and unpacks what the command names, and sees that both programs start on this host. Nothing of it is left
/// running, and nothing that runs is changed.
///
/// # Errors
/// Why this host stays as it is, for a person.
pub async fn fetch(
    server: &Server,
    command: &UpgradeAgentCommand,
    state_directory: &Path,
    progress: impl Fn(&str, Option<u8>),
) -> Result<Build, String> {
    let archive = download(server, command, &progress).await?;
    let found = sha256(&archive);
    if found != command.sha256 {
        return Err(format!(
            "what was downloaded as {} has the SHA-256 {found}, and not the one that the server named",
            command.name
        ));
    }
    progress("unpacking", None);
    let directory = upgrades(state_directory).join(found);
    let version = &command.version;
    let (target, named) = (directory.clone(), version.clone());
    let unpacked = tokio::task::spawn_blocking(move || unpack(&archive, &named, &target))
        .await
        .unwrap_or_else(|error| Err(error.to_string()));
    let build = match unpacked {
        Ok(build) => require_start(&directory, version).await.map(|()| build),
        Err(reason) => Err(reason),
    };
    if build.is_err() {
        let _ = std::fs::remove_dir_all(&directory);
    }
    build
}

/// Both say who they are. This finds a build for another processor, and a state directory that lets no program run.
async fn require_start(directory: &Path, version: &str) -> Result<(), String> {
    let agent = directory.join(AGENT);
    match environment::version(&agent, "--version").await {
        Some(said) if said == version => {}
        Some(said) => {
            return Err(format!(
                "the downloaded agent is version {said}, and not {version}"
            ));
        }
        None => return Err(does_not_start(&agent)),
    }
    let bench = directory.join(BENCH);
    match environment::version(&bench, "--version").await {
        Some(_) => Ok(()),
        None => Err(does_not_start(&bench)),
    }
}

fn does_not_start(program: &Path) -> String {
    format!(
        "{} does not start on this host: it may be built for another processor, or its file system may be mounted noexec",
        program.display()
    )
}

async fn download(
    server: &Server,
    command: &UpgradeAgentCommand,
    progress: &impl Fn(&str, Option<u8>),
) -> Result<Vec<u8>, String> {
    let (sha256, name) = (command.sha256.as_str(), command.name.as_str());
    let mut tries = Tries::default();
    loop {
        progress("downloading", None);
        match server.download(sha256, name, command.bytes.into()).await {
            Ok(archive) => return Ok(archive),
            Err(error) => {
                let pause = tries.pause_after(&error);
                sleep(pause.map_err(|reason| format!("{name} could not be downloaded: {reason}"))?).await;
            }
        }
    }
}

/// How often it was tried, and how long to wait until it is tried again.
struct Tries {
    failed: u32,
    backoff: Backoff,
}

impl Default for Tries {
    fn default() -> Self {
        Self {
            failed: 0,
            backoff: Backoff::new(PAUSES.0, PAUSES.1),
        }
    }
}

impl Tries {
    /// The pause after one more failure; or why there is no sense in another try, with what to do.
    fn pause_after(&mut self, error: &CallError) -> Result<Duration, String> {
        self.failed += 1;
        // The full stop of a server's own words is not the end here.
        let what = error.to_string();
        let what = what.trim_end_matches('.');
        match error {
            CallError::Unavailable { retry_after, .. } if self.failed < TRIES => {
                // Tries are counted: eight that the server asked for within seconds would be over before it has room.
                let own = self.backoff.next_wait();
                let asked = retry_after.map(|asked| self.backoff.wait_asked(asked.min(PAUSES.1)));
                Ok(own.max(asked.unwrap_or_default()))
            }
            CallError::Unavailable { .. } => Err(format!(
                "{TRIES} tries failed, the last with: {what}. Check that the host reaches its server (crosspoint-agent doctor), then \
                 ask for the upgrade again"
            )),
            _ => Err(format!("{what}. Ask for the upgrade again")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn away(retry_after: Option<Duration>) -> CallError {
        CallError::Unavailable {
            reason: "connection refused".to_owned(),
            retry_after,
            is_fault: false,
        }
    }

    /// The pauses between tries that all fail like this, and the reason at their end.
    fn pauses(error: &CallError) -> (Vec<Duration>, String) {
        let (mut tries, mut pauses) = (Tries::default(), Vec::new());
        loop {
            assert!(pauses.len() < 100, "for ever");
            match tries.pause_after(error) {
                Ok(pause) => pauses.push(pause),
                Err(reason) => return (pauses, reason),
            }
        }
    }

    #[test]
    fn a_server_that_stays_away_is_asked_eight_times_with_longer_and_longer_pauses() {
        let (pauses, reason) = pauses(&away(None));
        assert_eq!(pauses.len(), 7);
        // Half to one and a half of 2, 4, 8 … s: each is longer than the one before the last.
        assert!(pauses.windows(3).all(|three| three[0] < three[2]), "{pauses:?}");
        assert!(
            reason.starts_with("8 tries failed, the last with: connection refused. Check that the host")
                && reason.ends_with("ask for the upgrade again"),
            "{reason}"
        );
    }

    #[test]
    fn a_server_that_asks_for_hours_is_asked_again_within_minutes() {
        let (pauses, _) = pauses(&away(Some(Duration::from_secs(3600))));
        let most = PAUSES.1 * 3 / 2;
        assert!(
            pauses.len() == 7 && pauses.iter().all(|pause| *pause <= most),
            "{pauses:?}"
        );
    }

    #[test]
    fn a_server_that_asks_for_a_second_each_time_is_given_minutes() {
        let (pauses, _) = pauses(&away(Some(Duration::from_secs(1))));
        // At least half of 2, 4, 8, 16, 32, 64 and 128 s.
        assert!(
            pauses.iter().sum::<Duration>() >= Duration::from_secs(127),
            "{pauses:?}"
        );
    }

    #[test]
    fn a_server_that_refuses_is_not_asked_again() {
        let refused = CallError::Conflict("This server has no such file.".to_owned());
        let expected = "This server has no such file. Ask for the upgrade again".to_owned();
        assert_eq!(pauses(&refused), (Vec::new(), expected));
    }
}
