//! The memory that operations read into and write from.

use std::io;
use std::mem::ManuallyDrop;
use std::ptr::{self, NonNull};

/// Buffers start on this boundary, which satisfies the alignment of any block device.
const ALIGNMENT: usize = 4096;

/// One anonymous mapping with a buffer for each slot, and which of them are with the kernel.
pub(super) struct Buffers {
    base: NonNull<u8>,
    block_bytes: usize,
    /// Distance between two buffers, a multiple of [`ALIGNMENT`].
    stride: usize,
    /// Whether the slot is with the kernel, or about to be.
    busy: Box<[bool]>,
    in_flight: u32,
}

impl Buffers {
    /// Maps buffers of `block_bytes` for `slots` slots.
    pub(super) fn map(slots: u16, block_bytes: u32) -> io::Result<Self> {
        let (slots, block_bytes) = (usize::from(slots), block_bytes as usize);
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
        Ok(Buffers {
            base: NonNull::new(base.cast::<u8>()).ok_or(io::ErrorKind::OutOfMemory)?,
            block_bytes,
            stride,
            busy: vec![false; slots].into_boxed_slice(),
            in_flight: 0,
        })
    }

    /// Start of a slot's buffer.
    #[inline]
    fn start(&self, slot: u16) -> *mut u8 {
        let slot = usize::from(slot);
        assert!(slot < self.busy.len(), "slot {slot} of {}", self.busy.len());
        // SAFETY: the slot exists, so its start lies within the mapping.
        unsafe { self.base.as_ptr().add(slot * self.stride) }
    }

    /// Gives a free slot's buffer to the kernel, for an operation of `length` bytes: a longer one than the buffer would
    /// have the kernel write past its end.
    #[inline]
    pub(super) fn claim(&mut self, slot: u16, length: u32) -> *mut u8 {
        assert!(
            length as usize <= self.block_bytes,
            "an operation of {length} bytes is longer than the buffer of {} bytes",
            self.block_bytes
        );
        let busy = &mut self.busy[usize::from(slot)];
        assert!(
            !*busy,
            "slot {slot} is prepared a second time before its operation came back"
        );
        *busy = true;
        self.in_flight += 1;
        self.start(slot)
    }

    /// The kernel has given it back.
    #[inline]
    pub(super) fn release(&mut self, slot: u16) {
        let busy = &mut self.busy[usize::from(slot)];
        assert!(*busy, "slot {slot} came back twice");
        *busy = false;
        self.in_flight -= 1;
    }

    /// Slots that are with the kernel.
    #[inline]
    pub(super) fn in_flight(&self) -> u32 {
        self.in_flight
    }

    /// The buffer of a free slot.
    #[inline]
    pub(super) fn free(&mut self, slot: u16) -> &mut [u8] {
        assert!(!self.busy[usize::from(slot)], "slot {slot} is with the kernel");
        // SAFETY: the buffer lies within the mapping and is initialized by the kernel. The slot is free, so the kernel
        // does not touch it, and `&mut self` keeps it from being claimed while the reference lives.
        unsafe { std::slice::from_raw_parts_mut(self.start(slot), self.block_bytes) }
    }

    /// All buffers, in the order of the slots, as the kernel wants them for registration.
    pub(super) fn iovecs(&self) -> Vec<libc::iovec> {
        (0..self.busy.len())
            .map(|slot| libc::iovec {
                // SAFETY: the slot exists, so its start lies within the mapping.
                iov_base: unsafe { self.base.as_ptr().add(slot * self.stride) }.cast(),
                iov_len: self.block_bytes,
            })
            .collect()
    }

    /// Unmaps the buffers, unless the kernel may still touch them: an operation that never came back may yet arrive.
    pub(super) fn unmap_if_free(buffers: &mut ManuallyDrop<Self>) {
        if buffers.in_flight == 0 {
            // SAFETY: called from the drop of the engine alone, after which nobody uses them.
            unsafe { ManuallyDrop::drop(buffers) };
        }
    }
}

impl Drop for Buffers {
    fn drop(&mut self) {
        // SAFETY: this is the mapping that `map` made, unmapped once; an engine drops its buffers only when the kernel
        // has no operation in them. A failure would only leave it mapped.
        unsafe { libc::munmap(self.base.as_ptr().cast(), self.busy.len() * self.stride) };
    }
}
