//! The memory that operations read into and write from.

use crate::workload::SplitMix64;
use std::io;
use std::ptr::{self, NonNull};

/// Buffers start on this boundary, which satisfies the alignment of any block device.
const ALIGNMENT: usize = 4096;
/// Written blocks get a stamp every so many bytes: the unit in which arrays look for duplicates.
const STAMP_EVERY: usize = 4096;

/// One anonymous mapping with a buffer for each slot.
pub(super) struct Buffers {
    base: NonNull<u8>,
    slots: usize,
    block_bytes: usize,
    /// Distance between two buffers, a multiple of [`ALIGNMENT`].
    stride: usize,
}

impl Buffers {
    /// Maps buffers of `block_bytes` for `slots` slots.
    pub(super) fn map(slots: usize, block_bytes: usize) -> io::Result<Self> {
        let stride = block_bytes.next_multiple_of(ALIGNMENT);
        let length = slots.checked_mul(stride).ok_or(io::ErrorKind::OutOfMemory)?;
        // SAFETY: a new private mapping at an address of the kernel's choice touches no memory of ours.
        let base = unsafe {
            libc::mmap(
                ptr::null_mut(),
                length,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS,
                -1,
                0,
            )
        };
        if base == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        let base = NonNull::new(base.cast::<u8>()).ok_or(io::ErrorKind::OutOfMemory)?;
        Ok(Buffers {
            base,
            slots,
            block_bytes,
            stride,
        })
    }

    /// Start of a slot's buffer.
    pub(super) fn slot(&self, slot: u16) -> *mut u8 {
        let slot = usize::from(slot);
        assert!(slot < self.slots, "slot {slot} of {}", self.slots);
        // SAFETY: the slot exists, so its start lies within the mapping.
        unsafe { self.base.as_ptr().add(slot * self.stride) }
    }

    /// All buffers, in the order of the slots, as the kernel wants them for registration.
    pub(super) fn iovecs(&self) -> Vec<libc::iovec> {
        (0..self.slots)
            .map(|slot| libc::iovec {
                // SAFETY: the slot exists, so its start lies within the mapping.
                iov_base: unsafe { self.base.as_ptr().add(slot * self.stride) }.cast(),
                iov_len: self.block_bytes,
            })
            .collect()
    }

    /// Fills every buffer with incompressible data. Only before the first operation.
    pub(super) fn fill(&mut self, data: &mut SplitMix64) {
        // SAFETY: the mapping is `slots * stride` bytes long, initialised by the kernel, and `&mut self` before the
        // first operation means that nobody else touches it.
        data.fill(unsafe { std::slice::from_raw_parts_mut(self.base.as_ptr(), self.slots * self.stride) });
    }

    /// Makes the block in a free slot unlike any written before, so that it cannot be deduplicated.
    #[inline]
    pub(super) fn stamp(&mut self, slot: u16, stamps: &mut SplitMix64) {
        let start = self.slot(slot);
        for offset in (0..self.block_bytes).step_by(STAMP_EVERY) {
            // SAFETY: `offset` is within the buffer and a multiple of 4096, the stride has room for eight bytes behind
            // it, the address is aligned, and the slot is free, so the kernel does not read it now.
            unsafe { start.add(offset).cast::<u64>().write(stamps.next()) };
        }
    }
}

impl Drop for Buffers {
    fn drop(&mut self) {
        // SAFETY: this is the mapping that `map` made, unmapped once; the ring drops its buffers only when the kernel
        // has no operation in them. A failure would only leave it mapped.
        unsafe { libc::munmap(self.base.as_ptr().cast(), self.slots * self.stride) };
    }
}
