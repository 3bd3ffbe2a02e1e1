//! The processor's counter. Read here and not through a library, whose call would not be inlined into the measuring loop.
#![allow(unsafe_code)]

/// Whether there is one that this program can read.
pub(super) const READABLE: bool = cfg!(any(target_arch = "x86_64", target_arch = "aarch64"));

/// Ticks since some moment.
///
/// # Panics
/// If it is not [`READABLE`].
#[inline(always)]
pub(super) fn ticks() -> u64 {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: every processor of 64 bits has the instruction, which touches no memory. A kernel that goes by the counter itself
    // does not keep programs from reading it.
    return unsafe { core::arch::x86_64::_rdtsc() };
    #[cfg(target_arch = "aarch64")]
    {
        let ticks: u64;
        // SAFETY: as above.
        unsafe {
            core::arch::asm!("mrs {}, cntvct_el0", out(reg) ticks, options(nomem, nostack, preserves_flags))
        };
        return ticks;
    }
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    unreachable!("nobody reads a counter that is not readable");
}
