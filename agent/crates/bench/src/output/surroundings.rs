//! What was measured, and where.

use serde::{Deserialize, Serialize};

/// The device or file measured.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Target {
    /// The path with symbolic links resolved.
    pub path: String,
    /// Block device or regular file.
    pub kind: TargetKind,
    /// Size of the device or file.
    pub capacity_bytes: u64,
    /// Serial number of the drive as sysfs has it, trimmed; absent for a file or a device without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub serial: Option<String>,
    /// Model of the drive as sysfs has it, trimmed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// What else uses the target, one sentence each; empty if nothing does. Only reading goes on then.
    pub in_use: Vec<String>,
    /// The drives that a volume (md, LVM, device mapper) is made of, as far down as the kernel knows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub members: Vec<Member>,
}

/// A drive that a volume is made of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Member {
    /// Path of its node, or of the partition that belongs to the volume.
    pub path: String,
    /// Serial number of the drive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub serial: Option<String>,
    /// Model of the drive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
}

/// What kind of thing the target is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TargetKind {
    /// A block device: a drive, a namespace, a partition, a volume.
    Block,
    /// A regular file.
    File,
    /// Nothing at all: the engines nop and null measure the program itself.
    None,
}

/// What surrounds the measurement and may explain a difference between two of them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Environment {
    /// Kernel release.
    pub kernel: String,
    /// Model name of the processor.
    pub cpu_model: String,
    /// Processors online.
    pub cpu_count: u32,
    /// Frequency governor; all that are in use, joined by a comma.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub governor: Option<String>,
    /// I/O scheduler of the device.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scheduler: Option<String>,
    /// NUMA node of the device.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub numa_node: Option<u32>,
    /// PCI Express link of the device, now and at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pcie_link: Option<PcieLink>,
    /// Logical block size of the device, or of the device under the file.
    pub logical_block_bytes: u32,
    /// Write cache mode as sysfs has it ("write back", "write through").
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub write_cache: Option<String>,
    /// Polled queues of the NVMe driver.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub poll_queues: Option<u32>,
    /// Processor vulnerabilities and their mitigation, those that affect this one, joined by "; ".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mitigations: Option<String>,
    /// What the engine runs with, e.g. `io_uring`, `DEFER_TASKRUN`, `fixed-buffers`, `O_DIRECT`, `clock=counter`, `cpus=0,1`. One that
    /// not all threads have says how many do; `not-pinned=1`: a thread could not be kept on that processor.
    /// `handed-off`: the driver cannot take operations without blocking, so that a worker thread of the kernel does.
    pub engine_flags: Vec<String>,
}

/// PCI Express link as sysfs describes it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PcieLink {
    /// For example "8.0 GT/s PCIe".
    pub speed: String,
    /// Lanes in use.
    pub width: u32,
    /// Highest speed of the device.
    pub max_speed: String,
    /// Lanes of the device.
    pub max_width: u32,
}
