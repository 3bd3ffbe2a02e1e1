//! How long a drive was too warm, counted once.

use std::sync::{Mutex, PoisonError};

/// Minutes in which a drive was too warm, by the end of each hour of its history, as far as somebody asked.
#[derive(Debug, Default)]
pub struct WarmMinutes(Mutex<Vec<u64>>);

impl WarmMinutes {
    /// Until the end of so many hours; what is not known yet is counted hour by hour.
    pub fn until(&self, hours: u64, count: impl Fn(u64) -> u64) -> u64 {
        let mut sums = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for hour in sums.len() as u64..hours {
            let before = sums.last().copied().unwrap_or_default();
            sums.push(before + count(hour));
        }
        let last = usize::try_from(hours).ok().and_then(|hours| hours.checked_sub(1));
        last.map_or(0, |last| sums[last])
    }
}
