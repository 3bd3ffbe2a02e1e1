//! What asks this process to stop: SIGTERM of a service manager, SIGINT of a person at the keyboard.

use std::io;
use std::time::Duration;

use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::time::timeout;

/// A signal that came is told of within this.
const TOLD_WITHIN: Duration = Duration::from_millis(10);

/// Heard from when it is made on; then neither ends the process by itself, not even once this is dropped: what comes then is lost.
pub struct StopSignals {
    terminate: Signal,
    interrupt: Signal,
}

impl StopSignals {
    /// Listens to both.
    ///
    /// # Errors
    /// If the kernel does not take the handlers.
    pub fn listen() -> io::Result<Self> {
        Ok(Self {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
        })
    }

    /// Returns with the name of the next one, also of one that came since the last call.
    pub async fn next(&mut self) -> &'static str {
        tokio::select! {
            _ = self.terminate.recv() => "SIGTERM",
            _ = self.interrupt.recv() => "SIGINT",
        }
    }

    /// Whether there is one by then.
    pub async fn comes_within(&mut self, limit: Duration) -> bool {
        timeout(limit, self.next()).await.is_ok()
    }

    /// Whether one came since the last call.
    pub async fn came(&mut self) -> bool {
        self.comes_within(TOLD_WITHIN).await
    }
}
