//! The one system call of the measuring loop, `io_uring_enter(2)`, without what the kernel would look up for it each time.

use super::time_limit::{TimeLimit, WaitArguments};
use io_uring::types::Timespec;
use io_uring::{IoUring, cqueue, squeue};
use std::io;
use std::os::fd::RawFd;
use std::ptr;
use std::time::Duration;

/// `io_uring_enter`: wait for completions.
const GETEVENTS: u32 = 1 << 0;
/// `io_uring_enter`: the argument is a [`Wait`].
const EXT_ARG: u32 = 1 << 3;
/// `io_uring_enter`: the descriptor is a number in the calling thread's table of registered rings.
const REGISTERED_RING: u32 = 1 << 4;
/// `io_uring_enter`: the argument is a place in memory that the ring knows.
const EXT_ARG_REG: u32 = 1 << 6;
/// `io_uring_register`: enter a ring into that table, take it out.
const REGISTER_RING_FDS: u32 = 20;
const UNREGISTER_RING_FDS: u32 = 21;

/// `struct io_uring_getevents_arg`.
#[repr(C)]
struct Wait {
    signals: u64,
    signals_bytes: u32,
    reserved: u32,
    timeout: u64,
}

/// `struct io_uring_rsrc_update`.
#[repr(C)]
struct Registration {
    /// Number in the table; the kernel chooses one if it is the largest number.
    number: u32,
    reserved: u32,
    data: u64,
}

impl Limit {
    /// As every kernel from Linux 5.11 on takes it.
    pub(super) fn passed_to<S: squeue::EntryMarker, C: cqueue::EntryMarker>(ring: &IoUring<S, C>) -> Self {
        if ring.params().is_feature_ext_arg() {
            Limit::Passed
        } else {
            Limit::None
        }
    }
}

/// A ring as the calling thread enters it. A process of several threads pays for every look-up of a descriptor with an
/// increment and a decrement that all processors agree on; a registered ring needs none. Linux has it from 5.18 on.
pub(super) struct Entrance {
    ring: RawFd,
    /// Its number in the calling thread's table, if it is there.
    registered: Option<u32>,
    limit: Limit,
}

/// How the kernel is told how long a wait may last.
pub(super) enum Limit {
    /// In memory that it knows.
    Known(TimeLimit),
    /// With each call.
    Passed,
    /// Not at all: it cannot be, or has no effect.
    None,
}

impl Entrance {
    /// Of `ring`, for the calling thread alone.
    pub(super) fn to(ring: RawFd, limit: Limit) -> Self {
        let mut registration = Registration {
            number: u32::MAX,
            reserved: 0,
            data: u64::try_from(ring).unwrap_or(u64::MAX),
        };
        let registered = register(ring, REGISTER_RING_FDS, &mut registration);
        Entrance {
            ring,
            registered: registered.then_some(registration.number),
            limit,
        }
    }

    /// Hands over `submit` entries and waits for `completions`, `at_most` so long if the kernel can be told. Says how many it
    /// has taken.
    #[inline(always)]
    pub(super) fn enter(&mut self, submit: u32, completions: u32, at_most: Duration) -> io::Result<u32> {
        match &mut self.limit {
            Limit::Known(limit) => {
                limit.set(at_most);
                // The place is the first there.
                let bytes = size_of::<WaitArguments>();
                self.call(submit, completions, EXT_ARG | EXT_ARG_REG, ptr::null(), bytes)
            }
            Limit::Passed => {
                let timeout = Timespec::from(at_most);
                let wait = Wait {
                    signals: 0,
                    signals_bytes: 0,
                    reserved: 0,
                    timeout: ptr::from_ref(&timeout) as u64,
                };
                self.call(
                    submit,
                    completions,
                    EXT_ARG,
                    ptr::from_ref(&wait),
                    size_of::<Wait>(),
                )
            }
            Limit::None => self.call(submit, completions, 0, ptr::null(), 0),
        }
    }

    /// `argument` and what it points to are as `flags` say.
    #[inline(always)]
    fn call(
        &self,
        submit: u32,
        completions: u32,
        flags: u32,
        argument: *const Wait,
        argument_bytes: usize,
    ) -> io::Result<u32> {
        let (descriptor, flags) = match self.registered {
            Some(number) => (libc::c_long::from(number), flags | GETEVENTS | REGISTERED_RING),
            None => (libc::c_long::from(self.ring), flags | GETEVENTS),
        };
        // SAFETY: the kernel reads the argument and the time it points to, which outlive the call, and changes no memory but
        // the ring's own and the buffers of what was submitted.
        let result =
            unsafe { io_uring_enter(descriptor, submit, completions, flags, argument, argument_bytes) };
        if result < 0 {
            let errno = i32::try_from(-result).unwrap_or(libc::EIO);
            return Err(io::Error::from_raw_os_error(errno));
        }
        Ok(u32::try_from(result).unwrap_or(submit))
    }

    /// Takes the ring out of the table, which would keep it open. Called by the thread that made this.
    pub(super) fn close(&mut self) {
        if let Some(number) = self.registered.take() {
            let mut registration = Registration {
                number,
                reserved: 0,
                data: 0,
            };
            register(self.ring, UNREGISTER_RING_FDS, &mut registration);
        }
    }
}

/// The call itself, without the C library's, which would move every argument to another register. Answers with the negative
/// error number.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn io_uring_enter(
    ring: libc::c_long,
    submit: u32,
    completions: u32,
    flags: u32,
    argument: *const Wait,
    argument_bytes: usize,
) -> i64 {
    let result: i64;
    // SAFETY: as the kernel's calling convention is; the caller answers for the arguments.
    unsafe {
        std::arch::asm!(
            "syscall",
            inlateout("rax") libc::SYS_io_uring_enter => result,
            in("rdi") ring,
            in("rsi") u64::from(submit),
            in("rdx") u64::from(completions),
            in("r10") u64::from(flags),
            in("r8") argument,
            in("r9") argument_bytes,
            lateout("rcx") _,
            lateout("r11") _,
            options(nostack),
        );
    }
    result
}

/// The call itself. Answers with the negative error number.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
unsafe fn io_uring_enter(
    ring: libc::c_long,
    submit: u32,
    completions: u32,
    flags: u32,
    argument: *const Wait,
    argument_bytes: usize,
) -> i64 {
    // SAFETY: the caller answers for the arguments.
    let result = unsafe {
        libc::syscall(
            libc::SYS_io_uring_enter,
            ring,
            submit,
            completions,
            flags,
            argument,
            argument_bytes,
        )
    };
    if result >= 0 {
        return result;
    }
    -i64::from(io::Error::last_os_error().raw_os_error().unwrap_or(libc::EIO))
}

fn register(ring: RawFd, what: u32, registration: &mut Registration) -> bool {
    // SAFETY: one registration is passed and said to be passed, which the kernel reads and whose number it sets.
    let result = unsafe {
        libc::syscall(
            libc::SYS_io_uring_register,
            ring,
            what,
            ptr::from_mut(registration),
            1_u32,
        )
    };
    result == 1
}
