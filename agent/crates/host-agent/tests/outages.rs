//! A server that is away, in every way it can be: nothing is lost, nobody is stormed, and the state says what it is.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crosspoint_agent::link::server::{Patience, Server, Trust};
use crosspoint_agent::link::spool::{LaneName, Spool};
use crosspoint_agent::link::status::describe;
use crosspoint_agent::link::uplink::{Rhythm, Uplink};
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use serde_json::json;
use support::{Reply, TestServer, error, serve_stream, taken};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::PrivatePkcs8KeyDer;
use uuid::Uuid;

const FAST: Rhythm = Rhythm {
    routine: Duration::from_millis(50),
    retry_first: Duration::from_millis(20),
    retry_longest: Duration::from_millis(100),
    retry_key: Duration::from_millis(400),
};
const PATIENCE: Patience = Patience {
    connect: Duration::from_millis(300),
    request: Duration::from_millis(300),
};
const EVENTS: u64 = 3;
const WATCHED: Duration = Duration::from_secs(1);

/// A state directory with three results to deliver, and an uplink that tries to.
struct Sending {
    directory: tempfile::TempDir,
    spool: Spool,
}

impl Sending {
    async fn start(url: &str, ca_file: Option<&Path>) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let identity = json!({
            "installationId": Uuid::new_v4(),
            "enrollment": {"server": url, "hostId": Uuid::new_v4(), "agentKey": "cpa_secret"}
        });
        std::fs::write(directory.path().join("identity.json"), identity.to_string()).unwrap();
        let spool = Spool::open(&directory.path().join("spool"), 1 << 24).unwrap();
        for _ in 0..EVENTS {
            let event = json!({"id": Uuid::new_v4(), "kind": "runStarted", "timeMs": 1});
            spool
                .append(LaneName::Results, event.to_string().into_bytes())
                .await
                .unwrap();
        }
        let trust = Trust {
            ca_file,
            plain_http: true,
        };
        let server = Server::with_patience(url, trust, PATIENCE).unwrap();
        tokio::spawn(Uplink::new(spool.clone(), server, "cpa_secret".into(), FAST, directory.path()).run());
        Self { directory, spool }
    }

    fn status(&self) -> String {
        describe(self.directory.path()).unwrap()
    }

    /// The state is written a moment after the delivery.
    async fn says(&self, words: &str) {
        for _ in 0..250 {
            if self.status().contains(words) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("{words:?} is not in: {}", self.status());
    }

    async fn waiting(&self) -> u64 {
        self.spool.pending().await.unwrap().results
    }

    /// The server is away for a second: the state names it by these words, and nothing is given up.
    async fn is_kept(&self, words: &[&str]) {
        tokio::time::sleep(WATCHED).await;
        let status = self.status();
        for word in words {
            assert!(status.contains(word), "{word:?} is not in: {status}");
        }
        assert!(
            status.contains("Waiting to be sent: 3 results, 0 samples."),
            "{status}"
        );
        assert!(
            !status.contains("Dropped") && !status.contains("Refused by"),
            "{status}"
        );
        assert_eq!(self.waiting().await, EVENTS);
    }

    async fn is_delivered(&self) {
        for _ in 0..250 {
            if self.waiting().await == 0 {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("not delivered: {}", self.status());
    }
}

/// Twenty waits of at least half of 20, 40, 80, 100, … ms fit into a second; a busy loop makes thousands.
fn is_calm(attempts: usize) {
    assert!((2..=22).contains(&attempts), "{attempts} attempts in a second");
}

/// Accepts connections, counts them, and does with each what it is told.
async fn door<F: Future<Output = ()> + Send + 'static>(
    treat: impl Fn(TcpStream) -> F + Send + 'static,
) -> (u16, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let count = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&count);
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            counted.fetch_add(1, Ordering::Relaxed);
            tokio::spawn(treat(stream));
        }
    });
    (port, count)
}

#[tokio::test]
async fn what_is_said_to_this_machine_in_the_clear_goes_through_no_proxy() {
    let (proxy, proxied) = door(|stream| async { drop(stream) }).await;
    let server = TestServer::start(|_, _| error(401, "no such token")).await;
    let state = tempfile::tempdir().unwrap();
    let enroll = tokio::process::Command::new(env!("CARGO_BIN_EXE_crosspoint-agent"))
        .args(["enroll", "--server", &server.url, "--token", "cpt_secret"])
        .args(["--state-dir", state.path().join("state").to_str().unwrap()])
        .env("http_proxy", format!("http://127.0.0.1:{proxy}"))
        .env_remove("no_proxy")
        .env_remove("NO_PROXY")
        .output()
        .await
        .unwrap();
    let said = String::from_utf8_lossy(&enroll.stderr);
    assert_eq!(proxied.load(Ordering::Relaxed), 0, "{said}");
    assert_eq!(server.requests().len(), 1, "{said}");
}

#[tokio::test]
async fn nothing_listens_there_and_then_something_does() {
    let free = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = free.local_addr().unwrap();
    drop(free);
    let sending = Sending::start(&format!("http://{address}"), None).await;
    sending
        .is_kept(&["Connection refused", "Check that the gateway is running"])
        .await;
    let _back = TestServer::start_at(&address.to_string(), |_, request| taken(request)).await;
    sending.is_delivered().await;
    sending.says("Connected for").await;
}

#[tokio::test]
async fn a_name_that_does_not_resolve() {
    // RFC 6761: no resolver knows a name below .invalid.
    let sending = Sending::start("http://crosspoint.invalid:8600", None).await;
    sending
        .is_kept(&["crosspoint.invalid", "Check the server's name"])
        .await;
}

#[tokio::test]
async fn a_server_that_never_answers() {
    let (port, count) = door(|mut stream| async move {
        // Takes what comes and says nothing.
        let mut buffer = [0; 4096];
        while stream.read(&mut buffer).await.is_ok_and(|read| read > 0) {}
    })
    .await;
    let sending = Sending::start(&format!("http://127.0.0.1:{port}"), None).await;
    sending.is_kept(&["did not answer in time", "firewalls"]).await;
    is_calm(count.load(Ordering::Relaxed));
}

#[tokio::test]
async fn something_that_is_no_tls_behind_https() {
    let (port, count) = door(|mut stream| async move {
        let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").await;
    })
    .await;
    let sending = Sending::start(&format!("https://127.0.0.1:{port}"), None).await;
    sending
        .is_kept(&["has not accepted reports", "does not speak TLS on this port"])
        .await;
    is_calm(count.load(Ordering::Relaxed));
}

#[tokio::test]
async fn a_private_authority_is_trusted_where_its_file_is_named_and_not_otherwise() {
    let authority = Authority::new();
    let acceptor = authority.acceptor("localhost");
    let (port, count) = door(move |stream| serve_tls(acceptor.clone(), stream)).await;
    let url = format!("https://localhost:{port}");
    let stranger = Sending::start(&url, None).await;
    stranger
        .is_kept(&["invalid peer certificate", "set ca_file to that CA"])
        .await;
    is_calm(count.load(Ordering::Relaxed));

    let friend = Sending::start(&url, Some(&authority.file)).await;
    friend.is_delivered().await;

    // The authority vouches for the name localhost, not for the address.
    let misled = Sending::start(&format!("https://127.0.0.1:{port}"), Some(&authority.file)).await;
    misled
        .is_kept(&["Use a name from the server's certificate"])
        .await;
}

#[tokio::test]
async fn a_server_that_fails_or_has_enough_and_then_recovers() {
    for status in [429, 500, 503] {
        let gate = Arc::new(AtomicUsize::new(0));
        let seen = Arc::clone(&gate);
        let server = TestServer::start(move |_, request| {
            if seen.load(Ordering::Relaxed) == 0 {
                error(status, "not now.")
            } else {
                taken(request)
            }
        })
        .await;
        let sending = Sending::start(&server.url, None).await;
        sending.is_kept(&["has not accepted reports", "not now."]).await;
        is_calm(server.reports().len());
        gate.store(1, Ordering::Relaxed);
        sending.is_delivered().await;
    }
}

#[tokio::test]
async fn a_revoked_key_is_asked_about_rarely() {
    let server = TestServer::start(|_, _| error(401, "the key was revoked.")).await;
    let sending = Sending::start(&server.url, None).await;
    sending
        .is_kept(&[
            "rejected this host's key",
            "the key was revoked.",
            "enroll the host again",
        ])
        .await;
    // At once, and then after waits of at least half of 400 ms.
    assert!(
        (2..=6).contains(&server.reports().len()),
        "{}",
        server.reports().len()
    );
}

#[tokio::test]
async fn refused_events_are_counted_for_the_status() {
    let server = TestServer::start(|_, request| {
        let ids = request.event_ids();
        let refused = json!([{"id": ids[0], "reason": "not the contract", "errors": []}]);
        let answer = json!({"serverTimeMs": 1, "accepted": 2, "refused": refused, "nextReportAfterMs": 0});
        Reply::Json(200, answer)
    })
    .await;
    let sending = Sending::start(&server.url, None).await;
    sending.is_delivered().await;
    sending
        .says("Refused by the server since installation: 1 events")
        .await;
}

/// A certificate authority of one's own, as a company has it.
struct Authority {
    issuer: CertifiedIssuer<'static, KeyPair>,
    file: PathBuf,
    _directory: tempfile::TempDir,
}

impl Authority {
    fn new() -> Self {
        let mut params = CertificateParams::new([]).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let issuer = CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap();
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("ca.pem");
        std::fs::write(&file, issuer.pem()).unwrap();
        Self {
            issuer,
            file,
            _directory: directory,
        }
    }

    fn acceptor(&self, name: &str) -> TlsAcceptor {
        let key = KeyPair::generate().unwrap();
        let params = CertificateParams::new([name.to_owned()]).unwrap();
        let certificate = params.signed_by(&key, &self.issuer).unwrap();
        let config = ServerConfig::builder()
            .with_no_client_auth()
            .with_single_cert(
                vec![certificate.der().clone()],
                PrivatePkcs8KeyDer::from(key.serialize_der()).into(),
            )
            .unwrap();
        TlsAcceptor::from(Arc::new(config))
    }
}

async fn serve_tls(acceptor: TlsAcceptor, stream: TcpStream) {
    if let Ok(stream) = acceptor.accept(stream).await {
        serve_stream(stream, Arc::default(), Arc::new(|_, request| taken(request))).await;
    }
}

/// The whole program, with both its loops: it says what is wrong once, and neither storms the server nor the processor.
#[tokio::test]
async fn the_agent_says_in_its_log_what_is_wrong_and_waits() {
    let server = TestServer::start(|_, _| error(503, "the database is away.")).await;
    let host = tempfile::tempdir().unwrap();
    let path = |name: &str| host.path().join(name).display().to_string();
    std::fs::create_dir_all(path("state")).unwrap();
    let identity = json!({
        "installationId": Uuid::new_v4(),
        "enrollment": {"server": server.url, "hostId": Uuid::new_v4(), "agentKey": "cpa_secret"}
    });
    std::fs::write(path("state/identity.json"), identity.to_string()).unwrap();
    support::machine(host.path(), 1);
    let agent = tokio::process::Command::new(env!("CARGO_BIN_EXE_crosspoint-agent"))
        .args(["run", "--state-dir", &path("state"), "--sysfs", &path("sys")])
        .args([
            "--nvme-cli",
            &path("nvme"),
            "--devfs",
            &path("dev"),
            "--sample-interval",
            "1s",
        ])
        .stderr(std::fs::File::create(path("log")).unwrap())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    tokio::time::sleep(Duration::from_secs(9)).await;

    // Polls at once, and reports once the server's clock was waited for; then after waits of at least 0.5, 1 and 2 s.
    let requests = server.requests().len();
    assert!((4..=10).contains(&requests), "{requests} requests in 9 s");
    let log = std::fs::read_to_string(path("log")).unwrap();
    assert!(
        log.contains("the server is not accepting reports; events are kept on disk"),
        "{log}"
    );
    assert!(log.contains("the database is away."), "{log}");
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", agent.id().unwrap())).unwrap();
    let ticks = |field: usize| -> u64 {
        let after_name = stat.rsplit_once(')').unwrap().1;
        after_name
            .split_whitespace()
            .nth(field - 3)
            .unwrap()
            .parse()
            .unwrap()
    };
    // utime and stime, in hundredths of a second.
    assert!(ticks(14) + ticks(15) < 100, "it kept a processor busy: {stat}");
    let status = describe(Path::new(&path("state"))).unwrap();
    assert!(!status.contains("not running"), "{status}");
}
