//! Delivery: at least once, in order, whatever the server does.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use std::path::Path;
use std::time::{Duration, Instant};

use crosspoint_agent::link::server::{Server, Trust};
use crosspoint_agent::link::spool::{LaneName, Spool};
use crosspoint_agent::link::status::describe;
use crosspoint_agent::link::uplink::{Rhythm, Uplink};
use serde_json::json;
use support::{Reply, Request, TestServer, error, taken};
use uuid::Uuid;

const FAST: Rhythm = Rhythm {
    routine: Duration::from_millis(50),
    retry_first: Duration::from_millis(20),
    retry_longest: Duration::from_millis(100),
    retry_key: Duration::from_millis(200),
};

struct Sending {
    directory: tempfile::TempDir,
    spool: Spool,
    ids: Vec<String>,
}

/// Spools so many results and starts to send them.
async fn send(server: &TestServer, count: usize) -> Sending {
    let directory = tempfile::tempdir().unwrap();
    let spool = Spool::open(&directory.path().join("spool"), 1 << 24).unwrap();
    let mut ids = Vec::new();
    for _ in 0..count {
        let id = Uuid::new_v4().to_string();
        let event = json!({"id": id, "kind": "runStarted", "timeMs": 1, "runId": id});
        spool
            .append(LaneName::Results, event.to_string().into_bytes())
            .await
            .unwrap();
        ids.push(id);
    }
    start(server, spool.clone(), directory.path());
    Sending {
        directory,
        spool,
        ids,
    }
}

fn start(server: &TestServer, spool: Spool, state: &Path) {
    let door = Server::new(&server.url, Trust::default()).unwrap();
    tokio::spawn(Uplink::new(spool, door, "cpa_secret".into(), FAST, state).run());
}

fn all_ids(server: &TestServer) -> Vec<String> {
    server.reports().iter().flat_map(Request::event_ids).collect()
}

async fn until_empty(sending: &Sending) {
    for _ in 0..500 {
        if sending.spool.pending().await.unwrap().results == 0 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("the spool is not empty");
}

#[tokio::test]
async fn sends_with_the_key_packed_and_forgets_what_was_taken() {
    let server = TestServer::start(|_, request| taken(request)).await;
    let sending = send(&server, 3).await;
    until_empty(&sending).await;
    let reports = server.reports();
    assert_eq!(all_ids(&server), sending.ids);
    assert_eq!(reports[0].headers["authorization"], "Bearer cpa_secret");
    assert_eq!(reports[0].headers["content-encoding"], "gzip");
    assert!(reports[0].body["agentTimeMs"].as_u64().unwrap() > 1_700_000_000_000);
}

#[tokio::test]
async fn after_a_lost_answer_it_sends_the_same_ids_again() {
    let server =
        TestServer::start(|number, request| if number == 0 { Reply::Lost } else { taken(request) }).await;
    let sending = send(&server, 2).await;
    until_empty(&sending).await;
    let reports = server.reports();
    assert!(reports.len() >= 2);
    for report in &reports {
        assert_eq!(report.event_ids(), sending.ids);
    }
}

#[tokio::test]
async fn waits_as_long_as_the_server_asks_for() {
    for status in [429, 503] {
        let server = TestServer::start(move |number, request| {
            if number == 0 {
                Reply::RetryAfter(status, 1)
            } else {
                taken(request)
            }
        })
        .await;
        let started = Instant::now();
        let sending = send(&server, 1).await;
        until_empty(&sending).await;
        assert!(
            started.elapsed() >= Duration::from_secs(1),
            "{status}: {:?}",
            started.elapsed()
        );
        assert_eq!(server.reports().len(), 2);
    }
}

#[tokio::test]
async fn a_refused_key_keeps_everything_and_is_tried_again_slowly() {
    let server = TestServer::start(|number, request| {
        if number < 2 {
            error(401, "the key is not known")
        } else {
            taken(request)
        }
    })
    .await;
    let started = Instant::now();
    let sending = send(&server, 2).await;
    server
        .until("the first refusal", |server| !server.reports().is_empty())
        .await;
    assert_eq!(sending.spool.pending().await.unwrap().results, 2);
    until_empty(&sending).await;
    // Two waits of at least half of 200 ms.
    assert!(started.elapsed() >= Duration::from_millis(200));
    assert_eq!(server.reports()[2].event_ids(), sending.ids);
}

#[tokio::test]
async fn a_refused_event_is_kept_with_its_reason_and_the_others_are_delivered() {
    for status in [200, 422] {
        let server = TestServer::start(move |_, request| {
            let ids = request.event_ids();
            let errors = json!([{"path": "log", "message": "Required"}]);
            let refused = json!([{"id": ids[0], "reason": "not the contract", "errors": errors}]);
            let answer = json!({"serverTimeMs": 1, "accepted": ids.len() - 1, "refused": refused, "nextReportAfterMs": 0});
            Reply::Json(status, answer)
        })
        .await;
        let sending = send(&server, 2).await;
        until_empty(&sending).await;
        let kept = std::fs::read_to_string(sending.directory.path().join("refused.jsonl")).unwrap();
        assert_eq!(kept.lines().count(), 1);
        let kept: serde_json::Value = serde_json::from_str(&kept).unwrap();
        assert_eq!(
            (&kept["event"]["id"], &kept["reason"]),
            (&json!(sending.ids[0]), &json!("not the contract"))
        );
        assert_eq!(server.reports().len(), 1, "it is not sent again");
    }
}

#[tokio::test]
async fn a_report_that_is_too_large_is_divided() {
    let server = TestServer::start(|_, request| {
        if request.events().len() > 2 {
            error(413, "too large")
        } else {
            taken(request)
        }
    })
    .await;
    let sending = send(&server, 7).await;
    until_empty(&sending).await;
    let taken: Vec<String> = server
        .reports()
        .iter()
        .filter(|report| report.events().len() <= 2)
        .flat_map(Request::event_ids)
        .collect();
    assert_eq!(taken, sending.ids);
}

#[tokio::test]
async fn one_event_that_spoils_the_report_is_found_and_set_aside() {
    let poison = std::sync::Arc::new(std::sync::OnceLock::<String>::new());
    let spoiled = std::sync::Arc::clone(&poison);
    let server = TestServer::start(move |_, request| {
        let ids = request.event_ids();
        let poison = spoiled.get_or_init(|| ids[3].clone());
        if ids.contains(poison) {
            error(400, "not the contract")
        } else {
            taken(request)
        }
    })
    .await;
    let sending = send(&server, 6).await;
    until_empty(&sending).await;
    let kept = std::fs::read_to_string(sending.directory.path().join("refused.jsonl")).unwrap();
    assert_eq!(kept.lines().count(), 1);
    assert!(kept.contains(poison.get().unwrap()));
}

#[tokio::test]
async fn the_one_event_on_which_the_server_fails_is_found_and_set_aside() {
    let poison = std::sync::Arc::new(std::sync::OnceLock::<String>::new());
    let failing = std::sync::Arc::clone(&poison);
    let server = TestServer::start(move |_, request| {
        let ids = request.event_ids();
        let poison = failing.get_or_init(|| ids[3].clone());
        if ids.contains(poison) {
            error(500, "Something went wrong.")
        } else {
            taken(request)
        }
    })
    .await;
    let sending = send(&server, 12).await;
    until_empty(&sending).await;
    let kept = std::fs::read_to_string(sending.directory.path().join("refused.jsonl")).unwrap();
    assert_eq!(kept.lines().count(), 1, "{kept}");
    let kept: serde_json::Value = serde_json::from_str(&kept).unwrap();
    assert_eq!(kept["event"]["id"], json!(poison.get().unwrap()));
    let reason = kept["reason"].as_str().unwrap();
    assert!(
        reason.contains("500") && reason.contains("takes others"),
        "{reason}"
    );
    assert_eq!(sending.spool.pending().await.unwrap().events_refused, 1, "told");
    let good = sending.ids.iter().filter(|id| Some(*id) != poison.get());
    let arrived = taken_ids(&server, poison.get().unwrap());
    for id in good {
        assert!(arrived.contains(id), "{id} was not delivered");
    }
}

/// Ids of the reports that a server which fails on `poison` alone took.
fn taken_ids(server: &TestServer, poison: &String) -> Vec<String> {
    let reports = server.reports().into_iter().map(|report| report.event_ids());
    reports.filter(|ids| !ids.contains(poison)).flatten().collect()
}

#[tokio::test]
async fn without_another_event_that_the_server_takes_nothing_is_set_aside() {
    // 500 for everything, or for the only event there is, and 503 for one of many: none says that an event is to blame.
    for (status, count, is_for_all) in [(500, 6, true), (500, 1, true), (503, 6, false)] {
        let server = TestServer::start(move |_, request| {
            let first_ever = request.event_ids().contains(&POISON.to_owned());
            if is_for_all || first_ever {
                error(status, "Something went wrong.")
            } else {
                taken(request)
            }
        })
        .await;
        let directory = tempfile::tempdir().unwrap();
        let spool = Spool::open(&directory.path().join("spool"), 1 << 24).unwrap();
        let others = std::iter::repeat_with(|| Uuid::new_v4().to_string()).take(count - 1);
        for id in std::iter::once(POISON.to_owned()).chain(others) {
            let event = json!({"id": id, "kind": "runStarted", "timeMs": 1, "runId": id}).to_string();
            spool.append(LaneName::Results, event.into_bytes()).await.unwrap();
        }
        start(&server, spool.clone(), directory.path());
        server
            .until("many tries", |server| server.reports().len() > 20)
            .await;
        assert!(
            !directory.path().join("refused.jsonl").exists(),
            "{status} {count}"
        );
        assert_eq!(spool.pending().await.unwrap().results, count as u64);
    }
}

const POISON: &str = "7d444840-9dc0-11d1-b245-5ffdce74fad2";

#[tokio::test]
async fn an_answer_of_something_else_than_the_server_loses_nothing() {
    // A proxy's page with 200, 400 or 404 is not the server's judgement.
    for status in [200, 400, 404, 502] {
        let server = TestServer::start(move |number, request| {
            if number < 2 {
                Reply::Json(status, json!("a page"))
            } else {
                taken(request)
            }
        })
        .await;
        let sending = send(&server, 2).await;
        until_empty(&sending).await;
        assert_eq!(server.reports()[2].event_ids(), sending.ids, "{status}");
        assert!(
            !sending.directory.path().join("refused.jsonl").exists(),
            "{status}"
        );
    }
}

#[tokio::test]
async fn a_server_or_proxy_that_takes_no_report_at_all_for_a_while_loses_nothing() {
    let refusals: [fn() -> Reply; 4] = [
        || Reply::Json(413, json!("a page")),
        || error(413, "too large"),
        || error(400, "The body is not JSON."),
        || error(422, "The report is not the contract."),
    ];
    for refusal in refusals {
        let server = TestServer::start(
            move |number, request| {
                if number < 8 { refusal() } else { taken(request) }
            },
        )
        .await;
        let sending = send(&server, 2).await;
        until_empty(&sending).await;
        let refused = sending.directory.path().join("refused.jsonl");
        assert!(
            !refused.exists(),
            "{}",
            std::fs::read_to_string(&refused).unwrap()
        );
        let taken = server.reports()[8..]
            .iter()
            .flat_map(Request::event_ids)
            .collect::<Vec<_>>();
        assert!(sending.ids.iter().all(|id| taken.contains(id)));
    }
}

#[tokio::test]
async fn results_do_not_wait_for_samples_and_go_first() {
    let server = TestServer::start(|_, request| taken(request)).await;
    let directory = tempfile::tempdir().unwrap();
    let spool = Spool::open(directory.path(), 1 << 20).unwrap();
    let event = |kind: &str| {
        json!({"id": Uuid::new_v4(), "kind": kind})
            .to_string()
            .into_bytes()
    };
    for _ in 0..3 {
        spool.append(LaneName::Samples, event("smart")).await.unwrap();
    }
    spool
        .append(LaneName::Results, event("runStarted"))
        .await
        .unwrap();
    start(&server, spool, directory.path());
    server
        .until("four events", |server| server.events().len() == 4)
        .await;
    assert_eq!(server.events()[0]["kind"], "runStarted");
}

#[tokio::test]
async fn status_says_what_is_wrong() {
    let server = TestServer::start(|_, _| error(401, "the key is not known")).await;
    let sending = send(&server, 1).await;
    let state = sending.directory.path();
    assert!(describe(state).unwrap().starts_with("Not enrolled"));
    let identity = json!({
        "installationId": Uuid::new_v4(),
        "enrollment": {"server": server.url, "hostId": Uuid::new_v4(), "agentKey": "cpa_secret"}
    });
    std::fs::write(state.join("identity.json"), identity.to_string()).unwrap();
    server
        .until("the refusal", |_| {
            describe(state).unwrap().contains("rejected this host's key")
        })
        .await;
    assert!(!describe(state).unwrap().contains("cpa_secret"));
}
