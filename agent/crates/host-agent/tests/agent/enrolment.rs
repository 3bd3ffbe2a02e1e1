//! Enrolment by its own command.

use super::*;

#[tokio::test]
async fn refused_enrolments_say_what_to_do() {
    for (status, words) in [
        (401, "does not accept the token"),
        (409, "knows this installation already"),
    ] {
        let server = TestServer::start(move |_, _| error(status, "no.")).await;
        let output = enroll(&server, &tempfile::tempdir().unwrap().path().join("state")).await;
        assert!(!output.status.success());
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(words) && !said.contains("cpe_token"), "{said}");
    }
}

#[tokio::test]
async fn an_enrolment_whose_answer_was_lost_is_made_up_for() {
    let server = TestServer::start(|number, request| match number {
        0 => Reply::Lost,
        1 => error(409, "known."),
        _ => answer(request, &[]),
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
