//! The drives of this host: what sysfs lists, completed by what nvme-cli reads, each drive at its own pace.

mod counters;
mod depth;
mod details;
mod drive;
mod found;
mod identify;
mod known;
mod list;
mod logs;
mod logs_read;
mod logs_told;
mod observation;
mod queue;
mod reach;
mod sample;
mod slots;
mod volume;
mod volumes;

pub use counters::Counters;
pub use depth::Depth;
pub use details::self_test_result;
pub use found::{DriveFound, NamespaceHere};
pub use known::Drives;
pub use logs::{LogsAsked, LogsFound};
pub use observation::wire_problem;
pub use queue::QueueFiles;
pub use sample::Sampled;
pub use volume::{VolumeFound, drives_of};
