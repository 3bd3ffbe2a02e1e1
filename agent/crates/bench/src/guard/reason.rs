//! What speaks against writing, in words.

use super::openers::Opener;
use crate::signature::Signature;
use std::fmt;
use std::io;
use std::time::Duration;

/// How long a disk is watched for operations of somebody else.
pub(super) const WATCH: Duration = Duration::from_secs(1);

/// One thing that speaks against writing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// A file system on it is mounted.
    Mounted {
        /// The device mounted.
        device: String,
        /// Where.
        mount_point: String,
    },
    /// It is a swap area in use.
    Swap {
        /// The device or file.
        area: String,
    },
    /// A device is stacked on it.
    Held {
        /// The device below.
        device: String,
        /// The device above.
        holder: String,
    },
    /// It belongs to a mounted btrfs file system.
    BtrfsMember {
        /// The device.
        device: String,
    },
    /// A loop device is made of it.
    BacksLoop {
        /// The device or file.
        device: String,
        /// The loop device.
        loop_device: String,
    },
    /// The kernel serves it to other hosts.
    Exported {
        /// The device or file.
        device: String,
        /// By which target, as its configuration names it.
        export: String,
    },
    /// A process has opened it for writing, without claiming it.
    OpenForWriting {
        /// The device or file.
        device: String,
        /// The process.
        by: Opener,
    },
    /// Something reads or writes it, and it is not this process.
    ForeignIo {
        /// The device.
        device: String,
        /// What was seen.
        traffic: Traffic,
    },
    /// Somebody has opened it exclusively or locked it.
    Claimed,
    /// The kernel knows a partition on it.
    Partition {
        /// The partition.
        partition: String,
    },
    /// Its bytes say that it holds something.
    Signature(Signature),
    /// It cannot be written at all.
    ReadOnly,
    /// A question could not be answered.
    Unknown {
        /// Which question.
        question: &'static str,
        /// Why.
        error: String,
    },
}

impl Reason {
    /// A question that `error` left without an answer.
    pub(super) fn unknown(question: &'static str, error: &io::Error) -> Self {
        Reason::Unknown {
            question,
            error: error.to_string(),
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Mounted { device, mount_point } => write!(f, "{device} is mounted on {mount_point}"),
            Reason::Swap { area } => write!(f, "{area} is swap space in use"),
            Reason::Held { device, holder } => {
                write!(f, "{device} is part of {holder} (LVM, md or device mapper)")
            }
            Reason::BtrfsMember { device } => write!(f, "{device} belongs to a mounted btrfs file system"),
            Reason::BacksLoop { device, loop_device } => write!(f, "{device} backs {loop_device}"),
            Reason::Exported { device, export } => write!(f, "{device} is exported by {export}"),
            Reason::OpenForWriting { device, by } => write!(f, "{device} is open for writing by {by}"),
            Reason::ForeignIo { device, traffic } => write!(
                f,
                "another process or a kernel module is doing I/O on {device}: within {} s there were {traffic}",
                WATCH.as_secs()
            ),
            Reason::Claimed => write!(f, "another program or file system has it open exclusively"),
            Reason::Partition { partition } => write!(f, "it has the partition {partition}"),
            Reason::Signature(found) => write!(
                f,
                "it has the signature of {} (at byte {})",
                found.name, found.offset
            ),
            Reason::ReadOnly => write!(f, "it is read-only"),
            Reason::Unknown { question, error } => write!(f, "could not determine {question}: {error}"),
        }
    }
}

/// Operations of somebody else.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Reads that were completed.
    pub reads: u64,
    /// Writes, discards and flushes that were completed.
    pub writes: u64,
    /// Operations under way at the end.
    pub in_flight: u64,
}

impl Traffic {
    /// Whether there was none.
    pub(super) fn is_none(&self) -> bool {
        *self == Traffic::default()
    }
}

impl fmt::Display for Traffic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Traffic {
            reads,
            writes,
            in_flight,
        } = self;
        write!(
            f,
            "{reads} reads, {writes} writes and {in_flight} operations in flight"
        )
    }
}
