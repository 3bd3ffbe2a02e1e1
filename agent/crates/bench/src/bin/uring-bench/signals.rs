//! Signals that end a run in order; the second one ends it at once.

use nix::sys::prctl::set_pdeathsig;
use nix::sys::signal::Signal;
use nix::unistd::getppid;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::flag;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// The signals received.
#[derive(Debug, Clone)]
pub struct Signals(Arc<AtomicUsize>);

impl Signals {
    /// From now on signals no longer end the process at once.
    pub fn watch() -> io::Result<Self> {
        let received = Arc::new(AtomicUsize::new(0));
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            let again = Arc::new(AtomicBool::new(false));
            // In this order: the first signal finds `again` unset, then sets it.
            flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(&again))?;
            flag::register(signal, again)?;
            flag::register_usize(
                signal,
                Arc::clone(&received),
                usize::try_from(signal).map_err(io::Error::other)?,
            )?;
        }
        Ok(Signals(received))
    }

    /// The last signal received.
    pub fn received(&self) -> Option<u8> {
        u8::try_from(self.0.load(Ordering::Relaxed))
            .ok()
            .filter(|&signal| signal > 0)
    }
}

/// Has the kernel send SIGTERM when the parent dies. False if it has died already, if its id is given.
pub fn die_with_parent(parent: Option<i32>) -> io::Result<bool> {
    set_pdeathsig(Signal::SIGTERM)?;
    Ok(parent.is_none_or(|parent| getppid().as_raw() == parent))
}
