//! What a thread uses of the processor.

use nix::sys::resource::{Usage, UsageWho, getrusage};
use nix::sys::time::TimeValLike;

/// What a thread used of the processor.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Cost {
    /// Nanoseconds in user space.
    pub user_ns: u64,
    /// Nanoseconds in the kernel.
    pub system_ns: u64,
    /// Times it gave up the processor.
    pub voluntary_switches: u64,
    /// Times it was taken off the processor.
    pub involuntary_switches: u64,
}

impl Cost {
    /// Of the calling thread since it began.
    pub(super) fn now() -> Self {
        let Ok(usage) = getrusage(UsageWho::RUSAGE_THREAD) else {
            return Cost::default();
        };
        let count = |value: i64| u64::try_from(value).unwrap_or(0);
        let ns = |time: fn(&Usage) -> nix::sys::time::TimeVal| count(time(&usage).num_nanoseconds());
        Cost {
            user_ns: ns(Usage::user_time),
            system_ns: ns(Usage::system_time),
            voluntary_switches: count(usage.voluntary_context_switches()),
            involuntary_switches: count(usage.involuntary_context_switches()),
        }
    }

    pub(super) fn since(self, earlier: Cost) -> Cost {
        Cost {
            user_ns: self.user_ns.saturating_sub(earlier.user_ns),
            system_ns: self.system_ns.saturating_sub(earlier.system_ns),
            voluntary_switches: self.voluntary_switches.saturating_sub(earlier.voluntary_switches),
            involuntary_switches: self
                .involuntary_switches
                .saturating_sub(earlier.involuntary_switches),
        }
    }

    /// Both together.
    pub fn plus(self, other: Cost) -> Cost {
        Cost {
            user_ns: self.user_ns + other.user_ns,
            system_ns: self.system_ns + other.system_ns,
            voluntary_switches: self.voluntary_switches + other.voluntary_switches,
            involuntary_switches: self.involuntary_switches + other.involuntary_switches,
        }
    }
}
