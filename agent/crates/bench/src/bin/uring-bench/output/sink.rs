//! Standard output for a program.

use crate::signals::Signals;
use std::io::{self, Write};

/// When nobody reads any more, there is no use in going on, least of all in going on
/// writing to a drive.
pub(super) struct Sink {
    signals: Signals,
    broken: bool,
}

impl Sink {
    pub(super) fn new(signals: Signals) -> Self {
        Sink {
            signals,
            broken: false,
        }
    }

    /// Writes with `write`, unless an earlier one has failed.
    pub(super) fn write(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) {
        if self.broken {
            return;
        }
        let mut stdout = io::stdout().lock();
        if let Err(error) = write(&mut stdout).and_then(|()| stdout.flush()) {
            self.broken = true;
            // If standard error is gone as well, there is nobody left to tell.
            let _ = writeln!(
                io::stderr(),
                "uring-bench: cannot print the figures, the run ends: {error}"
            );
        }
    }

    pub(super) fn stop_requested(&self) -> bool {
        self.broken || self.signals.received().is_some()
    }
}
