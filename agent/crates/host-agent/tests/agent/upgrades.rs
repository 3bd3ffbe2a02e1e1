//! Newer programs of the agent from its server.

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;

use crosspoint_agent::upgrade::record::{Build, Record, Upgrade, sha256, sha256_of_file};
use flate2::Compression;
use flate2::write::GzEncoder;

use super::*;

const NEWER: &str = "9.0.0";
/// An agent that was asked to stop has ended long before.
const END_LIMIT: Duration = Duration::from_secs(60);
const BENCH: &str = "#!/bin/sh\necho uring-bench 9.0.0\n";

/// An agent that is this script. It says its version, and takes down each start.
fn newer_agent(host: &Host, script: &str) -> String {
    let starts = host.path("starts");
    format!(
        "#!/bin/sh\n[ \"$1\" = --version ] && {{ echo crosspoint-agent {NEWER}; exit; }}\necho >>{}\n{script}\n",
        starts.display()
    )
}

/// The archive of such an agent.
fn archive(host: &Host, script: &str) -> Vec<u8> {
    let agent = newer_agent(host, script);
    let mut archive = tar::Builder::new(GzEncoder::new(Vec::new(), Compression::fast()));
    for (name, content) in [
        ("README", "read me"),
        ("crosspoint-agent", &agent),
        ("uring-bench", BENCH),
    ] {
        let mut header = tar::Header::new_gnu();
        header.set_size(content.len() as u64);
        header.set_mode(0o644);
        header.set_cksum();
        archive
            .append_data(&mut header, name, content.as_bytes())
            .unwrap();
    }
    archive.into_inner().unwrap().finish().unwrap()
}

/// The real agent, under another name.
fn as_itself() -> String {
    format!("exec {} \"$@\"", env!("CARGO_BIN_EXE_crosspoint-agent"))
}

fn upgrade_command(archive: &[u8], version: &str) -> Value {
    json!({"id": Uuid::new_v4(), "kind": "upgradeAgent", "version": version, "name": "agent.tar.gz",
           "sha256": sha256(archive), "bytes": archive.len()})
}

/// A server that has this file, and offers what is in the list.
async fn giving(file: Vec<u8>, offered: &Offered) -> TestServer {
    let offered = Arc::clone(offered);
    TestServer::start(move |_, request| {
        if request.path.starts_with("/agent/v1/download/") {
            return Reply::Bytes(file.clone());
        }
        obliging(request, &offered.lock().unwrap())
    })
    .await
}

/// As the server's script leaves it.
fn note_installation(host: &Host) {
    let installed = sha256_of_file(Path::new(env!("CARGO_BIN_EXE_crosspoint-agent"))).unwrap();
    std::fs::create_dir_all(host.path("state")).unwrap();
    std::fs::write(host.path("state/installed"), format!("x archive {installed}\n")).unwrap();
}

fn starts(host: &Host) -> usize {
    std::fs::read(host.path("starts")).map_or(0, |starts| starts.len())
}

async fn until_told(server: &TestServer, command: &Value, outcome: &str) -> String {
    server
        .until("the end of the upgrade", |server| {
            outcomes(server, command).contains(&outcome.to_owned())
        })
        .await;
    let events = server.events_of("command");
    let end = events
        .iter()
        .find(|event| event["commandId"] == command["id"] && event["outcome"] == outcome);
    end.unwrap()["reason"].as_str().unwrap().to_owned()
}

fn record(host: &Host) -> Value {
    serde_json::from_slice(&std::fs::read(host.path("state/upgrade/state.json")).unwrap()).unwrap()
}

#[tokio::test]
async fn an_upgrade_that_proves_itself_runs_from_then_on_in_the_same_service() {
    let offered = Offered::default();
    let host = Host::new(1);
    note_installation(&host);
    let file = archive(&host, &as_itself());
    let command = upgrade_command(&file, NEWER);
    let server = giving(file, &offered).await;
    let mut agent = host.start(&server, &[]);
    offered.lock().unwrap().push(command.clone());
    let told = until_told(&server, &command, "succeeded").await;
    assert_eq!(told, format!("0.1.0 → {NEWER}"), "{}", host.log());
    assert_eq!((starts(&host), record(&host)["trial"].clone()), (1, Value::Null));
    assert!(agent.try_wait().unwrap().is_none(), "its process goes on");
    terminate(&agent);
    assert!(agent.wait().await.unwrap().success());

    let reports = server.reports().len();
    let mut again = host.start(&server, &[]);
    server
        .until("a report", |server| server.reports().len() > reports)
        .await;
    assert_eq!(starts(&host), 2, "the same runs after a restart");
    assert_eq!(
        outcomes(&server, &command)
            .iter()
            .filter(|told| *told == "succeeded")
            .count(),
        1
    );
    terminate(&again);
    assert!(again.wait().await.unwrap().success());
}

/// An upgrade whose programs lie on the host, in this folder.
fn unpacked(host: &Host, folder: &str, agent: &str) -> Upgrade {
    let build = Build {
        version: NEWER.to_owned(),
        archive: folder.to_owned(),
        agent: sha256(agent.as_bytes()),
        bench: sha256(BENCH.as_bytes()),
    };
    let programs = build.directory(&host.path("state"));
    std::fs::create_dir_all(&programs).unwrap();
    for (name, content) in [("crosspoint-agent", agent), ("uring-bench", BENCH)] {
        std::fs::write(programs.join(name), content).unwrap();
        std::fs::set_permissions(programs.join(name), Permissions::from_mode(0o755)).unwrap();
    }
    Upgrade {
        build,
        command: Uuid::new_v4(),
        from: "0.1.0".to_owned(),
        starts: 0,
    }
}

/// Of a host with an upgrade that proved itself.
fn confirmed(host: &Host, agent: &str) -> Record {
    Record {
        installed: sha256_of_file(Path::new(env!("CARGO_BIN_EXE_crosspoint-agent"))).unwrap(),
        confirmed: Some(unpacked(host, "archive", agent)),
        ..Record::default()
    }
}

#[tokio::test]
async fn an_agent_that_waits_for_the_end_of_the_one_before_starts_the_upgrade_then() {
    let host = Host::new(0);
    let server = server(&Offered::default()).await;
    let record = confirmed(&host, &newer_agent(&host, &as_itself()));
    record.save(&host.path("state")).unwrap();
    let before = hold_state(&host);
    let mut agent = host.start(&server, &[]);
    until_waiting(&host, &server, &agent).await;
    assert_eq!(starts(&host), 0, "not before it is known that no other runs");
    drop(before);
    server
        .until("a report", |server| !server.reports().is_empty())
        .await;
    assert_eq!(starts(&host), 1, "{}", host.log());
    terminate(&agent);
    assert!(agent.wait().await.unwrap().success());
}

#[tokio::test]
async fn an_upgrade_that_does_not_start_leaves_the_agent_that_was_there_and_says_so() {
    let offered = Offered::default();
    let host = Host::new(1);
    note_installation(&host);
    let file = archive(&host, "exit 78");
    let command = upgrade_command(&file, NEWER);
    let server = giving(file, &offered).await;
    let mut agent = host.start(&server, &[]);
    offered.lock().unwrap().push(command.clone());
    let reason = until_told(&server, &command, "failed").await;
    assert!(
        reason.contains("ended with exit code 78") && reason.contains("Version 0.1.0 runs again"),
        "{reason}"
    );
    let samples = server.events_of("smart").len();
    server
        .until("another sample", |server| {
            server.events_of("smart").len() > samples
        })
        .await;
    assert!(agent.try_wait().unwrap().is_none(), "the service never ended");
    assert_eq!(starts(&host), 1);
    assert!(
        !host
            .path("state/upgrade")
            .join(command["sha256"].as_str().unwrap())
            .exists()
    );
}

/// The program on trial leaves a process behind that holds the lock.
#[tokio::test]
async fn sigterm_ends_an_agent_that_waits_for_its_directory_after_a_trial() {
    let offered = Offered::default();
    let host = Host::new(0);
    note_installation(&host);
    let lock = host.path("state/lock");
    let script = format!("exec 9>{}; flock 9; sleep 10 & exit 78", lock.display());
    let file = archive(&host, &script);
    let server = giving(file.clone(), &offered).await;
    let mut agent = host.start(&server, &[]);
    offered.lock().unwrap().push(upgrade_command(&file, NEWER));
    server.until("the trial", |_| starts(&host) == 1).await;
    until_waiting(&host, &server, &agent).await;
    terminate(&agent);
    assert!(agent.wait().await.unwrap().success(), "{}", host.log());
    assert_eq!(record(&host)["trial"], Value::Null, "it is not tried again");
}

/// The disk takes its time to note that the trial failed, and meanwhile the agent is asked to stop.
#[tokio::test]
async fn sigterm_just_after_a_trial_ends_the_agent_before_the_upgrade_that_ran_before_goes_on() {
    let host = Host::new(0);
    let server = server(&Offered::default()).await;
    // Nobody reads from it yet.
    let draft = host.path("state/upgrade/state.draft");
    let script = format!("mkfifo {}; exit 78", draft.display());
    let record = Record {
        trial: Some(unpacked(&host, "tried", &newer_agent(&host, &script))),
        ..confirmed(&host, &newer_agent(&host, &as_itself()))
    };
    record.save(&host.path("state")).unwrap();
    let mut agent = host.start(&server, &[]);
    server
        .until("the end of the trial", |_| host.log().contains("is given up"))
        .await;
    terminate(&agent);
    std::fs::read(&draft).unwrap();
    std::fs::remove_file(&draft).unwrap();
    let end = tokio::time::timeout(END_LIMIT, agent.wait()).await;
    assert!(end.expect("it ends").unwrap().success(), "{}", host.log());
    assert_eq!(starts(&host), 1, "nothing but what was tried was started");
}

/// Has a host try this program until it is asked to stop, and start again.
async fn stopped_while_tried(script: &str, ask: impl FnOnce(&Child)) {
    let offered = Offered::default();
    let host = Host::new(0);
    note_installation(&host);
    let file = archive(&host, script);
    let command = upgrade_command(&file, NEWER);
    let server = giving(file, &offered).await;
    let mut agent = host.start(&server, &[]);
    offered.lock().unwrap().push(command.clone());
    server.until("the trial", |_| starts(&host) == 1).await;
    ask(&agent);
    let end = tokio::time::timeout(END_LIMIT, agent.wait()).await;
    assert!(end.expect("it ends").unwrap().success(), "{}", host.log());
    assert_eq!(record(&host)["trial"], Value::Null, "{}", host.log());

    let mut again = host.start(&server, &[]);
    let reason = until_told(&server, &command, "failed").await;
    assert!(
        reason.contains("was stopped before version 9.0.0 had proved itself")
            && reason.contains("ask for the upgrade again"),
        "{reason}"
    );
    assert_eq!(starts(&host), 1, "it is not tried again by itself");
    terminate(&again);
    assert!(again.wait().await.unwrap().success());
}

#[tokio::test]
async fn an_agent_that_is_stopped_while_it_tries_an_upgrade_starts_next_without_it_and_says_so() {
    stopped_while_tried("trap 'exit 0' TERM; while :; do sleep 0.05; done", terminate).await;
}

/// Ctrl-C asks both at once, and the new one's end may be seen first.
#[tokio::test]
async fn ctrl_c_while_an_upgrade_is_tried_ends_the_agent_too() {
    let directory = tempfile::tempdir().unwrap();
    let pressed = directory.path().join("pressed");
    let script = format!(
        "while :; do [ -e {} ] && {{ kill -INT $PPID; exit 130; }}; sleep 0.05; done",
        pressed.display()
    );
    stopped_while_tried(&script, |_| std::fs::write(&pressed, "").unwrap()).await;
}

/// The last word of the agent that makes room waits for the spool, whose disk hangs: that is when it is asked to stop.
#[tokio::test]
async fn an_agent_that_is_stopped_while_it_makes_room_for_an_upgrade_does_not_try_it_at_its_next_start() {
    let offered = Offered::default();
    let host = Host::new(1);
    note_installation(&host);
    let file = archive(&host, &as_itself());
    let command = upgrade_command(&file, NEWER);
    let given = Arc::new(AtomicBool::new(false));
    let (offers, is_given) = (Arc::clone(&offered), Arc::clone(&given));
    let server = TestServer::start(move |_, request| {
        if !request.path.starts_with("/agent/v1/download/") {
            return obliging(request, &offers.lock().unwrap());
        }
        if is_given.load(Ordering::SeqCst) {
            Reply::Bytes(file.clone())
        } else {
            Reply::Later
        }
    })
    .await;
    let mut agent = host.start(&server, &[]);
    offered.lock().unwrap().push(command.clone());
    server
        .until("the upgrade", |server| {
            outcomes(server, &command).contains(&"accepted".to_owned())
        })
        .await;
    let draft = stops::hang_spool(&host).await;
    given.store(true, Ordering::SeqCst);
    let written = host.path("state/upgrade/state.json");
    server.until("what is to be tried", |_| written.exists()).await;
    terminate(&agent);
    let end = tokio::time::timeout(END_LIMIT, agent.wait()).await;
    assert!(end.expect("it ends").unwrap().success(), "{}", host.log());
    assert_eq!(record(&host)["trial"], Value::Null, "{}", host.log());

    std::fs::remove_file(draft).unwrap();
    let mut again = host.start(&server, &[]);
    let reason = until_told(&server, &command, "failed").await;
    assert!(
        reason.contains("was stopped before version 9.0.0 had proved itself"),
        "{reason}"
    );
    assert_eq!(starts(&host), 0, "it was never tried");
    terminate(&again);
    assert!(again.wait().await.unwrap().success());
}

#[tokio::test]
async fn what_is_not_what_the_server_named_is_never_started() {
    let offered = Offered::default();
    let host = Host::new(0);
    note_installation(&host);
    let file = archive(&host, &as_itself());
    let mut other = file.clone();
    *other.last_mut().unwrap() ^= 1;
    let command = upgrade_command(&file, NEWER);
    let server = giving(other, &offered).await;
    let _agent = host.start(&server, &[]);
    offered.lock().unwrap().push(command.clone());
    let reason = until_told(&server, &command, "failed").await;
    assert!(
        reason.contains("has the SHA-256") && reason.ends_with("Nothing was changed"),
        "{reason}"
    );
    assert_eq!(starts(&host), 0);
}

/// A package may put another agent there while this one runs. What this one knows of upgrades is nothing of that one.
#[tokio::test]
async fn an_agent_that_was_replaced_on_its_host_does_not_begin_an_upgrade() {
    let offered = Offered::default();
    let host = Host::new(0);
    let installed = host.path("installed-agent");
    std::fs::write(&installed, "what the script installed").unwrap();
    std::fs::create_dir_all(host.path("state")).unwrap();
    let noted = sha256_of_file(&installed).unwrap();
    std::fs::write(host.path("state/installed"), format!("x archive {noted}\n")).unwrap();
    let file = archive(&host, &as_itself());
    let command = upgrade_command(&file, NEWER);
    let server = giving(file, &offered).await;
    let _agent = support::agent(&server, &host.machine, host.directory.path())
        .env("CROSSPOINT_INSTALLED_AGENT", &installed)
        .spawn()
        .unwrap();
    server
        .until("a report", |server| !server.reports().is_empty())
        .await;
    std::fs::write(&installed, "what a package put there").unwrap();
    offered.lock().unwrap().push(command.clone());
    let reason = until_told(&server, &command, "failed").await;
    assert!(
        reason.contains("another agent was installed as") && reason.contains("Restart the agent"),
        "{reason}"
    );
    assert!(!host.path("state/upgrade/state.json").exists());
}

#[tokio::test]
async fn an_archive_for_another_processor_or_of_another_version_is_never_tried() {
    let offered = Offered::default();
    let host = Host::new(0);
    note_installation(&host);
    let file = archive(&host, &as_itself());
    let command = upgrade_command(&file, "9.0.1");
    let server = giving(file, &offered).await;
    let _agent = host.start(&server, &[]);
    offered.lock().unwrap().push(command.clone());
    let reason = until_told(&server, &command, "failed").await;
    assert!(reason.contains("is version 9.0.0, and not 9.0.1"), "{reason}");
    assert_eq!(starts(&host), 0);
}

#[tokio::test]
async fn a_host_that_works_or_does_not_want_it_declines() {
    let offered = Offered::default();
    let host = Host::new(0);
    let file = archive(&host, &as_itself());
    let server = giving(file.clone(), &offered).await;
    let ask = |version: &str| {
        let command = upgrade_command(&file, version);
        offered.lock().unwrap().push(command.clone());
        command
    };
    let _agent = host.start(&server, &[]);
    assert!(
        declined(&server, &ask(NEWER))
            .await
            .contains("not installed by its server's script")
    );
    drop(_agent);

    note_installation(&host);
    let _agent = host.start(&server, &[]);
    assert!(
        declined(&server, &ask("0.1.0"))
            .await
            .contains("is not older than 0.1.0")
    );
    std::fs::write(host.path("policy.toml"), "deny = [\"upgrade\"]").unwrap();
    assert!(
        declined(&server, &ask(NEWER))
            .await
            .contains("this host denies upgrade")
    );
    std::fs::write(host.path("policy.toml"), "").unwrap();
    until_scratch(&host, &server).await;
    offered
        .lock()
        .unwrap()
        .push(start_command(&host.scratch_target(), &[600], 100));
    until_point(&server, 0, 0).await;
    assert!(
        declined(&server, &ask(NEWER))
            .await
            .contains("a benchmark is running")
    );
    assert_eq!(starts(&host), 0);
}
