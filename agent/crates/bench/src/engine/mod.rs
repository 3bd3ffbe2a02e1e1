//! What carries operations to the target: the seam between the measuring loops and the kernel.

mod choice;
pub mod kernel;
mod null;
pub mod support;

pub use choice::{Choice, Kind};
pub use null::NullEngine;

use crate::operation::Operation;
use std::io;
use std::time::Duration;

/// An operation that came back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Completion {
    /// The slot it was prepared in; free again.
    pub slot: u16,
    /// What became of it.
    pub outcome: Outcome,
}

/// What became of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// So many bytes were moved.
    Moved(u32),
    /// The kernel answered with this error number.
    Errno(u16),
    /// The drive answered with this status (NVMe Base Specification, completion queue entry: type and code, without
    /// phase, "more" and "do not retry").
    Nvme(u16),
}

impl Outcome {
    /// From what a system call or a completion of io_uring returns: bytes, or the negative error number.
    #[inline]
    pub fn from_result(result: i32) -> Self {
        match u32::try_from(result) {
            Ok(bytes) => Outcome::Moved(bytes),
            Err(_) => Outcome::Errno(u16::try_from(result.unsigned_abs()).unwrap_or(u16::MAX)),
        }
    }
}

/// How long to wait for completions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wait {
    /// For so many; 0 looks for completions without waiting.
    pub completions: u32,
    /// For so long at most.
    pub at_most: Duration,
}

impl Wait {
    /// Not at all.
    pub const NOT: Wait = Wait {
        completions: 0,
        at_most: Duration::ZERO,
    };
}

/// Carries operations to the target and back. Each slot has a buffer and one operation at a time.
///
/// The measuring loops know nothing else of an engine, so that they can be tested with one that has no
/// kernel under it.
pub trait Engine {
    /// The buffer of a `slot` whose operation has come back, or that has had none yet.
    fn buffer(&mut self, slot: u16) -> &mut [u8];

    /// Readies `operation` in a free `slot`. It is handed over by the next [`Engine::submit`].
    ///
    /// # Panics
    /// If the slot is not free, or the operation longer than its buffer: the engines of the kernel check it.
    fn prepare(&mut self, slot: u16, operation: Operation);

    /// Hands over everything prepared and waits. Coming back with fewer completions than asked for is no error.
    fn submit(&mut self, wait: Wait) -> io::Result<()>;

    /// How many operations have come back that have not been taken.
    fn completed(&mut self) -> usize;

    /// The next operation that has come back. Its slot is free again.
    ///
    /// # Panics
    /// If none has: [`Engine::completed`] tells.
    fn take(&mut self) -> Completion;
}

impl<E: Engine + ?Sized> Engine for Box<E> {
    #[inline]
    fn buffer(&mut self, slot: u16) -> &mut [u8] {
        (**self).buffer(slot)
    }

    #[inline]
    fn prepare(&mut self, slot: u16, operation: Operation) {
        (**self).prepare(slot, operation);
    }

    #[inline]
    fn submit(&mut self, wait: Wait) -> io::Result<()> {
        (**self).submit(wait)
    }

    #[inline]
    fn completed(&mut self) -> usize {
        (**self).completed()
    }

    #[inline]
    fn take(&mut self) -> Completion {
        (**self).take()
    }
}
