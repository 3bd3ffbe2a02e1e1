//! What the server's answers mean, and what can be done where there is none.

use std::time::Duration;

use crosspoint_wire::ErrorResponse;
use reqwest::header::RETRY_AFTER;
use reqwest::{RequestBuilder, Response, StatusCode, Url};
use serde::de::DeserializeOwned;

/// The server's answers are small; a larger one is not from our server.
pub(super) const ANSWER_BYTES_MAX: usize = 8 * 1024 * 1024;

/// A request that did not succeed, by what to do about it.
#[derive(Debug, thiserror::Error)]
pub enum CallError {
    /// 401: the key or token is not (or no longer) known.
    #[error("{0}")]
    Unauthorized(String),
    /// 409: this installation is enrolled already.
    #[error("{0}")]
    Conflict(String),
    /// 413: send less at once.
    #[error("the request is too large for the server")]
    TooLarge,
    /// 400 or 422 in the server's own form: the body is not the contract; sending it again does not help.
    #[error("{0}")]
    NotTheContract(String),
    /// No answer, or one that says "later" or comes from something else than the server.
    #[error("{reason}")]
    Unavailable {
        /// What happened.
        reason: String,
        /// What the server asked for.
        retry_after: Option<Duration>,
        /// 500: it failed on what it was sent, which may be to blame.
        is_fault: bool,
    },
}

impl CallError {
    /// Whether the server failed on what it was sent (500), rather than being away or busy.
    #[must_use]
    pub fn is_fault(&self) -> bool {
        matches!(self, Self::Unavailable { is_fault: true, .. })
    }

    /// Whether what was sent may be to blame for it.
    #[must_use]
    pub fn may_be_of_what_was_sent(&self) -> bool {
        self.is_fault() || matches!(self, Self::TooLarge | Self::NotTheContract(_))
    }
}

pub(super) async fn exchange(
    request: RequestBuilder,
) -> Result<(StatusCode, Option<Duration>, Vec<u8>), CallError> {
    exchange_within(request, ANSWER_BYTES_MAX).await
}

/// The same where the answer may be as long as this.
pub(super) async fn exchange_within(
    request: RequestBuilder,
    bytes_max: usize,
) -> Result<(StatusCode, Option<Duration>, Vec<u8>), CallError> {
    let response = request.send().await.map_err(|error| unavailable(&error))?;
    let (status, retry_after) = (response.status(), retry_after(&response));
    Ok((status, retry_after, body(response, bytes_max).await?))
}

async fn body(mut response: Response, bytes_max: usize) -> Result<Vec<u8>, CallError> {
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|error| unavailable(&error))? {
        if body.len() + chunk.len() > bytes_max {
            return Err(not_our_server(response.status(), "the answer is too long"));
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

/// reqwest's own text says little; its sources say "connection refused" or "certificate expired".
fn unavailable(error: &reqwest::Error) -> CallError {
    let mut causes = Vec::new();
    let mut source = std::error::Error::source(error);
    while let Some(cause) = source {
        causes.push(cause.to_string());
        source = cause.source();
    }
    let host = error.url().and_then(Url::host_str).unwrap_or("the server");
    let what = if error.is_timeout() {
        format!("{host} did not answer in time")
    } else {
        // "client error (Connect)" and the like name the library's own parts.
        causes.retain(|cause| !cause.starts_with("client error"));
        causes.dedup();
        let causes = if causes.is_empty() {
            error.to_string()
        } else {
            causes.join(": ")
        };
        format!("{host}: {causes}")
    };
    let reason = match remedy(&what) {
        Some(remedy) => format!("{what}. {remedy}"),
        None => what,
    };
    CallError::Unavailable {
        reason,
        retry_after: None,
        is_fault: false,
    }
}

/// What mends a connection that cannot be made.
fn remedy(what: &str) -> Option<&'static str> {
    let remedies = [
        (
            "UnknownIssuer",
            "If the server's certificate is from a private CA, set ca_file to that CA's certificate",
        ),
        (
            "certificate expired",
            "Renew the server's certificate, and check the clocks of both machines",
        ),
        ("not valid yet", "Check the clocks of this host and of the server"),
        ("not valid for name", "Use a name from the server's certificate"),
        (
            "InvalidContentType",
            "The server does not speak TLS on this port: check the scheme and port of the address",
        ),
        ("dns error", "Check the server's name, and this host's resolver"),
        (
            "refused",
            "Check that the gateway is running and that the address has the right port",
        ),
        (
            "not answer in time",
            "Check the network and firewalls between this host and the server",
        ),
    ];
    let found = remedies.iter().find(|(sign, _)| what.contains(sign));
    found.map(|(_, remedy)| *remedy)
}

/// Seconds only; a date would need the server's clock.
fn retry_after(response: &Response) -> Option<Duration> {
    let seconds: u64 = response
        .headers()
        .get(RETRY_AFTER)?
        .to_str()
        .ok()?
        .trim()
        .parse()
        .ok()?;
    Some(Duration::from_secs(seconds.min(3600)))
}

pub(super) fn parse<T: DeserializeOwned>(body: &[u8]) -> Result<T, CallError> {
    serde_json::from_slice(body).map_err(|error| not_our_server(StatusCode::OK, &error.to_string()))
}

pub(super) fn not_our_server(status: StatusCode, reason: &str) -> CallError {
    let reason = format!(
        "the answer ({status}) is not from a Crosspoint server ({reason}); check the address and any proxies"
    );
    CallError::Unavailable {
        reason,
        retry_after: None,
        is_fault: false,
    }
}

pub(super) fn refusal(status: StatusCode, retry_after: Option<Duration>, body: &[u8]) -> CallError {
    let ours = serde_json::from_slice::<ErrorResponse>(body)
        .ok()
        .map(|response| response.error);
    let said = ours.as_ref().map(|error| match &error.remedy {
        Some(remedy) => format!("{} {remedy}", error.message),
        None => error.message.clone(),
    });
    let words = said
        .clone()
        .unwrap_or_else(|| format!("the server answered {status}"));
    match (status, said) {
        (StatusCode::UNAUTHORIZED, _) => CallError::Unauthorized(words),
        (StatusCode::CONFLICT, Some(_)) => CallError::Conflict(words),
        (StatusCode::PAYLOAD_TOO_LARGE, _) => CallError::TooLarge,
        (StatusCode::BAD_REQUEST | StatusCode::UNPROCESSABLE_ENTITY, Some(_)) => {
            let first = ours.and_then(|error| error.errors.into_iter().next());
            let place = first
                .map(|error| format!(" ({}: {})", error.path, error.message))
                .unwrap_or_default();
            CallError::NotTheContract(format!("{words}{place}"))
        }
        (StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE, _) | (_, Some(_)) => {
            CallError::Unavailable {
                reason: format!("{status}: {words}"),
                retry_after,
                is_fault: status == StatusCode::INTERNAL_SERVER_ERROR,
            }
        }
        _ => not_our_server(status, "unexpected status"),
    }
}
