//! Where on a device a magic number lies.

/// Where a magic number lies.
#[derive(Debug, Clone, Copy)]
pub(super) enum Place {
    /// So many bytes from the start.
    Start(u64),
    /// So many bytes before the end.
    End(u64),
    /// In the last whole block of the first size, which lies `1` of these before the end rounded down; plus an
    /// offset in it.
    LastBlock {
        block_bytes: u64,
        blocks_before_end: u64,
        offset: u64,
    },
}

impl Place {
    /// From the start; `None` if so small a device has no such place.
    pub(super) fn offset(self, size_bytes: u64) -> Option<u64> {
        match self {
            Place::Start(offset) => Some(offset),
            Place::End(before) => size_bytes.checked_sub(before),
            Place::LastBlock {
                block_bytes,
                blocks_before_end,
                offset,
            } => Some((size_bytes / block_bytes).checked_sub(blocks_before_end)? * block_bytes + offset),
        }
    }
}
