//! A drive whose files in sysfs hang, as they do while the kernel waits for it with the lock of its queue.

use nix::sys::stat::Mode;
use nix::unistd::mkfifo;

use super::*;

/// Longer than an operation on such a file may take, and shorter than twice that.
const WATCHED: Duration = Duration::from_secs(12);

#[tokio::test]
async fn a_scheduler_that_hangs_costs_its_own_command_and_no_other_drive_anything() {
    let host = Host::new().await;
    let _agent = host.start();
    let samples_of = |serial: &str| {
        let events = host.server.events_of("smart");
        events
            .iter()
            .filter(|event| event["drive"]["serial"] == serial)
            .count()
    };
    host.server
        .until("samples", |_| samples_of(FLASH) > 0 && samples_of(OPTANE) > 0)
        .await;
    // Nobody is at the other end of it: opening it waits for ever.
    let scheduler = host.machine.sysfs().join("class/block/nvme0n1/queue/scheduler");
    std::fs::remove_file(&scheduler).unwrap();
    mkfifo(&scheduler, Mode::S_IRUSR | Mode::S_IWUSR).unwrap();

    let before = (samples_of(FLASH), samples_of(OPTANE), Instant::now());
    let command = |serial: &str| {
        control(
            serial,
            json!({"kind": "setScheduler", "nsid": 1, "scheduler": "mq-deadline"}),
        )
    };
    let (hanging, well) = (command(OPTANE), command(FLASH));
    host.offer(&hanging);
    assert_eq!(
        host.end(&well).await.0,
        "succeeded",
        "another drive's is set meanwhile"
    );
    assert!(before.2.elapsed() < WATCHED, "it waited for the one that hangs");

    let (outcome, reason) = host.end_of(&hanging).await;
    assert_eq!(outcome, "failed");
    assert!(
        reason.contains("nvme0n1") && reason.contains("the drive is not responding"),
        "{reason}"
    );
    // A scan of every drive, too, and the next command: nothing waits for what hangs already.
    let collect = json!({"id": Uuid::new_v4(), "kind": "collectNow"});
    assert_eq!(host.end(&collect).await.0, "succeeded");
    let again = command(OPTANE);
    assert_eq!(host.end(&again).await.0, "failed");

    let seconds = usize::try_from(before.2.elapsed().as_secs()).unwrap();
    for (serial, before) in [(FLASH, before.0), (OPTANE, before.1)] {
        let taken = samples_of(serial) - before;
        assert!(
            taken >= seconds / 2,
            "{taken} samples of {serial} in {seconds} s, one a second is asked for"
        );
    }
}
