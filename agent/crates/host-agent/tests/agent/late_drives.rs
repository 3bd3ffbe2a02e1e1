//! A run whose drive is not there yet when its agent is back.

use super::*;

/// The drive of the run takes a while to appear after a boot.
#[tokio::test]
async fn the_time_that_a_run_waits_for_its_drive_is_told_as_one_in_which_nothing_was_measured() {
    let offered = Offered::default();
    let server = server(&offered).await;
    let host = Host::new(1);
    script(
        &host.path("uring-bench"),
        &FAKE_URING_BENCH.replace("OTHER", "NVME0"),
    );
    let mut agent = host.start(&server, &[]);
    let run = start_command(&namespace("NVME0"), &[60], 100);
    offered.lock().unwrap().push(run.clone());
    until_point(&server, 0, 0).await;
    agent.kill().await.unwrap();
    let (controller, away) = (
        host.machine.sysfs().join("class/nvme/nvme0"),
        host.path("controller"),
    );
    std::fs::rename(&controller, &away).unwrap();
    let gone = Instant::now();
    let _agent = host.start(&server, &[]);
    tokio::time::sleep(Duration::from_secs(6)).await;
    let waited = gone.elapsed().as_secs();
    std::fs::rename(&away, &controller).unwrap();
    until_point(&server, 0, 1).await;
    let started = stored(&server, "pointStarted");
    let warnings = started.iter().filter_map(|event| event["warnings"][0].as_str());
    let said: Vec<u64> = warnings
        .filter_map(|warning| {
            warning
                .split_once("after at most ")?
                .1
                .split(' ')
                .next()?
                .parse()
                .ok()
        })
        .collect();
    assert!(
        said.len() == 1 && said[0] >= waited,
        "{said:?}, and {waited} s passed"
    );
}
