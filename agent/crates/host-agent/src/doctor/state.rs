//! What the agent keeps on this host, and what its administrator wrote.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use nix::sys::statvfs::statvfs;

use super::check::Check;
use crate::guard::policy::Policy;
use crate::link::identity::{identity_path, is_running};
use crate::link::status::{directory_bytes, journal_trouble};
use crate::work::journal::journal_path;

/// Readable or writable for group or others.
const FOREIGN_BITS: u32 = 0o077;

pub fn key_file(state_directory: &Path) -> Check {
    const NAME: &str = "key file";
    let path = identity_path(state_directory);
    let Ok(metadata) = path.metadata() else {
        return Check::warning(
            NAME,
            format!("{} does not exist or cannot be read", path.display()),
            "enrollment creates it; run doctor as root",
        );
    };
    let mode = metadata.permissions().mode() & 0o777;
    if mode & FOREIGN_BITS == 0 {
        return Check::ok(
            NAME,
            format!("{} is readable by its owner only ({mode:04o})", path.display()),
        );
    }
    Check::failed(
        NAME,
        format!("{} can be read by others ({mode:04o})", path.display()),
        "the agent corrects this when it starts; if others may have read the key, revoke it on the host's page and enroll again",
    )
}

pub fn spool(state_directory: &Path, spool_bytes: u64) -> Check {
    const NAME: &str = "spool";
    let probe = state_directory.join(format!("doctor-probe-{}", std::process::id()));
    if let Err(error) = std::fs::write(&probe, b"probe") {
        return Check::failed(
            NAME,
            format!("{} cannot be written: {error}", state_directory.display()),
            "run doctor as root; check the file system and state_dir",
        );
    }
    let _ = std::fs::remove_file(&probe);
    let used = directory_bytes(&state_directory.join("spool"));
    let free = statvfs(state_directory).map_or(0, |room| room.blocks_available() * room.fragment_size());
    let megabytes = |bytes: u64| bytes as f64 / 1e6;
    let detail = format!(
        "{:.1} MB used of at most {:.0} MB, {:.0} MB free on {}",
        megabytes(used),
        megabytes(spool_bytes),
        megabytes(free),
        state_directory.display()
    );
    if used + free >= spool_bytes {
        return Check::ok(NAME, detail);
    }
    Check::warning(
        NAME,
        detail,
        "free up space, or lower spool_size: on a full disk the oldest samples are dropped first",
    )
}

pub fn journal(state_directory: &Path) -> Check {
    const NAME: &str = "journal";
    match journal_trouble(state_directory) {
        None => Check::ok(NAME, format!("{}", journal_path(state_directory).display())),
        Some(reason) => Check::failed(
            NAME,
            format!(
                "{} cannot be written: {reason}; commands are declined until it can",
                journal_path(state_directory).display()
            ),
            "free up space on its file system, or check the disk (dmesg); the agent retries every few seconds",
        ),
    }
}

pub fn policy(path: &Path) -> Check {
    const NAME: &str = "policy";
    if let Err(error) = Policy::read(path) {
        return Check::failed(
            NAME,
            error.to_string(),
            "fix what the message names; the file is read again for every decision",
        );
    }
    if !path.exists() {
        return Check::ok(
            NAME,
            format!(
                "{} does not exist: no server may destroy data on this host",
                path.display()
            ),
        );
    }
    Check::ok(NAME, format!("{} is valid", path.display()))
}

pub fn running(state_directory: &Path) -> Check {
    const NAME: &str = "agent";
    if is_running(state_directory) {
        return Check::ok(NAME, "running");
    }
    Check::warning(NAME, "not running", "systemctl enable --now crosspoint-agent")
}
