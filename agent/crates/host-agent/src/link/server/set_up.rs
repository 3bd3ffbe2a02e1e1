//! Setting up a connection: whom it trusts, and that nothing secret travels in the clear.

use std::net::IpAddr;
use std::path::Path;
use std::time::Duration;

use reqwest::{Client, Url};

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
        "{url} is not encrypted: anyone on the network could read this host's key and impersonate the server. \
         Put the gateway behind TLS and use https; if the network itself is trusted, allow it with \
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

/// The address, its path ending with a slash.
///
/// # Errors
/// [`SetUpError`]; also where the key would travel unencrypted and nobody said that it may.
pub(super) fn base(url: &str, trust: Trust<'_>) -> Result<Url, SetUpError> {
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
    Ok(base)
}

/// Makes requests to this address.
///
/// # Errors
/// [`SetUpError`].
pub(super) fn client(base: &Url, trust: Trust<'_>, patience: Patience) -> Result<Client, SetUpError> {
    let mut builder = Client::builder()
        .user_agent(concat!("crosspoint-agent/", env!("CARGO_PKG_VERSION")))
        .connect_timeout(patience.connect)
        .timeout(patience.request)
        .pool_max_idle_per_host(2)
        // A redirect would lose the method or take the key elsewhere.
        .redirect(reqwest::redirect::Policy::none());
    if base.scheme() == "http" && !is_unencrypted(base) {
        // What stays on this machine needs no encryption, and a proxy named in the environment is another machine.
        builder = builder.no_proxy();
    }
    for certificate in trust.ca_file.map(certificates).transpose()?.unwrap_or_default() {
        builder = builder.add_root_certificate(certificate);
    }
    Ok(builder.build()?)
}

/// What stays on this machine needs no encryption.
pub(super) fn is_unencrypted(url: &Url) -> bool {
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
