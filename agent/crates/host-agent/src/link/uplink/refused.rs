//! Events that the server refused, kept for a person to look at: sending them again would not help.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crosspoint_wire::RefusedEvent;
use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;
use uuid::Uuid;

use super::told::ToldReasons;
use crate::link::spool::Batch;
use crate::runtime::clock::now_ms;
use crate::runtime::off_thread::InTurn;

/// Refused events are kept for a person to look at, up to this size.
const REFUSED_BYTES_MAX: u64 = 4 * 1024 * 1024;
/// How long a refused event waits until it is written.
const REFUSED_LIMIT: Duration = Duration::from_secs(5);

/// The file of them, and what the log was told.
pub(super) struct RefusedEvents {
    path: PathBuf,
    file: InTurn,
    told: ToldReasons,
}

impl RefusedEvents {
    pub fn in_directory(state_directory: &Path) -> Self {
        Self {
            path: state_directory.join("refused.jsonl"),
            file: InTurn::default(),
            told: ToldReasons::default(),
        }
    }

    /// Writes a refused event with the reason to `refused.jsonl`: sending it again would not help.
    /// False if it could not be kept.
    pub async fn keep(&mut self, batch: &Batch, refused: &RefusedEvent) -> bool {
        if self.told.is_new(&refused.reason) {
            tracing::error!(
                reason = refused.reason,
                kept_in = %self.path.display(),
                "the server refused an event; more of the same reason are only counted"
            );
        }
        let event = batch
            .events
            .iter()
            .find(|event| event_id(event) == Some(refused.id))
            .or(batch.events.first());
        let event: Option<&RawValue> = event.and_then(|event| serde_json::from_slice(event).ok());
        let line =
            json!({"timeMs": now_ms(), "reason": refused.reason, "errors": refused.errors, "event": event});
        let path = self.path.clone();
        let write = move || append_bounded(&path, &format!("{line}\n"));
        let written = self.file.run(REFUSED_LIMIT, write).await;
        let is_kept = matches!(written, Some(Ok(())));
        if !is_kept {
            tracing::error!(?written, path = %self.path.display(), "the refused event could not be kept");
        }
        is_kept
    }
}

/// The id of an event that is JSON.
pub(super) fn event_id(event: &[u8]) -> Option<Uuid> {
    #[derive(Deserialize)]
    struct Envelope {
        id: Uuid,
    }
    serde_json::from_slice::<Envelope>(event)
        .ok()
        .map(|envelope| envelope.id)
}

/// Appends a line; a file that has grown too large becomes the one old copy that is kept.
fn append_bounded(path: &Path, line: &str) -> std::io::Result<()> {
    use std::io::Write;
    use std::os::unix::fs::OpenOptionsExt;
    if path
        .metadata()
        .is_ok_and(|metadata| metadata.len() + line.len() as u64 > REFUSED_BYTES_MAX)
    {
        std::fs::rename(path, path.with_extension("old.jsonl"))?;
    }
    let mut file = std::fs::OpenOptions::new()
        .append(true)
        .create(true)
        .mode(0o600)
        .open(path)?;
    file.write_all(line.as_bytes())?;
    // The spool forgets the event next.
    file.sync_data()
}
