//! A host whose key was revoked is let in again by a new token, as the same host.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use serde_json::{Value, json};
use support::{Reply, Request, TestServer, error, taken};
use tokio::process::Command;
use uuid::Uuid;

/// Knows the key `cpa_new` only, and gives it for the token `cpe_good`.
fn answer(request: &Request) -> Reply {
    match request.path.split('?').next().unwrap() {
        "/agent/v1/enroll" if request.body["token"] == "cpe_good" => Reply::Json(
            200,
            json!({"hostId": Uuid::from_u128(1), "agentKey": "cpa_new", "serverTimeMs": 1}),
        ),
        "/agent/v1/enroll" => error(401, "The enrollment token is used up."),
        _ if request.headers["authorization"] != "Bearer cpa_new" => error(401, "The key was revoked."),
        "/agent/v1/commands" => Reply::Json(200, json!({"serverTimeMs": 1, "commands": []})),
        _ => taken(request),
    }
}

fn enrolled(state: &Path, server: &TestServer, key: &str) -> Uuid {
    let installation = Uuid::new_v4();
    let identity = json!({
        "installationId": installation,
        "enrollmentSent": true,
        "enrollment": {"server": server.url, "hostId": Uuid::from_u128(1), "agentKey": key}
    });
    std::fs::write(state.join("identity.json"), identity.to_string()).unwrap();
    installation
}

fn agent(arguments: &[&str], server: &TestServer, token: &str, state: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_crosspoint-agent"));
    command
        .args(arguments)
        .args(["--server", &server.url, "--token", token, "--state-dir"])
        .arg(state)
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    command
}

fn enrollments(server: &TestServer) -> Vec<Value> {
    let requests = server.requests().into_iter();
    requests
        .filter(|request| request.path == "/agent/v1/enroll")
        .map(|request| request.body["installationId"].clone())
        .collect()
}

#[tokio::test]
async fn the_command_that_the_browser_shows_lets_it_in_again_as_the_same_host() {
    let server = TestServer::start(|_, request| answer(request)).await;
    let state = tempfile::tempdir().unwrap();
    let installation = enrolled(state.path(), &server, "cpa_old");
    let run = ["run", "--nvme-cli", "/nonexistent", "--sysfs", "/nonexistent"];
    let _agent = agent(&run, &server, "cpe_good", state.path()).spawn().unwrap();
    server
        .until("a report with the new key", |server| {
            server
                .reports()
                .iter()
                .any(|report| report.headers["authorization"] == "Bearer cpa_new")
        })
        .await;
    assert_eq!(enrollments(&server), [json!(installation)]);
}

#[tokio::test]
async fn enrolling_a_host_whose_key_is_good_is_refused_and_one_whose_key_is_not_goes_through() {
    let server = TestServer::start(|_, request| answer(request)).await;
    let state = tempfile::tempdir().unwrap();
    enrolled(state.path(), &server, "cpa_new");
    let output = agent(&["enroll"], &server, "cpe_good", state.path())
        .output()
        .await
        .unwrap();
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("already enrolled"));

    let installation = enrolled(state.path(), &server, "cpa_old");
    let output = agent(&["enroll"], &server, "cpe_good", state.path())
        .output()
        .await
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert_eq!(enrollments(&server), [json!(installation)]);
}

/// What an installation that is run again does: it must not disturb an agent that works, nor move it unasked.
#[tokio::test]
async fn unless_enrolled_leaves_a_known_host_alone_and_moves_none_to_another_server() {
    let server = TestServer::start(|_, request| answer(request)).await;
    let state = tempfile::tempdir().unwrap();
    enrolled(state.path(), &server, "cpa_new");
    let run = ["run", "--nvme-cli", "/nonexistent", "--sysfs", "/nonexistent"];
    let _running = agent(&run, &server, "cpe_good", state.path()).spawn().unwrap();
    server
        .until("a report", |server| !server.reports().is_empty())
        .await;
    let again = ["enroll", "--unless-enrolled"];
    let output = agent(&again, &server, "cpe_good", state.path())
        .output()
        .await
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("enrolled already"));
    assert_eq!(enrollments(&server), Vec::<Value>::new());

    let elsewhere = tempfile::tempdir().unwrap();
    let other = TestServer::start(|_, request| answer(request)).await;
    enrolled(elsewhere.path(), &other, "cpa_old");
    let output = agent(&again, &server, "cpe_good", elsewhere.path())
        .output()
        .await
        .unwrap();
    assert!(!output.status.success());
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        said.contains(&format!("this host reports to {}", other.url)),
        "{said}"
    );
    assert_eq!(enrollments(&server), Vec::<Value>::new());
    let was_shown = |server: &TestServer| {
        let shown = |request: &Request| {
            request
                .headers
                .get("authorization")
                .is_some_and(|key| key.contains("cpa_old"))
        };
        server.requests().iter().any(shown)
    };
    let output = agent(&["enroll"], &server, "cpe_good", elsewhere.path())
        .output()
        .await
        .unwrap();
    assert!(!output.status.success());
    assert!(!was_shown(&server), "another server's key");

    let revoked = tempfile::tempdir().unwrap();
    let installation = enrolled(revoked.path(), &server, "cpa_old");
    let output = agent(&again, &server, "cpe_good", revoked.path())
        .output()
        .await
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    assert_eq!(enrollments(&server), [json!(installation)]);
}

/// An old token often stays in the configuration; it must not cost what is sampled while the key is looked into.
#[tokio::test]
async fn a_token_that_is_no_good_either_leaves_the_agent_sampling_into_its_spool() {
    let server = TestServer::start(|_, request| answer(request)).await;
    let state = tempfile::tempdir().unwrap();
    enrolled(state.path(), &server, "cpa_old");
    let run = ["run", "--nvme-cli", "/nonexistent", "--sysfs", "/nonexistent"];
    let mut running = agent(&run, &server, "cpe_spent", state.path()).spawn().unwrap();
    server
        .until("a report with the old key", |server| !server.reports().is_empty())
        .await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert!(running.try_wait().unwrap().is_none(), "it goes on");
    let identity = std::fs::read_to_string(state.path().join("identity.json")).unwrap();
    assert!(identity.contains("cpa_old"), "{identity}");
}
