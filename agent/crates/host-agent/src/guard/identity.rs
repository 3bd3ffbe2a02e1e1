//! Who a drive is.

use crosspoint_nvme::sysfs::Controller;
use crosspoint_wire::DriveIdentity;

/// Who a drive is, by sysfs alone, so that it is the same drive also while it does not answer. A fabrics controller has
/// no PCI vendor.
#[must_use]
pub fn identity(controller: &Controller) -> DriveIdentity {
    DriveIdentity {
        model: controller.model.clone(),
        pci_vendor_id: controller.pci_vendor_id.unwrap_or_default(),
        serial: controller.serial.clone(),
    }
}
