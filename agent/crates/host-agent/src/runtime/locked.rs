//! Taking a lock whose holder may have panicked: what it guards is whole between two statements everywhere in the agent.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks.
pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
