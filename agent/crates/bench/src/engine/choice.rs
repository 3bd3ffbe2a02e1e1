//! The engines there are, and which of their options go together.

use std::fmt;

/// By which way operations reach the target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// io_uring, through the kernel's block layer or a file system.
    IoUring,
    /// io_uring past the block layer: NVMe commands to the namespace's generic device (`/dev/ngXnY`).
    Passthrough,
    /// `preadv2` and `pwritev2`, one operation at a time.
    Sync,
    /// Into the kernel and back, through the same ring as io_uring: measures this program and the kernel's ring.
    Nop,
    /// Nowhere: every operation is back at once. Measures this program.
    Null,
}

impl Kind {
    /// Whether it measures this program itself, and no target.
    pub fn measures_itself(self) -> bool {
        match self {
            Kind::Nop | Kind::Null => true,
            Kind::IoUring | Kind::Passthrough | Kind::Sync => false,
        }
    }
}

/// An engine with its options.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    /// The way.
    pub kind: Kind,
    /// Ask the drive whether an operation is done instead of waiting for its interrupt.
    pub poll: bool,
    /// Have a thread of the kernel hand operations over.
    pub sqpoll: bool,
}

impl Choice {
    /// io_uring by interrupt.
    pub const DEFAULT: Choice = Choice {
        kind: Kind::IoUring,
        poll: false,
        sqpoll: false,
    };

    /// Why these options do not go together.
    pub fn contradiction(self) -> Option<&'static str> {
        match (self.kind, self.poll, self.sqpoll) {
            (Kind::Sync, _, true) => {
                Some("preadv2 has no submission queue that a thread of the kernel could poll")
            }
            (Kind::Nop, true, _) => Some("the nop engine has nothing to poll"),
            (Kind::Null, true, _) | (Kind::Null, _, true) => Some("the null engine has nothing to poll"),
            _ => None,
        }
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.kind {
            Kind::IoUring => "io_uring",
            Kind::Passthrough => "io_uring_cmd",
            Kind::Sync => "preadv2",
            Kind::Nop => "nop",
            Kind::Null => "null",
        })?;
        if self.poll {
            f.write_str(if self.kind == Kind::Sync {
                " RWF_HIPRI"
            } else {
                " IOPOLL"
            })?;
        }
        if self.sqpoll {
            f.write_str(" SQPOLL")?;
        }
        Ok(())
    }
}
