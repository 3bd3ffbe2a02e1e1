//! `crosspoint-agent doctor` on a host where all is well, and on one where everything is wrong.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use crosspoint_nvme_replay::Machine;
use serde_json::{Value, json};
use support::{Reply, Request, TestServer, error, machine, script};
use tokio::process::Command;
use uuid::Uuid;

struct Patient(tempfile::TempDir);

impl Patient {
    /// An enrolled host with two drives and both programs.
    fn healthy(server: &str) -> Self {
        let patient = Self(tempfile::tempdir().unwrap());
        machine(patient.0.path(), 2);
        script(
            &patient.path("uring-bench"),
            r#"[ "$1" = --version ] && { echo "uring-bench 0.1.0"; exit 0; }; [ "$1" = run ] && [ -s "$5" ]"#,
        );
        std::fs::create_dir(patient.path("state")).unwrap();
        let identity = json!({
            "installationId": Uuid::new_v4(),
            "enrollment": {"server": server, "hostId": Uuid::new_v4(), "agentKey": "cpa_secret"}
        });
        std::fs::write(patient.path("state/identity.json"), identity.to_string()).unwrap();
        patient.set_mode("state/identity.json", 0o600);
        patient
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn set_mode(&self, name: &str, mode: u32) {
        std::fs::set_permissions(self.path(name), std::fs::Permissions::from_mode(mode)).unwrap();
    }

    async fn doctor(&self, more: &[&str]) -> (bool, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_crosspoint-agent"));
        command.arg("doctor").args(more);
        for (option, name) in [
            ("--state-dir", "state"),
            ("--sysfs", "sys"),
            ("--nvme-cli", "nvme"),
            ("--uring-bench", "uring-bench"),
            ("--policy", "policy.toml"),
        ] {
            command.arg(option).arg(self.path(name));
        }
        let output = command.output().await.unwrap();
        (output.status.success(), String::from_utf8(output.stdout).unwrap())
    }

    /// Verdict, detail and remedy of each check in one text, by name.
    async fn checks(&self) -> BTreeMap<String, String> {
        let (is_well, output) = self.doctor(&["--json"]).await;
        let document: Value = serde_json::from_str(&output).unwrap();
        assert_eq!(document["ok"], is_well);
        let words = |check: &Value| {
            let parts = ["verdict", "detail", "remedy"].map(|part| check[part].as_str().unwrap_or_default());
            (check["name"].as_str().unwrap().to_owned(), parts.join(": "))
        };
        let checks = document["checks"].as_array().unwrap();
        let by_name: BTreeMap<String, String> = checks.iter().map(words).collect();
        assert_eq!(by_name.len(), checks.len(), "each once: {output}");
        by_name
    }
}

fn now_ms() -> i64 {
    i64::try_from(SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis()).unwrap()
}

async fn server(ahead_ms: i64) -> TestServer {
    TestServer::start(move |_, _: &Request| {
        Reply::Json(200, json!({"serverTimeMs": now_ms() + ahead_ms, "commands": []}))
    })
    .await
}

fn says(checks: &BTreeMap<String, String>, expected: &[(&str, &str, &str)]) {
    for (name, verdict, words) in expected {
        let said = &checks[*name];
        assert!(
            said.starts_with(&format!("{verdict}: ")) && said.contains(words),
            "{name}: {said}"
        );
    }
}

#[tokio::test]
async fn finds_nothing_wrong_on_a_good_host() {
    let server = server(0).await;
    let patient = Patient::healthy(&server.url);
    std::fs::write(patient.path("policy.toml"), "allow_destructive = [\"NVME0\"]").unwrap();
    patient.set_mode("policy.toml", 0o644);
    let checks = patient.checks().await;
    let all_well = [
        ("nvme-cli", "version 2.3"),
        ("drives", "2 found, all responding"),
        ("uring-bench", "version 0.1.0"),
        ("io_uring", "succeeded"),
        ("enrollment", "as host"),
        ("server", "is responding"),
        ("TLS", "local connection"),
        ("key", "accepted"),
        ("clock", "the server's clock"),
        ("key file", "0600"),
        ("spool", "MB free"),
    ];
    says(&checks, &all_well.map(|(name, words)| (name, "ok", words)));
    says(&checks, &[("agent", "warning", "not running")]);
    if nix::unistd::geteuid().is_root() {
        says(
            &checks,
            &[("rights", "ok", "CAP_SYS_ADMIN"), ("policy", "ok", "is valid")],
        );
        let (is_well, text) = patient.doctor(&[]).await;
        assert!(is_well, "a warning is no failure: {text}");
        assert!(text.contains("nvme-cli     ok       version 2.3"), "{text}");
        assert!(
            text.contains("→ systemctl enable --now crosspoint-agent"),
            "{text}"
        );
    }
    let left: Vec<_> = patient
        .path("state")
        .read_dir()
        .unwrap()
        .flatten()
        .map(|entry| entry.file_name())
        .collect();
    assert_eq!(left, ["identity.json"], "it leaves nothing behind");
}

#[tokio::test]
async fn names_everything_that_is_wrong_and_how_to_fix_it() {
    let closed = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", closed.local_addr().unwrap());
    drop(closed);
    let patient = Patient::healthy(&url);
    std::fs::remove_file(patient.path("nvme")).unwrap();
    std::fs::remove_file(patient.path("uring-bench")).unwrap();
    std::fs::write(patient.path("policy.toml"), "allow_destructiv = []").unwrap();
    patient.set_mode("state/identity.json", 0o644);
    let checks = patient.checks().await;
    says(
        &checks,
        &[
            ("nvme-cli", "failed", "apt install nvme-cli"),
            ("drives", "failed", "without nvme-cli"),
            ("uring-bench", "failed", "benchmarks are not possible"),
            ("io_uring", "warning", "measurement failed"),
            ("server", "failed", "Connection refused"),
            ("key file", "failed", "can be read by others (0644)"),
            ("policy", "failed", "nothing destructive is allowed"),
        ],
    );
    let (is_well, _) = patient.doctor(&[]).await;
    assert!(!is_well);
}

#[tokio::test]
async fn tells_a_clock_that_is_off_a_key_that_is_refused_and_a_drive_that_hangs() {
    let server = server(10_000).await;
    let patient = Patient::healthy(&server.url);
    std::fs::write(patient.path("policy.toml"), "").unwrap();
    patient.set_mode("policy.toml", 0o666);
    let machine = Machine::at(patient.0.path());
    machine.change("nvme1", "behaviour = \"hangs\"").unwrap();
    let checks = patient.checks().await;
    says(
        &checks,
        &[
            ("clock", "warning", "s behind the server's"),
            ("policy", "failed", "users other than root can change it"),
            (
                "drives",
                "failed",
                "1 of 2 cannot be read. nvme get-log /dev/nvme1",
            ),
        ],
    );

    let strict = TestServer::start(|_, _| error(401, "The key was revoked.")).await;
    let patient = Patient::healthy(&strict.url);
    says(
        &patient.checks().await,
        &[
            ("server", "ok", "is responding"),
            ("key", "failed", "The key was revoked."),
        ],
    );
}

#[tokio::test]
async fn a_host_that_is_not_enrolled_is_told_how() {
    let patient = Patient::healthy("http://unused");
    std::fs::remove_file(patient.path("state/identity.json")).unwrap();
    let checks = patient.checks().await;
    says(
        &checks,
        &[
            ("enrollment", "failed", "Add a host"),
            ("key file", "warning", "does not exist"),
        ],
    );
    assert!(!checks.contains_key("server"), "there is none to ask: {checks:?}");
}
