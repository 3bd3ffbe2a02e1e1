//! Mounting the file system of a database, and unmounting it.

use std::fs::File;
use std::os::fd::AsRawFd;
use std::path::Path;
use std::time::Duration;

use nix::errno::Errno;
use nix::mount::{MntFlags, MsFlags, mount, umount2};
use tokio::time::{Instant, sleep};

use crate::runtime::off_thread::off_thread;

/// Reading what describes a large file system takes seconds; a drive may stall.
const MOUNT_LIMIT: Duration = Duration::from_secs(120);
/// Writing back what is in memory takes a while; a drive may stall.
const UNMOUNT_LIMIT: Duration = Duration::from_secs(120);
/// A process that was just ended may hold it for a moment.
const BUSY_LIMIT: Duration = Duration::from_secs(15);
const BUSY_INTERVAL: Duration = Duration::from_millis(200);

/// Refuses while nothing is destroyed yet where the service may not mount: a filter of system calls says so whatever the path.
/// Nothing is mounted there.
///
/// # Errors
/// For a person.
pub(super) fn require_allowed(at: &Path) -> Result<(), String> {
    match umount2(at, MntFlags::UMOUNT_NOFOLLOW) {
        Err(error @ Errno::EPERM) => Err(not_allowed(error)),
        _ => Ok(()),
    }
}

/// Mounts what is open: no name of the device is looked up.
///
/// # Errors
/// For a person.
pub(super) async fn mount_open(device: File, on: &Path) -> Result<(), String> {
    let on = on.to_owned();
    let done = off_thread(MOUNT_LIMIT, move || mount_now(&device, &on)).await;
    done.unwrap_or_else(|| {
        Err("the new file system was not mounted in time: the drive does not answer".to_owned())
    })
}

fn mount_now(device: &File, on: &Path) -> Result<(), String> {
    let source = format!("/proc/self/fd/{}", device.as_raw_fd());
    let flags = MsFlags::MS_NODEV | MsFlags::MS_NOSUID | MsFlags::MS_NOEXEC | MsFlags::MS_NOATIME;
    // The kernel would write the rest of the inode tables while transactions are measured.
    let mounted = mount(
        Some(source.as_str()),
        on,
        Some("ext4"),
        flags,
        Some("noinit_itable"),
    );
    mounted.map_err(|error| match error {
        Errno::EPERM => not_allowed(error),
        _ => format!("the new file system could not be mounted: {error}"),
    })
}

fn not_allowed(error: Errno) -> String {
    format!(
        "the agent may not mount a file system ({error}): see \"A database on the drive\" in operations.md"
    )
}

/// Unmounts whatever is mounted there; done if nothing is.
///
/// # Errors
/// For a person: it is still mounted.
pub(super) async fn unmount(at: &Path) -> Result<(), String> {
    let busy_until = Instant::now() + BUSY_LIMIT;
    loop {
        let path = at.to_owned();
        let done = off_thread(UNMOUNT_LIMIT, move || umount2(&path, MntFlags::UMOUNT_NOFOLLOW)).await;
        match done {
            Some(Ok(())) => {}
            // Not a mount point, or not there.
            Some(Err(Errno::EINVAL | Errno::ENOENT)) => return Ok(()),
            Some(Err(Errno::EBUSY)) if Instant::now() < busy_until => sleep(BUSY_INTERVAL).await,
            Some(Err(error)) => return Err(format!("{} is still mounted: {error}", at.display())),
            None => {
                return Err(format!(
                    "{} is still mounted: the drive does not answer",
                    at.display()
                ));
            }
        }
    }
}
