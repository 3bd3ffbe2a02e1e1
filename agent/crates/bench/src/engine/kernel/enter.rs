//! The one system call of the measuring loop, `io_uring_enter(2)`, without what the kernel would look up for it each time.

use io_uring::types::Timespec;
use std::io;
use std::os::fd::RawFd;
use std::ptr;

/// `io_uring_enter`: wait for completions.
const GETEVENTS: u32 = 1 << 0;
/// `io_uring_enter`: the argument is a [`Wait`].
const EXT_ARG: u32 = 1 << 3;
/// `io_uring_enter`: the descriptor is a number in the calling thread's table of registered rings.
const REGISTERED_RING: u32 = 1 << 4;
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

/// A ring as the calling thread enters it. A process of several threads pays for every look-up of a descriptor with an
/// increment and a decrement that all processors agree on; a registered ring needs none. Linux has it from 5.18 on.
pub(super) struct Entrance {
    ring: RawFd,
    /// Its number in the calling thread's table, if it is there.
    registered: Option<u32>,
}

impl Entrance {
    /// Of `ring`, for the calling thread alone.
    pub(super) fn to(ring: RawFd) -> Self {
        let mut registration = Registration {
            number: u32::MAX,
            reserved: 0,
            data: u64::try_from(ring).unwrap_or(u64::MAX),
        };
        let registered = register(ring, REGISTER_RING_FDS, &mut registration);
        Entrance {
            ring,
            registered: registered.then_some(registration.number),
        }
    }

    /// Hands over `submit` entries and waits for `completions`, at most as long as `timeout`; without one, as long as it
    /// takes. Says how many the kernel has taken.
    #[inline]
    pub(super) fn enter(&self, submit: u32, completions: u32, timeout: Option<&Timespec>) -> io::Result<u32> {
        let (descriptor, mut flags) = match self.registered {
            Some(number) => (libc::c_long::from(number), GETEVENTS | REGISTERED_RING),
            None => (libc::c_long::from(self.ring), GETEVENTS),
        };
        let wait = Wait {
            signals: 0,
            signals_bytes: 0,
            reserved: 0,
            timeout: timeout.map_or(0, |timeout| ptr::from_ref(timeout) as u64),
        };
        let (argument, argument_bytes) = if timeout.is_some() {
            flags |= EXT_ARG;
            (ptr::from_ref(&wait), size_of::<Wait>())
        } else {
            (ptr::null(), 0)
        };
        // SAFETY: the kernel reads the argument and the time it points to, which outlive the call, and changes no memory but
        // the ring's own and the buffers of what was submitted.
        let result = unsafe {
            libc::syscall(
                libc::SYS_io_uring_enter,
                descriptor,
                submit,
                completions,
                flags,
                argument,
                argument_bytes,
            )
        };
        if result < 0 {
            return Err(io::Error::last_os_error());
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
