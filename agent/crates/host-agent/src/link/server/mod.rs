//! The requests of the protocol, and what their answers mean.

mod answer;
mod set_up;

use std::io::Write;
use std::time::Duration;

use crosspoint_wire::{EnrollRequest, EnrollResponse, Offers, ReportResponse, offers};
use flate2::Compression;
use flate2::write::GzEncoder;
use reqwest::header::{CONTENT_ENCODING, CONTENT_TYPE};
use reqwest::{Client, StatusCode, Url};

pub use answer::CallError;
use answer::{ANSWER_BYTES_MAX, exchange, exchange_within, not_our_server, parse, refusal};
pub use set_up::{Patience, SetUpError, Trust};
use set_up::{base, client, is_unencrypted};

/// How long the server may hold a long poll.
pub const POLL: Duration = Duration::from_secs(25);
/// How long a download may take.
const DOWNLOAD_LIMIT: Duration = Duration::from_secs(600);
/// The server's door.
#[derive(Clone)]
pub struct Server {
    http: Client,
    base: Url,
    patience: Patience,
}

impl Server {
    /// Prepares requests to `url`, trusting the system's and well-known certificate authorities, and what `trust` adds.
    ///
    /// # Errors
    /// [`SetUpError`].
    pub fn new(url: &str, trust: Trust<'_>) -> Result<Self, SetUpError> {
        Self::with_patience(url, trust, Patience::default())
    }

    /// The same with other time limits.
    ///
    /// # Errors
    /// [`SetUpError`].
    pub fn with_patience(url: &str, trust: Trust<'_>, patience: Patience) -> Result<Self, SetUpError> {
        let base = base(url, trust)?;
        Ok(Self {
            http: client(&base, trust, patience)?,
            base,
            patience,
        })
    }

    /// Whether the key would travel unencrypted over a network.
    #[must_use]
    pub fn is_unencrypted(&self) -> bool {
        is_unencrypted(&self.base)
    }

    /// Says so where the key travels in the clear.
    pub fn warn_unencrypted(&self) {
        if self.is_unencrypted() {
            tracing::warn!(
                server = %self.base,
                "the connection is not encrypted: anyone on the network can read this host's key. Use https"
            );
        }
    }

    /// `POST /agent/v1/enroll`.
    ///
    /// # Errors
    /// [`CallError`].
    pub async fn enroll(&self, request: &EnrollRequest) -> Result<EnrollResponse, CallError> {
        let body =
            serde_json::to_vec(request).map_err(|error| CallError::NotTheContract(error.to_string()))?;
        let request = self
            .http
            .post(self.url("agent/v1/enroll"))
            .header(CONTENT_TYPE, "application/json")
            .body(body);
        let (status, _, body) = exchange(request).await?;
        if status.is_success() {
            parse(&body)
        } else {
            Err(refusal(status, None, &body))
        }
    }

    /// `POST /agent/v1/reports` with a body that is JSON already.
    ///
    /// # Errors
    /// [`CallError`].
    pub async fn report(&self, key: &str, body: &[u8]) -> Result<ReportResponse, CallError> {
        let request = self
            .http
            .post(self.url("agent/v1/reports"))
            .bearer_auth(key)
            .header(CONTENT_TYPE, "application/json")
            .header(CONTENT_ENCODING, "gzip")
            .body(compressed(body));
        let (status, retry_after, body) = exchange(request).await?;
        // 422 with the ordinary answer means that every event was judged, and refused.
        let is_judged = status.is_success() || status == StatusCode::UNPROCESSABLE_ENTITY;
        let response = is_judged.then(|| parse(&body).ok()).flatten();
        response.ok_or_else(|| refusal(status, retry_after, &body))
    }

    /// `GET /agent/v1/commands`: returns when there are some, or after so long without (whole seconds).
    ///
    /// # Errors
    /// [`CallError`].
    pub async fn commands(&self, key: &str, wait: Duration) -> Result<Offers, CallError> {
        let request = self
            .http
            .get(self.url("agent/v1/commands"))
            .query(&[("waitSeconds", wait.as_secs())])
            .bearer_auth(key)
            .timeout(self.patience.request + wait);
        let (status, retry_after, body) = exchange(request).await?;
        if !status.is_success() {
            return Err(refusal(status, retry_after, &body));
        }
        offers(&body).map_err(|error| not_our_server(status, &error.to_string()))
    }

    /// `GET /agent/v1/download/<sha256>/<name>`: a file of exactly so many bytes. Whether it is the right one is for the caller
    /// to see.
    ///
    /// # Errors
    /// [`CallError`].
    pub async fn download(&self, sha256: &str, name: &str, bytes: u64) -> Result<Vec<u8>, CallError> {
        let request = self
            .http
            .get(self.url(&format!("agent/v1/download/{sha256}/{name}")))
            .timeout(DOWNLOAD_LIMIT);
        let bytes_max = usize::try_from(bytes).unwrap_or(usize::MAX).max(ANSWER_BYTES_MAX);
        let (status, retry_after, body) = exchange_within(request, bytes_max).await?;
        if !status.is_success() {
            return Err(refusal(status, retry_after, &body));
        }
        if body.len() as u64 != bytes {
            let found = body.len();
            return Err(not_our_server(status, &format!("{found} bytes, and not {bytes}")));
        }
        Ok(body)
    }

    fn url(&self, path: &str) -> Url {
        self.base.join(path).unwrap_or_else(|_| self.base.clone())
    }
}

fn compressed(body: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder
        .write_all(body)
        .and_then(|()| encoder.finish())
        .expect("writing to a Vec cannot fail")
}
