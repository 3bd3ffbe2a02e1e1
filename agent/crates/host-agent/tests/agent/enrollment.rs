//! Enrollment by its own command.

use super::*;

#[tokio::test]
async fn refused_enrollments_say_what_to_do() {
    for (status, words) in [
        (401, "rejected the token"),
        (409, "already knows this installation"),
    ] {
        let server = TestServer::start(move |_, _| error(status, "no.")).await;
        let output = enroll(&server, &tempfile::tempdir().unwrap().path().join("state")).await;
        assert!(!output.status.success());
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(words) && !said.contains("cpe_token"), "{said}");
    }
}

#[tokio::test]
async fn an_enrollment_whose_answer_was_lost_is_made_up_for() {
    let server = TestServer::start(|number, request| match number {
        0 => Reply::Lost,
        1 => error(409, "known."),
        _ => obliging(request, &[]),
    })
    .await;
    let state = tempfile::tempdir().unwrap();
    assert!(!enroll(&server, state.path()).await.status.success());
    let output = enroll(&server, state.path()).await;
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let ids: Vec<Value> = server
        .requests()
        .iter()
        .map(|request| request.body["installationId"].clone())
        .collect();
    assert!(ids[0] == ids[1] && ids[1] != ids[2], "{ids:?}");
}

/// Port 9 (discard) of an address for documentation (RFC 5737): nothing there ever answers.
const ELSEWHERE: &str = "http://192.0.2.7:9";

#[tokio::test]
async fn a_key_does_not_travel_unencrypted_unless_the_administrator_says_so() {
    let state = tempfile::tempdir().unwrap();
    for arguments in [
        &["enroll", "--server", ELSEWHERE, "--token", "cpe_token"][..],
        &[
            "run",
            "--server",
            ELSEWHERE,
            "--token",
            "cpe_token",
            "--sysfs",
            "/nonexistent",
        ],
    ] {
        let agent = Command::new(env!("CARGO_BIN_EXE_crosspoint-agent"))
            .args(arguments)
            .arg("--state-dir")
            .arg(state.path())
            .kill_on_drop(true)
            .output();
        let output = tokio::time::timeout(Duration::from_secs(5), agent).await;
        let output = output.expect("it does not try to connect").unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(
            said.contains("is not encrypted") && said.contains("--allow-plain-http"),
            "{said}"
        );
        assert_eq!(output.status.code(), Some(78), "a restart would not mend it");
    }
}

#[test]
fn what_stays_on_this_machine_needs_no_encryption() {
    let is_refused = |url: &str| {
        let refused = Server::new(url, Trust::default()).err();
        refused.is_some_and(|error| matches!(error, SetUpError::Unencrypted { .. }))
    };
    for url in [
        "http://localhost:1",
        "http://127.0.0.1:1",
        "http://127.9.8.7",
        "http://[::1]:1",
        "https://192.0.2.7",
    ] {
        assert!(!is_refused(url), "{url}");
    }
    for url in [
        ELSEWHERE,
        "http://0.0.0.0:1",
        "http://localhost.example.net",
        "http://127.0.0.1.example.net",
        "http://[2001:db8::1]",
    ] {
        assert!(is_refused(url), "{url}");
    }
    let trust = Trust {
        plain_http: true,
        ..Trust::default()
    };
    assert!(Server::new(ELSEWHERE, trust).unwrap().is_unencrypted());
}

async fn enroll(server: &TestServer, state: &Path) -> std::process::Output {
    Command::new(env!("CARGO_BIN_EXE_crosspoint-agent"))
        .args([
            "enroll",
            "--server",
            &server.url,
            "--token",
            "cpe_token",
            "--state-dir",
            state.to_str().unwrap(),
        ])
        .output()
        .await
        .unwrap()
}
