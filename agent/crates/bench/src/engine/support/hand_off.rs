//! Whether the kernel hands operations off to a worker thread of its own.

use crate::engine::kernel::can_submit_without_blocking;
use crate::target::Target;

/// What to know of figures that were measured so.
pub(super) const HANDED_OFF: &str = "the target's driver may block when it takes operations, so a kernel worker thread submits them \
                          and its wake-up time is part of every latency";

/// Whether io_uring's operations on `target` are handed off.
pub(super) fn is_handed_off(target: &Target) -> bool {
    !can_submit_without_blocking(target.file(), target.logical_block_bytes())
}
