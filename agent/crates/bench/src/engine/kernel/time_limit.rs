//! How long a wait may last, in memory that the kernel knows.
//!
//! Told with each call instead, the limit is copied from this program in two parts, each behind a barrier against
//! speculation: 75 cycles for every wait, in which nothing is done. Linux has such memory from 6.13 on.

use std::io;
use std::os::fd::RawFd;
use std::ptr::{self, NonNull};
use std::time::Duration;

/// `io_uring_register`: memory that a ring knows.
const REGISTER_MEM_REGION: u32 = 34;
/// The memory is ours.
const TYPE_USER: u32 = 1;
/// It holds the arguments of waits.
const REG_WAIT_ARG: u64 = 1;
/// A wait has a limit.
const WAIT_TS: u32 = 1;

/// `struct io_uring_region_desc`.
#[repr(C)]
struct Region {
    address: u64,
    bytes: u64,
    flags: u32,
    id: u32,
    offset: u64,
    reserved: [u64; 4],
}

/// `struct io_uring_mem_region_reg`.
#[repr(C)]
struct Registration {
    region: u64,
    flags: u64,
    reserved: [u64; 2],
}

/// `struct io_uring_reg_wait`.
#[repr(C)]
pub(super) struct WaitArguments {
    seconds: i64,
    nanoseconds: i64,
    at_least_us: u32,
    flags: u32,
    signals: u64,
    signals_bytes: u32,
    reserved: [u32; 3],
    reserved_too: [u64; 2],
}

/// The limit of the waits of one ring.
pub(super) struct TimeLimit {
    /// A page of its own, which the kernel reads when a wait begins.
    arguments: NonNull<WaitArguments>,
    page_bytes: usize,
}

impl TimeLimit {
    /// For `ring`, which is not enabled yet; `None` if its kernel has no such memory, or will not lock this page.
    pub(super) fn known_to(ring: RawFd) -> Option<Self> {
        // SAFETY: asks for a number, and changes nothing.
        let page_bytes = usize::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }).ok()?;
        // SAFETY: a new private mapping at an address of the kernel's choice touches no memory of ours.
        let page = unsafe {
            libc::mmap(
                ptr::null_mut(),
                page_bytes,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS,
                -1,
                0,
            )
        };
        if page == libc::MAP_FAILED {
            return None;
        }
        let limit = TimeLimit {
            arguments: NonNull::new(page.cast())?,
            page_bytes,
        };
        limit.register(ring).is_ok().then_some(limit)
    }

    fn register(&self, ring: RawFd) -> io::Result<()> {
        let region = Region {
            address: self.arguments.as_ptr() as u64,
            bytes: self.page_bytes as u64,
            flags: TYPE_USER,
            id: 0,
            offset: 0,
            reserved: [0; 4],
        };
        let registration = Registration {
            region: ptr::from_ref(&region) as u64,
            flags: REG_WAIT_ARG,
            reserved: [0; 2],
        };
        // SAFETY: both structures outlive the call. The kernel keeps the page until the ring is gone, even if it is unmapped
        // here before, and only reads it.
        let result = unsafe {
            libc::syscall(
                libc::SYS_io_uring_register,
                ring,
                REGISTER_MEM_REGION,
                ptr::from_ref(&registration),
                1_u32,
            )
        };
        if result < 0 {
            return Err(io::Error::last_os_error());
        }
        Ok(())
    }

    /// The next wait lasts `at_most` so long.
    #[inline]
    pub(super) fn set(&mut self, at_most: Duration) {
        let arguments = self.arguments.as_ptr();
        // SAFETY: the page is mapped, zeroed and large enough. It is written by its owner alone, between two waits; volatile,
        // because the kernel reads it.
        unsafe {
            (&raw mut (*arguments).seconds).write_volatile(at_most.as_secs().cast_signed());
            (&raw mut (*arguments).nanoseconds).write_volatile(i64::from(at_most.subsec_nanos()));
            (&raw mut (*arguments).flags).write_volatile(WAIT_TS);
        }
    }
}

impl Drop for TimeLimit {
    fn drop(&mut self) {
        // SAFETY: this is the mapping made above, unmapped once and used by nobody after. A failure would only leave it mapped.
        unsafe { libc::munmap(self.arguments.as_ptr().cast(), self.page_bytes) };
    }
}
