//! Where a controller is plugged in.

use serde::{Deserialize, Serialize};

/// Its slot, its link and its queues.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Place {
    /// Domain, bus and device; from the controller's number where empty.
    pub pci_address: String,
    /// Name of the slot; none where empty.
    pub slot: String,
    /// NUMA node.
    pub numa_node: i32,
    /// Speed now.
    pub link_speed: String,
    /// Lanes now.
    pub link_width: u8,
    /// Speed of the device.
    pub max_link_speed: String,
    /// Lanes of the device.
    pub max_link_width: u8,
    /// I/O queues of the controller; 0 is one for each CPU.
    pub queues: u16,
    /// The I/O scheduler.
    pub scheduler: String,
}

impl Default for Place {
    fn default() -> Self {
        Self {
            pci_address: String::new(),
            slot: String::new(),
            numa_node: 0,
            link_speed: "8.0 GT/s PCIe".to_owned(),
            link_width: 4,
            max_link_speed: "8.0 GT/s PCIe".to_owned(),
            max_link_width: 4,
            queues: 0,
            scheduler: "none".to_owned(),
        }
    }
}
