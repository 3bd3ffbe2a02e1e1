//! One controller as the kernel describes it.

use std::fmt;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use super::namespaces::Namespace;
use super::place::Queues;

/// One controller as the kernel has it now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Controller {
    /// Name of this boot, for example `nvme0`.
    pub name: String,
    /// Which of the devices that had this name one after the other.
    pub instance: Instance,
    /// Model, trimmed.
    pub model: String,
    /// Serial number, trimmed, letter case kept.
    pub serial: String,
    /// Firmware revision.
    pub firmware: String,
    /// `pcie`, `tcp`, `rdma`, `fc`, `loop`.
    pub transport: String,
    /// State of the kernel's driver, for example `live`, `resetting`, `dead`.
    pub state: String,
    /// PCI address (`0000:5e:00.0`) for transport `pcie`, else the fabric's address.
    pub address: String,
    /// Controller id within its subsystem.
    pub controller_id: Option<u16>,
    /// Subsystem NQN.
    pub subsystem_nqn: String,
    /// NUMA node; -1 where the platform has none.
    pub numa_node: Option<i32>,
    /// PCI vendor.
    pub pci_vendor_id: Option<u16>,
    /// Link speed now, in the kernel's words (`8.0 GT/s PCIe`).
    pub link_speed: Option<String>,
    /// Lanes now.
    pub link_width: Option<u8>,
    /// Highest speed of the device.
    pub max_link_speed: Option<String>,
    /// Lanes of the device.
    pub max_link_width: Option<u8>,
    /// Name of the slot that it is plugged into, where the platform tells (`/sys/bus/pci/slots`).
    pub slot: Option<String>,
    /// Its I/O queues; absent while it has no namespace, and before [`super::Sysfs::complete`].
    pub queues: Option<Queues>,
    /// Its namespaces, by number.
    pub namespaces: Vec<Namespace>,
    /// Why there may be more of them, where that is so.
    pub namespaces_missing: Option<String>,
}

/// A device for as long as it is plugged in: the inode of its directory, which the kernel makes anew for each. What is read
/// through a name is this device's only if the name still is the same instance's afterwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Instance(u64);

impl Instance {
    pub(super) fn of(directory: &Path) -> Option<Self> {
        let metadata = std::fs::metadata(directory).ok()?;
        Some(Self(metadata.ino()))
    }
}

impl fmt::Display for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Controller {
    /// The controller's character device, for example `/dev/nvme0`.
    #[must_use]
    pub fn device_path(&self) -> String {
        format!("/dev/{}", self.name)
    }

    /// Takes over what [`super::Sysfs::complete`] said of it before.
    pub fn take_over(&mut self, before: &Self) {
        self.queues.clone_from(&before.queues);
        for namespace in &mut self.namespaces {
            let mut own = before.namespaces.iter().filter(|one| one.nsid == namespace.nsid);
            namespace.scheduler = own.next().and_then(|one| one.scheduler.clone());
        }
    }
}
