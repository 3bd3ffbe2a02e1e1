//! Scratch files.

use super::*;

#[tokio::test]
async fn a_scratch_file_is_made_and_removed_where_the_host_wants_it() {
    let host = Host::new().await;
    let _agent = host.start();
    let make = |size: u64| json!({"id": Uuid::new_v4(), "kind": "createScratchFile", "sizeBytes": size});
    let remove = |path: &str| json!({"id": Uuid::new_v4(), "kind": "removeScratchFile", "path": path});
    assert_eq!(host.end(&make(1 << 20)).await.0, "succeeded");
    let path = host.path("state/scratch").canonicalize().unwrap();
    assert_eq!(path.metadata().unwrap().len(), 1 << 20);
    let shown = path.display().to_string();
    host.server
        .until("the offer", |server| {
            server
                .events_of("inventory")
                .iter()
                .any(|event| event["scratchFiles"][0]["path"] == shown.as_str())
        })
        .await;
    assert_eq!(host.end(&make(2 << 20)).await.0, "succeeded");
    assert_eq!(path.metadata().unwrap().len(), 2 << 20);
    for (command, words) in [
        (make(1 << 62), "free"),
        (make((1 << 20) + 1), "multiple of 4096"),
        (
            remove("/etc/passwd"),
            "does not offer the scratch file /etc/passwd",
        ),
    ] {
        let (outcome, reason) = host.end(&command).await;
        assert!(
            outcome == "declined" && reason.contains(words),
            "{outcome}: {reason}"
        );
    }
    assert_eq!(host.end(&remove(&shown)).await.0, "succeeded");
    assert!(!path.exists());
    host.allow("deny = [\"scratch_file\"]");
    assert_eq!(host.end(&make(1 << 20)).await.0, "declined");
}
