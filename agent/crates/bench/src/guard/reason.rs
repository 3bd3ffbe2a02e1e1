//! What speaks against writing, in words.

use super::openers::Opener;
use super::signature::Signature;
use super::traffic::{self, Traffic};
use std::fmt;

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
                "somebody else uses {device}, whom the kernel does not name: within {} s there were {traffic}",
                traffic::WATCH.as_secs()
            ),
            Reason::Claimed => write!(f, "another program or file system has it open for itself"),
            Reason::Partition { partition } => write!(f, "it has the partition {partition}"),
            Reason::Signature(found) => write!(
                f,
                "it carries the signature of: {} (at byte {})",
                found.name, found.offset
            ),
            Reason::ReadOnly => write!(f, "it is read-only"),
            Reason::Unknown { question, error } => write!(f, "it could not be found out {question}: {error}"),
        }
    }
}
