use serde_json::json;

use super::*;
use crate::runtime::small_disk::SmallDisk;

fn records_in(directory: &Path) -> Records {
    Records::new(directory, Arc::default())
}

fn command(run_id: Uuid) -> StartBenchmarkCommand {
    let sweep = json!({"kind": "sweep", "pattern": "random", "readPercent": 100, "blockBytes": 4096, "durationSeconds": 1});
    let command = json!({"id": Uuid::from_u128(1), "runId": run_id, "target": {"kind": "scratchFile", "path": "/scratch"},
        "plan": {"id": "x", "name": "X", "readsOnly": true, "steps": [sweep]}});
    serde_json::from_value(command).unwrap()
}

fn place(sequence: u32) -> ActionPlace {
    let place = json!({"action": "measure", "stepPath": [0], "sequences": [sequence]});
    serde_json::from_value(place).unwrap()
}

fn failed(reason: &str) -> Feedback {
    Feedback::Failed {
        reason: reason.to_owned(),
    }
}

const RUN: Uuid = Uuid::from_u128(7);

#[tokio::test]
async fn a_run_is_known_again_with_all_that_it_came_to() {
    let directory = tempfile::tempdir().unwrap();
    let records = records_in(directory.path());
    let mut record = records.begin(command(RUN), None).await.unwrap();
    assert_eq!(record.begin_next().await, Ok(0));
    record.end_of(place(0), &Feedback::Done).await.unwrap();
    assert_eq!(record.begin_next().await, Ok(0));
    record.end_of(place(1), &failed("why")).await.unwrap();
    assert_eq!(record.begin_next().await, Ok(0));

    let mut again = records_in(directory.path()).read(RUN).unwrap();
    assert_eq!(again.command, command(RUN));
    assert_eq!(
        again.done(),
        [(place(0), Feedback::Done), (place(1), failed("why"))]
    );
    assert_eq!(again.last(), record.last());
    assert_eq!(
        again.begin_next().await,
        Ok(1),
        "what was under way is begun again"
    );
    again.end_of(place(2), &Feedback::Done).await.unwrap();
    assert_eq!(records.read(RUN).unwrap().done().len(), 3);
}

#[tokio::test]
async fn a_run_that_is_broken_off_in_a_long_action_was_there_until_its_last_sign_of_life() {
    let directory = tempfile::tempdir().unwrap();
    let records = records_in(directory.path());
    let mut record = records.begin(command(RUN), None).await.unwrap();
    record.begin_next().await.unwrap();
    let begun = record.last().clone();
    let every = Duration::from_millis(20);
    let long = sleep(Duration::from_millis(500));
    record.alive_during(every, long).await;

    let mut again = records.read(RUN).unwrap();
    let lived = again.last().boot_ms - begun.boot_ms;
    assert!(lived >= 100, "{lived} ms");
    assert_eq!(again.begin_next().await, Ok(1), "it is under way still");
    again.end_of(place(0), &Feedback::Done).await.unwrap();
    assert_eq!(records.read(RUN).unwrap().done().len(), 1);
}

#[tokio::test]
async fn half_a_line_at_the_end_is_cut_off_and_half_a_line_elsewhere_is_the_end_of_it() {
    let directory = tempfile::tempdir().unwrap();
    let records = records_in(directory.path());
    let mut record = records.begin(command(RUN), None).await.unwrap();
    record.end_of(place(0), &Feedback::Done).await.unwrap();
    let path = records.path(RUN);
    let whole = std::fs::read(&path).unwrap();
    // A byte of a character that has two, and no end.
    std::fs::write(&path, [&whole[..], b"{\"kind\":\"done\xc3"].concat()).unwrap();
    let mut again = records.read(RUN).unwrap();
    assert_eq!(again.done().len(), 1);
    again.end_of(place(1), &Feedback::Done).await.unwrap();
    assert_eq!(records.read(RUN).unwrap().done().len(), 2);

    std::fs::write(&path, [&whole[..], b"{\"kind\":\"do\n", &whole[..]].concat()).unwrap();
    let reason = records.read(RUN).err().unwrap();
    assert!(reason.contains("cannot be read: line 3"), "{reason}");
}

#[tokio::test]
async fn what_brings_the_agent_down_again_and_again_is_not_begun_for_ever() {
    let directory = tempfile::tempdir().unwrap();
    let records = records_in(directory.path());
    drop(records.begin(command(RUN), None).await.unwrap());
    for attempt in 0..3 {
        assert_eq!(records.read(RUN).unwrap().begin_next().await, Ok(attempt));
    }
    let reason = records.read(RUN).unwrap().begin_next().await.unwrap_err();
    assert!(reason.contains("begun 3 times"), "{reason}");

    // An orderly stop is no sign of that; but attempts have numbers up to 7.
    drop(records.begin(command(RUN), None).await.unwrap());
    for attempt in 0..8 {
        let mut record = records.read(RUN).unwrap();
        assert_eq!(record.begin_next().await, Ok(attempt));
        record.suspend().await;
        record.suspend().await;
    }
    assert!(records.read(RUN).unwrap().begin_next().await.is_err());
}

#[tokio::test]
async fn a_record_of_another_version_or_run_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let records = records_in(directory.path());
    drop(records.begin(command(RUN), None).await.unwrap());
    let path = records.path(RUN);
    let text = std::fs::read_to_string(&path).unwrap();
    let other = Uuid::from_u128(8);
    std::fs::copy(&path, records.path(other)).unwrap();
    for (run_id, content, reason) in [
        (other, text.clone(), "another run's"),
        (
            RUN,
            text.replace("\"version\":2", "\"version\":1"),
            "another version of the agent wrote it",
        ),
        (RUN, text.repeat(2), "it begins twice"),
        (RUN, String::new(), "nothing is left of it"),
        (
            RUN,
            format!(
                "{text}{{\"kind\":\"done\",\"place\":{{\"action\":\"set\",\"stepPath\":[0]}},\"feedback\":{{\"kind\":\"ofALaterVersion\"}},\"timeMs\":1}}\n"
            ),
            "line 2",
        ),
    ] {
        std::fs::write(records.path(run_id), content).unwrap();
        let found = records.read(run_id).err().unwrap();
        assert!(found.contains(reason), "{found}");
    }
    std::fs::remove_file(&path).unwrap();
    assert!(records.read(RUN).err().unwrap().contains("No such file"));
}

#[tokio::test]
async fn records_of_runs_that_are_over_go() {
    let directory = tempfile::tempdir().unwrap();
    let records = records_in(directory.path());
    let runs = [1, 2, 3].map(Uuid::from_u128);
    for run_id in runs {
        drop(records.begin(command(run_id), None).await.unwrap());
    }
    std::fs::write(directory.path().join("runs/x.draft"), "half").unwrap();
    records.forget(runs[0]);
    records.forget(runs[0]);
    records.forget_all_but(&runs[1..2]);
    let left = std::fs::read_dir(directory.path().join("runs")).unwrap().count();
    assert_eq!(left, 1);
    assert!(records.read(runs[1]).is_ok());
}

#[tokio::test]
async fn a_full_disk_lets_nothing_begin_and_spoils_nothing() {
    let Some(disk) = SmallDisk::mount() else { return };
    let records = records_in(disk.path());
    let mut record = records.begin(command(RUN), None).await.unwrap();
    record.end_of(place(0), &Feedback::Done).await.unwrap();
    disk.fill();
    // What is left of the last page of the file may take some more.
    let mut refused = None;
    for _ in 0..200 {
        if let Err(reason) = record.end_of(place(1), &failed(&"x".repeat(1000))).await {
            refused = Some(reason);
            break;
        }
    }
    let reason = refused.unwrap();
    assert!(
        reason.contains("cannot write down how far the run came"),
        "{reason}"
    );
    assert!(records.begin(command(Uuid::from_u128(8)), None).await.is_err());
    let known = records.read(RUN).unwrap().done().len();
    disk.empty();
    record.end_of(place(2), &Feedback::Done).await.unwrap();
    assert_eq!(records.read(RUN).unwrap().done().len(), known + 1);
}

#[tokio::test]
async fn a_reason_without_end_is_cut() {
    let directory = tempfile::tempdir().unwrap();
    let records = records_in(directory.path());
    let mut record = records.begin(command(RUN), None).await.unwrap();
    record.end_of(place(0), &failed(&"ä".repeat(2000))).await.unwrap();
    assert_eq!(records.read(RUN).unwrap().done()[0].1, failed(&"ä".repeat(500)));
}
