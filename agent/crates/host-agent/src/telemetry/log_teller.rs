//! Tells what a drive's logs say. An entry of an error log is counted once and never sampled again, so that it is followed until the
//! server has it: until then each event has all of them, which the server takes once.

use std::sync::Arc;
use std::time::Duration;

use crosspoint_wire::DriveLogsEvent;
use tokio::time::timeout;
use uuid::Uuid;

use crate::link::outbox::Outbox;
use crate::runtime::clock::now_ms;
use crate::telemetry::drives::{Drives, LogsAsked};

/// How long this waits for the spool's word on the event before.
const FATE_LIMIT: Duration = Duration::from_secs(10);

/// Reads the logs of a drive, and tells them if there is something to tell. What the spool does not take is told after the next
/// reading, and so is what it took and may have lost.
pub async fn tell_logs(drives: Arc<Drives>, outbox: Outbox, asked: LogsAsked) {
    if let Some(told) = asked.told
        && let Ok(Ok(fate)) = timeout(FATE_LIMIT, outbox.spool().fate(told)).await
    {
        drives.note_fate(&asked, told, fate);
    }
    let (id, time_ms) = (Uuid::new_v4(), now_ms());
    let Some(found) = drives.read_logs(&asked).await else {
        return;
    };
    let event = DriveLogsEvent {
        drive: asked.identity.clone(),
        id,
        logs: found.logs.clone(),
        sequence: None,
        time_ms,
    };
    let receipt = outbox.followed_sample(event).await;
    let receipt = receipt.inspect_err(|error| {
        let serial = &asked.identity.serial;
        tracing::warn!(serial, %error, "what a drive's logs say is told after their next reading");
    });
    drives.note_told(&asked, found, receipt.ok());
}
