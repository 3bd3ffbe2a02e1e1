//! Where and as whom to report.

use anyhow::Context;

use crate::configuration::Settings;
use crate::link::enroll::{Application, EnrollError, enroll, is_key_refused};
use crate::link::identity::{Enrollment, StateDirectory};
use crate::link::server::Server;

/// Where and as whom to report: enrolls first where that has not happened yet.
pub(super) async fn connect(
    settings: &Settings,
    state: &StateDirectory,
) -> anyhow::Result<(Server, Enrollment)> {
    let enrollment = match state.identity()?.enrollment {
        Some(enrollment) => enroll_again(settings, state, enrollment).await,
        None => enroll_now(settings, state).await?,
    };
    let (url, trust) = settings.door(&enrollment);
    let server = Server::new(url, trust)?;
    server.warn_unencrypted();
    tracing::info!(server = url, host_id = %enrollment.host_id, "reporting");
    Ok((server, enrollment))
}

/// A host whose key was revoked is let in again by a new token, and stays the same host.
async fn enroll_again(settings: &Settings, state: &StateDirectory, known: Enrollment) -> Enrollment {
    let (url, trust) = settings.door(&known);
    let Ok(server) = Server::new(url, trust) else {
        return known;
    };
    if settings.token.is_none() || !is_key_refused(&server, &known.agent_key).await {
        return known;
    }
    tracing::info!("the server refuses this host's key: enrolling again with the token");
    enroll_now(settings, state).await.unwrap_or_else(|error| {
        // What is sampled meanwhile is worth more than an end.
        tracing::error!(
            error = format!("{error:#}"),
            "this host could not be enrolled again"
        );
        known
    })
}

async fn enroll_now(settings: &Settings, state: &StateDirectory) -> anyhow::Result<Enrollment> {
    let (Some(server_url), Some(token)) = (&settings.server, &settings.token) else {
        anyhow::bail!(EnrollError::Missing);
    };
    let server = Server::new(server_url, settings.trust())?;
    server.warn_unencrypted();
    let application = Application {
        server_url,
        token,
        hostname: &settings.hostname,
        allow_plain_http: settings.allow_plain_http,
    };
    let identity = enroll(&server, state, &application, true).await?;
    identity.enrollment.context("an enrollment without a key")
}
