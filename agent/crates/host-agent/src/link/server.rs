//! The three requests of the protocol, and what their answers mean.

use std::io::Write;
use std::net::IpAddr;
use std::path::Path;
use std::time::Duration;

use crosspoint_wire::{EnrollRequest, EnrollResponse, ErrorResponse, Offers, ReportResponse, offers};
use flate2::Compression;
use flate2::write::GzEncoder;
use reqwest::header::{CONTENT_ENCODING, CONTENT_TYPE, RETRY_AFTER};
use reqwest::{Client, RequestBuilder, Response, StatusCode, Url};
use serde::de::DeserializeOwned;

/// How long the server may hold a long poll.
pub const POLL: Duration = Duration::from_secs(25);
/// The server's answers are small; a larger one is not from our server.
const ANSWER_BYTES_MAX: usize = 8 * 1024 * 1024;

/// How long a request may take; shorter in tests.
#[derive(Debug, Clone, Copy)]
pub struct Patience {
    /// For the connection with its TLS handshake.
    pub connect: Duration,
    /// For the whole request, beside the time of a long poll.
    pub request: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(10),
            request: Duration::from_secs(30),
        }
    }
}

/// The server's door.
#[derive(Clone)]
pub struct Server {
    http: Client,
    base: Url,
    patience: Patience,
}

/// What this host's administrator trusts a connection with.
#[derive(Debug, Clone, Copy, Default)]
pub struct Trust<'a> {
    /// Certificates (PEM) of an authority besides the system's.
    pub ca_file: Option<&'a Path>,
    /// The key and all reports may travel unencrypted to another machine.
    pub plain_http: bool,
}

/// The client cannot be made; trying again does not help.
#[derive(Debug, thiserror::Error)]
pub enum SetUpError {
    /// Not encrypted, and nobody said that it need not be.
    #[error(
        "{url} is not encrypted: everyone on the network could read this host's key and answer in the server's place. \
         Put the gateway behind TLS and use https; or, where the network itself is trusted, say so: \
         --allow-plain-http, or allow_plain_http = true in the configuration"
    )]
    Unencrypted {
        /// What was given.
        url: String,
    },
    /// Not a usable address.
    #[error("{url:?} is not a server address: {reason}. It looks like https://crosspoint.example.net")]
    Url {
        /// What was given.
        url: String,
        /// What is wrong.
        reason: String,
    },
    /// The CA file cannot be used.
    #[error("the CA file {path} cannot be used: {reason}. It must hold certificates in PEM form")]
    Ca {
        /// The file.
        path: String,
        /// What is wrong.
        reason: String,
    },
    /// TLS cannot be set up.
    #[error("the HTTP client cannot be set up: {0}")]
    Client(#[from] reqwest::Error),
}

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
        let wrong = |reason: &str| SetUpError::Url {
            url: url.to_owned(),
            reason: reason.to_owned(),
        };
        let mut base = Url::parse(url).map_err(|error| wrong(&error.to_string()))?;
        if !matches!(base.scheme(), "http" | "https") {
            return Err(wrong("the scheme is neither https nor http"));
        }
        if is_unencrypted(&base) && !trust.plain_http {
            return Err(SetUpError::Unencrypted { url: url.to_owned() });
        }
        if !base.path().ends_with('/') {
            base.set_path(&format!("{}/", base.path()));
        }
        let mut builder = Client::builder()
            .user_agent(concat!("crosspoint-agent/", env!("CARGO_PKG_VERSION")))
            .connect_timeout(patience.connect)
            .timeout(patience.request)
            .pool_max_idle_per_host(2)
            // A redirect would lose the method or take the key elsewhere.
            .redirect(reqwest::redirect::Policy::none());
        if base.scheme() == "http" && !is_unencrypted(&base) {
            // What stays on this machine needs no encryption, and a proxy named in the environment is another machine.
            builder = builder.no_proxy();
        }
        for certificate in trust.ca_file.map(certificates).transpose()?.unwrap_or_default() {
            builder = builder.add_root_certificate(certificate);
        }
        Ok(Self {
            http: builder.build()?,
            base,
            patience,
        })
    }

    /// Whether the key would travel unencrypted over a network.
    #[must_use]
    pub fn is_unencrypted(&self) -> bool {
        is_unencrypted(&self.base)
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

    fn url(&self, path: &str) -> Url {
        self.base.join(path).unwrap_or_else(|_| self.base.clone())
    }
}

/// What stays on this machine needs no encryption.
fn is_unencrypted(url: &Url) -> bool {
    let name = url.host_str().unwrap_or_default();
    let address = name.trim_start_matches('[').trim_end_matches(']').parse();
    let is_local = address.map_or(name == "localhost", |address: IpAddr| address.is_loopback());
    url.scheme() == "http" && !is_local
}

fn certificates(path: &Path) -> Result<Vec<reqwest::Certificate>, SetUpError> {
    let failed = |reason: String| SetUpError::Ca {
        path: path.display().to_string(),
        reason,
    };
    let pem = std::fs::read(path).map_err(|error| failed(error.to_string()))?;
    let certificates =
        reqwest::Certificate::from_pem_bundle(&pem).map_err(|error| failed(error.to_string()))?;
    if certificates.is_empty() {
        Err(failed("no certificate in it".to_owned()))
    } else {
        Ok(certificates)
    }
}

async fn exchange(request: RequestBuilder) -> Result<(StatusCode, Option<Duration>, Vec<u8>), CallError> {
    let response = request.send().await.map_err(|error| unavailable(&error))?;
    let (status, retry_after) = (response.status(), retry_after(&response));
    Ok((status, retry_after, body(response).await?))
}

async fn body(mut response: Response) -> Result<Vec<u8>, CallError> {
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|error| unavailable(&error))? {
        if body.len() + chunk.len() > ANSWER_BYTES_MAX {
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
            "If the server's certificate is of an authority of your own, name that authority with ca_file",
        ),
        (
            "certificate expired",
            "Renew the server's certificate, and check the clocks of both",
        ),
        ("not valid yet", "Check the clocks of this host and of the server"),
        (
            "not valid for name",
            "Use the name that stands in the server's certificate",
        ),
        (
            "InvalidContentType",
            "The server does not speak TLS at this port: check scheme and port of the address",
        ),
        ("dns error", "Check the server's name, and this host's resolver"),
        (
            "refused",
            "Check that the gateway runs and that the address has its port",
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

fn parse<T: DeserializeOwned>(body: &[u8]) -> Result<T, CallError> {
    serde_json::from_slice(body).map_err(|error| not_our_server(StatusCode::OK, &error.to_string()))
}

fn not_our_server(status: StatusCode, reason: &str) -> CallError {
    let reason = format!(
        "the answer ({status}) is not of a Crosspoint server ({reason}); check the address and proxies"
    );
    CallError::Unavailable {
        reason,
        retry_after: None,
        is_fault: false,
    }
}

fn refusal(status: StatusCode, retry_after: Option<Duration>, body: &[u8]) -> CallError {
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

fn compressed(body: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder
        .write_all(body)
        .and_then(|()| encoder.finish())
        .expect("writing to a Vec cannot fail")
}
