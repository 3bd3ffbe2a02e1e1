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
const TRIES: u32 = 6;
/// First and longest wait between two; many hosts may ask the server at once.
const RETRIES: (Duration, Duration) = (Duration::from_secs(1), Duration::from_secs(30));

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
    let mut backoff = Backoff::new(RETRIES.0, RETRIES.1);
    let mut tries = 1;
    loop {
        progress("downloading", None);
        match server.download(sha256, name, command.bytes.into()).await {
            Ok(archive) => return Ok(archive),
            Err(CallError::Unavailable { retry_after, .. }) if tries < TRIES => {
                tries += 1;
                sleep(backoff.next_wait_asked(retry_after)).await;
            }
            Err(error) => return Err(format!("{name} could not be downloaded: {error}")),
        }
    }
}
