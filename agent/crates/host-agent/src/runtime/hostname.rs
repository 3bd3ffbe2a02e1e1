//! What this machine is called.

/// The name of this host: its kernel's, or "localhost".
#[must_use]
pub fn hostname() -> String {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let name = name.trim();
    if name.is_empty() {
        "localhost".to_owned()
    } else {
        name.to_owned()
    }
}
