//! An event on which the server fails, again and again (500), would hold up everything behind it. That it is to blame shows
//! only beside others: the server fails on it, takes another, and fails on it once more. A server that fails on everything
//! says nothing about any event, and 429, 503 or a lost connection never do. The same goes for one event that is refused as a
//! whole report (400, 413, 422): a proxy that spoils bodies, or lets none through, does that to every event.

use super::{BYTES_MAX, Uplink, request_body};
use crate::link::server::CallError;
use crate::link::spool::{Batch, SpoolError};

/// Failures in a row before less is sent at once: a server that fails for a moment is no reason to.
const FAULTS_MAX: u32 = 3;
/// Events behind a suspect that are tried at most, one by one, until the server takes one.
const WITNESSES_MAX: usize = 32;

impl Uplink {
    /// The server failed on the batch: waits, sends less after a few times, and sets aside the one event that it always
    /// fails on.
    pub(super) async fn server_failed(&mut self, batch: Batch, error: CallError) -> Result<(), SpoolError> {
        self.faults += 1;
        if self.faults >= FAULTS_MAX {
            self.faults = 0;
            if batch.events.len() > 1 {
                self.events_max = batch.events.len() / 2;
                tracing::info!(
                    events_max = self.events_max,
                    "the server fails: sending smaller reports"
                );
            } else if self.is_refused_alone(&batch).await? {
                let reason = "the server fails on this event again and again, and takes others";
                return self.set_aside(batch, format!("{reason}: {error}")).await;
            }
        }
        self.failed(error).await
    }

    /// Whether the server takes another event and not this one.
    pub(super) async fn is_refused_alone(&self, suspect: &Batch) -> Result<bool, SpoolError> {
        let around = self.spool.next_batch(1 + WITNESSES_MAX, BYTES_MAX).await?;
        let mut events = around.events.into_iter();
        if events.next().as_ref() != suspect.events.first() {
            // Something more urgent came before it.
            return Ok(false);
        }
        for witness in events {
            // The server takes an event once: this one is sent again in its turn.
            match self.server.report(&self.key, &request_body(&[witness])).await {
                Ok(_) => {
                    let again = self
                        .server
                        .report(&self.key, &request_body(&suspect.events))
                        .await;
                    return Ok(again.is_err_and(|error| error.may_be_of_what_was_sent()));
                }
                Err(error) if error.may_be_of_what_was_sent() => {}
                Err(_) => return Ok(false),
            }
        }
        Ok(false)
    }
}
