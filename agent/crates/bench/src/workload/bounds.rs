//! How much a load may ask for, whatever the target.

use std::time::Duration;

/// Largest queue depth of a thread; what the kernel accepts as ring entries, with room.
pub const QUEUE_DEPTH_MAX: u32 = 4096;
/// Most threads of a run; the same figure as the contract's `threadsPerPoint`.
pub const THREADS_MAX: u32 = 256;
/// Most streams of a run.
pub const STREAMS_MAX: usize = 8;
/// Most slices of a run.
pub const SLICES_MAX: u32 = 256;
/// Most latencies that are slow.
pub const THRESHOLDS_MAX: usize = 8;
/// Longest measured window or ramp: a week.
pub const DURATION_MAX: Duration = Duration::from_secs(7 * 86_400);
/// Seeds are below this, the largest integer that every JSON parser keeps.
pub const SEED_LIMIT: u64 = 1 << 53;
