//! Turns a token into a host id and a key.

use std::time::Duration;

use crosspoint_wire::EnrollRequest;
use uuid::Uuid;

use crate::link::backoff::Backoff;
use crate::link::identity::{Enrollment, Identity, StateDirectory, StateError};
use crate::link::server::{CallError, Server};

/// Enrollment did not succeed and trying again would not help.
#[derive(Debug, thiserror::Error)]
pub enum EnrollError {
    /// There is neither a key nor what it takes to get one.
    #[error(
        "this host is not enrolled: start once with --server and --token, or run crosspoint-agent enroll; \
         the browser shows the command under Hosts, \"Add a host\""
    )]
    Missing,
    /// 401.
    #[error(
        "the server rejected the token: {0} Generate a new one in the browser under Hosts, \"Add a host\""
    )]
    Token(String),
    /// 409.
    #[error(
        "the server already knows this installation, but its key is not here: {0} Remove the host in the browser, or \
         remove identity.json from the state directory to enroll as a new host"
    )]
    Known(String),
    /// Something else that trying again does not mend.
    #[error("the server refused the enrollment: {0}")]
    Refused(String),
    /// The server could not be reached.
    #[error("the server could not be reached: {0}")]
    Unavailable(String),
    /// The state directory.
    #[error(transparent)]
    State(#[from] StateError),
}

impl EnrollError {
    /// Whether trying again later cannot help.
    #[must_use]
    pub fn is_lasting(&self) -> bool {
        matches!(
            self,
            Self::Missing | Self::Token(_) | Self::Known(_) | Self::Refused(_)
        )
    }
}

/// What the host says of itself, and by what right.
pub struct Application<'a> {
    /// Base URL, kept with the key.
    pub server_url: &'a str,
    /// The token from the browser.
    pub token: &'a str,
    /// Name of the host.
    pub hostname: &'a str,
    /// The key may travel unencrypted to this server, now and later.
    pub allow_plain_http: bool,
}

/// Enrolls and saves the key; waits for a server that is away as long as `patient`.
///
/// # Errors
/// [`EnrollError`].
pub async fn enroll(
    server: &Server,
    state: &StateDirectory,
    application: &Application<'_>,
    patient: bool,
) -> Result<Identity, EnrollError> {
    let mut identity = state.identity()?;
    let mut backoff = Backoff::new(Duration::from_secs(1), Duration::from_secs(60));
    let mut may_start_over = identity.enrollment_sent && identity.enrollment.is_none();
    identity.enrollment_sent = true;
    state.save(&identity)?;
    loop {
        match server.enroll(&request(&identity, application)).await {
            Ok(response) => {
                identity.enrollment = Some(Enrollment {
                    server: application.server_url.to_owned(),
                    host_id: response.host_id,
                    agent_key: response.agent_key,
                    allow_plain_http: application.allow_plain_http,
                });
                state.save(&identity)?;
                tracing::info!(host_id = %response.host_id, server = application.server_url, "enrolled");
                return Ok(identity);
            }
            Err(CallError::Conflict(reason)) if may_start_over => {
                // An earlier request reached the server and its answer did not reach us: that key is lost for good.
                tracing::warn!(
                    reason,
                    "an earlier enrollment lost its answer; enrolling as a new installation"
                );
                identity.installation_id = Uuid::new_v4();
                may_start_over = false;
                state.save(&identity)?;
            }
            Err(CallError::Unavailable {
                reason, retry_after, ..
            }) if patient => {
                may_start_over = true;
                let wait = backoff.next_wait_asked(retry_after);
                tracing::warn!(reason, wait = ?wait, "the server cannot be reached to enroll; trying again");
                tokio::time::sleep(wait).await;
            }
            Err(error) => return Err(refused(error)),
        }
    }
}

/// Whether the server knows this key no longer. Only such a host may enroll again, and stays the same host by it; a
/// server that is away says nothing about the key.
pub async fn is_key_refused(server: &Server, key: &str) -> bool {
    let answer = server.commands(key, Duration::ZERO).await;
    matches!(answer, Err(CallError::Unauthorized(_)))
}

fn request(identity: &Identity, application: &Application<'_>) -> EnrollRequest {
    EnrollRequest {
        agent_version: crate::VERSION.to_owned(),
        hostname: application.hostname.to_owned(),
        installation_id: identity.installation_id,
        token: application.token.to_owned(),
    }
}

fn refused(error: CallError) -> EnrollError {
    match error {
        CallError::Unauthorized(reason) => EnrollError::Token(reason),
        CallError::Conflict(reason) => EnrollError::Known(reason),
        CallError::Unavailable { reason, .. } => EnrollError::Unavailable(reason),
        CallError::TooLarge | CallError::NotTheContract(_) => EnrollError::Refused(error.to_string()),
    }
}
