//! Which boot of this host it is: what the kernel counts, it counts since then.

use uuid::Uuid;

/// Absent where the kernel does not say.
#[must_use]
pub fn boot_id() -> Option<Uuid> {
    let text = std::fs::read_to_string("/proc/sys/kernel/random/boot_id").ok()?;
    text.trim().parse().ok()
}
