//! Whether the target can be polled.

use super::unsupported::unsupported;
use crate::engine::kernel::SetupError;
use crate::host::{BlockDevice, Host, attribute};
use crate::target::Target;

/// Whether the queues of the target's device can be polled.
pub(super) fn check_polling(target: &Target, host: &Host) -> Result<(), SetupError> {
    let queue = target
        .device()
        .and_then(BlockDevice::disk_directory)
        .map(|disk| disk.join("queue/io_poll"));
    if queue.and_then(|path| attribute(&path)).as_deref() == Some("1") {
        return Ok(());
    }
    let is_nvme = target
        .device()
        .is_some_and(|device| device.name.starts_with("nvme"));
    if !is_nvme {
        return Err(unsupported(
            format!(
                "the driver of {} has no queues that can be polled",
                target.path().display()
            ),
            "leave out --poll to measure with interrupts",
        ));
    }
    let now = attribute(&host.sys.join("module/nvme/parameters/poll_queues")).unwrap_or_else(|| "0".into());
    Err(unsupported(
        format!(
            "{} has no queues that can be polled (the driver's poll_queues is {now})",
            target.path().display()
        ),
        "boot with the kernel parameter nvme.poll_queues=N, one for each processor that measures, or reload the module with \
         it (modprobe nvme poll_queues=N); or leave out --poll",
    ))
}
